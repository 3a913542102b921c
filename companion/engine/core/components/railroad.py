"""The railroad, its stations and their masters, and the cities along it."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.core.components.common import Confidence, Corner
from companion.engine.core.effect import Effect, LocalAction


@dataclass(frozen=True)
class Station:
    """A train station: where an engine stops for it, upgrade cost, victory points, corners; the town that it is in,
    where no engine comes."""

    space: str
    cost: int
    vp: int
    corner: Corner
    station_master: bool = False
    town: str | None = None
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Railroad:
    """The track from `first` to `last`, the spaces that have a cross behind them, the turnouts with the
    spaces that each lies between, the stations by number."""

    first: int
    last: int
    last_space_dollars: int
    crosses: tuple[int, ...]
    turnouts: Mapping[str, tuple[int, int]]
    stations: Mapping[int, Station]
    confidence: Confidence = "high"

    @functools.cached_property
    def onwards(self) -> Mapping[int | str, tuple[int | str, ...]]:
        """Space -> the spaces right after it: the next number, and the turnout in between where there is one."""
        return self._links(forward=True)

    @functools.cached_property
    def backwards(self) -> Mapping[int | str, tuple[int | str, ...]]:
        """Space -> the spaces right before it."""
        return self._links(forward=False)

    @functools.cached_property
    def behind(self) -> Mapping[int | str, tuple[int | str, ...]]:
        """Space -> every space that lies behind it, the nearest first."""
        # The farthest way from the first space tells how near a space is.
        far: dict[int | str, int] = {}
        behind: dict[int | str, frozenset[int | str]] = {}
        waiting: list[int | str] = [self.first]
        for here in waiting:
            before = self.backwards.get(here, ())
            far[here] = max((far[stop] + 1 for stop in before), default=0)
            behind[here] = frozenset(before).union(*(behind[stop] for stop in before))
            # Only once all spaces before it were seen comes the next one.
            waiting += [stop for stop in self.onwards.get(here, ()) if behind.keys() >= {*self.backwards[stop]}]
        return {stop: tuple(sorted(stops, key=lambda other: -far[other])) for stop, stops in behind.items()}

    def _links(self, *, forward: bool) -> Mapping[int | str, tuple[int | str, ...]]:
        pairs: list[tuple[int | str, int | str]] = [(n, n + 1) for n in range(self.first, self.last)]
        for turnout, (before, after) in self.turnouts.items():
            pairs += [(before, turnout), (turnout, after)]
        links: dict[int | str, list[int | str]] = {}
        for before_stop, after_stop in pairs:
            start, end = (before_stop, after_stop) if forward else (after_stop, before_stop)
            links.setdefault(start, []).append(end)
        return {stop: tuple(ends) for stop, ends in links.items()}

    @functools.cached_property
    def station_of(self) -> Mapping[int | str, int]:
        """Turnout, or the last space -> the station that belongs to it."""
        spaces = {station.space: number for number, station in self.stations.items() if station.town is None}
        return {(int(space) if space.isdecimal() else space): number for space, number in spaces.items()}


@dataclass(frozen=True)
class City:
    """A city: value needed, corners, points for each disc, dollars when a disc is placed, and what that sets off.

    `per`: the points of a disc are multiplied by how many of it the player has, `most` at the most. `town`: where it
    lies, if not along the railroad.
    """

    id: str
    value: int
    corner: Corner
    repeatable: bool = False
    vp: int = 0
    dollars: int = 0
    per: Literal["bell"] | None = None
    most: int | None = None
    does: tuple[Effect, ...] = ()
    town: str | None = None
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Arrow:
    """What two neighbouring cities give to a player with a disc on both."""

    id: str
    between: tuple[str, str]
    vp: int = 0
    does: tuple[Effect, ...] = ()
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Cities:
    """All cities in order along the track, and the arrows between them."""

    cities: Mapping[str, City]
    arrows: Mapping[str, Arrow]


@dataclass(frozen=True)
class MasterTask:
    """`vp` victory points for every `each` things counted by `per`, rounded down; there are no more than `most`."""

    vp: int
    each: int
    per: Literal[
        "objective-card",
        "certificate",
        "outlaw-pair",
        "hazard",
        "worker",
        "station",
        "building",
        "exchange-token",
        "area",
    ]
    most: int | None = None


@dataclass(frozen=True)
class StationMaster:
    """A station master tile: permanent certificates or an immediate action, and what it pays at the end."""

    id: str
    permanent: int = 0
    immediate: LocalAction = ()
    task: MasterTask | None = None
    confidence: Confidence = "high"


@dataclass(frozen=True)
class StationMasters:
    """All tiles, of which `in_play` lie beside stations at the start of a game, and `spare` beside the board."""

    in_play: int
    tiles: Mapping[str, StationMaster]
    spare: int = 0
