"""The engine, the stations it stops at, and their masters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.engine import effects as e
from companion.engine.actions.base import Action, Effects, done, offered
from companion.engine.actions.discs import disc_possible
from companion.engine.actions.prospects import Prospects, prospects_of
from companion.engine.actions.requirements import other_engines
from companion.engine.effects import Effect, steps
from companion.engine.flow.effects import begin, happens, settle
from companion.engine.flow.facts import counted, counted_at_least, counted_at_most, workers
from companion.engine.flow.judgement import Judgement
from companion.engine.flow.state import State
from companion.engine.flow.track import all_behind, behind, numbered_between, reach
from companion.engine.position import StationSlot
from companion.engine.reasons import Reason

_ANY_SPACE_BACK = (e.delivery.ExtraordinaryDelivery, steps.TurnBack)
_MOVEMENTS = (e.railroad.EngineForward, e.railroad.EngineBackward, *_ANY_SPACE_BACK)


@dataclass(frozen=True)
class Engine(Action):
    """Move the engine to a space: a number, or a turnout such as "t7"."""

    type: ClassVar[str] = "engine"
    section: ClassVar[str] = "railroad/move-forward"
    offered_by: ClassVar[Effects] = (*_MOVEMENTS,)
    to: int | str

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, *_MOVEMENTS)
        railroad, engine = state.catalog.railroad, state.me.engine
        known, unknown = other_engines(state)
        if self.to in known and self.to != railroad.first:
            judgement.forbid("engine-space-taken", engine=str(self.to), places=(state.path("engine"),))
            return
        if engine is None:
            judgement.require_fact(state.path("engine"), *(unknown if self.to != railroad.first else ()))
            return
        if step is None:
            return
        if isinstance(step, e.railroad.EngineForward) and step.per is not None and counted(state, step.per)[0] is None:
            least, most = counted_at_least(state, step.per), counted_at_most(state, step.per)
            if self.to not in reach(state.catalog, engine, known, least, forward=True):
                judgement.require_fact(counted(state, step.per)[1])
            step = e.railroad.EngineForward(most=most or railroad.last)
        if self.to == engine and isinstance(step, e.railroad.EngineForward):
            judgement.forbid("engine-stays", engine=str(engine), places=(state.path("engine"),))
        elif self.to in _stops(state, step, engine, known):
            if self._may_be_kept_out(state, step):
                judgement.require_fact(*unknown)
        elif isinstance(step, _ANY_SPACE_BACK):
            judgement.forbid(
                "engine-space-not-behind", start=str(engine), engine=str(self.to), places=(state.path("engine"),)
            )
        elif unknown and self.to in _stops_somehow(state, step, engine, known, len(unknown)):
            judgement.require_fact(*unknown)
        elif isinstance(step, e.railroad.EngineBackward):
            judgement.forbid(
                "engine-back-exactly",
                start=str(engine),
                engine=str(self.to),
                needs=step.spaces,
                places=(state.path("engine"),),
            )
        else:
            judgement.forbid(
                "engine-cannot-reach",
                start=str(engine),
                engine=str(self.to),
                most=_most(state, step),
                places=(state.path("engine"),),
            )

    def _may_be_kept_out(self, state: State, step: Effect) -> bool:
        """Whether another engine, wherever it stands, could make a difference."""
        if self.to != state.catalog.railroad.first:
            return True
        # There is room for all on the first space; but one on the way makes an exact way longer.
        return isinstance(step, e.railroad.EngineBackward) and step.spaces > 1

    def apply(self, state: State) -> None:
        step, engine = state.next_step, state.me.engine
        done(state)
        state.set_me(engine=self.to)
        station = state.catalog.railroad.station_of.get(self.to)
        follow: list[Effect] = []
        if isinstance(step, e.delivery.ExtraordinaryDelivery):
            known, unknown = other_engines(state)
            exact = engine is not None and not unknown
            limit = numbered_between(state.catalog, engine, self.to, known) if engine is not None and exact else None
            follow.append(steps.Deliver(limit=limit, transport=False))
        if isinstance(step, steps.TurnBack):
            # The dollars come before the station, so that they can be spent on it.
            state.earn(state.catalog.railroad.last_space_dollars)
        if station is not None:
            follow.append(steps.UpgradeStation(station))
        if self.to == state.catalog.railroad.last:
            follow.append(steps.TurnBack())
        begin(state, follow)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        step, engine = state.next_step, state.me.engine
        if isinstance(step, _MOVEMENTS) and engine is not None:
            known, _ = other_engines(state)
            for stop in _stops(state, step, engine, known):
                yield cls(stop)


def _most(state: State, step: Effect) -> int:
    if isinstance(step, e.railroad.EngineForward):
        amount = step.most if step.per is None else counted(state, step.per)[0]
        return amount or 0
    return step.spaces if isinstance(step, e.railroad.EngineBackward) else 0


def _stops(state: State, step: Effect, engine: int | str, others: list[int | str]) -> list[int | str]:
    if isinstance(step, _ANY_SPACE_BACK):
        # Back to any free space; the first one has room for everybody.
        first = state.catalog.railroad.first
        return [stop for stop in all_behind(state.catalog, engine) if stop not in others or stop == first]
    forward, most = isinstance(step, e.railroad.EngineForward), _most(state, step)
    found = reach(state.catalog, engine, others, most, forward=forward)
    if isinstance(step, e.railroad.EngineBackward):
        return [stop for stop, costs in found.items() if most in costs]
    return list(found)


def _stops_somehow(
    state: State, step: Effect, engine: int | str, others: list[int | str], unknown: int
) -> list[int | str]:
    """What can be reached if engines that were not entered stand on the way: each saves one space."""
    forward, most = isinstance(step, e.railroad.EngineForward), _most(state, step)
    found = reach(state.catalog, engine, others, most + unknown, forward=forward)
    return [stop for stop, costs in found.items() if forward or max(costs) >= most]


@happens(steps.UpgradeStation)
def _(step: steps.UpgradeStation, state: State) -> bool:
    # A station that cannot be upgraded is not asked about.
    judgement = Judgement()
    Upgrade(step.station).judge(state, judgement)
    return judgement.forbidden and state.pending.pop() is not None


@dataclass(frozen=True)
class Upgrade(Action):
    """Upgrade the station where the engine has stopped, or one behind it where an action says so."""

    type: ClassVar[str] = "upgrade"
    section: ClassVar[str] = "railroad/upgrade-station"
    offered_by: ClassVar[Effects] = (steps.UpgradeStation, e.railroad.UpgradeBehind)
    station: int

    def judge(self, state: State, judgement: Judgement) -> None:
        station, player, step = state.catalog.railroad.stations[self.station], state.me, state.next_step
        too_late = step is None and player.engine is not None
        if not too_late:
            step = offered(state, judgement, steps.UpgradeStation, e.railroad.UpgradeBehind)
        if isinstance(step, steps.UpgradeStation) and step.station != self.station:
            judgement.forbid("not-at-this-station", number=self.station, places=(state.path("engine"),))
        if isinstance(step, e.railroad.UpgradeBehind):
            if player.engine is None:
                judgement.require_fact(state.path("engine"))
            elif not behind(state.catalog, player.engine, self.station):
                judgement.forbid("station-not-behind", number=self.station, places=(state.path("engine"),))
        # Once for each player; one whose disc was taken away may be upgraded again (open question 35).
        if player.stations is None:
            judgement.require_fact(state.path("stations"))
        elif self.station in player.stations:
            judgement.forbid("station-upgraded-already", number=self.station, places=(state.path("stations"),))
        judgement.pay(player.dollars, station.cost, state.path("dollars"))
        if player.dollars is None or player.dollars >= station.cost:
            disc_possible(state, judgement, steps.PlaceDisc(station=self.station), spent=station.cost)
        if too_late:
            self._too_late(state, judgement)

    def _too_late(self, state: State, judgement: Judgement) -> None:
        """An upgrade is decided at once where the engine stops, before the action that moved it brings anything."""
        engine, cost = state.me.engine, state.catalog.railroad.stations[self.station].cost
        here = (state.path("engine"),)
        if engine is None or state.catalog.railroad.station_of.get(engine) != self.station:
            judgement.forbid("not-at-this-station", number=self.station, places=here)
            return
        action = (state.turn.used or ("",))[-1]
        gained, dollars = _gained_by_going_back(state, action), state.me.dollars
        if gained and dollars is not None and dollars - gained < cost:
            judgement.forbid("station-before-reward", number=self.station, action=action, places=(*here, "turn.used"))
        else:
            judgement.forbid("station-decided", number=self.station, places=here)

    def apply(self, state: State) -> None:
        done(state)
        begin(state, [steps.PlaceDisc(station=self.station)])

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        step = state.next_step
        if isinstance(step, steps.UpgradeStation):
            yield cls(step.station)
        elif isinstance(step, e.railroad.UpgradeBehind):
            for station in state.catalog.railroad.stations:
                yield cls(station)


def _gained_by_going_back(state: State, action: str) -> int:
    """The dollars that a local action brings after the engine has gone back for it."""
    choices = state.catalog.buildings.local_actions.get(action, ())
    paid = (c.does for c in choices if any(isinstance(effect, e.railroad.EngineBackward) for effect in c.requires))
    return sum(effect.dollars for does in paid for effect in does if isinstance(effect, e.money.GainDollars))


@prospects_of(e.railroad.UpgradeBehind)
def _(state: State) -> Prospects:
    engine, stations = state.me.engine, state.catalog.railroad.stations
    there = [number for number in stations if engine is None or behind(state.catalog, engine, number)]
    nothing = Reason("no-station-behind", {"engine": str(engine), "places": (state.path("engine"),)})
    return Prospects(map(Upgrade, there), nothing)


@dataclass(frozen=True)
class AppointWorker(Action):
    """Appoint a hired worker as station master: the rightmost of a row, who leaves it for the tile."""

    type: ClassVar[str] = "appoint"
    section: ClassVar[str] = "railroad/station-master"
    offered_by: ClassVar[Effects] = (steps.Appoint,)
    worker: str

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, steps.Appoint)
        have, printed = workers(state.me, self.worker), state.catalog.player_board.worker_rows.printed
        if have is None:
            judgement.require_fact(state.path("workers"))
        elif have <= printed:
            judgement.forbid("nobody-hired", worker=self.worker, places=(state.path(f"workers.{self.worker}"),))
        if step is not None and not step_has_master(state, step.station):
            path = f"board.station_masters.{step.station}"
            if not state.catalog.railroad.stations[step.station].station_master:
                # Only the first stations have a space for such a tile.
                judgement.forbid("no-station-master-there", number=step.station)
            elif step.station in state.board.station_masters:
                judgement.forbid("no-station-master-there", number=step.station, places=(path,))
            else:
                judgement.require_fact(path)

    def apply(self, state: State) -> None:
        step = state.next_step
        if not isinstance(step, steps.Appoint):
            return
        done(state)
        masters, player = state.board.station_masters, state.me
        slot = masters.get(step.station)
        state.set_board(station_masters={**masters, step.station: StationSlot(worker=self.worker)})
        if player.workers is not None:
            state.set_me(workers={**player.workers, self.worker: player.workers.get(self.worker, 1) - 1})
        tile = slot.master if slot else None
        if tile is None:
            state.set_me(station_masters=None)
            return
        if player.station_masters is not None:
            state.set_me(station_masters=(*player.station_masters, tile))
        if state.catalog.station_masters.tiles[tile].immediate:
            begin(state, [steps.Immediate(tile)])
        else:
            settle(state)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        for worker in state.catalog.tiles.workers:
            yield cls(worker)


def step_has_master(state: State, station: int) -> bool:
    """Whether a station master tile lies beside the station, as far as is known."""
    slot = state.board.station_masters.get(station)
    return bool(slot and slot.master)
