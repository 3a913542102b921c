"""Small building blocks that describe a format once: how to read it strictly, to write it, its schema, its code.

A shape stands between plain values (as JSON gives them) and values of ours. Reading reports everything that is
wrong to the `Reading`, each with its place, and then returns NOT_KNOWN; nothing is guessed, nothing dropped silently.
"""

from __future__ import annotations

import difflib
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.engine.core.reasons import Path, Problem
from companion.engine.format.jsontext import Lines, Unreadable

# Numbers to bits and back: the alphabet of the share code.


class OutOfBits(ValueError):
    """There are fewer bits than were asked for, or numbers that nobody writes."""


class BitWriter:
    """Collects numbers of known width. With `sorting`, lists that have no order are written in one and the same."""

    def __init__(self, *, sorting: bool = False) -> None:
        self.value, self.length, self.sorting = 0, 0, sorting

    def write(self, number: int, width: int) -> None:
        """Add `number` as `width` bits."""
        self.value = self.value << width | number
        self.length += width

    def write_count(self, number: int) -> None:
        """Add a number from zero up, small ones in few bits: groups of three with a bit that says "more"."""
        groups, width = number & 7, 4
        while number := number >> 3:
            groups |= (8 | number & 7) << width
            width += 4
        self.write(groups, width)

    def to_bytes(self) -> bytes:
        """All bits, filled up with zeros to whole bytes."""
        missing = -self.length % 8
        return (self.value << missing).to_bytes((self.length + missing) // 8)


class BitReader:
    """Gives numbers back in the order in which they were written."""

    def __init__(self, data: bytes) -> None:
        self.value, self.left = int.from_bytes(data), len(data) * 8

    def read(self, width: int) -> int:
        """The next `width` bits. Raises OutOfBits."""
        if width > self.left:
            raise OutOfBits("the code ends too early")
        self.left -= width
        return self.value >> self.left & (1 << width) - 1

    def read_count(self) -> int:
        """The next number that `write_count` wrote. Raises OutOfBits."""
        number, more = 0, True
        while more:
            group = self.read(4)
            more, number = bool(group >> 3), number << 3 | group & 7
            if number >= 1 << 24:
                raise OutOfBits("no count in the game is that large")
        return number


T = TypeVar("T")
Plain = Any
"""A value as JSON knows it."""


class _NotKnown:
    """What stands in a place of which nothing is known. It is not None, which is `null` in the format."""

    def __repr__(self) -> str:
        return "NOT_KNOWN"


NOT_KNOWN = _NotKnown()


@dataclass
class Reading:
    """What went wrong so far, and the lines of the text that is read."""

    lines: Lines = field(default_factory=Lines)
    problems: list[Problem] = field(default_factory=list)

    def problem(self, code: str, path: Path, **params: str | int) -> None:
        """Note a problem at `path`; its line is that of the nearest thing above that has one."""
        self.problems.append(Problem(code, params, path, self.lines.of(path)))

    def result(self, value: T | None) -> T:
        """What was read, unless something was wrong. Raises Unreadable, with the problems in the order of the text."""
        if self.problems or value is None or value is NOT_KNOWN:
            raise Unreadable(tuple(sorted(self.problems, key=lambda problem: problem.line)))
        return value


class Shape(ABC, Generic[T]):
    """One part of a format."""

    what = ""
    """What its words are: worker, space, city ..."""
    numeric = False
    """Whether it may be a number."""

    @abstractmethod
    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        """Our value, or NOT_KNOWN after reporting why there is none."""

    def plain(self, value: T) -> Plain:
        """What `read` would read as `value`: that itself, where JSON has such values."""
        return value

    def plain_at(self, value: T, keys: tuple[str, ...]) -> Plain:
        """What `plain` has below these keys, or NOT_KNOWN."""
        return NOT_KNOWN if keys else self.plain(value)

    def changed(self, value: Any, keys: tuple[str, ...], plain: Plain, path: Path, reading: Reading) -> Any:
        """The value with something else below these keys; NOT_KNOWN where then nothing is known any more."""
        if keys:
            reading.problem("unknown-key", (*path, *keys), found=keys[0], known="")
            return NOT_KNOWN if value is None else value
        return NOT_KNOWN if plain is NOT_KNOWN else self.read(plain, path, reading)

    def says_nothing(self, value: Any) -> bool:
        """Whether a value that is there tells nothing: a table that names no place."""
        return value is None

    def things(self) -> Mapping[str, Plain]:
        """What people are offered: a word that stands in addresses and lists -> the plain value. Else they type."""
        return {}

    @abstractmethod
    def schema(self) -> dict[str, Plain]:
        """The same as JSON Schema."""

    @abstractmethod
    def pack(self, value: T, bits: BitWriter) -> None:
        """Write `value` as bits."""

    @abstractmethod
    def unpack(self, bits: BitReader) -> T:
        """Read a value back. Raises OutOfBits for bits that `pack` never writes."""


def shown(value: object) -> str:
    """A plain value as a short text for messages."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    text = "{…}" if isinstance(value, dict) else "[…]" if isinstance(value, list) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"


def nearest(value: str, candidates: Collection[str]) -> str:
    """Known words that look like `value`, or all when they are few, for "did you mean ...?"."""
    words = [str(word) for word in candidates]
    close = difflib.get_close_matches(value[:40], words, n=3, cutoff=0.6)
    return ", ".join(close or words[:12]) + ("" if close or len(words) <= 12 else ", …")


def width_for(values: Collection[object]) -> int:
    """Bits for a place in a list that may still grow by half without changing older codes."""
    return (len(values) + len(values) // 2).bit_length()


class Whole(Shape[int]):
    """A whole number from `least` to `most`.

    `usual`: what it is at a table, where the format takes slips of the finger for the check to find.
    """

    numeric = True

    def __init__(self, least: int, most: int, usual: tuple[int, int] | None = None) -> None:
        self.least, self.most, self.usual = least, most, usual or (least, most)

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        if type(value) is not int:
            reading.problem("not-a-number", path, found=shown(value), least=self.least, most=self.most)
        elif not self.least <= value <= self.most:
            reading.problem("number-out-of-range", path, found=value, least=self.least, most=self.most)
        else:
            return value
        return NOT_KNOWN

    def schema(self) -> dict[str, Plain]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def pack(self, value: int, bits: BitWriter) -> None:
        bits.write_count(value - self.least)

    def unpack(self, bits: BitReader) -> int:
        value = bits.read_count() + self.least
        if value > self.most:
            raise OutOfBits("a number out of range")
        return value

    def things(self) -> Mapping[str, Plain]:
        return {str(number): number for number in range(self.least, self.most + 1)}


class Flag(Shape[bool]):
    """True or false."""

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        if isinstance(value, bool):
            return value
        reading.problem("not-a-flag", path, found=shown(value))
        return NOT_KNOWN

    def schema(self) -> dict[str, Plain]:
        return {"type": "boolean"}

    def pack(self, value: bool, bits: BitWriter) -> None:
        bits.write(value, 1)

    def unpack(self, bits: BitReader) -> bool:
        return bool(bits.read(1))

    def things(self) -> Mapping[str, Plain]:
        return {"yes": True, "no": False}


class Null(Shape[Any]):
    """Nothing; `value` is what stands for it here."""

    def __init__(self, value: Any = None) -> None:
        self.value = value

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        return self.value

    def plain(self, value: Any) -> Plain:
        return None

    def schema(self) -> dict[str, Plain]:
        return {"type": "null"}

    def pack(self, value: Any, bits: BitWriter) -> None:
        """Nothing."""

    def unpack(self, bits: BitReader) -> Any:
        return self.value


class Word(Shape[str]):
    """One of the `known` ids. New ids are added at the end, so that older codes stay readable.

    `what` they are; a `piece` is called by that as well in addresses and lists: `worker:cowboy`.
    """

    def __init__(self, words: Collection[str], what: str = "", *, piece: bool = False) -> None:
        self.known: Sequence[str] = tuple(words)
        self.places = {word: place for place, word in enumerate(self.known)}
        self.what, self.prefix = what, f"{what}:" if piece else ""

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        if isinstance(value, str) and value in self.places:
            return value
        reading.problem("unknown-word", path, found=shown(value), known=nearest(shown(value), self.known))
        return NOT_KNOWN

    def schema(self) -> dict[str, Plain]:
        return {"enum": list(self.known)}

    def pack(self, value: str, bits: BitWriter) -> None:
        bits.write(self.places[value], width_for(self.known))

    def unpack(self, bits: BitReader) -> str:
        place = bits.read(width_for(self.known))
        if place >= len(self.known):
            raise OutOfBits("a word that is not known")
        return self.known[place]

    def things(self) -> Mapping[str, Plain]:
        return {f"{self.prefix}{word}": word for word in self.known}


def read_entries(value: Plain, shapes: Mapping[str, Shape[Any]], path: Path, reading: Reading) -> Any:
    """What a table has by these keys, each of its shape; NOT_KNOWN for what is no table."""
    if not isinstance(value, dict):
        reading.problem("not-a-table", path, found=shown(value))
        return NOT_KNOWN
    result: dict[str, Any] = {}
    for name, inner in value.items():
        if name not in shapes:
            reading.problem("unknown-key", (*path, name), found=shown(name), known=nearest(name, shapes))
        elif (entry := shapes[name].read(inner, (*path, name), reading)) is not NOT_KNOWN:
            result[name] = entry
    return result
