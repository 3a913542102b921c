"""Stations are upgraded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.core import (
    Action,
    Catalog,
    Effect,
    Judgement,
    Player,
    Position,
    Prospects,
    Reason,
    State,
    Step,
    of_kind,
    offered,
    reason,
)
from companion.engine.core.vocabulary import StationNumber, Stop
from companion.engine.kansas_city.disc_places import STATION_UPGRADED_ALREADY, PlaceDisc, disc_possible
from companion.engine.turn.dollars import GainDollars, pay_in_full

NO_STATION_BEHIND = reason("no-station-behind", "railroad/upgrade-station#behind", "engine")
NOT_AT_THIS_STATION = reason("not-at-this-station", "railroad/upgrade-station", "number")
STATION_NOT_BEHIND = reason("station-not-behind", "railroad/upgrade-station#behind", "number")
STATION_BEFORE_REWARD = reason("station-before-reward", "railroad/move-back#order", "number", "action")
STATION_DECIDED = reason("station-decided", "railroad/upgrade-station", "number")
ENGINE_UNLIKE_PENDING = reason("engine-unlike-pending", "railroad/upgrade-station", "player", "engine", needs="engine")


@dataclass(frozen=True)
class StationUpgrade(Effect):
    """A station may be upgraded."""

    def judge_station(self, state: State, judgement: Judgement, number: int) -> None:
        """Note what forbids this station, whoever has upgraded it and whatever it costs."""


@dataclass(frozen=True)
class UpgradeBehind(
    StationUpgrade, name="upgrade-behind", section="railroad/upgrade-station#behind", leads_to=("station",)
):
    """Upgrade any one station behind the engine, which stays where it is."""

    def judge_station(self, state: State, judgement: Judgement, number: int) -> None:
        engine, path = state.me.engine, state.path("engine")
        if state.catalog.railroad.stations[number].town is not None:
            # The station of a town is behind nothing.
            judgement.forbid(STATION_NOT_BEHIND, number=number, places=() if engine is None else (path,))
        elif engine is None:
            judgement.require_fact(path)
        elif not _behind(state, engine, number):
            judgement.forbid(STATION_NOT_BEHIND, number=number, places=(path,))

    def prospects(self, state: State) -> Prospects:
        engine, stations = state.me.engine, state.catalog.railroad.stations
        on_track = (number for number, station in stations.items() if station.town is None)
        behind = [number for number in on_track if engine is None or _behind(state, engine, number)]
        nothing = Reason(NO_STATION_BEHIND, {"engine": str(engine), "places": (state.path("engine"),)})
        return Prospects(map(Upgrade, behind), nothing)


@dataclass(frozen=True)
class UpgradeStation(
    StationUpgrade, Step, name="upgrade-station", section="railroad/upgrade-station", leads_to=("station",)
):
    """The engine has stopped at this station: upgrade it or not."""

    station: StationNumber

    def judge_station(self, state: State, judgement: Judgement, number: int) -> None:
        if number != self.station:
            judgement.forbid(NOT_AT_THIS_STATION, number=number, places=(state.path("engine"),))

    def clashes(self, catalog: Catalog, position: Position, colour: str, player: Player) -> Iterator[Reason]:
        # No engine comes to the station of a town.
        stops = [stop for stop, number in catalog.railroad.station_of.items() if number == self.station]
        for stop in stops:
            yield from engine_elsewhere(stop, colour, player)

    def decided(self, state: State) -> bool:
        # A station that cannot be upgraded is not asked about.
        judgement = Judgement()
        Upgrade(self.station).judge(state, judgement)
        return judgement.forbidden


@dataclass(frozen=True)
class Upgrade(Action, type="upgrade", section="railroad/upgrade-station", offered_by=(UpgradeStation, UpgradeBehind)):
    """Upgrade the station where the engine has stopped, or one behind it where an action says so."""

    station: StationNumber

    def judge(self, state: State, judgement: Judgement) -> None:
        station, player = state.catalog.railroad.stations[self.station], state.me
        too_late = not state.pending and player.engine is not None and station.town is None
        step = None if too_late else offered(state, judgement, UpgradeStation, UpgradeBehind)
        if too_late:
            self._too_late(state, judgement)
        if step is not None:
            step.judge_station(state, judgement, self.station)
        # Once for each player; one whose disc was taken away may be upgraded again (open question 35).
        if player.stations is None:
            judgement.require_fact(state.path("stations"))
        elif self.station in player.stations:
            judgement.forbid(STATION_UPGRADED_ALREADY, number=self.station, places=(state.path("stations"),))
        pay_in_full(state, judgement, station.cost)
        if player.dollars is None or player.dollars >= station.cost:
            disc_possible(state, judgement, PlaceDisc(station=self.station), spent=station.cost)

    def _too_late(self, state: State, judgement: Judgement) -> None:
        """An upgrade is decided at once where the engine stops, before the action that moved it brings anything."""
        engine, cost = state.me.engine, state.catalog.railroad.stations[self.station].cost
        here = (state.path("engine"),)
        if engine is None or state.catalog.railroad.station_of.get(engine) != self.station:
            judgement.forbid(NOT_AT_THIS_STATION, number=self.station, places=here)
            return
        action = (state.turn.used or ("",))[-1]
        gained, dollars = _gained_by_going_back(state, action), state.me.dollars
        if gained and dollars is not None and dollars - gained < cost:
            judgement.forbid(STATION_BEFORE_REWARD, number=self.station, action=action, places=(*here, "turn.used"))
        else:
            judgement.forbid(STATION_DECIDED, number=self.station, places=here)

    def apply(self, state: State) -> None:
        state.done()
        state.begin([PlaceDisc(station=self.station)])


def _gained_by_going_back(state: State, action: str) -> int:
    """The dollars that a local action brings after the engine has gone back for it."""
    choices = state.catalog.buildings.local_actions.get(action, ())
    paid = (c.does for c in choices if any(effect.name == "engine-backward" for effect in c.requires))
    return sum(effect.dollars for does in paid for effect in of_kind(does, GainDollars))


def _behind(state: State, engine: Stop, station: int) -> bool:
    """Whether a station is strictly behind an engine (reading of open question 11)."""
    railroad = state.catalog.railroad
    return railroad.stations[station].space in railroad.behind[engine]


def engine_elsewhere(needs: Stop, colour: str, player: Player) -> Iterator[Reason]:
    """A station is upgraded where the engine has stopped, and from the last space it must go back at once."""
    if player.engine not in (None, needs):
        params = {"player": colour, "needs": str(needs), "engine": str(player.engine)}
        places = ("turn.pending", f"players.{colour}.engine")
        yield Reason(ENGINE_UNLIKE_PENDING, {**params, "places": places})
