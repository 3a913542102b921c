"""Dollars paid to and gained from the bank."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.core import Effect, Judgement, State, reason
from companion.engine.core.amounts import Amount, ends, missing_of, to_bank
from companion.engine.core.effect import Counted
from companion.engine.kansas_city.transport import transport_due
from companion.engine.turn.counting import times

NOT_ENOUGH_BESIDES_TRANSPORT = reason("not-enough-besides-transport", "kansas-city/transport", "needs", "have", "cost")


@dataclass(frozen=True)
class Pay(Effect, name="pay", section="turn/requirements-and-rewards", at_once=True, charged=True):
    """Pay this many dollars to the bank."""

    dollars: int

    def happen(self, state: State) -> None:
        state.earn(-self.dollars)

    def judge_requirement(self, state: State, judgement: Judgement) -> None:
        pay_in_full(state, judgement, self.dollars)


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


def pay_in_full(state: State, judgement: Judgement, dollars: Amount) -> None:
    """Note dollars that the player on turn must pay to the bank in full.

    In the middle of a delivery its transport is still to come, and must be left over (open question 22).
    """
    have, path, due = state.me.dollars, state.path("dollars"), transport_due(state)
    (cost, most), total = ends(dollars), dollars + due
    least, all_told = ends(total)
    if not most or not due:
        judgement.pay(have, dollars, path)
        return
    if have is None:
        judgement.require_fact(path, *missing_of(total))
    elif have < least:
        judgement.forbid(NOT_ENOUGH_BESIDES_TRANSPORT, needs=least, have=have, cost=cost, places=(path,))
    elif have < all_told:
        judgement.require_fact(*missing_of(total))
    judgement.charge(to_bank(dollars))
