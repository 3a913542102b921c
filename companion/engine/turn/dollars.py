"""Dollars paid to and gained from the bank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.engine.core.effect import Counted, Effect
from companion.engine.core.judgement import Judgement
from companion.engine.core.state import State
from companion.engine.turn.counting import times


@dataclass(frozen=True)
class Pay(Effect):
    """Pay this many dollars to the bank."""

    name: ClassVar[str] = "pay"
    section: ClassVar[str] = "turn/requirements-and-rewards"
    at_once: ClassVar[bool] = True
    charged: ClassVar[bool] = True
    dollars: int

    def happen(self, state: State) -> None:
        state.earn(-self.dollars)

    def judge_requirement(self, state: State, judgement: Judgement) -> None:
        judgement.pay(state.me.dollars, self.dollars, state.path("dollars"))


@dataclass(frozen=True)
class GainDollars(Effect):
    """Gain this many dollars, or this many for each of what is counted. Never in part."""

    name: ClassVar[str] = "gain-dollars"
    section: ClassVar[str] = "actions/dollars"
    at_once: ClassVar[bool] = True
    dollars: int
    per: Counted | None = None

    def happen(self, state: State) -> None:
        dollars = times(state, self.dollars, self.per)
        if dollars is None:
            state.set_me(dollars=None)
        else:
            state.earn(dollars)
