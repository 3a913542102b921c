"""Discs: a player has fourteen, and those on cities and stations are those missing from the player board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.engine.core import Catalog, Player, Position, Reason, Ruleset, reason
from companion.engine.core.reasons import Value
from companion.engine.kansas_city.disc_places import one_is_left

DISC_SPACE_CLEARED_TWICE = reason("disc-space-cleared-twice", "kansas-city/discs#where", "player")
STATION_TWICE = reason("station-twice", "kansas-city/discs#where", "player", "number")
CITY_TWICE = reason("city-twice", "kansas-city/delivery", "player", "city", "have")
TOO_MANY_DISCS = reason("too-many-discs", "kansas-city/discs#where", "player", "have", "supply")
DISCS_UNLIKE_CLEARED = reason("discs-unlike-cleared", "kansas-city/discs#where", "player", "cleared", "placed")
MORE_DISCS_THAN_CLEARED = reason("more-discs-than-cleared", "kansas-city/discs#where", "player", "cleared", "placed")
MORE_CLEARED_THAN_DISCS = reason("more-cleared-than-discs", "kansas-city/discs#where", "player", "cleared", "most")
DARK_DISCS_ON_WHITE = reason("dark-discs-on-white", "kansas-city/discs", "player", "have", "cleared")


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about the discs of each player."""
    for colour, player in position.players.items():
        yield from _repeated(ruleset.catalog, colour, player)
        yield from _counted(ruleset.catalog, colour, player)
        yield from _corners(ruleset.catalog, colour, player)


def _repeated(catalog: Catalog, colour: str, player: Player) -> Iterator[Reason]:
    # A disc space is cleared once; a station carries one disc of a player.
    place = f"players.{colour}.cleared"
    if player.cleared and len(set(player.cleared)) < len(player.cleared):
        yield Reason(DISC_SPACE_CLEARED_TWICE, {"player": colour, "places": (place,)})
    place = f"players.{colour}.stations"
    for station, count in Counter(player.stations or ()).items():
        if count > 1:
            yield Reason(STATION_TWICE, {"player": colour, "number": station, "places": (place,)})
    # A city takes one disc of a player, except Kansas City and New York.
    for city, count in (player.deliveries or {}).items():
        if count > 1 and not catalog.cities.cities[city].repeatable:
            place = f"players.{colour}.deliveries.{city}"
            yield Reason(CITY_TWICE, {"player": colour, "city": city, "have": count, "places": (place,)})


def _counted(catalog: Catalog, colour: str, player: Player) -> Iterator[Reason]:
    supply = catalog.table.players.discs
    on_cities = sum(player.deliveries.values()) if player.deliveries is not None else None
    on_stations = len(player.stations) if player.stations is not None else None
    zones = {"deliveries": on_cities, "stations": on_stations}
    placed = sum(count or 0 for count in zones.values())
    places = tuple(f"players.{colour}.{zone}" for zone, count in zones.items() if count)
    if placed > supply:
        yield Reason(TOO_MANY_DISCS, {"player": colour, "have": placed, "supply": supply, "places": places})
        return
    if player.cleared is None:
        return
    # Every disc that left the player board lies on a city or a station, and none ever comes back.
    cleared = len(set(player.cleared))
    params: dict[str, Value] = {"player": colour, "cleared": cleared, "places": (f"players.{colour}.cleared", *places)}
    if on_cities is not None and on_stations is not None:
        if placed != cleared:
            yield Reason(DISCS_UNLIKE_CLEARED, {**params, "placed": placed})
    elif placed > cleared:
        yield Reason(MORE_DISCS_THAN_CLEARED, {**params, "placed": placed})
    elif on_cities is not None:
        # The stations were not entered: each may hold one more disc.
        most = placed + len(catalog.railroad.stations)
        if cleared > most:
            yield Reason(MORE_CLEARED_THAN_DISCS, {**params, "most": most})


def _corners(catalog: Catalog, colour: str, player: Player) -> Iterator[Reason]:
    # While a white-cornered space still has its disc, every disc on a white-cornered city or station came from such
    # a space: a white disc fits everywhere and costs nothing, so neither exception for missing discs can be used.
    spaces = catalog.player_board.discs.values()
    white = {disc.id for disc in spaces if disc.corner == "white"}
    cleared = set(player.cleared or ()) & white
    if player.cleared is None or not catalog.player_board.sure_discs & white - cleared:
        return
    cities = {
        city: count
        for city, count in (player.deliveries or {}).items()
        if count and catalog.cities.cities[city].corner == "white"
    }
    stations = [s for s in dict.fromkeys(player.stations or ()) if catalog.railroad.stations[s].corner == "white"]
    have = sum(cities.values()) + len(stations)
    if have > len(cleared):
        places = [f"players.{colour}.cleared", *(f"players.{colour}.deliveries.{city}" for city in cities)]
        places += [f"players.{colour}.stations"] if stations else []
        params: dict[str, Value] = {"player": colour, "have": have, "cleared": len(cleared), "places": tuple(places)}
        yield Reason(DARK_DISCS_ON_WHITE, params)


def never_without_disc(ruleset: Ruleset, player: Player) -> bool:
    """Whether the player could always take a disc from the player board so far, and so never took one off a station.

    That is sure while the board has carried a disc that costs nothing to take.
    """
    if player.cleared is None:
        return one_is_left(ruleset.catalog, player)
    return not ruleset.catalog.player_board.sure_discs <= set(player.cleared)
