"""Search over the rule texts: SQLite's full-text index in memory, one for each language.

Every heading is an entry of its own; a section counts with its best one. A word matches from its beginning
(fe finds fee). What people call things (`terms`), and titles and terms of the other languages, are indexed
too, so that an everyday word, a first-edition word or a foreign word leads to the section.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape, unescape

from companion.rules.library import Book, Section
from companion.rules.words import covers, pairs, telling, unfinished, without_particle, words

LONGEST_QUERY = 120
"""Characters of a query that are looked at."""
_MOST_WORDS = 12
_OPEN, _CLOSE = "\x02", "\x03"
_SNIPPET_WORDS = 24

_CANDIDATES = 80
"""Passages that are looked at more closely."""

# What a query earns that says a whole title, term or heading; a part of it earns a part.
_TITLE, _TERM, _HEADING = 16.0, 14.0, 8.0
_LATER_TERM = 0.3
"""Each further term of a section means it a little less."""
_RULING = 0.85
"""The rule itself goes before our reading of what it leaves open."""
_ASIDE = 0.6
"""What few tables play goes after what all play, as long as nobody has said what is played."""

# How much a hit in each column counts: title, heading, terms, text, other languages, pairs of syllables.
_WEIGHTS = (12.0, 8.0, 9.0, 1.0, 3.0, 0.4)
_COLUMNS = "title, heading, terms, body, elsewhere, pairs"


@dataclass(frozen=True)
class Hit:
    """A section that was found: the best place in it, and its best passage as HTML with hits marked."""

    section: Section
    anchor: str
    heading: str
    score: float
    title: str
    snippet: str
    terms: tuple[str, ...] = ()
    """What else people call it, where that is what was found; as HTML like the passage."""

    @property
    def plain_snippet(self) -> str:
        """The passage without any marks."""
        return unescape(re.sub("</?mark>", "", self.snippet))


class Index:
    """The search index of one language. Can be asked from several threads at a time.

    Sections of the layers `aside` come a little later when nobody says which layers are played.
    """

    def __init__(self, book: Book, others: Sequence[Book] = (), aside: frozenset[str] = frozenset()) -> None:
        self.book, self._aside = book, aside
        database = sqlite3.connect(":memory:")
        database.execute(
            f"CREATE VIRTUAL TABLE passages USING fts5(section UNINDEXED, anchor UNINDEXED, {_COLUMNS},"
            " tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3')"
        )
        database.executemany("INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?)", self._rows(others))
        database.commit()
        database.execute("INSERT INTO passages (passages) VALUES ('optimize')")
        database.commit()
        # Every thread works on its own copy of the finished index: no locks, nothing shared.
        self._image = database.serialize()
        database.close()
        self._copies = threading.local()
        self._phrases = {section.id: _phrases(section) for section in book.sections.values()}

    def _rows(self, others: Sequence[Book]) -> Iterator[tuple[str, ...]]:
        for section in self.book.sections.values():
            abroad = [book.sections[section.id] for book in others if section.id in book.sections]
            elsewhere = " ".join(text for other in abroad for text in (other.title, *other.terms))
            for place, (anchor, heading, text) in enumerate(section.plain.passages):
                terms = "; ".join(section.terms) if place == 0 else ""
                told = " ".join((section.title, heading, terms, text))
                yield (
                    section.id,
                    anchor,
                    section.title if place == 0 else "",
                    heading,
                    terms,
                    text,
                    elsewhere if place == 0 else "",
                    " ".join(pairs(told)),
                )

    def _database(self) -> sqlite3.Connection:
        database: sqlite3.Connection | None = getattr(self._copies, "database", None)
        if database is None:
            database = sqlite3.connect(":memory:", check_same_thread=False)
            database.deserialize(self._image)
            self._copies.database = database
        return database

    def search(self, query: str, limit: int = 20, layers: frozenset[str] | None = None) -> list[Hit]:
        """The sections that fit a query, the best first. With `layers`, of those layers only.

        All words must occur; when that finds nothing, the last word may be unfinished, and then some of
        the words are enough.
        """
        asked = words(query[:LONGEST_QUERY])[:_MOST_WORDS]
        for expression in _expressions(telling(asked)):
            hits = self._hits(expression, asked, layers)
            if hits:
                return hits[:limit]
        return []

    def _hits(self, expression: str, asked: list[str], layers: frozenset[str] | None) -> list[Hit]:
        weights = ", ".join(map(str, (0.0, 0.0, *_WEIGHTS)))
        rows = self._database().execute(
            f"SELECT section, anchor, heading, bm25(passages, {weights}) AS rank,"  # noqa: S608 (no input in it)
            " highlight(passages, 2, ?, ?), highlight(passages, 4, ?, ?), snippet(passages, 5, ?, ?, '…', ?)"
            " FROM passages WHERE passages MATCH ? ORDER BY rank LIMIT ?",
            (*(_OPEN, _CLOSE) * 3, _SNIPPET_WORDS, expression, _CANDIDATES),
        )
        best: dict[str, Hit] = {}
        for name, anchor, heading, rank, title, terms, snippet in rows:
            section = self.book.sections[name]
            if name not in best and (layers is None or layers.issuperset(section.layers)):
                best[name] = Hit(
                    section,
                    anchor,
                    heading,
                    self._score(section, asked, -rank) * (self._later(section) if layers is None else 1),
                    _marked(title or section.title),
                    _marked(snippet),
                    tuple(_marked(term) for term in terms.split(";") if _OPEN in term),
                )
        return sorted(best.values(), key=lambda hit: -hit.score)

    def _later(self, section: Section) -> float:
        return _ASIDE if self._aside.intersection(section.layers) else 1

    def _score(self, section: Section, asked: list[str], rank: float) -> float:
        """The rank of the best passage, and more when the query says a title, term or heading."""
        ways = {tuple(asked), tuple(telling(asked))}
        said = max(weight * covers(list(way), phrase) for way in ways for weight, phrase in self._phrases[section.id])
        return (rank + said) * (_RULING if section.ruling else 1)


def _phrases(section: Section) -> list[tuple[float, list[str]]]:
    """The phrases that name a section, folded, each with what it is worth to say it."""
    terms = [(_TERM - _LATER_TERM * place, words(term)) for place, term in enumerate(section.terms)]
    headings = [(_HEADING, words(heading)) for _, heading in section.plain.headings]
    return [(_TITLE, telling(words(section.title))), *terms, *headings]


def _expressions(asked: list[str]) -> Iterator[str]:
    """Full-text expressions for a query, from the strictest to the most generous."""
    if not asked:
        return
    strict = [_alternatives(word) for word in asked]
    yield " AND ".join(strict)
    beginnings = unfinished(asked[-1])
    if beginnings:
        yield " AND ".join([*strict[:-1], f"({' OR '.join(f'{_quoted(word)} *' for word in beginnings)})"])
    if len(asked) > 1:
        yield " OR ".join(strict)


def _alternatives(word: str) -> str:
    """A word, from its beginning or without its particle or, in Korean, inside a longer word."""
    alternatives = [f"{_quoted(word)} *"]
    stem = without_particle(word)
    if stem:
        alternatives.append(f"{_quoted(stem)} *")
    for form in filter(None, (word, stem)):
        inside = pairs(form)
        if inside:
            alternatives.append(f"pairs : ({' AND '.join(map(_quoted, inside))})")
    return f"({' OR '.join(alternatives)})"


def _quoted(word: str) -> str:
    return f'"{word}"'


def _marked(text: str) -> str:
    """Text from the index as HTML: everything escaped, hits in <mark>."""
    safe = escape(re.sub(r"\s+", " ", text).strip())
    return safe.replace(_OPEN, "<mark>").replace(_CLOSE, "</mark>")
