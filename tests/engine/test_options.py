"""Which options are a must, which a choice, which may be left out."""

import json
from typing import Any

import pytest
from companion.engine import action_text, options, read_position, ruleset_of

ME: dict[str, Any] = {"hand": ["criollo", "criollo"], "exchange_tokens": 1, "draw": 5, "discard": []}


def duties(turn: dict[str, Any], **me: Any) -> dict[str, str]:
    plain = {"turn": {"player": "blue", **turn}, "players": {"blue": {**ME, **me}}}
    position = read_position(json.dumps(plain))
    return {action_text(option.action): option.duty for option in options(ruleset_of(position), position)}


DISCARDING = {"phase": "B", "pending": [{"effect": "discard-cards", "count": 1}]}

CASES = [
    # What was drawn must be discarded; with two equal cards there is one way to do it.
    (
        "one way",
        {"phase": "B", "pending": [{"effect": "discard-cards", "count": 1}]},
        {},
        {"discard cards=criollo": "must"},
    ),
    (
        "two ways",
        DISCARDING,
        {"hand": ["criollo", "galloway"]},
        {"discard cards=criollo": "choice", "discard cards=galloway": "choice"},
    ),
    # A reward may be forgone.
    ("a reward", {"phase": "B", "pending": [{"effect": "gain-objective"}]}, {}, {"skip": "may"}),
    # Exchange tokens and objective cards are never demanded.
    (
        "phase A",
        {"phase": "A"},
        {"herder": "G", "hand": ["obj-3"]},
        {"play card=obj-3": "may", "exchange count=1": "may"},
    ),
    ("moving", {"phase": "A"}, {"herder": "G", "cleared": []}, {"move way=G-1,kansas-city": "choice"}),
    ("phase B ends when one likes", {"phase": "B"}, {}, {"end": "may"}),
]


@pytest.mark.parametrize(("turn", "me", "wanted"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_duties(turn: dict[str, Any], me: dict[str, Any], wanted: dict[str, str]) -> None:
    found = duties(turn, **me)
    assert {name: found[name] for name in wanted} == wanted
