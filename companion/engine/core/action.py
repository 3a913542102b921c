"""What a player can do: small frozen values that are judged and applied.

Their ids exist: reading an action (`format.actions`) makes sure of it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from companion.engine.core.effect import E, Effect
from companion.engine.core.judgement import Judgement
from companion.engine.core.position import KANSAS_CITY
from companion.engine.core.reasons import reason
from companion.engine.core.state import State

SOMETHING_ELSE_FIRST = reason("something-else-first", "turn/actions", "effect")
NOT_UNDER_WAY = reason("not-under-way", "turn/actions", "effect")
GAME_OVER = reason("game-over", "scoring/game-end")
NOT_IN_THIS_PHASE = reason("not-in-this-phase", "turn/overview", "phase")
NOT_IN_THIS_SUBPHASE = reason("not-in-this-subphase", "kansas-city/overview", "phase")

Effects = tuple[type[Effect], ...]


@dataclass(frozen=True)
class Action:
    """Something that the player on turn does (or, with an exchange token, any player).

    Its class says: `type`, by which it is read and written; `section`, that of the rules reference that tells the rule;
    `offered_by`, what it may be done for once that is under way; `phases`, when it may be done while nothing is;
    `aside`, whether it is never demanded: exchange tokens and objective cards are used whenever somebody likes;
    `paid_later`, whether a step that follows from it pays what it costs.
    """

    type: ClassVar[str]
    section: ClassVar[str]
    offered_by: ClassVar[Effects]
    phases: ClassVar[tuple[str, ...]]
    aside: ClassVar[bool]
    paid_later: ClassVar[bool]

    def __init_subclass__(
        cls,
        *,
        type: str,  # noqa: A002 (what the format calls it)
        section: str,
        offered_by: Effects = (),
        phases: tuple[str, ...] = (),
        aside: bool = False,
        paid_later: bool = False,
    ) -> None:
        super().__init_subclass__()
        cls.type, cls.section, cls.offered_by, cls.phases = type, section, offered_by, phases
        cls.aside, cls.paid_later = aside, paid_later

    def actor(self, state: State) -> str:
        """The colour of who does it; empty while that is not known."""
        return state.colour

    def home(self, state: State) -> str:
        """The section that tells the rule here: that of what is under way, if this deals with it."""
        step = state.next_step
        return self.section if step is None or self.aside else step.section

    @abstractmethod
    def judge(self, state: State, judgement: Judgement) -> None:
        """Note everything that forbids it, and what would have to be known."""

    @abstractmethod
    def apply(self, state: State) -> None:
        """Do it. It was judged before, and what it costs is paid."""

    @classmethod
    def candidates(cls, state: State) -> Iterable[Action] | None:
        """What may come into question at all, where `in_question` has its kind; `judge` decides.

        None: whatever its fields can be in this game.
        """
        return None


def offered(state: State, judgement: Judgement, *kinds: type[E]) -> E | None:
    """The step that is under way, when it is one of these; otherwise there is nothing to do this for."""
    step = state.under_way(*kinds)
    if step is None and state.pending:
        judgement.forbid(SOMETHING_ELSE_FIRST, effect=state.pending[-1].name, places=("turn.pending",))
    elif step is None:
        judgement.forbid(NOT_UNDER_WAY, effect=kinds[0].name, places=("turn.pending",))
    return step


def free_to_act(state: State, judgement: Judgement, *phases: str) -> bool:
    """Whether nothing waits to be done first, and the phase is one of these."""
    if state.pending:
        judgement.forbid(SOMETHING_ELSE_FIRST, effect=state.pending[-1].name, places=("turn.pending",))
        return False
    return in_phase(state, judgement, *phases)


def in_phase(state: State, judgement: Judgement, *phases: str) -> bool:
    """Whether the phase is one of these, or not known."""
    phase = state.turn.phase
    if phase is None:
        judgement.require_fact("turn.phase")
        return True
    if phase in phases:
        return True
    if phase == "end":
        judgement.forbid(GAME_OVER, places=("turn.phase",))
    else:
        # In Kansas City the subphases are done, and they are done nowhere else.
        subphases = {phase, phases[0]} & {*KANSAS_CITY}
        code = NOT_IN_THIS_SUBPHASE if subphases else NOT_IN_THIS_PHASE
        judgement.forbid(code, phase=phase, places=("turn.phase",))
    return False
