"""What would make a refused action legal."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from companion.engine import (
    Scripted,
    apply,
    hidden,
    judge,
    options,
    ruleset_of,
    to_plain,
)
from companion.engine.cards.discarding import DiscardCards
from companion.engine.core.action import Action
from companion.engine.core.position import Pile, Position
from companion.engine.repairing import Repair, repairs
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.plain import read
from tests.engine.tables import SEEDS, whole_game
from tests.engine.test_partial import thinned
from tests.profiles import examples


@examples(30)
@given(SEEDS, st.integers(2, 4), st.sampled_from([0.7, 0.95, 1.0]))
def test_what_is_offered_holds(seed: int, players: int, keep: float) -> None:
    """Each way out is taken and judged again: yes where it is sure, and otherwise at least something that can come."""
    dice = random.Random(seed)
    game = whole_game(players, [], seed)
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
