"""All cards together: stacks, displays and decks hold exactly the cards of the game that have not left it."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from companion.engine.cards.discarding import RemoveCards
from companion.engine.core import Catalog, Player, Position, Reason, Ruleset, load_catalog, of_kind, reason, zones
from companion.engine.core.catalog import House
from companion.engine.core.components.cards import Breed
from companion.engine.core.position import Card
from companion.engine.core.supply import Piece, missing, players_not_entered, shortages
from companion.engine.job_market.hiring import in_progress

CARDS_MISSING = reason("cards-missing", "cattle/cards", "have", "supply", cards="card")
TOO_MANY_MARKET_CARDS_IN_ALL = reason("too-many-market-cards-in-all", "cattle/cards", "have", "supply")
TOO_MANY_CARDS_IN_ALL = reason("too-many-cards-in-all", "cattle/cards", "have", "supply")
TOO_MANY_OBJECTIVES_IN_ALL = reason("too-many-objectives-in-all", "objectives/gain#cards", "have", "supply")

Kind = tuple[str, str]
"""Colour of the owner of a starting card, otherwise nothing; "breed:points", the id of an objective card, or nothing
for an objective card that no source describes."""


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about all cards together."""
    box = _box(ruleset.catalog.edition, ruleset.catalog.variants, tuple(position.players), ruleset.house)
    seen, hidden = list(_seen(box, position)), list(_hidden(box, position))
    # What is face down and what can be seen is at most what there is.
    for short in shortages(box.supply, [*seen, *hidden]):
        if any(zone.count and zone.kinds <= short.kinds for zone in hidden):
            yield Reason(_code(box, short.kinds), short.figures)
    # And it is at least that. Nobody knows of the cards of a variant that may not be played.
    if not ruleset.variants_known:
        base = load_catalog(ruleset.catalog.edition)
        house = tuple(one for one in ruleset.house if one[0] in base.changeable)
        box = _box(base.edition, (), tuple(position.players), house)
    rooms = [*seen, *hidden]
    rooms += _unseen(ruleset, position, box)
    for short in missing(box.listed, rooms):
        yield Reason(CARDS_MISSING, {"cards": _named(box, short.kinds), **short.figures})


@functools.lru_cache(maxsize=128)
def _box(edition: int, variants: tuple[str, ...], colours: tuple[str, ...], house: House) -> _Box:
    return _Box(load_catalog(edition, variants, (), house), colours)


class _Box:
    """The cards of a game, as kinds."""

    def __init__(self, catalog: Catalog, colours: tuple[str, ...]) -> None:
        breeds = catalog.cattle.breeds.values()
        self.breeds = catalog.cattle.breeds
        self._kinds: dict[tuple[str, str, int | None], frozenset[Kind]] = {}
        self.starting = {
            colour: {(colour, f"{b.id}:{vp}"): n for b in breeds if b.deck == "player" for vp, n in b.copies.items()}
            for colour in colours
        }
        market = {("", f"{b.id}:{vp}"): n for b in breeds if b.deck == "market" for vp, n in b.copies.items()}
        objectives = {("", card.id): card.copies for card in catalog.objectives.cards.values() if not card.starting}
        # Those that no source describes may lie in a stack or a deck; nobody can enter one, so none is missed.
        unlisted = {("", ""): catalog.objectives.unlisted}
        self.market, self.objectives = frozenset(market), frozenset(objectives | unlisted)
        # A card of a later stage is taken for one of the stage before, which leaves the game: both are one card
        # of the market that has grown.
        self.grown: frozenset[Kind] = frozenset(
            ("", f"{b.id}:{vp}") for b in breeds if b.deck == "market" and b.stage is not None for vp in b.copies
        )
        self.listed: dict[Kind, int] = {**market, **objectives}
        for deck in self.starting.values():
            self.listed.update(deck)
        self.supply = self.listed | unlisted

    def deck(self, colour: str) -> frozenset[Kind]:
        """What can be in the deck of a player."""
        return frozenset(self.starting[colour]) | self.market | self.objectives

    def kinds(self, card: Card, breed: Breed, owner: str | None) -> frozenset[Kind]:
        """Which cards a cattle card can be; none for a starting card that nobody owns."""
        if breed.deck == "supply":
            return self.grown
        colour = owner if breed.deck == "player" else ""
        if colour is None:
            return frozenset()
        key = colour, breed.id, card.vp
        if key not in self._kinds:
            points = [vp for vp in breed.copies if card.vp in (None, vp)]
            self._kinds[key] = frozenset((colour, f"{breed.id}:{vp}") for vp in points)
        return self._kinds[key]


def _seen(box: _Box, position: Position) -> Iterator[Piece[Kind]]:
    for place, owner, card, count in zones.cattle_cards(position, frozenset(box.breeds)):
        if card.id in box.breeds and (kinds := box.kinds(card, box.breeds[card.id], owner)):
            yield Piece(place, kinds, count)
    objectives = frozenset(card for _, card in box.objectives)
    for place, card in zones.objective_cards(position, objectives):
        if card.id in objectives:
            yield Piece(place, frozenset({("", card.id)}))


def _hidden(box: _Box, position: Position) -> Iterator[Piece[Kind]]:
    board = position.board
    for place, stack, kinds in (
        ("board.cattle_stack", board.cattle_stack, box.market),
        ("board.objective_stack", board.objective_stack, box.objectives),
    ):
        if stack:
            yield Piece(place, kinds, stack.count - len(stack.known))
    for place, colour, pile in zones.deck_piles(position):
        yield Piece(place, box.deck(colour), pile.count - len(pile.known))


def _unseen(ruleset: Ruleset, position: Position, box: _Box) -> Iterator[Piece[Kind]]:
    """Room in what was not entered, and out of the game."""
    board, all_cards = position.board, sum(box.supply.values())
    if board.cattle_market is None or board.cattle_stack is None:
        yield Piece("", box.market, all_cards)
    if board.objective_display is None or board.objective_stack is None:
        yield Piece("", box.objectives, all_cards)
    # In the final scoring everybody may drop objective cards that were not played.
    if not in_progress(ruleset, position):
        yield Piece("", box.objectives, all_cards)
    if players_not_entered(ruleset, position):
        yield Piece("", box.market | box.objectives, all_cards)
    for colour, player in position.players.items():
        if None in (player.hand, player.draw, player.discard) or _may_have_removed(ruleset, position, player):
            yield Piece("", box.deck(colour), all_cards)
        if player.objectives is None:
            yield Piece("", box.objectives, all_cards)


def _may_have_removed(ruleset: Ruleset, position: Position, player: Player) -> bool:
    # Cards leave the game by an auxiliary action, which is locked until one of its discs has gone, or by what a layer
    # brings.
    if any(layer.may_have_done(ruleset, position, player, RemoveCards) for layer in ruleset.layers):
        return True
    auxiliary = ruleset.catalog.player_board.auxiliary
    for action in auxiliary.actions.values():
        if of_kind((*action.single.does, *action.double.does), RemoveCards):
            open_from_the_start = len(action.discs) < auxiliary.spaces
            if open_from_the_start or player.cleared is None or set(action.discs) & set(player.cleared):
                return True
    return False


def _code(box: _Box, kinds: frozenset[Kind]) -> str:
    if kinds <= box.market:
        return TOO_MANY_MARKET_CARDS_IN_ALL
    return TOO_MANY_OBJECTIVES_IN_ALL if kinds <= box.objectives else TOO_MANY_CARDS_IN_ALL


def _named(box: _Box, kinds: frozenset[Kind]) -> tuple[str, ...]:
    cattle = sorted({name for _, name in kinds - box.objectives})
    objectives = sorted(name for _, name in kinds & box.objectives)
    return (*cattle, *(objectives if len(objectives) == 1 else ["objective"] * bool(objectives)))
