"""Search in both languages: how often it is right, and how fast it is beside SQLite's LIKE over the same passages."""

import sqlite3
from collections.abc import Iterator

from companion.book.sections import Book
from companion.reference.library import Reference, load
from tests.book.asked import (
    BLIND,
    CHECK,
    CLOSED,
    FIVE,
    FORUM,
    FRESH,
    GLANCE,
    LAST,
    LATER,
    LINE,
    PARTY,
    SEALED,
    SHUT,
    TABLE,
    TUNED,
    misleads,
    opened,
    place,
    questions,
    rate,
    readable,
    written,
)

from bench.timing import beside, milliseconds

TARGET = 2.0
"""Milliseconds for the median search."""


def run() -> Iterator[str]:
    """The lines of the report."""
    loaded = load()
    for language in loaded.indexes:
        yield from _right(loaded, language)
        yield from _fast(loaded, language)


def _right(loaded: Reference, language: str) -> Iterator[str]:
    sets = (
        (TUNED, "tuned on", 0.9),
        (LATER, "later", 0.8),
        (FRESH, "fresh", 0.8),
        (LAST, "never looked at", 0.92),
        (TABLE, "as at a table", 0.92),
        (CHECK, "as at a table, never looked at", 0.92),
        (LINE, "graded by what they show", 0.92),
        (SEALED, "graded by what they show, never looked at", 0.92),
        (GLANCE, "by somebody else, graded by what they show", 0.92),
        (SHUT, "by somebody else, graded by what they show, never looked at", 0.92),
        (PARTY, "by ten people, graded by what they show", 0.92),
        (CLOSED, "by ten people, graded by what they show, never looked at", 0.92),
        (FORUM, "as on forums, graded by what they show", 0.92),
        (FIVE, "by five people, graded by what they show", 0.92),
        (BLIND, "by five people, graded by what they show, never looked at", 0.92),
    )
    for which, name, target in sets:
        if which not in written(language):
            continue
        asked = questions(language, which)
        there = sum(opened(loaded, language, question) or question.of_component for question in asked)
        rates = rate([place(loaded, language, question) for question in asked])
        yield (
            f"{language}, {len(asked)} questions, {name}: hit@1 {rates.hit1:.3f} (target {target}),"
            f" hit@3 {rates.hit3:.3f}, MRR {rates.mrr:.3f}; opens at the right heading: {there / len(asked):.3f}"
        )
        if asked[0].says:
            shown = sum(readable(loaded, language, question) for question in asked) / len(asked)
            wrong = sum(misleads(loaded, language, question) for question in asked)
            yield f"    the first hit shows what was asked: {shown:.3f} (target 0.9); misleads: {wrong} (target 0)"


def _fast(loaded: Reference, language: str) -> Iterator[str]:
    index = loaded.indexes[language]
    plain = _passages(index.book)

    def like(query: str) -> None:
        plain.execute("SELECT section FROM passages WHERE text LIKE ?", (f"%{query}%",)).fetchall()

    asked = [question.text for which in written(language) for question in questions(language, which)]
    ours = sorted(milliseconds(lambda query=query: index.search(query), 20) for query in asked)  # type: ignore[misc]
    theirs = sorted(milliseconds(lambda query=query: like(query), 20) for query in asked)  # type: ignore[misc]
    name = f"{language}, median of {len(asked)} queries over {len(index.book.sections)} sections"
    yield beside(name, ours[len(ours) // 2], "LIKE", theirs[len(theirs) // 2])
    yield f"{language}, slowest query: {ours[-1]:.3f} ms; target for the median: {TARGET} ms"


def _passages(book: Book) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE passages (section, text)")
    rows = [
        (section.id, f"{section.title} {heading} {text}")
        for section in book.sections.values()
        for _, heading, text in section.page.passages
    ]
    database.executemany("INSERT INTO passages VALUES (?, ?)", rows)
    return database
