"""One fact that a position does not tell: every value of it, and whether the position is possible with that.

What is told often tells the rest: nothing of the box is ever lost. So whoever asks is not asked for a fact that has no
part in the answer, or that can only be one thing.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, product
from math import comb
from typing import Any

from companion.engine.checking import check, possible
from companion.engine.core import Catalog, Player, Position, Ruleset
from companion.engine.core.position import OFF_BOARD, Building, HazardTile, StationSlot
from companion.engine.core.state import changed
from companion.engine.kansas_city.disc_places import discs_placed

MOST_TRIED = 500
"""Of facts that may have more values than this, none is tried."""


class Completion:
    """A position that tells one fact more."""

    def __init__(self, ruleset: Ruleset, position: Position) -> None:
        self.position, self._ruleset = position, ruleset

    @functools.cached_property
    def possible(self) -> bool:
        """Whether the fact can be so."""
        return possible(check(self._ruleset, self.position))


class Completions:
    """The positions that tell one fact more than this one, each fact's worked out when it is first asked for."""

    def __init__(self, ruleset: Ruleset, position: Position) -> None:
        self.ruleset, self.position = ruleset, position
        self._by_path: dict[str, tuple[Completion, ...]] = {}

    def by(self, path: str) -> tuple[Completion, ...]:
        """Those that tell the fact at `path`, possible or not; none where too much fits there, or nothing could."""
        if path not in self._by_path:
            values = _values(self.ruleset, self.position, path) if self._possible else ()
            positions = (_with(self.position, path, value) for value in values)
            self._by_path[path] = tuple(Completion(self.ruleset, position) for position in positions)
        return self._by_path[path]

    @functools.cached_property
    def _possible(self) -> bool:
        # What cannot be is not made possible by telling more, and may be as large as somebody likes.
        return possible(check(self.ruleset, self.position))


def _values(ruleset: Ruleset, position: Position, path: str) -> Iterable[Any]:
    """Every value that a fact may have, as far as these are few."""
    catalog = ruleset.catalog
    where, key, name = (*path.split("."), "", "")[:3]
    if where == "players":
        return _of_player(catalog, position.players.get(key, Player()), name)
    if where == "turn":
        return (False, True) if key in ("first_turn", "final_round", "auxiliary_used") else ()
    if not name:
        # A table of which nothing was entered.
        return ()
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


def _of_player(catalog: Catalog, player: Player, key: str) -> Iterable[Any]:
    rows = catalog.player_board.worker_rows
    # Each disc that left the player board lies on a city or a station.
    if key == "cleared":
        placed = discs_placed(player)
        return () if placed is None else _so_many(catalog.player_board.discs, placed)
    if key == "stations":
        known = player.cleared is not None and player.deliveries is not None
        placed = len(player.cleared or ()) - sum((player.deliveries or {}).values())
        return _so_many(catalog.railroad.stations, placed) if known else ()
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


def _so_many(things: Collection[Any], count: int) -> Iterable[Any]:
    """Every selection of so many, where these are few."""
    few = 0 <= count <= len(things) and comb(len(things), count) <= MOST_TRIED
    return combinations(things, count) if few else ()


def _buildings(ruleset: Ruleset, position: Position) -> Iterator[Building | None]:
    """Nothing, or a building that somebody may still have above the player board."""
    faces, sides = ruleset.catalog.buildings.faces, position.game.sides or {}
    standing = {(tile.player, faces[tile.face].number) for tile in position.board.buildings.values() if tile}
    everybody = ruleset.players == len(position.players)
    yield None
    for colour in position.players if everybody else ruleset.catalog.table.players.colours:
        out = {faces[face].number for face in position.players.get(colour, Player()).placed_out or ()}
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
