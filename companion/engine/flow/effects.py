"""What effects do. Those that leave nothing to decide happen at once; the others wait for an action."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from companion.engine import effects as e
from companion.engine.effects import Effect, steps
from companion.engine.flow import cards
from companion.engine.flow.amounts import to_bank
from companion.engine.flow.facts import certificates_after, counted, transport
from companion.engine.flow.state import State, added, tellable
from companion.engine.flow.turn import end_turn
from companion.engine.position import Card, Pile

BREEDS_OF_A_KIND = frozenset({"criollo", "santa-gertrudis", "pineywoods", "galloway"})
"""Cards to discard that leave no choice: all of a breed are alike."""


def begin(state: State, effects: Iterable[Effect]) -> None:
    """Put effects in front of what waits already, and let happen what leaves nothing to decide."""
    following = list(effects)
    if any(isinstance(effect, e.cattle.BuyCattle) for effect in following):
        # Every buying action puts the cowboys to use anew (open question 13).
        state.set_turn(cowboys_used=0)
    state.pending += reversed(following)
    settle(state)


def settle(state: State) -> None:
    """Let everything happen that leaves nothing to decide."""
    while state.pending:
        effect = state.pending[-1]
        if not _happens(effect, state):
            return


@functools.singledispatch
def _happens(effect: Effect, state: State) -> bool:  # noqa: ARG001 # the effects below look at the state
    """Let an effect happen and take it off the stack; False when it waits for a decision."""
    return False


happens = _happens.register
"""Lets a module of actions say when a step of its own leaves nothing to decide."""


def _amount(state: State, effect: Any, each: int) -> int | None:
    return each if effect.per is None else _times(counted(state, effect.per)[0], each)


def _times(count: int | None, each: int) -> int | None:
    return None if count is None else count * each


@_happens.register
def _(effect: e.money.Pay, state: State) -> bool:
    state.pending.pop()
    state.earn(-effect.dollars)
    return True


@_happens.register
def _(effect: e.money.GainDollars, state: State) -> bool:
    state.pending.pop()
    dollars = _amount(state, effect, effect.dollars)
    if dollars is None:
        state.set_me(dollars=None)
    else:
        state.earn(dollars)
    return True


@_happens.register
def _(effect: e.certificates.GainCertificates, state: State) -> bool:
    state.pending.pop()
    steps_ = _amount(state, effect, effect.steps)
    state.set_me(certificates=None if steps_ is None else certificates_after(state, state.me, steps_))
    return True


@_happens.register
def _(effect: e.certificates.CertificatesToLimit, state: State) -> bool:  # noqa: ARG001
    state.pending.pop()
    track = state.catalog.table.certificates.track
    state.set_me(certificates=certificates_after(state, state.me, len(track)))
    return True


@_happens.register
def _(effect: e.tokens.GainExchangeToken, state: State) -> bool:
    state.pending.pop()
    have = state.me.exchange_tokens
    state.set_me(exchange_tokens=tellable(have, effect.count))
    return True


@_happens.register
def _(effect: e.cards.Discard, state: State) -> bool:
    if effect.card not in BREEDS_OF_A_KIND:
        return False
    state.pending.pop()
    cards.discard(state, state.colour, [Card(effect.card)])
    return True


@_happens.register
def _(effect: e.cards.DrawThenDiscard, state: State) -> bool:
    if effect.per is None:
        return False
    count, _path = counted(state, effect.per)
    if count is None:
        return False
    state.pending[-1] = e.cards.DrawThenDiscard(most=count)
    return count == 0 and state.pending.pop() is not None


@_happens.register
def _(effect: e.railroad.EngineForward, state: State) -> bool:
    if effect.per is None:
        return False
    count, _path = counted(state, effect.per)
    if count is None:
        return False
    state.pending[-1] = e.railroad.EngineForward(most=count)
    return count == 0 and state.pending.pop() is not None


@_happens.register
def _(effect: e.cards.RemoveCards, state: State) -> bool:  # noqa: ARG001
    hand = state.me.hand
    return hand is not None and hand.count == 0 and state.pending.pop() is not None


@_happens.register
def _(effect: e.objectives.GainObjective, state: State) -> bool:
    # Where there is nothing left to gain, nothing is gained.
    board = state.board
    nothing_shown = board.objective_display is not None and not board.objective_display
    no_stack = effect.source == "display" or (board.objective_stack is not None and board.objective_stack.count == 0)
    return nothing_shown and no_stack and state.pending.pop() is not None


@_happens.register
def _(effect: steps.DiscardHand, state: State) -> bool:  # noqa: ARG001
    state.pending.pop()
    player = state.me
    if player.hand is None:
        state.set_me(hand=Pile[Card](0), discard=None)
    else:
        state.set_me(hand=Pile[Card](0), discard=added(player.discard, player.hand.known, player.hand.count))
    state.set_turn(phase="K5")
    return True


@_happens.register
def _(effect: steps.SimmentalUpgrade, state: State) -> bool:  # noqa: ARG001
    hand = state.me.hand
    stages = {breed.id for breed in state.catalog.cattle.breeds.values() if breed.stage and next_stage(state, breed.id)}
    nothing = not stages or (hand is not None and hand.complete and not any(card.id in stages for card in hand.known))
    return nothing and state.pending.pop() is not None


def next_stage(state: State, breed_id: str) -> str | None:
    """The breed that a Simmental card grows into."""
    breeds = state.catalog.cattle.breeds
    breed = breeds.get(breed_id)
    if breed is None or breed.stage is None:
        return None
    return next((b.id for b in breeds.values() if b.type == breed.type and b.stage == (breed.stage or 0) + 1), None)


@_happens.register
def _(effect: steps.PayTransport, state: State) -> bool:
    state.pending.pop()
    state.pay(to_bank(transport(state, effect.city)))
    return True


@_happens.register
def _(effect: steps.LeaveKansasCity, state: State) -> bool:  # noqa: ARG001
    state.pending.pop()
    state.set_me(herder="start")
    end_turn(state)
    return True
