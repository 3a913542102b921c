"""Logs of games: a start, and one line for each action with what chance brought.

    hire row=1 column=2
    end < players.blue.draw criollo,obj-3
    foresight tile=2 < board.cattle_stack longhorn,shorthorn:4

As a file, a log is JSON: `{"start": a position, "log": [lines]}`.
"""

from __future__ import annotations

import functools
from typing import Any

from companion.engine.core.catalog import every_component
from companion.engine.core.dealer import Drawn
from companion.engine.core.position import MAX_COUNT, Position
from companion.engine.core.reasons import Path
from companion.engine.format import position_from
from companion.engine.format.actions import read_action
from companion.engine.format.containers import Record, Sequence, Tagged
from companion.engine.format.jsontext import Unreadable, read_json
from companion.engine.format.pieces import CardShape, TileShape
from companion.engine.format.shapes import NOT_KNOWN, Plain, Reading, Shape, shown
from companion.engine.play import LogEntry

_SIGN = " < "
MAX_LINES = 20_000
"""No game has more actions."""


def read_entry(line: str) -> LogEntry:
    """An entry from its line. Raises Unreadable."""
    action, *outcomes = line.split(_SIGN)
    reading, drawn = Reading(), list[Drawn]()
    for outcome in outcomes:
        zone, _, pieces = outcome.partition(" ")
        plain = {"from": zone, "drawn": [_piece_plain(piece) for piece in pieces.split(",")]}
        drawn.append(reading.result(_outcome_shape().read(plain, (), reading)))
    return LogEntry(read_action(action), tuple(drawn))


def _piece_plain(text: str) -> Plain:
    kind, *rest = text.split(":")
    if len(rest) > (3 if kind == "hazard" else 1):
        return text
    if kind == "hazard":
        fields = dict(zip(("hazard", "hand", "vp"), rest, strict=False))
        points = fields.get("vp", "")
        shown_ = {"vp": int(points)} if points.isascii() and points.isdecimal() and len(points) < len("100") else {}
        return {**{name: value for name, value in fields.items() if name != "vp" and value}, **shown_}
    return {kind: rest[0]} if kind in ("worker", "outlaw") and rest else text


def read_log(text: str) -> tuple[Position, tuple[LogEntry, ...]]:
    """The start and the entries of a log. Raises Unreadable, with the line of the file."""
    document = read_json(text)
    reading, value = Reading(document.lines), document.value
    missing = [name for name in ("start", "log") if not isinstance(value, dict) or name not in value]
    if missing or not isinstance(value, dict):
        reading.problem("key-missing", (), missing=", ".join(missing))
        value = reading.result(None)
    start = position_from(value["start"], reading, ("start",))
    lines: Plain = value["log"]
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines) or len(lines) > MAX_LINES:
        reading.problem("not-a-list", ("log",), found=shown(lines))
    position = reading.result(start)
    entries: list[LogEntry] = []
    for number, line in enumerate(lines):
        try:
            entries.append(read_entry(line))
        except Unreadable as error:
            for problem in error.problems:
                reading.problem(problem.code, ("log", number, *problem.path), **problem.params)
            break
    return reading.result((position, tuple(entries)))


@functools.cache
def _outcome_shape() -> Tagged:
    """What was drawn: `{"from": a hidden zone, "drawn": its pieces}`."""
    catalog = every_component()
    colours, columns = catalog.table.players.colours, range(1, catalog.tiles.foresight.columns + 1)
    zones: dict[str, Shape[Any]] = {
        **{f"players.{colour}.draw": CardShape(catalog) for colour in colours},
        "board.cattle_stack": CardShape(catalog, objectives=False),
        "board.objective_stack": CardShape(catalog, cattle=False),
        **{f"board.bags.{column}": TileShape(catalog) for column in columns},
    }
    return Tagged("from", {zone: _outcome(zone, shape) for zone, shape in zones.items()}, lambda drawn: str(drawn[0]))


def _outcome(zone: str, piece: Shape[Any]) -> Record[Drawn]:
    return Record(lambda drawn: (zone, drawn), {"drawn": Sequence(piece, MAX_COUNT)}, ("drawn",))


def read_drawn(text: str) -> tuple[Drawn, ...]:
    """Outcomes from JSON: a list of tables with `from` and `drawn`. Raises Unreadable."""
    document = read_json(text)
    reading = Reading(document.lines)
    return reading.result(drawn_from(document.value, reading))


def drawn_from(value: Plain, reading: Reading, path: Path = ()) -> tuple[Drawn, ...]:
    """Outcomes from plain values; problems go to the reading."""
    drawn = Sequence(_outcome_shape(), MAX_COUNT).read(value, path, reading)
    return () if drawn is NOT_KNOWN else drawn


def drawn_schema() -> dict[str, Plain]:
    """Outcomes as JSON Schema."""
    return Sequence(_outcome_shape(), MAX_COUNT).schema()
