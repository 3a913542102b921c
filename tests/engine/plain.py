"""Plain values as positions, without the detour over a text."""

from __future__ import annotations

from typing import Any

from companion import engine
from companion.engine import Position, Unreadable
from companion.engine.format import position_from
from companion.engine.format.shapes import Reading


def read(plain: Any) -> Position:
    """The position that plain values tell. Raises Unreadable."""
    reading = Reading()
    position = position_from(plain, reading)
    if position is None or reading.problems:
        raise Unreadable(tuple(reading.problems))
    return position


def same(one: Position, other: Position) -> bool:
    """Whether two positions say the same, in whatever order lists without an order stand."""
    return engine.encode(one) == engine.encode(other) and _sorted(engine.to_plain(one)) == _sorted(
        engine.to_plain(other)
    )


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(inner) for key, inner in value.items()}
    return sorted(map(_sorted, value), key=repr) if isinstance(value, list) else value
