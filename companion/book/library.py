"""The rules reference: every section in every language, read once, checked and rendered.

content/<lang>/chapters.yaml           the chapters in their order, with their titles
content/<lang>/<chapter>/<section>.md  one section; its id is "<chapter>/<section>" in every language
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.book.fields import ContentError, Field, entries, read_mapping
from companion.book.frontmatter import FrontMatter, read_front_matter
from companion.book.render import Rendered, Sources, render

REFERENCE_LANGUAGE = "en"
"""The language that the others are translated from."""


@dataclass(frozen=True)
class Section:
    """One rule text: an answer to one question that somebody at the table asks."""

    id: str
    language: str
    title: str
    order: int
    layers: tuple[str, ...]
    terms: tuple[str, ...]
    related: tuple[str, ...]
    source: str
    enforced: bool
    ruling: bool
    question: str | None
    translates: str | None
    examples: tuple[Mapping[str, Any], ...]
    remarks: tuple[Rendered | None, ...]
    """For each example, what the text adds to the answer of the engine in its own words."""
    revision: str
    """Changes when the text changes; a translation names the revision it was made from."""
    file: Path
    page: Rendered

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

    def chapter_of(self, section: Section) -> Chapter:
        """The chapter that a section of this book stands in."""
        return next(chapter for chapter in self.chapters if chapter.id == section.chapter)

    def neighbours(self, section: Section) -> tuple[Section | None, Section | None]:
        """The sections before and after a section, None at the ends of the book."""
        row = list(self.sections.values())
        place = row.index(section)
        return row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None


def languages(folder: Path) -> tuple[str, ...]:
    """The languages that rule texts are there in: the reference language first, then by code."""
    found = sorted(entry.name for entry in folder.iterdir() if (entry / "chapters.yaml").is_file())
    return tuple(sorted(found, key=lambda language: language != REFERENCE_LANGUAGE))


def section_address(language: str, target: str) -> str:
    """The address of a section, given its id with or without `#heading`."""
    return f"/{language}/rules/{target}"


def load_book(folder: Path, language: str, sources: Sources, address: Callable[[str, str], str]) -> Book:
    """Read, check and render all texts of a language below `folder`.

    `address(language, target)` gives the page address of a section id with or without `#heading`.
    Raises ContentError for the first thing that is wrong.
    """
    root = folder / language
    titles = _chapter_titles(root / "chapters.yaml")
    strays = sorted({file.parent.name for file in root.glob("*/*.md")} - set(titles))
    if strays:
        raise ContentError(root / "chapters.yaml", 1, f"the chapter {strays[0]!r} is not listed")
    chapters = []
    for chapter, title in titles.items():
        sections = [
            _load_section(file, language, sources, lambda target: address(language, target))
            for file in sorted((root / chapter).glob("*.md"))
        ]
        sections.sort(key=lambda section: (section.order, section.id))
        chapters.append(Chapter(chapter, title, tuple(sections)))
    book = Book(language, tuple(chapters))
    _check_links(book)
    return book


def _chapter_titles(file: Path) -> Mapping[str, str]:
    values, _ = read_mapping(
        file, file.read_text(encoding="utf-8"), {"chapters": entries({"id": Field("text"), "title": Field("text")})}
    )
    return {entry["id"]: entry["title"] for entry in values["chapters"]}


def _load_section(file: Path, language: str, sources: Sources, address: Callable[[str], str]) -> Section:
    front = read_front_matter(file)
    values = front.values
    expected = f"{file.parent.name}/{file.stem}"
    if values["id"] != expected:
        raise ContentError(file, front.lines["id"], f"the id is {values['id']!r}, the path says {expected!r}")
    page = render(front.body, sources, address)
    examples = tuple(values.get("examples", ()))
    remarks = tuple(render(example["text"], sources, address) if "text" in example else None for example in examples)
    problems = [problem for text in (page, *remarks) if text for problem in text.problems]
    if problems:
        raise ContentError(file, front.body_line, "; ".join(dict.fromkeys(problems)))
    anchors = [anchor for anchor, _ in page.headings]
    if len(set(anchors)) < len(anchors):
        raise ContentError(file, front.body_line, "two headings have the same id")
    if not page.passages or not page.passages[0][2]:
        raise ContentError(file, front.body_line, "the text does not start with its answer")
    return Section(
        id=values["id"],
        language=language,
        title=values["title"],
        order=values["order"],
        layers=tuple(values["layers"]),
        terms=tuple(values["terms"]),
        related=tuple(values["related"]),
        source=values["source"],
        enforced=values.get("enforced", False),
        ruling=values.get("ruling", False),
        question=values.get("question"),
        translates=values.get("translates"),
        examples=examples,
        remarks=remarks,
        revision=revision(front),
        file=file,
        page=page,
    )


def revision(front: FrontMatter) -> str:
    """A short name for this state of a text: title, body and examples."""
    told = [front.values["title"], front.body.strip(), repr(front.values.get("examples", ()))]
    return hashlib.sha256("\0".join(told).encode()).hexdigest()[:8]


def _check_links(book: Book) -> None:
    for section in book.sections.values():
        in_examples = [link for text in section.remarks if text for link in text.links]
        for target in (*section.related, *section.page.links, *in_examples):
            problem = link_problem(book, target)
            if problem:
                raise ContentError(section.file, 1, problem)


def link_problem(book: Book, target: str) -> str | None:
    """Why a link to `target` (a section id, perhaps with `#heading`) leads nowhere, None when it does not."""
    name, _, anchor = target.partition("#")
    section = book.sections.get(name)
    if section is None:
        return f"the link to {target!r} leads nowhere: there is no section {name!r}"
    if anchor and anchor not in (heading for heading, _ in section.page.headings):
        return f"the link to {target!r} leads nowhere: {name!r} has no heading {anchor!r}"
    return None


def parity_problems(books: Sequence[Book]) -> Iterator[str]:
    """What differs between the languages and must not: sections, headings, figures, symbols, links, facts."""
    reference = next(book for book in books if book.language == REFERENCE_LANGUAGE)
    for book in books:
        if book is reference:
            continue
        ids = [chapter.id for chapter in book.chapters], [chapter.id for chapter in reference.chapters]
        if ids[0] != ids[1]:
            yield f"{book.language}: the chapters are {ids[0]}, not {ids[1]}"
        for missing in sorted(set(reference.sections) ^ set(book.sections)):
            yield f"{book.language}: {missing} is there in one language only"
        for name in sorted(set(reference.sections) & set(book.sections)):
            ours, theirs = book.sections[name], reference.sections[name]
            for what, one, other in (
                ("figures", set(ours.page.figures), set(theirs.page.figures)),
                ("symbols", set(ours.page.symbols), set(theirs.page.symbols)),
                ("links", set(ours.page.links), set(theirs.page.links)),
                ("headings", [a for a, _ in ours.page.headings], [a for a, _ in theirs.page.headings]),
                ("order", ours.order, theirs.order),
                ("layers", ours.layers, theirs.layers),
                ("related", ours.related, theirs.related),
                ("checks", ours.page.checks, theirs.page.checks),
                ("flags", (ours.enforced, ours.ruling), (theirs.enforced, theirs.ruling)),
                ("question", ours.question, theirs.question),
                ("examples", _facts(ours), _facts(theirs)),
            ):
                if one != other:
                    yield f"{book.language}: {name}: {what} differ: {_difference(one, other)}"


def _facts(section: Section) -> list[tuple[Any, ...]]:
    """What an example says in every language: position, question, answer, and what its words refer to."""
    return [
        (
            *(example[key] for key in ("position", "ask", "answer")),
            *((set(text.figures), set(text.symbols), set(text.links)) if text else ()),
        )
        for example, text in zip(section.examples, section.remarks, strict=True)
    ]


def _difference(one: object, other: object) -> str:
    if isinstance(one, set) and isinstance(other, set):
        return f"only here {sorted(one - other)}, only there {sorted(other - one)}"
    return f"{one!r} here, {other!r} there"


def stale_translations(books: Sequence[Book]) -> Iterator[Section]:
    """Translations that were made from an older state of the reference text, or do not say from which."""
    reference = next(book for book in books if book.language == REFERENCE_LANGUAGE)
    for book in books:
        for section in book.sections.values():
            original = reference.sections.get(section.id)
            if book is not reference and original and section.translates != original.revision:
                yield section


def stamp(section: Section, original: str) -> None:
    """Note in the file of a translation which revision of the original it is made from."""
    lines = [
        line for line in section.file.read_text(encoding="utf-8").split("\n") if not line.startswith("translates:")
    ]
    lines.insert(lines.index("---", 1), f'translates: "{original}"')
    section.file.write_text("\n".join(lines), encoding="utf-8")


def unknown_layers(books: Sequence[Book], known: Collection[str]) -> Iterator[str]:
    """Sections that name a layer that is not there."""
    for book in books:
        for section in book.sections.values():
            for layer in section.layers:
                if layer not in known:
                    yield f"{section.file}: there is no layer {layer!r}"
