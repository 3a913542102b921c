"""What the rules engine answers over the API: as the commands, and as the document says."""

import json
from typing import Any

import pytest
from click.testing import CliRunner
from companion import engine
from companion.cli import main
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.web.test_api import refused

HIRING: Any = {
    "turn": {"player": "blue", "phase": "B", "pending": [{"effect": "hire", "extra": 0}]},
    "board": {"job_market": {"token_row": 3, "rows": {"1": ["cowboy", None]}}},
    "players": {"blue": {"dollars": 8, "workers": {"cowboy": 2, "builder": 1, "engineer": 1}}},
}
POOR = {**HIRING, "players": {"blue": {**HIRING["players"]["blue"], "dollars": 5}}}
HIRE, HIRE_LINE = {"type": "hire", "row": 1, "column": 1}, "hire row=1 column=1"
EXCHANGE = {
    "turn": {"player": "blue", "phase": "B"},
    "players": {"blue": {"exchange_tokens": 1, "hand": ["criollo"], "draw": 5, "discard": []}},
}


def ask(client: FlaskClient, route: str, body: Any, query: str = "") -> Any:
    return client.post(f"/api/v1/{route}{query}", json=body)


@pytest.mark.parametrize("language", LANGUAGES)
@every("position", [HIRING, POOR, {}], ids=["rich", "poor", "nothing known"])
def test_the_commands_say_the_same(client: FlaskClient, language: str, position: Any) -> None:
    text, query = json.dumps(position), f"?lang={language}"
    actions = {"judge": (HIRE_LINE,), "apply": (HIRE_LINE,)}
    for route in ("options", "judge", "apply", "score", "clock", "odds"):
        action = actions.get(route, ())
        told = CliRunner().invoke(main, [route, "-", *action, "--json", "--lang", language], input=text).stdout
        body = {"position": position, **({"action": HIRE_LINE} if action else {})}
        response = ask(client, route, body, query)
        if response.status_code == 409:
            assert not told
            continue
        assert response.json == json.loads(told)


def test_costs_that_are_not_known(client: FlaskClient) -> None:
    position = {"turn": {"player": "blue", "phase": "A"}, "players": {"blue": {"herder": "A", "cleared": []}}}
    judged = ask(client, "judge", {"position": position, "action": "move way=A-1,A-2,A-3,B"}).json
    assert {payment["to"] for payment in judged["effects"]["payments"]} == {None}
    assert (judged["effects"]["cost"]["at_least"], judged["effects"]["cost"]["at_most"]) == (0, 9)
    assert judged["effects"]["cost"]["missing"][-1] == "board.buildings.A-3"


def test_a_share_code_and_an_action_as_an_object(client: FlaskClient) -> None:
    code = engine.encode(engine.read_position(json.dumps(HIRING)))
    for route in ("options", "judge", "apply", "score", "clock"):
        action, line = ({"action": HIRE}, {"action": HIRE_LINE}) if route in ("judge", "apply") else ({}, {})
        answer = ask(client, route, {"position": code, **action})
        assert answer.status_code == 200
        assert answer.json == ask(client, route, {"position": HIRING, **line}).json


def test_an_outcome(client: FlaskClient) -> None:
    told = {"position": EXCHANGE, "action": "exchange count=2", "outcome": outcome("galloway", "obj-3")}
    response = ask(client, "apply", told)
    assert response.json["position"]["players"]["blue"]["hand"] == ["criollo", "galloway", "obj-3"]


def test_an_illegal_action_is_refused_with_its_reasons(client: FlaskClient) -> None:
    response = ask(client, "apply", {"position": POOR, "action": HIRE})
    error = refused(response, 409, "illegal-action")
    assert error["reasons"] == ask(client, "judge", {"position": POOR, "action": HIRE}).json["reasons"]
    assert error["problems"] == []


KEPT = {
    "turn": {"player": "blue"},
    "players": {"blue": {"hand": ["criollo"], "draw": ["galloway", "galloway", "criollo"], "discard": []}},
}


def test_odds_of_the_draws_that_are_left(client: FlaskClient) -> None:
    answer = ask(client, "odds", {"position": KEPT}, "?draws=1")
    assert answer.json["odds"] == [
        {"dollars": 1, "at_least": 1, "at_most": 1},
        {"dollars": 3, "at_least": 2 / 3, "at_most": 2 / 3},
    ]
    told = CliRunner().invoke(main, ["odds", "-", "--draws", "1"], input=json.dumps(KEPT)).stdout
    assert told.splitlines() == ["$1: 100.0 %", "$3: 66.7 %"]
    assert ask(client, "odds", {"position": {}}).json == {"odds": [], "missing": ["turn.player"]}
    for query in ("?draws=13", "?draws=-1", "?spare=x", "?spare=7"):
        refused(ask(client, "odds", {"position": KEPT}, query), 400, "bad-parameter")
    assert CliRunner().invoke(main, ["odds", "-", "--draws", "30", "--spare", "11"], input="{}").exit_code == 2


def outcome(*drawn: str, zone: str = "players.blue.draw") -> list[Any]:
    return [{"from": zone, "drawn": list(drawn)}]


# Route, body; status and code of the refusal, its first problem and where that is.
REFUSALS: list[tuple[str, Any, int, str, str, str]] = [
    ("options", [], 422, "unreadable-question", "not-a-table", ""),
    ("options", {}, 422, "unreadable-question", "key-missing", ""),
    ("options", {"position": {}, "action": HIRE}, 422, "unreadable-question", "unknown-key", "action"),
    ("judge", {"position": {}, "action": HIRE, "outcome": []}, 422, "unreadable-question", "unknown-key", "outcome"),
    ("judge", {"position": {}}, 422, "unreadable-question", "key-missing", ""),
    ("options", {"position": 3}, 422, "unreadable", "not-a-table", "position"),
    ("options", {"position": "aaa"}, 422, "unreadable", "code-damaged", "position"),
    ("score", {"position": {"game": {"players": 9}}}, 422, "unreadable", "number-out-of-range",
     "position.game.players"),
    ("judge", {"position": {}, "action": "fly"}, 422, "unreadable-action", "unknown-word", "action.type"),
    ("judge", {"position": {}, "action": 3}, 422, "unreadable-action", "not-a-table", "action"),
    ("judge", {"position": {}, "action": {**HIRE, "row": 99}}, 422, "unreadable-action", "number-out-of-range",
     "action.row"),
    ("judge", {"position": {}, "action": "x" * 3000}, 422, "unreadable-action", "too-long", "action"),
    ("apply", {"position": {}, "action": HIRE, "outcome": {}}, 422, "unreadable-outcome", "not-a-list", "outcome"),
    ("apply", {"position": {}, "action": HIRE, "outcome": [{**outcome()[0], "x": 1}]}, 422, "unreadable-outcome",
     "unknown-key", "outcome.0.x"),
    ("apply", {"position": {}, "action": HIRE, "outcome": outcome() * 1000}, 422, "unreadable-outcome",
     "list-too-long", "outcome"),
    ("apply", {"position": {}, "action": HIRE, "outcome": outcome("x")}, 422, "unreadable-outcome", "unknown-word",
     "outcome.0.drawn.0"),
    ("apply", {"position": EXCHANGE, "action": "exchange count=2", "outcome": outcome("criollo")}, 409,
     "impossible-outcome", "drawn-count", "players.blue.draw"),
    ("apply", {"position": {**EXCHANGE, "players": {"blue": {**EXCHANGE["players"]["blue"], "draw": ["galloway"] * 3}}},
               "action": "exchange count=2", "outcome": outcome("galloway", "obj-3")}, 409,
     "impossible-outcome", "drawn-not-there", "players.blue.draw"),
    ("apply", {"position": EXCHANGE, "action": "exchange count=1", "outcome": [
        *outcome("criollo"), {"from": "players.red.draw", "drawn": ["criollo"]}]}, 409,
     "impossible-outcome", "drawn-by-nobody", "players.red.draw"),
    ("options", {"position": {}, "x": "y" * 70_000}, 413, "too-much", "too-long", ""),
]  # fmt: skip


@every(("route", "body", "status", "code", "problem", "path"), REFUSALS)
def test_refusals(client: FlaskClient, route: str, body: Any, status: int, code: str, problem: str, path: str) -> None:
    error = refused(ask(client, route, body), status, code)
    assert (error["problems"][0]["code"], error["problems"][0]["path"]) == (problem, path)
    assert error["problems"][0]["text"]


@every("route", ["check", "options", "judge", "apply", "score", "clock", "odds"])
def test_as_strict_as_the_check(client: FlaskClient, route: str) -> None:
    address, headers = f"/api/v1/{route}", {"Content-Type": "application/json"}
    refused(client.post(address, data=b"{}"), 415, "wrong-type")
    refused(client.post(address, data=b"\xff{}", headers=headers), 400, "not-utf-8")
    refused(client.post(address, data=b" " * 300_000, headers=headers), 413, "too-much")
    refused(client.post(f"{address}?lang=xx", json={}), 400, "bad-parameter")
    assert "POST" in client.get(address).allow
    refused(client.get(address), 405, "wrong-method")


def test_the_line_of_a_problem(client: FlaskClient) -> None:
    text = '{"position": {},\n "action": {"type": "hire",\n  "row": 99, "column": 1}}'
    response: Any = client.post("/api/v1/judge", data=text, content_type="application/json").json
    assert response["error"]["problems"][0]["line"] == 3
