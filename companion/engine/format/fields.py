"""The shapes of the fields of actions and effects, as their classes declare them (`core.vocabulary`)."""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from companion.engine.core import Action, Catalog, Effect
from companion.engine.core.position import MAX_COUNT
from companion.engine.core.vocabulary import WORDS
from companion.engine.format.board import engine_shape
from companion.engine.format.containers import Record, Sequence
from companion.engine.format.shapes import Flag, Shape, Whole, Word

T = TypeVar("T", Action, Effect)

_MAX_WAY_LENGTH = 400
"""Spaces of a way. The trail has far fewer, and judging a way costs what it names."""

_LEAST = -9
"""Hiring can be cheaper by a few dollars; nothing else is negative."""


def _ends(numbers: typing.Iterable[int]) -> Whole:
    """From the lowest of these numbers to the highest."""
    numbers = tuple(numbers)
    return Whole(min(numbers), max(numbers))


def _word(what: str, catalog: Catalog) -> Word:
    return Word(WORDS[what](catalog), what)


_SHAPES: Mapping[str, Callable[[Catalog], Shape[Any]]] = {
    **{what: functools.partial(_word, what) for what in WORDS},
    "way": lambda catalog: Sequence(Word(catalog.trail.spaces, "space"), _MAX_WAY_LENGTH, "row"),
    "stop": engine_shape,
    "count": lambda _: Whole(1, MAX_COUNT),
    "row": lambda catalog: _ends(catalog.job_market.rows),
    "column": lambda catalog: Whole(1, max(catalog.job_market.columns.values())),
    "station": lambda catalog: _ends(catalog.railroad.stations),
    "marker": lambda catalog: _ends(catalog.table.certificates.track),
}


def record_of(catalog: Catalog, kind: type[T]) -> Record[T]:
    """The record of a class of actions or effects: what its fields are, and which it cannot do without."""
    hints = typing.get_type_hints(kind, include_extras=True)
    fields = dataclasses.fields(kind)
    required = [field.name for field in fields if field.default is dataclasses.MISSING]
    return Record(kind, {field.name: _shape(catalog, hints[field.name]) for field in fields}, required)


def _shape(catalog: Catalog, hint: Any) -> Shape[Any]:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _SHAPES[inner[1]](catalog)
    if origin in (typing.Union, types.UnionType):
        (hint,) = (kind for kind in inner if kind is not type(None))
        return _shape(catalog, hint)
    if origin is tuple:
        return Sequence(_shape(catalog, inner[0]), MAX_COUNT, "row")
    if origin is typing.Literal:
        return Word(inner)
    return Flag() if hint is bool else Whole(_LEAST, MAX_COUNT)
