"""Where a disc goes, and whether one can be placed there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.core import Catalog, Judgement, Player, Position, Reason, State, Step, of_kind, reason
from companion.engine.core.amounts import ends
from companion.engine.core.position import KANSAS_CITY
from companion.engine.core.vocabulary import CityId, StationNumber
from companion.engine.kansas_city.transport import PayTransport, transport_due

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
