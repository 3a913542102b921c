"""What chance brought, as plain values: `{"from": "players.blue.draw", "drawn": ["criollo", "obj-3"]}`."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from companion.engine.catalog import editions, load_catalog, variants
from companion.engine.flow.dealer import Drawn
from companion.engine.format import Unreadable
from companion.engine.format.jsontext import JsonError, read_json
from companion.engine.format.parts import MOST, CardShape, TileShape
from companion.engine.format.problems import Path
from companion.engine.format.shapes import Plain, Reading, Shape, Word, shown


@functools.cache
def _shapes() -> dict[str, Shape[Any]]:
    """Hidden zone -> the shape of its pieces."""
    edition = editions()[-1]
    catalog = load_catalog(edition, variants(edition))
    zones: dict[str, Shape[Any]] = {
        f"players.{colour}.draw": CardShape(catalog) for colour in catalog.table.players.colours
    }
    zones["board.cattle_stack"] = CardShape(catalog, objectives=False)
    zones["board.objective_stack"] = CardShape(catalog, cattle=False)
    for column in range(1, catalog.tiles.foresight.columns + 1):
        zones[f"board.bags.{column}"] = TileShape(catalog)
    return zones


def drawn_plain(drawn: Sequence[Drawn]) -> list[dict[str, Plain]]:
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
    found: list[Drawn] = []
    for number, entry in enumerate(value[:MOST]):
        place = (*path, number)
        if not isinstance(entry, dict):
            reading.problem("not-a-table", place, found=shown(entry))
            continue
        missing = [name for name in ("from", "drawn") if name not in entry]
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
    if name is None:
        return None
    if not isinstance(pieces, list) or len(pieces) > MOST:
        reading.problem("not-a-list", (*path, "drawn"), found=shown(pieces))
        return None
    read = [_shapes()[name].read(piece, (*path, "drawn", number), reading) for number, piece in enumerate(pieces)]
    return name, tuple(piece for piece in read if piece is not None)


def drawn_schema() -> dict[str, Plain]:
    """Outcomes as JSON Schema."""
    kinds = [
        {
            "type": "object",
            "additionalProperties": False,
            "required": ["from", "drawn"],
            "properties": {
                "from": {"const": zone},
                "drawn": {"type": "array", "maxItems": MOST, "items": shape.schema()},
            },
        }
        for zone, shape in _shapes().items()
    ]
    return {"type": "array", "maxItems": MOST, "items": {"anyOf": kinds}}
