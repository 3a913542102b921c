"""What a tap on the picture means: which field it changes, given what was picked.

Places are named as in the pictures of positions (`companion.pictures.board`): paths of the format, and places
where pieces of several players stand, such as `trail:start`, `railroad:7`, `station:3` and `city:peoria`.
"""

from __future__ import annotations

from companion import engine
from companion.engine import NOT_KNOWN
from companion.web.editor.editing import cleared, edit, value_of
from companion.web.editor.kinds import CLEAR, KINDS, Unfitting
from companion.web.editor.labels import DISC, DISCS, ENGINE, HERDER, UNKNOWN
from companion.web.editor.palettes import colours
from companion.web.editor.position_fields import fields, in_region

_FIGURES = {"trail": HERDER, "railroad": ENGINE, "station": DISC, "city": DISC, "town": DISC}
"""Places of pieces, and which figure of a player goes there."""
_ROWS = "board.job_market.rows."
_LISTS = {"station": "stations", "city": "deliveries", "town": "branchlets"}


def tap(position: engine.Position, place: str, pick: str) -> engine.Position:
    """The position after a tap. A second tap with the same thing takes it away. Raises Unfitting and TooLong."""
    path, colon, which = place.partition(":")
    figure, _, colour = pick.partition(":")
    space = which if path == "trail" else path.rpartition(".")[2]
    try:
        if figure == HERDER and path.partition(".")[0] in ("board", "trail"):
            return _stand(position, f"players.{colour}.herder", space)
        if pick == DISCS and path in _LISTS:
            return _everyone(position, _LISTS[path], which)
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
    (path, colon, _), by_path = place.partition(":"), fields(position)
    if colon:
        return path in _FIGURES or path in by_path or path.rpartition(".")[0] in by_path
    return path in by_path and by_path[path].kind in ("one", "row", "gaps") and path.startswith("board.")


def holds(position: engine.Position, region: str) -> dict[str, str]:
    """What lies on the places of a part of the board: place -> the thing that a tap on it would take away."""
    held = dict[str, str]()
    for field in in_region(region, position):
        value = value_of(position, field)
        if value is not NOT_KNOWN:
            held |= KINDS[field.kind].holds(field, value)
    return held


def _stand(position: engine.Position, path: str, where: str) -> engine.Position:
    """A figure goes to a place, or off the board again when it stands there."""
    field = fields(position).get(path)
    if field is None or where not in field.things:
        raise Unfitting(path, where)
    stands = value_of(position, field) == field.things[where]
    return edit(position, path, UNKNOWN if stands else where)


def _disc(position: engine.Position, path: str, where: str) -> engine.Position:
    """A disc goes to a station or city; where only one may lie, a second tap takes it away."""
    field = fields(position).get(path)
    if field is None or field.kind != "counts":
        return edit(position, path, where)
    value = value_of(position, field)
    have = value.get(where, 0) if isinstance(value, dict) else 0
    return edit(position, path, f"{where}=0" if have >= field.limits.get(where, field.most) else f"{where}+1")


def _everyone(position: engine.Position, name: str, where: str) -> engine.Position:
    """A disc of everybody who may have one more there; where nobody may, theirs go away again."""
    before = position
    for colour in colours(position):
        after = _disc(position, path := f"players.{colour}.{name}", where)
        if _discs(after, path) > _discs(position, path):
            position = after
    if position == before:
        for colour in colours(position):
            position = _disc(position, f"players.{colour}.{name}", where)
    return position


def _discs(position: engine.Position, path: str) -> int:
    field = fields(position)[path]
    return len(KINDS[field.kind].held(field, value_of(position, field)))


def _field(position: engine.Position, path: str, which: str, pick: str) -> engine.Position:
    by_path, (parent, _, name) = fields(position), path.rpartition(".")
    if parent in by_path and by_path[parent].kind == "counts":
        path, which = parent, f"{name}:{which}"
    field = by_path.get(path)
    if field is None:
        raise Unfitting(path, pick)
    value = value_of(position, field)
    try:
        thing = KINDS[field.kind].tap(field, value, which, pick, lambda: cleared(position, field))
    except KeyError as error:
        raise Unfitting(path, pick) from error
    return edit(position, path, thing)
