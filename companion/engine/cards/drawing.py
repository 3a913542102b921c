"""Cards are drawn, and as many discarded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.cards import piles
from companion.engine.cards.discarding import DiscardCards
from companion.engine.core import Action, Effect, Judgement, State, of_kind, offered, reason
from companion.engine.core.action import GAME_OVER
from companion.engine.core.catalog import automas
from companion.engine.core.effect import Counted
from companion.engine.core.state import tellable
from companion.engine.core.vocabulary import Colour, Count
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


# Exchange tokens, which any player may use at any time.

TOKEN_UNDER_WAY = reason("token-under-way", "cards/exchange-tokens#when", "needs")
TOKEN_OUT_OF_TURN = reason("token-out-of-turn", "cards/exchange-tokens#when", "player")
NO_EXCHANGE_TOKEN = reason("no-exchange-token", "cards/exchange-tokens", "needs", "have")
GAME_WITHOUT_TOKENS = reason("game-without-tokens", "cards/exchange-tokens")
AUTOMA_WITHOUT_TOKENS = reason("automa-without-tokens", "cards/exchange-tokens", "player")


@dataclass(frozen=True)
class GainExchangeToken(Effect, name="gain-exchange-token", section="cards/exchange-tokens", at_once=True):
    """Take this many exchange tokens."""

    count: int = 1

    def happen(self, state: State) -> None:
        state.set_me(exchange_tokens=tellable(state.me.exchange_tokens, self.count))


@dataclass(frozen=True)
class Exchange(Action, type="exchange", section="cards/exchange-tokens", aside=True):
    """Use an exchange token: draw up to two cards, then discard as many. `player`: not the one on turn."""

    count: Count
    player: Colour | None = None

    def actor(self, state: State) -> str:
        return self.player or state.colour

    def judge(self, state: State, judgement: Judgement) -> None:
        colour = self.actor(state)
        player = state.players.get(colour)
        most = state.catalog.table.exchange_token.cards
        if not 1 <= self.count <= most:
            judgement.forbid(DRAW_COUNT, have=self.count, most=most)
        if state.turn.phase == "end":
            judgement.forbid(GAME_OVER, places=("turn.phase",))
        if state.colour and self._other(state):
            # "Any point" is in others' turns, too, unless the table reads it otherwise (open question 20).
            judgement.rest_on(state.rules.read_otherwise, "table.exchange_token.in_any_turn")
            if not state.catalog.table.exchange_token.in_any_turn:
                judgement.forbid(TOKEN_OUT_OF_TURN, player=state.colour, places=("turn.player",))
        path = f"players.{colour}.exchange_tokens" if colour else "turn.player"
        have = player.exchange_tokens if player else None
        # Whoever never has one need not tell.
        if not have and not state.catalog.table.with_exchange_tokens:
            judgement.forbid(GAME_WITHOUT_TOKENS)
        elif not have and player and player.automa and "exchange_tokens" in automas()[player.automa.id].never:
            judgement.forbid(AUTOMA_WITHOUT_TOKENS, player=colour, places=(f"players.{colour}.automa",))
        else:
            judgement.require(have, 1, path, NO_EXCHANGE_TOKEN)
        # Drawing and discarding for one token follow each other at once (open question 20).
        other = self._other(state)
        for step in of_kind(state.pending, DiscardCards):
            if step.token and step.player == other:
                judgement.forbid(TOKEN_UNDER_WAY, needs=step.count, places=("turn.pending",))

    def apply(self, state: State) -> None:
        colour = self.actor(state)
        player = state.players.get(colour)
        have = player.exchange_tokens if player else None
        state.set_player(colour, exchange_tokens=tellable(have, -1))
        came = draw_up_to(state, colour, self.count)
        state.begin([DiscardCards(came, self._other(state), token=True)] if came else [])

    def _other(self, state: State) -> str | None:
        """Who uses the token, when it is not the player on turn."""
        return None if self.player == state.colour else self.player

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        if state.turn.phase != "end" and state.me.exchange_tokens:
            for count in range(1, state.catalog.table.exchange_token.cards + 1):
                yield cls(count)
