"""The Simmental variant: a breed in three stages of growth. One of its cards may grow in each visit to Kansas City."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from companion.engine.cards.discarding import DiscardCards
from companion.engine.cards.piles import card_of, few, find, need_in_hand
from companion.engine.core import (
    Action,
    Effect,
    Judgement,
    Position,
    Reason,
    Ruleset,
    State,
    Step,
    of_kind,
    offered,
    reason,
    zones,
)
from companion.engine.core.layer import Layer
from companion.engine.core.position import FORESIGHT
from companion.engine.core.reasons import Value
from companion.engine.core.state import added, taken
from companion.engine.core.supply import on_turn
from companion.engine.core.vocabulary import CardName
from companion.engine.kansas_city import check_visits as visits
from companion.engine.kansas_city.disc_places import never_without_disc

# Simmental cards of the later stages: they come in Kansas City only, one stage in each visit.

GROWN_BEFORE_VISIT = reason("grown-before-visit", "simmental/upgrade", "player", "needs", "have", cards="card")
GROWN_CARD_ON_THE_MARKET = reason("grown-card-on-the-market", "simmental/cards", cards="card")
TOO_MANY_SIMMENTAL = reason("too-many-simmental", "simmental/cards", "have", "supply")


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about Simmental cards, grown or not."""
    yield from _on_the_market(ruleset, position)
    yield from _in_all(ruleset, position)
    yield from _too_early(ruleset, position)


def _on_the_market(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # Cards of the later stages lie in the supply until one of a player's deck grows: nobody draws or buys them.
    supply = frozenset(breed.id for breed in ruleset.catalog.cattle.breeds.values() if breed.deck == "supply")
    lying: dict[str, dict[str, None]] = {}
    for place, owner, card, count in zones.cattle_cards(position, supply):
        if owner is None and count and card.id in supply:
            lying.setdefault(card.id, {})[place] = None
    for name, places in lying.items():
        yield Reason(GROWN_CARD_ON_THE_MARKET, {"cards": (name,), "places": tuple(places)})


def _in_all(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # A card of a later stage is there for one of the stage before, which has left the game. Too many of one stage are
    # told as such.
    stages = {breed.id: breed for breed in ruleset.catalog.cattle.breeds.values() if breed.stage is not None}
    have, places = Counter[str](), dict[str, None]()
    for place, _, card, count in zones.cattle_cards(position, frozenset(stages)):
        if card.id in stages:
            have[card.id] += count
            places[place] = None
    supply = sum(sum(breed.copies.values()) for breed in stages.values() if breed.deck == "market")
    one_stage = any(have[breed.id] > sum(breed.copies.values()) for breed in stages.values())
    if have.total() > supply and not one_stage:
        yield Reason(TOO_MANY_SIMMENTAL, {"have": have.total(), "supply": supply, "places": tuple(places)})


def _too_early(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # A card of the second stage has grown in one visit, one of the third in two.
    visits_of = {breed.id: (breed.stage or 1) - 1 for breed in ruleset.catalog.cattle.breeds.values()}
    for place, colour, pile in zones.deck_piles(position):
        player, grown = position.players[colour], {card.id for card in pile.known if visits_of.get(card.id)}
        # Every visit ends with a delivery, which leaves a disc on a city.
        if not grown or player.deliveries is None or not never_without_disc(ruleset, player):
            continue
        visited = sum(player.deliveries.values()) + _grows_now(position, colour, in_hand=place.endswith(".hand"))
        for card, needs in visits_of.items():
            if card in grown and needs > visited:
                params: dict[str, Value] = {"player": colour, "cards": (card,), "needs": needs, "have": visited}
                yield Reason(GROWN_BEFORE_VISIT, {**params, "places": (place, f"players.{colour}.deliveries")})


def _grows_now(position: Position, colour: str, *, in_hand: bool) -> bool:
    """Whether a card may have grown in a visit of this player that is still going on.

    It goes to the discard pile, and then the hand is discarded: in hand it comes only by an exchange token.
    """
    if on_turn(position) not in (None, colour) or position.turn.phase in FORESIGHT:
        return False
    drawn = of_kind(position.turn.pending, DiscardCards)
    return visits.under_way(position) and (bool(drawn) or not in_hand)


# Simmental cards grow in Kansas City.

NO_NEXT_STAGE = reason("no-next-stage", "simmental/upgrade", cards="chosen-cards")


@dataclass(frozen=True)
class SimmentalUpgrade(Step, name="simmental-upgrade", section="simmental/upgrade"):
    """Change Simmental cards in hand for those of the next stage."""

    def decided(self, state: State) -> bool:
        hand = state.me.hand
        stages = {
            breed.id for breed in state.catalog.cattle.breeds.values() if breed.stage and next_stage(state, breed.id)
        }
        return not stages or (hand is not None and hand.complete and not any(card.id in stages for card in hand.known))


def next_stage(state: State, breed_id: str) -> str | None:
    """The breed that a Simmental card grows into."""
    breeds = state.catalog.cattle.breeds
    breed = breeds.get(breed_id)
    if breed is None or breed.stage is None:
        return None
    return next((b.id for b in breeds.values() if b.type == breed.type and b.stage == (breed.stage or 0) + 1), None)


@dataclass(frozen=True)
class Grow(Action, type="grow", section="simmental/upgrade", offered_by=(SimmentalUpgrade,)):
    """Return Simmental cards of the hand to the box and put as many of the next stage onto the discard pile."""

    cards: tuple[CardName, ...]

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, SimmentalUpgrade)
        wanted = [card_of(name) for name in self.cards]
        final = [name for name, card in zip(self.cards, wanted, strict=True) if next_stage(state, card.id) is None]
        if final:
            judgement.forbid(NO_NEXT_STAGE, cards=tuple(final))
            return
        need_in_hand(state, judgement, state.colour, wanted)

    def apply(self, state: State) -> None:
        state.done()
        wanted = [card_of(name) for name in self.cards]
        grown = []
        for card in wanted:
            stage = next_stage(state, card.id)
            if stage is not None:
                grown.append(type(card)(stage))
        hand = state.me.hand
        if hand is not None:
            matching, absent = find(hand, wanted)
            state.set_me(hand=taken(hand, (*matching, *absent), len(wanted)))
        state.set_me(discard=added(state.me.discard, tuple(grown), len(grown)))
        state.settle()

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        hand = state.me.hand
        if hand is None:
            return
        by_stage: dict[str, list[str]] = {}
        for card in hand.known:
            if next_stage(state, card.id):
                by_stage.setdefault(card.id, []).append(str(card))
        counts = product(*(range(len(names) + 1) for names in by_stage.values()))
        for chosen in few(
            tuple(name for names, count in zip(by_stage.values(), each, strict=True) for name in names[:count])
            for each in counts
        ):
            if chosen:
                yield cls(chosen)


reason("offer-of-a-variant", "simmental/overview#market")


class Simmental(Layer):
    """Its cards grow after the income."""

    effects: ClassVar[Mapping[int, type[Effect]]] = {29: SimmentalUpgrade}
    actions: ClassVar[Mapping[int, type[Action]]] = {15: Grow}
    after_income: ClassVar[tuple[Effect, ...]] = (SimmentalUpgrade(),)

    def check(self, ruleset: Ruleset, position: Position) -> Iterable[Reason]:
        return check(ruleset, position)


LAYER = Simmental
