"""What can be picked for a part of the board, in groups of which one is open at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from companion import engine
from companion.engine import Catalog
from companion.web.editor.edit import length_of, value_at
from companion.web.editor.fields import EMPTY, NOT_KNOWN, UNKNOWN, Cells
from companion.web.editor.labels import DISC, ENGINE, HERDER, TOKEN
from companion.web.editor.position_fields import MARKET, RAILROAD, TRAIL, fields, hazard_faces, tiles


@dataclass(frozen=True)
class Group:
    """Things that belong together.

    Of those that begin with a word of `unique` there is one of each, so after one the next one is wanted. `rows` are
    the fields that its things fill from the left, one after another.
    """

    name: str
    things: tuple[str, ...]
    unique: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()

    def after(self, pick: str) -> str:
        """What is picked once `pick` was put somewhere."""
        kind = pick.partition(":")[0]
        if kind not in self.unique or pick not in self.things:
            return pick
        alike = [thing for thing in self.things if thing.partition(":")[0] == kind]
        return alike[min(alike.index(pick) + 1, len(alike) - 1)]


AWAY = (EMPTY, UNKNOWN)
"""What every group ends with: nothing lies there, and nobody knows."""

GROUPS = ("pieces", "neutral", "workers", "tiles", "masters")
"""Groups with a name of their own; the others are named after a player."""


def colours(position: engine.Position) -> tuple[str, ...]:
    """Who plays, in the order of their seats: those who were entered, and while some are missing all the others."""
    table = engine.ruleset_of(position).catalog.table.players
    whole = len(position.players) >= (position.game.players or table.most)
    order = {colour: place for place, colour in enumerate(table.colours)}
    return tuple(
        sorted(position.players if whole else order, key=lambda colour: (_seat(position, colour), order[colour]))
    )


def _seat(position: engine.Position, colour: str) -> int:
    player = position.players.get(colour)
    return player.seat if player and player.seat else len(position.players) + (player is None) + 1


def groups(position: engine.Position, region: str) -> tuple[Group, ...]:
    """The groups of a region."""
    catalog = engine.ruleset_of(position).catalog
    players = colours(position)
    workers = tuple(f"worker:{worker}" for worker in catalog.tiles.workers)
    if region == TRAIL:
        hazards = (*hazard_faces(catalog), "hazard")
        outlaws = (f"outlaw:{outlaw}" for outlaw in catalog.tiles.outlaws)
        return (
            Group("pieces", (*hazards, *outlaws, *_figures(HERDER, players)), unique=(HERDER,)),
            *(Group(colour, _buildings(position, catalog, colour)) for colour in players),
            Group("neutral", tuple(f"neutral:{tile}" for tile in catalog.buildings.neutral), unique=("neutral",)),
        )
    if region == MARKET:
        rows = tuple(f"board.job_market.rows.{row}" for row in catalog.job_market.rows)
        columns = tuple(f"board.foresight.{number}" for number in range(1, catalog.tiles.foresight.columns + 1))
        return Group("workers", (*workers, TOKEN), rows=rows), Group("tiles", tuple(tiles(catalog)), rows=columns)
    if region == RAILROAD:
        masters = tuple(f"master:{tile}" for tile in catalog.station_masters.tiles)
        figures = (*_figures(ENGINE, players), *_figures(DISC, players))
        return Group("pieces", figures, unique=(ENGINE,)), Group("masters", (*masters, *workers))
    return ()


def _figures(figure: str, players: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{figure}:{colour}" for colour in players)


def _buildings(position: engine.Position, catalog: Catalog, colour: str) -> tuple[str, ...]:
    """The faces of a player's buildings: on the sides that this game shows, as far as they are known."""
    sides: Mapping[int, str] = position.game.sides or {}
    faces = (face for face in catalog.buildings.faces.values() if sides.get(face.number, face.side) == face.side)
    return tuple(f"building:{colour}:{face.id}" for face in faces)


def group_of(every: tuple[Group, ...], pick: str, name: str) -> Group | None:
    """The open group: the one that was asked for, else the one that the pick is from, else the first."""
    for group in every:
        if group.name == name:
            return group
    for group in every:
        if pick in group.things:
            return group
    return every[0] if every else None


def known_pick(every: tuple[Group, ...], pick: str) -> str:
    """A pick from an address, if a region has it."""
    return pick if pick in AWAY or any(pick in group.things for group in every) else ""


def row_to_fill(position: engine.Position, group: Group, row: str = "") -> str:
    """The field that things of a group go to one after another: `row` as long as it is not full, else the next one."""
    plain = engine.to_plain(position)
    start = group.rows.index(row) if row in group.rows else 0
    for path in group.rows[start:]:
        field = cast(Cells, fields()[path])
        value = value_at(plain, field)
        if value is NOT_KNOWN or len(value) < length_of(position, field):
            return path
    return ""
