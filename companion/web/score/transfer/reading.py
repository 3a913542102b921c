"""What reading a file gives, and the checks that both kinds of file share.

A file is read as a whole: either every game in it is right, or all problems are told at once and nothing is taken.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from flask_babel import gettext

from companion import engine, i18n
from companion.sheets import sums
from companion.sheets.changes import MAX_NAME_LENGTH
from companion.sheets.games import GamePlayer, SheetGame
from companion.sheets.kept import MAX_GAMES
from companion.web.sanitise import fit, one_line

MAX_BYTES = 8 * 1024 * 1024
"""Room for as many games as a collection holds, with everything that lay on the table."""
MAX_TOLD = 40
"""Problems that are told; more help nobody."""

_MAX_NOTED = 1000
_MAX_SHOWN_LENGTH = 40
_ID = re.compile(r"[0-9a-f]{24}")
_LAST = datetime(2200, 1, 1, tzinfo=UTC)
_FIRST = datetime(1950, 1, 1, tzinfo=UTC)
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})[./-] ?(?P<month>\d{1,2})[./-] ?(?P<day>\d{1,2})\.?(?P<time>.*)", re.ASCII)
_DAY_FIRST = re.compile(r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\. ?(?P<year>\d{4})(?P<time>.*)", re.ASCII)
_TIME = re.compile(r"[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?", re.ASCII)


@dataclass(frozen=True)
class FileProblem:
    """Something in a file that cannot be taken: its line, its column or key, what is wrong and what would be right."""

    line: int
    column: str
    text: str


@dataclass(frozen=True)
class FileReading:
    """The games of a file. With problems there are none."""

    games: tuple[SheetGame, ...]
    problems: tuple[FileProblem, ...] = ()
    more: int = 0
    """Problems that are not listed."""


@dataclass
class Report:
    """Collects problems while a file is read."""

    problems: list[FileProblem] = field(default_factory=list)

    def add(self, line: int, column: str, text: str) -> None:
        """Note a problem. A file in which everything is wrong is not listed in full."""
        if len(self.problems) < _MAX_NOTED:
            self.problems.append(FileProblem(line, one_line(column)[:_MAX_SHOWN_LENGTH], text))

    def reading(self, games: Sequence[SheetGame]) -> FileReading:
        """The games, if nothing is wrong with any of them."""
        if not self.problems:
            return FileReading(tuple(games))
        by_line = sorted(self.problems, key=lambda problem: problem.line)
        return FileReading((), tuple(by_line[:MAX_TOLD]), len(by_line) - len(by_line[:MAX_TOLD]))


def text_of(content: bytes) -> str | None:
    """The text of a file, as spreadsheets and other programs write it; None when it is no text that is known here."""
    for start, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"", "utf-8-sig")):
        if content.startswith(start):
            try:
                return content.decode(encoding)
            except UnicodeDecodeError:
                return None
    return None


def brief(value: object) -> str:
    """Something from a file, short enough to be shown."""
    text = one_line(str(value))
    return text if len(text) <= _MAX_SHOWN_LENGTH else f"{text[:_MAX_SHOWN_LENGTH]}…"


class ValueReader:
    """Checks single values. Each gives what can be taken, or notes a problem at a line and column."""

    def __init__(self, report: Report) -> None:
        self.report = report
        limits = engine.load_catalog().table.players
        self.most_players, self.colours = limits.most, limits.colours

    def too_many_games(self, line: int, column: str, have: int) -> bool:
        """Whether there are more games than a file may have."""
        if have > MAX_GAMES:
            message = gettext("There are more than %(most)d games. Split the file.", most=MAX_GAMES)
            self.report.add(line, column, message)
        return have > MAX_GAMES

    def name(self, line: int, column: str, value: str) -> str:
        """A player's name."""
        name = one_line(value)
        if not name:
            self.report.add(line, column, gettext("The name is missing. Everybody needs one."))
        elif len(name) > MAX_NAME_LENGTH:
            message = gettext(
                "“%(found)s” is too long. Shorten the name to %(most)d characters.",
                found=brief(name),
                most=MAX_NAME_LENGTH,
            )
            self.report.add(line, column, message)
        return name

    def colour(self, line: int, column: str, value: str) -> str:
        """A player's colour, by its id or by its name in any language."""
        found = _words("player", self.colours).get(_plain(value), "")
        if not found:
            message = gettext(
                "“%(found)s” is not a colour of the game. The colours are: %(known)s.",
                found=brief(value),
                known=", ".join(self.colours),
            )
            self.report.add(line, column, message)
        return found

    def points(self, line: int, column: str, value: str) -> int | None:
        """Points in a category, None for an empty field."""
        try:
            text = sums.tidy(re.sub(r"[.,]0{1,2}$", "", value.strip()))
            return None if text is None else sums.points(text)
        except sums.NotPoints:
            message = gettext(
                "“%(found)s” is not a number of points. Write a whole number from -%(most)d to %(most)d, such as 12.",
                found=brief(value),
                most=sums.MAX_COUNT,
            )
            self.report.add(line, column, message)
            return None

    def edition(self, line: int, column: str, value: object) -> int:
        """The edition that was played."""
        for edition in engine.editions():
            if str(value) == str(edition):
                return edition
        known = ", ".join(map(str, engine.editions()))
        message = gettext("Edition “%(found)s” cannot be scored. Known: %(known)s.", found=brief(value), known=known)
        self.report.add(line, column, message)
        return engine.editions()[-1]

    def variants(self, line: int, column: str, values: Collection[object], edition: int) -> tuple[str, ...]:
        """The variants that were played."""
        known = engine.variants(edition)
        for value in values:
            if value not in known:
                message = gettext(
                    "“%(found)s” is not a variant that this app knows. Known: %(known)s.",
                    found=brief(value),
                    known=", ".join(known),
                )
                self.report.add(line, column, message)
        return tuple(variant for variant in sorted(known) if variant in values)

    def moment(self, line: int, column: str, value: str) -> datetime:
        """A day, perhaps with a time. Without a time zone it is UTC."""
        found = _moment(one_line(value))
        if found is None or not _FIRST <= found < _LAST:
            message = gettext(
                "“%(found)s” is not a date that can be read. Write it like 2026-11-20 or 20.11.2026.",
                found=brief(value),
            )
            self.report.add(line, column, message)
            return _FIRST
        return found

    def table(self, line: int, column: str, players: Sequence[GamePlayer]) -> None:
        """Whether these players can sit at one table."""
        if not 1 <= len(players) <= self.most_players:
            message = gettext(
                "This game has %(have)d players, it can have 1 to %(most)d.", have=len(players), most=self.most_players
            )
            self.report.add(line, column, message)
        if len({player.colour for player in players}) < len(players):
            message = gettext("Two players of this game have the same colour. Give each a colour of their own.")
            self.report.add(line, column, message)
        if sorted(player.seat for player in players) != list(range(1, len(players) + 1)):
            message = gettext("The seats of this game are not 1, 2 and so on, each once.")
            self.report.add(line, column, message)


def id_of(number: str, day: datetime, players: Sequence[GamePlayer]) -> str:
    """The id of a game: the one it has, else one made from what happened, so that it is known again."""
    if _ID.fullmatch(number):
        return number
    happened = [day.isoformat(), [[player.name, player.colour, dict(player.points)] for player in players]]
    return hashlib.sha256(json.dumps(happened, sort_keys=True).encode()).hexdigest()[:24]


def words_of(context: str, keys: Collection[str]) -> Mapping[str, str]:
    """What people write -> id, for ids and for their names in any language."""
    return _words(context, keys)


def _words(context: str, keys: Collection[str]) -> Mapping[str, str]:
    named = {_plain(i18n.name(lang, context, key)): key for lang in i18n.languages() for key in keys}
    return {**named, **{key: key for key in keys}}


def _plain(value: str) -> str:
    return fit(value).strip().casefold()


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        match = _YEAR_FIRST.fullmatch(text) or _DAY_FIRST.fullmatch(text)
        time = _TIME.fullmatch(match["time"]) if match and match["time"].strip() else None
        if match is None or (match["time"].strip() and time is None):
            return None
        try:
            day = datetime(int(match["year"]), int(match["month"]), int(match["day"]), tzinfo=UTC)
        except ValueError:
            return None
        hours, minutes, seconds = (int(part or 0) for part in time.groups()) if time else (0, 0, 0)
        return day + timedelta(hours=hours, minutes=minutes, seconds=seconds)
    if not _FIRST.year <= found.year < _LAST.year:
        return None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
