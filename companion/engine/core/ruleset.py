"""A ruleset: the components of a game together with how many people play it."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from companion.engine.core.catalog import Catalog, Chosen, House, assumed, editions, excluded, layers_of, load_catalog
from companion.engine.core.components.common import PerPlayers
from companion.engine.core.components.players import Seat
from companion.engine.core.layer import Counting, Layer
from companion.engine.core.position import Player, Position
from companion.engine.core.reasons import REASONS, Reason


@dataclass(frozen=True)
class Ruleset:
    """Everything a rule needs to know about the game that is played.

    `players` is None while nobody has said how many play. While nobody has said which variants are
    played, `variants_known` is False and the catalog holds the components of all that may be: what
    exceeds even those cannot be. `readings` are those of the table that are not ours, `house` its house rules: its
    catalog has their figures.
    """

    catalog: Catalog
    players: int | None
    variants_known: bool
    readings: Chosen = ()
    house: House = ()

    @functools.cached_property
    def layers(self) -> tuple[Layer, ...]:
        """What may be played, the edition first."""
        return layers_of(self.catalog)

    @functools.cached_property
    def games(self) -> tuple[Catalog, ...]:
        """The catalogs of all games that may be played: one, once somebody said which variants are."""
        if self.variants_known:
            return (self.catalog,)
        edition, may_be = self.catalog.edition, assumed(self.catalog.edition)
        chosen = (some for size in range(len(may_be) + 1) for some in combinations(may_be, size) if not excluded(some))
        return tuple(self._game(load_catalog(edition, some, self.readings)) for some in chosen)

    def _game(self, printed: Catalog) -> Catalog:
        house = tuple((name, value) for name, value in self.house if name in printed.changeable)
        return load_catalog(printed.edition, printed.variants, self.readings, house)

    @functools.cached_property
    def counts(self) -> Mapping[str, Counting]:
        """What its layers have counted, by the word that components use for it."""
        return {what: counting for layer in self.layers for what, counting in layer.counts.items()}

    @functools.cached_property
    def differs(self) -> Mapping[str, str]:
        """Sections of the rules reference that are not right in this game -> the section that says how it is in it."""
        return {section: section_then for layer in self.layers for section, section_then in layer.differs.items()}

    @functools.cached_property
    def read_otherwise(self) -> Mapping[str, str]:
        """The figures of the components that follow a reading of the table, each with that reading."""
        return {self.catalog.readings.readings[name].figure: name for name, _ in self.readings}

    @functools.cached_property
    def _reasons(self) -> Mapping[str, str]:
        return {code: section for layer in self.layers for code, section in layer.reasons.items()}

    def cite(self, reason: Reason) -> Reason:
        """A reason with the section that states its rule as it is in this game."""
        differs = self._reasons.get(reason.code)
        if differs is None and all(REASONS[code].section != reason.section for code in self._reasons):
            differs = self.differs.get(reason.section)
        return replace(reason, told_in=differs) if differs else reason

    def per_players(self, figure: PerPlayers) -> int | None:
        """The figure for this number of players, None when the number is unknown."""
        return None if self.players is None else figure[self.players]

    def seats_of(self, player: Player) -> list[Seat]:
        """The seats in which a player can be: one, when it was entered."""
        seats = self.catalog.table.seats
        last = self.players or max(seats)
        return [seat for number, seat in seats.items() if player.seat == number or (not player.seat and number <= last)]


@functools.lru_cache(maxsize=100)
def load_ruleset(
    edition: int = 2,
    players: int | None = None,
    chosen: tuple[str, ...] | None = None,
    readings: Chosen = (),
    house: House = (),
) -> Ruleset:
    """The ruleset of `edition` for `players` (None: unknown) with the `chosen` variants (None: unknown).

    Raises LookupError when there is no such edition, player count, variant or reading, and for house rules that are
    not possible.
    """
    variants = assumed(edition) if chosen is None else tuple(sorted(chosen))
    catalog = load_catalog(edition, variants, readings, house)
    if players is not None and not catalog.table.players.least <= players <= catalog.table.players.most:
        raise LookupError(f"{players} players cannot play edition {edition}")
    return Ruleset(catalog, players, chosen is not None, readings, house)


def ruleset_of(position: Position) -> Ruleset:
    """The ruleset of the game that a position tells of; what it does not tell stays unknown."""
    game = position.game
    # A variant that is named twice is played once; and whatever people enter, there are few rulesets to keep.
    chosen = None if game.variants is None else tuple(sorted(set(game.variants)))
    readings = tuple(sorted((game.readings or {}).items()))
    edition = game.edition or editions()[-1]
    if not game.house:
        return load_ruleset(edition, game.players, chosen, readings)
    # What belongs to a variant that is not played can be told of a game, and changes nothing in it.
    printed = load_catalog(edition, assumed(edition) if chosen is None else chosen)
    house = {name: value for name, value in game.house.items() if name in printed.changeable}
    return load_ruleset(edition, game.players, chosen, readings, tuple(sorted(house.items())))
