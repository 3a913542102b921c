"""Thousands of hostile requests to every address, every form and every question of the API: none breaks the server.

Where something can be sent to is found in the app itself (`places.py`), what is sent is made in `hostile.py`. The
requests are the same in every run: more than 5,000 in `make thorough`, and a sixteenth of them in `make test`.
"""

import contextlib
import json
import logging
from collections.abc import Iterator
from cProfile import Profile
from typing import Any

import pytest
from companion import engine
from companion.book.search.words import MAX_QUERY_LENGTH
from companion.engine.core.position import MAX_COUNT
from companion.engine.format.pieces import CardShape
from companion.imported.reading import read
from companion.imported.shelf import Rulebook, Shelf
from companion.web.ask.questions import quick_questions
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.engine.plain import same
from tests.engine.strategies import positions
from tests.engine.test_format import more_known_than_there
from tests.imported.rulebooks import HOSTILE, RULEBOOK
from tests.profiles import examples
from tests.web import hostile
from tests.web.ask.test_pages import fields
from tests.web.described import described
from tests.web.hostile import Request
from tests.web.html import Page
from tests.web.places import Places, places

MAX_ANSWER_LENGTH = 2_000_000
"""Bytes of an answer. The longest page of the app is a tenth of that."""

MAX_WORK = 2_000_000
"""Functions of Python that answering one request may call: work is bounded by what is done, not by a clock."""


def many(thorough: int) -> Any:
    return examples(thorough, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def found(app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Places]:
    """With an imported rulebook, which visitors of this machine see."""
    file = tmp_path_factory.mktemp("rulebook") / "rules.md"
    file.write_text(f"{RULEBOOK}\n{HOSTILE}", encoding="utf-8")
    draft, shelf = read(file), Shelf(app.config["INSTANCE"])
    pairs = {"fees": "movement/hand-fees", "credits": "no/such-section"}
    shelf.write(Rulebook("rules", draft.title, "en", False, tuple(draft.sections), pairs))
    yield places(app)
    (shelf.folder / "rules.json").unlink()


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


def survives(app: Flask, request: Request, *, counted: bool = True) -> TestResponse:
    """Send a request; its answer. Counting the work makes it twice as slow, so few visits are counted."""
    # A client that does no more than send: the answer is looked up in the description when the work has been counted.
    client, work = FlaskClient(app, app.response_class), Profile(builtins=False)
    with work if counted else contextlib.nullcontext():
        response = request.send(client)
    described(response)
    assert response.status_code < 500
    assert len(response.data) < MAX_ANSWER_LENGTH
    assert sum(entry.callcount for entry in work.getstats()) < MAX_WORK
    return response


FEW = st.integers(0, 9).map(lambda number: number == 9)


def test_every_view_is_known_by_an_address_or_takes_no_visitors(found: Places) -> None:
    """What no link leads to is reached by its pattern: only the API, redirects, and what scripts ask for."""
    redirects = {"ask.in_words", "editor.judge", "setup.aids", "teach.join"}
    asked_by_scripts = {
        "score.changes",
        "teach.where",
        "house.of_pages",
        "house.text",
        "offline.pages",
        "offline.instead",
        "offline.file",
        "offline.whole_worker",
    }
    unlinked = {view for view in found.rules if not found.addresses.get(view) and "GET" in found.methods[view]}
    assert {view for view in unlinked if not view.startswith("api.")} <= {
        *asked_by_scripts,
        *redirects,
        "offline.shared",
        "home.take",
        # Messengers look at what the head of a page names.
        "card.home",
        "card.section",
    }


def test_forms_are_found(found: Places) -> None:
    actions = {form.action.partition("?")[0] for form in found.forms}
    assert {"/en/check/", "/en/check/verdict/", "/en/score/", "/en/table", "/en/rules/search"} <= actions
    assert len(found.forms) >= 10


def test_asking_for_the_head_is_looking(app: Flask, found: Places) -> None:
    """What shows a link before it is opened asks so: nothing is changed (`conftest`), and the answer is that of GET."""
    for address in (addresses[-1] for addresses in found.addresses.values()):
        asked, got = app.test_client().head(address), app.test_client().get(address)
        assert (asked.status_code, asked.data) == (got.status_code, b""), address


def test_a_form_that_comes_with_a_question_is_refused(app: Flask, found: Places) -> None:
    """And so changes nothing (see `conftest.looking_writes_nothing`), whatever a view makes of it."""
    for form in found.forms:
        told = {name: values[-1] for name, values in form.fields.items()}
        if form.method == "POST" and told:
            assert app.test_client().get(form.action, data=told).status_code == 400, form.action


@many(2000)
@given(st.data())
def test_no_visit_breaks_the_server(app: Flask, found: Places, data: st.DataObject) -> None:
    survives(app, data.draw(hostile.visits(found)), counted=data.draw(FEW))


@many(1400)
@given(st.data())
def test_no_form_breaks_the_server(app: Flask, found: Places, data: st.DataObject) -> None:
    survives(app, data.draw(hostile.submissions(found)), counted=data.draw(FEW))


@many(1000)
@given(hostile.questions())
def test_every_question_is_answered_as_the_document_says(app: Flask, asked: Request) -> None:
    survives(app, asked)


@many(150)
@given(st.sampled_from(list(quick_questions())), st.data())
def test_what_cannot_be_read_names_its_field(app: Flask, question: str, data: st.DataObject) -> None:
    asked = {field.key: field for field in fields(app, question) if not field.hidden}
    # With a zero byte, which nobody can type, the request as a whole is refused.
    typed = {name: hostile.values(field.tries).filter(lambda text: "\0" not in text) for name, field in asked.items()}
    given = [(name, data.draw(values)) for name, values in typed.items()]
    path = f"/en/check/{question}/".encode()
    response = survives(app, Request("GET", path, hostile.encoded([("v", "1"), *given])), counted=False)
    page = Page(response)
    errors = [page.words(error) for error in page.all("p", class_="field-error") if error.get("hidden") is None]
    assert response.status_code == (422 if errors else 200)
    assert all(error.startswith(tuple(field.label for field in asked.values())) for error in errors)


@many(100)
@given(positions())
def test_every_position_is_answered_and_opens_by_its_link(app: Flask, plain: Any) -> None:
    """The page, the API and the link say the same of any position that the schema allows."""
    client = app.test_client()
    response = client.post("/api/v1/check", json=plain)
    if more_known_than_there(plain):
        assert response.status_code == 422
        return
    assert response.status_code == 200
    answer = response.json
    assert answer is not None
    assert client.post("/ko/check/", data={"position": json.dumps(plain)}).status_code == 200
    if answer["share"] is None:
        return
    file = client.get(f"/en/position/{answer['share']}.json")
    assert same(engine.read_position(file.text), engine.read_position(json.dumps(plain)))
    again = client.post("/api/v1/check", data=file.text, content_type="application/json").json
    assert again is not None
    assert (again["possible"], again["share"]) == (answer["possible"], answer["share"])
    # Findings stand in the order of the text, and a link does not keep that.
    assert sorted(one["code"] for one in again["findings"]) == sorted(one["code"] for one in answer["findings"])
    assert client.get(f"/en/position/{answer['share']}").status_code == 200


WORST = [
    {"effect": "discard", "card": "pair"},
    {"effect": "simmental-upgrade"},
    {"effect": "remove-cards", "count": 9},
    {"effect": "move-herder", "most": 15},
    {"effect": "move-herder-free", "most": 15},
    {"effect": "engine-forward", "most": 40},
]


@pytest.mark.parametrize(
    "question", ["options", *(pytest.param(question, marks=pytest.mark.thorough) for question in ("judge", "apply"))]
)
def test_the_worst_questions_are_answered_with_bounded_work(app: Flask, question: str) -> None:
    """What is under way for a player who has every card many times over, or of whom nothing else is known."""
    cards = CardShape(engine.load_catalog(2, ("simmental",))).schema()["enum"]
    hand = cards * (MAX_COUNT // len(cards))
    blue = {"hand": hand, "herder": "start", "engine": 0, "exchange_tokens": 1}
    counts = (1, 6, len(hand) // 2)
    for step in (*WORST, *({"effect": "discard-cards", "count": count} for count in counts)):
        turn = {"player": "blue", "phase": "B", "pending": [step]}
        asked = {"position": {"turn": turn, "players": {"blue": blue}}}
        body = json.dumps(asked if question == "options" else {**asked, "action": "end"}).encode()
        response = survives(app, Request("POST", f"/api/v1/{question}".encode(), b"", body, "application/json"))
        assert response.status_code == (409 if question == "apply" else 200), step


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_longest_words_are_searched_with_bounded_work(app: Flask, language: str) -> None:
    """What may be words that were run together is cut in many places."""
    for word in ("handlimitstation", "stationsstation", "gebaeude", "ae"):
        long = (word * MAX_QUERY_LENGTH)[:MAX_QUERY_LENGTH]
        survives(app, Request("GET", f"/{language}/rules/search".encode(), f"q={long}".encode()))


def test_the_longest_actions_are_judged_with_bounded_work(app: Flask) -> None:
    """An action may name as much as its description allows."""
    actions = {kind["properties"]["type"]["const"]: kind["properties"] for kind in engine.action_schema()["anyOf"]}
    way, cards = actions["move"]["way"], actions["discard"]["cards"]
    catalog = engine.load_catalog(2, ("simmental",))
    known = {*catalog.trail.spaces, *CardShape(catalog).schema()["enum"]}

    def longest(entries: Any) -> list[str]:
        words = [word for word in entries["items"]["enum"] if word in known]
        return (words * entries["maxItems"])[: entries["maxItems"]]

    turn = {"player": "blue", "phase": "B", "pending": [{"effect": "simmental-upgrade"}]}
    blue = {"hand": longest(cards), "herder": "start", "engine": 0, "exchange_tokens": 1, "dollars": MAX_COUNT}
    for action in ({"type": "move", "way": longest(way)}, {"type": "discard", "cards": longest(cards)}):
        asked = {"position": {"turn": turn, "players": {"blue": blue}}, "action": action}
        response = survives(app, Request("POST", b"/api/v1/judge", b"", json.dumps(asked).encode(), "application/json"))
        assert response.status_code == 200
