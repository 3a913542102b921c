"""Shapes of lists, tables and records."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeVar

from companion.engine.core.reasons import Path
from companion.engine.format.shapes import (
    NOT_KNOWN,
    BitReader,
    BitWriter,
    Null,
    OutOfBits,
    Plain,
    Reading,
    Shape,
    Word,
    read_entries,
    shown,
    width_for,
)

T = TypeVar("T")
_GROUP = 7


def write_marks(places: Collection[int], bits: BitWriter) -> None:
    """Which of a row of places are marked: groups of bits as far as any are, so that the row may grow."""
    for first in range(0, max(places, default=-1) + 1, _GROUP):
        group = 1
        for place in range(first, first + _GROUP):
            group = group << 1 | (place in places)
        bits.write(group, _GROUP + 1)
    bits.write(0, 1)


def read_marks(length: int, bits: BitReader) -> list[int]:
    """The marked places out of `length`. Raises OutOfBits."""
    marked: list[int] = []
    first = 0
    while bits.read(1):
        group = bits.read(_GROUP)
        marked += [first + place for place in range(_GROUP) if group >> (_GROUP - 1 - place) & 1]
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
        self.entry, self.most, self.kind, self.what = entry, most, kind, entry.what

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        if not isinstance(value, list):
            reading.problem("not-a-list", path, found=shown(value))
            return NOT_KNOWN
        if len(value) > self.most:
            reading.problem("list-too-long", path, found=len(value), most=self.most)
            return NOT_KNOWN
        entries = [self.entry.read(inner, (*path, place), reading) for place, inner in enumerate(value)]
        return tuple(entry for entry in entries if entry is not NOT_KNOWN)

    def plain(self, value: tuple[T, ...]) -> Plain:
        return [self.entry.plain(entry) for entry in value]

    def schema(self) -> dict[str, Plain]:
        return {"type": "array", "maxItems": self.most, "items": self.entry.schema()}

    def things(self) -> Mapping[str, Plain]:
        return self.entry.things()

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
        return tuple([self.entry.unpack(bits) for _ in range(length)])


class Alternative(NamedTuple):
    """One of the shapes of `OneOf`: its tag in codes, and which plain values and which of ours are of this shape.

    `ours` makes of its value what stands in the position, and `inner` the other way round.
    """

    tag: int
    shape: Shape[Any]
    takes: Callable[[Plain], bool]
    holds: Callable[[Any], bool]
    ours: Callable[[Any], Any] = lambda value: value
    inner: Callable[[Any], Any] = lambda value: value


class OneOf(Shape[Any]):
    """One of several shapes, the first that takes a plain value; `refused` is the problem of one that none takes."""

    def __init__(
        self, *options: Alternative, what: str = "", width: int = 1, refused: tuple[str, str] = ("", "")
    ) -> None:
        self.options, self.what, self.width, self.refused = options, what, width, refused
        self.tags = {option.tag: option for option in options}
        self.numeric = any(option.shape.numeric for option in options)

    def _of(self, value: Any) -> Alternative:
        for option in self.options[:-1]:
            if option.holds(value):
                return option
        # What a shape can say is of one of its alternatives: what none of the others holds is of the last.
        return self.options[-1]

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        option = next((option for option in self.options if option.takes(value)), None)
        if option is None:
            code, known = self.refused
            reading.problem(code, path, found=shown(value), known=known)
            return NOT_KNOWN
        inner = option.shape.read(value, path, reading)
        return NOT_KNOWN if inner is NOT_KNOWN else option.ours(inner)

    def plain(self, value: Any) -> Plain:
        option = self._of(value)
        return option.shape.plain(option.inner(value))

    def schema(self) -> dict[str, Plain]:
        return {"anyOf": [option.shape.schema() for option in self.options]}

    def things(self) -> Mapping[str, Plain]:
        return {thing: plain for option in self.options for thing, plain in option.shape.things().items()}

    def pack(self, value: Any, bits: BitWriter) -> None:
        option = self._of(value)
        bits.write(option.tag, self.width)
        option.shape.pack(option.inner(value), bits)

    def unpack(self, bits: BitReader) -> Any:
        tag = bits.read(self.width)
        if tag not in self.tags:
            raise OutOfBits("a kind of thing that is not known")
        return self.tags[tag].ours(self.tags[tag].shape.unpack(bits))


class OrNull(OneOf):
    """Something, or null: `value` stands for it. `tag` is that of null in codes."""

    def __init__(self, entry: Shape[Any], value: Any = None, tag: int = 0) -> None:
        null = Alternative(tag, Null(value), lambda plain: plain is None, lambda ours: ours == value)
        super().__init__(null, Alternative(1 - tag, entry, lambda _: True, lambda _: True), what=entry.what)


class Table(Shape[Mapping[Any, T]]):
    """A table from the known `keys`, each turned into ours by `key`.

    With `partial`, the table may name some keys only, so an empty one says nothing at all. `region`: the part of the
    board where its places are; `limits`: keys of which there may be fewer at a table than the entry takes.
    """

    def __init__(
        self,
        key: Callable[[str], Any],
        keys: Collection[str],
        entry: Shape[T],
        *,
        partial: bool = False,
        region: str = "",
        what: str = "",
        limits: Mapping[str, int] | None = None,
    ) -> None:
        self.key, self.keys, self.entry, self.partial = key, tuple(keys), entry, partial
        self.region, self.what, self.limits = region, what, limits or {}
        self.places = {name: place for place, name in enumerate(self.keys)}
        self.entries = dict.fromkeys(self.keys, entry)

    def entry_of(self, name: str, entry: Any) -> Any:
        """The entry of a key as it stands in the position."""
        return entry

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        entries = read_entries(value, self.entries, path, reading)
        if entries is NOT_KNOWN:
            return NOT_KNOWN
        return {self.key(name): self.entry_of(name, entry) for name, entry in entries.items()}

    def _in_order(self, value: Mapping[Any, T]) -> list[tuple[int, T]]:
        """Places and entries. Two equal tables are written alike, whatever order they were entered in."""
        placed = {self.places[str(name)]: inner for name, inner in value.items()}
        return [(place, placed[place]) for place in sorted(placed)]

    def plain(self, value: Mapping[Any, T]) -> Plain:
        return {self.keys[place]: self.entry.plain(inner) for place, inner in self._in_order(value)}

    def plain_at(self, value: Mapping[Any, T], keys: tuple[str, ...]) -> Plain:
        if not keys:
            return self.plain(value)
        key = self.key(keys[0]) if keys[0] in self.places else None
        return self.entry.plain_at(value[key], keys[1:]) if key in value else NOT_KNOWN

    def changed(self, value: Any, keys: tuple[str, ...], plain: Plain, path: Path, reading: Reading) -> Any:
        if not keys or keys[0] not in self.places:
            return super().changed(value, keys, plain, path, reading)
        name, *rest = keys
        key, entries = self.key(name), dict(value or {})
        entry = self.entry.changed(entries.pop(key, None), tuple(rest), plain, (*path, name), reading)
        if entry is not NOT_KNOWN and not (rest and self.entry.plain(entry) == {}):
            entries[key] = self.entry_of(name, entry)
        return entries or NOT_KNOWN

    def says_nothing(self, value: Any) -> bool:
        return value is None or (self.partial and not value)

    def things(self) -> Mapping[str, Plain]:
        return {key: key for key in self.keys}

    def schema(self) -> dict[str, Plain]:
        entry = self.entry.schema()
        return {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(self.keys, entry)}

    def pack(self, value: Mapping[Any, T], bits: BitWriter) -> None:
        # A few keys one by one, many as marks in a row: whichever is shorter.
        entries, width = self._in_order(value), width_for(self.keys)
        places = [place for place, _ in entries]
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
        names = [self.keys[place] for place in places]
        return {self.key(name): self.entry_of(name, self.entry.unpack(bits)) for name in names}


class Places(Table[Any]):
    """A table of places of the board; a place that is named with null is known to be empty."""

    def __init__(self, key: Callable[[str], Any], keys: Collection[str], entry: Shape[Any], region: str = "") -> None:
        super().__init__(key, keys, OrNull(entry), partial=True, region=region)


class Record(Shape[T]):
    """A table whose keys are the fields of `kind`; each may be left out, unless it is `required`.

    New fields are added at the end, so that older codes stay readable. `offered`: its things, where people choose it as
    a whole.
    """

    def __init__(
        self,
        kind: Callable[..., T],
        fields: Mapping[str, Shape[Any]],
        required: Collection[str] = (),
        offered: Mapping[str, Plain] | None = None,
    ) -> None:
        self.kind, self.fields, self.required, self.offered = kind, dict(fields), tuple(required), offered or {}

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        missing = [name for name in self.required if isinstance(value, dict) and name not in value]
        if missing:
            reading.problem("key-missing", path, missing=", ".join(missing))
        fields = read_entries(value, self.fields, path, reading)
        return NOT_KNOWN if fields is NOT_KNOWN or not set(self.required) <= set(fields) else self.kind(**fields)

    def _entries(self, value: T) -> Iterator[tuple[int, str, Shape[Any], Any]]:
        """The fields that say anything: neither unknown nor a table of no places."""
        for place, (name, shape) in enumerate(self.fields.items()):
            if (inner := getattr(value, name)) is not None and not shape.says_nothing(inner):
                yield place, name, shape, inner

    def says_nothing(self, value: Any) -> bool:
        return value is None or next(self._entries(value), None) is None

    def plain(self, value: T) -> Plain:
        return {name: shape.plain(inner) for _, name, shape, inner in self._entries(value)}

    def plain_at(self, value: T, keys: tuple[str, ...]) -> Plain:
        if not keys:
            return self.plain(value)
        shape = self.fields.get(keys[0])
        inner = getattr(value, keys[0]) if shape else None
        if shape is None or inner is None or (len(keys) == 1 and shape.says_nothing(inner)):
            return NOT_KNOWN
        return shape.plain_at(inner, keys[1:])

    def changed(self, value: Any, keys: tuple[str, ...], plain: Plain, path: Path, reading: Reading) -> Any:
        if not keys or keys[0] not in self.fields or self.required:
            return super().changed(value, keys, plain, path, reading)
        name, *rest = keys
        before: Any = self.kind() if value is None else value
        inner = self.fields[name].changed(getattr(before, name), tuple(rest), plain, (*path, name), reading)
        after = getattr(self.kind(), name) if inner is NOT_KNOWN else inner
        return dataclasses.replace(before, **{name: after})

    def schema(self) -> dict[str, Plain]:
        properties = {name: shape.schema() for name, shape in self.fields.items()}
        required = {"required": list(self.required)} if self.required else {}
        return {"type": "object", "additionalProperties": False, "properties": properties, **required}

    def things(self) -> Mapping[str, Plain]:
        return self.offered

    def pack(self, value: T, bits: BitWriter) -> None:
        entered = [*self._entries(value)]
        write_marks([place for place, *_ in entered], bits)
        for _, _, shape, inner in entered:
            shape.pack(inner, bits)

    def unpack(self, bits: BitReader) -> T:
        names = list(self.fields)
        entered = [names[place] for place in read_marks(len(names), bits)]
        if not set(self.required) <= set(entered):
            raise OutOfBits("a field is missing")
        return self.kind(**{name: self.fields[name].unpack(bits) for name in entered})


class Tagged(Shape[Any]):
    """A record of one of several kinds, which the key `tag` names."""

    def __init__(
        self, tag: str, records: Mapping[str, Record[Any]], name_of: Callable[[Any], str], what: str = ""
    ) -> None:
        self.tag, self.records, self.name_of, self.what = tag, records, name_of, what
        self.name = Word(records)

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        if not isinstance(value, dict):
            reading.problem("not-a-table", path, found=shown(value))
            return NOT_KNOWN
        if self.tag not in value:
            reading.problem("key-missing", path, missing=self.tag)
            return NOT_KNOWN
        name = self.name.read(value[self.tag], (*path, self.tag), reading)
        inner = {key: one for key, one in value.items() if key != self.tag}
        return NOT_KNOWN if name is NOT_KNOWN else self.records[name].read(inner, path, reading)

    def plain(self, value: Any) -> Plain:
        name = self.name_of(value)
        return {self.tag: name, **self.records[name].plain(value)}

    def schema(self) -> dict[str, Plain]:
        kinds = []
        for name, record in self.records.items():
            inner = record.schema()
            inner["properties"] = {self.tag: {"const": name}, **inner["properties"]}
            inner["required"] = [self.tag, *inner.get("required", [])]
            kinds.append(inner)
        return {"anyOf": kinds}

    def things(self) -> Mapping[str, Plain]:
        """Those that need to say nothing more."""
        return {name: {self.tag: name} for name, record in self.records.items() if not record.required}

    def pack(self, value: Any, bits: BitWriter) -> None:
        name = self.name_of(value)
        self.name.pack(name, bits)
        self.records[name].pack(value, bits)

    def unpack(self, bits: BitReader) -> Any:
        return self.records[self.name.unpack(bits)].unpack(bits)
