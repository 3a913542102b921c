"""Objective cards: gained from the display or the stack, played between actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.engine import effects as e
from companion.engine.actions.base import Action, Effects, done, in_phase, offered
from companion.engine.actions.prospects import Prospects, prospects_of
from companion.engine.effects import steps
from companion.engine.flow.cards import card_of, need_in_hand
from companion.engine.flow.effects import begin, settle
from companion.engine.flow.judgement import Judgement
from companion.engine.flow.state import State, added, taken
from companion.engine.flow.turn import KANSAS_CITY
from companion.engine.position import Card
from companion.engine.reasons import Reason


@dataclass(frozen=True)
class Objective(Action):
    """Gain an objective card: one of the display, or (without `card`) the top one of the stack."""

    type: ClassVar[str] = "objective"
    section: ClassVar[str] = "actions/gain-objective"
    offered_by: ClassVar[Effects] = (e.objectives.GainObjective,)
    card: str | None = None

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, e.objectives.GainObjective)
        if step is not None and step.source == "display":
            judgement.look("kansas-city/delivery-actions")
        stack, shown = state.board.objective_stack, state.board.objective_display
        if self.card is None:
            if step is not None and step.source == "display":
                judgement.forbid("only-from-the-display", places=("board.objective_display",))
            if stack is None:
                judgement.require_fact("board.objective_stack")
            elif not stack.count:
                judgement.forbid("objective-stack-empty", places=("board.objective_stack",))
        elif shown is None:
            judgement.require_fact("board.objective_display")
        elif card_of(self.card) not in shown:
            judgement.forbid("objective-not-displayed", objective=self.card, places=("board.objective_display",))

    def apply(self, state: State) -> None:
        step = state.next_step
        done(state)
        shown = state.board.objective_display
        gained: tuple[Card, ...] | None
        if self.card is None:
            gained = _top(state)
        else:
            gained = (card_of(self.card),)
            if shown is not None:
                left = list(shown)
                left.remove(gained[0])
                state.set_board(objective_display=tuple(left))
                _show_next(state)
        where = "hand" if isinstance(step, e.objectives.GainObjective) and step.to == "hand" else "discard"
        pile = state.me.hand if where == "hand" else state.me.discard
        state.set_me(**{where: added(pile, gained, 1)})
        settle(state)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        for name in dict.fromkeys(card.id for card in state.board.objective_display or ()):
            yield cls(name)
        yield cls()


@prospects_of(e.objectives.GainObjective)
def _(state: State) -> Prospects:
    shown, stack = state.board.objective_display, state.board.objective_stack
    # While nobody said what is displayed, it may be any card.
    cards = [card.id for card in shown] if shown is not None else list(state.catalog.objectives.cards)[:1]
    found = [*map(Objective, cards), *([] if stack is not None and not stack.count else [Objective()])]
    places = ("board.objective_display", "board.objective_stack")
    return Prospects(found, Reason("no-objective-left", {"places": places}))


def _top(state: State) -> tuple[Card, ...] | None:
    """The top card of the objective stack, taken from it."""
    stack = state.board.objective_stack
    if stack is None or not stack.count:
        return None
    pieces = state.draw_from("board.objective_stack", stack, 1)
    state.set_board(objective_stack=taken(stack, pieces, 1))
    return pieces


def _show_next(state: State) -> None:
    """Fill the display up from the stack, while there is one."""
    stack, shown = state.board.objective_stack, state.board.objective_display
    if stack is None or shown is None:
        state.set_board(objective_display=None)
    elif stack.count:
        pieces = _top(state)
        state.set_board(objective_display=None if pieces is None else (*shown, *pieces))


@dataclass(frozen=True)
class Play(Action):
    """Play an objective card from the hand: before phase A, or between the actions of phase B."""

    type: ClassVar[str] = "play"
    section: ClassVar[str] = "turn/objective-cards"
    phases: ClassVar[tuple[str, ...]] = ("A", "B")
    aside: ClassVar[bool] = True
    card: str

    def judge(self, state: State, judgement: Judgement) -> None:
        # Never in the middle of an action, in Kansas City (open question 17), or once phase C has begun.
        if state.turn.phase in KANSAS_CITY:
            judgement.forbid("objective-at-kansas-city", places=("turn.phase",))
        elif state.next_step is not None:
            judgement.forbid("objective-within-action", effect=state.next_step.name, places=("turn.pending",))
        elif state.turn.phase == "C":
            judgement.forbid("objective-in-phase-c", places=("turn.phase",))
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
            begin(state, [steps.Immediate(self.card)])

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        if state.me.hand:
            objectives = state.catalog.objectives.cards
            for name in dict.fromkeys(card.id for card in state.me.hand.known):
                if name in objectives:
                    yield cls(name)
