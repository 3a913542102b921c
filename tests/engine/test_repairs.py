"""What would make a refused action legal."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from companion.engine import (
    Scripted,
    action_text,
    apply,
    hidden,
    judge,
    options,
    read_action,
    ruleset_of,
    to_plain,
)
from companion.engine.cards.discarding import DiscardCards
from companion.engine.core.action import Action
from companion.engine.core.position import Pile, Position
from companion.engine.play import random_game
from companion.engine.repairing import Repair, repairs
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every
from tests.engine.plain import read
from tests.engine.test_partial import thinned
from tests.profiles import examples

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
            "board": {"neutral": {"A": "A"}, **MARKET},
            "players": {
                "blue": {
                    "herder": "A",
                    "dollars": 6,
                    "workers": ONE_EACH,
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
            "game": {"players": 2},
            "turn": {"player": "blue", "phase": "B", "pending": [{"effect": "engine-forward", "most": 2}]},
            "players": {"blue": {"engine": 7}, "red": {"engine": 0}},
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
        [],
    ),
    (
        "a draw stack in which the card lies among others",
        {**AT_A, "players": {"blue": {**MINE, "draw": ["criollo", "galloway", "criollo"], "discard": 0}}},
        "use action=A.1",
        ["perhaps first exchange count=1"],
    ),
    (
        "a draw stack of nothing else",
        {**AT_A, "players": {"blue": {**MINE, "draw": ["galloway", "galloway"], "discard": 0}}},
        "use action=A.1",
        ["first exchange count=2"],
    ),
    (
        "an unknown draw stack, while every such card lies in the discard pile",
        {**AT_A, "players": {"blue": {**MINE, "draw": 5, "discard": ["galloway"] * 3}}},
        "use action=A.1",
        [],
    ),
    (
        "a discard pile that is shuffled, because the draw stack runs out",
        {**AT_A, "players": {"blue": {**MINE, "draw": ["criollo"], "discard": ["galloway"]}}},
        "use action=A.1",
        ["first exchange count=2"],
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
    (
        "what ends the turn helps nobody: then somebody else moves",
        {
            "game": {"players": 2},
            "turn": {
                "player": "blue",
                "phase": "K5",
                "pending": [{"effect": "leave-kansas-city"}, {"effect": "place-disc", "city": "kansas-city"}],
            },
            "board": {"hazards": {"flood-1": {"hand": "green"}}},
            "players": {
                "blue": {"seat": 1, "herder": "kansas-city", "dollars": 9, "cleared": [], "stations": []},
                "red": {"seat": 2, "herder": "A", "cleared": []},
            },
        },
        "move way=flood-1",
        [],
    ),
    ("what is allowed needs no repair", {**HIRE, "board": MARKET, "players": {"blue": {}}}, "skip", []),
]


@every(("plain", "action", "ways"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_nearest_ways_out(plain: dict[str, Any], action: str, ways: list[str]) -> None:
    assert found(plain, action) == ways


@examples(30)
@given(st.integers(0, 10**6), st.integers(2, 4), st.sampled_from([0.7, 0.95, 1.0]))
def test_what_is_offered_holds(seed: int, players: int, keep: float) -> None:
    """Each way out is taken and judged again: yes where it is sure, and otherwise at least something that can come."""
    dice = random.Random(seed)
    game = list(random_game(players, [], seed))
    pool = list(dict.fromkeys(option.action for moment in game[::7] for option in moment.options))
    for moment in dice.sample(game, 15):
        whole = moment.position
        position = whole if keep == 1.0 else thinned(hidden(whole, whole.turn.player), dice, keep)
        rules = ruleset_of(position)
        for action in dice.sample(pool, 10):
            for way in repairs(rules, position, action):
                answers = set(answers_after(position, way, action))
                told = f"{position}\n{action}\n{way}\n{answers}"
                assert answers == {"yes"} if way.sure else answers - {"no"}, told


def answers_after(position: Position, way: Repair, action: Action) -> Iterator[str]:
    """What is said of the action once the way out was taken, for everything that can come of it."""
    if way.action is None:
        plain: Any = to_plain(position)
        *keys, last = way.path.split(".")
        owner = plain
        for key in keys:
            owner = owner[key]
        owner[last] = owner.get(last, 0) + way.count
        raised = read(plain)
        yield judge(ruleset_of(raised), raised, action).answer
    elif way.kind == "instead":
        yield judge(ruleset_of(position), position, way.action).answer
    else:
        for after in outcomes(position, way.action):
            assert after.turn.player == position.turn.player
            yield best(after, action)


class Listener:
    """Knows nothing that is drawn, and notes what is asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, Any]] = []

    def draw(self, zone: str, count: int, known: Any) -> None:
        self.asked.append((zone, count, known))


def outcomes(position: Position, action: Action) -> Iterator[Position]:
    """Everything that can come of an action; one position where nobody knows what is drawn."""
    rules, listener = ruleset_of(position), Listener()
    unknown = apply(rules, position, action, listener)
    if len(listener.asked) != 1 or not listener.asked[0][2]:
        yield unknown
        return
    ((zone, count, known),) = listener.asked
    for pieces in dict.fromkeys(combinations(known, count)):
        yield apply(rules, position, action, Scripted([(zone, pieces)]))


def best(position: Position, action: Action) -> str:
    """The best answer that the player on turn can bring about by choosing what to discard."""
    rules, turn, colour = ruleset_of(position), position.turn, position.turn.player or ""
    step = turn.pending[-1] if turn.pending else None
    hand = position.players[colour].hand if colour in position.players else None
    if not isinstance(step, DiscardCards) or step.player or hand is None:
        return judge(rules, position, action).answer
    discards = [option.action for option in options(rules, position) if option.action.type == "discard"]
    after = [apply(rules, position, discard) for discard in discards]
    if hand.count - len(hand.known) >= step.count:
        mine = replace(position.players[colour], hand=Pile(hand.count - step.count, hand.known))
        rest = (turn.pending or ())[:-1] or None
        after.append(replace(position, turn=replace(turn, pending=rest), players={**position.players, colour: mine}))
    answers = {judge(rules, one, action).answer for one in after}
    return next((answer for answer in ("yes", "depends") if answer in answers), "no")
