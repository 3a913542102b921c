"""Cards are drawn, and as many discarded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.cards import piles
from companion.engine.cards.discarding import DiscardCards
from companion.engine.core import Action, Effect, Judgement, State, offered, reason
from companion.engine.core.effect import Counted
from companion.engine.core.vocabulary import Count
from companion.engine.turn.dollars import counted, counted_at_least, counted_at_most

DRAW_COUNT = reason("draw-count", "cards/discarding#draw", "have", "most")


@dataclass(frozen=True)
class DrawThenDiscard(Effect, name="draw-then-discard", section="cards/discarding#draw", leads_to=("discard-cards",)):
    """Draw up to `most` cards (or as many as are counted), then discard as many as were drawn."""

    most: int | None = None
    per: Counted | None = None

    def decided(self, state: State) -> bool:
        return self.per is not None and counted(state, self.per)[0] is not None

    def happen(self, state: State) -> None:
        # What was counted is the number from now on; of nothing, nothing is drawn.
        if self.per is not None and (count := counted(state, self.per)[0]):
            state.pending.append(DrawThenDiscard(most=count))


@dataclass(frozen=True)
class Draw(Action, type="draw", section="cards/discarding#draw", offered_by=(DrawThenDiscard,)):
    """Draw so many cards, to discard as many afterwards."""

    count: Count

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, DrawThenDiscard)
        if step is None:
            return
        most = step.most
        if step.per is not None:
            most, path = counted(state, step.per)
            if most is None and self.count > counted_at_least(state, step.per):
                judgement.require_fact(path)
                most = counted_at_most(state, step.per)
        if self.count < 1 or (most is not None and self.count > most):
            judgement.forbid(DRAW_COUNT, have=self.count, most=most or self.count)

    def apply(self, state: State) -> None:
        state.done()
        came = draw_up_to(state, state.colour, self.count)
        state.begin([DiscardCards(came)] if came else [])

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        if step := state.under_way(DrawThenDiscard):
            yield from map(cls, range(1, (step.most or 0) + 1))


def draw_up_to(state: State, colour: str, count: int) -> int:
    """Draw so many cards, or as many as there are; returns how many came."""
    left = piles.deck_left(state, colour)
    came = count if left is None else min(count, left)
    piles.draw(state, colour, came)
    return came
