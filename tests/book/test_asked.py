"""What people ask of every section: complete, each in one place, read strictly."""

import pytest
from companion.book.asked import LEAST, load_questions
from companion.reference.library import Reference

from tests.book.asked import TUNED, questions, written
from tests.conftest import LANGUAGES, ROOT


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_is_asked_for(reference: Reference, language: str) -> None:
    book = reference.books[language]
    asked = load_questions(ROOT / "content", book)
    assert asked.keys() == book.places.keys()
    assert min(map(len, asked.values())) >= LEAST


@pytest.mark.parametrize("language", LANGUAGES)
def test_hardly_anything_is_asked_that_the_search_is_judged_by(reference: Reference, language: str) -> None:
    asked = {text for texts in load_questions(ROOT / "content", reference.books[language]).values() for text in texts}
    judged = {question.text for which in written(language) if which != TUNED for question in questions(language, which)}
    same = len(asked & judged)  # A number, so that a failure shows none of them.
    assert same <= len(judged) // 20
