"""What the game consists of: one frozen dataclass for each kind of component.

The figures themselves are in `data/`; `catalog.py` reads them. Money is in dollars, points are victory
points, `corner` is the colour of the corners around a space for discs. `confidence` says how sure a
figure is: high = the rulebook or a printed second-edition part, medium = several sources agree,
low = one source only.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.components.board import Buildings, JobMarket, Tiles, Trail
from companion.engine.components.cards import Cattle, Objectives
from companion.engine.components.players import PlayerBoard, Table
from companion.engine.components.railroad import Cities, Railroad, StationMasters
from companion.engine.components.scoring import Scoring


@dataclass(frozen=True)
class Catalog:
    """All components of an edition with the chosen variants. Immutable."""

    edition: int
    variants: tuple[str, ...]
    table: Table
    trail: Trail
    buildings: Buildings
    tiles: Tiles
    job_market: JobMarket
    cattle: Cattle
    player_board: PlayerBoard
    railroad: Railroad
    cities: Cities
    station_masters: StationMasters
    objectives: Objectives
    scoring: Scoring
