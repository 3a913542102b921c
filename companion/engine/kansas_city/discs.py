"""Discs: taken from the player board (or, when none can be, from an own station) and placed on a city or a station."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.core import Action, Catalog, Effect, Judgement, Player, State, Step, offered, reason
from companion.engine.core.amounts import Amount, ends, to_bank
from companion.engine.core.fields import CityId, DiscSource, StationNumber
from companion.engine.core.state import one_more
from companion.engine.kansas_city.transport import PayTransport, transport
from companion.engine.railroad.station_masters import Appoint, master_to_gain

MUST_PLACE_DISC = reason("must-place-disc", "kansas-city/no-disc")
DISC_SPACE_EMPTY = reason("disc-space-empty", "kansas-city/discs")
DARK_DISC_ON_WHITE_SPACE = reason("dark-disc-on-white-space", "kansas-city/discs", "have")
DISC_NOT_PAYABLE = reason("disc-not-payable", "kansas-city/discs", "needs", "have", "cost")
DISC_TOO_DEAR = reason("disc-too-dear", "kansas-city/discs", "needs", "have")
NO_DISC_ON_STATION = reason("no-disc-on-station", "kansas-city/no-disc")
OTHER_DISCS_FIRST = reason("other-discs-first", "kansas-city/no-disc")
NO_DISC_TO_PLACE = reason("no-disc-to-place", "rulings/nothing-to-place")

FROM_STATION = "station."
"""A disc taken from an own station is named by it: "station.4"."""


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
        arrows = catalog.cities.arrows.values()
        return {"station": ("appoint",), "city": tuple(does.kind for arrow in arrows for does in arrow.does)}

    def judge_skipping(self, state: State, judgement: Judgement) -> None:
        possible = Judgement()
        disc_possible(state, possible, self, spent=0)
        judgement.require_fact(*possible.missing)
        if not possible.forbidden and not possible.missing:
            judgement.forbid(MUST_PLACE_DISC, places=("turn.pending",))

    def forgo(self, state: State) -> None:
        put_nothing(state)


@dataclass(frozen=True)
class Disc(Action, type="disc", section="kansas-city/discs", offered_by=(PlaceDisc,)):
    """Take the disc of a disc space ("step-left"), or of an own station ("station.4"), and place it."""

    of: DiscSource

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, PlaceDisc)
        if self.of.startswith(FROM_STATION):
            self._from_station(state, judgement, step)
            return
        disc, cleared = state.catalog.player_board.discs[self.of], state.me.cleared
        if cleared is None:
            judgement.require_fact(state.path("cleared"))
        elif self.of in cleared:
            judgement.forbid(DISC_SPACE_EMPTY, places=(state.path("cleared"),))
        if step is None:
            return
        # A disc from a dark space goes onto a white one only when no white space carries a disc any more.
        if cleared is not None and disc.corner == "dark" and corner_of(state, step) == "white":
            white = len(discs_left(state, "white"))
            if white:
                judgement.forbid(DARK_DISC_ON_WHITE_SPACE, have=white, places=(state.path("cleared"),))
        if disc.cost:
            self._payable(state, judgement, step, disc.cost)
            judgement.charge(to_bank(disc.cost))

    def _payable(self, state: State, judgement: Judgement, step: PlaceDisc, cost: int) -> None:
        # What transport will cost must be left over (open question 22).
        have, (least, most) = state.me.dollars, ends(transport_due(state))
        if have is None:
            judgement.require_fact(state.path("dollars"), *([state.path("engine")] if least < most else ()))
        elif have < cost + least:
            # What the city itself pays counts only where nothing else at all can be placed (open question 7).
            way_out = Judgement()
            helped = have + city_dollars(state, step) >= cost + least
            if helped:
                _only_with_city_dollars(state, way_out, step)
            if not helped or way_out.forbidden:
                self._too_dear(judgement, have, cost, least, state.path("dollars"))
            judgement.require_fact(*way_out.missing)
        elif have < cost + most:
            judgement.require_fact(state.path("engine"))

    def _too_dear(self, judgement: Judgement, have: int, cost: int, transport: int, path: str) -> None:
        if transport:
            judgement.forbid(DISC_NOT_PAYABLE, needs=cost + transport, have=have, cost=cost, places=(path,))
        else:
            judgement.forbid(DISC_TOO_DEAR, needs=cost, have=have, places=(path,))

    def _from_station(self, state: State, judgement: Judgement, step: PlaceDisc | None) -> None:
        # Only when no disc of the player board can be placed.
        judgement.look("kansas-city/no-disc")
        stations, number = state.me.stations, self.of.removeprefix(FROM_STATION)
        if stations is None:
            judgement.require_fact(state.path("stations"))
        elif int(number) not in stations:
            judgement.forbid(NO_DISC_ON_STATION, places=(state.path("stations"),))
        if step is None:
            return
        found, missing = placeable(state, step)
        if found:
            judgement.forbid(OTHER_DISCS_FIRST, places=(state.path("cleared"),))
        judgement.require_fact(*missing)

    def apply(self, state: State) -> None:
        step = state.next_step
        if not isinstance(step, PlaceDisc):
            return
        state.done()
        player = state.me
        if self.of.startswith(FROM_STATION):
            number = int(self.of.removeprefix(FROM_STATION))
            if player.stations is not None:
                state.set_me(stations=tuple(station for station in player.stations if station != number))
        else:
            state.set_me(cleared=None if player.cleared is None else (*player.cleared, self.of))
            state.earn(state.catalog.player_board.discs[self.of].gain)
        put(state, step)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        for disc in state.catalog.player_board.discs:
            if disc not in (state.me.cleared or ()):
                yield cls(disc)
        for station in state.me.stations or ():
            yield cls(f"{FROM_STATION}{station}")


def put(state: State, step: PlaceDisc) -> None:
    """Put the disc where it goes, and let happen what that sets off."""
    follow: list[Effect] = []
    player = state.me
    if step.station is not None:
        if player.stations is not None:
            state.set_me(stations=(*player.stations, step.station))
        upgraded = state.turn.stations_upgraded
        if upgraded is not None:
            state.set_turn(stations_upgraded=(*upgraded, step.station))
        if master_to_gain(state, step.station):
            follow.append(Appoint(step.station))
    elif step.city is not None:
        before = player.deliveries
        state.set_me(deliveries=one_more(before, step.city))
        city = state.catalog.cities.cities[step.city]
        state.earn(city.dollars)
        # An arrow works once discs lie on both sides of it; the second of them sets it off.
        if before is not None and not before.get(step.city):
            for arrow in state.catalog.cities.arrows.values():
                if step.city in arrow.between and all(before.get(end) for end in arrow.between if end != step.city):
                    follow += arrow.does
    state.begin(follow)


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


def one_is_left(state: State) -> bool:
    """Whether a disc that costs nothing, and fits, is sure to be left: so few are gone.

    With such discs on white spaces, one of those fits; with none on any white space, every other one does.
    """
    player = state.me
    if player.cleared is not None:
        gone = len(player.cleared)
    elif player.deliveries is not None:
        # Every disc that is gone lies on a city or on a station.
        stations = state.catalog.railroad.stations if player.stations is None else player.stations
        gone = sum(player.deliveries.values()) + len(stations)
    else:
        return False
    return gone < state.catalog.player_board.free_discs


def transport_due(state: State) -> Amount:
    """What transport will cost for the delivery under way."""
    return next((transport(state, step.city) for step in state.pending if isinstance(step, PayTransport)), 0)


def city_dollars(state: State, step: PlaceDisc) -> int:
    """What the place of the disc pays on the spot."""
    return state.catalog.cities.cities[step.city].dollars if step.city else 0


def placeable(state: State, step: PlaceDisc, spent: int = 0) -> tuple[bool | None, tuple[str, ...]]:
    """(whether a disc of the player board can be placed after so many dollars were spent, what decides that)."""
    player, discs = state.me, state.catalog.player_board.discs
    if one_is_left(state):
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
    found, missing = placeable(state, step, spent)
    if found or player.stations:
        return
    if found is None:
        judgement.require_fact(*missing)
    elif player.dollars is not None and _city_dollars_help(state, step, player.dollars - spent):
        return
    if player.stations is None:
        judgement.require_fact(state.path("stations"))
    elif found is False:
        judgement.forbid(NO_DISC_TO_PLACE, places=(state.path("cleared"), state.path("stations")))


def _city_dollars_help(state: State, step: PlaceDisc, dollars: int) -> bool:
    """Whether what the city pays makes a disc payable that is left."""
    costs = [state.catalog.player_board.discs[disc].cost for disc in discs_left(state)]
    extra = city_dollars(state, step)
    return bool(extra and costs and min(costs) <= dollars + extra)


def _only_with_city_dollars(state: State, judgement: Judgement, step: PlaceDisc) -> None:
    """Note what forbids counting the dollars of the city: a disc that can be placed without them."""
    found, missing = placeable(state, step)
    judgement.require_fact(*missing)
    if found or state.me.stations:
        judgement.forbid(OTHER_DISCS_FIRST)
    elif state.me.stations is None:
        judgement.require_fact(state.path("stations"))


def put_nothing(state: State) -> None:
    """Without any disc that could be placed, nothing is set off, paid or gained (open question 6)."""
    state.done()
    if isinstance(state.next_step, PayTransport):
        state.done()
    state.begin([])


def discs_placed(player: Player) -> int | None:
    """How many discs of a player lie on cities and stations; None when that is not known."""
    if player.deliveries is None or player.stations is None:
        return None
    return sum(player.deliveries.values()) + len(player.stations)
