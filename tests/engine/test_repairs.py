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
    if repair.kind == "more":
        return f"{repair.count} more {repair.path}"
    sure = "" if repair.sure else "perhaps "
    return f"{sure}{repair.kind} {action_text(repair.action)}" if repair.action else repair.kind


MARKET = {"job_market": {"token_row": 3, "rows": {"1": ["cowboy"]}}}
ONE_EACH = {"cowboy": 1, "builder": 1, "engineer": 1}

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
    ("what is allowed needs no repair", {**HIRE, "board": MARKET, "players": {"blue": {}}}, "skip", []),
]


@pytest.mark.parametrize(("plain", "action", "ways"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_nearest_ways_out(plain: dict[str, Any], action: str, ways: list[str]) -> None:
    assert found(plain, action)[: len(ways)] == ways
    assert bool(found(plain, action)) == bool(ways)


def test_every_repair_in_a_game_holds() -> None:
    """What is offered is judged again: an action offered instead is allowed, one offered first leads there."""
    from companion.engine import apply, judge

    offered = 0
    for number, moment in enumerate(random_game(3, [], 8)):
        if number % 15:
            continue
        rules = ruleset_of(moment.position)
        for text in ("hire row=1 column=1", "engine to=12", "deliver city=peoria", "build face=4a space=B-1", "end"):
            action = read_action(text)
            for repair in repairs(rules, moment.position, action):
                offered += 1
                if repair.kind == "instead" and repair.action:
                    assert judge(rules, moment.position, repair.action).answer == "yes"
                elif repair.kind == "first" and repair.action:
                    after = judge(rules, apply(rules, moment.position, repair.action), action)
                    token = repair.action.type == "exchange"
                    assert after.answer == ("yes" if repair.sure else "no" if token else "depends")
    assert offered
