"""Where in the game somebody may be, and the sections that one needs there.

content/moments.yaml   moment -> chapters and sections
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.book.fields import ContentError, KeyField, read_mapping
from companion.book.sections import Book, Chapter, Section

MOMENTS = ("set-up", "a", "b", "foresight", "income", "delivery", "c", "end")
"""Set-up, the phases with the steps at Kansas City in their place, and the end."""

Moments = Mapping[str, frozenset[str]]
"""Moment -> ids of the sections that are needed there."""


def load_moments(file: Path, book: Book) -> Moments:
    """Read which sections of a book are needed when. Raises ContentError."""
    values, lines = read_mapping(file, file.read_text(encoding="utf-8"), {"moments": KeyField("table")})
    moments: Mapping[str, list[str]] = values["moments"]
    if tuple(moments) != MOMENTS:
        raise ContentError(file, lines["moments"], f"the moments are {list(moments)}, not {list(MOMENTS)}")
    named = {name for names in moments.values() for name in names}
    strays = named - set(book.sections) - {chapter.id for chapter in book.chapters}
    if strays:
        raise ContentError(file, lines["moments"], f"there is no chapter or section {min(strays)!r}")

    def needed(section: Section, names: list[str]) -> bool:
        # A section that is listed by itself does not follow its chapter.
        return (section.id if section.id in named else section.chapter) in names

    return {
        moment: frozenset(section.id for section in book.sections.values() if needed(section, names))
        for moment, names in moments.items()
    }


def chapters_at(book: Book, moments: Moments, moment: str) -> list[Chapter]:
    """The chapters of a book with only what is needed at a moment; chapters that have nothing are left out."""
    chapters = [
        Chapter(chapter.id, chapter.title, tuple(s for s in chapter.sections if s.id in moments[moment]))
        for chapter in book.chapters
    ]
    return [chapter for chapter in chapters if chapter.sections]
