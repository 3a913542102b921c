"""Every field of a position, flat: where it stands and what fits there, for whoever asks people for it.

It follows from the shapes that read, write and pack positions, so a field that a layer brings is described as well.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.engine.core.catalog import Catalog, editions
from companion.engine.format import position_format
from companion.engine.format.actions import records
from companion.engine.format.board import MARKET, player
from companion.engine.format.containers import OrNull, Record, Sequence, Table
from companion.engine.format.pieces import PileShape
from companion.engine.format.shapes import Plain, Shape, Whole
from companion.engine.format.table import HouseShape, ReadingsShape

Kind = Literal["one", "number", "once", "many", "pile", "row", "gaps", "counts"]
"""One of `values`; a number; a list in which each stands once, or several may be alike; a hidden zone; a row that
closes up, or in which spaces may be empty; how many of each."""


@dataclass(frozen=True, eq=False)
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
    things: Mapping[str, Plain] = field(default_factory=dict)
    """What people are offered, by the words that stand in addresses and lists: `worker:cowboy`, `building:blue:3a`."""
    what: str = ""
    """What those are that are bare words: worker, space, city ..."""
    usual: tuple[int, int] = (0, 0)
    """The least and the most that there is of it at a table, where the format takes slips of the finger."""
    limits: Mapping[str, int] = field(default_factory=dict)
    """Things of which there may be fewer."""
    region: str = ""
    """The part of the board that shows it: trail, market, railroad; the colour of the player whose it is; or game."""
    required: bool = False
    """Whether an action says nothing without it."""

    @functools.cached_property
    def keys(self) -> tuple[str, ...]:
        """The path, key by key."""
        return tuple(self.path.split("."))

    @functools.cached_property
    def name(self) -> str:
        """The key that says what a field holds."""
        return self.keys[2 if self.keys[0] == "players" else min(1, len(self.keys) - 1)]


def described(edition: int | None = None, chosen: tuple[str, ...] = ()) -> tuple[Described, ...]:
    """Every field of the positions of a game, in the order of the format.

    What only fits as a whole, such as an automa with its level, is left out; so are house rules, of which there are
    hundreds: those are set for the table.
    """
    return tuple(_fields(position_format(edition, chosen), (), ""))


def described_action(kind: str) -> tuple[Described, ...]:
    """The fields of a type of action, with the words of the newest edition. Raises KeyError."""
    record = records(editions()[-1])[kind]
    fields = (one for key, shape in record.fields.items() for one in _fields(shape, (key,), ""))
    return tuple(replace(one, required=one.path in record.required) for one in fields)


def described_player(catalog: Catalog) -> dict[str, Described]:
    """The fields of one player by their keys, as `described` tells them."""
    return {key: one for key, shape in player(catalog).fields.items() for one in _fields(shape, (key,), "")}


def _fields(shape: Shape[Any], path: tuple[str, ...], region: str) -> Iterator[Described]:
    inner: Mapping[str, Shape[Any]] = {}
    if isinstance(shape, Record) and not shape.required:
        inner = shape.fields
    elif isinstance(shape, ReadingsShape):
        inner = shape.values
    elif isinstance(shape, Table) and not isinstance(shape.entry, Whole):
        inner, region = dict.fromkeys(shape.keys, shape.entry), shape.region or region
    elif not isinstance(shape, (Record, HouseShape)) and "const" not in shape.schema():
        yield _field(shape, ".".join(path), region)
    for name, one in inner.items():
        yield from _fields(one, (*path, name), {(): "game", ("board",): MARKET, ("players",): name}.get(path, region))


def _field(shape: Shape[Any], path: str, region: str) -> Described:
    things, what = shape.things(), shape.what
    if isinstance(shape, Table) and isinstance(shape.entry, Whole):
        keys, count = shape.keys, shape.entry
        return Described(
            path, "counts", keys, count.least, count.most, False, things, what, count.usual, shape.limits, region
        )
    if isinstance(shape, (Sequence, PileShape)):
        entries = shape if isinstance(shape, Sequence) else shape.entries
        kind: Kind = "pile" if isinstance(shape, PileShape) else entries.kind
        kind = "gaps" if isinstance(entries.entry, OrNull) else kind
        values = tuple(value for value in values_of(entries.entry.schema()) if value is not None)
        usual = shape.count.usual if isinstance(shape, PileShape) else (0, 0)
        return Described(path, kind, values, most=entries.most, things=things, what=what, usual=usual, region=region)
    if type(shape) is Whole and not path.startswith("game."):
        return Described(path, "number", (), shape.least, shape.most, usual=shape.usual, region=region)
    schema, values = shape.schema(), values_of(shape.schema())
    if path.startswith("game.readings."):
        values = tuple(things.values())
    nothing = {"type": "null"} in schema.get("anyOf", ())
    return Described(path, "one", values, nothing=nothing, things=things, what=what, region=region)


def values_of(schema: dict[str, Plain]) -> tuple[Plain, ...]:
    """All plain values that fit a schema. Of objects, none: they may be told in part."""
    if "anyOf" in schema:
        return tuple(value for one in schema["anyOf"] for value in values_of(one))
    if schema.get("type") == "integer":
        return tuple(range(schema["minimum"], schema["maximum"] + 1))
    return (True, False) if schema.get("type") == "boolean" else tuple(schema.get("enum", ()))
