"""Cattle and objective cards that can be seen: no more of a kind than there are, each where it may lie."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core import Catalog, Position, Reason, Ruleset, load_catalog, reason, zones
from companion.engine.core.catalog import variants
from companion.engine.core.reasons import Value
from companion.engine.core.supply import Piece, shortages

CARD_OF_A_VARIANT = reason("card-of-a-variant", "setup/board#cattle-market", cards="card")
STARTING_CARD_ON_THE_MARKET = reason("starting-card-on-the-market", "cattle/cards", cards="card")
TOO_MANY_MARKET_CARDS = reason("too-many-market-cards", "cattle/cards", "have", "supply", cards="card")
TOO_MANY_STARTING_CARDS = reason("too-many-starting-cards", "cattle/cards", "player", "have", "supply", cards="card")
TOO_MANY_OBJECTIVES = reason("too-many-objectives", "objectives/gain#cards", "objective", "have", "supply")
STARTING_OBJECTIVE_ASTRAY = reason("starting-objective-astray", "objectives/gain#cards")
STARTING_OBJECTIVES_OF_A_PLAYER = reason("starting-objectives-of-a-player", "objectives/gain#cards", "player", "have")

_CattleKind = tuple[str, int]
"""Breed and victory points of a cattle card."""


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about cards."""
    yield from _cattle(ruleset, position)
    yield from _objectives(ruleset, position)


def _named(kinds: frozenset[_CattleKind]) -> tuple[str, ...]:
    return tuple(f"{breed}:{vp}" for breed, vp in sorted(kinds))


def _cattle(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    catalog = ruleset.catalog
    breeds = catalog.cattle.breeds
    common: list[Piece[_CattleKind]] = []
    herds: dict[str, list[Piece[_CattleKind]]] = {}
    strangers: dict[str, list[str]] = {}
    astray: dict[str, list[str]] = {}
    for place, owner, card, count in zones.cattle_cards(position, all_breeds(catalog)):
        breed = breeds.get(card.id)
        if not count:
            continue
        if breed is None:
            strangers.setdefault(card.id, []).append(place)
            continue
        piece = Piece(place, frozenset((card.id, vp) for vp in breed.copies if card.vp in (None, vp)), count)
        if breed.deck != "player":
            common.append(piece)
        elif owner:
            herds.setdefault(owner, []).append(piece)
        else:
            astray.setdefault(card.id, []).append(place)
    # A breed of a variant that is not played is not in the game.
    for name, places in strangers.items():
        yield Reason(CARD_OF_A_VARIANT, {"cards": (name,), "places": tuple(dict.fromkeys(places))})
    # Starting cards never come to the market.
    for name, places in astray.items():
        yield Reason(STARTING_CARD_ON_THE_MARKET, {"cards": (name,), "places": tuple(dict.fromkeys(places))})
    # The cards of the market exist once for everybody.
    supply = {(b.id, vp): n for b in breeds.values() if b.deck != "player" for vp, n in b.copies.items()}
    for shortage in shortages(supply, common):
        yield Reason(TOO_MANY_MARKET_CARDS, {"cards": _named(shortage.kinds), **shortage.figures})
    # Every player has starting cards of their own, and nobody ever gets another player's.
    supply = {(b.id, vp): n for b in breeds.values() if b.deck == "player" for vp, n in b.copies.items()}
    for owner, pieces in herds.items():
        for shortage in shortages(supply, pieces):
            yield Reason(
                TOO_MANY_STARTING_CARDS, {"player": owner, "cards": _named(shortage.kinds), **shortage.figures}
            )


def all_breeds(catalog: Catalog) -> frozenset[str]:
    """The breeds of all variants, played or not."""
    return frozenset(load_catalog(catalog.edition, variants(catalog.edition)).cattle.breeds)


def _objectives(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    cards = ruleset.catalog.objectives.cards
    placed = list(zones.objective_cards(position, frozenset(cards)))
    supply = {card.id: card.copies for card in cards.values()}
    pieces = [Piece(place, frozenset({card.id})) for place, card in placed]
    for shortage in shortages(supply, pieces):
        yield Reason(TOO_MANY_OBJECTIVES, {"objective": min(shortage.kinds), **shortage.figures})
    # A starting objective lies in a player's objective area from set-up to the end, one for each player.
    astray = [place for place, card in placed if cards[card.id].starting and not place.endswith(".objectives")]
    if astray:
        yield Reason(STARTING_OBJECTIVE_ASTRAY, {"places": tuple(dict.fromkeys(astray))})
    for colour, player in position.players.items():
        if player.objectives is not None:
            have = sum(cards[card.id].starting for card in player.objectives)
            # One that no source describes cannot be entered.
            if have > 1 or (not have and not ruleset.catalog.objectives.unlisted):
                place = f"players.{colour}.objectives"
                params: dict[str, Value] = {"player": colour, "have": have, "places": (place,)}
                yield Reason(STARTING_OBJECTIVES_OF_A_PLAYER, params)
