"""Positions of older schemas: each step turns the plain values of one schema into those of the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.engine.format.shapes import Plain

Step = Callable[[dict[str, Plain]], dict[str, Plain]]

STEPS: Mapping[int, Step] = {}
"""Schema -> the step from it to the next. The first schema is the current one, so there are none yet."""


def to_current(value: Plain, current: int, steps: Mapping[int, Step] | None = None) -> Plain:
    """The same position in the current schema. What has no known schema is left for the reader to refuse."""
    steps = STEPS if steps is None else steps
    while isinstance(value, dict) and type(value.get("schema")) is int and value["schema"] in steps:
        schema = value["schema"]
        if schema >= current:
            break
        value = {**steps[schema](value), "schema": schema + 1}
    return value
