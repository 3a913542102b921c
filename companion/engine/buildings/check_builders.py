"""Private buildings and the builders they need, also when they came in place of lower ones.

A tile that needs more builders than its player ever had must have replaced another tile, and a tile that left
the game was replaced by another. A tile replaces one tile and is replaced by one, so both are questions of
giving out tiles, as for pieces and supply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.buildings.building import sides_chosen
from companion.engine.core import Catalog, Player, Position, Reason, Ruleset, reason
from companion.engine.core.components.board import Face
from companion.engine.core.position import StationSlot
from companion.engine.core.supply import Piece, every_building_space, shortages

BUILDING_BEYOND_BUILDERS = reason(
    "building-beyond-builders", "buildings/tiles", "player", "building", "worker", "needs", "have"
)
REPLACED_BY_NOTHING = reason("replaced-by-nothing", "buildings/tiles", "player", "building", "worker", "needs")

_BUILDER = "builder"


@dataclass(frozen=True)
class _Estate:
    """The buildings of a player by place, those out of the game (None: unknown), and the builders ever had."""

    colour: str
    on_trail: tuple[tuple[str, Face], ...]
    gone: tuple[Face, ...] | None
    builders: int
    paths: tuple[str, ...]

    @property
    def gone_place(self) -> str:
        return f"players.{self.colour}.placed_out"

    @property
    def placed(self) -> tuple[tuple[str, Face], ...]:
        """Every tile that was ever placed, as far as it is known."""
        return (*self.on_trail, *((self.gone_place, face) for face in self.gone or ()))

    def can_replace(self, higher: Face, lower: Face) -> bool:
        """Whether one tile can have taken the place of another: it is higher, and the difference was there."""
        if higher.number == lower.number or not higher.higher_than(lower):
            return False
        return higher.builders - lower.builders <= self.builders


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about builders and replaced tiles."""
    colours = dict.fromkeys(building.player for building in position.board.buildings.values() if building)
    for colour in dict.fromkeys((*position.players, *colours)):
        estate = _estate(ruleset, position, colour)
        yield from _too_high(ruleset.catalog, position, estate)
        if every_building_space(ruleset, position):
            yield from _replaced(estate)


def _estate(ruleset: Ruleset, position: Position, colour: str) -> _Estate:
    faces, player = ruleset.catalog.buildings.faces, position.players.get(colour, Player())
    on_trail = tuple(
        (f"board.buildings.{space}", faces[building.face])
        for space, building in position.board.buildings.items()
        if building and building.player == colour
    )
    gone = None if player.placed_out is None else tuple(faces[face] for face in dict.fromkeys(player.placed_out))
    rows = ruleset.catalog.player_board.worker_rows
    now = (player.workers or {}).get(_BUILDER)
    if now is None:
        return _Estate(colour, on_trail, gone, rows.spaces, ())
    # Builders leave a row only as station masters: one for each tile that their player took.
    given = ruleset.catalog.station_masters.in_play
    given -= sum(not _may_hold_builder(slot) for slot in position.board.station_masters.values())
    paths = [f"players.{colour}.workers.{_BUILDER}"]
    if player.station_masters is not None:
        given = min(given, len(player.station_masters))
        paths.append(f"players.{colour}.station_masters")
    ever = min(rows.spaces, max(now, rows.printed) + max(given, 0))
    return _Estate(colour, on_trail, gone, ever, tuple(paths))


def _may_hold_builder(slot: StationSlot | None) -> bool:
    return slot is None or (slot.master is None and slot.worker in (None, _BUILDER))


def _too_high(catalog: Catalog, position: Position, estate: _Estate) -> Iterator[Reason]:
    # A tile goes onto an empty space with as many builders as it needs, otherwise in place of another tile.
    high = [(place, face) for place, face in estate.placed if face.builders > estate.builders]
    if not high:
        return
    replaceable = estate.gone if estate.gone is not None else _may_be_gone(catalog, position, estate)
    entries = [
        (Piece(place, frozenset(lower.number for lower in replaceable if estate.can_replace(face, lower))), face)
        for place, face in high
    ]
    for face, places in _left_over({face.number: 1 for face in replaceable}, entries):
        gone = (estate.gone_place,) if estate.gone is not None else ()
        yield Reason(
            BUILDING_BEYOND_BUILDERS,
            {
                "player": estate.colour,
                "building": face.id,
                "worker": "builder",
                "needs": face.builders,
                "have": estate.builders,
                "places": tuple(dict.fromkeys((*places, *gone, *estate.paths))),
            },
        )


def _may_be_gone(catalog: Catalog, position: Position, estate: _Estate) -> list[Face]:
    """The tiles that a player can have placed and replaced, when nobody said which left the game."""
    standing = {face.number for _, face in estate.on_trail}
    sides = sides_chosen(catalog, position)
    waiting = [
        face
        for face in catalog.buildings.faces.values()
        if face.number not in standing and sides.get(face.number) in (None, face.side)
    ]
    placeable = [face for face in waiting if face.builders <= estate.builders]
    left = [face for face in waiting if face.builders > estate.builders]
    for lower in placeable:
        # The list grows while it is read: what replaces a tile can be replaced in its turn.
        placeable += [face for face in left if estate.can_replace(face, lower)]
        left = [face for face in left if not estate.can_replace(face, lower)]
    return placeable


def _replaced(estate: _Estate) -> Iterator[Reason]:
    # Every tile that left the game has its own successor: a higher tile, on the trail or replaced in its turn.
    entries = [
        (
            Piece(
                estate.gone_place,
                frozenset(higher.number for _, higher in estate.placed if estate.can_replace(higher, face)),
            ),
            face,
        )
        for face in estate.gone or ()
    ]
    for face, places in _left_over({face.number: 1 for _, face in estate.placed}, entries):
        standing = tuple(place for place, _ in estate.on_trail)
        yield Reason(
            REPLACED_BY_NOTHING,
            {
                "player": estate.colour,
                "building": face.id,
                "worker": "builder",
                "needs": face.builders,
                "places": tuple(dict.fromkeys((*places, *standing))),
            },
        )


def _left_over(
    supply: Mapping[int, int], entries: list[tuple[Piece[int], Face]]
) -> Iterator[tuple[Face, tuple[str, ...]]]:
    """Tiles for which no counterpart is left; of several that share too few, the one that needs most builders."""
    for piece, face in entries:
        if not piece.kinds:
            yield face, (piece.place,)
    for shortage in shortages(supply, (piece for piece, _ in entries if piece.kinds)):
        inside = [face for piece, face in entries if piece.kinds and piece.kinds <= shortage.kinds]
        yield max(inside, key=lambda face: face.builders), shortage.places
