"""Simmental cards of the later stages: they come in Kansas City only, one stage in each visit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.cards.discarding import DiscardCards
from companion.engine.core import of_kind, zones
from companion.engine.core.position import FORESIGHT, Position
from companion.engine.core.reasons import Reason, Value, reason
from companion.engine.core.ruleset import Ruleset
from companion.engine.core.supply import on_turn
from companion.engine.kansas_city import check_visits as visits
from companion.engine.kansas_city.check_discs import never_without_disc

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
