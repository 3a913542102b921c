"""Translations hold words: the facts of a section are those of its original, and nothing is told twice or left out."""

from pathlib import Path

from companion.book.library import stale_translations

from tests.book.parity import parity_problems
from tests.book.test_mistakes import SUBJECTS, load_books, right, write


def test_a_translation_is_its_original_in_other_words(tmp_path: Path) -> None:
    original, told = (book.sections["turn/overview"] for book in right(tmp_path, "books"))
    assert (told.title, told.own.names, told.page.pieces[0]) == ("차례", ("턴",), "<p>글입니다.</p>")
    for fact in ("id", "order", "layers", "related", "enforced", "ruling"):
        assert getattr(told, fact) == getattr(original, fact)
    assert told.own.answer
    assert told.own.answer.html == "<p>한 줄.</p>"
    assert [(place.id, place.title, place.part.names, place.ruling) for place in told.places[1:]] == [
        ("turn/overview#why", "왜", ("이유",), True)
    ]
    for one, other in zip(told.examples, original.examples, strict=True):
        assert {**one, "title": "", "text": ""} == {**other, "title": "", "text": ""}
    assert [example["title"] for example in told.examples] == ["하나", "둘", "셋"]
    assert [text and text.html for text in told.remarks] == ["<p>까닭.</p>", None, None]


def test_a_source_is_the_place_in_the_document_of_the_language(tmp_path: Path) -> None:
    _, korean = right(tmp_path, "books")
    assert [section.source for section in korean.sections.values()] == ["rulebook-ko.md, 차례", "rulebook"]


def test_what_words_refer_to_is_the_same(tmp_path: Path) -> None:
    assert list(parity_problems(right(tmp_path, "books"))) == []
    linked = SUBJECTS["books"]["right"]["ko/examples/turn.yaml"].replace("까닭.", "'[까닭](turn/overview)'")
    write(tmp_path, {"ko/examples/turn.yaml": linked})
    (problem,) = parity_problems(load_books(tmp_path))
    assert problem.startswith("ko: turn/overview: examples differ")


def test_a_translation_of_an_older_text_is_stale(tmp_path: Path) -> None:
    assert list(stale_translations(right(tmp_path, "books"))) == []
    older = SUBJECTS["books"]["right"]["ko/turn/phases.md"].replace("REVISION", "0123abcd")
    write(tmp_path, {"ko/turn/phases.md": older})
    (stale,) = stale_translations(load_books(tmp_path))
    assert stale.id == "turn/phases"
