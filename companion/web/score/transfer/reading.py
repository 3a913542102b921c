"""Reading the games of a file, of whatever kind it is, once it is plain values: dictionaries, lists, texts, numbers.

A file is read as a whole: either every game in it is right, or all problems are told at once and nothing is taken.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from flask_babel import gettext

from companion import engine, i18n
from companion.sheets import about, sums
from companion.sheets.changes import MAX_FIELDS, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, well_formed
from companion.sheets.games import GamePlayer, SheetGame
from companion.sheets.kept import MAX_GAMES
from companion.sheets.pieces import depth_of
from companion.web.language import name as named
from companion.web.sanitise import fit, one_line

MAX_BYTES = 8 * 1024 * 1024
"""Room for as many games as a collection holds, with everything that lay on the table."""
MAX_TOLD = 40
"""Problems that are told; more help nobody."""

Path = tuple[str | int, ...]
Place = tuple[int, str]
"""A line of the file, and its column or key."""

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

    def fits(self, games: Collection[object], line: int, column: str) -> bool:
        """Whether there are games, and no more than a file may have."""
        if not games:
            self.add(line, column, gettext("There are no games in this file."))
        elif len(games) > MAX_GAMES:
            self.add(line, column, gettext("There are more than %(most)d games. Split the file.", most=MAX_GAMES))
        return 0 < len(games) <= MAX_GAMES

    def reading(self, games: Sequence[SheetGame] = ()) -> FileReading:
        """The games, if nothing is wrong with any of them."""
        if not self.problems:
            return FileReading(tuple(games))
        by_line = sorted(self.problems, key=lambda problem: problem.line)
        return FileReading((), tuple(by_line[:MAX_TOLD]), len(by_line) - len(by_line[:MAX_TOLD]))


def brief(value: object) -> str:
    """Something from a file, short enough to be shown."""
    text = one_line(str(value))
    return text if len(text) <= _MAX_SHOWN_LENGTH else f"{text[:_MAX_SHOWN_LENGTH]}…"


def plain(value: str) -> str:
    """What people wrote, as names of columns and colours are compared."""
    return fit(value).strip().casefold()


def words_of(context: str, keys: Collection[str]) -> Mapping[str, str]:
    """What people write -> id, for ids and for their names in any language."""
    words = {plain(i18n.name(lang, context, key)): key for lang in i18n.languages() for key in keys}
    return {**words, **{key: key for key in keys}}


class GameReader:
    """Reads games, noting what cannot be taken where it stands: `at` tells the place of a path in the file.

    `texts`: numbers are texts there, as people write them.
    """

    def __init__(self, report: Report, at: Callable[[Path], Place], *, texts: bool = False) -> None:
        self.report, self.at, self.texts = report, at, texts
        limits = engine.load_catalog().table.players
        self.most_players, self.colours = limits.most, limits.colours

    def note(self, path: Path, text: str) -> None:
        """Note a problem."""
        self.report.add(*self.at(path), text)

    def mapping(self, value: object, path: Path) -> dict[str, Any]:
        """A table of values by name."""
        if isinstance(value, dict):
            return value
        self.note(path, gettext("“%(found)s” is where {curly brackets} belong.", found=brief(value)))
        return {}

    def sequence(self, value: object, path: Path) -> list[Any]:
        """A list of values."""
        if isinstance(value, list):
            return value
        self.note(path, gettext("“%(found)s” is where a [list] belongs.", found=brief(value)))
        return []

    def game(self, value: object, path: Path = ()) -> SheetGame:
        """A game with its players."""
        table = self.mapping(value, path)
        edition = self._edition(table.get("edition", engine.editions()[-1]), (*path, "edition"))
        variants = self._variants(table.get("variants", []), edition, (*path, "variants"))
        made = self._moment(str(table.get("made")), (*path, "made"))
        ended = table.get("finished")
        finished = None if ended is None else self._moment(str(ended), (*path, "finished"))
        raw, most = self.sequence(table.get("players"), here := (*path, "players")), self.most_players
        if not 1 <= len(raw) <= most:
            text = gettext("This game has %(have)d players, it can have 1 to %(most)d.", have=len(raw), most=most)
            self.note(here, text)
        categories = engine.load_catalog(edition, variants).scoring.categories
        players = [
            self._player(player, categories, (*here, seat)) for seat, player in enumerate(raw[: self.most_players])
        ]
        if len({player.colour for player in players}) < len(players):
            self.note(here, gettext("Two players of this game have the same colour. Give each a colour of their own."))
        if sorted(player.seat for player in players) != list(range(1, len(players) + 1)):
            self.note(here, gettext("The seats of this game are not 1, 2 and so on, each once."))
        fields = self._fields(table.get("fields", {}), (*path, "fields"))
        number = _id_of(str(table.get("game", "")), finished or made, players)
        return SheetGame(number, edition, variants, made, finished, tuple(players), fields)

    def _player(self, value: object, categories: Collection[str], path: Path) -> GamePlayer:
        table = self.mapping(value, path)
        seat = seat if type(seat := table.get("seat")) is int else 0
        name = self._name(str(table.get("name", "")), (*path, "name"))
        colour = self._colour(str(table.get("colour", "")), (*path, "colour"))
        fields = self._fields(table.get("fields", {}), (*path, "fields"))
        points: dict[str, int] = {}
        for category, number in self.mapping(table.get("points", {}), (*path, "points")).items():
            here = (*path, "points", category)
            if category not in categories:
                text = gettext(
                    "“%(found)s” is not a category. The categories are: %(known)s.",
                    found=brief(category),
                    known=", ".join(categories),
                )
                self.note(here, text)
                continue
            have = self.points(str(number) if self.texts or type(number) is int else repr(number), here)
            if have is not None:
                points[category] = have
        for category in categories:
            if category in fields:
                self._typed(category, fields, points, (*path, "fields", category))
            if category in points and depth_of(fields, category) == "number":
                fields.setdefault(category, str(points[category]))
        return GamePlayer(seat, name, colour, fields, points)

    def _typed(self, category: str, fields: dict[str, str], points: dict[str, int], path: Path) -> None:
        """Take points from what was typed, unless they are told besides; then both must say the same."""
        try:
            fields[category] = sums.tidy(fields[category]) or str(None)
            found = sums.points(fields[category])
        except sums.NotPoints:
            text = gettext("“%(found)s” is neither a number of points nor a sum.", found=brief(fields[category]))
            self.note(path, text)
            return
        if depth_of(fields, category) == "number" and (told := points.setdefault(category, found)) != found:
            self.note(path, gettext("“fields” makes %(found)d points, “points” says %(told)d.", found=found, told=told))

    def _fields(self, value: object, path: Path) -> dict[str, str]:
        table, most = self.mapping(value, path), MAX_TEXT_LENGTH
        if len(table) > MAX_FIELDS:
            text = gettext("There are %(have)d fields, at most %(most)d are read.", have=len(table), most=MAX_FIELDS)
            self.note(path, text)
            return {}
        fields = {}
        for name, text in table.items():
            if not isinstance(text, str) or len(text) > most or fit(text) != text:
                self.note((*path, name), gettext("This is not a text of at most %(most)d characters.", most=most))
            elif not well_formed(0, name):
                self.note((*path, name), gettext("“%(found)s” cannot be the name of a field.", found=brief(name)))
            else:
                fields[name] = one_line(text) if name in about.FIELDS else text
        return fields

    def _name(self, value: str, path: Path) -> str:
        name, most = one_line(value), MAX_NAME_LENGTH
        if not name:
            self.note(path, gettext("The name is missing. Everybody needs one."))
        elif len(name) > most:
            text = gettext(
                "“%(found)s” is too long. Shorten the name to %(most)d characters.", found=brief(name), most=most
            )
            self.note(path, text)
        return name

    def _colour(self, value: str, path: Path) -> str:
        """A player's colour, by its id or by its name in any language."""
        colour = words_of("player", self.colours).get(plain(value), "")
        if not colour:
            text = gettext(
                "“%(found)s” is not a colour of the game. The colours are: %(known)s.",
                found=brief(value),
                known=", ".join(self.colours),
            )
            self.note(path, text)
        return colour

    def points(self, value: str, path: Path) -> int | None:
        """Points as they were written, None for nothing."""
        try:
            text = sums.tidy(re.sub(r"[.,]0{1,2}$", "", value.strip()))
            return None if text is None else sums.points(text)
        except sums.NotPoints:
            message = gettext(
                "“%(found)s” is not a number of points. Write a whole number from -%(most)d to %(most)d, such as 12.",
                found=brief(value),
                most=sums.MAX_COUNT,
            )
            self.note(path, message)
            return None

    def _edition(self, value: object, path: Path) -> int:
        known = {str(edition): edition for edition in engine.editions()}
        if str(value) not in known:
            text = gettext(
                "Edition “%(found)s” cannot be scored. Known: %(known)s.", found=brief(value), known=", ".join(known)
            )
            self.note(path, text)
        return known.get(str(value), engine.editions()[-1])

    def _variants(self, value: object, edition: int, path: Path) -> tuple[str, ...]:
        values = [brief(one) for one in self.sequence(value, path)]
        known = (*engine.variants(edition), *engine.scoring_layers(edition))
        for one in values:
            if one not in known:
                text = gettext(
                    "“%(found)s” is not a variant that this app knows. Known: %(known)s.",
                    found=one,
                    known=", ".join(known),
                )
                self.note(path, text)
        taken = tuple(variant for variant in sorted(known) if variant in values)
        if apart := list(engine.excluded(taken)):
            names = {"one": named("layer", apart[0][0]), "other": named("layer", apart[0][1])}
            self.note(path, gettext("%(one)s and %(other)s cannot be scored together yet.", **names))
        return () if apart else taken

    def _moment(self, value: str, path: Path) -> datetime:
        """A day, perhaps with a time. Without a time zone it is UTC."""
        moment = _moment_of(one_line(value))
        if moment is None or not _FIRST <= moment < _LAST:
            text = gettext(
                "“%(found)s” is not a date that can be read. Write it like 2026-11-20 or 20.11.2026.",
                found=brief(value),
            )
            self.note(path, text)
            return _FIRST
        return moment


def _id_of(number: str, day: datetime, players: Sequence[GamePlayer]) -> str:
    """The id of a game: the one it has, else one made from what happened, so that it is known again."""
    if _ID.fullmatch(number):
        return number
    happened = [day.isoformat(), [[player.name, player.colour, dict(player.points)] for player in players]]
    return hashlib.sha256(json.dumps(happened, sort_keys=True).encode()).hexdigest()[:24]


def _moment_of(text: str) -> datetime | None:
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
