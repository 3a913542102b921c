"""Whatever was entered, and whatever is asked of it: there is an answer, and what follows is a position again."""

import json
from typing import Any

import pytest
from companion.engine import (
    Chance,
    IllegalAction,
    ImpossibleOutcome,
    Scripted,
    Seeded,
    Unreadable,
    apply,
    judge,
    options,
    read_action,
    read_position,
    ruleset_of,
    to_plain,
)
from companion.engine.core.position import Position
from companion.engine.format.log import read_drawn
from companion.engine.scoring.table import score
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.conftest import every
from tests.engine.plain import read
from tests.engine.strategies import actions, positions, situations
from tests.profiles import examples

OUTCOMES = read_drawn("""[
  {"from": "players.blue.draw", "drawn": ["criollo", "obj-3"]},
  {"from": "players.red.draw", "drawn": ["galloway"]},
  {"from": "board.bags.1", "drawn": [{"worker": "cowboy"}]},
  {"from": "board.cattle_stack", "drawn": ["longhorn:2", "longhorn"]},
  {"from": "board.objective_stack", "drawn": ["obj-7"]}
]""")
DEALERS: dict[str, Any] = {
    "nobody": lambda: None,
    "chance": lambda: Seeded(Chance(1)),
    "told": lambda: Scripted(OUTCOMES),
}


def readable(plain: Any) -> Position:
    """The position, unless a pile knows more cards than it has, which no schema can tell."""
    try:
        return read(plain)
    except Unreadable:
        assume(False)
        raise


@examples(250)
@given(st.one_of(positions(), situations()), st.lists(actions(), max_size=6), st.sampled_from(sorted(DEALERS)))
def test_every_question_has_an_answer(plain: Any, tried: list[Any], dealer: str) -> None:
    position = readable(plain)
    rules = ruleset_of(position)
    score(rules, position)
    offered = [option.action for option in options(rules, position)]
    for action in [*offered[:6], *(read_action(json.dumps(one)) for one in tried)]:
        answer = judge(rules, position, action).answer
        try:
            after = apply(rules, position, action, DEALERS[dealer]())
        except IllegalAction:
            assert answer == "no"
        except ImpossibleOutcome:
            assert dealer == "told"
        else:
            assert answer != "no"
            assert read(to_plain(after)) == after


def under_way(*effects: Any, **player: Any) -> dict[str, Any]:
    """Blue's turn with something under way, the next thing last."""
    turn = {"player": "blue", "phase": "B", "pending": list(effects)}
    return {"turn": turn, "players": {"blue": player}}


# What is contradictory, the action, its answer, and facts afterwards (None: no longer known).
CONTRADICTIONS: list[tuple[str, dict[str, Any], str, str, dict[str, Any]]] = [
    (
        "nobody knows whose turn it is: then it may be anybody who is at that place now",
        {"turn": {"phase": "A"}, "players": {"blue": {"herder": None}, "red": {"herder": "A"}}},
        "place space=E",
        "depends",
        {"players.blue.herder": None, "players.red.herder": None},
    ),
    (
        "nobody knows whose turn it is: what anybody paid is unknown of all",
        {
            "turn": {
                "phase": "B",
                "pending": [{"effect": "pay", "dollars": 2}, {"effect": "remove-cards", "count": 1}],
            },
            "players": {"blue": {"dollars": 5}, "red": {"dollars": 7, "seat": 2}},
        },
        "skip",
        "depends",
        {"players.blue.dollars": None, "players.red.dollars": None, "players.red.seat": 2},
    ),
    (
        "nobody knows whose building it is",
        {"turn": {"pending": [{"effect": "build", "dollars": 2}]}, "board": {"buildings": {"A-2": None}}},
        "build face=3b space=A-2",
        "depends",
        {"board.buildings.A-2": None},
    ),
    (
        "the player on turn was not entered, and so has no hand to discard from",
        {"turn": {"player": "blue", "phase": "B", "pending": [{"effect": "discard-cards", "count": 1}]}},
        "discard cards=criollo",
        "depends",
        {"players.blue.hand": None},
    ),
    (
        "more is due than there is",
        under_way({"effect": "pay", "dollars": 9}, {"effect": "remove-cards", "count": 1}, dollars=3),
        "skip",
        "yes",
        {"players.blue.dollars": None},
    ),
    (
        "the herder waits beside the board, and yet copies a building",
        under_way({"effect": "use-adjacent"}, herder=None),
        "copy space=A",
        "no",
        {},
    ),
    (
        "a disc is to be placed, and nobody said where",
        under_way({"effect": "place-disc"}, cleared=[], dollars=9),
        "disc of=step-left",
        "yes",
        {"players.blue.cleared": ["step-left"]},
    ),
    (
        "the marker lies between two spaces",
        under_way(
            {"effect": "gain-certificates", "steps": 1},
            {"effect": "remove-cards", "count": 1},
            certificates=5,
            cleared=["cert-4", "cert-6"],
        ),
        "skip",
        "yes",
        {"players.blue.certificates": 6},
    ),
    (
        "certificates are gained backwards",
        under_way(
            {"effect": "gain-certificates", "steps": -9},
            {"effect": "remove-cards", "count": 1},
            certificates=2,
            cleared=[],
        ),
        "skip",
        "yes",
        {"players.blue.certificates": 2},
    ),
    (
        "a station master is due where there is no space for one",
        under_way({"effect": "appoint", "station": 9}, workers={"cowboy": 3, "builder": 1, "engineer": 1}),
        "appoint worker=cowboy",
        "no",
        {},
    ),
    (
        "the row was entered in part, and somebody is hired from the rest",
        {
            "turn": {"player": "blue", "pending": [{"effect": "hire"}]},
            "board": {"job_market": {"token_row": 5, "rows": {"1": ["cowboy"]}}},
            "players": {"blue": {"dollars": 20, "workers": {"cowboy": 1, "builder": 1, "engineer": 1}}},
        },
        "hire row=1 column=3",
        "depends",
        {"players.blue.workers": None},
    ),
    (
        "as many outlaws as a position can tell, and one more",
        {
            **under_way({"effect": "collect-bounty"}, outlaws={"green": 999, "orange": 0}),
            "board": {"outlaws": {"outlaw-2": "green"}},
        },
        "bounty space=outlaw-2",
        "yes",
        {"players.blue.outlaws": None},
    ),
    (
        "the row of the token is full already",
        {
            "game": {"players": 4, "variants": []},
            "turn": {"player": "blue", "phase": "K1"},
            "board": {
                "foresight": {"1": [{"worker": "cowboy"}]},
                "job_market": {"token_row": 5, "rows": {"5": ["cowboy", "cowboy", "builder", "builder"]}},
            },
            "players": {"blue": {}},
        },
        "foresight tile=1",
        "yes",
        {"board.job_market.token_row": None},
    ),
    (
        "the breeding value is unknown, and the delivery waits all the same",
        {
            "game": {"variants": []},
            "turn": {"player": "blue", "phase": "K4"},
            "players": {"blue": {"certificates": 3, "hand": 4}},
        },
        "income marker=0",
        "yes",
        {"turn.pending": [{"effect": "leave-kansas-city"}, {"effect": "deliver", "transport": True}]},
    ),
]


@every(
    ("plain", "action", "answer", "facts"),
    [case[1:] for case in CONTRADICTIONS],
    ids=[case[0] for case in CONTRADICTIONS],
)
def test_contradictions(plain: dict[str, Any], action: str, answer: str, facts: dict[str, Any]) -> None:
    position = read_position(json.dumps(plain))
    rules, asked = ruleset_of(position), read_action(action)
    options(rules, position)
    assert judge(rules, position, asked).answer == answer
    if answer == "no":
        with pytest.raises(IllegalAction):
            apply(rules, position, asked)
        return
    after = apply(rules, position, asked)
    plain_after = to_plain(after)
    assert read_position(json.dumps(plain_after)) == after
    for path, value in facts.items():
        found: Any = plain_after
        for key in path.split("."):
            found = (found or {}).get(key)
        assert found == value, path
