"""Going on: forgoing what may be forgone, and ending phase B."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.engine import effects as e
from companion.engine.actions.base import Action, Effects, done, free_to_act
from companion.engine.actions.discs import disc_possible, put_nothing
from companion.engine.actions.requirements import judge_discard
from companion.engine.effects import Effect, steps
from companion.engine.flow.effects import settle
from companion.engine.flow.judgement import Judgement
from companion.engine.flow.state import State
from companion.engine.flow.turn import KANSAS_CITY, end_turn
from companion.engine.position import OFF_BOARD

_MANDATORY = (e.railroad.EngineBackward, steps.DiscardCards, steps.Deliver, steps.TurnBack)
"""Requirements, and steps that a rule demands; every other reward may be forgone."""


def must_be_done(state: State, judgement: Judgement, step: Effect) -> bool:
    """Whether a step that is under way may not be left out; unknown facts that decide it are asked for."""
    if isinstance(step, e.objectives.GainObjective):
        # A delivery action must be done, as long as there is a card to gain.
        if step.source != "display":
            return False
        if state.board.objective_display is None:
            judgement.require_fact("board.objective_display")
        return bool(state.board.objective_display)
    possible = Judgement()
    if isinstance(step, e.cards.Discard):
        # An exchange token in the middle of an action may take away what was to be discarded.
        judge_discard(state, possible, step.card)
    elif isinstance(step, steps.PlaceDisc):
        disc_possible(state, possible, step, spent=0)
    else:
        return isinstance(step, _MANDATORY)
    judgement.require_fact(*possible.missing)
    return not possible.forbidden and not possible.missing


def _refuse_to_skip(state: State, judgement: Judgement, step: Effect) -> None:
    """Name the rule that demands a step."""
    places = ("turn.pending",)
    if isinstance(step, steps.DiscardCards):
        judgement.forbid("must-discard", needs=step.count, places=places)
    elif isinstance(step, steps.Deliver):
        judgement.forbid("must-deliver" if step.transport else "must-deliver-extraordinarily", places=places)
    elif isinstance(step, steps.PlaceDisc):
        judgement.forbid("must-place-disc", places=places)
    elif isinstance(step, steps.TurnBack):
        judgement.forbid("must-turn-back", places=places)
    elif isinstance(step, e.railroad.EngineBackward):
        judgement.forbid("must-go-back", needs=step.spaces, places=places)
    elif isinstance(step, e.objectives.GainObjective):
        shown = len(state.board.objective_display or ())
        judgement.forbid("must-gain-objective", have=shown, places=(*places, "board.objective_display"))
    else:
        judgement.forbid("must-be-done", effect=step.name, places=places)


@dataclass(frozen=True)
class Skip(Action):
    """Forgo the rest of what is under way, or stop buying."""

    type: ClassVar[str] = "skip"
    section: ClassVar[str] = "turn/requirements-and-rewards"
    offered_by: ClassVar[Effects] = (Effect,)

    def judge(self, state: State, judgement: Judgement) -> None:
        step = state.next_step
        judgement.look(self.section)
        if step is None and state.turn.phase in KANSAS_CITY:
            judgement.forbid("not-in-this-subphase", phase=state.turn.phase, places=("turn.phase",))
        elif step is None:
            judgement.forbid("nothing-under-way", places=("turn.pending",))
        elif must_be_done(state, judgement, step):
            _refuse_to_skip(state, judgement, step)

    def apply(self, state: State) -> None:
        step = state.next_step
        if isinstance(step, e.cattle.BuyCattle):
            state.set_turn(cowboys_used=None)
        if isinstance(step, steps.PlaceDisc):
            put_nothing(state)
            return
        done(state)
        if isinstance(step, e.cards.Discard):
            # A requirement that is not met brings no reward; nothing else can be under way with it.
            state.pending = []
        settle(state)


@dataclass(frozen=True)
class End(Action):
    """End phase B: then phase C follows, and the next player's turn."""

    type: ClassVar[str] = "end"
    section: ClassVar[str] = "turn/draw-cards"
    phases: ClassVar[tuple[str, ...]] = ("B", "C")

    def judge(self, state: State, judgement: Judgement) -> None:
        if state.pending or state.turn.phase != "A":
            free_to_act(state, judgement, "B", "C")
        elif state.me.herder == OFF_BOARD:
            judgement.forbid("herder-not-placed", places=(state.path("herder"),))
        else:
            # Phase B may be passed, but nobody stays where they are.
            judgement.forbid("must-move", places=("turn.phase",))

    def apply(self, state: State) -> None:
        end_turn(state)
