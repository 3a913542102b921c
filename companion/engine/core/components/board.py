"""The trail and what lies on it: spaces, buildings, the tiles of the bags, the job market."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.core.components.common import Confidence, Hand, PerPlayers
from companion.engine.core.effect import Choice, Effect, LocalAction

_TABLES = {"neutral": "neutral", "building": "buildings", "hazard": "hazards", "outlaw": "outlaws"}
"""Kind of space -> the table of the board that tells what lies there."""


@dataclass(frozen=True)
class Space:
    """One space of the trail, with where a herder may go on from it.

    `number` counts the hazard or outlaw spaces of a kind, lowest filled first. `x` and `y` are the middle of
    the space in percent of the board's width and height.
    """

    id: str
    kind: Literal["start", "neutral", "building", "hazard", "outlaw", "kansas-city"]
    x: float
    y: float
    next: tuple[str, ...] = ()
    hazard: str | None = None
    number: int | None = None
    woods: bool = False
    risk: Choice | None = None
    bounty: Effect | None = None

    @functools.cached_property
    def path(self) -> str:
        """Where a position says what lies on it; empty where only herders stand."""
        return f"board.{_TABLES[self.kind]}.{self.id}" if self.kind in _TABLES else ""


@dataclass(frozen=True)
class Trail:
    """All spaces by id, in order along the trail."""

    spaces: Mapping[str, Space]
    confidence: Confidence = "high"

    @functools.cached_property
    def on_path(self) -> frozenset[str]:
        """The spaces that a herder can come to; the lowest outlaw spaces lie beside the trail."""
        return frozenset(("start", *self.ahead_of("start")))

    def ahead_of(self, space: str) -> tuple[str, ...]:
        """Every space that a herder can come to from one."""
        ahead = dict.fromkeys(self.spaces[space].next)
        waiting = list(ahead)
        while waiting:
            new = [other for other in self.spaces[waiting.pop()].next if other not in ahead]
            ahead |= dict.fromkeys(new)
            waiting += new
        return tuple(ahead)


@dataclass(frozen=True)
class NeutralBuilding:
    """A neutral building tile, the space it lies on in a first game, and its local actions."""

    id: str
    first_game: str
    actions: tuple[LocalAction, ...]
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Face:
    """One face of a private building: builders needed, victory points, printed hands, local actions. Its id is what is
    printed on it, the number of the building and the side."""

    id: str
    builders: int
    vp: int
    hand: Hand
    actions: tuple[LocalAction, ...]
    confidence: Confidence = "high"

    @functools.cached_property
    def number(self) -> int:
        """The number of the building."""
        return int(self.id[:-1])

    @property
    def side(self) -> str:
        """Which side of the building it is: a or b."""
        return self.id[-1]

    def higher_than(self, other: Face) -> bool:
        """Whether this face may take the place of the other: it needs more builders.

        The rulebook says "higher-valued"; that it means builders is our reading (open question 18).
        """
        return self.builders > other.builders


@dataclass(frozen=True)
class Buildings:
    """The neutral tiles, and both faces of every private tile."""

    neutral: Mapping[str, NeutralBuilding]
    faces: Mapping[str, Face]

    @functools.cached_property
    def local_actions(self) -> Mapping[str, LocalAction]:
        """All local actions by name: the building and the number of the action on it, such as `A.1` or `3a.2`."""
        return {name: action for actions in self._by_building.values() for name, action in actions.items()}

    def of(self, building: str) -> Mapping[str, LocalAction]:
        """The local actions of one building (a neutral tile or a face) by name."""
        return self._by_building[building]

    @functools.cached_property
    def _by_building(self) -> Mapping[str, Mapping[str, LocalAction]]:
        buildings: dict[str, NeutralBuilding | Face] = {**self.neutral, **self.faces}
        return {
            name: {f"{name}.{number}": action for number, action in enumerate(building.actions, start=1)}
            for name, building in buildings.items()
        }


@dataclass(frozen=True)
class HazardFace:
    """One kind of hazard tile: its hand, its victory points, how many of each hazard type show it."""

    id: str
    hand: Literal["green", "black"]
    vp: int
    copies: int


@dataclass(frozen=True)
class Hazards:
    """The hazard tiles: each type has the same set of faces."""

    types: tuple[str, ...]
    bag: int
    faces: Mapping[str, HazardFace]
    confidence: Confidence = "high"

    @functools.cached_property
    def hands(self) -> tuple[str, ...]:
        """The hands that a tile may show."""
        return tuple(dict.fromkeys(face.hand for face in self.faces.values()))


@dataclass(frozen=True)
class Outlaw:
    """Outlaw tiles of one colour: their hand, and how many are in which bag."""

    id: str
    hand: Literal["green", "black"]
    bags: Mapping[int, int]
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Worker:
    """Worker tiles of one type, and how many are in which bag."""

    id: str
    bags: Mapping[int, int]
    confidence: Confidence = "high"


@dataclass(frozen=True)
class ForesightDisplay:
    """The display at Kansas City: columns, and spaces in each."""

    columns: int
    spaces: int


@dataclass(frozen=True)
class Tiles:
    """The tiles of the three bags, how many of which bag start on the trail, and where foresight shows them.

    `split_doubt`: by how many tiles the bags with workers may differ from what is told of them. `setup_unplaced`:
    where a tile of the set-up goes whose spaces are full.
    """

    setup_on_trail: int
    setup_bag: int
    split_doubt: int
    hazards: Hazards
    outlaws: Mapping[str, Outlaw]
    workers: Mapping[str, Worker]
    foresight: ForesightDisplay
    setup_unplaced: Literal["bag", "box"] = "bag"


@dataclass(frozen=True)
class MarketRow:
    """A row of the job market: hiring cost in dollars, and the arrow that leaves it downwards."""

    cost: int
    arrow: Literal["none", "plain", "yellow", "green", "red"]


@dataclass(frozen=True)
class JobMarketRules:
    """The job market: columns in use, where the token starts, the bag of the first workers, rows from the top."""

    columns: PerPlayers
    token_start_row: int
    setup_bag: int
    tokens: int
    rows: Mapping[int, MarketRow]

    @functools.cached_property
    def setup_workers(self) -> PerPlayers:
        """The first workers, which lie before the space where the token starts: the last one of its row."""
        return {players: self.token_start_row * columns - 1 for players, columns in self.columns.items()}

    @functools.cached_property
    def cheapest_first(self) -> tuple[int, ...]:
        """The rows by what hiring costs there."""
        return tuple(sorted(self.rows, key=lambda row: self.rows[row].cost))
