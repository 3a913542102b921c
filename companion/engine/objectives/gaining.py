"""Objective cards are gained from the display or the stack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from companion.engine.cards.piles import card_of, need_in_hand
from companion.engine.core import Action, Effect, Judgement, Prospects, Reason, State, in_phase, offered, reason
from companion.engine.core.position import KANSAS_CITY, Card
from companion.engine.core.state import added, taken
from companion.engine.core.vocabulary import ObjectiveId
from companion.engine.turn.locations import Immediate

NO_OBJECTIVE_LEFT = reason("no-objective-left", "objectives/gain")
MUST_GAIN_OBJECTIVE = reason("must-gain-objective", "kansas-city/cities#actions", "have")
ONLY_FROM_THE_DISPLAY = reason("only-from-the-display", "kansas-city/cities#actions")
OBJECTIVE_STACK_EMPTY = reason("objective-stack-empty", "objectives/gain")
OBJECTIVE_NOT_DISPLAYED = reason("objective-not-displayed", "objectives/gain", "objective")


@dataclass(frozen=True)
class GainObjective(Effect, name="gain-objective", section="objectives/gain"):
    """Take an objective card to the discard pile or the hand. Delivery actions offer the display only."""

    to: Literal["discard", "hand"] = "discard"
    source: Literal["display-or-stack", "display"] = "display-or-stack"

    def prospects(self, state: State) -> Prospects:
        shown, stack = state.board.objective_display, state.board.objective_stack
        # While nobody said what is displayed, it may be any card.
        cards = [card.id for card in shown] if shown is not None else list(state.catalog.objectives.cards)[:1]
        gains = [*map(Objective, cards), *([] if stack is not None and not stack.count else [Objective()])]
        places = ("board.objective_display", "board.objective_stack")
        return Prospects(gains, Reason(NO_OBJECTIVE_LEFT, {"places": places}))

    def decided(self, state: State) -> bool:
        # Where there is nothing left to gain, nothing is gained.
        board = state.board
        nothing_shown = board.objective_display is not None and not board.objective_display
        no_stack = self.source == "display" or (board.objective_stack is not None and board.objective_stack.count == 0)
        return nothing_shown and no_stack

    def perhaps(self, state: State) -> None:
        stack = state.board.objective_stack
        state.set_me(**{self.to: None})
        # The display is filled up from the stack, as long as there is one.
        state.set_board(objective_display=None, objective_stack=None if stack is None or stack.count else stack)

    def judge_skipping(self, state: State, judgement: Judgement) -> None:
        # A delivery action must be done, as long as there is a card to gain.
        shown = state.board.objective_display
        if self.source == "display" and shown is None:
            judgement.require_fact("board.objective_display")
        elif self.source == "display" and shown:
            places = ("turn.pending", "board.objective_display")
            judgement.forbid(MUST_GAIN_OBJECTIVE, have=len(shown), places=places)


@dataclass(frozen=True)
class Objective(Action, type="objective", section="objectives/gain", offered_by=(GainObjective,)):
    """Gain an objective card: one of the display, or (without `card`) the top one of the stack."""

    card: ObjectiveId | None = None

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, GainObjective)
        if step is not None and step.source == "display":
            judgement.look("kansas-city/cities#actions")
        stack, shown = state.board.objective_stack, state.board.objective_display
        if self.card is None:
            if step is not None and step.source == "display":
                judgement.forbid(ONLY_FROM_THE_DISPLAY, places=("board.objective_display",))
            if stack is None:
                judgement.require_fact("board.objective_stack")
            elif not stack.count:
                judgement.forbid(OBJECTIVE_STACK_EMPTY, places=("board.objective_stack",))
        elif shown is None:
            judgement.suppose("board.objective_display", [card_of(self.card)])
        elif card_of(self.card) not in shown:
            judgement.forbid(OBJECTIVE_NOT_DISPLAYED, objective=self.card, places=("board.objective_display",))

    def apply(self, state: State) -> None:
        to, gained = state.finished(GainObjective).to, None
        if self.card is None:
            gained = _top(state)
        else:
            gained = (card_of(self.card),)
            take_displayed(state, gained[0])
        state.set_me(**{to: added(getattr(state.me, to), gained, 1)})
        state.settle()

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        for name in dict.fromkeys(card.id for card in state.board.objective_display or ()):
            yield cls(name)
        yield cls()


def _top(state: State) -> tuple[Card, ...] | None:
    """The top card of the objective stack, taken from it."""
    stack = state.board.objective_stack
    if stack is None or not stack.count:
        return state.draw_from("board.objective_stack", None, 1) if stack is None else None
    pieces = state.draw_from("board.objective_stack", stack, 1)
    state.set_board(objective_stack=taken(stack, pieces, 1))
    return pieces


def take_displayed(state: State, card: Card) -> None:
    """Take a card from the display, which is filled up."""
    shown = state.board.objective_display
    if shown is not None:
        left = list(shown)
        left.remove(card)
        state.set_board(objective_display=tuple(left))
    _show_next(state)


def _show_next(state: State) -> None:
    """Fill the display up from the stack, while there is one."""
    stack, shown = state.board.objective_stack, state.board.objective_display
    if stack is None or stack.count:
        pieces = _top(state)
        state.set_board(objective_display=None if pieces is None or shown is None else (*shown, *pieces))


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
