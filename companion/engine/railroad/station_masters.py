"""A worker becomes station master."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.core import Action, Catalog, Judgement, State, Step, offered, reason
from companion.engine.core.position import StationSlot
from companion.engine.core.vocabulary import StationNumber, WorkerId
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

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        for worker in state.catalog.tiles.workers:
            yield cls(worker)


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
