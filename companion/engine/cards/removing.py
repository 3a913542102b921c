"""Cards leave the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.cards import piles
from companion.engine.cards.piles import card_of, name_of, need_in_hand
from companion.engine.core import Action, Effect, Judgement, State, offered
from companion.engine.core.fields import CardName
from companion.engine.core.state import taken


@dataclass(frozen=True)
class RemoveCards(Effect, name="remove-cards", section="turn/auxiliary-actions#remove"):
    """Return up to this many hand cards, cattle or objective, to the box for good."""

    count: int

    def decided(self, state: State) -> bool:
        return state.me.hand is not None and state.me.hand.count == 0


@dataclass(frozen=True)
class Remove(Action, type="remove", section="turn/auxiliary-actions#remove", offered_by=(RemoveCards,)):
    """Remove a card in hand from the game."""

    card: CardName

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, RemoveCards)
        need_in_hand(state, judgement, state.colour, [card_of(self.card)])

    def apply(self, state: State) -> None:
        step, hand = state.finished(RemoveCards), state.me.hand
        if hand is not None:
            found, absent = piles.find(hand, [card_of(self.card)])
            state.set_me(hand=taken(hand, (*found, *absent), 1))
        if step.count > 1:
            state.pending.append(RemoveCards(step.count - 1))
        state.settle()

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        if state.me.hand:
            for name in sorted(set(map(name_of, state.me.hand.known))):
                yield cls(name)
