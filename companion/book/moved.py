"""Where sections are told now that once stood by themselves.

content/moved.yaml   the id that a section had -> the section, perhaps with `#heading`, where one finds it now
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from companion.book.fields import ContentError, read_mapping, texts_of
from companion.book.sections import Book, link_problem


def load_moved(file: Path, books: Collection[Book]) -> Mapping[str, str]:
    """Read where former sections are. Raises ContentError."""
    values, lines = read_mapping(file, file.read_text(encoding="utf-8"), {"moved": texts_of()})
    moved: Mapping[str, str] = values["moved"]
    for book in books:
        for former, now in moved.items():
            problem = f"{former!r} is a section" if former in book.sections else link_problem(book, now)
            if problem:
                raise ContentError(file, lines["moved"], problem)
    return moved
