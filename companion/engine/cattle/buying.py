"""Buying cattle, and adding cards to the market, with cowboys."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.engine.cards.piles import card_of
from companion.engine.core import Action, Effect, Judgement, Prospects, Reason, State, offered, reason
from companion.engine.core.position import MAX_COUNT, Card, alike
from companion.engine.core.state import added, taken, tellable
from companion.engine.core.vocabulary import CardName, OfferId
from companion.engine.turn.dollars import workers

CATTLE_STACK_EMPTY = reason("cattle-stack-empty", "cattle/buying#more")
NOT_WHAT_IS_OFFERED = reason("not-what-is-offered", "cattle/buying#prices", "needs", "have")
PRICE_OF_OTHERS = reason("price-of-others", "cattle/buying#prices", cards="chosen-cards")
CARD_NOT_ON_MARKET = reason("card-not-on-market", "cattle/buying", cards="chosen-cards")
NOT_ENOUGH_COWBOYS = reason("not-enough-cowboys", "cattle/buying", "needs", "have")
COWBOYS_AT_MOST = reason("cowboys-at-most", "cattle/buying", "needs", "have")


@dataclass(frozen=True)
class BuyCattle(Effect, name="buy-cattle", section="cattle/buying"):
    """Buy cattle by assigning cowboys to the offers of the market; idle ones may add cards to it."""

    def begins(self, state: State) -> None:
        # Every buying action puts the cowboys to use anew, unless the table reads it otherwise (open question 13).
        if state.catalog.table.cowboys_serve_each_action:
            state.set_turn(cowboys_used=0)

    def forgo(self, state: State) -> None:
        if state.catalog.table.cowboys_serve_each_action:
            state.set_turn(cowboys_used=None)
        super().forgo(state)

    def prospects(self, state: State) -> Prospects:
        prices = state.catalog.cattle.prices.values()
        bought: Iterable[Action] = Buy.candidates(state)
        if state.board.cattle_market is None:
            bought = [Buy(offer.id, offer.breeds[:1]) for offer in prices]
        # Cards may be added without buying any; that there are always cowboys for.
        return Prospects(itertools.chain([AddCards()], bought), Reason(CATTLE_STACK_EMPTY, {"places": ()}))


@dataclass(frozen=True)
class Buy(Action, type="buy", section="cattle/buying", offered_by=(BuyCattle,)):
    """Take one offer of the cattle market: put cowboys to use, pay, and get these cards."""

    offer: OfferId
    cards: tuple[CardName, ...]

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, BuyCattle)
        judgement.look("cattle/buying#prices")
        offer = state.catalog.cattle.prices.get(self.offer)
        wanted = [card_of(name) for name in self.cards]
        if offer is None:
            # Offers of a variant, which declares the reason, are there only where it is played.
            judgement.forbid("offer-of-a-variant", places=("game.variants",))
            return
        fitting = sum(card.id in offer.breeds for card in wanted)
        if wanted and not fitting:
            judgement.forbid(PRICE_OF_OTHERS, cards=self.cards)
            return
        # Fewer cards may be bought, at the same price.
        if not 0 < len(wanted) == fitting <= offer.cards:
            judgement.forbid(NOT_WHAT_IS_OFFERED, needs=offer.cards, have=fitting)
            return
        idle_cowboys(state, judgement, offer.cowboys)
        judgement.pay(state.me.dollars, offer.dollars, state.path("dollars"))
        market = state.board.cattle_market
        if market is None:
            judgement.suppose("board.cattle_market", wanted)
        elif (chosen := find_on_market(state, wanted)) is None:
            judgement.forbid(CARD_NOT_ON_MARKET, cards=self.cards, places=("board.cattle_market",))
        elif any(card.vp is not None and card not in chosen for card in wanted):
            # One of that breed is there, with points that nobody entered.
            judgement.require_fact("board.cattle_market")

    def apply(self, state: State) -> None:
        offer = state.catalog.cattle.prices[self.offer]
        use_cowboys(state, offer.cowboys)
        wanted = [card_of(name) for name in self.cards]
        bought = find_on_market(state, wanted) or wanted
        market = state.board.cattle_market
        if market is not None:
            left = Counter(market)
            left.subtract(bought)
            state.set_board(cattle_market={card: count for card, count in left.items() if count > 0})
        state.set_me(discard=added(state.me.discard, tuple(bought), len(bought)))

    @classmethod
    def candidates(cls, state: State) -> Iterator[Buy]:
        market = state.board.cattle_market
        if market is None:
            return
        for offer in state.catalog.cattle.prices.values():
            fitting = [card for card in market if card.id in offer.breeds]
            for cards in itertools.combinations_with_replacement(fitting, offer.cards):
                if all(count <= market[card] for card, count in Counter(cards).items()):
                    yield cls(offer.id, tuple(map(str, cards)))


@dataclass(frozen=True)
class AddCards(Action, type="add-cards", section="cattle/buying#more", offered_by=(BuyCattle,)):
    """Let an idle cowboy add cards from the stack to the cattle market."""

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, BuyCattle)
        judgement.look(self.section)
        idle_cowboys(state, judgement, state.catalog.cattle.more_cards.cowboys)
        stack = state.board.cattle_stack
        if stack is None:
            judgement.require_fact("board.cattle_stack")
        elif not stack.count:
            judgement.forbid(CATTLE_STACK_EMPTY, places=("board.cattle_stack",))

    def apply(self, state: State) -> None:
        more = state.catalog.cattle.more_cards
        use_cowboys(state, more.cowboys)
        to_market(state, more.cards)


def idle_cowboys(state: State, judgement: Judgement, needs: int) -> None:
    """Cowboys that were not put to use in this buying action (open question 13: in the action, not in the turn)."""
    have, used = workers(state.me, "cowboy"), state.turn.cowboys_used
    if used != 0:
        judgement.rest_on(state.rules.read_otherwise, "table.cowboys_serve_each_action")
    if have is None:
        rows = state.catalog.player_board.worker_rows
        if used is not None and rows.spaces - used < needs:
            judgement.forbid(COWBOYS_AT_MOST, needs=needs, have=rows.spaces - used, places=("turn.cowboys_used",))
        elif used is None or rows.printed - used < needs:
            judgement.require_fact(state.path("workers"), *(["turn.cowboys_used"] if used is None else []))
        return
    judgement.require(have - (used or 0), needs, state.path("workers.cowboy"), NOT_ENOUGH_COWBOYS)
    if used is None:
        judgement.require_fact("turn.cowboys_used")


def use_cowboys(state: State, count: int) -> None:
    """Note that so many more cowboys were put to use."""
    used = state.turn.cowboys_used
    state.set_turn(cowboys_used=tellable(used, count))


def find_on_market(state: State, wanted: list[Card]) -> list[Card] | None:
    """The cards on the market that are the wanted ones; None when they are not all there."""
    left = Counter(state.board.cattle_market or {})
    chosen = []
    for card in wanted:
        match = card if left[card] > 0 else next((o for o in left if left[o] > 0 and alike(o, card)), None)
        if match is None:
            return None
        left[match] -= 1
        chosen.append(match)
    return chosen


def to_market(state: State, count: int) -> None:
    """Add cards from the stack to the cattle market, as long as there are any."""
    stack, market = state.board.cattle_stack, state.board.cattle_market
    if stack is None:
        pieces = state.draw_from("board.cattle_stack", None, count)
        certain = pieces is not None and market is not None
        state.set_board(cattle_market=dict(Counter(market) + Counter(pieces)) if certain else None)
        return
    count = min(count, stack.count)
    if not count:
        return
    pieces = state.draw_from("board.cattle_stack", stack, count)
    left = taken(stack, pieces, count)
    if pieces is None or market is None:
        state.set_board(cattle_market=None, cattle_stack=left)
        return
    state.set_board(cattle_market=dict(Counter(market) + Counter(pieces)), cattle_stack=left)


def refill_market(state: State, *, surely: bool = True) -> None:
    """Fill the cattle market up to its size at the start; when there is more already, nothing is added.

    Not `surely`: that may have happened or not, so what it would change is unknown.
    """
    market, stack = state.board.cattle_market, state.board.cattle_stack
    # Which size that is depends on the number of players and on the variants.
    sizes = {game.cattle.market_size[players] for game in state.rules.games for players in state.player_counts}
    have = None if market is None else sum(market.values())
    lacking = {MAX_COUNT} if have is None else {max(0, size - have) for size in sizes}
    coming = {count if stack is None else min(count, stack.count) for count in (*lacking, *(() if surely else (0,)))}
    if len(coming) == 1 and have is not None:
        to_market(state, coming.pop())
    elif coming != {0}:
        state.draw_from("board.cattle_stack", None, MAX_COUNT)
        state.set_board(cattle_market=None, cattle_stack=None)
