"""The herder: its first placement, and every movement along the trail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.engine import effects as e
from companion.engine.actions.base import Action, Effects, free_to_act
from companion.engine.actions.prospects import Prospects, prospects_of
from companion.engine.flow.effects import settle
from companion.engine.flow.facts import step_limit
from companion.engine.flow.judgement import Judgement
from companion.engine.flow.state import State
from companion.engine.flow.trail import fees, judge_way, ways
from companion.engine.flow.turn import arrive, end_turn
from companion.engine.position import OFF_BOARD
from companion.engine.reasons import Reason


@dataclass(frozen=True)
class Place(Action):
    """Place the herder on a neutral building at the beginning of the first turn."""

    type: ClassVar[str] = "place"
    section: ClassVar[str] = "turn/first-turn"
    phases: ClassVar[tuple[str, ...]] = ("A",)
    space: str

    def judge(self, state: State, judgement: Judgement) -> None:
        free_to_act(state, judgement, "A")
        herder, path = state.me.herder, state.path("herder")
        if herder is None:
            judgement.require_fact(path)
        elif herder != OFF_BOARD:
            judgement.forbid("herder-placed-already", space=herder, places=(path,))
        if state.catalog.trail.spaces[self.space].kind != "neutral":
            judgement.forbid("place-on-neutral", space=self.space)
        # Before that, the hand is discarded down to what the first player starts with.
        have, most = state.me.hand, state.catalog.table.hand_limit.base
        if have is None:
            if state.me.seat != 1:
                judgement.require_fact(state.path("hand"))
        elif have.count > most:
            judgement.forbid("discard-before-placing", have=have.count, most=most, places=(state.path("hand"),))

    def apply(self, state: State) -> None:
        arrive(state, self.space)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        if state.me.herder in (None, OFF_BOARD):
            for space in state.catalog.trail.spaces.values():
                if space.kind == "neutral":
                    yield cls(space.id)


@dataclass(frozen=True)
class Move(Action):
    """Move the herder along `way`: every space that it enters, empty ones included, in order.

    In phase A as far as the step limit allows; as a local action or as the immediate action of an objective card
    as far as that one says.
    """

    type: ClassVar[str] = "move"
    section: ClassVar[str] = "movement/steps"
    offered_by: ClassVar[Effects] = (e.trail.MoveHerder, e.trail.MoveHerderFree)
    phases: ClassVar[tuple[str, ...]] = ("A",)
    way: tuple[str, ...]

    def judge(self, state: State, judgement: Judgement) -> None:
        step = state.next_step
        if isinstance(step, (e.trail.MoveHerder, e.trail.MoveHerderFree)):
            free = isinstance(step, e.trail.MoveHerderFree)
            code = "too-many-free-steps" if free else "too-many-steps-of-action"
            judge_way(state, judgement, self.way, (step.most, step.most, ()), code, free=free)
        else:
            free = False
            free_to_act(state, judgement, "A")
            judgement.look("movement/step-limit")
            judge_way(state, judgement, self.way, step_limit(state), "too-many-steps", free=False)
        if not free:
            judgement.charge(fees(state, self.way))
            if judgement.costs.payments:
                judgement.look("movement/hand-fees")

    def apply(self, state: State) -> None:
        step = state.next_step
        if isinstance(step, e.trail.MoveHerderFree):
            state.pending.pop()
            state.set_me(herder=self.way[-1])
            # After a location was used, a movement without use of the new one leads straight to phase C.
            if state.turn.phase == "B":
                end_turn(state)
            return
        # What was left to do at the old location is lost (reading of open question 16).
        state.pending = []
        arrive(state, self.way[-1])
        settle(state)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        step = state.next_step
        by_effect = (e.trail.MoveHerder, e.trail.MoveHerderFree)
        most = step.most if isinstance(step, by_effect) else step_limit(state)[1]
        for way in ways(state, most):
            yield cls(way)


@prospects_of(e.trail.MoveHerderFree)
def _(state: State) -> Prospects:
    nothing = Reason("not-to-kansas-city", {"places": (state.path("herder"),)})
    if state.me.herder in (None, OFF_BOARD):
        # Whichever way it is to go, where it stands must be known, and be on the trail.
        neutral = next(space.id for space in state.catalog.trail.spaces.values() if space.kind == "neutral")
        return Prospects([Move((neutral,))], nothing)
    return Prospects(Move.candidates(state), nothing)
