"""What a tap on the picture means: which field it changes, given what was picked.

Places are named as in the pictures of positions (`companion.pictures.board`): paths of the format, and places
where pieces of several players stand, such as `trail:start`, `railroad:7`, `station:3` and `city:peoria`.
"""

from __future__ import annotations

from companion import engine
from companion.engine import NOT_KNOWN
from companion.web.editor.editing import cleared, edit, value_of
from companion.web.editor.field_kinds import (
    EMPTY,
    NONE,
    UNKNOWN,
    Cells,
    Counted,
    Plain,
    Spot,
    TickField,
    Unfitting,
    signed,
)
from companion.web.editor.labels import DISC, ENGINE, HERDER
from companion.web.editor.position_fields import fields, in_region

CLEAR = "clear"
"""Picked by a long press: whatever lies there goes away."""

_FIGURES = {"trail": HERDER, "railroad": ENGINE, "station": DISC, "city": DISC, "town": DISC}
"""Places of pieces, and which figure of a player goes there."""
_ROWS = "board.job_market.rows."
_LISTS = {"station": "stations", "city": "deliveries", "town": "branchlets"}


def tap(position: engine.Position, place: str, pick: str) -> engine.Position:
    """The position after a tap. A second tap with the same thing takes it away. Raises Unfitting."""
    path, colon, which = place.partition(":")
    figure, _, colour = pick.partition(":")
    space = which if path == "trail" else path.rpartition(".")[2]
    try:
        if figure == HERDER and path.partition(".")[0] in ("board", "trail"):
            return _stand(position, f"players.{colour}.herder", space)
        if colon and path in _FIGURES:
            if figure != _FIGURES[path]:
                raise Unfitting(place, pick)
            if figure == ENGINE:
                return _stand(position, f"players.{colour}.engine", which)
            return _disc(position, f"players.{colour}.{_LISTS[path]}", which)
        if path.startswith(_ROWS) and not colon and pick != CLEAR:
            # The label of a row is where the token stands.
            return _stand(position, "board.job_market.token_row", space)
        return _field(position, path, which, pick)
    except Unfitting as error:
        raise Unfitting(place, pick) from error


def takes_taps(position: engine.Position, place: str) -> bool:
    """Whether a tap changes something there. Other places are entered in their field beside the picture."""
    path, colon, _ = place.partition(":")
    if colon:
        return path in _FIGURES or path in fields(position) or path.rpartition(".")[0] in fields(position)
    return isinstance(fields(position).get(path), (Spot, Cells)) and path.startswith("board.")


def holds(position: engine.Position, region: str) -> dict[str, str]:
    """What lies on the places of a part of the board: place -> the thing that a tap on it would take away."""
    held = dict[str, str]()
    for field in in_region(region, position):
        value = value_of(position, field)
        if value is NOT_KNOWN:
            continue
        if isinstance(field, Spot):
            held[field.path] = next((thing for thing, one in field.things.items() if one == value), EMPTY)
        elif isinstance(field, Cells) and field.gaps:
            names = {plain: thing for thing, plain in field.things.items()} | {None: EMPTY}
            held |= {f"{field.path}:{place}": names[one] for place, one in enumerate(value, start=1)}
        elif isinstance(field, Counted):
            held |= {f"{field.path}.{name}": str(count) for name, count in value.items()}
        elif isinstance(field, TickField):
            held |= {f"{field.path}:{thing}": thing for thing, one in field.things.items() if one in value}
    return held


def _stand(position: engine.Position, path: str, where: str) -> engine.Position:
    """A figure goes to a place, or off the board again when it stands there."""
    field = fields(position).get(path)
    if not isinstance(field, Spot) or where not in field.things:
        raise Unfitting(path, where)
    stands = value_of(position, field) == field.things[where]
    return edit(position, path, UNKNOWN if stands else where)


def _disc(position: engine.Position, path: str, where: str) -> engine.Position:
    """A disc goes to a station or city; where only one may lie, a second tap takes it away."""
    field = fields(position).get(path)
    if isinstance(field, Counted):
        value = value_of(position, field)
        have = value.get(where, 0) if isinstance(value, dict) else 0
        once = field.limits.get(where, field.most)
        return edit(position, path, f"{where}=0" if have >= once else f"{where}+1")
    return edit(position, path, where)


def _field(position: engine.Position, path: str, which: str, pick: str) -> engine.Position:
    parent, _, name = path.rpartition(".")
    row = fields(position).get(parent)
    if isinstance(row, Counted):
        return edit(position, parent, _so_many(row, value_of(position, row), name, which))
    field = fields(position).get(path)
    if field is None:
        raise Unfitting(path, pick)
    value = value_of(position, field)
    if isinstance(field, TickField) and which:
        return edit(position, path, which)
    if isinstance(field, Cells) and which:
        return _in_cell(position, field, value, which, pick)
    if isinstance(field, Cells):
        return _in_row(position, field, value, pick)
    if isinstance(field, Spot):
        return edit(position, path, _on_spot(position, field, value, pick))
    raise Unfitting(path, pick)


def _on_spot(position: engine.Position, field: Spot, value: Plain, pick: str) -> str:
    if pick == CLEAR or (pick in field.things and field.things[pick] == value):
        return cleared(position, field)
    return UNKNOWN if pick == EMPTY and value is None else pick


def _in_cell(position: engine.Position, field: Cells, value: Plain, which: str, pick: str) -> engine.Position:
    """A thing goes to a space of a row; a second tap with the same thing empties it."""
    row = value if isinstance(value, list) else []
    place = signed(which) or 0
    held = row[place - 1] if 0 < place <= len(row) else NOT_KNOWN
    away = pick == CLEAR or (pick in field.things and field.things[pick] == held)
    return edit(position, field.path, f"{which}={EMPTY if away else pick}")


def _in_row(position: engine.Position, field: Cells, value: Plain, pick: str) -> engine.Position:
    """A thing goes to the first free space of a row that closes up; a tap on a full row begins it anew."""
    row = list(value) if isinstance(value, list) else []
    if pick == UNKNOWN:
        return edit(position, field.path, UNKNOWN)
    if pick == CLEAR:
        return edit(position, field.path, f"{len(row)}={EMPTY}" if row else UNKNOWN)
    if pick == EMPTY:
        # Of a row that closes up, the first space that is empty is the end.
        return edit(position, field.path, NONE)
    if pick not in field.things:
        raise Unfitting(field.path, pick)
    return edit(position, field.path, f"{len(row) + 1}={pick}" if len(row) < field.length else UNKNOWN)


def _so_many(row: Counted, value: Plain, name: str, which: str) -> str:
    """As many workers as the space says that was tapped; one less when that was the last one."""
    have = value.get(name, row.base) if isinstance(value, dict) else row.base
    wanted = signed(which) or 0
    return f"{name}={max(row.base, wanted - 1 if wanted == have else wanted)}"
