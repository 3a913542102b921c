"""What people type at the table finds what answers it: how often, at least."""

import re

import pytest
from companion.components import parts
from companion.reference.library import Reference

from tests.book.asked import (
    BLIND,
    CHECK,
    CLOSED,
    FIVE,
    FORUM,
    FRESH,
    GLANCE,
    GRADED,
    LAST,
    LATER,
    LINE,
    PARTY,
    SEALED,
    SHUT,
    TABLE,
    TUNED,
    misleads,
    place,
    questions,
    rate,
    readable,
    written,
)
from tests.conftest import LANGUAGES

SETS = [(language, which) for language in LANGUAGES for which in written(language)]
OPEN = (LINE, GLANCE, PARTY, FORUM, FIVE)
"""Of the graded sets those of which a failure may show what is missed."""
LOOKED_AT = ("en", "ko")
"""Languages in which the search was tuned on questions, too."""


@pytest.mark.parametrize(("language", "which"), SETS)
def test_every_answer_is_there(reference: Reference, language: str, which: str) -> None:
    known = {*reference.books[language].places, *parts()}
    for question in questions(language, which):
        assert known.issuperset(question.answers), question


@pytest.mark.parametrize("language", LOOKED_AT)
def test_there_are_enough_of_them_about_everything(reference: Reference, language: str) -> None:
    asked = questions(language)
    assert len(asked) >= 150
    assert all(len(questions(language, which)) >= 48 for which in written(language) if which != TUNED)
    chapters = {answer.partition("/")[0] for question in asked for answer in question.answers}
    assert chapters.issuperset(chapter.id for chapter in reference.books[language].chapters)
    assert any(question.of_component for question in asked)


@pytest.mark.parametrize("language", LOOKED_AT)
def test_nothing_was_tuned_on_that_is_asked_later(language: str) -> None:
    tuned = {question.text for question in questions(language)}
    assert not tuned.intersection(
        question.text for which in written(language) if which != TUNED for question in questions(language, which)
    )


FLOORS = [
    # How often the first hit is right, how often one of three, how often the first shows what was asked (if graded).
    ("en", TUNED, 0.90, 0.98, None),
    ("ko", TUNED, 0.90, 0.98, None),
    ("en", LATER, 0.97, 0.98, None),
    ("ko", LATER, 0.80, 0.90, None),
    ("en", FRESH, 0.80, 0.90, None),
    ("ko", FRESH, 0.80, 0.90, None),
    ("de", FRESH, 0.85, 0.94, None),
    ("fr", FRESH, 0.85, 0.94, None),
    ("es", FRESH, 0.85, 0.94, None),
    ("en", LAST, 0.90, 0.96, None),
    ("ko", LAST, 0.88, 0.96, None),
    ("en", TABLE, 0.97, 0.98, None),
    ("ko", TABLE, 0.86, 0.96, None),
    ("en", CHECK, 0.92, 0.96, None),
    ("ko", CHECK, 0.88, 0.95, None),
    ("en", LINE, 0.96, 0.98, 0.94),
    ("ko", LINE, 0.94, 0.96, 0.94),
    ("en", SEALED, 0.89, 0.98, 0.89),
    ("ko", SEALED, 0.96, 0.98, 0.94),
    ("en", GLANCE, 0.98, 0.98, 0.96),
    ("ko", GLANCE, 0.98, 0.98, 0.98),
    ("en", SHUT, 0.94, 0.96, 0.92),
    ("ko", SHUT, 0.94, 0.98, 0.88),
    ("en", PARTY, 0.94, 0.98, 0.92),
    ("ko", PARTY, 0.94, 0.98, 0.92),
    ("en", CLOSED, 0.87, 0.98, 0.84),
    ("en", FORUM, 0.97, 0.98, 0.95),
    ("en", FIVE, 0.95, 0.98, 0.93),
    ("en", BLIND, 0.84, 0.98, 0.84),
    ("ko", CLOSED, 0.94, 0.96, 0.94),
]


@pytest.mark.parametrize(
    ("language", "which", "first", "among_three", "shows"),
    # What is graded says it first.
    [pytest.param(*one, marks=() if one[1] in GRADED else pytest.mark.thorough) for one in FLOORS],
)
def test_the_right_section_comes_first(
    reference: Reference, language: str, which: str, first: float, among_three: float, shows: float | None
) -> None:
    asked = questions(language, which)
    places = {question.text: place(reference, language, question) for question in asked}
    rates = rate(list(places.values()))
    # Nobody shall be tempted to tune on what was written later.
    wrong = {text: number for text, number in places.items() if number != 1 and which == TUNED}
    assert rates.hit1 >= first, wrong
    assert rates.hit3 >= among_three, wrong
    if shows:
        silent = [question.text for question in asked if not readable(reference, language, question)]
        # Numbers: what stands in the line of an assert is printed, and in most of the sets nobody looks at misses.
        number, most = len(silent), (1 - shows) * len(asked)
        assert number <= most, silent if which in OPEN else number


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_reads_as_the_opposite_of_the_rule(reference: Reference, language: str) -> None:
    for which in {*GRADED}.intersection(written(language)):
        wrong = [each.text for each in questions(language, which) if misleads(reference, language, each)]
        assert not wrong, wrong if which in OPEN else len(wrong)


YES_OR_NO = {"en": ("yes", "no"), "ko": ("네", "아니요", "안 됩니다"), "de": ("ja", "nein"), "fr": ("oui", "non")}
YES_OR_NO["es"] = ("sí", "no")
"""How a line begins that answers a question; a language that is not here has not said."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_says_yes_or_no_only_where_the_heading_asks(reference: Reference, language: str) -> None:
    begins = re.compile(rf"({'|'.join(YES_OR_NO[language])})[.,]", re.IGNORECASE)
    for each in reference.books[language].places.values():
        if each.part.answer and begins.match(each.part.answer.passages[0][2]):
            assert each.title.endswith("?"), each.id
