"""What towns and cities of the north let players take: a card of the cattle market, a spare station master tile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.cards.piles import card_of
from companion.engine.cattle.buying import CARD_NOT_ON_MARKET, find_on_market
from companion.engine.core import Action, Catalog, Effect, Judgement, Player, Prospects, Reason, State, offered, reason
from companion.engine.core.amounts import Amount, between
from companion.engine.core.position import Card
from companion.engine.core.state import added
from companion.engine.core.vocabulary import CardName, MasterId
from companion.engine.railroad.station_masters import take_master

NO_SUCH_CATTLE = reason("no-such-cattle", "rails/town-tiles", "needs")
NOT_THIS_VALUE = reason("not-this-value", "rails/town-tiles", "needs", cards="chosen-cards")
MASTER_NOT_SPARE = reason("master-not-spare", "rails/delivery", master="station-master")
MUST_TAKE_MASTER = reason("must-take-master", "rails/delivery", "have")


@dataclass(frozen=True)
class TakeCattle(Effect, name="take-cattle", section="rails/town-tiles"):
    """Put a card of this breeding value from the cattle market onto the discard pile, for free."""

    value: int

    def prospects(self, state: State) -> Prospects:
        takings: Iterator[Action] = TakeCard.candidates(state)
        if state.board.cattle_market is None:
            breeds = state.catalog.cattle.breeds.values()
            takings = (TakeCard(breed.id) for breed in breeds if self.fits(state.catalog, breed.id))
        return Prospects(takings, Reason(NO_SUCH_CATTLE, {"needs": self.value, "places": ("board.cattle_market",)}))

    def fits(self, catalog: Catalog, breed_id: str) -> bool:
        """Whether it is a breed of this value. An orange card is never meant where a value is depicted."""
        breed = catalog.cattle.breeds.get(breed_id)
        return breed is not None and breed.value == self.value and breed.stage is None


@dataclass(frozen=True)
class TakeCard(Action, type="take-cattle", section="rails/town-tiles", offered_by=(TakeCattle,)):
    """Take a card of the cattle market."""

    card: CardName

    def judge(self, state: State, judgement: Judgement) -> None:
        step, wanted, market = offered(state, judgement, TakeCattle), card_of(self.card), state.board.cattle_market
        if step is not None and not step.fits(state.catalog, wanted.id):
            judgement.forbid(NOT_THIS_VALUE, cards=(self.card,), needs=step.value)
        elif market is None:
            judgement.suppose("board.cattle_market", [wanted])
        elif (chosen := find_on_market(state, [wanted])) is None:
            judgement.forbid(CARD_NOT_ON_MARKET, cards=(self.card,), places=("board.cattle_market",))
        elif wanted.vp is not None and wanted not in chosen:
            # One of that breed is there, with points that nobody entered.
            judgement.require_fact("board.cattle_market")

    def apply(self, state: State) -> None:
        state.done()
        wanted = [card_of(self.card)]
        chosen = find_on_market(state, wanted) or wanted
        market = state.board.cattle_market
        if market is not None:
            left: dict[Card, int] = {**market, chosen[0]: market.get(chosen[0], 1) - 1}
            state.set_board(cattle_market={card: count for card, count in left.items() if count > 0})
        state.set_me(discard=added(state.me.discard, tuple(chosen), 1))
        state.settle()

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        step = state.under_way(TakeCattle)
        for card in state.board.cattle_market or ():
            if step is not None and step.fits(state.catalog, card.id):
                yield cls(str(card))


@dataclass(frozen=True)
class TakeMaster(Effect, name="take-master", section="rails/delivery"):
    """Take one of the spare station master tiles; no worker is appointed."""

    def decided(self, state: State) -> bool:
        return state.board.spare_masters is not None and not state.board.spare_masters

    def judge_skipping(self, state: State, judgement: Judgement) -> None:
        # A delivery action must be done.
        spare = state.board.spare_masters
        if spare is None:
            judgement.require_fact("board.spare_masters")
        elif spare:
            judgement.forbid(MUST_TAKE_MASTER, have=len(spare), places=("turn.pending", "board.spare_masters"))

    @classmethod
    def follows(cls, catalog: Catalog) -> Mapping[str, tuple[str, ...]]:
        return {cls.name: tuple(tile.id for tile in catalog.station_masters.tiles.values() if tile.immediate)}


@dataclass(frozen=True)
class TakeTile(Action, type="take-master", section="rails/delivery", offered_by=(TakeMaster,)):
    """Take a spare station master tile; its upper half works at once."""

    master: MasterId

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, TakeMaster)
        spare = state.board.spare_masters
        if spare is None:
            judgement.require_fact("board.spare_masters")
        elif self.master not in spare:
            judgement.forbid(MASTER_NOT_SPARE, master=self.master, places=("board.spare_masters",))

    def apply(self, state: State) -> None:
        state.done()
        spare = state.board.spare_masters
        if spare is not None:
            state.set_board(spare_masters=tuple(tile for tile in spare if tile != self.master))
        take_master(state, self.master)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        for tile in state.board.spare_masters or ():
            yield cls(tile)


def bells(catalog: Catalog, player: Player) -> int:
    """The bells that a player has uncovered."""
    return catalog.towns.bells(len(player.branchlets or ()))


def regions(catalog: Catalog, player: Player) -> int:
    """The regions in which a player has a branchlet."""
    return len({catalog.towns.towns[town].region for town in player.branchlets or ()})


def before(state: State, town: str) -> tuple[int, int, tuple[str, ...]]:
    """How many branchlets lie in a town, at least and at most, and what decides that."""
    branchlets, unknown = 0, []
    for colour, player in state.players.items():
        if player.branchlets is None:
            unknown += [f"players.{colour}.branchlets"] if colour != state.colour else []
        else:
            branchlets += town in player.branchlets
    entered = len({*state.players, *([state.colour] if state.colour else [])})
    counts = state.player_counts
    strangers = max(0, counts[-1] - entered)
    unknown += ["game.players" if len(counts) > 1 else "players"] if strangers else []
    spaces = state.catalog.towns.spaces - 1
    most = branchlets + sum(path.startswith("players.") for path in unknown) + strangers
    return min(branchlets, spaces), min(most, spaces), tuple(unknown)


def cost(state: State, town: str) -> Amount:
    """The dollars that the next free space of a town costs."""
    costs = state.catalog.towns.towns[town].costs
    if not costs:
        return 0
    least, most, unknown = before(state, town)
    return between(costs[least], costs[most], unknown)
