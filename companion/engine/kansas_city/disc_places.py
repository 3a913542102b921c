"""Where a disc goes, and whether one can be placed there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.engine.core import Catalog, Judgement, Player, Position, Reason, Ruleset, State, Step, of_kind, reason
from companion.engine.core.amounts import Amount, between, ends, to_bank
from companion.engine.core.position import KANSAS_CITY
from companion.engine.core.reasons import Value
from companion.engine.core.vocabulary import CityId, StationNumber

# What a delivery costs on the way.


@dataclass(frozen=True)
class PayTransport(Step, name="pay-transport", section="kansas-city/transport", at_once=True):
    """Pay for the crosses between the engine and the city."""

    city: CityId

    def happen(self, state: State) -> None:
        state.pay(to_bank(transport(state, self.city)))


def transport_due(state: State) -> Amount:
    """What transport will cost for the delivery under way."""
    return next((transport(state, step.city) for step in of_kind(state.pending, PayTransport)), 0)


def transport(state: State, city: str) -> Amount:
    """What a delivery of the player on turn to a city costs: a dollar for each cross."""
    engine = state.me.engine
    if engine is not None:
        return crosses_between(state, engine, city)
    return between(0, crosses_between(state, state.catalog.railroad.first, city), (state.path("engine"),))


def crosses_between(state: State, engine: int | str, city: str) -> int:
    """Crosses between the nose of the engine and the value of the city."""
    railroad = state.catalog.railroad
    # An engine on a turnout has passed the cross beside it (reading of open question 5b).
    nose = railroad.turnouts[engine][1] if isinstance(engine, str) else engine
    value = state.catalog.cities.cities[city].value
    return sum(nose <= before < value for before in railroad.crosses)


CITY_TOO_FAR = reason("city-too-far", "kansas-city/delivery", "city", "needs", "have")
DELIVERED_ALREADY = reason("delivered-already", "kansas-city/delivery", "city")
STATION_UPGRADED_ALREADY = reason("station-upgraded-already", "railroad/upgrade-station", "number")
MUST_PLACE_DISC = reason("must-place-disc", "kansas-city/no-disc")
NO_DISC_TO_PLACE = reason("no-disc-to-place", "kansas-city/no-disc#from-station")


@dataclass(frozen=True)
class PlaceDisc(Step, name="place-disc", section="kansas-city/discs"):
    """Place a disc on the city or the station."""

    city: CityId | None = None
    station: StationNumber | None = None

    @property
    def kind(self) -> str:
        return "city" if self.station is None else "station"

    @classmethod
    def follows(cls, catalog: Catalog) -> Mapping[str, tuple[str, ...]]:
        cities = catalog.cities
        set_off = [arrow.does for arrow in cities.arrows.values()] + [city.does for city in cities.cities.values()]
        return {"station": ("appoint",), "city": tuple(effect.kind for does in set_off for effect in does)}

    def clashes(self, catalog: Catalog, position: Position, colour: str, player: Player) -> Iterator[Reason]:
        # A disc goes only where the player may have another one.
        here, value = f"players.{colour}", position.turn.breeding_value
        if self.city is not None:
            city = catalog.cities.cities[self.city]
            if not city.repeatable and (player.deliveries or {}).get(self.city):
                places = ("turn.pending", f"{here}.deliveries")
                yield Reason(DELIVERED_ALREADY, {"city": self.city, "places": places})
            if (position.turn.phase or "").startswith("K") and value is not None and value < city.value:
                places = ("turn.pending", "turn.breeding_value")
                yield Reason(CITY_TOO_FAR, {"city": self.city, "needs": city.value, "have": value, "places": places})
        elif self.station in (player.stations or ()):
            places = ("turn.pending", f"{here}.stations")
            yield Reason(STATION_UPGRADED_ALREADY, {"number": self.station or 0, "places": places})

    def judge_skipping(self, state: State, judgement: Judgement) -> None:
        possible = Judgement()
        disc_possible(state, possible, self, spent=0)
        judgement.require_fact(*possible.missing)
        if not possible.forbidden and not possible.missing:
            judgement.forbid(MUST_PLACE_DISC, places=("turn.pending",))

    def forgo(self, state: State) -> None:
        put_nothing(state)


def corner_of(state: State, step: PlaceDisc) -> str:
    """The corners of the space that the disc goes onto; where that was not told, any disc may."""
    if step.station is not None:
        return state.catalog.railroad.stations[step.station].corner
    return state.catalog.cities.cities[step.city].corner if step.city else "dark"


def discs_left(state: State, corner: str | None = None) -> list[str]:
    """Disc spaces that still carry their disc."""
    cleared = state.me.cleared or ()
    discs = state.catalog.player_board.discs.values()
    return [disc.id for disc in discs if disc.id not in cleared and corner in (None, disc.corner)]


def one_is_left(catalog: Catalog, player: Player) -> bool:
    """Whether a disc that costs nothing, and fits, is sure to be left on the player board: so few are gone."""
    if player.cleared is not None:
        gone = len(player.cleared)
    elif player.deliveries is not None:
        # Every disc that is gone lies on a city or on a station, at most one on each station.
        stations = catalog.railroad.stations if player.stations is None else player.stations
        gone = sum(player.deliveries.values()) + len(stations)
    else:
        return False
    return gone < len(catalog.player_board.sure_discs)


def city_dollars(state: State, step: PlaceDisc) -> int:
    """What the place of the disc pays on the spot; without a visit to Kansas City, only where the table reads it so."""
    if not step.city or not (_visiting(state) or state.catalog.table.cities_pay_extraordinarily):
        return 0
    return state.catalog.cities.cities[step.city].dollars


def rest_on_dollars(state: State, judgement: Judgement, city: str | None) -> None:
    """Note the reading by which a city pays, or not, for a delivery without a visit to Kansas City."""
    if city and state.catalog.cities.cities[city].dollars and not _visiting(state):
        judgement.rest_on(state.rules.read_otherwise, "table.cities_pay_extraordinarily")


def _visiting(state: State) -> bool:
    """Whether a delivery is that of a visit to Kansas City, for which transport is paid."""
    return state.turn.phase in KANSAS_CITY or bool(of_kind(state.pending, PayTransport))


def placeable(state: State, step: PlaceDisc, spent: int = 0) -> tuple[bool | None, tuple[str, ...]]:
    """(whether a disc of the player board can be placed after so many dollars were spent, what decides that)."""
    player, discs = state.me, state.catalog.player_board.discs
    if one_is_left(state.catalog, player):
        return True, ()
    if player.cleared is None:
        return None, (state.path("cleared"),)
    left = discs_left(state, "white")
    if corner_of(state, step) == "dark" or not left:
        left = discs_left(state)
    if not left:
        return False, ()
    cost, (least, most) = min(discs[disc].cost for disc in left), ends(transport_due(state))
    if not cost:
        return True, ()
    if player.dollars is None:
        return None, (state.path("dollars"), *([state.path("engine")] if least < most else ()))
    have = player.dollars - spent
    if cost + least <= have < cost + most:
        return None, (state.path("engine"),)
    return have >= cost + most, ()


def disc_possible(state: State, judgement: Judgement, step: PlaceDisc, spent: int) -> None:
    """A disc that can be placed is needed: from the player board, or else from an own station."""
    player = state.me
    if player.stations is None and one_is_left(state.catalog, replace(player, stations=())):
        # Either a disc lies on a station and can be moved, or none does and enough are left on the player board.
        return
    places, missing = placeable(state, step, spent)
    if places or player.stations:
        return
    if places is None:
        judgement.require_fact(*missing)
    elif player.dollars is not None and _city_dollars_help(state, step, player.dollars - spent):
        return
    if player.stations is None:
        judgement.require_fact(state.path("stations"))
    elif places is False:
        judgement.forbid(NO_DISC_TO_PLACE, places=(state.path("cleared"), state.path("stations")))


def _city_dollars_help(state: State, step: PlaceDisc, dollars: int) -> bool:
    """Whether what the city pays makes a disc payable that is left."""
    costs = [state.catalog.player_board.discs[disc].cost for disc in discs_left(state)]
    extra = city_dollars(state, step)
    return bool(extra and costs and min(costs) <= dollars + extra)


def put_nothing(state: State) -> None:
    """Without any disc that could be placed, nothing is set off, paid or gained (open question 6)."""
    state.done()
    if state.under_way(PayTransport):
        state.done()
    state.begin([])


def discs_placed(player: Player) -> int | None:
    """How many discs of a player lie on cities and stations; None when that is not known."""
    if player.deliveries is None or player.stations is None:
        return None
    return sum(player.deliveries.values()) + len(player.stations)


def dark_discs_placed(catalog: Catalog, player: Player) -> int | None:
    """How many of the discs that a player has placed may come from dark-cornered spaces at most; None when it is not
    known how many were placed.
    """
    placed = discs_placed(player)
    if placed is None:
        return None
    # What lies on white-cornered cities and stations came from white-cornered spaces, or these are empty (`_corners`).
    cities, stations = _on_white(catalog, player)
    return placed - min(sum(cities.values()) + len(stations), len(catalog.player_board.sure_discs & _white(catalog)))


def _white(catalog: Catalog) -> set[str]:
    return {disc.id for disc in catalog.player_board.discs.values() if disc.corner == "white"}


def _on_white(catalog: Catalog, player: Player) -> tuple[dict[str, int], list[int]]:
    """The discs of a player on cities, and the stations with one, where the corner is white."""
    cities = {
        city: count
        for city, count in (player.deliveries or {}).items()
        if count and catalog.cities.cities[city].corner == "white"
    }
    return cities, [s for s in dict.fromkeys(player.stations or ()) if catalog.railroad.stations[s].corner == "white"]


# Discs: a player has fourteen, and those on cities and stations are those missing from the player board.

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
    white = _white(catalog)
    cleared = set(player.cleared or ()) & white
    if player.cleared is None or not catalog.player_board.sure_discs & white - cleared:
        return
    cities, stations = _on_white(catalog, player)
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
