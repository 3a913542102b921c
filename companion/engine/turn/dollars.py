"""Dollars paid to and gained from the bank."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.core import Effect, Judgement, State
from companion.engine.core.effect import Counted
from companion.engine.turn.counting import times


@dataclass(frozen=True)
class Pay(Effect, name="pay", section="turn/requirements-and-rewards", at_once=True, charged=True):
    """Pay this many dollars to the bank."""

    dollars: int

    def happen(self, state: State) -> None:
        state.earn(-self.dollars)

    def judge_requirement(self, state: State, judgement: Judgement) -> None:
        judgement.pay(state.me.dollars, self.dollars, state.path("dollars"))


@dataclass(frozen=True)
class GainDollars(Effect, name="gain-dollars", section="turn/dollars", at_once=True):
    """Gain this many dollars, or this many for each of what is counted. Never in part."""

    dollars: int
    per: Counted | None = None

    def happen(self, state: State) -> None:
        dollars = times(state, self.dollars, self.per)
        if dollars is None:
            state.set_me(dollars=None)
        else:
            state.earn(dollars)
