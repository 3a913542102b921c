"""Actions with things of another game, and what chance is told to bring: every page and the API answer, none breaks."""

import functools
import json
from typing import Any

import pytest
from companion import engine
from companion.engine.play import random_game
from flask.testing import FlaskClient

from tests.engine.tables import TABLES

UNKNOWN_HAND: dict[str, Any] = {
    "turn": {"player": "blue", "phase": "B", "pending": [{"effect": "discard-cards", "count": 1}]},
    "players": {"blue": {"hand": 3, "draw": 9, "discard": 0, "exchange_tokens": 1}, "red": {}},
}
PENDING = ["hire", "build", "buy-cattle", "deliver", "remove-cards", "gain-objective"]
STRANGE = [
    "discard cards=jersey",
    "discard cards=simmental-calf",
    "discard cards=start-1",
    "discard cards=galloway,galloway,galloway,galloway",
    "remove card=jersey",
    "play card=start-1",
    "objective card=start-1",
    "deliver city=fulton",
    "deliver city=topeka",
    "exchange count=2",
    "grow cards=simmental-calf",
]


@functools.cache
def lines() -> list[str]:
    """The actions of games at all tables, one of each type from each."""
    found = dict.fromkeys(STRANGE)
    for table in TABLES:
        first = {moment.entry.action.type: moment.entry.action for moment in random_game(**table, seed=2)}
        found |= dict.fromkeys(map(engine.action_text, first.values()))
    return list(found)


def positions(edition: int) -> list[dict[str, Any]]:
    game = {"game": {"edition": edition, "players": 2}}
    under_way = [{**UNKNOWN_HAND["turn"], "pending": [{"effect": effect}]} for effect in PENDING]
    return [{**game, **UNKNOWN_HAND}, *({**game, **UNKNOWN_HAND, "turn": turn} for turn in under_way)]


@pytest.mark.parametrize("edition", [1, 2])
def test_an_action_of_another_game_breaks_nothing(client: FlaskClient, edition: int) -> None:
    for number, plain in enumerate(positions(edition)):
        try:
            code = engine.encode(engine.read_position(json.dumps(plain)))
        except engine.Unreadable:
            continue
        for line in lines()[number :: 3 if number == 0 else 11]:
            response = client.get(f"/en/check/board/{code}/do", query_string={"line": line, "how": "unknown"})
            assert response.status_code < 500, (line, plain)
            body = {"position": plain, "action": line}
            for ask in ("judge", "apply"):
                answered = client.post(f"/api/v1/{ask}", json=body)
                assert answered.status_code < 500, (ask, line, plain)
                after = answered.get_json()
                if ask == "apply" and answered.status_code == 200:
                    engine.read_position(json.dumps(after.get("position", after)))


@pytest.mark.parametrize("card", ["jersey", "simmental-calf", "start-1", "obj-1", "galloway"])
def test_what_is_told_of_chance_breaks_nothing(client: FlaskClient, card: str) -> None:
    plain = {**UNKNOWN_HAND, "game": {"players": 2}, "turn": {"player": "blue", "phase": "B"}}
    for zone in ("players.blue.draw", "players.red.draw", "board.objective_stack"):
        outcome = [{"from": zone, "drawn": [card]}]
        body = {"position": plain, "action": "exchange count=1", "outcome": outcome}
        answered = client.post("/api/v1/apply", json=body)
        assert answered.status_code in (200, 409, 422), answered.get_json()
        taken = answered.status_code == 200
        there = zone == "players.blue.draw" and card in ("obj-1", "galloway", "simmental-calf")
        assert taken == there, (zone, card, answered.get_json())
