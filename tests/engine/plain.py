"""Plain values as positions, without the detour over a text."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from companion import engine
from companion.engine import Position
from companion.engine.format import position_from
from companion.engine.format.log import _SIGN, _outcome_shape
from companion.engine.format.shapes import Reading
from companion.engine.play import LogEntry


def read(plain: Any) -> Position:
    """The position that plain values tell. Raises Unreadable."""
    reading = Reading()
    return reading.result(position_from(plain, reading))


def entry_text(entry: LogEntry) -> str:
    """An entry as one line."""
    parts = [engine.action_text(entry.action)]
    for zone, pieces in entry.drawn:
        plain = _outcome_shape().records[zone].fields["drawn"].plain(pieces)
        parts.append(f"{zone} {','.join(map(_piece_text, plain))}")
    return _SIGN.join(parts)


def _piece_text(piece: Any) -> str:
    """A card by its name; a tile by its kind and what it shows: `worker:cowboy`, `hazard:flood:green:2`."""
    if not isinstance(piece, dict):
        return str(piece)
    if "hazard" in piece:
        return ":".join(["hazard", piece["hazard"], piece.get("hand", ""), str(piece.get("vp", ""))])
    ((kind, which),) = piece.items()
    return f"{kind}:{which}"


def log_text(start: Position, entries: Iterable[LogEntry]) -> str:
    """A whole game as JSON, a line for each action."""
    lines = ",\n  ".join(json.dumps(entry_text(entry), ensure_ascii=False) for entry in entries)
    return f'{{"start": {json.dumps(engine.to_plain(start), ensure_ascii=False)},\n "log": [\n  {lines}\n]}}\n'


def same(one: Position, other: Position) -> bool:
    """Whether two positions say the same, in whatever order lists without an order stand."""
    return engine.encode(one) == engine.encode(other) and _sorted(engine.to_plain(one)) == _sorted(
        engine.to_plain(other)
    )


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(inner) for key, inner in value.items()}
    return sorted(map(_sorted, value), key=repr) if isinstance(value, list) else value
