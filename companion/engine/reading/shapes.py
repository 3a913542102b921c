"""Small building blocks for reading plain values strictly, collecting every problem with its place.

A shape is a function from a plain value (as JSON gives it) to what is wanted. It reports what is wrong to
the `Reading` and then returns None; nothing is guessed, nothing is dropped silently.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from companion.engine.reading.problems import Path, Problem

T = TypeVar("T")


@dataclass
class Reading:
    """What went wrong so far, and the lines of the text that is read."""

    lines: Mapping[Path, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def problem(self, code: str, path: Path, **params: str | int) -> None:
        """Note a problem at `path`; its line is that of the nearest thing above that has one."""
        place = path
        while place and place not in self.lines:
            place = place[:-1]
        self.problems.append(Problem(code, params, path, self.lines.get(place, 1)))


Shape = Callable[[object, Path, Reading], T | None]


def shown(value: object) -> str:
    """A plain value as a short text for messages."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    text = "{…}" if isinstance(value, dict) else "[…]" if isinstance(value, list) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"


def nearest(value: str, known: Collection[str]) -> str:
    """Known words that look like `value`, or all when they are few, for "did you mean ...?"."""
    words = [str(word) for word in known]
    close = difflib.get_close_matches(value[:40], words, n=3, cutoff=0.6)
    return ", ".join(close or words[:12]) + ("" if close or len(words) <= 12 else ", …")


def whole(least: int, most: int) -> Shape[int]:
    """A whole number from `least` to `most`."""

    def read(value: object, path: Path, reading: Reading) -> int | None:
        if type(value) is not int:
            reading.problem("not-a-number", path, found=shown(value), least=least, most=most)
        elif not least <= value <= most:
            reading.problem("number-out-of-range", path, found=value, least=least, most=most)
        else:
            return value
        return None

    return read


def flag(value: object, path: Path, reading: Reading) -> bool | None:
    """True or false."""
    if isinstance(value, bool):
        return value
    reading.problem("not-a-flag", path, found=shown(value))
    return None


def word(known: Collection[str]) -> Shape[str]:
    """One of the `known` ids."""

    def read(value: object, path: Path, reading: Reading) -> str | None:
        if isinstance(value, str) and value in known:
            return value
        reading.problem("unknown-word", path, found=shown(value), known=nearest(shown(value), known))
        return None

    return read


def sequence(entry: Shape[T], most: int) -> Shape[tuple[T, ...]]:
    """A list of at most `most` entries."""

    def read(value: object, path: Path, reading: Reading) -> tuple[T, ...] | None:
        if not isinstance(value, list):
            reading.problem("not-a-list", path, found=shown(value))
            return None
        if len(value) > most:
            reading.problem("list-too-long", path, found=len(value), most=most)
            return None
        entries = [entry(inner, (*path, place), reading) for place, inner in enumerate(value)]
        return tuple(entry for entry in entries if entry is not None)

    return read


def sequence_with_gaps(entry: Shape[T], most: int) -> Shape[tuple[T | None, ...]]:
    """A list of at most `most` entries in which null stands for an empty space."""

    def gap_or_entry(value: object, path: Path, reading: Reading) -> tuple[T | None] | None:
        if value is None:
            return (None,)
        inner = entry(value, path, reading)
        return None if inner is None else (inner,)

    whole_list = sequence(gap_or_entry, most)

    def read(value: object, path: Path, reading: Reading) -> tuple[T | None, ...] | None:
        entries = whole_list(value, path, reading)
        return None if entries is None else tuple(inner for (inner,) in entries)

    return read


def mapping(key: Callable[[str], Any], keys: Collection[str], entry: Shape[T], *, gaps: bool = False) -> Shape[Any]:
    """A table from the known `keys`, each turned by `key`. With `gaps`, null is a value: known to be empty."""

    def read(value: object, path: Path, reading: Reading) -> Mapping[Any, T | None] | None:
        if not isinstance(value, dict):
            reading.problem("not-a-table", path, found=shown(value))
            return None
        result: dict[Any, T | None] = {}
        for name, inner in value.items():
            here = (*path, name)
            if name not in keys:
                reading.problem("unknown-key", here, found=shown(name), known=nearest(name, keys))
            elif inner is None and gaps:
                result[key(name)] = None
            else:
                entry_value = entry(inner, here, reading)
                if entry_value is not None:
                    result[key(name)] = entry_value
        return result

    return read


def record(kind: Callable[..., T], fields: Mapping[str, Shape[Any]]) -> Shape[T]:
    """A table whose keys are the arguments of `kind`; each may be left out."""

    def read(value: object, path: Path, reading: Reading) -> T | None:
        if not isinstance(value, dict):
            reading.problem("not-a-table", path, found=shown(value))
            return None
        arguments: dict[str, object] = {}
        for name, inner in value.items():
            if name not in fields:
                reading.problem("unknown-key", (*path, name), found=shown(name), known=nearest(name, fields))
                continue
            argument = fields[name](inner, (*path, name), reading)
            if argument is not None:
                arguments[name] = argument
        return kind(**arguments)

    return read
