"""What Garth takes: workers, tiles of the trail, cattle, objective cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.engine.cards.piles import card_of, find
from companion.engine.cattle.buying import Buy, to_market, use_cowboys
from companion.engine.core import State
from companion.engine.core.position import Card, Pile
from companion.engine.core.state import added, one_more
from companion.engine.core.vocabulary import CardName, ColumnNumber, ObjectiveId, RowNumber, SpaceId
from companion.engine.job_market.hiring import asked_of_market, closed
from companion.engine.layers.garth.turn import Choices, Deed, GarthsTurn, garth
from companion.engine.objectives.gaining import take_displayed
from companion.engine.turn.dollars import workers


@dataclass(frozen=True)
class GarthHire(Deed, type="garth-hire", section="solo/garth-actions", offered_by=(GarthsTurn,)):
    """Garth hires the worker on a space of the job market, for nothing."""

    row: RowNumber
    column: ColumnNumber
    deeds: ClassVar[tuple[str, ...]] = ("hire-cheapest", "hire-own", "hire-engineer")

    @classmethod
    def choices(cls, state: State, step: GarthsTurn) -> Choices:
        market, data, mine = state.board.job_market, state.catalog.job_market, state.me.automa
        shut, token = closed(state), market.token_row
        open_rows = [row for row in data.rows if shut or token is None or row < token]
        missing = [] if shut or token is not None else [*asked_of_market(state)]
        missing += [f"board.job_market.rows.{row}" for row in open_rows if row not in market.rows]
        missing += [state.path("workers")] if state.me.workers is None else []
        own = mine.specialization if mine else None
        missing += [state.path("automa")] if own is None else []
        if missing:
            return None, missing
        most = state.catalog.player_board.worker_rows.spaces
        on_offer = {
            cls(row, column): worker
            for row in open_rows
            for column, worker in enumerate(market.rows[row], start=1)
            if worker and (workers(state.me, worker) or 0) < most
        }
        deed = step.deed(state)
        if deed == "hire-engineer":
            on_offer = {one: worker for one, worker in on_offer.items() if worker == "engineer"}
        elif deed == "hire-own":
            counts = Counter(on_offer.values())
            # Where his specialization is not on offer, the kind of which there is most.
            wanted = {own} if own in counts else {kind for kind, n in counts.items() if n == max(counts.values())}
            on_offer = {one: worker for one, worker in on_offer.items() if worker in wanted}
        cheapest = min((data.rows[one.row].cost for one in on_offer), default=0)
        cheapest_hires = [one for one in on_offer if data.rows[one.row].cost == cheapest]
        return [one for one in cheapest_hires if on_offer[one] == own] or cheapest_hires, []

    def do(self, state: State) -> None:
        market = state.board.job_market
        row = market.rows.get(self.row, ())
        worker = row[self.column - 1] if self.column <= len(row) else None
        if worker is None:
            state.set_me(workers=None)
            return
        left = (*row[: self.column - 1], None, *row[self.column :])
        state.set_board(job_market=replace(market, rows={**market.rows, self.row: left}))
        state.set_me(workers=one_more(state.me.workers, worker))
        mine, have = state.me.automa, state.me.workers
        # A kind of which he has more than of his specialization takes its place.
        if mine and have is not None and mine.specialization and have[worker] > have.get(mine.specialization, 0):
            state.set_me(automa=replace(mine, specialization=worker))


@dataclass(frozen=True)
class GarthTake(Deed, type="garth-take", section="solo/garth-actions", offered_by=(GarthsTurn,)):
    """Garth takes the hazard or the outlaw of a space, and nothing for it."""

    space: SpaceId
    deeds: ClassVar[tuple[str, ...]] = ("outlaw", "hazard")

    def fits(self, state: State) -> bool:
        return state.catalog.trail.spaces[self.space].kind in self.deeds

    @classmethod
    def choices(cls, state: State, step: GarthsTurn) -> Choices:
        kind = step.deed(state)
        spaces, board = state.catalog.trail.spaces, state.board
        alike = [space for space in spaces.values() if space.kind == kind]
        lying = board.outlaws if kind == "outlaw" else board.hazards
        occupied = [space for space in alike if lying.get(space.id)]
        if kind == "outlaw":
            # The space that pays most is the one of the highest number.
            highest = max((space.number or 0 for space in occupied), default=0)
            unknown = [space for space in alike if space.id not in lying and (space.number or 0) > highest]
            occupied = [space for space in occupied if space.number == highest]
            return [cls(space.id) for space in (*occupied, *unknown)], [
                f"board.outlaws.{space.id}" for space in unknown
            ]
        missing = [f"board.hazards.{space.id}" for space in alike if space.id not in lying]
        if missing:
            return [cls(space.id) for space in alike if lying.get(space.id, True)], missing
        counts = Counter(space.hazard for space in occupied)
        occupied = [space for space in occupied if counts[space.hazard] == max(counts.values())]
        points = {space.id: tile.vp for space in occupied if (tile := board.hazards[space.id])}
        missing = [f"board.hazards.{space}" for space, vp in points.items() if vp is None]
        best = max((vp or 0 for vp in points.values()), default=0)
        return [cls(space) for space, vp in points.items() if vp in (None, best)], missing

    def do(self, state: State) -> None:
        if state.catalog.trail.spaces[self.space].kind == "outlaw":
            outlaw = state.board.outlaws.get(self.space)
            state.set_board(outlaws={**state.board.outlaws, self.space: None})
            state.set_me(outlaws=one_more(state.me.outlaws, outlaw) if outlaw else None)
            return
        tile, have = state.board.hazards.get(self.space), state.me.hazards
        state.set_board(hazards={**state.board.hazards, self.space: None})
        state.set_me(hazards=(*have, tile) if tile and have is not None else None)


@dataclass(frozen=True)
class GarthBuy(Deed, type="garth-buy", section="solo/garth-actions", offered_by=(GarthsTurn,)):
    """Garth buys these cards with his cowboys, for nothing."""

    cards: tuple[CardName, ...]
    deeds: ClassVar[tuple[str, ...]] = ("cattle",)

    def same(self, state: State, choice: Deed) -> bool:
        # In any order; points that are not told can be any.
        if not isinstance(choice, GarthBuy) or len(self.cards) != len(choice.cards):
            return False
        chosen = Pile(len(choice.cards), tuple(map(card_of, choice.cards)))
        return not find(chosen, sorted(map(card_of, self.cards), key=lambda card: card.vp is None))[1]

    def fits(self, state: State) -> bool:
        breeds = state.catalog.cattle.breeds
        return all((breed := breeds.get(card_of(name).id)) and breed.deck == "market" for name in self.cards)

    @classmethod
    def choices(cls, state: State, step: GarthsTurn) -> Choices:
        cowboys = workers(state.me, "cowboy")
        if cowboys is None or state.board.cattle_market is None:
            return None, [state.path("workers") if cowboys is None else "board.cattle_market"]
        idle, prices = cowboys - (state.turn.cowboys_used or 0), state.catalog.cattle.prices
        dearest = garth(state.catalog).most_dollars
        offers = {price.id for price in prices.values() if price.cowboys <= idle and price.dollars <= dearest}
        bought = dict.fromkeys(buy.cards for buy in Buy.candidates(state) if buy.offer in offers)
        points = {cards: _points(state, map(card_of, cards)) for cards in bought}
        if None in points.values():
            return [cls(cards) for cards in bought], ["board.cattle_market"]
        best = max((vp or 0 for vp in points.values()), default=0)
        return [cls(cards) for cards, vp in points.items() if vp == best], []

    def do(self, state: State) -> None:
        market = Counter(state.board.cattle_market or {})
        bought = [card_of(name) for name in self.cards]
        market.subtract(bought)
        if state.board.cattle_market is not None:
            state.set_board(cattle_market={card: count for card, count in market.items() if count > 0})
        state.set_me(discard=added(state.me.discard, tuple(bought), len(bought)))


def _points(state: State, cards: Iterable[Card]) -> int | None:
    """What cards are worth in the end; None when one of them has points that nobody entered."""
    total = 0
    for card in cards:
        copies = state.catalog.cattle.breeds[card.id].copies
        points = card.vp if card.vp is not None else next(iter(copies)) if len(copies) == 1 else None
        if points is None:
            return None
        total += points
    return total


@dataclass(frozen=True)
class GarthAddCattle(Deed, type="garth-add-cattle", section="solo/garth-actions", offered_by=(GarthsTurn,)):
    """Garth lets a cowboy add cards from the stack to the cattle market."""

    deeds: ClassVar[tuple[str, ...]] = ("more-cattle",)

    @classmethod
    def choices(cls, state: State, step: GarthsTurn) -> Choices:
        stack = state.board.cattle_stack
        return (None, ["board.cattle_stack"]) if stack is None else ([cls()] if stack.count else [], [])

    def do(self, state: State) -> None:
        more = state.catalog.cattle.more_cards
        use_cowboys(state, more.cowboys)
        to_market(state, more.cards)


@dataclass(frozen=True)
class GarthObjective(Deed, type="garth-objective", section="solo/garth-actions", offered_by=(GarthsTurn,)):
    """Garth takes an objective card of the display, whichever chance says."""

    card: ObjectiveId
    deeds: ClassVar[tuple[str, ...]] = ("objective",)

    @classmethod
    def choices(cls, state: State, step: GarthsTurn) -> Choices:
        shown = state.board.objective_display
        if shown is None:
            return None, ["board.objective_display"]
        return [cls(str(card)) for card in dict.fromkeys(shown)], []

    def do(self, state: State) -> None:
        card, have = card_of(self.card), state.me.objectives
        if card in (state.board.objective_display or ()):
            take_displayed(state, card)
        state.set_me(objectives=None if have is None else (*have, card))
