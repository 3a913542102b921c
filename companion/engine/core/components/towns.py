"""Towns in which players place branchlets, the connections between them, and the tiles that lie beside some."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.engine.core.components.common import Confidence
from companion.engine.core.effect import Effect, LocalAction
from companion.engine.core.position import Player

OFFICE = "office"
"""The end of a connection from which everybody may start."""


@dataclass(frozen=True)
class Town:
    """A town: its size, the region that it lies in, what a branchlet there brings or costs.

    `costs`: dollars by space, in the order in which the spaces are taken. `bonus` is for everybody, or (`first_only`)
    for whoever takes the first space.
    """

    id: str
    size: Literal["small", "medium", "big", "station"]
    region: str
    bonus: tuple[Effect, ...] = ()
    first_only: bool = False
    costs: tuple[int, ...] = ()
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Connection:
    """A track from `start` (the office, a city, a town) to a town."""

    start: str
    end: str
    confidence: Confidence = "high"


@dataclass(frozen=True)
class TownTile:
    """A tile beside a medium town: what may be done at once by whoever places a branchlet there."""

    id: str
    copies: int
    does: LocalAction
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Towns:
    """All towns. `spaces`: branchlets that each holds; `branchlets` of a player, in groups of `group`.

    `emptied`: what the branchlet with this number brings, which empties its group. `tile_section` is that of the
    rules reference which tells of the tiles. Most games have no towns.
    """

    spaces: int = 0
    branchlets: int = 0
    group: int = 1
    towns: Mapping[str, Town] = field(default_factory=dict)
    connections: Mapping[str, Connection] = field(default_factory=dict)
    tiles: Mapping[str, TownTile] = field(default_factory=dict)
    emptied: Mapping[int, tuple[Effect, ...]] = field(default_factory=dict)
    tile_section: str = ""

    @functools.cached_property
    def sizes(self) -> Mapping[str, tuple[str, ...]]:
        """Size -> the towns of that size."""
        by_size: dict[str, list[str]] = {}
        for town in self.towns.values():
            by_size.setdefault(town.size, []).append(town.id)
        return {size: tuple(towns) for size, towns in by_size.items()}

    @functools.cached_property
    def regions(self) -> tuple[str, ...]:
        """The coloured regions, in the order of their towns."""
        return tuple(dict.fromkeys(town.region for town in self.towns.values()))

    @property
    def medium(self) -> tuple[str, ...]:
        """The towns with a tile beside them."""
        return self.sizes.get("medium", ())

    @functools.cached_property
    def joined(self) -> Mapping[str, tuple[str, ...]]:
        """Town -> everything that one connection joins it to."""
        joined: dict[str, list[str]] = {town: [] for town in self.towns}
        for connection in self.connections.values():
            joined[connection.end].append(connection.start)
            if connection.start in joined:
                joined[connection.start].append(connection.end)
        return {town: tuple(ends) for town, ends in joined.items()}

    def reached(self, town: str, player: Player) -> bool | None:
        """Whether one connection joins a town to a place from which a player may start; None while nobody knows."""
        mine, discs = player.branchlets, player.deliveries
        cities = None if discs is None else [city for city, count in discs.items() if count]
        unknown = False
        for end in self.joined[town]:
            if end == OFFICE:
                return True
            starts = mine if end in self.towns else cities
            if starts is None:
                unknown = True
            elif end in starts:
                return True
        return None if unknown else False

    def bells(self, branchlets: int) -> int:
        """How many groups are empty after so many branchlets were placed: each uncovers a bell."""
        return branchlets // self.group
