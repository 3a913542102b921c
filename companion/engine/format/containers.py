"""Shapes of lists, tables and records."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from typing import Any, Literal, TypeVar

from companion.engine.core.problems import Path
from companion.engine.format.bits import BitReader, BitWriter, OutOfBits
from companion.engine.format.shapes import NOT_KNOWN, Plain, Reading, Shape, nearest, shown, width_for

T = TypeVar("T")
_GROUP = 7


def write_marks(places: Collection[int], bits: BitWriter) -> None:
    """Which of a row of places are marked: groups of bits as far as any are, so that the row may grow."""
    for first in range(0, max(places, default=-1) + 1, _GROUP):
        bits.write(1, 1)
        for place in range(first, first + _GROUP):
            bits.write(place in places, 1)
    bits.write(0, 1)


def read_marks(length: int, bits: BitReader) -> list[int]:
    """The marked places out of `length`. Raises OutOfBits."""
    marked: list[int] = []
    first = 0
    while bits.read(1):
        marked += [place for place in range(first, first + _GROUP) if bits.read(1)]
        first += _GROUP
        if first >= length + _GROUP:
            raise OutOfBits("more places than there are")
    if marked and marked[-1] >= length:
        raise OutOfBits("a place that is not known")
    return marked


class Sequence(Shape[tuple[T, ...]]):
    """A list of at most `most` entries.

    `kind`: whether several may be alike (many), each stands there once (once), or they lie in spaces (row).
    """

    def __init__(self, entry: Shape[T], most: int, kind: Literal["many", "once", "row"] = "many") -> None:
        self.entry, self.most, self.kind = entry, most, kind

    def read(self, value: Plain, path: Path, reading: Reading) -> tuple[T, ...] | None:
        if not isinstance(value, list):
            reading.problem("not-a-list", path, found=shown(value))
            return None
        if len(value) > self.most:
            reading.problem("list-too-long", path, found=len(value), most=self.most)
            return None
        entries = [self.entry.read(inner, (*path, place), reading) for place, inner in enumerate(value)]
        return tuple(entry for entry in entries if entry is not None)

    def plain(self, value: tuple[T, ...]) -> Plain:
        return [self.entry.plain(entry) for entry in value]

    def schema(self) -> dict[str, Plain]:
        return {"type": "array", "maxItems": self.most, "items": self.entry.schema()}

    def pack(self, value: tuple[T, ...], bits: BitWriter) -> None:
        bits.write_count(len(value))
        if not bits.sorting or self.kind == "row" or len(value) < 2:
            for entry in value:
                self.entry.pack(entry, bits)
            return
        packed: list[tuple[int, int]] = []
        for entry in value:
            alone = BitWriter(sorting=True)
            self.entry.pack(entry, alone)
            packed.append((alone.value, alone.length))
        for number, width in sorted(packed):
            bits.write(number, width)

    def unpack(self, bits: BitReader) -> tuple[T, ...]:
        length = bits.read_count()
        if length > self.most:
            raise OutOfBits("a list that is too long")
        return tuple(self.entry.unpack(bits) for _ in range(length))


class OrNull(Shape[tuple[T | None]]):
    """Something, or null for a space that is known to be empty; wrapped, because None means unreadable."""

    def __init__(self, entry: Shape[T]) -> None:
        self.entry = entry

    def read(self, value: Plain, path: Path, reading: Reading) -> tuple[T | None] | None:
        if value is None:
            return (None,)
        inner = self.entry.read(value, path, reading)
        return None if inner is None else (inner,)

    def plain(self, value: tuple[T | None]) -> Plain:
        return None if value[0] is None else self.entry.plain(value[0])

    def schema(self) -> dict[str, Plain]:
        return {"anyOf": [{"type": "null"}, self.entry.schema()]}

    def pack(self, value: tuple[T | None], bits: BitWriter) -> None:
        bits.write(value[0] is not None, 1)
        if value[0] is not None:
            self.entry.pack(value[0], bits)

    def unpack(self, bits: BitReader) -> tuple[T | None]:
        return (self.entry.unpack(bits),) if bits.read(1) else (None,)


class Row(Shape[tuple[T | None, ...]]):
    """A list in which null stands for an empty space."""

    def __init__(self, entry: Shape[T], most: int) -> None:
        self.entries = Sequence(OrNull(entry), most, "row")

    def read(self, value: Plain, path: Path, reading: Reading) -> tuple[T | None, ...] | None:
        entries = self.entries.read(value, path, reading)
        return None if entries is None else tuple(inner for (inner,) in entries)

    def plain(self, value: tuple[T | None, ...]) -> Plain:
        return self.entries.plain(tuple((inner,) for inner in value))

    def schema(self) -> dict[str, Plain]:
        return self.entries.schema()

    def pack(self, value: tuple[T | None, ...], bits: BitWriter) -> None:
        self.entries.pack(tuple((inner,) for inner in value), bits)

    def unpack(self, bits: BitReader) -> tuple[T | None, ...]:
        return tuple(inner for (inner,) in self.entries.unpack(bits))


class Table(Shape[Mapping[Any, T]]):
    """A table from the known `keys`, each turned into ours by `key`.

    With `partial`, the table may name some keys only, so an empty one says nothing at all.
    """

    def __init__(
        self, key: Callable[[str], Any], keys: Collection[str], entry: Shape[T], *, partial: bool = False
    ) -> None:
        self.key, self.keys, self.entry, self.partial = key, tuple(keys), entry, partial
        self.places = {name: place for place, name in enumerate(self.keys)}

    def read(self, value: Plain, path: Path, reading: Reading) -> Mapping[Any, T] | None:
        if not isinstance(value, dict):
            reading.problem("not-a-table", path, found=shown(value))
            return None
        result: dict[Any, T] = {}
        for name, inner in value.items():
            here = (*path, name)
            if name not in self.places:
                reading.problem("unknown-key", here, found=shown(name), known=nearest(name, self.keys))
                continue
            entry = self.entry.read(inner, here, reading)
            if entry is not None:
                result[self.key(name)] = entry
        return result

    def _in_order(self, value: Mapping[Any, T]) -> list[tuple[str, T]]:
        """Two equal tables are written alike, whatever order they were entered in."""
        return sorted(((str(name), inner) for name, inner in value.items()), key=lambda entry: self.places[entry[0]])

    def plain(self, value: Mapping[Any, T]) -> Plain:
        return {name: self.entry.plain(inner) for name, inner in self._in_order(value)}

    def plain_at(self, value: Mapping[Any, T], keys: tuple[str, ...]) -> Plain:
        if not keys:
            return self.plain(value)
        key = self.key(keys[0]) if keys[0] in self.places else None
        return self.entry.plain_at(value[key], keys[1:]) if key in value else NOT_KNOWN

    def changed(
        self, value: Mapping[Any, T] | None, keys: tuple[str, ...], plain: Plain, path: Path, reading: Reading
    ) -> Mapping[Any, T] | None:
        if not keys or keys[0] not in self.places:
            return super().changed(value, keys, plain, path, reading)
        name, *rest = keys
        key, entries = self.key(name), dict(value or {})
        entry = self.entry.changed(entries.pop(key, None), tuple(rest), plain, (*path, name), reading)
        if entry is not None and not (rest and self.entry.plain(entry) == {}):
            entries[key] = entry
        return entries or None

    def schema(self) -> dict[str, Plain]:
        entry = self.entry.schema()
        return {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(self.keys, entry)}

    def pack(self, value: Mapping[Any, T], bits: BitWriter) -> None:
        # A few keys one by one, many as marks in a row: whichever is shorter.
        entries, width = self._in_order(value), width_for(self.keys)
        places = [self.places[name] for name, _ in entries]
        marked = (max(places, default=-1) // _GROUP + 1) * (_GROUP + 1) + 1
        many = marked < 4 + len(places) * width
        bits.write(many, 1)
        if many:
            write_marks(places, bits)
        else:
            bits.write_count(len(places))
            for place in places:
                bits.write(place, width)
        for _, inner in entries:
            self.entry.pack(inner, bits)

    def unpack(self, bits: BitReader) -> Mapping[Any, T]:
        if bits.read(1):
            places = read_marks(len(self.keys), bits)
        else:
            count = bits.read_count()
            if count > len(self.keys):
                raise OutOfBits("more keys than there are")
            places = [bits.read(width_for(self.keys)) for _ in range(count)]
        if places != sorted(set(places)) or (places and places[-1] >= len(self.keys)):
            raise OutOfBits("keys that are not known or not in order")
        return {self.key(self.keys[place]): self.entry.unpack(bits) for place in places}


class Places(Shape[Mapping[Any, T | None]]):
    """A table of places of the board; a place that is named with null is known to be empty."""

    def __init__(self, key: Callable[[str], Any], keys: Collection[str], entry: Shape[T]) -> None:
        self.entry, self.table = entry, Table(key, keys, OrNull(entry), partial=True)

    def read(self, value: Plain, path: Path, reading: Reading) -> Mapping[Any, T | None] | None:
        table = self.table.read(value, path, reading)
        return None if table is None else {name: inner for name, (inner,) in table.items()}

    def plain(self, value: Mapping[Any, T | None]) -> Plain:
        return self.table.plain({name: (inner,) for name, inner in value.items()})

    def plain_at(self, value: Mapping[Any, T | None], keys: tuple[str, ...]) -> Plain:
        return self.table.plain_at({name: (inner,) for name, inner in value.items()}, keys)

    def changed(
        self, value: Mapping[Any, T | None] | None, keys: tuple[str, ...], plain: Plain, path: Path, reading: Reading
    ) -> Mapping[Any, T | None] | None:
        table = self.table.changed(
            {name: (inner,) for name, inner in (value or {}).items()}, keys, plain, path, reading
        )
        return None if table is None else {name: inner for name, (inner,) in table.items()}

    def schema(self) -> dict[str, Plain]:
        return self.table.schema()

    def pack(self, value: Mapping[Any, T | None], bits: BitWriter) -> None:
        self.table.pack({name: (inner,) for name, inner in value.items()}, bits)

    def unpack(self, bits: BitReader) -> Mapping[Any, T | None]:
        return {name: inner for name, (inner,) in self.table.unpack(bits).items()}


class Record(Shape[T]):
    """A table whose keys are the fields of `kind`; each may be left out, unless it is `required`.

    New fields are added at the end, so that older codes stay readable.
    """

    def __init__(
        self, kind: Callable[..., T], fields: Mapping[str, Shape[Any]], required: Collection[str] = ()
    ) -> None:
        self.kind, self.fields, self.required = kind, dict(fields), tuple(required)

    def read(self, value: Plain, path: Path, reading: Reading) -> T | None:
        if not isinstance(value, dict):
            reading.problem("not-a-table", path, found=shown(value))
            return None
        missing = [name for name in self.required if name not in value]
        if missing:
            reading.problem("key-missing", path, missing=", ".join(missing))
        arguments: dict[str, object] = {}
        for name, inner in value.items():
            if name not in self.fields:
                reading.problem("unknown-key", (*path, name), found=shown(name), known=nearest(name, self.fields))
                continue
            argument = self.fields[name].read(inner, (*path, name), reading)
            if argument is not None:
                arguments[name] = argument
        return self.kind(**arguments) if set(self.required) <= set(arguments) else None

    def _there(self, value: T) -> dict[str, Any]:
        """The fields that say anything: neither unknown nor a table of no places."""
        values = {name: getattr(value, name) for name in self.fields}
        return {
            name: inner for name, inner in values.items() if inner is not None and not self._says_nothing(name, inner)
        }

    def _says_nothing(self, name: str, inner: object) -> bool:
        shape = self.fields[name]
        if isinstance(shape, Record):
            return not shape._there(inner)
        partial = isinstance(shape, Places) or (isinstance(shape, Table) and shape.partial)
        return partial and not inner

    def plain(self, value: T) -> Plain:
        return {name: self.fields[name].plain(inner) for name, inner in self._there(value).items()}

    def plain_at(self, value: T, keys: tuple[str, ...]) -> Plain:
        if not keys:
            return self.plain(value)
        inner = getattr(value, keys[0]) if keys[0] in self.fields else None
        if inner is None or self._says_nothing(keys[0], inner):
            return NOT_KNOWN
        return self.fields[keys[0]].plain_at(inner, keys[1:])

    def changed(self, value: T | None, keys: tuple[str, ...], plain: Plain, path: Path, reading: Reading) -> T | None:
        if not keys or keys[0] not in self.fields or self.required:
            return super().changed(value, keys, plain, path, reading)
        name, *rest = keys
        before = self.kind() if value is None else value
        inner = self.fields[name].changed(getattr(before, name), tuple(rest), plain, (*path, name), reading)
        after = getattr(self.kind(), name) if inner is None else inner
        return dataclasses.replace(before, **{name: after})  # type: ignore[type-var]

    def schema(self) -> dict[str, Plain]:
        properties = {name: shape.schema() for name, shape in self.fields.items()}
        required = {"required": list(self.required)} if self.required else {}
        return {"type": "object", "additionalProperties": False, "properties": properties, **required}

    def pack(self, value: T, bits: BitWriter) -> None:
        there = self._there(value)
        write_marks([place for place, name in enumerate(self.fields) if name in there], bits)
        for name, inner in there.items():
            self.fields[name].pack(inner, bits)

    def unpack(self, bits: BitReader) -> T:
        names = list(self.fields)
        there = [names[place] for place in read_marks(len(names), bits)]
        if not set(self.required) <= set(there):
            raise OutOfBits("a field is missing")
        return self.kind(**{name: self.fields[name].unpack(bits) for name in there})
