"""What people type who look for a place of the book: content/<lang>/asked/<chapter>.yaml."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.book.fields import ContentError, Fields, KeyField, read_file, read_table
from companion.book.search.words import words
from companion.book.sections import Book

LEAST = 6
"""A place with fewer questions is found too seldom."""


@dataclass(frozen=True)
class SearchPhrases:
    """By what words one place is found, besides its text."""

    names: tuple[str, ...]
    """What it is called besides its title: synonyms, everyday words, those of the first edition."""
    questions: tuple[str, ...]
    """What people ask that it answers."""


_PHRASES: Fields = {"names": KeyField("texts"), "asked": KeyField("texts")}


def load_phrases(root: Path, chapters: Mapping[str, Collection[str]]) -> Mapping[str, SearchPhrases]:
    """Read what is asked in the language below `root`: of each place of each chapter, every question of one place only.

    Raises ContentError.
    """
    folder = root / "asked"
    strays = sorted({file.stem for file in folder.glob("*")} - chapters.keys())
    if strays:
        raise ContentError(folder / f"{strays[0]}.yaml", 1, f"there is no chapter {strays[0]!r}")
    by_place: dict[str, SearchPhrases] = {}
    answered: dict[str, str] = {}
    table = KeyField("table", reader=lambda file, node, offset: read_table(file, node, _PHRASES, offset)[0])
    for chapter, places in chapters.items():
        file = folder / f"{chapter}.yaml"
        values, lines = read_file(file, dict.fromkeys(places, table))
        for name, value in values.items():
            for question in value["asked"]:
                normalised = " ".join(words(question))
                if not normalised:
                    raise ContentError(file, lines[name], f"{question!r} has no words")
                if normalised in answered:
                    told = f"{question!r} is asked twice: of {answered[normalised]!r} and {name!r}"
                    raise ContentError(file, lines[name], told)
                answered[normalised] = name
            if len(value["asked"]) < LEAST:
                told = f"{name!r} has {len(value['asked'])} questions, not {LEAST} or more"
                raise ContentError(file, lines[name], told)
            by_place[name] = SearchPhrases(tuple(value["names"]), tuple(value["asked"]))
    return by_place


def load_questions(folder: Path, book: Book) -> Mapping[str, tuple[str, ...]]:
    """Read the questions of each place of a book below `folder`. Raises ContentError."""
    places = {chapter.id: [place.id for each in chapter.sections for place in each.places] for chapter in book.chapters}
    return {name: each.questions for name, each in load_phrases(folder / book.language, places).items()}
