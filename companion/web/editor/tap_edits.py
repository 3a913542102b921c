"""What a tap on the picture means: which field it changes, given what was picked.

Places are named as in the pictures of positions (`companion.pictures.board`): paths of the format, and places
where pieces of several players stand, such as `trail:start`, `railroad:7`, `station:3` and `city:peoria`.
"""

from __future__ import annotations

from companion import engine
from companion.web.editor.edit import cleared, edit, length_of, value_at
from companion.web.editor.fields import EMPTY, NONE, UNKNOWN, Cells, Counted, Plain, Spot, Ticks, Unfitting
from companion.web.editor.labels import DISC, ENGINE, HERDER, TOKEN
from companion.web.editor.position_fields import fields

CLEAR = "clear"
"""Picked by a long press: whatever lies there goes away."""

_FIGURES = {"trail": HERDER, "railroad": ENGINE, "station": DISC, "city": DISC}
"""Places of pieces, and which figure of a player goes there."""
_LISTS = {"station": "stations", "city": "deliveries"}


def tap(position: engine.Position, place: str, pick: str) -> engine.Position:
    """The position after a tap. A second tap with the same thing takes it away. Raises Unfitting and TooLong."""
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
        if pick == TOKEN and path.startswith("board.job_market.rows."):
            return _stand(position, "board.job_market.token_row", space)
        return _field(position, path, which, pick)
    except Unfitting as error:
        raise Unfitting(place, pick) from error


def takes_taps(place: str) -> bool:
    """Whether a tap changes something there. Other places are entered in their field beside the picture."""
    path, colon, _ = place.partition(":")
    if colon:
        return path in _FIGURES or path in fields()
    field = fields().get(path)
    return (isinstance(field, (Spot, Cells)) and path.startswith("board.")) or path.split(".")[2:3] == ["workers"]


def _stand(position: engine.Position, path: str, where: str) -> engine.Position:
    """A figure goes to a place, or off the board again when it stands there."""
    field = fields().get(path)
    if not isinstance(field, Spot) or where not in field.things:
        raise Unfitting(path, where)
    stands = value_at(engine.to_plain(position), field) == field.things[where]
    return edit(position, path, UNKNOWN if stands else where)


def _disc(position: engine.Position, path: str, where: str) -> engine.Position:
    """A disc goes to a station or city; where only one may lie, a second tap takes it away."""
    field = fields().get(path)
    if isinstance(field, Counted):
        value = value_at(engine.to_plain(position), field)
        have = value.get(where, 0) if isinstance(value, dict) else 0
        once = field.limits.get(where, field.most)
        return edit(position, path, f"{where}=0" if have >= once else f"{where}+1")
    return edit(position, path, where)


def _field(position: engine.Position, path: str, which: str, pick: str) -> engine.Position:
    parent, _, name = path.rpartition(".")
    row = fields().get(parent)
    if isinstance(row, Counted):
        return edit(position, parent, _next_worker(row, value_at(engine.to_plain(position), row), name, pick))
    field = fields().get(path)
    if field is None:
        raise Unfitting(path, pick)
    value = value_at(engine.to_plain(position), field)
    if isinstance(field, Ticks) and which:
        return edit(position, path, which)
    if isinstance(field, Cells):
        return _in_row(position, field, value, pick)
    if isinstance(field, Spot):
        return edit(position, path, _on_spot(position, field, value, pick))
    raise Unfitting(path, pick)


def _on_spot(position: engine.Position, field: Spot, value: Plain, pick: str) -> str:
    if pick == CLEAR or (pick in field.things and field.things[pick] == value):
        return cleared(position, field)
    return UNKNOWN if pick == EMPTY and value is None else pick


def _in_row(position: engine.Position, field: Cells, value: Plain, pick: str) -> engine.Position:
    """A thing goes to the first free space of a row; a tap on a full row begins it anew."""
    row = list(value) if isinstance(value, list) else []
    if pick == UNKNOWN:
        return edit(position, field.path, UNKNOWN)
    if pick == CLEAR:
        taken = [place for place, one in enumerate(row, start=1) if one is not None]
        return edit(position, field.path, f"{taken[-1]}={EMPTY}" if taken else UNKNOWN)
    length = length_of(position, field)
    if pick == EMPTY:
        # Of a row that closes up, the first space that is empty is the end.
        if field.gaps and len(row) < length:
            return edit(position, field.path, f"{len(row) + 1}={EMPTY}")
        return edit(position, field.path, NONE)
    if pick not in field.things:
        raise Unfitting(field.path, pick)
    free = [place for place in range(1, length + 1) if place > len(row)]
    free += [place for place, one in enumerate(row, start=1) if one is None]
    return edit(position, field.path, f"{free[0]}={pick}" if free else UNKNOWN)


def _next_worker(row: Counted, value: Plain, name: str, pick: str) -> str:
    """One more worker; after the last space of the row it begins anew."""
    have = value.get(name, row.base) if isinstance(value, dict) else row.base
    if pick == CLEAR:
        return f"{name}={max(have - 1, row.base)}"
    return f"{name}={row.base}" if have >= row.most else f"{name}+1"
