"""A worker becomes station master."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.core import (
    Action,
    Catalog,
    Judgement,
    Player,
    Position,
    Reason,
    Ruleset,
    State,
    Step,
    offered,
    reason,
)
from companion.engine.core.position import StationSlot
from companion.engine.core.reasons import Value
from companion.engine.core.supply import Piece, everybody, players_not_entered, shortages
from companion.engine.core.vocabulary import StationNumber, WorkerId
from companion.engine.kansas_city.disc_places import never_without_disc
from companion.engine.turn.dollars import workers
from companion.engine.turn.locations import Immediate

NOBODY_HIRED = reason("nobody-hired", "railroad/station-master", "worker")
NO_STATION_MASTER_THERE = reason("no-station-master-there", "railroad/station-master", "number")


@dataclass(frozen=True)
class Appoint(Step, name="appoint", section="railroad/station-master"):
    """Appoint a hired worker as master of this station, or not."""

    station: StationNumber

    @classmethod
    def follows(cls, catalog: Catalog) -> Mapping[str, tuple[str, ...]]:
        return {cls.name: tuple(tile.id for tile in catalog.station_masters.tiles.values() if tile.immediate)}


@dataclass(frozen=True)
class AppointWorker(Action, type="appoint", section="railroad/station-master", offered_by=(Appoint,)):
    """Appoint a hired worker as station master: the rightmost of a row, who leaves it for the tile."""

    worker: WorkerId

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, Appoint)
        have, printed = workers(state.me, self.worker), state.catalog.player_board.worker_rows.printed
        if have is None:
            judgement.require_fact(state.path("workers"))
        elif have <= printed:
            judgement.forbid(NOBODY_HIRED, worker=self.worker, places=(state.path(f"workers.{self.worker}"),))
        if step is not None and not step_has_master(state, step.station):
            path = f"board.station_masters.{step.station}"
            if not state.catalog.railroad.stations[step.station].station_master:
                # Only the first stations have a space for such a tile.
                judgement.forbid(NO_STATION_MASTER_THERE, number=step.station)
            elif step.station in state.board.station_masters:
                judgement.forbid(NO_STATION_MASTER_THERE, number=step.station, places=(path,))
            else:
                judgement.require_fact(path)

    def apply(self, state: State) -> None:
        step = state.finished(Appoint)
        masters, player = state.board.station_masters, state.me
        slot = masters.get(step.station)
        state.set_board(station_masters={**masters, step.station: StationSlot(worker=self.worker)})
        if player.workers is not None:
            state.set_me(workers={**player.workers, self.worker: player.workers.get(self.worker, 1) - 1})
        tile = slot.master if slot else None
        if tile is None:
            state.set_me(station_masters=None)
        else:
            take_master(state, tile)


def take_master(state: State, tile: str) -> None:
    """Take a tile: its upper half works at once."""
    if state.me.station_masters is not None:
        state.set_me(station_masters=(*state.me.station_masters, tile))
    state.begin([Immediate(tile)] if state.catalog.station_masters.tiles[tile].immediate else [])


def step_has_master(state: State, station: int) -> bool:
    """Whether a station master tile lies beside the station, as far as is known."""
    slot = state.board.station_masters.get(station)
    return bool(slot and slot.master)


def master_to_gain(state: State, station: int) -> bool:
    """Whether a worker may be appointed here, as far as is known."""
    masters, workers = state.board.station_masters, state.me.workers
    slot = masters.get(station)
    waiting = bool(slot and slot.master) or (
        state.catalog.railroad.stations[station].station_master and station not in masters
    )
    printed = state.catalog.player_board.worker_rows.printed
    return waiting and (workers is None or any(count > printed for count in workers.values()))


# Station masters: every space beside a station holds its tile, or the worker of the player who took it.

STATION_MASTER_SPACE_EMPTY = reason("station-master-space-empty", "railroad/station-master#tiles", "number")
STATION_MASTERS_UNLIKE_WORKERS = reason(
    "station-masters-unlike-workers", "railroad/station-master#tiles", "have", "workers"
)
STATION_MASTER_OF_NOBODY = reason("station-master-of-nobody", "railroad/station-master#tiles", "have", "most")
STATION_MASTER_WITHOUT_STATION = reason(
    "station-master-without-station", "railroad/station-master#tiles", "player", "have", "most"
)

_STRANGER = ""
"""Somebody who plays and was not entered."""


def slots(ruleset: Ruleset) -> tuple[int, ...]:
    """The stations that have a space for a station master."""
    return tuple(number for number, station in ruleset.catalog.railroad.stations.items() if station.station_master)


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about station master tiles and the workers in their places."""
    spaces = position.board.station_masters
    # The set-up puts a tile on each space, and whoever takes it leaves a worker, who stays; only an automa leaves none.
    automas = [player for player in position.players.values() if player.automa]
    unpaid = sum(len(slots(ruleset) if p.station_masters is None else p.station_masters) for p in automas)
    empty = [slot for slot, content in spaces.items() if not content or not (content.master or content.worker)]
    if len(empty) > unpaid:
        for slot in empty:
            place = f"board.station_masters.{slot}"
            yield Reason(STATION_MASTER_SPACE_EMPTY, {"number": slot, "places": (place,)})
    # So there are as many tiles in front of players as workers on the spaces.
    workers = [f"board.station_masters.{slot}" for slot, content in spaces.items() if content and content.worker]
    held = {
        f"players.{colour}.station_masters": len(player.station_masters or ())
        for colour, player in position.players.items()
        if not player.automa
    }
    have = sum(held.values())
    all_spaces = all(slot in spaces for slot in slots(ruleset))
    all_players = everybody(ruleset, position, "station_masters") is not None
    least, most = spares_taken(ruleset, position)
    if (all_spaces and have > len(workers) + most) or (all_players and have < len(workers) + least):
        places = (*(place for place, count in held.items() if count), *workers)
        params: dict[str, Value] = {"have": have, "workers": len(workers), "places": places}
        yield Reason(STATION_MASTERS_UNLIKE_WORKERS, params)
    else:
        yield from _of_nobody(ruleset, position)
    yield from _without_station(ruleset, position)


def spares_taken(ruleset: Ruleset, position: Position) -> tuple[int, int]:
    """How many of the tiles beside the board players have taken, for which no worker was appointed: least and most."""
    spare, left = ruleset.catalog.station_masters.spare, position.board.spare_masters
    return (0, spare) if left is None else (max(0, spare - len(left)),) * 2


def _of_nobody(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # Whoever leaves a worker beside a station has upgraded it and holds a tile for it. The disc stays on the station
    # as long as one can be taken from the player board.
    tiles = {colour: len(slots(ruleset)) for colour in position.players}
    tiles |= {c: len(p.station_masters) for c, p in position.players.items() if p.station_masters is not None}
    tiles[_STRANGER] = len(slots(ruleset)) * players_not_entered(ruleset, position)
    workers = []
    for slot, content in position.board.station_masters.items():
        if content and content.worker:
            may = {c for c, p in position.players.items() if _may_have_upgraded(ruleset, p, slot)}
            workers.append(Piece(f"board.station_masters.{slot}", frozenset({_STRANGER, *may})))
    for shortage in shortages(tiles, workers):
        keys = ("stations", "station_masters")
        stations = [
            f"players.{c}.{key}" for c, p in position.players.items() for key in keys if getattr(p, key) is not None
        ]
        params: dict[str, Value] = {"have": shortage.have, "most": shortage.supply}
        yield Reason(STATION_MASTER_OF_NOBODY, {**params, "places": (*shortage.places, *stations)})


def _may_have_upgraded(ruleset: Ruleset, player: Player, station: int) -> bool:
    return player.stations is None or station in player.stations or not never_without_disc(ruleset, player)


def _without_station(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # A tile is taken when its station is upgraded, which leaves a disc there. A disc comes off a station only when
    # none can be taken from the player board.
    still_there = {slot for slot, content in position.board.station_masters.items() if content and content.master}
    for colour, player in position.players.items():
        if not player.station_masters or player.stations is None or not never_without_disc(ruleset, player):
            continue
        taken = set(player.stations) & set(slots(ruleset)) - still_there
        have = len(player.station_masters) - spares_taken(ruleset, position)[1]
        if have > len(taken):
            places = (f"players.{colour}.station_masters", f"players.{colour}.stations")
            slots_left = tuple(f"board.station_masters.{slot}" for slot in sorted(still_there & set(player.stations)))
            params: dict[str, Value] = {"player": colour, "have": have, "most": len(taken)}
            yield Reason(STATION_MASTER_WITHOUT_STATION, {**params, "places": (*places, *slots_left)})
