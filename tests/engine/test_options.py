"""Which options are a must, which a choice, which may be left out."""

from typing import Any

from companion.engine import action_text, options, ruleset_of

from tests.conftest import every
from tests.engine.plain import read

ME: dict[str, Any] = {"hand": ["criollo", "criollo"], "exchange_tokens": 1, "draw": 5, "discard": []}


def duties(turn: dict[str, Any], **me: Any) -> dict[str, str]:
    told = {key: value for key, value in {**ME, **me}.items() if value is not None}
    position = read({"turn": {"player": "blue", **turn}, "players": {"blue": told}})
    return {action_text(option.action): option.duty for option in options(ruleset_of(position), position)}


DISCARDING = {"phase": "B", "pending": [{"effect": "discard-cards", "count": 1}]}

# What is under way, who is on turn, and options with their duty: None for what is none.
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
    ("tokens of which nothing is known", {"phase": "A"}, {"exchange_tokens": None}, {"exchange count=1": None}),
    ("moving", {"phase": "A"}, {"herder": "G", "cleared": []}, {"move way=G-1,kansas-city": "choice"}),
    ("phase B ends when one likes", {"phase": "B"}, {}, {"end": "may"}),
    # At a location, an auxiliary action is open as long as nothing was done there.
    (
        "an auxiliary action instead",
        {"phase": "B", "used": [], "auxiliary_used": False},
        {"herder": "G", "cleared": []},
        {"auxiliary action=aux-1": "may", "auxiliary action=aux-2": "may"},
    ),
]


@every(("turn", "me", "wanted"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_duties(turn: dict[str, Any], me: dict[str, Any], wanted: dict[str, str | None]) -> None:
    found = duties(turn, **me)
    assert {name: found.get(name) for name in wanted} == wanted
