"""Logs of games: a start, and one line for each action with what chance brought.

    hire row=1 column=2
    end < players.blue.draw criollo,obj-3
    foresight tile=2 < board.cattle_stack longhorn,shorthorn:4

As a file, a log is JSON: `{"start": a position, "log": [lines]}`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from typing import Any

from companion.engine.core.catalog import every_component
from companion.engine.core.dealer import Drawn
from companion.engine.core.position import MAX_COUNT, Position
from companion.engine.core.reasons import Path
from companion.engine.format import position_from, to_plain
from companion.engine.format.actions import action_text, read_action
from companion.engine.format.containers import Sequence
from companion.engine.format.jsontext import Unreadable, read_json
from companion.engine.format.pieces import CardShape, TileShape
from companion.engine.format.shapes import NOT_KNOWN, Plain, Reading, Shape, Word, nearest, shown
from companion.engine.play import LogEntry

_SIGN = " < "
MAX_LINES = 20_000
"""No game has more actions."""


def entry_text(entry: LogEntry) -> str:
    """An entry as one line."""
    parts = [action_text(entry.action)]
    for plain in drawn_plain(entry.drawn):
        parts.append(f"{plain['from']} {','.join(map(_piece_text, plain['drawn']))}")
    return _SIGN.join(parts)


def read_entry(line: str) -> LogEntry:
    """An entry from its line. Raises Unreadable."""
    action, *outcomes = line.split(_SIGN)
    drawn: list[Drawn] = []
    for outcome in outcomes:
        zone, _, pieces = outcome.partition(" ")
        reading = Reading()
        one = drawn_of(zone, [_piece_plain(piece) for piece in pieces.split(",")], reading)
        if one is None or reading.problems:
            raise Unreadable(tuple(reading.problems))
        drawn.append(one)
    return LogEntry(read_action(action), tuple(drawn))


def _piece_text(piece: Plain) -> str:
    """A card by its name; a tile by its kind and what it shows: `worker:cowboy`, `hazard:flood:green:2`."""
    if not isinstance(piece, dict):
        return str(piece)
    if "hazard" in piece:
        return ":".join(["hazard", piece["hazard"], piece.get("hand", ""), str(piece.get("vp", ""))])
    ((kind, which),) = piece.items()
    return f"{kind}:{which}"


def _piece_plain(text: str) -> Plain:
    kind, *rest = text.split(":")
    if kind == "hazard":
        fields = dict(zip(("hazard", "hand", "vp"), rest, strict=False))
        points = fields.get("vp", "")
        shown_ = {"vp": int(points)} if points.isascii() and points.isdecimal() and len(points) < len("100") else {}
        return {**{name: value for name, value in fields.items() if name != "vp" and value}, **shown_}
    return {kind: rest[0]} if kind in ("worker", "outlaw") and rest else text


def log_text(start: Position, entries: Iterable[LogEntry]) -> str:
    """A whole game as JSON, a line for each action."""
    lines = ",\n  ".join(json.dumps(entry_text(entry), ensure_ascii=False) for entry in entries)
    return f'{{"start": {json.dumps(to_plain(start), ensure_ascii=False)},\n "log": [\n  {lines}\n]}}\n'


def read_log(text: str) -> tuple[Position, tuple[LogEntry, ...]]:
    """The start and the entries of a log. Raises Unreadable, with the line of the file."""
    document = read_json(text)
    reading, value = Reading(document.lines), document.value
    missing = [name for name in ("start", "log") if not isinstance(value, dict) or name not in value]
    if missing or not isinstance(value, dict):
        reading.problem("key-missing", (), missing=", ".join(missing))
        raise Unreadable(tuple(reading.problems))
    start = position_from(value["start"], reading, ("start",))
    lines: Plain = value["log"]
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines) or len(lines) > MAX_LINES:
        reading.problem("not-a-list", ("log",), found=shown(lines))
    if reading.problems or start is None:
        raise Unreadable(tuple(reading.problems))
    entries: list[LogEntry] = []
    for number, line in enumerate(lines):
        try:
            entries.append(read_entry(line))
        except Unreadable as error:
            for problem in error.problems:
                reading.problem(problem.code, ("log", number, *problem.path), **problem.params)
            raise Unreadable(tuple(reading.problems)) from error
    return start, tuple(entries)


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
    document = read_json(text)
    reading = Reading(document.lines)
    outcomes = drawn_from(document.value, reading)
    if reading.problems:
        raise Unreadable(tuple(reading.problems))
    return tuple(outcomes)


def drawn_from(value: Plain, reading: Reading, path: Path = ()) -> list[Drawn]:
    """Outcomes from plain values; problems go to the reading."""
    if not isinstance(value, list):
        reading.problem("not-a-list", path, found=shown(value))
        return []
    if len(value) > MAX_COUNT:
        reading.problem("list-too-long", path, found=len(value), most=MAX_COUNT)
        return []
    outcomes: list[Drawn] = []
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
            outcomes.append(read)
    return outcomes


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
