"""The rules reference: every section in every language, read once, checked and rendered.

content/<lang>/chapters.yaml           the titles of the chapters; in the reference language also their order
content/<lang>/<chapter>/<section>.md  one section; its id is "<chapter>/<section>" in every language
content/<lang>/asked/<chapter>.yaml    what people type who look for its sections (`companion.book.asked`)
content/<lang>/tables.yaml             how a search tells cells of tables, by the headings of their columns
content/<lang>/examples/<chapter>.yaml worked examples of its sections (`companion.book.examples`)

The facts of a section stand in the reference language only: a translation is its original in other words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.book.asked import SearchPhrases, load_phrases
from companion.book.examples import load_examples
from companion.book.fields import ContentError, read_file, texts_of
from companion.book.frontmatter import SECTION_FIELDS, FrontMatter, read_front_matter, translation_fields
from companion.book.sections import Book, Chapter, Rendered, Section, SectionPart, Sources, link_problem

REFERENCE_LANGUAGE = "en"
"""The language that the others are translated from."""


def languages(folder: Path) -> tuple[str, ...]:
    """The languages that rule texts are there in: the reference language first, then by code."""
    names = sorted(entry.name for entry in folder.iterdir() if (entry / "chapters.yaml").is_file())
    return tuple(sorted(names, key=lambda language: language != REFERENCE_LANGUAGE))


def section_address(language: str, target: str) -> str:
    """The address of a section, given its id with or without `#heading`."""
    return f"/{language}/rules/{target}"


def load_book(
    folder: Path, language: str, sources: Sources, address: Callable[[str, str], str], original: Book | None = None
) -> Book:
    """Read, check and render all texts of a language below `folder`; in any but the reference language, those that
    the `original` has.

    `address(language, target)` gives the page address of a section id with or without `#heading`.
    Raises ContentError for the first thing that is wrong.
    """
    # Imported here because a book that was read before needs no Markdown.
    from companion.book.render import render

    root = folder / language
    ids = None if original is None else [chapter.id for chapter in original.chapters]
    titles = _chapter_titles(root / "chapters.yaml", ids)
    columns = column_phrases(root / "tables.yaml")
    files = {f"{file.parent.name}/{file.stem}": file for file in sorted(root.glob("*/*.md"))}
    for name, file in files.items():
        if file.parent.name not in titles:
            raise ContentError(root / "chapters.yaml", 1, f"the chapter {file.parent.name!r} is not listed")
        if original and name not in original.sections:
            raise ContentError(file, 1, f"there is no section {name!r} in {original.language!r}, where its facts stand")
    for name in original.sections if original else ():
        if name not in files:
            raise ContentError(root / f"{name}.md", 1, f"the section {name!r} is not translated")
    originals = {name: section.examples for name, section in original.sections.items()} if original else None
    examples = load_examples(root, files, originals)
    fronts = {
        name: read_front_matter(file, translation_fields(original.sections[name]) if original else SECTION_FIELDS)
        for name, file in files.items()
    }
    places: dict[str, list[str]] = {chapter: [] for chapter in titles}
    for name, front in fronts.items():
        places[name.partition("/")[0]] += [name, *(f"{name}#{part}" for part in front.values.get("answers", {}))]
    asked = load_phrases(root, places)
    sections = [
        _load_section(
            name,
            front,
            language,
            lambda text: render(text, sources, lambda target: address(language, target), columns),
            tuple(examples.get(name, ())),
            asked,
            original.sections[name] if original else None,
        )
        for name, front in fronts.items()
    ]
    sections.sort(key=lambda section: (section.order, section.id))
    chapters = [
        Chapter(chapter, title, tuple(section for section in sections if section.chapter == chapter))
        for chapter, title in titles.items()
    ]
    book = Book(language, tuple(chapters))
    _check_links(book)
    return book


def _chapter_titles(file: Path, ids: Sequence[str] | None) -> Mapping[str, str]:
    """The titles of the chapters by id, in their order: that of the `ids`, if they are known."""
    values, _ = read_file(file, {"chapters": texts_of(ids)})
    titles: Mapping[str, str] = values["chapters"]
    return {name: titles[name] for name in ids or titles}


def column_phrases(file: Path) -> Mapping[str, str]:
    """What stands under the headings of columns, as parts of sentences; none where a language has no such file."""
    if not file.exists():
        return {}
    phrases: Mapping[str, str] = read_file(file, {"columns": texts_of()})[0]["columns"]
    return phrases


def _load_section(
    name: str,
    front: FrontMatter,
    language: str,
    rendered: Callable[[str], Rendered],
    examples: tuple[Mapping[str, Any], ...],
    asked: Mapping[str, SearchPhrases],
    original: Section | None,
) -> Section:
    file, values = front.file, front.values
    page = rendered(front.body)
    remarks = tuple(rendered(example["text"]) if "text" in example else None for example in examples)
    parts: Mapping[str, str] = values.get("answers", {})
    own = {"": values["answer"]} if "answer" in values else {}
    answers = {anchor: rendered(line) for anchor, line in {**own, **parts}.items()}
    problems = [problem for text in (page, *remarks, *answers.values()) if text for problem in text.problems]
    if problems:
        raise ContentError(file, front.body_line, "; ".join(dict.fromkeys(problems)))
    anchors = [anchor for anchor, _ in page.headings]
    if len(set(anchors)) < len(anchors):
        raise ContentError(file, front.body_line, "two headings have the same id")
    if not page.passages or not page.passages[0][2]:
        raise ContentError(file, front.body_line, "the text does not start with its answer")
    for anchor in (*parts, *(example.get("part", "") for example in examples)):
        if anchor and anchor not in anchors:
            raise ContentError(file, front.lines.get("answers", 1), f"there is no heading {anchor!r}")
    questions = {"": values.get("question"), **values.get("questions", {})}
    for anchor in questions.keys() - {"", *parts}:
        raise ContentError(file, front.lines["questions"], f"there is no answer {anchor!r}")

    def part(anchor: str) -> SectionPart:
        question = original.part(anchor).question if original else questions.get(anchor)
        return SectionPart(asked[f"{name}#{anchor}" if anchor else name].names, answers.get(anchor), question)

    words: dict[str, Any] = {
        "language": language,
        "title": values["title"],
        "own": part(""),
        "parts": {anchor: part(anchor) for anchor in parts},
        "translates": values.get("translates"),
        "examples": examples,
        "remarks": remarks,
        "revision": revision(front, examples),
        "file": file,
        "page": page,
    }
    if original:
        return replace(original, **words, source=_translated_source(front, language, original))
    return Section(
        id=name,
        order=values["order"],
        layers=tuple(values["layers"]),
        related=tuple(values["related"]),
        source=values["source"],
        enforced=values.get("enforced", False),
        picture=values.get("picture", ""),
        **words,
    )


def _translated_source(front: FrontMatter, language: str, original: Section) -> str:
    """Where the facts of a translation come from: what it says is the place in its own language's document."""
    if "source" not in front.values:
        return original.source
    document, place = original.source.partition(",")[0], front.values["source"]
    own = document.replace(f"-{original.language}.", f"-{language}.")
    if own == document:
        raise ContentError(front.file, front.lines["source"], f"{document!r} is the same document in every language")
    if place.startswith(own):
        raise ContentError(front.file, front.lines["source"], f"that the document is {own!r} goes without saying")
    return f"{own}, {place}"


def revision(front: FrontMatter, examples: Sequence[Mapping[str, Any]]) -> str:
    """A short name for this state of a text: title, body, examples and answers."""
    values = front.values
    answers = [values.get("answer"), *values.get("answers", {}).values()]
    contents = [values["title"], front.body.strip(), repr(list(examples) or ()), *filter(None, answers)]
    return hashlib.sha256("\0".join(contents).encode()).hexdigest()[:8]


def _check_links(book: Book) -> None:
    for section in book.sections.values():
        answers = [place.part.answer for place in section.places]
        elsewhere = [link for text in (*section.remarks, *answers) if text for link in text.links]
        for target in (*section.related, *section.page.links, *elsewhere):
            problem = link_problem(book, target)
            if problem:
                raise ContentError(section.file, 1, problem)


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


def load_moved(file: Path, books: Collection[Book]) -> Mapping[str, str]:
    """Read where former sections are. Raises ContentError."""
    values, lines = read_file(file, {"moved": texts_of()})
    moved: Mapping[str, str] = values["moved"]
    for book in books:
        for former, now in moved.items():
            problem = f"{former!r} is a section" if former in book.sections else link_problem(book, now)
            if problem:
                raise ContentError(file, lines["moved"], problem)
    return moved
