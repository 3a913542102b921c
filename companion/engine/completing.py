"""A position in which one fact is lacking: every value of that fact with which it is possible.

Where everything else lies open, the rest often tells it: nothing of the box is ever lost. So whoever asks is not asked
for a fact that has no part in the answer, or that can only be one thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from companion.engine.checking import check, possible
from companion.engine.core import Catalog, Player, Position, Ruleset
from companion.engine.core.catalog import automas
from companion.engine.core.position import OFF_BOARD, Building, HazardTile, StationSlot
from companion.engine.core.state import changed

_ALWAYS = ("herder", "engine", "workers", "cleared", "deliveries", "stations", "placed_out", "hazards", "outlaws")
_OWN = ("seat", "dollars", "certificates", "hand", "draw", "discard", "objectives", "station_masters")


def completions(ruleset: Ruleset, position: Position, path: str) -> tuple[Position, ...]:
    """The possible positions that tell the fact at `path` as well; none where more is lacking, or too much fits there.

    What is not looked at here may still be unknown: what hands and stacks hold, the turn so far.
    """
    if not _lacks_nothing_else(ruleset, position, path):
        return ()
    filled = (_with(position, path, value) for value in _values(ruleset, position, path))
    return tuple(one for one in filled if possible(check(ruleset, one)))


def _lacks_nothing_else(ruleset: Ruleset, position: Position, path: str) -> bool:
    """Whether players and board were entered, but for this fact."""
    if ruleset.players != len(position.players):
        return False
    for colour, player in position.players.items():
        never = automas()[player.automa.id].never if player.automa else ()
        for key in (*_ALWAYS, *(() if player.automa else _OWN)):
            lacking = getattr(player, key) is None and key not in never
            if lacking and not path.startswith(f"players.{colour}.{key}"):
                return False
    board = position.board
    entered = {**board.neutral, **board.buildings, **board.hazards, **board.outlaws}
    spaces = (
        s.id for s in ruleset.catalog.trail.spaces.values() if s.kind in ("neutral", "building", "hazard", "outlaw")
    )
    return all(space in entered or path.endswith(f".{space}") for space in spaces)


def _values(ruleset: Ruleset, position: Position, path: str) -> Iterable[Any]:
    """Every value that a fact may have, as far as these are few."""
    catalog = ruleset.catalog
    where, key, name = (*path.split("."), "", "")[:3]
    if where == "players":
        return _of_player(catalog, name)
    if where == "turn":
        return (False, True) if key in ("first_turn", "final_round", "auxiliary_used") else ()
    on_board: dict[str, Iterable[Any]] = {
        "neutral": catalog.buildings.neutral,
        "outlaws": (None, *catalog.tiles.outlaws),
        "town_tiles": catalog.towns.tiles,
    }
    if key == "buildings":
        return _buildings(ruleset, position)
    if key == "hazards":
        faces = catalog.tiles.hazards.faces.values()
        return (None, *(HazardTile(catalog.trail.spaces[name].hazard, face.hand, face.vp) for face in faces))
    if key == "station_masters":
        tiles = (StationSlot(master=tile) for tile in catalog.station_masters.tiles)
        return (*tiles, *(StationSlot(worker=worker) for worker in catalog.tiles.workers))
    return on_board.get(key, ())


def _of_player(catalog: Catalog, key: str) -> Iterable[Any]:
    rows = catalog.player_board.worker_rows
    if key == "workers":
        numbers = range(rows.printed, rows.spaces + 1)
        kinds = tuple(catalog.tiles.workers)
        return (dict(zip(kinds, counts, strict=True)) for counts in product(numbers, repeat=len(kinds)))
    few: dict[str, Iterable[Any]] = {
        "herder": (OFF_BOARD, *catalog.trail.on_path),
        "certificates": catalog.table.certificates.track,
        "engine": catalog.railroad.behind,
        "seat": catalog.table.seats,
        "job_market_token": (False, True),
    }
    return few.get(key, ())


def _buildings(ruleset: Ruleset, position: Position) -> Iterator[Building | None]:
    """Nothing, or a building that somebody may still have above the player board."""
    faces, sides = ruleset.catalog.buildings.faces, position.game.sides or {}
    standing = {(tile.player, faces[tile.face].number) for tile in position.board.buildings.values() if tile}
    yield None
    for colour, player in position.players.items():
        out = {faces[face].number for face in player.placed_out or ()}
        for face in faces.values():
            if (
                face.number not in out
                and (colour, face.number) not in standing
                and sides.get(face.number, face.side) == face.side
            ):
                yield Building(colour, face.id)


def _with(position: Position, path: str, value: Any) -> Position:
    where, key, name = (*path.split("."), "", "")[:3]
    if where == "turn":
        return changed(position, turn=changed(position.turn, **{key: value}))
    if where == "players":
        player = changed(position.players.get(key, Player()), **{name: value})
        return changed(position, players={**position.players, key: player})
    place = int(name) if name.isdecimal() else name
    return changed(position, board=changed(position.board, **{key: {**getattr(position.board, key), place: value}}))
