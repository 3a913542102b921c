"""Objective cards are played between actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.cards.piles import card_of, need_in_hand
from companion.engine.core import Action, Judgement, State, in_phase, reason
from companion.engine.core.fields import ObjectiveId
from companion.engine.core.position import KANSAS_CITY
from companion.engine.core.state import taken
from companion.engine.turn.locations import Immediate

OBJECTIVE_AT_KANSAS_CITY = reason("objective-at-kansas-city", "objectives/play#kansas-city")
OBJECTIVE_OUT_OF_TURN = reason("objective-out-of-turn", "objectives/play", "player")
OBJECTIVE_WITHIN_ACTION = reason("objective-within-action", "objectives/play", "effect")
OBJECTIVE_IN_PHASE_C = reason("objective-in-phase-c", "objectives/play")


@dataclass(frozen=True)
class Play(Action, type="play", section="objectives/play", phases=("A", "B"), aside=True):
    """Play an objective card from the hand: before phase A, or between the actions of phase B."""

    card: ObjectiveId

    def judge(self, state: State, judgement: Judgement) -> None:
        # Never in the middle of an action, in Kansas City (open question 17), or once phase C has begun.
        if state.me.automa is not None:
            judgement.forbid(OBJECTIVE_OUT_OF_TURN, player=state.colour, places=("turn.player",))
            return
        if state.turn.phase in KANSAS_CITY:
            judgement.forbid(OBJECTIVE_AT_KANSAS_CITY, places=("turn.phase",))
        elif state.next_step is not None:
            judgement.forbid(OBJECTIVE_WITHIN_ACTION, effect=state.next_step.name, places=("turn.pending",))
        elif state.turn.phase == "C":
            judgement.forbid(OBJECTIVE_IN_PHASE_C, places=("turn.phase",))
        else:
            in_phase(state, judgement, "A", "B")
        need_in_hand(state, judgement, state.colour, [card_of(self.card)])

    def apply(self, state: State) -> None:
        card = card_of(self.card)
        player = state.me
        if player.hand is not None:
            state.set_me(hand=taken(player.hand, (card,), 1))
        if player.objectives is not None:
            state.set_me(objectives=(*player.objectives, card))
        if state.catalog.objectives.cards[self.card].immediate:
            state.begin([Immediate(self.card)])

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        if state.me.hand:
            objectives = state.catalog.objectives.cards
            for name in dict.fromkeys(card.id for card in state.me.hand.known):
                if name in objectives:
                    yield cls(name)
