"""Every field of a position, flat: where it stands and what fits there, for whoever asks people for it.

It follows from the shapes that read, write and pack positions, so a field that a layer brings is described as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from companion.engine.core.catalog import Catalog
from companion.engine.format import position_format
from companion.engine.format.board import CattleCounts
from companion.engine.format.containers import Places, Record, Row, Sequence, Table
from companion.engine.format.pieces import PileShape
from companion.engine.format.players import player
from companion.engine.format.shapes import Plain, Shape, Whole
from companion.engine.format.table import ReadingsShape

Kind = Literal["one", "number", "once", "many", "pile", "row", "gaps", "counts"]
"""One of `values`; a number; a list in which each stands once, or several may be alike; a hidden zone; a row that
closes up, or in which spaces may be empty; how many of each."""


@dataclass(frozen=True)
class Described:
    """A field: its dotted path, what it is, and what fits there as plain values.

    `values` are empty where something may be told in part; `least` and `most` bound a number or how many there are.
    `nothing`: null is known to be empty.
    """

    path: str
    kind: Kind
    values: tuple[Plain, ...] = ()
    least: int = 0
    most: int = 1
    nothing: bool = False


def described(edition: int | None = None, chosen: tuple[str, ...] = ()) -> tuple[Described, ...]:
    """Every field of the positions of a game, in the order of the format.

    What only fits as a whole, such as an automa with its level, is left out.
    """
    return tuple(_fields(position_format(edition, chosen), ()))


def described_player(catalog: Catalog) -> dict[str, Described]:
    """The fields of one player by their keys, as `described` tells them."""
    return {one.path: one for one in _fields(player(catalog), ())}


def _fields(shape: Shape[Any], path: tuple[str, ...]) -> Iterator[Described]:
    inner: dict[str, Shape[Any]] | None = None
    if isinstance(shape, Record) and not shape.required:
        inner = shape.fields
    elif isinstance(shape, Table) and not isinstance(shape.entry, Whole):
        inner = dict.fromkeys(shape.keys, shape.entry)
    elif isinstance(shape, ReadingsShape):
        for reading in shape.readings.values():
            yield Described(".".join((*path, reading.id)), "one", tuple(reading.choices)[1:])
        return
    elif isinstance(shape, Places):
        for key in shape.table.keys:
            yield Described(".".join((*path, key)), "one", values_of(shape.entry.schema()), nothing=True)
        return
    if inner is None:
        yield from _field(shape, ".".join(path))
        return
    for name, one in inner.items():
        yield from _fields(one, (*path, name))


def _field(shape: Shape[Any], path: str) -> Iterator[Described]:
    if isinstance(shape, Table) and isinstance(shape.entry, Whole):
        yield Described(path, "counts", shape.keys, shape.entry.least, shape.entry.most)
    elif isinstance(shape, CattleCounts):
        yield Described(path, "counts", values_of(shape.card.schema()), shape.count.least, shape.count.most)
    elif isinstance(shape, Row):
        yield Described(path, "gaps", values_of(shape.entries.entry.schema()), most=shape.entries.most)
    elif isinstance(shape, Sequence):
        yield Described(path, shape.kind, values_of(shape.entry.schema()), most=shape.most)
    elif isinstance(shape, PileShape):
        yield Described(path, "pile", values_of(shape.entries.entry.schema()), most=shape.entries.most)
    elif type(shape) is Whole and not path.startswith("game."):
        yield Described(path, "number", (), shape.least, shape.most)
    elif not isinstance(shape, Record) and "const" not in (schema := shape.schema()):
        yield Described(path, "one", values_of(schema), nothing={"type": "null"} in schema.get("anyOf", ()))


def values_of(schema: dict[str, Plain]) -> tuple[Plain, ...]:
    """All plain values that fit a schema. Of objects, none: they may be told in part."""
    if "anyOf" in schema:
        return tuple(value for one in schema["anyOf"] for value in values_of(one))
    if schema.get("type") == "integer":
        return tuple(range(schema["minimum"], schema["maximum"] + 1))
    return (True, False) if schema.get("type") == "boolean" else tuple(schema.get("enum", ()))
