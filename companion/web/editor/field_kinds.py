"""Every field of the position format that people enter: where it stands, and what fits there.

Fields are worked out from the component data. A thing is a short word that also stands in addresses: `empty`,
`worker:cowboy`, `building:blue:3a`, `+1`. A field says which things it takes and what its value is afterwards; values
are the plain ones of the format.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine import NOT_KNOWN
from companion.integers import whole

EMPTY, UNKNOWN, NONE, CLOSED = "empty", "unknown", "none", "closed"
"""Nothing lies there; nobody knows; a list without anything in it; a job market that its token has left."""


Plain = Any
Things = Mapping[str, Plain]
"""Thing -> what it is in the format."""


class Unfitting(Exception):
    """A thing that does not fit where it was put. `place` says what does."""

    def __init__(self, place: str, thing: str) -> None:
        super().__init__(f"{thing} at {place}")
        self.place, self.thing = place, thing


@dataclass(frozen=True)
class PositionField(ABC):
    """One field: its dotted path, and the part of the board that shows it."""

    path: str
    region: str

    @functools.cached_property
    def keys(self) -> tuple[str, ...]:
        """The path, key by key."""
        return tuple(self.path.split("."))

    def put(self, before: Plain, thing: str) -> Plain:
        """The value after `thing` was put there. Raises KeyError for what does not fit."""
        return NOT_KNOWN if thing == UNKNOWN else self._put(before, thing)

    @abstractmethod
    def _put(self, before: Plain, thing: str) -> Plain:
        """The same for a thing that says something."""


@dataclass(frozen=True)
class Spot(PositionField):
    """A place for one thing."""

    things: Things
    may_be_empty: bool = False

    def _put(self, before: Plain, thing: str) -> Plain:  # noqa: ARG002 (what lies there goes)
        if thing == EMPTY and self.may_be_empty:
            return None
        return self.things[thing]


@dataclass(frozen=True)
class NumberField(PositionField):
    """A number from `least` to `most`: `+1`, `-1`, or the number itself. What is not known counts as `base`."""

    least: int
    most: int
    base: int = 0

    def _put(self, before: Plain, thing: str) -> Plain:
        number = signed(thing)
        if number is None:
            raise KeyError(thing)
        if thing[0] in "+-":
            known = before if type(before) is int else self.base
            return min(max(known + number, self.least), self.most)
        if not self.least <= number <= self.most:
            raise KeyError(thing)
        return number


@dataclass(frozen=True)
class TickField(PositionField):
    """A list in which each of `things` stands once or not at all: putting it there again takes it away."""

    things: Things

    def _put(self, before: Plain, thing: str) -> Plain:
        if thing == NONE:
            return []
        value, known = self.things[thing], before if isinstance(before, list) else []
        if value in known:
            return [kept for kept in known if kept != value]
        order = list(self.things.values())
        return sorted([*known, value], key=order.index)


@dataclass(frozen=True)
class Heap(PositionField):
    """Pieces of which several may be alike: `thing` adds one, `-thing` takes one away, `thing=3` makes them three.

    A `pile` may also be counted: `+1`, `-1` or a number change how many there are, known or not.
    """

    things: Things
    most: int
    pile: bool = False

    def _put(self, before: Plain, thing: str) -> Plain:
        if thing == NONE:
            return [] if not self.pile else 0
        count, known = contents(before)
        number = signed(thing)
        if number is not None and self.pile:
            counted = count + number if thing[0] in "+-" else number
            return _pile(min(max(counted, len(known)), self.most), known)
        name, _, count_text = thing.removeprefix("-").partition("=")
        value = self.things[name]
        have = known.count(value)
        wanted = signed(count_text) if count_text else have + (-1 if thing.startswith("-") else 1)
        if wanted is None or wanted < 0:
            raise KeyError(thing)
        for _ in range(have - wanted):
            known.remove(value)
            count -= 1
        # Somebody who counted first and then names a card names one of those counted.
        known += [value] * max(0, min(wanted - have, self.most - len(known)))
        return _pile(max(count, len(known)), known) if self.pile else known


@dataclass(frozen=True)
class Cells(PositionField):
    """A row of `length` spaces. A thing goes to a space by its number: `2=worker:cowboy`, `2=empty`, `2=unknown`.

    With `gaps` a space may be empty (null) between others; without, the row closes up.
    """

    things: Things
    length: int
    gaps: bool = False

    def _put(self, before: Plain, thing: str) -> Plain:
        if thing == NONE:
            return [None] * self.length if self.gaps else []
        where, _, what = thing.partition("=")
        place = signed(where)
        if place is None or not 1 <= place <= self.length:
            raise KeyError(thing)
        row = list(before) if isinstance(before, list) else []
        if self.gaps:
            row += [None] * (place - len(row))
        value = None if what in (EMPTY, UNKNOWN) else self.things[what]
        if what == UNKNOWN and place == len(row):
            row.pop()
        elif self.gaps:
            row[place - 1] = value
        elif value is not None:
            row[place - 1 : place] = [value]
        else:
            del row[place - 1 : place]
        return row or (NOT_KNOWN if what == UNKNOWN else row)


@dataclass(frozen=True)
class Counted(PositionField):
    """How many there are of each of `keyed`, complete when it is there: `name+1`, `name-1`, `name=3`.

    `base` is what everybody has from the start; it is what the others are when the first is entered.
    """

    keyed: tuple[str, ...]
    base: int = 0
    most: int = 999
    limits: Mapping[str, int] = field(default_factory=dict)
    """Names of which there may be fewer than `most`."""

    def _put(self, before: Plain, thing: str) -> Plain:
        if thing == NONE:
            return self._all(self.base)
        name = thing.rstrip("0123456789").rstrip("+-=")
        sign, number = thing[len(name) : len(name) + 1], signed(thing[len(name) + 1 :])
        if name not in self.keyed or sign not in ("+", "-", "=") or number is None:
            raise KeyError(thing)
        counts = dict(before) if isinstance(before, dict) else self._all(self.base)
        have = counts.get(name, 0)
        wanted = {"+": have + number, "-": have - number, "=": number}[sign]
        counts[name] = min(max(wanted, 0), self.limits.get(name, self.most))
        if not counts[name] and not self.base:
            del counts[name]
        return counts

    def _all(self, count: int) -> dict[str, int]:
        return dict.fromkeys(self.keyed, count) if count else {}


def signed(text: str) -> int | None:
    """A whole number of at most three digits, perhaps with a sign; None for anything else."""
    sign = text[:1] if text[:1] in ("+", "-") else ""
    number = whole(text[len(sign) :], 0, 999)
    return number if number is None or sign != "-" else -number


def contents(value: Plain) -> tuple[int, list[Plain]]:
    """How many pieces a pile or list holds, and those that are known."""
    if isinstance(value, list):
        return len(value), list(value)
    if isinstance(value, dict):
        return value["count"], list(value["known"])
    return (value if type(value) is int else 0), []


def _pile(count: int, known: list[Plain]) -> Plain:
    if not known:
        return count
    return known if len(known) == count else {"count": count, "known": known}
