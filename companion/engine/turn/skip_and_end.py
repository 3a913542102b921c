"""Going on: forgoing what may be forgone, and ending phase B."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.core import Action, Effect, Judgement, State, free_to_act, reason
from companion.engine.core.action import NOT_IN_THIS_SUBPHASE
from companion.engine.core.position import KANSAS_CITY, OFF_BOARD
from companion.engine.movement.steps import HERDER_NOT_PLACED
from companion.engine.turn import local_actions as local
from companion.engine.turn.phases import end_turn

MUST_DO_PHASE_B = reason("must-do-phase-b", "turn/own-or-neutral#pass")
NOTHING_UNDER_WAY = reason("nothing-under-way", "turn/actions")
MUST_MOVE = reason("must-move", "movement/steps")


@dataclass(frozen=True)
class Skip(Action, type="skip", section="turn/requirements-and-rewards", offered_by=(Effect,)):
    """Forgo the rest of what is under way, or stop buying."""

    def judge(self, state: State, judgement: Judgement) -> None:
        step = state.next_step
        judgement.look(self.section)
        if step is None and state.turn.phase in KANSAS_CITY:
            judgement.forbid(NOT_IN_THIS_SUBPHASE, phase=state.turn.phase, places=("turn.phase",))
        elif step is None:
            judgement.forbid(NOTHING_UNDER_WAY, places=("turn.pending",))
        else:
            step.judge_skipping(state, judgement)

    def apply(self, state: State) -> None:
        if state.next_step is not None:
            state.next_step.forgo(state)


def phase_b_done(state: State, judgement: Judgement) -> None:
    """Where a table does not pass phase B: something was done in it, or nothing can be."""
    turn, here = state.turn, Judgement()
    if turn.used or turn.auxiliary_used:
        return
    # Wherever the herder is at a location, there is an auxiliary action that costs nothing and is always open.
    local.at_location(state, here)
    if here.forbidden:
        return
    judgement.rest_on(state.rules.read_otherwise, "table.may_pass_phase_b")
    if state.catalog.table.may_pass_phase_b:
        return
    done = {"turn.used": turn.used, "turn.auxiliary_used": turn.auxiliary_used}
    missing = (*here.missing, *(path for path, value in done.items() if value is None))
    judgement.require_fact(*missing)
    if not missing:
        judgement.forbid(MUST_DO_PHASE_B, places=tuple(done))


@dataclass(frozen=True)
class End(Action, type="end", section="cards/draw-cards", phases=("B", "C")):
    """End phase B: then phase C follows, and the next player's turn."""

    def judge(self, state: State, judgement: Judgement) -> None:
        if state.pending or state.turn.phase != "A":
            if free_to_act(state, judgement, "B", "C") and state.turn.phase == "B":
                phase_b_done(state, judgement)
        elif state.me.herder == OFF_BOARD:
            judgement.forbid(HERDER_NOT_PLACED, places=(state.path("herder"),))
        else:
            # Whether phase B may be passed or not, nobody stays where they are.
            judgement.forbid(MUST_MOVE, places=("turn.phase",))

    def apply(self, state: State) -> None:
        end_turn(state)
