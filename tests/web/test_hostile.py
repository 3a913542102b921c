"""Thousands of hostile requests to every address, every form and every question of the API: none breaks the server.

Where something can be sent to is found in the app itself (`hostile.py`). The requests are the same in every run.
"""

import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from companion import engine
from companion.engine.format.parts import MOST, CardShape
from companion.storage.finishing import Finishing
from companion.storage.groups import Groups
from companion.storage.sheets import Name, Sheets
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.strategies import actions, positions, situations
from tests.web import hostile
from tests.web.hostile import Request
from tests.web.places import Places, places
from tests.web.test_fuzz import spoiled

VISITS, SUBMISSIONS, QUESTIONS = 2700, 1700, 700
assert VISITS + SUBMISSIONS + QUESTIONS >= 5000

LONGEST_ANSWER = 2_000_000
"""Bytes of an answer. The longest page of the app is a tenth of that."""

MOST_WORK = 2_000_000
"""Functions of Python that answering one request may call: work is bounded by what is done, not by a clock."""


def many(count: int) -> Any:
    """Settings for the same examples in every run."""
    checks = list(HealthCheck)
    return settings(max_examples=count, derandomize=True, database=None, suppress_health_check=checks, deadline=None)


@pytest.fixture(scope="module")
def found(app: Flask) -> Places:
    sheets = Sheets(app.extensions["database"])
    people = [Name("A", "blue"), Name("B", "red")]
    sheet, played = (sheets.create(people, 2, ["simmental"]) for _ in range(2))
    # A game that is over, and a group that keeps it.
    sheets.write(str(played.edit_key), {(1, "money"): (None, "3"), (2, "cities"): (None, "4+2")})
    Finishing(app.extensions["database"]).finish(sheets.read(str(played.edit_key)), {1: {"money": 3}, 2: {"cities": 6}})
    groups = Groups(app.extensions["database"])
    group = groups.create("Tuesdays")
    groups.keep(group, [str(played.edit_key)])
    starts = [rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and not rule.arguments]
    keys = (sheet.edit_key, f"{played.edit_key}/result", f"group/{group.key}")
    return places(app, [*starts, *(f"/en/score/{key}" for key in keys)])


class Trouble(logging.Handler):
    """Remembers what is logged as an error, or with a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            self.records.append(self.format(record))


@pytest.fixture(scope="module", autouse=True)
def trouble() -> Iterator[Trouble]:
    handler = Trouble()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)
    assert handler.records == []


def survives(app: Flask, request: Request, *, counted: bool = True) -> int:
    """Send a request; its status. Counting the work makes it twice as slow, so few visits are counted."""
    client, calls = app.test_client(), 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count if counted else None)
    try:
        status, length = request.send(client)
    finally:
        sys.setprofile(None)
    assert status < 500
    assert length < LONGEST_ANSWER
    assert calls < MOST_WORK
    return status


FEW = st.integers(0, 9).map(lambda number: number == 9)


def test_every_view_is_known_by_an_address_or_takes_no_visitors(found: Places) -> None:
    """What no link leads to is reached by its pattern; only the API and redirects may be like that."""
    unlinked = {view for view in found.rules if not found.addresses.get(view) and "GET" in found.methods[view]}
    assert {view for view in unlinked if not view.startswith("api.")} <= {"score.changes", "home"}


def test_forms_are_found(found: Places) -> None:
    actions = {form.action.partition("?")[0] for form in found.forms}
    assert {"/en/check/", "/en/check/verdict/", "/en/score/", "/en/table", "/en/rules/search"} <= actions
    assert len(found.forms) >= 10


@many(VISITS)
@given(st.data())
def test_no_visit_breaks_the_server(app: Flask, found: Places, data: st.DataObject) -> None:
    survives(app, data.draw(hostile.visits(found)), counted=data.draw(FEW))


@many(SUBMISSIONS)
@given(st.data())
def test_no_form_breaks_the_server(app: Flask, found: Places, data: st.DataObject) -> None:
    survives(app, data.draw(hostile.submissions(found)), counted=data.draw(FEW))


def share_code(plain: Any) -> str:
    """The share code of a position, or of none."""
    try:
        return engine.share_code(engine.read_position(json.dumps(plain))) or ""
    except engine.Unreadable:
        return "a" * 70


POSITIONS = st.one_of(situations(), situations(), positions(), spoiled())
KNOWN = {"Position": POSITIONS | situations().map(share_code), "Action": actions()}


@many(QUESTIONS)
@given(st.data())
def test_no_question_breaks_the_api(app: Flask, data: st.DataObject) -> None:
    document = app.test_client().get("/api/v1/openapi.json").json
    request = data.draw(hostile.questions(document, KNOWN))
    assert survives(app, request) in (200, 304, 400, 405, 406, 409, 413, 415, 422)


CARDS = CardShape(engine.load_catalog(2, ("simmental",))).schema()["enum"]
HAND = CARDS * (MOST // len(CARDS))

# What is under way for a player who has every card many times over, or of whom nothing else is known.
WORST = [
    *({"effect": "discard-cards", "count": count} for count in (1, 2, 3, 6, 20, len(HAND) // 2, len(HAND))),
    {"effect": "discard", "card": "pair"},
    {"effect": "simmental-upgrade"},
    {"effect": "remove-cards", "count": 9},
    {"effect": "move-herder", "most": 15},
    {"effect": "move-herder-free", "most": 15},
    {"effect": "engine-forward", "most": 40},
]


@pytest.mark.parametrize("question", ["options", "judge", "apply"])
@pytest.mark.parametrize("step", WORST, ids=str)
def test_the_worst_questions_are_answered_with_bounded_work(app: Flask, step: Any, question: str) -> None:
    turn = {"player": "blue", "phase": "B", "pending": [step]}
    blue = {"hand": HAND, "herder": "start", "engine": 0, "exchange_tokens": 1}
    asked = {"position": {"turn": turn, "players": {"blue": blue}}, "action": "end"}
    if question == "options":
        del asked["action"]
    body = json.dumps(asked).encode()
    status = survives(app, Request("POST", f"/api/v1/{question}".encode(), b"", body, "application/json"))
    assert status == (409 if question == "apply" else 200)
