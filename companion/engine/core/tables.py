"""Strict reading of component tables: a plain TOML table becomes a frozen dataclass, or an error.

Nothing is guessed. A key that the dataclass does not have, a key that is missing and has no default,
and a value of the wrong type are all errors that name the file and the key.
"""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")


class CatalogError(Exception):
    """Component data that cannot be used. The message names the file and the key."""

    def __init__(self, file: str, key: str, problem: str) -> None:
        super().__init__(": ".join(part for part in (file, key, problem) if part))
        self.file, self.key, self.problem = file, key, problem


def build(kind: type[T], value: object, file: str, key: str = "") -> T:
    """Turn `value`, as read from `file` at the dotted `key`, into a `kind`.

    `kind` is a dataclass, int, str, bool, a Literal, `X | None`, `tuple[X, ...]`, `tuple[X, Y]` or
    `Mapping[int | str, X]`. Raises CatalogError.
    """
    return typing.cast(T, _build(kind, value, file, key))


def _build(kind: Any, value: object, file: str, key: str) -> object:
    # A base class that reads its own entries chooses among its subclasses.
    if isinstance(kind, type) and "from_table" in vars(kind):
        chosen: object = vars(kind)["from_table"].__get__(None, kind)(value, file, key)
        return chosen
    if dataclasses.is_dataclass(kind):
        return _build_dataclass(typing.cast(type, kind), value, file, key)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        if value not in args:
            raise CatalogError(file, key, f"{value!r} is not one of {', '.join(map(str, args))}")
        return value
    if origin in (typing.Union, types.UnionType):
        (inner,) = (arg for arg in args if arg is not type(None))
        return _build(inner, value, file, key)
    if origin is tuple:
        return _build_tuple(args, value, file, key)
    if origin is Mapping:
        return _build_mapping(args, value, file, key)
    # bool is a subclass of int, so the type has to match exactly.
    if type(value) is not kind:
        raise CatalogError(file, key, f"{value!r} is not of type {kind.__name__}")
    return value


def table_of(value: object, file: str, key: str) -> dict[str, object]:
    """The value when it is a table. Raises CatalogError."""
    if not isinstance(value, dict):
        raise CatalogError(file, key, f"{value!r} is not a table")
    return value


def _join(key: str, part: str) -> str:
    return f"{key}.{part}" if key else part


@functools.cache
def _keys_of(kind: type) -> tuple[Mapping[str, Any], Mapping[str, dataclasses.Field[Any]]]:
    """The types and the fields of a dataclass, by name. Hundreds of entries are of the same kind."""
    # Types are written as text, which takes longer to read than an entry.
    return typing.get_type_hints(kind), {field.name: field for field in dataclasses.fields(kind)}


def _build_dataclass(kind: type, value: object, file: str, key: str) -> object:
    table = table_of(value, file, key)
    hints, fields = _keys_of(kind)
    # A thing that is one entry of a table carries its own id, which is the entry's key.
    given = {"id": key.rpartition(".")[2], **table} if "id" in fields and key else table
    for name in given:
        if name not in fields:
            raise CatalogError(file, _join(key, name), f"unknown key (known: {', '.join(fields)})")
    for name, field in fields.items():
        optional = field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
        if name not in given and not optional:
            raise CatalogError(file, _join(key, name), "missing")
    return kind(**{name: _build(hints[name], inner, file, _join(key, name)) for name, inner in given.items()})


def _build_tuple(args: tuple[Any, ...], value: object, file: str, key: str) -> tuple[object, ...]:
    if not isinstance(value, list):
        raise CatalogError(file, key, f"{value!r} is not a list")
    if len(args) == 2 and args[1] is ...:
        args = (args[0],) * len(value)
    if len(args) != len(value):
        raise CatalogError(file, key, f"needs {len(args)} values, has {len(value)}")
    return tuple(
        _build(arg, inner, file, f"{key}[{i}]") for i, (arg, inner) in enumerate(zip(args, value, strict=True))
    )


def _build_mapping(args: tuple[Any, ...], value: object, file: str, key: str) -> Mapping[object, object]:
    key_kind, value_kind = args
    result: dict[object, object] = {}
    for name, inner in table_of(value, file, key).items():
        if key_kind is int and not name.isdecimal():
            raise CatalogError(file, _join(key, name), "the key is not a whole number")
        result[int(name) if key_kind is int else name] = _build(value_kind, inner, file, _join(key, name))
    return types.MappingProxyType(result)
