"""Translations hold words: the facts of a section are those of its original, and nothing is told twice or left out."""

from dataclasses import replace
from pathlib import Path

import pytest
from companion.book.fields import ContentError
from companion.book.library import load_book, stale_translations
from companion.book.sections import Book, Section, Sources

from tests.book.parity import parity_problems

ORIGINAL = """---
id: turn/overview
title: A turn
order: 10
layers: [second-edition]
terms: [turn]
answer: One line.
parts:
  why: {terms: [reason], question: Q1}
related: [turn/overview]
source: rulebook-en.md, Turns
enforced: true
---
The text.

## Why {#why .reading}

So.
"""
EXAMPLES = """overview:
- title: One
  position: {turn: {player: blue}}
  ask: {type: judge, action: end}
  answer: {answer: 'yes'}
  text: Why.
- title: Two
  position: {}
  ask: {type: judge, action: end}
  answer: {answer: 'yes'}
"""
WORDS = """---
title: 차례
terms: [턴]
answer: 한 줄.
parts: {why: {terms: [이유]}}
source: 차례
translates: "{}"
---
글입니다.

## 왜 {#why .reading}

그래서.
"""
EXAMPLE_WORDS = """overview:
- title: 하나
  text: 까닭.
- title: 둘
"""


def load(folder: Path, language: str, original: Book | None = None) -> Book:
    return load_book(folder, language, Sources({}, set(), "", lambda *_, **__: ""), lambda *_: "", original)


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


@pytest.fixture
def english(tmp_path: Path) -> Book:
    write(tmp_path, "en/chapters.yaml", "chapters:\n  turn: Turns\n")
    write(tmp_path, "en/turn/overview.md", ORIGINAL)
    write(tmp_path, "en/examples/turn.yaml", EXAMPLES)
    write(tmp_path, "ko/chapters.yaml", "chapters:\n  turn: 차례\n")
    return load(tmp_path, "en")


def load_korean(folder: Path, english: Book, text: str = WORDS, examples: str = EXAMPLE_WORDS) -> Book:
    write(folder, "ko/examples/turn.yaml", examples)
    write(folder, "ko/turn/overview.md", text.replace("{}", english.sections["turn/overview"].revision))
    return load(folder, "ko", english)


def korean(folder: Path, english: Book, text: str = WORDS, examples: str = EXAMPLE_WORDS) -> Section:
    return load_korean(folder, english, text, examples).sections["turn/overview"]


def test_a_translation_is_its_original_in_other_words(tmp_path: Path, english: Book) -> None:
    original, told = english.sections["turn/overview"], korean(tmp_path, english)
    assert (told.title, told.terms, told.page.pieces[0]) == ("차례", ("턴",), "<p>글입니다.</p>")
    for fact in ("id", "order", "layers", "related", "enforced", "ruling"):
        assert getattr(told, fact) == getattr(original, fact)
    assert told.own.answer
    assert told.own.answer.html == "<p>한 줄.</p>"
    assert [(place.id, place.title, place.part.terms, place.ruling) for place in told.places[1:]] == [
        ("turn/overview#why", "왜", ("이유",), True)
    ]
    for one, other in zip(told.examples, original.examples, strict=True):
        assert {**one, "title": "", "text": ""} == {**other, "title": "", "text": ""}
    assert [example["title"] for example in told.examples] == ["하나", "둘"]
    assert [text and text.html for text in told.remarks] == ["<p>까닭.</p>", None]


def test_a_source_is_the_place_in_the_document_of_the_language(tmp_path: Path, english: Book) -> None:
    assert korean(tmp_path, english).source == "rulebook-ko.md, 차례"
    assert korean(tmp_path, english, WORDS.replace("source: 차례\n", "")).source == "rulebook-en.md, Turns"


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("title: 차례\n", "title: 차례\norder: 10\n", 3, "unknown key 'order' (known: title, terms,"),
        ("title: 차례\n", "title: 차례\nid: turn/overview\n", 3, "unknown key 'id'"),
        ("title: 차례\n", "title: 차례\nenforced: true\n", 3, "unknown key 'enforced'"),
        ("answer: 한 줄.\n", "", 2, "key 'answer' is missing"),
        ("{terms: [이유]}", "{terms: [이유], question: Q1}", 5, "unknown key 'question'"),
        ("why: {", "how: {", 5, "unknown key 'how'"),
        ("parts: {why: {terms: [이유]}}\n", "", 2, "key 'parts' is missing"),
        ("title: 차례\n", "", 2, "key 'title' is missing"),
        ("terms: [턴]\n", "", 2, "key 'terms' is missing"),
        (
            "source: 차례",
            "source: rulebook-ko.md, 차례",
            6,
            "that the document is 'rulebook-ko.md' goes without saying",
        ),
    ],
)
def test_wrong_translations(tmp_path: Path, english: Book, old: str, new: str, line: int, problem: str) -> None:
    assert old in WORDS
    with pytest.raises(ContentError) as caught:
        korean(tmp_path, english, WORDS.replace(old, new, 1))
    assert problem in str(caught.value)
    assert str(caught.value).startswith(f"{tmp_path / 'ko' / 'turn' / 'overview.md'}:{line}:")


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("  text: 까닭.\n", "  text: 까닭.\n  position: {}\n", 4, "unknown key 'position' (known: title, text)"),
        ("- title: 하나\n  text", "- text", 2, "key 'title' is missing"),
        ("  text: 까닭.\n", "", 2, "key 'text' is missing"),
        ("- title: 둘\n", "- title: 둘\n  text: 또.\n", 5, "unknown key 'text' (known: title)"),
        ("- title: 둘\n", "", 2, "1 examples here, 2 in the original"),
        ("overview:", "phases:", 1, "unknown key 'phases' (known: overview)"),
        (EXAMPLE_WORDS, "{}", 1, "key 'overview' is missing"),
    ],
)
def test_wrong_words_of_examples(tmp_path: Path, english: Book, old: str, new: str, line: int, problem: str) -> None:
    assert old in EXAMPLE_WORDS
    with pytest.raises(ContentError) as caught:
        korean(tmp_path, english, examples=EXAMPLE_WORDS.replace(old, new, 1))
    assert problem in str(caught.value)
    assert str(caught.value).startswith(f"{tmp_path / 'ko' / 'examples' / 'turn.yaml'}:{line}:")


def test_examples_that_the_original_has_not(tmp_path: Path, english: Book) -> None:
    section = replace(english.sections["turn/overview"], examples=(), remarks=())
    book = Book("en", (replace(english.chapters[0], sections=(section,)),))
    with pytest.raises(ContentError, match=r"turn.yaml:1: unknown key 'overview'"):
        korean(tmp_path, book)


def test_a_document_without_a_language_has_no_other_place(tmp_path: Path, english: Book) -> None:
    section = replace(english.sections["turn/overview"], source="solo.yaml, turn")
    book = Book("en", (replace(english.chapters[0], sections=(section,)),))
    with pytest.raises(ContentError, match=r"overview.md:6: 'solo.yaml' is the same document in every language"):
        korean(tmp_path, book)


def test_a_section_without_a_translation(tmp_path: Path, english: Book) -> None:
    with pytest.raises(ContentError, match="the section 'turn/overview' is not translated"):
        load(tmp_path, "ko", english)


def test_a_translation_without_an_original(tmp_path: Path, english: Book) -> None:
    write(tmp_path, "ko/turn/more.md", WORDS)
    with pytest.raises(ContentError, match=r"more.md:1: there is no section 'turn/more' in 'en'"):
        korean(tmp_path, english)


@pytest.mark.parametrize(
    ("chapters", "problem"),
    [("{}", "key 'turn' is missing"), ("\n  turn: 차례\n  more: 또", "unknown key 'more'")],
)
def test_chapters_without_their_title(tmp_path: Path, english: Book, chapters: str, problem: str) -> None:
    write(tmp_path, "ko/chapters.yaml", f"chapters: {chapters}\n")
    with pytest.raises(ContentError, match=problem):
        korean(tmp_path, english)


def test_what_words_refer_to_is_the_same(tmp_path: Path, english: Book) -> None:
    assert list(parity_problems([english, load_korean(tmp_path, english, WORDS)])) == []
    linked = load_korean(tmp_path, english, WORDS, EXAMPLE_WORDS.replace("까닭.", "'[까닭](turn/overview)'"))
    (problem,) = parity_problems([english, linked])
    assert problem.startswith("ko: turn/overview: examples differ")


def test_a_translation_of_an_older_text_is_stale(tmp_path: Path, english: Book) -> None:
    assert list(stale_translations([english, load_korean(tmp_path, english, WORDS)])) == []
    (stale,) = stale_translations([english, load_korean(tmp_path, english, WORDS.replace("{}", "0123abcd"))])
    assert stale.id == "turn/overview"
