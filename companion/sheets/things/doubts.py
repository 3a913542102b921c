"""What on a sheet cannot be right: the things as a position, the points as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion import engine
from companion.engine import Reason, entry_reasons
from companion.sheets.things.counting import Cell, ThingsSheet, catalog_of, counts, entries, once, ruleset_of
from companion.sheets.things.fields import TYPED
from companion.sheets.things.position import position_of

_OF_POINTS_ALONE = frozenset({"money-beyond-coins"})


@dataclass(frozen=True)
class Doubt:
    """A reason, and the cells that it is about."""

    reason: Reason
    cells: tuple[Cell, ...]


@once
def findings(sheet: ThingsSheet) -> tuple[Doubt, ...]:
    """Everything that cannot be right about things and points."""
    return (*_about_things(sheet), *_about_points(sheet))


def _about_things(sheet: ThingsSheet) -> Iterator[Doubt]:
    named = {field for row in sheet.players for field in row.fields if field.startswith("things.")}
    if named <= set(TYPED.values()):
        # Most sheets hold numbers only.
        return
    position = position_of(catalog_of(sheet), sheet.players, on_spaces=True)
    seats = {row.colour: row.seat for row in sheet.players}
    for reason in engine.check(engine.ruleset_of(position), position):
        cells = (_cell(position, place, seats, reason.code) for place in reason.places)
        yield Doubt(reason, tuple(dict.fromkeys(cell for cell in cells if cell is not None)))


def _cell(position: engine.Position, place: str, seats: Mapping[str, int], code: str) -> Cell | None:
    area, key, *rest = place.split(".")
    if area == "players" and rest:
        category = "objectives" if rest[0] == "discard" and "objective" in code else _category(position, rest[0])
        return (seats[key], category) if category and key in seats else None
    tile = position.board.buildings.get(rest[0]) if (area, key) == ("board", "buildings") and rest else None
    return (seats[tile.player], "buildings") if tile and tile.player in seats else None


def _category(position: engine.Position, key: str) -> str | None:
    """The category at which people enter a key of a player."""
    catalog = engine.ruleset_of(position).catalog
    group = next((group for group in engine.piece_groups(catalog).values() if key in group.keys), None)
    return group.entered_at or group.id if group else None


def _about_points(sheet: ThingsSheet) -> Iterator[Doubt]:
    counted = counts(sheet)
    for reason in entry_reasons(ruleset_of(sheet), entries(counted)):
        parted = [place.split(".") for place in reason.places]
        cells = tuple((int(seat), category) for _, seat, category in parted)
        # Where only things are involved, they were looked at themselves; but positions may have any money.
        if reason.code in _OF_POINTS_ALONE or any(counted[cell].depth == "number" for cell in cells):
            yield Doubt(reason, cells)
