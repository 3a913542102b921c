"""A question of an ordinary kind is data: the one that the documentation shows is asked as it stands there."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from companion import engine
from companion.web.ask.answer import QuestionResult
from companion.web.ask.fields import AskField, FieldOption
from companion.web.ask.question import Form, QuickQuestion
from companion.web.ask.trail import short
from companion.web.language import ngettext
from flask import Flask
from flask_babel import lazy_gettext

from tests.conftest import ROOT
from tests.web.ask.test_cases import given

MOST_LINES = 35
_DOCS = (ROOT / "docs" / "quick-questions.md").read_text(encoding="utf-8")
_SAMPLES = re.findall(r"```python\n(.*?)```", _DOCS, re.DOTALL)

Ask = Callable[[str], tuple[Form, QuestionResult]]


def declared() -> QuickQuestion:
    names = (AskField, FieldOption, QuickQuestion, lazy_gettext, ngettext, short)
    scope = {one.__name__: one for one in names}
    exec(_SAMPLES[0], scope)  # noqa: S102 (our own documentation)
    question = scope["QUESTION"]
    assert isinstance(question, QuickQuestion)
    return replace(question, id="remove-hazard")


@pytest.fixture
def ask(app: Flask) -> Iterator[Ask]:
    def asked(asks: str) -> tuple[Form, QuestionResult]:
        with app.test_request_context(f"/en/check/remove-hazard/?v=1&{asks}"):
            app.preprocess_request()
            form = Form(given(asks))
            return form, QuestionResult(declared(), form, "en")

    return asked


def test_it_takes_few_lines() -> None:
    (sample,) = _SAMPLES
    assert len(sample.splitlines()) <= MOST_LINES


@pytest.mark.parametrize(
    ("asks", "verdict", "sentence"),
    [
        ("", "depends", "First fill in “The hazard”."),
        ("flood=flood-1", "depends", "How many dollars do you have?"),
        ("flood=flood-1&d=6", "no", "You cannot remove it."),
        (declared().example, "yes", "You can remove it."),
    ],
)
def test_it_asks_and_answers(ask: Ask, asks: str, verdict: str, sentence: str) -> None:
    _, result = ask(asks)
    assert (result.judged.answer, result.sentence) == (verdict, sentence)


def test_what_is_refused_is_shown_by_the_sentence_of_the_action(ask: Ask) -> None:
    _, result = ask("flood=flood-1&d=6")
    assert [one.choice.title for one in result.refused] == ["Remove the hazard on flood space 1"]
    assert [reason.code for one in result.refused for reason in one.reasons[:1]] == ["not-enough-dollars"]
    assert list(result.ways_out) == ["You need $1 more."]


def test_its_fields_are_those_of_the_position(ask: Ask) -> None:
    """What is known of a field, the format of positions tells; labels and keys are those of every question."""
    form, _ = ask("d=100")
    assert [key for key, field in form.fields.items() if not field.hidden] == ["d", "flood"]
    assert form.fields["d"].facts == ("players.blue.dollars",)
    assert form.errors == ["Your dollars: enter a whole number from 0 to 99, or leave it empty."]


def test_numbers_are_bounded_by_what_is_usual_at_a_table(app: Flask) -> None:
    usual = {one.path: one.usual for one in engine.described()}
    with app.test_request_context("/en/check/draw/"):
        app.preprocess_request()
        form = Form(given(""))
        form.ask_for_game()
        for key in ("d", "tokens", "hand", "draw", "discard", "w-cowboy"):
            form.ask(key)
            field = form.fields[key]
            assert (field.least, field.most) == usual[field.path] != (0, 999)


def test_every_name_of_the_documentation_exists() -> None:
    """Files and folders that its table names, and the keys of fields that it takes for examples."""
    for name in re.findall(r"^\| (.+?) \|", _DOCS, re.MULTILINE):
        for file in re.findall(r"`([a-z_]+\.py)`", name):
            assert (ROOT / "companion" / "web" / "ask" / file).is_file()
