"""The glossary: what a word of the game means in one line, and the section that tells the rule.

content/<lang>/glossary.yaml   terms: id, term, says, perhaps what it is called `also`, and what else people
                               type for it (`typed`, never shown); `source: ours` where no printed rulebook of the
                               language was found to say so; in the reference language also the facts: section,
                               perhaps symbol and layer
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.book.fields import ContentError, Fields, KeyField, Reader, line_of, read_file, read_table
from companion.book.search.things import Phrases
from companion.book.search.words import telling, words
from companion.book.sections import Book, Sources, link_problem

if TYPE_CHECKING:
    import yaml

OURS = "ours"
_MAX = 3
_WORDS: Fields = {
    "id": KeyField("text"),
    "term": KeyField("text"),
    "says": KeyField("text"),
    "also": KeyField("texts", required=False),
    "typed": KeyField("texts", required=False),
    "source": KeyField("text", required=False),
}
_FACTS: Fields = {
    "section": KeyField("text"),
    "symbol": KeyField("text", required=False),
    "layer": KeyField("text", required=False),
}


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
    typed: tuple[str, ...]
    figures: tuple[str, ...]
    ours: bool
    """Whether the word is ours: no printed rulebook of the language was found that says it."""

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it is found by, its own name first."""
        return (self.term, *self.also, *self.typed)


@dataclass(frozen=True)
class Glossary:
    """All terms of one language by id, in the order of its alphabet."""

    language: str
    terms: Mapping[str, Term]

    def find(self, query: str, layers: frozenset[str] | None = None) -> list[Term]:
        """The terms that a query names, the best first. With `layers`, of those layers only."""
        terms = telling(words(query))
        if not terms:
            return []
        # A term stands in the singular; people may ask for several.
        ways = [terms, [word.removesuffix("s") if len(word) > 3 else word for word in terms]]
        best: dict[str, float] = {}
        for place, value in (entry for way in ways for entry in self._phrases.covered(way).items()):
            weight, term = self._names[place]
            best[term.id] = max(best.get(term.id, 0.0), weight * value)
        matches = [
            (best[term.id], term)
            for term in self.terms.values()
            if best.get(term.id, 0.0) > 0.5  # At least half of a name has been said.
            and (layers is None or term.layer is None or term.layer in layers)
        ]
        matches.sort(key=lambda entry: -entry[0])
        return [term for _, term in matches[:_MAX]]

    @functools.cached_property
    def _names(self) -> list[tuple[float, Term]]:
        """All names. What a term is called else counts a little less, so that the term itself goes first."""
        return [(0.9 if place else 1.0, term) for term in self.terms.values() for place in range(len(term.names))]

    @functools.cached_property
    def _phrases(self) -> Phrases:
        return Phrases(words(name) for term in self.terms.values() for name in term.names)

    def synonyms(self) -> Mapping[str, frozenset[str]]:
        """Words that mean the same in this game, as far as each is a single word: train, engine."""
        synonyms: dict[str, set[str]] = {}
        for term in self.terms.values():
            name = words(term.term)
            for other in map(words, term.names[1:]):
                if len(name) == len(other) == 1:
                    synonyms.setdefault(other[0], set()).add(name[0])
                    synonyms.setdefault(name[0], set()).add(other[0])
        return {word: frozenset(others) for word, others in synonyms.items()}


def load_glossary(
    folder: Path, book: Book, sources: Sources, address: Callable[[str, str], str], original: Glossary | None = None
) -> Glossary:
    """Read the terms of the book's language below `folder`; in any but the reference language, those that the
    `original` has. Raises ContentError."""
    # Imported here, as in `library.py`.
    from companion.book.render import render

    file = folder / book.language / "glossary.yaml"
    listed = KeyField("entries", reader=_each(_WORDS if original else {**_WORDS, **_FACTS}))
    values, lines = read_file(file, {"terms": listed})
    terms: dict[str, Term] = {}
    for line, entry in values["terms"]:
        name = entry["id"]
        if name in terms:
            raise ContentError(file, line, f"the term {name!r} is given twice")
        if original and name not in original.terms:
            raise ContentError(file, line, f"there is no term {name!r} in {original.language!r}, where its facts stand")
        text = render(entry["says"], sources, lambda target: address(book.language, target))
        words: dict[str, Any] = {
            "term": entry["term"],
            "says": text.line,
            "also": tuple(entry.get("also", ())),
            "typed": tuple(entry.get("typed", ())),
            "figures": tuple(text.figures),
            "ours": entry.get("source") == OURS,
        }
        if original:
            term = replace(original.terms[name], **words)
        else:
            facts = {key: entry.get(key) for key in _FACTS}
            term = Term(id=name, **facts, **words)
        problem = "; ".join(text.problems) or link_problem(book, term.section)
        if not problem and entry.get("source", OURS) != OURS:
            problem = f"the source of a term is {OURS!r} or not told, not {entry['source']!r}"
        if not problem and term.symbol not in (None, *sources.symbols):
            problem = f"there is no symbol {term.symbol!r}"
        if problem:
            raise ContentError(file, line, f"{name}: {problem}")
        terms[name] = term
    for name in original.terms if original else ():
        if name not in terms:
            raise ContentError(file, lines["terms"], f"the term {name!r} is not translated")
    return Glossary(book.language, dict(sorted(terms.items(), key=lambda item: item[1].term.casefold())))


def _each(fields: Fields) -> Reader:
    def read(file: Path, node: yaml.Node, offset: int) -> list[tuple[int, dict[str, Any]]]:
        return [(line_of(entry, offset), read_table(file, entry, fields, offset)[0]) for entry in node.value]

    return read
