"""How people ask in a language: everyday words that mean the same to them, and searches to begin with.

content/<lang>/search.yaml   alike: lines of words; suggested: searches; former: words of another edition; current: what
                             this one says instead; names: words that name one thing, and outweigh the rest of a query
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from companion.book.fields import ContentError, KeyField, read_mapping
from companion.book.search.words import stems, without_particle, words

_FIELDS = {key: KeyField("texts") for key in ("alike", "suggested", "former", "current", "names")}


@dataclass(frozen=True)
class Asking:
    """What `content/<lang>/search.yaml` says."""

    alike: Mapping[str, frozenset[str]]
    """Word -> words that may stand for it."""
    suggested: tuple[str, ...]
    former: frozenset[str]
    """Words of another edition, which the glossary says in words of this one."""
    current: frozenset[str] = frozenset()
    """Words that only this edition has."""
    names: frozenset[str] = frozenset()
    """Words that name one thing."""

    def of_another_edition(self, text: str) -> list[str]:
        """The words of a text that another edition had, as it had them."""
        return list(_among(words(text), self.former))

    def of_this_edition(self, asked: Sequence[str]) -> bool:
        """Whether words are this edition's, and none another's."""
        return any(_among(asked, self.current)) and not any(_among(asked, self.former))

    def names_in(self, asked: Sequence[str]) -> frozenset[str]:
        """The names among some words."""
        return frozenset(_among(asked, self.names))

    def synonyms(self, more: Mapping[str, Iterable[str]]) -> Mapping[str, frozenset[str]]:
        """The words that are alike, together with `more` of them."""
        return {word: self.alike.get(word, frozenset()).union(more.get(word, ())) for word in {*self.alike, *more}}


NOTHING = Asking({}, (), frozenset())
"""Of a language of which nobody has said anything."""


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
    former, current, names = (
        frozenset(word for text in values[key] for word in words(text)) for key in ("former", "current", "names")
    )
    meant = {word: frozenset(others) for word, others in alike.items()}
    return Asking(meant, tuple(values["suggested"]), former, current, names)


def _among(asked: Iterable[str], known: Set[str]) -> Iterator[str]:
    """Those of some words that are known, inflected or not, as they are known."""
    forms = ({word, without_particle(word) or word, *stems(word)} & known for word in asked)
    return (min(form) for form in forms if form)
