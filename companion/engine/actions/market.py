"""The two markets: hiring workers, buying cattle."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.engine import effects as e
from companion.engine.actions.base import Action, Effects, done, offered
from companion.engine.actions.prospects import Prospects, prospects_of
from companion.engine.effects import Effect, steps
from companion.engine.flow.cards import card_of, name_of, same
from companion.engine.flow.effects import begin
from companion.engine.flow.facts import workers
from companion.engine.flow.judgement import Judgement
from companion.engine.flow.state import State, added, one_more, taken, tellable
from companion.engine.flow.turn import asked_of_market, closed
from companion.engine.position import Card
from companion.engine.reasons import Reason


@dataclass(frozen=True)
class HireWorker(Action):
    """Hire the worker on a space of the job market; columns count from the left, those in use."""

    type: ClassVar[str] = "hire"
    section: ClassVar[str] = "actions/hire"
    offered_by: ClassVar[Effects] = (e.workers.Hire,)
    row: int
    column: int

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, e.workers.Hire)
        market, rows = state.board.job_market, state.catalog.job_market.rows
        columns = state.catalog.job_market.columns
        here = f"board.job_market.rows.{self.row}"
        judgement.look("actions/hiring-cost")
        # Nobody is hired from the row of the token.
        if market.token_row is None:
            if self._may_hold_token(state):
                judgement.require_fact(*asked_of_market(state))
        elif self.row == market.token_row:
            judgement.forbid("row-of-the-token", number=self.row, places=("board.job_market.token_row",))
        if step is not None:
            judgement.pay(state.me.dollars, max(0, rows[self.row].cost + step.extra), state.path("dollars"))
        workers_there = market.rows.get(self.row, ())
        worker = workers_there[self.column - 1] if self.column <= len(workers_there) else None
        # Spaces that were not entered are unknown, but for columns that are not in use and rows below the token.
        in_use = max(columns[players] for players in state.player_counts)
        below = market.token_row is not None and self.row > market.token_row
        if len(workers_there) < self.column <= in_use and not below:
            judgement.require_fact(here, *([state.path("workers")] if state.me.workers is None else []))
            return
        if worker is None:
            judgement.forbid("no-worker-there", number=self.row, column=self.column, places=(here,))
            return
        # A row of workers takes six, the printed one included.
        have, most = workers(state.me, worker), state.catalog.player_board.worker_rows.spaces
        if have is None:
            judgement.require_fact(state.path("workers"))
        elif have >= most:
            judgement.forbid("worker-row-full", worker=worker, most=most, places=(state.path("workers"),))

    def _may_hold_token(self, state: State) -> bool:
        """Whether the token, whose row is not known, may lie in this row."""
        rows, data = state.board.job_market.rows, state.catalog.job_market
        if self.row < data.token_start_row or closed(state):
            return False
        # It has moved on when its space is taken, or when anybody lies in a later row.
        columns = state.rules.per_players(data.columns)
        here = rows.get(self.row) or ()
        if columns is not None and len(here) >= columns and here[columns - 1]:
            return False
        return not any(any(spaces) for row, spaces in rows.items() if row > self.row)

    def apply(self, state: State) -> None:
        done(state)
        market = state.board.job_market
        row = market.rows.get(self.row)
        worker = row[self.column - 1] if row and self.column <= len(row) else None
        if row is None or worker is None:
            # Who was hired is not known.
            state.set_me(workers=None)
            begin(state, [])
            return
        left = (*row[: self.column - 1], None, *row[self.column :])
        state.set_board(job_market=type(market)(market.token_row, {**market.rows, self.row: left}))
        have = workers(state.me, worker)
        follow: list[Effect] = []
        if state.me.workers is not None and have is not None:
            state.set_me(workers=one_more(state.me.workers, worker))
            # The space that the worker is put on may allow an action at once.
            if have + 1 in state.catalog.player_board.worker_rows.immediate.get(worker, {}):
                follow.append(steps.Immediate(f"{worker}.{have + 1}"))
        begin(state, follow)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        market = state.board.job_market
        for row, spaces in market.rows.items():
            if row != market.token_row:
                for number, worker in enumerate(spaces, start=1):
                    if worker:
                        yield cls(row, number)


@prospects_of(e.workers.Hire)
def _(state: State) -> Prospects:
    return Prospects(_anybody(state), Reason("nobody-to-hire", {"places": ("board.job_market.rows",)}))


def _anybody(state: State) -> Iterator[HireWorker]:
    """The cheapest worker of each type in an open row, and a space of each row on which anybody may lie."""
    market, data = state.board.job_market, state.catalog.job_market
    in_use, told = max(data.columns[players] for players in state.player_counts), set[str]()
    for row in data.cheapest_first:
        if market.token_row is not None and row >= market.token_row:
            continue
        spaces = market.rows.get(row, ())
        for column, worker in enumerate(spaces, start=1):
            # Which rows are open is not known while nobody said where the token lies.
            if worker is not None and (worker not in told or market.token_row is None):
                told.add(worker)
                yield HireWorker(row, column)
        if len(spaces) < in_use:
            yield HireWorker(row, len(spaces) + 1)


@dataclass(frozen=True)
class Buy(Action):
    """Take one offer of the cattle market: put cowboys to use, pay, and get these cards."""

    type: ClassVar[str] = "buy"
    section: ClassVar[str] = "actions/buy-cattle"
    offered_by: ClassVar[Effects] = (e.cattle.BuyCattle,)
    offer: str
    cards: tuple[str, ...]

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, e.cattle.BuyCattle)
        judgement.look("actions/cattle-prices")
        offer = state.catalog.cattle.prices.get(self.offer)
        wanted = [card_of(name) for name in self.cards]
        if offer is None:
            # Offers of a variant are there only where it is played.
            judgement.forbid("offer-of-a-variant", places=("game.variants",))
            return
        fitting = sum(card.id in offer.breeds for card in wanted)
        # Fewer cards may be bought, at the same price.
        if not 0 < len(wanted) == fitting <= offer.cards:
            judgement.forbid("not-what-is-offered", needs=offer.cards, have=fitting)
            return
        idle_cowboys(state, judgement, offer.cowboys)
        judgement.pay(state.me.dollars, offer.dollars, state.path("dollars"))
        market = state.board.cattle_market
        if market is None:
            judgement.require_fact("board.cattle_market")
        elif (found := find_on_market(state, wanted)) is None:
            judgement.forbid("card-not-on-market", cards=self.cards, places=("board.cattle_market",))
        elif any(card.vp is not None and card not in found for card in wanted):
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
    def candidates(cls, state: State) -> Iterator[Action]:
        market = state.board.cattle_market
        if market is None:
            return
        for offer in state.catalog.cattle.prices.values():
            there = [card for card in market if card.id in offer.breeds]
            for cards in itertools.combinations_with_replacement(there, offer.cards):
                if all(count <= market[card] for card, count in Counter(cards).items()):
                    yield cls(offer.id, tuple(map(name_of, cards)))


@dataclass(frozen=True)
class AddCards(Action):
    """Let an idle cowboy add cards from the stack to the cattle market."""

    type: ClassVar[str] = "add-cards"
    section: ClassVar[str] = "actions/more-cattle"
    offered_by: ClassVar[Effects] = (e.cattle.BuyCattle,)

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, e.cattle.BuyCattle)
        judgement.look(self.section)
        idle_cowboys(state, judgement, state.catalog.cattle.more_cards.cowboys)
        stack = state.board.cattle_stack
        if stack is None:
            judgement.require_fact("board.cattle_stack")
        elif not stack.count:
            judgement.forbid("cattle-stack-empty", places=("board.cattle_stack",))

    def apply(self, state: State) -> None:
        more = state.catalog.cattle.more_cards
        use_cowboys(state, more.cowboys)
        to_market(state, more.cards)


@prospects_of(e.cattle.BuyCattle)
def _(state: State) -> Prospects:
    # Every buying action puts the cowboys to use anew.
    state.set_turn(cowboys_used=0)
    prices = state.catalog.cattle.prices.values()
    bought: Iterable[Action] = Buy.candidates(state)
    if state.board.cattle_market is None:
        bought = [Buy(offer.id, offer.breeds[:1]) for offer in prices]
    # Cards may be added without buying any; that there are always cowboys for.
    return Prospects(itertools.chain([AddCards()], bought), Reason("cattle-stack-empty", {"places": ()}))


def find_on_market(state: State, wanted: list[Card]) -> list[Card] | None:
    """The cards on the market that are the wanted ones; None when they are not all there."""
    left = Counter(state.board.cattle_market or {})
    found = []
    for card in wanted:
        match = card if left[card] > 0 else next((o for o in left if left[o] > 0 and same(o, card)), None)
        if match is None:
            return None
        left[match] -= 1
        found.append(match)
    return found


def idle_cowboys(state: State, judgement: Judgement, needs: int) -> None:
    """Cowboys that were not put to use in this buying action (open question 13: in the action, not in the turn)."""
    have, used = workers(state.me, "cowboy"), state.turn.cowboys_used
    if have is None:
        rows = state.catalog.player_board.worker_rows
        if used is not None and rows.spaces - used < needs:
            judgement.forbid("not-enough-cowboys", needs=needs, have=rows.spaces - used, places=("turn.cowboys_used",))
        elif used is None or rows.printed - used < needs:
            judgement.require_fact(state.path("workers"), *(["turn.cowboys_used"] if used is None else []))
        return
    judgement.require(have - (used or 0), needs, state.path("workers.cowboy"), "not-enough-cowboys")
    if used is None:
        judgement.require_fact("turn.cowboys_used")


def use_cowboys(state: State, count: int) -> None:
    """Note that so many more cowboys were put to use."""
    used = state.turn.cowboys_used
    state.set_turn(cowboys_used=tellable(used, count))


def to_market(state: State, count: int) -> None:
    """Add cards from the stack to the cattle market, as long as there are any."""
    stack, market = state.board.cattle_stack, state.board.cattle_market
    if stack is None:
        state.set_board(cattle_market=None)
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


def refill_market(state: State) -> None:
    """Fill the cattle market up to its size at the start; when there is more already, nothing is added."""
    market = state.board.cattle_market
    size = state.rules.per_players(state.catalog.cattle.market_size)
    if market is None or size is None:
        state.set_board(cattle_market=None, cattle_stack=None)
    else:
        to_market(state, max(0, size - sum(market.values())))
