"""JSON text to plain values, remembering the line of everything, so that errors can say where.

Stricter than the standard library's reader, because the text comes from strangers: a key given twice,
NaN, a nesting or a text beyond the limits are errors, and no input costs more than its length.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder
from typing import NoReturn

from companion.engine.core.reasons import Path, Problem

MAX_CHARACTERS = 64 * 1024
MAX_DEPTH = 12
MAX_VALUES = 400_000
"""A text of eight million characters can hold four million, which take gigabytes. A thousand games with all their
pieces hold fewer."""

_SPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
_STRINGS = JSONDecoder()
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORDS: Mapping[str, object] = {"true": True, "false": False, "null": None}
_MAX_DIGITS = 15
_UNUSUAL = re.compile(rf"[\ud800-\udfff]|\\u[dD][89a-fA-F]|[-+.\dEe]{{{_MAX_DIGITS + 1}}}")
"""Half characters and long numbers, or what may be one: it may also stand in a text."""


class Unreadable(Exception):
    """A text that is not what was asked for. `problems` tells all that is wrong, in the order of the text."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"line {problem.line}: {problem.code}" for problem in problems))
        self.problems = problems


@dataclass(frozen=True)
class Document:
    """A value read from a text, and the line on which each key or list entry starts."""

    value: object
    lines: Lines


def read_json(text: str, most: int = MAX_CHARACTERS) -> Document:
    """Read `text` of at most so many characters. Raises Unreadable."""
    if len(text) > most:
        raise Unreadable((Problem("too-long", {"have": len(text), "most": most}),))
    text = text.removeprefix("\ufeff")
    try:
        return Document(_at_once(text), Lines(lambda: _read(text)[1]))
    except _NotSure:
        value, lines = _read(text)
        return Document(value, Lines(lambda: lines))


def _read(text: str) -> tuple[object, Mapping[Path, int]]:
    """The value, and where what starts. Raises Unreadable."""
    reader = _Reader(text)
    return reader.document(), reader.lines


class _NotSure(Exception):
    """Something may be wrong with a text: the reader that knows lines is to say what, if anything."""


def _at_once(text: str) -> object:
    """What the reader below would say of a text in which nothing is wrong, in a third of the time. Raises _NotSure."""
    # No value without one of these before it, but the first.
    if _UNUSUAL.search(text) or sum(map(text.count, ",[{")) >= MAX_VALUES:
        raise _NotSure
    try:
        value = json.loads(text, object_pairs_hook=_mapping, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise _NotSure from error
    within = [value]
    for _ in range(MAX_DEPTH):
        within = [inner for one in within for inner in _inner(one) if isinstance(inner, dict | list)]
        if not within:
            return value
    raise _NotSure


def _inner(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _mapping(pairs: list[tuple[str, object]]) -> dict[str, object]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        raise _NotSure
    return mapping


def _refuse(_constant: str) -> NoReturn:
    raise _NotSure


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0
        self.lines: dict[Path, int] = {}
        self.counted = (0, 1)

    def line(self) -> int:
        """The line of the current place. Places only grow, so each character is counted once."""
        place, line = self.counted
        line += self.text.count("\n", place, self.place)
        self.counted = (self.place, line)
        return line

    def error(self, code: str, path: Path = (), **params: str | int) -> Unreadable:
        return Unreadable((Problem(code, params, path, self.line()),))

    def skip(self) -> str:
        """Skip white space; the next character, "" at the end."""
        match = _SPACE.match(self.text, self.place)
        self.place = match.end() if match else self.place
        return self.text[self.place : self.place + 1]

    def document(self) -> object:
        if not self.skip():
            raise self.error("empty")
        value = self.value(())
        if self.skip():
            raise self.error("more-after-end", found=self.near())
        return value

    def near(self) -> str:
        """What stands at the current place, short enough for a message."""
        return self.text[self.place : self.place + 20].split("\n")[0]

    def value(self, path: Path) -> object:
        character = self.skip()
        self.lines[path] = self.lines.get(path) or self.line()
        if len(path) > MAX_DEPTH:
            raise self.error("too-deep", path, most=MAX_DEPTH)
        if len(self.lines) > MAX_VALUES:
            raise self.error("too-many-values", path, most=MAX_VALUES)
        if character == "{":
            return self.mapping(path)
        if character == "[":
            return self.sequence(path)
        if character == '"':
            return self.string(path)
        for word, value in _WORDS.items():
            if self.text.startswith(word, self.place):
                self.place += len(word)
                return value
        return self.number(path)

    def number(self, path: Path) -> int | float:
        match = _NUMBER.match(self.text, self.place)
        if not match:
            raise self.error("not-json", path, found=self.near() or "…")
        if match.end() - match.start() > _MAX_DIGITS:
            raise self.error("number-too-long", path, most=_MAX_DIGITS)
        self.place = match.end()
        return float(match[0]) if match[1] or match[2] else int(match[0])

    def string(self, path: Path) -> str:
        try:
            value, self.place = _STRINGS.raw_decode(self.text, self.place)
        except JSONDecodeError as error:
            raise self.error("text-not-closed", path, found=self.near()) from error
        if not isinstance(value, str) or _SURROGATE.search(value):
            raise self.error("half-character", path)
        return value

    def mapping(self, path: Path) -> dict[str, object]:
        result: dict[str, object] = {}
        self.place += 1
        if self.skip() == "}":
            self.place += 1
            return result
        while True:
            if self.skip() != '"':
                raise self.error("key-expected", path, found=self.near() or "…")
            line = self.line()
            key = self.string(path)
            if key in result:
                raise self.error("key-twice", (*path, key), key=key)
            self.lines[(*path, key)] = line
            if self.skip() != ":":
                raise self.error("colon-expected", (*path, key), found=self.near() or "…")
            self.place += 1
            result[key] = self.value((*path, key))
            if self.more("}", path):
                return result

    def sequence(self, path: Path) -> list[object]:
        result: list[object] = []
        self.place += 1
        if self.skip() == "]":
            self.place += 1
            return result
        while True:
            result.append(self.value((*path, len(result))))
            if self.more("]", path):
                return result

    def more(self, end: str, path: Path) -> bool:
        """Step over a comma (False) or the end of the list or mapping (True)."""
        character = self.skip()
        if character not in (",", end) or not character:
            raise self.error("comma-expected", path, found=self.near() or "…", end=end)
        self.place += 1
        if character == "," and self.skip() == end:
            raise self.error("comma-too-many", path, end=end)
        return character == end


class Lines:
    """The lines, counted from 1, on which the keys and list entries of a text start.

    `find` tells them; it is asked when somebody wants to know one, which mostly nobody does.
    """

    def __init__(self, find: Callable[[], Mapping[Path, int]] = dict) -> None:
        self._find = find

    @functools.cached_property
    def starts(self) -> Mapping[Path, int]:
        """The line of every key and list entry."""
        return self._find()

    def of(self, path: Path) -> int:
        """The line of what `path` leads to, or of the nearest thing around it that the text has."""
        while path and path not in self.starts:
            path = path[:-1]
        return self.starts.get(path, 1)

    def of_place(self, place: str) -> int:
        """The same for a place of a reason: dotted keys, as in `players.blue.workers`."""
        while place and place not in self._by_place:
            place = place.rpartition(".")[0]
        return self._by_place.get(place, 1)

    @functools.cached_property
    def _by_place(self) -> Mapping[str, int]:
        # No key of the format has a dot, so no two paths of a position look alike.
        return {".".join(map(str, path)): line for path, line in self.starts.items()}
