"""Cards: drawn, discarded, removed; and exchange tokens, which any player may use at any time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.engine import effects as e
from companion.engine.actions.base import Action, Effects, done, free_to_act, offered
from companion.engine.actions.requirements import fits
from companion.engine.effects import steps
from companion.engine.flow import cards as piles
from companion.engine.flow.cards import card_of, few, name_of, need_in_hand, selections
from companion.engine.flow.effects import begin, settle
from companion.engine.flow.facts import counted, counted_at_least, counted_at_most
from companion.engine.flow.judgement import Judgement
from companion.engine.flow.state import State, taken, tellable
from companion.engine.position import OFF_BOARD, Card


@dataclass(frozen=True)
class Draw(Action):
    """Draw so many cards, to discard as many afterwards."""

    type: ClassVar[str] = "draw"
    section: ClassVar[str] = "actions/draw"
    offered_by: ClassVar[Effects] = (e.cards.DrawThenDiscard,)
    count: int

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, e.cards.DrawThenDiscard)
        if step is None:
            return
        most = step.most
        if step.per is not None:
            most, path = counted(state, step.per)
            if most is None and self.count > counted_at_least(state, step.per):
                judgement.require_fact(path)
                most = counted_at_most(state, step.per)
        if self.count < 1 or (most is not None and self.count > most):
            judgement.forbid("draw-count", have=self.count, most=most or self.count)

    def apply(self, state: State) -> None:
        done(state)
        came = draw_up_to(state, state.colour, self.count)
        begin(state, [steps.DiscardCards(came)] if came else [])

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        step = state.next_step
        if isinstance(step, e.cards.DrawThenDiscard):
            for count in range(1, (step.most or 0) + 1):
                yield cls(count)


def draw_up_to(state: State, colour: str, count: int) -> int:
    """Draw so many cards, or as many as there are; returns how many came."""
    left = piles.deck_left(state, colour)
    came = count if left is None else min(count, left)
    piles.draw(state, colour, came)
    return came


@dataclass(frozen=True)
class DiscardFromHand(Action):
    """Discard these cards from the hand: what a requirement depicts, or as many as were drawn.

    At the beginning of the first turn, the hand is discarded down to what the first player starts with.
    """

    type: ClassVar[str] = "discard"
    section: ClassVar[str] = "turn/first-turn"
    offered_by: ClassVar[Effects] = (steps.DiscardCards, e.cards.Discard)
    phases: ClassVar[tuple[str, ...]] = ("A",)
    cards: tuple[str, ...]

    def actor(self, state: State) -> str:
        step = state.next_step
        return (isinstance(step, steps.DiscardCards) and step.player) or state.colour

    def judge(self, state: State, judgement: Judgement) -> None:
        step = state.next_step
        wanted = [card_of(name) for name in self.cards]
        if isinstance(step, steps.DiscardCards):
            if len(wanted) != step.count:
                judgement.forbid("discard-count", have=len(wanted), needs=step.count)
        elif isinstance(step, e.cards.Discard):
            self._depicted(state, judgement, step.card, wanted)
        else:
            self._first_turn(state, judgement)
        need_in_hand(state, judgement, self.actor(state), wanted)

    def _depicted(self, state: State, judgement: Judgement, kind: str, wanted: list[Card]) -> None:
        needs = 2 if kind == "pair" else 1
        breeds = state.catalog.cattle.breeds
        types = {breeds[card.id].type for card in wanted if card.id in breeds}
        if len(wanted) != needs:
            judgement.forbid("discard-count", have=len(wanted), needs=needs)
        elif not all(fits(state, card, kind) for card in wanted) or (kind == "pair" and len(types) != 1):
            judgement.forbid("not-the-depicted-card", cards=self.cards, kind=kind)

    def _first_turn(self, state: State, judgement: Judgement) -> None:
        if state.next_step is None and state.turn.phase not in ("A", None):
            judgement.forbid("not-under-way", effect=e.cards.Discard.name, places=("turn.pending",))
            return
        if not free_to_act(state, judgement, "A"):
            return
        herder, hand = state.me.herder, state.me.hand
        if herder is None:
            judgement.require_fact(state.path("herder"))
        elif herder != OFF_BOARD:
            judgement.forbid("not-under-way", effect=e.cards.Discard.name, places=("turn.pending",))
        most = state.catalog.table.hand_limit.base
        if hand is not None and hand.count - len(self.cards) != most:
            needs = max(0, hand.count - most)
            judgement.forbid(
                "discard-down-to", have=len(self.cards), needs=needs, most=most, places=(state.path("hand"),)
            )

    def apply(self, state: State) -> None:
        colour = self.actor(state)
        if state.pending:
            done(state)
        piles.discard(state, colour, [card_of(name) for name in self.cards])
        settle(state)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        step = state.next_step
        colour, count = state.colour, 0
        if isinstance(step, steps.DiscardCards):
            colour, count = step.player or colour, step.count
        elif isinstance(step, e.cards.Discard):
            count = 2 if step.card == "pair" else 1
        elif step is None and state.turn.phase == "A" and state.me.herder == OFF_BOARD and state.me.hand:
            count = state.me.hand.count - state.catalog.table.hand_limit.base
        player = state.players.get(colour)
        if count <= 0 or player is None or player.hand is None:
            return
        for chosen in few(selections(map(name_of, player.hand.known), count)):
            yield cls(chosen)


@dataclass(frozen=True)
class Remove(Action):
    """Remove a card in hand from the game."""

    type: ClassVar[str] = "remove"
    section: ClassVar[str] = "actions/auxiliary-remove"
    offered_by: ClassVar[Effects] = (e.cards.RemoveCards,)
    card: str

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, e.cards.RemoveCards)
        need_in_hand(state, judgement, state.colour, [card_of(self.card)])

    def apply(self, state: State) -> None:
        step = state.next_step
        done(state)
        hand = state.me.hand
        if hand is not None:
            found, absent = piles.find(hand, [card_of(self.card)])
            state.set_me(hand=taken(hand, (*found, *absent), 1))
        if isinstance(step, e.cards.RemoveCards) and step.count > 1:
            state.pending.append(e.cards.RemoveCards(step.count - 1))
        settle(state)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        if state.me.hand:
            for name in sorted(set(map(name_of, state.me.hand.known))):
                yield cls(name)


@dataclass(frozen=True)
class Exchange(Action):
    """Use an exchange token: draw up to two cards, then discard as many. `player`: not the one on turn."""

    type: ClassVar[str] = "exchange"
    section: ClassVar[str] = "turn/exchange-tokens"
    aside: ClassVar[bool] = True
    count: int
    player: str | None = None

    def actor(self, state: State) -> str:
        return self.player or state.colour

    def judge(self, state: State, judgement: Judgement) -> None:
        colour = self.actor(state)
        player = state.players.get(colour)
        most = state.catalog.table.exchange_token.cards
        if not 1 <= self.count <= most:
            judgement.forbid("draw-count", have=self.count, most=most)
        if state.turn.phase == "end":
            judgement.forbid("game-over", places=("turn.phase",))
        # Drawing and discarding for one token follow each other at once (open question 20).
        other = self._other(state)
        for step in state.pending:
            if isinstance(step, steps.DiscardCards) and step.token and step.player == other:
                judgement.forbid("token-under-way", needs=step.count, places=("turn.pending",))
        path = f"players.{colour}.exchange_tokens" if colour else "turn.player"
        judgement.require(player.exchange_tokens if player else None, 1, path, "no-exchange-token")

    def apply(self, state: State) -> None:
        colour = self.actor(state)
        player = state.players.get(colour)
        have = player.exchange_tokens if player else None
        state.set_player(colour, exchange_tokens=tellable(have, -1))
        came = draw_up_to(state, colour, self.count)
        begin(state, [steps.DiscardCards(came, self._other(state), token=True)] if came else [])

    def _other(self, state: State) -> str | None:
        """Who uses the token, when it is not the player on turn."""
        return None if self.player == state.colour else self.player

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        if state.turn.phase != "end" and state.me.exchange_tokens:
            for count in range(1, state.catalog.table.exchange_token.cards + 1):
                yield cls(count)
