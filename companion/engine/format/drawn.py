"""What chance brought, as plain values: `{"from": "players.blue.draw", "drawn": ["criollo", "obj-3"]}`."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from companion.engine.core.catalog import every_component
from companion.engine.core.dealer import Drawn
from companion.engine.core.position import MAX_COUNT
from companion.engine.core.problems import Path
from companion.engine.format import Unreadable
from companion.engine.format.containers import Sequence
from companion.engine.format.jsontext import JsonError, read_json
from companion.engine.format.pieces import CardShape, TileShape
from companion.engine.format.shapes import NOT_KNOWN, Plain, Reading, Shape, Word, nearest, shown

_KEYS = ("from", "drawn")


@functools.cache
def _shapes() -> dict[str, Shape[Any]]:
    """Hidden zone -> the shape of its pieces."""
    catalog = every_component()
    zones: dict[str, Shape[Any]] = {
        f"players.{colour}.draw": CardShape(catalog) for colour in catalog.table.players.colours
    }
    zones["board.cattle_stack"] = CardShape(catalog, objectives=False)
    zones["board.objective_stack"] = CardShape(catalog, cattle=False)
    for column in range(1, catalog.tiles.foresight.columns + 1):
        zones[f"board.bags.{column}"] = TileShape(catalog)
    return zones


def drawn_plain(drawn: Iterable[Drawn]) -> list[dict[str, Plain]]:
    """Outcomes as plain values."""
    return [{"from": zone, "drawn": [_shapes()[zone].plain(piece) for piece in pieces]} for zone, pieces in drawn]


def read_drawn(text: str) -> tuple[Drawn, ...]:
    """Outcomes from JSON: a list of tables with `from` and `drawn`. Raises Unreadable."""
    try:
        document = read_json(text)
    except JsonError as error:
        raise Unreadable((error.problem,)) from error
    reading = Reading(document.lines)
    found = drawn_from(document.value, reading)
    if reading.problems:
        raise Unreadable(tuple(reading.problems))
    return tuple(found)


def drawn_from(value: Plain, reading: Reading, path: Path = ()) -> list[Drawn]:
    """Outcomes from plain values; problems go to the reading."""
    if not isinstance(value, list):
        reading.problem("not-a-list", path, found=shown(value))
        return []
    if len(value) > MAX_COUNT:
        reading.problem("list-too-long", path, found=len(value), most=MAX_COUNT)
        return []
    found: list[Drawn] = []
    for number, entry in enumerate(value):
        place = (*path, number)
        if not isinstance(entry, dict):
            reading.problem("not-a-table", place, found=shown(entry))
            continue
        for key in entry:
            if key not in _KEYS:
                reading.problem("unknown-key", (*place, key), found=shown(key), known=nearest(key, _KEYS))
        missing = [name for name in _KEYS if name not in entry]
        if missing:
            reading.problem("key-missing", place, missing=", ".join(missing))
            continue
        read = drawn_of(entry["from"], entry["drawn"], reading, place)
        if read is not None:
            found.append(read)
    return found


def drawn_of(zone: Plain, pieces: Plain, reading: Reading, path: Path = ()) -> Drawn | None:
    """What was drawn from a zone, from plain values; problems go to the reading."""
    name = Word(_shapes()).read(zone, (*path, "from"), reading)
    if name is NOT_KNOWN:
        return None
    read = Sequence(_shapes()[name], MAX_COUNT).read(pieces, (*path, "drawn"), reading)
    return None if read is NOT_KNOWN else (name, read)


def drawn_schema() -> dict[str, Plain]:
    """Outcomes as JSON Schema."""
    kinds = [
        {
            "type": "object",
            "additionalProperties": False,
            "required": list(_KEYS),
            "properties": {"from": {"const": zone}, "drawn": Sequence(shape, MAX_COUNT).schema()},
        }
        for zone, shape in _shapes().items()
    ]
    return {"type": "array", "maxItems": MAX_COUNT, "items": {"anyOf": kinds}}
