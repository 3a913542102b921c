"""Search in both languages, beside SQLite's LIKE over the same passages."""

import sqlite3
from collections.abc import Iterator

from companion.paths import folder
from companion.rules.library import Book
from companion.web import assets, reference
from tests.rules.test_search import FIRST

from bench.timing import beside, milliseconds


def run() -> Iterator[str]:
    """The lines of the report."""
    loaded = reference.load(folder("content"), assets.symbol_ids(folder("static")), "")
    for language, index in loaded.indexes.items():
        queries = [query for asked, query, _ in FIRST if asked == language]
        plain = _passages(index.book)

        def like(query: str, plain: sqlite3.Connection = plain) -> None:
            plain.execute("SELECT section FROM passages WHERE text LIKE ?", (f"%{query}%",)).fetchall()

        ours = [milliseconds(lambda query=query, index=index: index.search(query), 100) for query in queries]
        theirs = [milliseconds(lambda query=query, like=like: like(query), 100) for query in queries]
        name = f"{language}, median of {len(queries)} queries over {len(index.book.sections)} sections"
        yield beside(name, sorted(ours)[len(ours) // 2], "LIKE", sorted(theirs)[len(theirs) // 2])
        yield f"{language}, slowest query: {max(ours):.3f} ms"
        first = sum(
            index.search(query)[0].section.id == section for asked, query, section in FIRST if asked == language
        )
        yield f"{language}, right section first: {first} of {len(queries)}"


def _passages(book: Book) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE passages (section, text)")
    rows = [
        (section.id, f"{section.title} {heading} {text}")
        for section in book.sections.values()
        for _, heading, text in section.plain.passages
    ]
    database.executemany("INSERT INTO passages VALUES (?, ?)", rows)
    return database
