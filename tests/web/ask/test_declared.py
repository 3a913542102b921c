"""A question of an ordinary kind is data: one that no other asks is declared here, and asked."""

import inspect

from companion.web.ask.answer import answer_to
from companion.web.ask.declared import Declared
from companion.web.ask.entries import ENTRIES
from companion.web.ask.fields import Ticks
from companion.web.ask.form import Form
from companion.web.ask.situation import QuickQuestion
from flask import Flask
from werkzeug.datastructures import MultiDict

from tests.web.ask.test_cases import given

MOST_LINES = 35


# fmt: off
def declare() -> QuickQuestion:
    return QuickQuestion(
        id="take-hazard",
        phase="B",
        order=90,
        symbol="hazard",
        title="Remove a hazard",
        about="Which hazards your dollars are enough for",
        rules=("trail/hazards",),
        example="d=8",
        ask=Declared(
            of="hazard",
            asks=(
                "d!",
                "w-engineer",
                ENTRIES["cleared"].asked(only=lambda _: ("step-left", "step-right"), likely=""),
            ),
            sets={
                "turn.phase": "B",
                "turn.pending": [{"effect": "remove-hazard", "dollars": 7}],
                "board.hazards": {"flood-1": {"hand": "green"}, "flood-2": None},
            },
            needs=(("d",),),
            among=lambda _: {"space": ["flood-1", "flood-2"]},
            yes=lambda n: f"You can remove {n}.",
            no="You can remove none.",
            parts=("trail",),
        ),
    )
# fmt: on


def test_it_takes_few_lines() -> None:
    assert len(inspect.getsource(declare).splitlines()) <= MOST_LINES


def test_it_asks_and_answers(app: Flask) -> None:
    for asks, verdict, sentence in (
        ("", "depends", "Tell me: Your dollars"),
        ("d=8", "yes", "You can remove 1."),
        ("d=6", "no", "You can remove none."),
    ):
        with app.test_request_context(f"/en/check/take-hazard/?v=1&{asks}"):
            app.preprocess_request()
            form = Form(given(asks))
            result = answer_to(declare(), form, "en")
        assert (result.verdict, result.sentence) == (verdict, sentence)
    # What is refused is told as well, by the sentence of the action.
    titles = ["Remove the hazard on Flood space 1", "Remove the hazard on Flood space 2"]
    assert [one.choice.title for one in result.refused] == titles


def test_its_fields_are_those_of_the_position(app: Flask) -> None:
    """Kind, limits and options come from the format of positions, labels and short keys are those of every question."""
    with app.test_request_context("/en/check/take-hazard/?v=1"):
        app.preprocess_request()
        form = Form(MultiDict())
        declare().ask(form)
    assert [(key, field.kind) for key, field in form.fields.items() if not field.hidden] == [
        ("d", "number"),
        ("w-engineer", "number"),
        ("cleared", "ticks"),
    ]
    assert [option.value for option in form.fields["cleared"].options] == ["step-left", "step-right", Ticks.NONE]
    assert form.fields["cleared"].facts == ("players.blue.cleared",)
