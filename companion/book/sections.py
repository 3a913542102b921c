"""What a book is made of: sections with their parts, in chapters. `library.py` reads them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, TypeVar

from companion.book.fields import ContentError, KeyField, read_file
from companion.book.pieces import Block

T = TypeVar("T")

# What texts become, and what they refer to: what `render.py` makes and others use without Markdown.


class KnownFigure(Protocol):
    """A figure of the game, as the engine's catalogue tells it."""

    values: Mapping[tuple[str, ...], Mapping[int, int]]
    confidence: str


@dataclass(frozen=True)
class Sources:
    """What texts refer to: figures, symbols with the address of their sprite, and names in a language.

    `label(context, key, **params)` gives the reader's word for something, for example
    `label("players", "count", n=3)`.
    """

    figures: Mapping[str, KnownFigure]
    symbols: Collection[str]
    sprite: str
    label: Callable[..., str]


@dataclass
class Rendered:
    """A text as HTML and as plain passages, with everything it refers to."""

    pieces: list[str] = field(default_factory=list)
    """As HTML: what stands above the first heading, and each heading with what stands under it."""
    passages: list[tuple[str, str, str]] = field(default_factory=list)
    """(heading id or "", heading, text) from the top down, as the search index needs them: figures are bare values,
    symbols are left out."""
    levels: list[int] = field(default_factory=list)
    """For each passage the level of its heading, 0 where it has none."""
    blocks: list[Block] = field(default_factory=list)
    """The same piece by piece, for whoever shows a part of it."""
    headings: list[tuple[str, str]] = field(default_factory=list)
    """(id, heading), as plain."""
    figures: list[str] = field(default_factory=list)
    symbols: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    checks: list[tuple[str, ...]] = field(default_factory=list)
    """What is ticked off: (id, numbers of players, layer and edition that it is for); "" for all."""
    boxes: list[str] = field(default_factory=list)
    """The headings of what is our reading of the rules."""
    problems: list[str] = field(default_factory=list)

    @property
    def html(self) -> str:
        """All of it."""
        return "\n".join(self.pieces)

    @property
    def line(self) -> str:
        """The same without what makes a paragraph of it, where it is a line."""
        return self.html.removeprefix("<p>").removesuffix("</p>")


FOR_CHECKS = "for-the-position-check"
"""The heading of what a position is checked by: nobody asks for it at the table."""


@dataclass(frozen=True)
class SectionPart:
    """What stands beside the text of a section, or of the part of one under a heading."""

    names: tuple[str, ...]
    """What it is called besides its title."""
    answer: Rendered | None = None
    """What it comes to, in one line."""
    question: str | None = None
    """Where it is our reading: the open question that it answers."""


@dataclass(frozen=True)
class AnswerPlace:
    """Where one question is answered: a section, as far as its parts do not tell it, or one of its parts."""

    section: Section
    anchor: str
    """The heading of a part, "" for the section."""
    title: str
    part: SectionPart
    passages: tuple[int, ...]
    """Which passages of the page stand here."""

    @property
    def id(self) -> str:
        """As links name it: the section, and the heading of a part."""
        return f"{self.section.id}#{self.anchor}" if self.anchor else self.section.id

    @property
    def names(self) -> tuple[str, ...]:
        """Its title, and what it is called besides."""
        return (self.title, *self.part.names)

    @property
    def ruling(self) -> bool:
        """Whether it is our reading of what the rules leave open."""
        return self.part.question is not None

    @property
    def examples(self) -> list[tuple[int, Mapping[str, Any]]]:
        """Those of the section's worked examples that are about it, with their numbers there."""
        numbered = enumerate(self.section.examples)
        return [(number, example) for number, example in numbered if example.get("part", "") == self.anchor]

    @property
    def texts(self) -> Iterator[tuple[int, str, str, str]]:
        """Its passages as far as players ask for them: number on the page, id of the heading, heading, text."""
        passages = self.section.page.passages
        return ((number, *passages[number]) for number in self.passages if passages[number][0] != FOR_CHECKS)


@dataclass(frozen=True)
class Section:
    """One rule text: an answer to one question that somebody at the table asks."""

    id: str
    language: str
    title: str
    order: int
    layers: tuple[str, ...]
    own: SectionPart
    parts: Mapping[str, SectionPart]
    """Those parts that answer a question of their own, by the ids of their headings."""
    related: tuple[str, ...]
    source: str
    enforced: bool
    picture: str
    """The region of the board that is drawn beside the text, in the game of its layer; "" for none."""
    translates: str | None
    examples: tuple[Mapping[str, Any], ...]
    remarks: tuple[Rendered | None, ...]
    """For each example, what the text adds to the answer of the engine in its own words."""
    revision: str
    """Changes when the text changes; a translation names the revision it was made from."""
    file: Path
    page: Rendered

    @property
    def ruling(self) -> bool:
        """Whether all of it is our reading of what the rules leave open."""
        return self.own.question is not None

    def part(self, anchor: str) -> SectionPart:
        """The part under a heading, the section's own for ""."""
        return self.parts[anchor] if anchor else self.own

    @property
    def chapter(self) -> str:
        """Id of the chapter that the section stands in."""
        return self.id.partition("/")[0]

    @property
    def source_document(self) -> str:
        """The document that the facts come from, without the ending of its name."""
        return self.source.partition(",")[0].rpartition(".")[0]

    @property
    def source_place(self) -> str:
        """Where in that document: its heading."""
        return self.source.partition(",")[2].strip()

    @cached_property
    def places(self) -> tuple[AnswerPlace, ...]:
        """The section itself and its parts, in their order."""
        owned: dict[str, list[int]] = {"": [], **{anchor: [] for anchor in self.parts}}
        above = [(0, "")]
        for number, (anchor, _, _) in enumerate(self.page.passages):
            level = self.page.levels[number]
            while level and above[-1][0] >= level:
                above.pop()
            owner = anchor if anchor in self.parts else above[-1][1]
            above.append((level, owner))
            owned[owner].append(number)
        titles = dict(self.page.headings) | {"": self.title}
        parts = {"": self.own, **self.parts}
        return tuple(
            AnswerPlace(self, anchor, titles[anchor], parts[anchor], tuple(numbers))
            for anchor, numbers in owned.items()
        )


@dataclass(frozen=True)
class Chapter:
    """A chapter with its sections in reading order."""

    id: str
    title: str
    sections: tuple[Section, ...]

    @property
    def of_one_layer(self) -> bool:
        """Whether all its sections belong to the same layer, so that the chapter's title says it."""
        return len({section.layers for section in self.sections}) == 1


@dataclass(frozen=True)
class Book:
    """All sections of one language."""

    language: str
    chapters: tuple[Chapter, ...]

    @cached_property
    def sections(self) -> Mapping[str, Section]:
        """All sections by id, in reading order."""
        return {section.id: section for chapter in self.chapters for section in chapter.sections}

    @cached_property
    def places(self) -> Mapping[str, AnswerPlace]:
        """All that answers a question, by id: sections, and their parts as `section#heading`."""
        return {place.id: place for section in self.sections.values() for place in section.places}

    def title_of(self, target: str) -> str:
        """What the section, or the heading in it, is called that a link leads to."""
        name, _, anchor = target.partition("#")
        section = self.sections[name]
        return dict(section.page.headings)[anchor] if anchor else section.title

    def place_of(self, target: str) -> AnswerPlace:
        """The place that a link leads to; for a heading that is no part of its own, its section."""
        return self.places.get(target) or self.places[target.partition("#")[0]]

    def chapter_of(self, section: Section) -> Chapter:
        """The chapter that a section of this book stands in."""
        return next(chapter for chapter in self.chapters if chapter.id == section.chapter)


def around(row: Iterable[T], one: T) -> tuple[T | None, T | None]:
    """What stands before and after one of a row, None at its ends."""
    ends: list[T | None] = [None, *row, None]
    place = ends.index(one)
    return ends[place - 1], ends[place + 1]


def section_of(target: str) -> str:
    """The id of the section that a link leads to."""
    return target.partition("#")[0]


def link_problem(book: Book, target: str) -> str | None:
    """Why a link to `target` (a section id, perhaps with `#heading`) leads nowhere, None when it does not."""
    name, _, anchor = target.partition("#")
    section = book.sections.get(name)
    if section is None:
        return f"the link to {target!r} leads nowhere: there is no section {name!r}"
    if anchor and anchor not in (heading for heading, _ in section.page.headings):
        return f"the link to {target!r} leads nowhere: {name!r} has no heading {anchor!r}"
    return None


MOMENTS = ("set-up", "a", "b", "foresight", "income", "delivery", "c", "end")
"""Set-up, the phases with the steps at Kansas City in their place, and the end."""

Moments = Mapping[str, frozenset[str]]
"""Moment -> ids of the sections that are needed there."""


def load_moments(file: Path, book: Book) -> Moments:
    """Read which sections of a book are needed when. Raises ContentError."""
    values, lines = read_file(file, {"moments": KeyField("table")})
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
