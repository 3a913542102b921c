"""Front matter: every wrong key is named with its file and line."""

from pathlib import Path

import pytest
from companion.book import library
from companion.book.fields import ContentError
from companion.book.frontmatter import read_front_matter
from companion.book.sections import Sources

GOOD = """---
id: turn/overview
title: A turn
order: 10
layers: [second-edition]
terms: [turn]
related: []
source: rulebook
---
The text.
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "turn" / "overview.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_good(tmp_path: Path) -> None:
    front = read_front_matter(write(tmp_path, GOOD))
    assert front.values["title"] == "A turn"
    assert front.lines["order"] == 4
    assert (front.body, front.body_line) == ("The text.\n", 10)


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("---\nid", "id", 1, "does not start with a front matter block"),
        ("title: A turn", "titel: A turn", 3, "unknown key 'titel'"),
        ("title: A turn\n", "", 2, "key 'title' is missing"),
        ("title: A turn", "title: A turn\ntitle: Again", 4, "key 'title' is given twice"),
        ("title: A turn", "title: 12", 3, "'title' is 12, not a text"),
        ("order: 10", "order: ten", 4, "'order' is 'ten', not a whole number"),
        ("order: 10", "order: true", 4, "'order' is True, not a whole number"),
        ("terms: [turn]", "terms: turn", 6, "'terms' is 'turn', not a list of texts"),
        ("terms: [turn]", "terms: [1]", 6, "'terms' is [1], not a list of texts"),
        ("source: rulebook", "source: rulebook\nenforced: maybe", 9, "'enforced' is 'maybe', not true or false"),
        ("terms: [turn]", "terms: [turn]\nparts: {a: {term: [x]}}", 7, "unknown key 'term'"),
        ("terms: [turn]", "terms: [turn]\nparts: {a: {answer: x}}", 7, "key 'terms' is missing"),
        ("title: A turn", "title: [A", 4, "not readable as YAML"),
    ],
)
def test_wrong(tmp_path: Path, old: str, new: str, line: int, problem: str) -> None:
    file = write(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(ContentError) as caught:
        read_front_matter(file)
    assert problem in str(caught.value)
    assert str(caught.value).startswith(f"{file}:{line}:")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("id: turn/overview", "id: turn/other", "the id is 'turn/other', the path says 'turn/overview'"),
        ("The text.", "", "does not start with its answer"),
        ("The text.", "{{fee.none}}", "there is no figure 'fee.none'"),
        ("related: []", "related: []\nparts: {none: {terms: [x]}}", "there is no heading 'none'"),
        ("The text.", "T.\n\n## A {#a}\n\nx\n\n## B {#a}\n\ny", "two headings have the same id"),
        ("The text.", "[x](turn/none)", "there is no section 'turn/none'"),
        ("The text.", "[x](turn/overview#none)", "'turn/overview' has no heading 'none'"),
        ("related: []", "related: [turn/none]", "there is no section 'turn/none'"),
    ],
)
def test_wrong_texts(tmp_path: Path, old: str, new: str, problem: str) -> None:
    chapters = tmp_path / "en" / "chapters.yaml"
    chapters.parent.mkdir()
    chapters.write_text("chapters:\n  turn: Turn\n", encoding="utf-8")
    write(tmp_path / "en", GOOD.replace(old, new, 1))
    with pytest.raises(ContentError) as caught:
        library.load_book(tmp_path, "en", Sources({}, set(), "", lambda *_, **__: ""), lambda *_: "")
    assert problem in str(caught.value)


def test_a_chapter_that_nobody_lists(tmp_path: Path) -> None:
    chapters = tmp_path / "en" / "chapters.yaml"
    chapters.parent.mkdir()
    chapters.write_text("chapters: {}\n", encoding="utf-8")
    write(tmp_path / "en", GOOD)
    with pytest.raises(ContentError, match="the chapter 'turn' is not listed"):
        library.load_book(tmp_path, "en", Sources({}, set(), "", lambda *_, **__: ""), lambda *_: "")
