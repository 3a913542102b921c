"""The log of a sheet as JSON, as a phone that was away and the server tell each other of it: see docs/sheets.md."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any, NamedTuple

from companion.engine import MAX_HOUSE_RULES
from companion.sheets import changes, sums
from companion.sheets.log import MAX_RIVALS, START, Change, Log
from companion.sheets.states import TABLE, Cell, SheetState, TooMuch

MAX_AT_ONCE = 500
"""Changes in one message."""
MESSAGE_BYTES = 200_000
"""Bytes of a message, unless a single change takes more."""
MAX_CHANGE_BYTES = 512 * 1024
"""Bytes of a change: more than a form or a file of games can make."""
MAX_MESSAGE_BYTES = 1024 * 1024
NOTHING = -1
"""The revision of whoever knows nothing of a log."""
_AROUND = 250
"""Bytes of a change in a message besides what it tells."""
_CHECK_LENGTH = 16
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}", re.ASCII)
_MAX_NUMBER = 2**31 - 1
_MAX_FIGURE = 999
_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)


class Malformed(ValueError):
    """A message that cannot be read. `at` says which part of it."""

    def __init__(self, at: str, why: str) -> None:
        super().__init__(f"{at}: {why}")
        self.at, self.why = at, why


class KeysTaken(Exception):
    """Another sheet has one of the keys."""


class Brought(NamedTuple):
    """A sheet that was made elsewhere, with the keys that it got there."""

    edit_key: str
    view_key: str
    edition: int
    variants: tuple[str, ...]
    made: datetime


class LogDelta(NamedTuple):
    """What a log holds that somebody does not know."""

    sheet: SheetState
    changes: tuple[Change, ...]
    revision: int
    """The one that a log has come to with these changes."""
    check: str
    """What tells the log up to that revision from every other one."""
    anew: bool
    """Whether somebody who knew another log is told this one from its beginning."""
    more: bool
    """Whether there are others."""


def check_of(log: Log, revision: int) -> str:
    """What tells a log up to a revision from every other one: who comes back with it knows the same changes.

    A database that was put back counts revisions once more, and gives their numbers to other changes.
    """
    arrived = sorted((change.number, change.id) for change in log.changes.values() if change.number <= revision)
    return hashlib.sha256("\n".join(name for _, name in arrived).encode()).hexdigest()[:_CHECK_LENGTH]


def delta(sheet: SheetState, log: Log, revision: int, check: str | None = None) -> LogDelta:
    """What came into a log after a `revision`, the oldest first, as much as one message holds.

    `check` is what was told with that revision. Where it is that of another log, all of this one is new.
    """
    anew = check is not None and check != check_of(log, revision)
    revision = NOTHING if anew else revision
    later = sorted((change for change in log.changes.values() if change.number > revision), key=attrgetter("number"))
    some: list[Change] = []
    room = MESSAGE_BYTES
    for change in later[:MAX_AT_ONCE]:
        room -= change.bytes + _AROUND
        if some and room < 0:
            break
        some.append(change)
    revision = some[-1].number if some else sheet.revision
    return LogDelta(sheet, tuple(some), revision, check_of(log, revision), anew, len(some) < len(later))


def change_as_json(change: Change) -> dict[str, Any]:
    """A change as JSON. Its number is that of one database only and is not told."""
    item = {**change._asdict(), "at": change.at.isoformat(), "told": dict(change.told)}
    del item["number"]
    if not change.via:
        del item["via"]
    return item


class Reader:
    """Reads messages about a sheet whose players may have these colours.

    `fits` tells whether a text holds only what may be shown. `sender`: the signature of the phone that sends them, by
    which a change is known to be its own; None for one that is believed about others, as the server is.
    """

    def __init__(self, colours: Sequence[str], fits: Callable[[str], bool], sender: str | None = None) -> None:
        self.colours, self.fits, self.sender = colours, fits, sender

    def read(self, value: object, at: str = "changes") -> list[Change]:
        """A list of changes. Raises Malformed."""
        items = self._list(value, at, MAX_AT_ONCE)
        return [self._change(item, f"{at}[{place}]") for place, item in enumerate(items)]

    def moment(self, value: object, at: str) -> datetime:
        """A moment, one that is still to come as the present one: clocks of phones go wrong. Raises Malformed."""
        try:
            moment = datetime.fromisoformat(self.text(value, at))
        except ValueError:
            raise Malformed(at, "no time in ISO 8601") from None
        if moment.tzinfo is None:
            raise Malformed(at, "a time without a time zone")
        return max(_EARLIEST, min(moment, datetime.now(UTC)))

    def text(self, value: object, at: str, most: int = changes.MAX_NAME_LENGTH) -> str:
        """A text of at most so many characters. Raises Malformed."""
        if not isinstance(value, str) or len(value) > most or not self.fits(value):
            raise Malformed(at, f"no text of at most {most} characters")
        return value

    def mapping(self, value: object, at: str) -> Mapping[str, Any]:
        """A JSON object. Raises Malformed."""
        if not isinstance(value, dict):
            raise Malformed(at, "no object")
        return value

    def number(self, value: object, at: str, least: int = 0, most: int = _MAX_NUMBER) -> int:
        """A whole number. Raises Malformed."""
        if type(value) is not int or not least <= value <= most:
            raise Malformed(at, f"no whole number from {least} to {most}")
        return value

    def _change(self, value: object, at: str) -> Change:
        item = self.mapping(value, at)
        kind, what = item.get("kind"), self.mapping(item.get("told"), f"{at}.told")
        via = self.text(item.get("via", ""), f"{at}.via")
        change = Change(
            number=0,
            id=self._name(item.get("id"), f"{at}.id"),
            time=self.number(item.get("time"), f"{at}.time"),
            by=self.text(item.get("by"), f"{at}.by"),
            at=self.moment(item.get("at"), f"{at}.at"),
            kind=str(kind),
            told=self._content(kind, what, f"{at}.told"),
            via=via,
        )
        if self.sender is None:
            return change
        if change.bytes > MAX_CHANGE_BYTES:
            raise Malformed(f"{at}.told", f"more than {MAX_CHANGE_BYTES} bytes")
        return change._replace(via="" if change.author in ("", self.sender) else self.sender)

    def _content(self, kind: object, what: Mapping[str, Any], at: str) -> dict[str, Any]:
        match kind:
            case "start" | "people":
                players = {"players": self._players(what.get("players"), f"{at}.players")}
                if "house" not in what:
                    return players
                return {**players, "house": self._house(what["house"], f"{at}.house")}
            case "write" | "values":
                read = self._written if kind == "write" else self._value
                cells = self._list(what.get("cells"), f"{at}.cells", changes.MAX_SIZE)
                return {"cells": [read(cell, f"{at}.cells[{place}]") for place, cell in enumerate(cells)]}
            case "choose":
                seat, field = self._cell(what.get("seat"), what.get("field"), at)
                upon = self._list(what.get("upon"), f"{at}.upon", MAX_RIVALS + 1, least=1)
                texts = [self._entry(field, text, f"{at}.upon") for text in upon]
                chosen = self._entry(field, what.get("text"), f"{at}.text")
                return {"seat": seat, "field": field, "text": chosen, "upon": texts}
            case "undo" | "redo":
                return {"of": self._name(what.get("of"), f"{at}.of")}
            case "claim":
                phone = what.get("phone")
                seat = self.number(what.get("seat"), f"{at}.seat", 1)
                return {"seat": seat, "phone": None if phone is None else self.text(phone, f"{at}.phone")}
            case "finish":
                return {"upon": self.number(what.get("upon"), f"{at}.upon")}
            case "reopen":
                return {}
        raise Malformed(at, "no kind of change")

    def _players(self, value: object, at: str) -> list[list[str]]:
        players = []
        for place, player in enumerate(self._list(value, at, len(self.colours), least=1)):
            name, colour = self._list(player, f"{at}[{place}]", 2, least=2)
            players.append([self.text(name, f"{at}[{place}]"), self.text(colour, f"{at}[{place}]")])
        colours = {colour for _, colour in players}
        if not all(name for name, _ in players) or len(colours) < len(players) or not colours <= set(self.colours):
            raise Malformed(at, "a player without a name, of the colour of another one, or of none that there is")
        return players

    def _house(self, value: object, at: str) -> dict[str, int]:
        """House rules; which of them the game has, is asked where they are used."""
        rules = self.mapping(value, at)
        if len(rules) > MAX_HOUSE_RULES:
            raise Malformed(at, f"more than {MAX_HOUSE_RULES} house rules")
        return {
            self.text(name, at, changes.MAX_FIELD_LENGTH): self.number(number, at, -_MAX_FIGURE, _MAX_FIGURE)
            for name, number in rules.items()
        }

    def _written(self, value: object, at: str) -> list[Any]:
        seat, field, seen, text = self._list(value, at, 4, least=4)
        seat, field = self._cell(seat, field, at)
        seen = None if seen is None else self.text(seen, at, changes.MAX_TEXT_LENGTH)
        return [seat, field, seen, self._entry(field, text, at)]

    def _value(self, value: object, at: str) -> list[Any]:
        seat, field, typed = self._list(value, at, 3, least=3)
        seat, field = self._cell(seat, field, at)
        pairs = [self._list(pair, at, 2, least=2) for pair in self._list(typed, at, MAX_RIVALS + 1, least=1)]
        return [seat, field, [[self._entry(field, text, at), self.text(by, at)] for text, by in pairs]]

    def _cell(self, seat: object, field: object, at: str) -> Cell:
        name = self.text(field, at, changes.MAX_FIELD_LENGTH)
        if not changes.well_formed(TABLE, name):
            raise Malformed(at, "no name of a field")
        return self.number(seat, at, TABLE), name

    def _entry(self, field: str, value: object, at: str) -> str | None:
        if value is None:
            return None
        text = self.text(value, at, changes.MAX_TEXT_LENGTH)
        try:
            changes.check_texts({(TABLE, field): (None, text)})
        except (TooMuch, sums.NotPoints):
            raise Malformed(at, "a text that is empty or tells no points") from None
        return text

    def _name(self, value: object, at: str) -> str:
        name = self.text(value, at)
        if not _NAME.fullmatch(name):
            raise Malformed(at, "no id: letters, digits, - and _")
        return name

    def _list(self, value: object, at: str, most: int, least: int = 0) -> list[Any]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise Malformed(at, f"no list of {least} to {most}")
        return value


def check(log: Log, added: Sequence[Change]) -> None:
    """Whether changes belong into a log: its seats, its players, and times that follow. Raises Malformed."""
    seats, latest = range(len(changes.colours()) + 1), log.time + len(added)
    for change in added:
        at = f"change {change.id}"
        if change.kind == "start" or change.id == START:
            raise Malformed(at, "the log has a start")
        if not (change.kind != "values") <= change.time <= latest:
            raise Malformed(at, f"a time that is not from 1 to {latest}: send the oldest changes first")
        if any(seat not in seats for seat, _ in change.cells) or change.told.get("seat", 0) not in seats:
            raise Malformed(at, "a seat that nobody sits at")
        if change.kind == "people" and len(change.told["players"]) != len(log.names):
            raise Malformed(at, "another number of players")
