"""The herder is placed on the trail in the first turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.core import Action, Judgement, State, free_to_act, reason
from companion.engine.core.fields import SpaceId
from companion.engine.core.position import OFF_BOARD
from companion.engine.turn.phases import arrive

HERDER_PLACED_ALREADY = reason("herder-placed-already", "turn/first-turn", "space")
FIRST_TURN_PAST = reason("first-turn-past", "turn/first-turn")
PLACE_ON_NEUTRAL = reason("place-on-neutral", "turn/first-turn", "space")
DISCARD_BEFORE_PLACING = reason("discard-before-placing", "turn/first-turn", "have", "most")


@dataclass(frozen=True)
class Place(Action, type="place", section="turn/first-turn", phases=("A",)):
    """Place the herder on a neutral building at the beginning of the first turn."""

    space: SpaceId

    def judge(self, state: State, judgement: Judgement) -> None:
        free_to_act(state, judgement, "A")
        herder, path = state.me.herder, state.path("herder")
        if herder is None and state.turn.first_turn is False:
            judgement.forbid(FIRST_TURN_PAST, places=("turn.first_turn",))
        elif herder is None:
            judgement.require_fact(path)
        elif herder != OFF_BOARD:
            judgement.forbid(HERDER_PLACED_ALREADY, space=herder, places=(path,))
        if state.catalog.trail.spaces[self.space].kind != "neutral":
            judgement.forbid(PLACE_ON_NEUTRAL, space=self.space)
        # Before that, the hand is discarded down to what the first player starts with.
        have, most = state.me.hand, state.catalog.table.hand_limit.base
        if have is None:
            if state.me.seat != 1:
                judgement.require_fact(state.path("hand"))
        elif have.count > most:
            judgement.forbid(DISCARD_BEFORE_PLACING, have=have.count, most=most, places=(state.path("hand"),))

    def apply(self, state: State) -> None:
        arrive(state, self.space)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        if state.me.herder in (None, OFF_BOARD):
            for space in state.catalog.trail.spaces.values():
                if space.kind == "neutral":
                    yield cls(space.id)
