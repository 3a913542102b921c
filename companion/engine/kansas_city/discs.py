"""Discs: taken from the player board (or, when none can be, from an own station) and placed on a city or a station."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.core import Action, Effect, Judgement, State, offered, reason
from companion.engine.core.amounts import ends, to_bank
from companion.engine.core.state import one_more
from companion.engine.core.vocabulary import FROM_STATION, DiscSource
from companion.engine.kansas_city.disc_places import (
    PlaceDisc,
    city_dollars,
    corner_of,
    discs_left,
    placeable,
    rest_on_dollars,
    transport_due,
)
from companion.engine.railroad.station_masters import Appoint, master_to_gain

DISC_SPACE_EMPTY = reason("disc-space-empty", "kansas-city/discs")
DARK_DISC_ON_WHITE_SPACE = reason("dark-disc-on-white-space", "kansas-city/discs", "have")
DISC_NOT_PAYABLE = reason("disc-not-payable", "kansas-city/discs", "needs", "have", "cost")
DISC_TOO_DEAR = reason("disc-too-dear", "kansas-city/discs", "needs", "have")
NO_DISC_ON_STATION = reason("no-disc-on-station", "kansas-city/no-disc")
OTHER_DISCS_FIRST = reason("other-discs-first", "kansas-city/no-disc")


@dataclass(frozen=True)
class Disc(Action, type="disc", section="kansas-city/discs", offered_by=(PlaceDisc,)):
    """Take the disc of a disc space ("step-left"), or of an own station ("station.4"), and place it."""

    of: DiscSource

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, PlaceDisc)
        if step is not None:
            rest_on_dollars(state, judgement, step.city)
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
        elif most:
            judgement.passed(DISC_NOT_PAYABLE, needs=cost + most, have=have, cost=cost)
        else:
            judgement.passed(DISC_TOO_DEAR, needs=cost, have=have)

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
        places, missing = placeable(state, step)
        if places:
            judgement.forbid(OTHER_DISCS_FIRST, places=(state.path("cleared"),))
        judgement.require_fact(*missing)

    def apply(self, state: State) -> None:
        step, player = state.finished(PlaceDisc), state.me
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
        state.earn(city_dollars(state, step))
        follow += city.does
        # An arrow works once discs lie on both sides of it; the second of them sets it off.
        beside = [arrow for arrow in state.catalog.cities.arrows.values() if step.city in arrow.between]
        if before is None:
            state.perhaps([effect for arrow in beside for effect in arrow.does])
        elif not before.get(step.city):
            for arrow in beside:
                if all(before.get(end) for end in arrow.between if end != step.city):
                    follow += arrow.does
    state.begin(follow)


def _only_with_city_dollars(state: State, judgement: Judgement, step: PlaceDisc) -> None:
    """Note what forbids counting the dollars of the city: a disc that can be placed without them."""
    places, missing = placeable(state, step)
    judgement.require_fact(*missing)
    if places or state.me.stations:
        judgement.forbid(OTHER_DISCS_FIRST)
    elif state.me.stations is None:
        judgement.require_fact(state.path("stations"))
