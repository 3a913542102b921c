"""What Garth places: buildings, his engine, discs on stations and cities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.engine.core import State, of_kind
from companion.engine.core.components.board import Face
from companion.engine.core.position import OFF_BOARD, Building
from companion.engine.core.state import one_more
from companion.engine.core.vocabulary import CityId, FaceId, SpaceId, Stop, TownId
from companion.engine.kansas_city.disc_places import discs_placed
from companion.engine.layers.garth.turn import Choices, Deed, GarthsTurn, garth
from companion.engine.objectives.gaining import GainObjective
from companion.engine.railroad.engine import other_engines, reach
from companion.engine.turn.dollars import workers


@dataclass(frozen=True)
class GarthBuild(Deed, type="garth-build", section="solo/garth-actions", offered_by=(GarthsTurn,)):
    """Garth places a private building, or replaces one of his, for nothing."""

    face: FaceId
    space: SpaceId
    deeds: ClassVar[tuple[str, ...]] = ("build",)

    def fits(self, state: State) -> bool:
        side = state.catalog.buildings.faces[self.face].side
        return side == garth().side and state.catalog.trail.spaces[self.space].kind == "building"

    @classmethod
    def choices(cls, state: State, step: GarthsTurn) -> Choices:
        spaces = [space for space in state.catalog.trail.spaces.values() if space.kind == "building"]
        missing = [f"board.buildings.{space.id}" for space in spaces if space.id not in state.board.buildings]
        have, rival = workers(state.me, "builder"), _next_human(state)
        missing += [state.path("workers")] if have is None else []
        missing += [state.path("placed_out")] if state.me.placed_out is None else []
        missing += [] if rival and state.players[rival].herder else [f"players.{rival or ''}.herder".replace("..", ".")]
        missing += [] if state.rules.players else ["game.players"]
        if missing or have is None or rival is None:
            return None, missing
        faces, fee = state.catalog.buildings.faces, state.catalog.table.fees.of[state.rules.players or 0]
        ranked: dict[GarthBuild, tuple[int, int, int]] = {}
        for face in _left(state):
            for space, old in _places(state, rival):
                if old is not None and not face.higher_than(faces[old]):
                    continue
                uses = face.builders - (faces[old].builders if old else 0)
                if uses <= have:
                    # Most builders first, then the dearer building replaced, then the higher fees.
                    ranked[cls(face.id, space)] = uses, faces[old].vp if old else 0, fee[face.hand]
        best = max(ranked.values(), default=None)
        return [one for one, worth in ranked.items() if worth == best], []

    def do(self, state: State) -> None:
        old, gone = state.board.buildings.get(self.space), state.me.placed_out
        tile = Building(state.colour, self.face)
        state.set_board(buildings={**state.board.buildings, self.space: tile})
        if old and gone is not None:
            state.set_me(placed_out=(*gone, old.face))


def _left(state: State) -> list[Face]:
    """The faces of the buildings that he has not placed yet."""
    faces = state.catalog.buildings.faces
    gone = {faces[face].number for face in state.me.placed_out or ()}
    gone |= {faces[tile.face].number for tile in state.board.buildings.values() if tile and tile.player == state.colour}
    return [face for face in faces.values() if face.side == garth().side and face.number not in gone]


def _places(state: State, rival: str) -> Iterator[tuple[str, str | None]]:
    """The spaces where he may build: the first empty one ahead of the next player's herder, and those of his own."""
    for space, tile in state.board.buildings.items():
        if tile and tile.player == state.colour:
            yield space, tile.face
    spaces, herder = state.catalog.trail.spaces, state.players[rival].herder
    ahead = ["start" if herder in (None, OFF_BOARD, "kansas-city") else str(herder)]
    seen = set(ahead)
    while ahead:
        ahead = [space for here in ahead for space in spaces[here].next if space not in seen]
        seen.update(ahead)
        # Beside a risk action he does not build (reading of open question S06).
        free = [s for s in dict.fromkeys(ahead) if s in state.board.buildings and not state.board.buildings[s]]
        if free := [space for space in free if not spaces[space].risk]:
            yield from ((space, None) for space in free)
            return


def _next_human(state: State) -> str | None:
    """The player after him, whom he builds in front of; None while that is not known."""
    humans = [(player.seat, colour) for colour, player in state.players.items() if not player.automa]
    if len(humans) == 1:
        return humans[0][1]
    mine = state.me.seat
    seats = {seat: colour for seat, colour in humans if seat is not None}
    if mine is None or not seats:
        return None
    return seats[min(seats, key=lambda seat: (seat < mine, seat))]


@dataclass(frozen=True)
class GarthEngine(Deed, type="garth-engine", section="solo/garth-actions", offered_by=(GarthsTurn,)):
    """Garth moves his engine to a space, and upgrades the station there. From the last space he goes back."""

    to: Stop
    deeds: ClassVar[tuple[str, ...]] = ("engine",)

    @classmethod
    def choices(cls, state: State, step: GarthsTurn) -> Choices:
        engine, have = state.me.engine, workers(state.me, "engineer")
        others, missing = other_engines(state)
        if engine is None or have is None:
            missing = [state.path("engine" if engine is None else "workers"), *missing]
        missing += [state.path("stations")] if state.me.stations is None else []
        if missing or engine is None or have is None:
            return None, missing
        stops = reach(state.catalog, engine, others, have, forward=True)
        in_order = sorted(stops, key=lambda stop: _far(state, stop))
        to_upgrade = [stop for stop in in_order if _station(state, stop)]
        # He stops at the first station that he has not upgraded; if there is none, as far as he can get.
        best = to_upgrade[:1] or in_order[-1:]
        return [cls(stop) for stop in best], []

    def do(self, state: State) -> None:
        railroad = state.catalog.railroad
        _upgrade(state, _station(state, self.to))
        stop = self.to
        if stop == railroad.last:
            others = other_engines(state)[0]
            free = [one for one in railroad.behind[stop] if one not in others or one == railroad.first]
            waiting = [one for one in reversed(free) if _station(state, one)]
            stop = (waiting or free)[0]
            _upgrade(state, _station(state, stop))
        state.set_me(engine=stop)


def _far(state: State, stop: Stop) -> float:
    """How far along the track a space is."""
    return sum(state.catalog.railroad.turnouts[stop]) / 2 if isinstance(stop, str) else stop


def _station(state: State, stop: Stop) -> int | None:
    """The station of a space that he has not upgraded yet, as long as he has a disc for it."""
    number = state.catalog.railroad.station_of.get(stop)
    return None if number is None or number in (state.me.stations or ()) or not has_disc(state) else number


def _upgrade(state: State, number: int | None) -> None:
    stations = state.me.stations
    if number is None or stations is None:
        return
    state.set_me(stations=(*stations, number))
    masters, mine = state.board.station_masters, state.me.station_masters
    slot = masters.get(number)
    if slot and slot.master:
        # He takes the tile and leaves no worker for it.
        state.set_board(station_masters={**masters, number: None})
        state.set_me(station_masters=None if mine is None else (*mine, slot.master))


@dataclass(frozen=True)
class GarthBranchlet(Deed, type="garth-branchlet", section="solo/garth-rails", offered_by=(GarthsTurn,)):
    """Garth places a branchlet in a town, for nothing: the first of his list that he can reach and is not in yet."""

    town: TownId
    deeds: ClassVar[tuple[str, ...]] = ("branchlet",)
    told_in: ClassVar[str] = "solo/garth-rails"

    @classmethod
    def choices(cls, state: State, step: GarthsTurn) -> Choices:
        level, mine = state.me.automa.level if state.me.automa else None, state.me.branchlets
        if level is None or mine is None:
            return None, [state.path("automa" if level is None else "branchlets")]
        left = len(mine) < state.catalog.towns.branchlets
        for town in garth().levels[level].towns if left else ():
            reached = town not in mine and state.catalog.towns.reached(town, state.me)
            if reached is None:
                return None, [state.path("deliveries")]
            if reached:
                return [cls(town)], []
        return [], []

    def do(self, state: State) -> None:
        # What the town gives he leaves; its station he upgrades.
        state.set_me(branchlets=(*(state.me.branchlets or ()), self.town))
        for number, station in state.catalog.railroad.stations.items():
            if station.town == self.town and has_disc(state):
                _upgrade(state, number)


def has_disc(state: State) -> bool:
    """Whether he has a disc left. Where that is not known, he has."""
    placed = discs_placed(state.me)
    return placed is None or placed < state.catalog.table.players.discs


@dataclass(frozen=True)
class GarthDeliver(Deed, type="garth-deliver", section="solo/garth-kansas-city", offered_by=(GarthsTurn,)):
    """Garth delivers to a city, without any income or transport costs."""

    city: CityId
    deeds: ClassVar[tuple[str, ...]] = ("deliver",)
    told_in: ClassVar[str] = "solo/garth-kansas-city"

    @classmethod
    def choices(cls, state: State, step: GarthsTurn) -> Choices:
        level, delivered = state.me.automa.level if state.me.automa else None, state.me.deliveries
        missing = [state.path("automa")] if level is None else []
        missing += [state.path("deliveries")] if delivered is None else []
        missing += [state.path("branchlets")] if state.catalog.towns.towns and state.me.branchlets is None else []
        return (None, missing) if missing or level is None else ([cls(next_city(state, level))], [])

    def do(self, state: State) -> None:
        if has_disc(state):
            state.set_me(deliveries=one_more(state.me.deliveries, self.city))

    def then(self, state: State, step: GarthsTurn) -> GarthsTurn:
        have = state.me.deliveries or {}
        state.set_turn(phase="K5")
        # Of what a city, and two cities together, bring he takes objective cards only.
        brought = [*state.catalog.cities.cities[self.city].does] if have.get(self.city) else []
        brought += [
            effect
            for arrow in state.catalog.cities.arrows.values()
            if self.city in arrow.between and all(have.get(end) for end in arrow.between) and have[self.city] == 1
            for effect in arrow.does
        ]
        return GarthsTurn(owed=len(of_kind(brought, GainObjective)))


def next_city(state: State, level: str) -> str:
    """Where he delivers next: the first cities of his level, then always the next one that he can reach and has not
    delivered to, and in the end the last one again, for which he needs no branchlet."""
    cities, have = state.catalog.cities.cities, state.me.deliveries or {}
    order = garth().levels[level].deliveries([layer.id for layer in state.rules.layers], cities)
    again = max((city for city in cities.values() if city.repeatable), key=lambda city: (city.value, city.id)).id
    reached = [city for city in order if cities[city].town is None or cities[city].town in (state.me.branchlets or ())]
    return next((city for city in reached if not have.get(city)), again)
