"""The game as agreed and the turn as it stands, in the position format."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from companion.engine.core.effect import Effect

PHASES = ("A", "B", "K1", "K2", "K3", "K4", "K5", "C", "end")
"""The phases of a turn; K1 to K5 are the subphases of Kansas City, "end" is the end of the game."""

KANSAS_CITY = PHASES[2:7]
"""The subphases of Kansas City."""

FORESIGHT = KANSAS_CITY[:3]
"""The subphases of Kansas City in which a foresight tile is chosen, one for each column."""

RISK = "risk"
"""The name of the risk action beside a space, among the local actions used there."""

COPIED_RISK = "copied-risk"
"""The name of the risk action of an adjacent building whose actions are copied."""

MAX_COUNT = 999
"""No count in the game comes near this; larger numbers are slips of the finger."""

P = TypeVar("P")

SCHEMA = 1
"""The number of the position format."""

OFF_BOARD = "off-board"
"""Where a herder is before its first turn (`null` in the format)."""


@dataclass(frozen=True)
class Card:
    """A cattle card (its breed; victory points when known) or an objective card."""

    id: str
    vp: int | None = None

    def __str__(self) -> str:
        """Its name as positions and actions write it: `shorthorn:4`."""
        return self.id if self.vp is None else f"{self.id}:{self.vp}"


@dataclass(frozen=True)
class Pile(Generic[P]):
    """A hidden zone of cards or tiles: how many there are, and those of them that are known, in no order."""

    count: int
    known: tuple[P, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every piece is known."""
        return len(self.known) == self.count

    @functools.cached_property
    def counts(self) -> Mapping[P, int]:
        """How many of each known piece there are, counted once: thousands of selections may ask."""
        return Counter(self.known)


@dataclass(frozen=True)
class HazardTile:
    """A hazard tile as far as it is known: type, hand, victory points."""

    hazard: str | None = None
    hand: str | None = None
    vp: int | None = None


@dataclass(frozen=True)
class Tile:
    """A tile of the foresight display: exactly one of hazard, outlaw and worker."""

    hazard: HazardTile | None = None
    outlaw: str | None = None
    worker: str | None = None


def alike(one: object, other: object) -> bool:
    """Whether two pieces can be the same: what was not entered of one can be anything."""
    if isinstance(one, Card) and isinstance(other, Card):
        return one.id == other.id and (one.vp is None or other.vp is None or one.vp == other.vp)
    if isinstance(one, Tile) and isinstance(other, Tile) and one.hazard and other.hazard:
        return alike(one.hazard, other.hazard)
    if isinstance(one, HazardTile) and isinstance(other, HazardTile):
        pairs = ((one.hazard, other.hazard), (one.hand, other.hand), (one.vp, other.vp))
        return all(mine is None or its is None or mine == its for mine, its in pairs)
    return one == other


@dataclass(frozen=True)
class Building:
    """A private building on the trail."""

    player: str
    face: str


@dataclass(frozen=True)
class StationSlot:
    """What lies on a station master space: a tile, or the worker who was appointed, or neither."""

    master: str | None = None
    worker: str | None = None


@dataclass(frozen=True)
class JobMarket:
    """The row of the token, and the workers of each row from left to right (None: empty space).

    A row behind the last one says that the token has left the market (`null` in the format).
    """

    token_row: int | None = None
    rows: Mapping[int, tuple[str | None, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Game:
    """What was agreed before the game: edition, players, variants, side of each building number.

    `readings`: the rules that the table reads in another way than we do, each with its choice; `house`: the figures
    that it plays otherwise than they are printed, by name.
    """

    edition: int | None = None
    players: int | None = None
    variants: tuple[str, ...] | None = None
    sides: Mapping[int, str] | None = None
    readings: Mapping[str, str] | None = None
    house: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Turn:
    """Whose turn it is and what has happened in it so far.

    `used` names the local actions done at this location, such as "A.1" or "risk"; `buildings_used` the buildings
    used in this turn; `auxiliary_used` whether the auxiliary action in place of local ones is done; `cowboys_used`
    those put to use in the buying action under way (in this turn, where the table reads it so); `stations_upgraded`
    those of this turn; `breeding_value` the total that the income of this visit to Kansas City came to, certificates
    included; `pending` what is still to be done before anything else, the next thing last.
    """

    player: str | None = None
    phase: str | None = None
    first_turn: bool | None = None
    used: tuple[str, ...] | None = None
    final_round: bool | None = None
    buildings_used: tuple[str, ...] | None = None
    auxiliary_used: bool | None = None
    cowboys_used: int | None = None
    stations_upgraded: tuple[int, ...] | None = None
    breeding_value: int | None = None
    pending: tuple[Effect, ...] | None = None

    @classmethod
    def begun(
        cls, player: str | None, *, first: bool | None, final: bool | None = False, cowboys: int | None = 0
    ) -> Turn:
        """A turn in which nothing was done yet: whether it is the player's first, and one of the final round."""
        return cls(player, "A", first, (), final, (), False, cowboys, ())


@dataclass(frozen=True)
class Board:
    """The common board. `cattle_market`, the displays and `spare_masters` are complete when they are there."""

    neutral: Mapping[str, str | None] = field(default_factory=dict)
    buildings: Mapping[str, Building | None] = field(default_factory=dict)
    hazards: Mapping[str, HazardTile | None] = field(default_factory=dict)
    outlaws: Mapping[str, str | None] = field(default_factory=dict)
    job_market: JobMarket = field(default_factory=JobMarket)
    foresight: Mapping[int, tuple[Tile, ...]] = field(default_factory=dict)
    cattle_market: Mapping[Card, int] | None = None
    cattle_stack: Pile[Card] | None = None
    objective_display: tuple[Card, ...] | None = None
    objective_stack: Pile[Card] | None = None
    station_masters: Mapping[int, StationSlot | None] = field(default_factory=dict)
    bags: Mapping[int, Pile[Tile]] = field(default_factory=dict)
    town_tiles: Mapping[str, str | None] = field(default_factory=dict)
    spare_masters: tuple[str, ...] | None = None


@dataclass(frozen=True)
class AutomaState:
    """The automa that plays for somebody: which, of which level, what it is specialized in, its workers that are no
    tiles of the game (`extra`), the cards of its own that were revealed since they were shuffled (`used`)."""

    id: str
    level: str | None = None
    specialization: str | None = None
    extra: Mapping[str, int] | None = None
    used: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Player:
    """What one player has. `workers` counts the printed ones; `cleared` are the empty disc spaces, `branchlets` the
    towns that hold one.

    An `automa` has no money, tokens, certificates, hand or draw stack, and which disc it takes makes no difference:
    nothing is told of these. Its cattle lie on the discard pile, its objective cards in the objective area.
    """

    seat: int | None = None
    dollars: int | None = None
    exchange_tokens: int | None = None
    certificates: int | None = None
    herder: str | None = None
    engine: int | str | None = None
    workers: Mapping[str, int] | None = None
    cleared: tuple[str, ...] | None = None
    deliveries: Mapping[str, int] | None = None
    stations: tuple[int, ...] | None = None
    hand: Pile[Card] | None = None
    draw: Pile[Card] | None = None
    discard: Pile[Card] | None = None
    placed_out: tuple[str, ...] | None = None
    hazards: tuple[HazardTile, ...] | None = None
    outlaws: Mapping[str, int] | None = None
    objectives: tuple[Card, ...] | None = None
    station_masters: tuple[str, ...] | None = None
    job_market_token: bool | None = None
    branchlets: tuple[str, ...] | None = None
    automa: AutomaState | None = None

    @property
    def deck(self) -> Mapping[str, Pile[Card] | None]:
        """The piles that the player's cards lie in."""
        return {"hand": self.hand, "draw": self.draw, "discard": self.discard}


@dataclass(frozen=True)
class Position:
    """A game in progress, as far as it was entered."""

    schema: int = SCHEMA
    game: Game = field(default_factory=Game)
    turn: Turn = field(default_factory=Turn)
    board: Board = field(default_factory=Board)
    players: Mapping[str, Player] = field(default_factory=dict)
