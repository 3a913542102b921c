"""What would make a refused action legal."""

from typing import Any

import pytest
from companion.engine import action_text, read_action, ruleset_of
from companion.engine.play import random_game
from companion.engine.repairs import Repair, repairs

from tests.engine.plain import read

HIRE = {"turn": {"player": "blue", "phase": "B", "pending": [{"effect": "hire", "extra": 0}]}}
BUILD = {"turn": {"player": "blue", "phase": "B", "pending": [{"effect": "build", "dollars": 2}]}}


def found(plain: dict[str, Any], action: str) -> list[str]:
    position = read(plain)
    return [told(repair) for repair in repairs(ruleset_of(position), position, read_action(action))]


def told(repair: Repair) -> str:
    sure = "" if repair.sure else "perhaps "
    if repair.kind == "more":
        return f"{sure}{repair.count} more {repair.path}"
    return f"{sure}{repair.kind} {action_text(repair.action)}" if repair.action else repair.kind


MARKET = {"job_market": {"token_row": 3, "rows": {"1": ["cowboy"]}}}
ONE_EACH = {"cowboy": 1, "builder": 1, "engineer": 1}
AT_A = {
    "game": {"players": 2},
    "turn": {"player": "blue", "phase": "B", "used": [], "auxiliary_used": False},
    "board": {"neutral": {"A": "A"}},
}
MINE = {"herder": "A", "exchange_tokens": 1, "hand": ["criollo"], "cleared": []}

CASES = [
    (
        "two dollars short",
        {**HIRE, "board": MARKET, "players": {"blue": {"dollars": 4, "workers": ONE_EACH}}},
        "hire row=1 column=1",
        ["2 more players.blue.dollars"],
    ),
    (
        "one builder short",
        {
            **BUILD,
            "board": {"buildings": {"A-1": None}},
            "players": {"blue": {"dollars": 9, "workers": {"cowboy": 1, "builder": 2, "engineer": 1}}},
        },
        "build face=5a space=A-1",
        ["1 more players.blue.workers.builder", "instead build face=4a space=A-1"],
    ),
    (
        "a card that may come with an exchange token",
        {
            "game": {"players": 2},
            "turn": {"player": "blue", "phase": "B", "used": [], "auxiliary_used": False},
            "board": {"neutral": {"A": "A"}},
            "players": {
                "blue": {
                    "herder": "A",
                    "hand": ["criollo"],
                    "draw": 5,
                    "discard": 3,
                    "exchange_tokens": 1,
                    "cleared": [],
                }
            },
        },
        "use action=A.1",
        ["perhaps first exchange count=1", "instead use action=A.2 choice=1"],
    ),
    (
        "what is under way can be left out",
        {**HIRE, "board": MARKET, "players": {"blue": {"dollars": 4, "hand": ["obj-1"], "workers": ONE_EACH}}},
        "play card=obj-1",
        ["first skip"],
    ),
    (
        "an engine that cannot go so far",
        {
            "turn": {"player": "blue", "phase": "B", "pending": [{"effect": "engine-forward", "most": 2}]},
            "players": {"blue": {"engine": 7}},
        },
        "engine to=10",
        ["instead engine to=9"],
    ),
    (
        "a token does not change how many are in hand: what is discarded for it counts as well",
        {
            "game": {"players": 2},
            "turn": {"player": "blue", "phase": "A", "first_turn": True},
            "players": {
                "blue": {
                    "seat": 2,
                    "herder": None,
                    "dollars": 7,
                    "exchange_tokens": 1,
                    "hand": ["criollo", "criollo", "galloway", "pineywoods", "santa-gertrudis"],
                    "draw": 9,
                    "discard": 0,
                }
            },
        },
        "discard cards=criollo,criollo",
        ["instead discard cards=criollo"],
    ),
    (
        "a draw stack that is known to lack the card",
        {**AT_A, "players": {"blue": {**MINE, "draw": ["criollo", "pineywoods", "criollo"], "discard": ["galloway"]}}},
        "use action=A.1",
        ["instead use action=A.2 choice=1"],
    ),
    (
        "a draw stack in which the card lies among others",
        {**AT_A, "players": {"blue": {**MINE, "draw": ["criollo", "galloway", "criollo"], "discard": 0}}},
        "use action=A.1",
        ["perhaps first exchange count=1", "instead use action=A.2 choice=1"],
    ),
    (
        "a draw stack of nothing else",
        {**AT_A, "players": {"blue": {**MINE, "draw": ["galloway", "galloway"], "discard": 0}}},
        "use action=A.1",
        ["first exchange count=2", "instead use action=A.2 choice=1"],
    ),
    (
        "an unknown draw stack, while every such card lies in the discard pile",
        {**AT_A, "players": {"blue": {**MINE, "draw": 5, "discard": ["galloway"] * 3}}},
        "use action=A.1",
        ["instead use action=A.2 choice=1"],
    ),
    (
        "a discard pile that is shuffled, because the draw stack runs out",
        {**AT_A, "players": {"blue": {**MINE, "draw": ["criollo"], "discard": ["galloway"]}}},
        "use action=A.1",
        ["first exchange count=2", "instead use action=A.2 choice=1"],
    ),
    (
        "more builders than a row has room for",
        {
            **BUILD,
            "board": {"buildings": {"A-1": None}},
            "players": {"blue": {"dollars": 30, "workers": {"cowboy": 1, "builder": 6, "engineer": 1}}},
        },
        "build face=9a space=A-1",
        ["instead build face=9b space=A-1"],
    ),
    (
        "more dollars, while something else is not known",
        {**HIRE, "board": MARKET, "players": {"blue": {"dollars": 4}}},
        "hire row=1 column=1",
        ["perhaps 2 more players.blue.dollars"],
    ),
    ("what is allowed needs no repair", {**HIRE, "board": MARKET, "players": {"blue": {}}}, "skip", []),
]


@pytest.mark.parametrize(("plain", "action", "ways"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_nearest_ways_out(plain: dict[str, Any], action: str, ways: list[str]) -> None:
    assert found(plain, action) == ways
