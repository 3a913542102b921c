"""Rails to the North: a second map above the board, on which branchlets open towns, cities and stations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from companion.engine.core import Action, Effect, Judgement, Player, Position, Reason, Ruleset, State, of_kind, reason
from companion.engine.core.components.railroad import City
from companion.engine.core.components.towns import OFFICE
from companion.engine.core.dealer import Chance
from companion.engine.core.layer import Counting, Layer
from companion.engine.core.reasons import Value
from companion.engine.core.supply import everybody
from companion.engine.layers.rails_to_the_north.placing import Branchlet, PlaceBranchlet
from companion.engine.layers.rails_to_the_north.taking import TakeCard, TakeCattle, TakeMaster, TakeTile, bells, regions
from companion.engine.railroad.station_masters import spares_taken

# Branchlets, town tiles and what they open: what cannot lie on the map.

BRANCHLET_TWICE = reason("branchlet-twice", "rails/branchlets", "player", "town")
TOO_MANY_BRANCHLETS = reason("too-many-branchlets", "rails/branchlets", "player", "have", "supply")
BRANCHLET_UNCONNECTED = reason("branchlet-unconnected", "rails/branchlets", "player", "town")
DELIVERED_WITHOUT_BRANCHLET = reason("delivered-without-branchlet", "rails/delivery", "player", "city")
STATION_WITHOUT_BRANCHLET = reason("station-without-branchlet", "rails/stations", "player", "town")
TOWN_TILE_MISSING = reason("town-tile-missing", "rails/set-up", "town")
TOO_MANY_TOWN_TILES = reason("too-many-town-tiles", "rails/town-tiles", "have", "supply", tile="town-tile")
TOO_MANY_SPARE_MASTERS = reason("too-many-spare-masters", "rails/delivery", "have", "supply")
SPARE_MASTERS_UNLIKE_DELIVERIES = reason("spare-masters-unlike-deliveries", "rails/delivery", "have", "needs")


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about towns."""
    for colour, player in position.players.items():
        if player.branchlets is not None:
            yield from _branchlets(ruleset, colour, player, player.branchlets)
            yield from _opened(ruleset, colour, player, player.branchlets)
    yield from _tiles(ruleset, position)
    yield from _spare_masters(ruleset, position)


def _branchlets(ruleset: Ruleset, colour: str, player: Player, mine: tuple[str, ...]) -> Iterator[Reason]:
    towns, place = ruleset.catalog.towns, f"players.{colour}.branchlets"
    # One in each town, of fifteen.
    for town, count in Counter(mine).items():
        if count > 1:
            yield Reason(BRANCHLET_TWICE, {"player": colour, "town": town, "places": (place,)})
    if len(mine) > towns.branchlets:
        params: dict[str, Value] = {"player": colour, "have": len(mine), "supply": towns.branchlets}
        yield Reason(TOO_MANY_BRANCHLETS, {**params, "places": (place,)})
    # Each was joined by one connection to the office, a city with a disc, or another town with one.
    reached, waiting = set[str](), [OFFICE]
    if player.deliveries is None:
        waiting += ruleset.catalog.cities.cities
    else:
        waiting += [city for city, count in player.deliveries.items() if count and city not in towns.towns]
    while waiting:
        here = waiting.pop()
        for town in mine:
            if town not in reached and here in towns.joined[town]:
                reached.add(town)
                waiting.append(town)
    places = (place, *([] if player.deliveries is None else [f"players.{colour}.deliveries"]))
    for town in dict.fromkeys(mine):
        if town not in reached:
            yield Reason(BRANCHLET_UNCONNECTED, {"player": colour, "town": town, "places": places})


def _opened(ruleset: Ruleset, colour: str, player: Player, mine: tuple[str, ...]) -> Iterator[Reason]:
    # A branchlet opens the city of its town, and the station of its town at the moment it is placed.
    place = f"players.{colour}.branchlets"
    for city, count in (player.deliveries or {}).items():
        town = ruleset.catalog.cities.cities[city].town
        # An automa may end in a city without one.
        free = player.automa is not None and ruleset.catalog.cities.cities[city].repeatable
        if count and town is not None and town not in mine and not free:
            places = (f"players.{colour}.deliveries.{city}", place)
            yield Reason(DELIVERED_WITHOUT_BRANCHLET, {"player": colour, "city": city, "places": places})
    for number in dict.fromkeys(player.stations or ()):
        town = ruleset.catalog.railroad.stations[number].town
        if town is not None and town not in mine:
            places = (f"players.{colour}.stations", place)
            yield Reason(STATION_WITHOUT_BRANCHLET, {"player": colour, "town": town, "places": places})


def _tiles(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # The set-up lays a tile beside each medium town, where it stays; there are two of each kind.
    lying: dict[str, list[str]] = {}
    for town, tile in position.board.town_tiles.items():
        place = f"board.town_tiles.{town}"
        if tile is None:
            yield Reason(TOWN_TILE_MISSING, {"town": town, "places": (place,)})
        else:
            lying.setdefault(tile, []).append(place)
    for tile, places in lying.items():
        supply = ruleset.catalog.towns.tiles[tile].copies
        if len(places) > supply:
            params: dict[str, Value] = {"tile": tile, "have": len(places), "supply": supply}
            yield Reason(TOO_MANY_TOWN_TILES, {**params, "places": tuple(places)})


def _spare_masters(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # Every delivery to a city that gives a spare tile takes one, as long as there are any; an automa takes none.
    if position.board.spare_masters is None:
        return
    have, supply = len(position.board.spare_masters), ruleset.catalog.station_masters.spare
    if have > supply:
        yield Reason(TOO_MANY_SPARE_MASTERS, {"have": have, "supply": supply, "places": ("board.spare_masters",)})
    cities, everyone = ruleset.catalog.cities.cities, everybody(ruleset, position, "deliveries")
    giving = [city.id for city in cities.values() if of_kind(city.does, TakeMaster)]
    discs = {
        f"players.{colour}.deliveries.{city}": (player.deliveries or {}).get(city, 0)
        for colour, player in position.players.items()
        for city in (giving if player.automa is None else ())
    }
    taken, _ = spares_taken(ruleset, position)
    under_way = bool(of_kind(position.turn.pending, TakeMaster))
    due = min(sum(discs.values()), ruleset.catalog.station_masters.spare) - under_way
    if taken < due or (everyone is not None and taken > due):
        places = ("board.spare_masters", *(place for place, count in discs.items() if count))
        yield Reason(SPARE_MASTERS_UNLIKE_DELIVERIES, {"have": taken, "needs": max(0, due), "places": places})


NO_BRANCHLET_IN_TOWN = reason("no-branchlet-in-town", "rails/delivery", "city")


class RailsToTheNorth(Layer):
    """Branchlets, town tiles, cities that only a branchlet opens."""

    effects: ClassVar[Mapping[int, type[Effect]]] = {34: PlaceBranchlet, 35: TakeCattle, 36: TakeMaster}
    actions: ClassVar[Mapping[int, type[Action]]] = {37: Branchlet, 38: TakeCard, 39: TakeTile}
    counts: ClassVar[Mapping[str, Counting]] = {
        "bell": Counting("branchlets", bells),
        "area": Counting("branchlets", regions),
    }

    def set_up(self, ruleset: Ruleset, position: Position, chance: Chance) -> Position:
        """Tiles beside the medium towns, the station masters that are left over, and no branchlet on the map."""
        catalog, board = ruleset.catalog, position.board
        tiles = [tile.id for tile in catalog.towns.tiles.values() for _ in range(tile.copies)]
        drawn = zip(catalog.towns.medium, chance.draw(tiles, len(catalog.towns.medium)), strict=True)
        placed = {slot.master for slot in board.station_masters.values() if slot}
        spare = tuple(tile for tile in catalog.station_masters.tiles if tile not in placed)
        return replace(
            position,
            board=replace(board, town_tiles=dict(drawn), spare_masters=spare),
            players={colour: replace(player, branchlets=()) for colour, player in position.players.items()},
        )

    def judge_delivery(self, state: State, judgement: Judgement, city: City) -> None:
        if city.town is None:
            return
        judgement.look("rails/delivery")
        mine = state.me.branchlets
        if mine is None:
            judgement.require_fact(state.path("branchlets"))
        elif city.town not in mine:
            judgement.forbid(NO_BRANCHLET_IN_TOWN, city=city.id, places=(state.path("branchlets"),))

    def may_have_done(self, ruleset: Ruleset, position: Position, player: Player, kind: type[Effect]) -> bool:
        towns, lying = ruleset.catalog.towns, position.board.town_tiles
        reached = towns.medium if player.branchlets is None else player.branchlets
        tiles = {lying.get(town) for town in reached if town in towns.medium}
        return any(
            any(of_kind(choice.does, kind) for choice in tile.does)
            for tile in towns.tiles.values()
            if tile.id in tiles or None in tiles
        )

    def check(self, ruleset: Ruleset, position: Position) -> Iterable[Reason]:
        return check(ruleset, position)


LAYER = RailsToTheNorth
