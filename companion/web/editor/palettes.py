"""What can be picked for a part of the board, in groups of which one is open at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion import engine
from companion.engine.components import Catalog
from companion.web.editor.fields import EMPTY, UNKNOWN
from companion.web.editor.labels import DISC, ENGINE, HERDER, TOKEN
from companion.web.editor.shelf import MARKET, RAILROAD, TRAIL, hazard_faces, tiles


@dataclass(frozen=True)
class Group:
    """Things that belong together. `unique`: there is one of each, so after one the next one is wanted."""

    name: str
    things: tuple[str, ...]
    unique: bool = False


AWAY = (EMPTY, UNKNOWN)
"""What every group ends with: nothing lies there, and nobody knows."""

GROUPS = ("hazards", "outlaws", "neutral", "herders", "workers", "tiles", "engines", "discs", "masters")
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
    if region == TRAIL:
        buildings = (Group(colour, _buildings(position, catalog, colour)) for colour in players)
        return (
            Group("hazards", (*hazard_faces(catalog), "hazard")),
            Group("outlaws", tuple(f"outlaw:{outlaw}" for outlaw in catalog.tiles.outlaws)),
            *buildings,
            Group("neutral", tuple(f"neutral:{tile}" for tile in catalog.buildings.neutral), unique=True),
            Group("herders", tuple(f"{HERDER}:{colour}" for colour in players), unique=True),
        )
    workers = tuple(f"worker:{worker}" for worker in catalog.tiles.workers)
    if region == MARKET:
        return Group("workers", (*workers, TOKEN)), Group("tiles", tuple(tiles(catalog)))
    if region == RAILROAD:
        masters = tuple(f"master:{tile}" for tile in catalog.station_masters.tiles)
        return (
            Group("engines", tuple(f"{ENGINE}:{colour}" for colour in players), unique=True),
            Group("discs", tuple(f"{DISC}:{colour}" for colour in players)),
            Group("masters", (*masters, *workers)),
        )
    return ()


def _buildings(position: engine.Position, catalog: Catalog, colour: str) -> tuple[str, ...]:
    """The faces of a player's buildings: on the sides that this game shows, as far as they are known."""
    sides: Mapping[int, str] = position.game.sides or {}
    faces = (face for face in catalog.buildings.faces.values() if sides.get(face.number, face.side) == face.side)
    return tuple(f"building:{colour}:{face.id}" for face in faces)


def group_of(every: tuple[Group, ...], pick: str, wished: str) -> Group | None:
    """The open group: the one that was asked for, else the one that the pick is from, else the first."""
    for group in every:
        if group.name == wished:
            return group
    for group in every:
        if pick in group.things:
            return group
    return every[0] if every else None


def known_pick(every: tuple[Group, ...], pick: str) -> str:
    """A pick from an address, if a region has it."""
    return pick if pick in AWAY or any(pick in group.things for group in every) else ""
