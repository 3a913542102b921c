"""What people at a table ask, with the section that answers it: content for the search, not shown anywhere.

content/<lang>/asked/<chapter>.yaml   section, or a part of one (`section#heading`): the questions that it answers, as
                                      people type them
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.book.fields import ContentError, KeyField, read_mapping
from companion.book.search.words import words
from companion.book.sections import Book

Questions = Mapping[str, tuple[str, ...]]
"""Place of the book -> what people ask that it answers."""

LEAST = 6
"""A place with fewer questions is found too seldom."""


def load_questions(folder: Path, book: Book) -> Questions:
    """Read the questions of a book below `folder`: some for each place, each for one only. Raises ContentError."""
    root = folder / book.language / "asked"
    strays = sorted({file.stem for file in root.glob("*")} - {chapter.id for chapter in book.chapters})
    if strays:
        raise ContentError(root / f"{strays[0]}.yaml", 1, f"there is no chapter {strays[0]!r}")
    asked: dict[str, tuple[str, ...]] = {}
    answered: dict[str, str] = {}
    for chapter in book.chapters:
        file = root / f"{chapter.id}.yaml"
        fields = {place.id: KeyField("texts") for section in chapter.sections for place in section.places}
        values, lines = read_mapping(file, file.read_text(encoding="utf-8"), fields)
        for name, questions in values.items():
            for question in questions:
                normalised = " ".join(words(question))
                if not normalised:
                    raise ContentError(file, lines[name], f"{question!r} has no words")
                if normalised in answered:
                    raise ContentError(
                        file, lines[name], f"{question!r} is asked twice: of {answered[normalised]!r} and {name!r}"
                    )
                answered[normalised] = name
            if len(questions) < LEAST:
                raise ContentError(file, lines[name], f"{name!r} has {len(questions)} questions, not {LEAST} or more")
            asked[name] = tuple(questions)
    return asked
