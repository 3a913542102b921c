"""Plain values as positions, without the detour over a text."""

from __future__ import annotations

from typing import Any

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
