"""The glossary: what a word of the game means in one line, and the section that tells the rule.

content/<lang>/glossary.yaml   terms: id, term, says, section; perhaps symbol, layer, and what it is called also
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.book.fields import ContentError, Field, read_mapping
from companion.book.library import REFERENCE_LANGUAGE, Book, link_problem
from companion.book.render import Sources, render
from companion.book.search.words import covers, telling, words

_MAX = 3
_KEYS, _MORE_KEYS = {"id", "term", "says", "section"}, {"symbol", "layer", "also"}


@dataclass(frozen=True)
class Term:
    """A word of the game in one language. `says` is a line of HTML; `section` may name a heading."""

    id: str
    term: str
    says: str
    section: str
    symbol: str | None
    layer: str | None
    also: tuple[str, ...]
    figures: tuple[str, ...]


@dataclass(frozen=True)
class Glossary:
    """All terms of one language by id, in the order of its alphabet."""

    language: str
    terms: Mapping[str, Term]

    def find(self, query: str, layers: frozenset[str] | None = None) -> list[Term]:
        """The terms that a query names, the best first. With `layers`, of those layers only."""
        asked = telling(words(query))
        if not asked:
            return []
        # A term stands in the singular; people may ask for several.
        ways = [asked, [word.removesuffix("s") if len(word) > 3 else word for word in asked]]
        found: list[tuple[float, Term]] = []
        for term in self.terms.values():
            if layers is not None and term.layer is not None and term.layer not in layers:
                continue
            # What it is called else counts a little less, so that the term itself goes first.
            names = [(1.0, term.term), *((0.9, other) for other in term.also)]
            value = max(weight * covers(way, words(name)) for way in ways for weight, name in names)
            if value > 0.5:  # At least half of a name has been said.
                found.append((value, term))
        found.sort(key=lambda entry: -entry[0])
        return [term for _, term in found[:_MAX]]

    def synonyms(self) -> Mapping[str, frozenset[str]]:
        """Words that mean the same in this game, as far as each is a single word: train, engine."""
        found: dict[str, set[str]] = {}
        for term in self.terms.values():
            name = words(term.term)
            for other in map(words, term.also):
                if len(name) == len(other) == 1:
                    found.setdefault(other[0], set()).add(name[0])
                    found.setdefault(name[0], set()).add(other[0])
        return {word: frozenset(others) for word, others in found.items()}


def load_glossary(folder: Path, book: Book, sources: Sources, address: Callable[[str, str], str]) -> Glossary:
    """Read the terms of the book's language below `folder`. Raises ContentError."""
    file = folder / book.language / "glossary.yaml"
    values, lines = read_mapping(file, file.read_text(encoding="utf-8"), {"terms": Field("entries")})
    terms: dict[str, Term] = {}
    for entry in values["terms"]:
        if not _KEYS <= set(entry) <= _KEYS | _MORE_KEYS:
            raise ContentError(file, lines["terms"], f"{entry} has other keys than {', '.join(sorted(_KEYS))}")
        name = entry["id"]
        if name in terms:
            raise ContentError(file, lines["terms"], f"the term {name!r} is given twice")
        line = render(entry["says"], sources, lambda target: address(book.language, target))
        problem = "; ".join(line.problems) or link_problem(book, entry["section"])
        if not problem and entry.get("symbol") not in (None, *sources.symbols):
            problem = f"there is no symbol {entry['symbol']!r}"
        if problem:
            raise ContentError(file, lines["terms"], f"{name}: {problem}")
        terms[name] = Term(
            id=name,
            term=entry["term"],
            says=line.html.removeprefix("<p>").removesuffix("</p>"),
            section=entry["section"],
            symbol=entry.get("symbol"),
            layer=entry.get("layer"),
            also=tuple(entry.get("also", ())),
            figures=tuple(line.figures),
        )
    return Glossary(book.language, dict(sorted(terms.items(), key=lambda item: item[1].term.casefold())))


def glossary_problems(glossaries: Sequence[Glossary]) -> Iterator[str]:
    """What is wrong between the languages: missing terms, other facts, one word for two things."""
    reference = next(glossary for glossary in glossaries if glossary.language == REFERENCE_LANGUAGE)
    for glossary in glossaries:
        for missing in sorted(set(glossary.terms) ^ set(reference.terms)):
            yield f"{glossary.language}: {missing} is there in one language only"
        for name in sorted(set(glossary.terms) & set(reference.terms)):
            ours, theirs = glossary.terms[name], reference.terms[name]
            for what in ("section", "symbol", "layer"):
                if getattr(ours, what) != getattr(theirs, what):
                    yield f"{glossary.language}: {name}: {what} differs"
            if sorted(ours.figures) != sorted(theirs.figures):
                yield f"{glossary.language}: {name}: figures differ"
        spoken: dict[str, str] = {}
        for term in glossary.terms.values():
            word = term.term.casefold()
            if word in spoken:
                yield f"{glossary.language}: {term.term!r} is {spoken[word]} as well as {term.id}"
            spoken[word] = term.id
