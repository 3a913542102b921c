"""How people ask in a language: everyday words that mean the same to them, and searches to begin with.

content/<lang>/search.yaml   alike: lines of words; suggested: searches; former: words of another edition
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.book.fields import ContentError, KeyField, read_mapping
from companion.book.search.words import stems, words

_FIELDS = {"alike": KeyField("texts"), "suggested": KeyField("texts"), "former": KeyField("texts")}


@dataclass(frozen=True)
class Asking:
    """What `content/<lang>/search.yaml` says."""

    alike: Mapping[str, frozenset[str]]
    """Word -> words that may stand for it."""
    suggested: tuple[str, ...]
    former: frozenset[str]
    """Words of another edition, which the glossary says in words of this one."""

    def of_another_edition(self, text: str) -> list[str]:
        """The words of a text that another edition had, as it had them."""
        forms = [{word, *stems(word)} & self.former for word in words(text)]
        return [min(form) for form in forms if form]

    def synonyms(self, more: Mapping[str, Iterable[str]]) -> Mapping[str, frozenset[str]]:
        """The words that are alike, together with `more` of them."""
        return {word: self.alike.get(word, frozenset()).union(more.get(word, ())) for word in {*self.alike, *more}}


def load_asking(file: Path) -> Asking:
    """Read how people ask in a language. Raises ContentError."""
    values, lines = read_mapping(file, file.read_text(encoding="utf-8"), _FIELDS)
    alike: dict[str, set[str]] = {}
    for line in values["alike"]:
        group = words(line)
        if len(set(group)) < 2:
            raise ContentError(file, lines["alike"], f"{line!r} is not two words or more")
        for word in group:
            alike.setdefault(word, set()).update(other for other in group if other != word)
    former = frozenset(word for text in values["former"] for word in words(text))
    return Asking({word: frozenset(others) for word, others in alike.items()}, tuple(values["suggested"]), former)
