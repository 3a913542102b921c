"""Games as files: JSON, which holds everything, and CSV for other programs, a row for everybody in a finished game.

A file is read as a whole: either every game in it is right, or all problems are listed at once and nothing is taken.
"""

from __future__ import annotations

import csv
import functools
import hashlib
import io
import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote

from flask_babel import gettext, to_user_timezone, to_utc

from companion import engine, i18n
from companion.sentences.findings import problem_text
from companion.sheets import about, counting, sums
from companion.sheets.about import About
from companion.sheets.changes import MAX_FIELDS, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, well_formed
from companion.sheets.games import MAX_GAMES, GamePlayer, SheetGame, fold
from companion.sheets.pieces import depth_of
from companion.sheets.statistics import Result, results_of
from companion.web import language
from companion.web.sanitise import fit, one_line

MAX_BYTES = 8 * 1024 * 1024
"""Room for as many games as a collection holds, with everything that lay on the table."""
FORMAT, VERSION = "trail-notebook games", 1
_MAX_LISTED, _MAX_NOTED = 40, 1000
"""Problems that are listed, more help nobody; and those that are noted at all."""
_MAX_SHOWN_LENGTH = 40
_SOFT_HYPHEN = "\u00ad"
_ID = re.compile(r"[0-9a-f]{24}")
_LAST = datetime(2200, 1, 1, tzinfo=UTC)
_FIRST = datetime(1950, 1, 1, tzinfo=UTC)
_DAY = re.compile(
    r"(?:(\d{4})[./-] ?(\d{1,2})[./-] ?(\d{1,2})\.?|(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}))"
    r"(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?",
    re.ASCII,
)
"""Year, month, day or the other way round, perhaps with a time."""

_POINTS = re.compile(r"\s*[-−–]?\d{1,3}\s*", re.ASCII)
_NEEDED = ("game", "date", "name")
_OF_GAME = ("date", "edition", "variants", "players", "house")
"""What all rows of a game must say alike."""
_COLUMN_OF = {"made": "date", "players": "game"}
"""What a game calls otherwise than the columns."""
_DELIMITERS = (",", ";", "\t")
_FORMULA = ("=", "+", "-", "@", "'", "\t", "\r")
_FORMER_NAMES = {
    "dollars": "money", "달러": "money", "cattle cards": "cattle", "소 카드": "cattle", "목표 카드": "objectives",
    "칸 수 제한 토큰": "step-disc",
}  # fmt: skip
"""What people may have called categories in their tables, after names that the app had for them once."""
_MAX_COLUMNS = 60
_MAX_CELL_LENGTH = 401
"""The longest note, and what keeps it from being a formula."""
_MAX_ROWS = 100
"""Of one game: many more than it can have players."""

Path = tuple[str | int, ...]
Place = tuple[int, str]
"""A line of the file, and its column or key."""
_Value = TypeVar("_Value")


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
    recounted: int = 0
    """Games whose pieces give other points than the file says."""


@dataclass
class _Report:
    """Collects problems while a file is read."""

    problems: list[FileProblem] = field(default_factory=list)

    def add(self, line: int, column: str, text: str) -> None:
        """Note a problem. A file in which everything is wrong is not listed in full."""
        if len(self.problems) < _MAX_NOTED:
            self.problems.append(FileProblem(line, one_line(column)[:_MAX_SHOWN_LENGTH], text))

    def differs(self, line: int, column: str, entered: object, right: object) -> None:
        """Note that one place says something else than the others."""
        values = {"found": _brief(entered), "right": _brief(right)}
        self.add(line, column, gettext("Here “%(found)s”, by the rest of the file “%(right)s”. Fix one.", **values))

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
        return FileReading((), tuple(by_line[:_MAX_LISTED]), len(by_line) - len(by_line[:_MAX_LISTED]))


def read_file(content: bytes) -> tuple[FileReading | None, str]:
    """What a file from a stranger holds; or None and why it cannot be read at all."""
    if not content:
        return None, gettext("There is nothing in this file. Choose another one.")
    if len(content) > MAX_BYTES:
        most = MAX_BYTES // 1024 // 1024
        return None, gettext("The file is too long. At most %(most)d MB are read; split it.", most=most)
    if content.startswith(b"PK\x03\x04"):
        return None, gettext("This is a spreadsheet or an archive. Save the table as CSV (UTF-8) and choose that file.")
    # As spreadsheets and other programs write texts.
    encoding = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return None, gettext("This text is not in UTF-8. Save the file as “CSV UTF-8” and choose it again.")
    return (from_json if text.lstrip().startswith(("{", "[")) else from_csv)(text), ""


def _brief(value: object) -> str:
    """Something from a file, short enough to be shown."""
    text = one_line(str(value))
    return text if len(text) <= _MAX_SHOWN_LENGTH else f"{text[:_MAX_SHOWN_LENGTH]}…"


def _plain(value: object) -> str:
    """What people wrote, as names of columns and colours are compared: nobody types where a long one may break."""
    return fit(str(value)).replace(_SOFT_HYPHEN, "").strip().casefold()


def _by_word(context: str, keys: Collection[str]) -> Mapping[str, str]:
    """What people write -> id, for ids and for their names in any language."""
    words = {_plain(i18n.name(lang, context, key)): key for lang in i18n.languages() for key in keys}
    return {**words, **{key: key for key in keys}}


class _GameReader:
    """Reads games that are plain values, noting what cannot be taken where it stands: `at` gives the place of a path.

    `texts`: numbers are texts there, as people write them.
    """

    def __init__(self, report: _Report, at: Callable[[Path], Place], *, texts: bool = False) -> None:
        self.report, self.at, self.texts = report, at, texts
        limits = engine.load_catalog().table.players
        self.most_players, self.colours = limits.most, limits.colours

    def note(self, path: Path, text: str) -> None:
        """Note a problem."""
        self.report.add(*self.at(path), text)

    def shape(self, value: object, empty: _Value, path: Path) -> _Value:
        """A list or a table of values by name, as `empty` is one."""
        if isinstance(value, type(empty)):
            return value
        right = "[…]" if isinstance(empty, list) else "{…}"
        self.note(path, gettext("“%(found)s” is where %(right)s belongs.", found=_brief(value), right=right))
        return empty

    def choice(self, value: object, by_word: Mapping[str, _Value], path: Path, shown: Collection[str]) -> _Value | None:
        """What is known by this word, None where nothing is. `shown`: the words to choose from."""
        match = by_word.get(_plain(value))
        if match is None:
            shown = ", ".join(shown)
            text = gettext("“%(found)s” is not known here. Known: %(known)s.", found=_brief(value), known=shown)
            self.note(path, text)
        return match

    def game(self, value: object, path: Path = ()) -> SheetGame:
        """A game with its players."""
        table = self.shape(value, dict[str, Any](), path)
        newest = engine.editions()[-1]
        editions = {str(edition): edition for edition in engine.editions()}
        edition = self.choice(table.get("edition", newest), editions, (*path, "edition"), editions) or newest
        variants = self._variants(table.get("variants", []), edition, (*path, "variants"))
        made = self._moment(table.get("made"), (*path, "made"))
        ended = table.get("finished")
        finished = None if ended is None else self._moment(ended, (*path, "finished"))
        raw, most = self.shape(table.get("players"), list[Any](), here := (*path, "players")), self.most_players
        if not 1 <= len(raw) <= most:
            text = gettext("This game has %(have)d players, it can have 1 to %(most)d.", have=len(raw), most=most)
            self.note(here, text)
        categories = engine.load_catalog(edition, variants).scoring.categories
        players = [self._player(player, categories, (*here, seat)) for seat, player in enumerate(raw[:most])]
        if len({player.colour for player in players}) < len(players):
            self.note(here, gettext("Two players of this game have the same colour. Give each a colour of their own."))
        if sorted(player.seat for player in players) != list(range(1, len(players) + 1)):
            self.note(here, gettext("The seats of this game are not 1, 2 and so on, each once."))
        fields = self._fields(table.get("fields", {}), (*path, "fields"))
        written = _written(one_line(str(table.get("made") if ended is None else ended)))
        # A day without a time zone is another moment on another device: the game is known by it as it is written.
        day = written.replace(tzinfo=UTC) if written and not written.tzinfo else finished or made
        number = _id_of(str(table.get("game", "")), day, players)
        return SheetGame(number, edition, variants, made, finished, tuple(players), fields)

    def _player(self, value: object, categories: Collection[str], path: Path) -> GamePlayer:
        table = self.shape(value, dict[str, Any](), path)
        seat = seat if type(seat := table.get("seat")) is int else 0
        name = one_line(name) if isinstance(name := table.get("name"), str) else ""
        if not 1 <= len(name) <= MAX_NAME_LENGTH:
            text = gettext("Everybody needs a name of 1 to %(most)d characters.", most=MAX_NAME_LENGTH)
            self.note((*path, "name"), text)
        colours = _by_word("player", self.colours)
        colour = self.choice(table.get("colour", ""), colours, (*path, "colour"), self.colours) or ""
        fields = self._fields(table.get("fields", {}), (*path, "fields"))
        points: dict[str, int] = {}
        for category, number in self.shape(table.get("points", {}), dict[str, Any](), (*path, "points")).items():
            here = (*path, "points", category)
            category_id = self.choice(category, {one: one for one in categories}, here, categories)
            text = str(number) if self.texts or type(number) is int else repr(number)
            if category_id and (have := self.points(text, here)) is not None:
                points[category_id] = have
        for category in categories:
            if category in fields:
                self._typed(category, fields, points, (*path, "fields", category))
            if category in points and depth_of(fields, category) == "number":
                fields.setdefault(category, str(points[category]))
        return GamePlayer(seat, name, colour, fields, points)

    def _typed(self, category: str, fields: dict[str, str], points: dict[str, int], path: Path) -> None:
        """Take points from what was typed, unless they stand besides; then both must say the same."""
        text = self._sum(fields[category] or "-", path)
        if text is None:
            return
        fields[category], entered = text, sums.points(text)
        if depth_of(fields, category) == "number" and (other := points.setdefault(category, entered)) != entered:
            self.report.differs(*self.at(path), text, other)

    def _fields(self, value: object, path: Path) -> dict[str, str]:
        table, most = self.shape(value, dict[str, Any](), path), MAX_TEXT_LENGTH
        if len(table) > MAX_FIELDS:
            text = gettext("There are %(have)d fields, at most %(most)d are read.", have=len(table), most=MAX_FIELDS)
            self.note(path, text)
            return {}
        fields = {}
        for name, text in table.items():
            if not isinstance(text, str) or len(text) > most or fit(text) != text:
                self.note((*path, name), gettext("This is not a text of at most %(most)d characters.", most=most))
            elif not well_formed(0, name):
                self.note((*path, name), gettext("“%(found)s” cannot be the name of a field.", found=_brief(name)))
            else:
                fields[name] = one_line(text) if name in about.FIELDS else text
        return fields

    def points(self, value: str, path: Path) -> int | None:
        """Points as they were written, None for nothing."""
        text = self._sum(re.sub(r"[.,]0{1,2}$", "", value.strip()), path)
        return None if text is None else sums.points(text)

    def _sum(self, value: str, path: Path) -> str | None:
        try:
            return sums.tidy(value)
        except sums.NotPoints:
            text = gettext(
                "“%(found)s” is not a number of points. Write a whole number from -%(most)d to %(most)d, such as 12.",
                found=_brief(value),
                most=sums.MAX_COUNT,
            )
            self.note(path, text)
            return None

    def _variants(self, value: object, edition: int, path: Path) -> tuple[str, ...]:
        playable = (*engine.variants(edition), *engine.scoring_layers(edition))
        words = {variant: variant for variant in playable}
        values = [self.choice(one, words, path, playable) for one in self.shape(value, list[Any](), path)]
        taken = tuple(variant for variant in sorted(playable) if variant in values)
        if apart := list(engine.excluded(taken)):
            names = {"one": language.name("layer", apart[0][0]), "other": language.name("layer", apart[0][1])}
            self.note(path, gettext("%(one)s and %(other)s cannot be scored together yet.", **names))
        return () if apart else taken

    def _moment(self, value: object, path: Path) -> datetime:
        """A day, perhaps with a time. Without a time zone it is that of the device, as in files that are written."""
        moment = _moment_of(one_line(str(value)))
        if moment is None or not _FIRST <= moment < _LAST:
            text = gettext(
                "“%(found)s” is not a date that can be read. Write it like 2026-11-20 or 20.11.2026.",
                found=_brief(value),
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


def _written(text: str) -> datetime | None:
    """A moment as it is written, with its time zone or without one."""
    match = _DAY.fullmatch(text)
    try:
        if not match:
            return datetime.fromisoformat(text)
        written = match.group(1, 2, 3) if match[1] else match.group(6, 5, 4)
        year, month, day, hour, minute, second = (int(part or 0) for part in (*written, *match.group(7, 8, 9)))
        return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 (of the device)
    except ValueError:
        return None


def _moment_of(text: str) -> datetime | None:
    moment = _written(text)
    try:
        return moment and to_utc(moment).replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def to_json(games: Sequence[SheetGame]) -> str:
    """Games as JSON, each on a line of its own: of a thousand, what separates their values would be a fifth."""
    lines = ",\n".join(json.dumps(_as_json(game), ensure_ascii=False, separators=(",", ":")) for game in games)
    return f'{{"format": "{FORMAT}", "version": {VERSION}, "games": [\n{lines}\n]}}\n'


def _as_json(game: SheetGame) -> dict[str, Any]:
    return {
        "game": game.id,
        "edition": game.edition,
        "variants": list(game.variants),
        "made": game.made.isoformat(),
        "finished": game.finished.isoformat() if game.finished else None,
        **({"fields": dict(game.fields)} if game.fields else {}),
        "players": [player.as_json() for player in game.players],
    }


def from_json(text: str) -> FileReading:
    """The games of a JSON text."""
    report = _Report()
    try:
        document = engine.read_json(text, MAX_BYTES)
    except engine.Unreadable as error:
        for problem in error.problems:
            report.add(problem.line, "", problem_text(problem, language.current()))
        return report.reading()
    reader = _GameReader(report, lambda path: (document.lines.of(path), ".".join(map(str, path))))
    table = reader.shape(document.value, dict[str, Any](), ())
    if (table.get("format"), table.get("version")) != (FORMAT, VERSION):
        text = gettext("This is not a file of games from this app. Such a file starts with “format” and “version”.")
        reader.note((), text)
        return report.reading()
    games = reader.shape(table.get("games"), list[Any](), ("games",))
    if not report.fits(games, *reader.at(("games",))):
        return report.reading()
    read = [reader.game(game, ("games", place)) for place, game in enumerate(games)]
    if report.problems:
        return report.reading()
    counted = [_counted(game) for game in read]
    return FileReading(tuple(counted), recounted=sum(map(_differ, read, counted)))


def _counted(game: SheetGame) -> SheetGame:
    """A game with the points that its sheet shows: where pieces count, those that they give."""
    points: dict[int, dict[str, int]] = defaultdict(dict)
    for (seat, category), count in counting.counts(game).items():
        if count.points is not None:
            points[seat][category] = count.points
    return replace(game, players=tuple(replace(player, points=points[player.seat]) for player in game.players))


def _differ(read: SheetGame, counted: SheetGame) -> bool:
    """Whether points that a file tells are others than those that count."""
    return any(
        one.points.items() - other.points.items() for one, other in zip(read.players, counted.players, strict=True)
    )


@functools.cache
def _categories() -> tuple[str, ...]:
    """Those of every game that a sheet can be scored for."""
    catalogs = (
        engine.load_catalog(edition, (layer,))
        for edition in engine.editions()
        for layer in (*engine.variants(edition), *engine.scoring_layers(edition))
    )
    return tuple(dict.fromkeys(category for catalog in catalogs for category in catalog.scoring.categories))


@functools.cache
def columns() -> Mapping[str, Callable[[SheetGame, Result], object]]:
    """The columns in the order in which they are written, and what stands in them."""

    def of_category(category: str) -> Callable[[SheetGame, Result], object]:
        return lambda _, result: result.player.points.get(category)

    return {
        "game": lambda game, _: game.id,
        "date": lambda game, _: to_user_timezone(game.day).replace(tzinfo=None).isoformat(sep=" "),
        "edition": lambda game, _: game.edition,
        "variants": lambda game, _: " ".join(game.variants),
        "players": lambda game, _: len(game.players),
        "seat": lambda _, result: result.player.seat,
        "name": lambda _, result: _safe(result.player.name),
        "colour": lambda _, result: result.player.colour,
        **{category: of_category(category) for category in _categories()},
        "total": lambda _, result: result.total,
        "place": lambda _, result: result.place or None,
        "winner": lambda _, result: int(result.won),
        "location": lambda game, _: _safe(about.About.of(game.fields).location),
        "minutes": lambda game, _: about.About.of(game.fields).minutes or None,
        "note": lambda game, _: _safe(about.About.of(game.fields).note),
        "house": lambda game, _: " ".join(f"{name}={value}" for name, value in game.played_otherwise),
    }


def to_csv(games: Sequence[SheetGame], delimiter: str = ",") -> str:
    """Finished games as CSV, with the mark at the start by which spreadsheets know UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(columns())
    for game in games:
        writer.writerows([write(game, result) for write in columns().values()] for result in results_of(game))
    return "\ufeff" + out.getvalue()


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _unsafe(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text


class _Row(NamedTuple):
    line: int
    cells: Mapping[str, str]

    def get(self, column: str) -> str:
        return self.cells.get(column, "").strip()


def from_csv(text: str) -> FileReading:
    """The games of a CSV text. Rows with the same game belong together, wherever they stand."""
    report = _Report()
    by_game: dict[str, list[_Row]] = {}
    for row in _rows(text, report):
        game = row.get("game")
        if not game:
            text = gettext("The game is missing. Rows of one game have the same number or id here.")
            report.add(row.line, "game", text)
        by_game.setdefault(game, []).append(row)
        if len(by_game) > MAX_GAMES or len(by_game[game]) > _MAX_ROWS:
            # That is wrong in any case: whatever else is does not matter any more.
            break
    if (by_game or not report.problems) and not report.fits(by_game, 1, "game" if by_game else ""):
        return report.reading()
    return report.reading([] if report.problems else [_game(rows, report) for rows in by_game.values()])


def _rows(text: str, report: _Report) -> Iterator[_Row]:
    text = text.removeprefix("\ufeff")
    head = text.split("\n", 1)[0]
    if head.casefold().startswith("sep=") and len(head.strip()) == len("sep=") + 1:
        # Spreadsheets may be told the delimiter in a line of its own.
        text = "\n" + text.partition("\n")[2]
        head = text[1:].split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(_DELIMITERS, key=head.count), strict=True)
    try:
        names: list[str] | None = None
        unnamed: dict[int, str] = {}
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if names is None:
                names = _header(cells, reader.line_num, report)
                if names is None:
                    return
                if "total" not in names:  # A total would tell that points were lost.
                    heads = enumerate(zip(cells, names, strict=False), start=1)
                    unnamed = {place: cell.strip() or str(place) for place, (cell, name) in heads if not name}
                continue
            for place in [place for place in unnamed if _POINTS.fullmatch("".join(cells[place - 1 : place]))]:
                message = gettext(
                    "The name of this column is not known, and it holds numbers. Name the category, or leave it out."
                )
                report.add(reader.line_num, unnamed.pop(place), message)
            if len(cells) > len(names) and any(cell.strip() for cell in cells[len(names) :]):
                message = gettext(
                    "This row has %(have)d fields, the first %(most)d. Quote texts that hold a delimiter.",
                    have=len(cells),
                    most=len(names),
                )
                report.add(reader.line_num, "", message)
            else:
                yield _Row(reader.line_num, dict(zip(names, (cell[:_MAX_CELL_LENGTH] for cell in cells), strict=False)))
    except csv.Error:
        message = gettext("This row cannot be read: a quotation mark is not closed or stands in the middle of a text.")
        report.add(max(reader.line_num, 1), "", message)


def _header(cells: Sequence[str], line: int, report: _Report) -> list[str] | None:
    by_word = {**_FORMER_NAMES, **_by_word("category", _categories()), **{column: column for column in columns()}}
    names = [by_word.get(cell.strip().casefold(), "") for cell in cells[:_MAX_COLUMNS]]
    missing = [column for column in _NEEDED if column not in names]
    if not any(category in names for category in _categories()):
        missing += _categories()
    twice = sorted({name for name in names if name and names.count(name) > 1})
    for column in missing:
        message = gettext("The column “%(column)s” is missing. The first row names the columns.", column=column)
        report.add(line, column, message)
    for column in twice:
        report.add(line, column, gettext("The column “%(column)s” is there twice. Keep one of them.", column=column))
    return None if missing or twice else names


def _game(rows: Sequence[_Row], report: _Report) -> SheetGame:
    """The game of some rows, read as that of any other file."""
    first = rows[0]

    def at(path: Path) -> Place:
        row = rows[path[1]] if len(path) > 1 and isinstance(path[1], int) else first
        return row.line, _COLUMN_OF.get(str(path[-1]), str(path[-1]))

    reader = _GameReader(report, at, texts=True)
    for column in _OF_GAME:
        other = next((row for row in rows if row.get(column) not in ("", first.get(column))), None)
        if other is not None:
            report.differs(other.line, column, other.get(column), first.get(column))
    free = [colour for colour in reader.colours if colour not in {row.get("colour").casefold() for row in rows}]
    # Whoever has no colour gets one in the order of the rows, whatever the seats.
    colours = [row.get("colour") or (free.pop(0) if free else "") for row in rows]
    seats = [reader.points(row.get("seat"), ("players", n, "seat")) or n + 1 for n, row in enumerate(rows)]
    order = sorted(range(len(rows)), key=seats.__getitem__)
    rows = [rows[place] for place in order]
    players = [
        {
            "seat": seats[place],
            "name": _unsafe(row.get("name")),
            "colour": colours[place],
            "points": {category: row.get(category) for category in _categories() if row.get(category)},
        }
        for place, row in zip(order, rows, strict=True)
    ]
    fields = {field: _detail(rows, field.partition(".")[2], report) for field in about.FIELDS}
    details = about.About.of(fields)
    if fields[about.MINUTES] and details.minutes is None:
        text = gettext("Write minutes as a number from 1 to %(most)d, like 90.", most=about.MAX_MINUTES)
        report.add(first.line, "minutes", text)
    game = reader.game(
        {
            "game": first.get("game"),
            "edition": first.get("edition") or engine.editions()[-1],
            "variants": first.get("variants").split(),
            "made": first.get("date"),
            "players": players,
            "fields": {field: text for field, text in details.fields.items() if text} | _house(first, report),
        }
    )
    for row, player in zip(rows, game.players, strict=False):
        # A total that differs shows that a category was lost or changed on the way.
        total, have = row.get("total"), str(sum(player.points.values()))
        if total and total.removesuffix(".0").replace("−", "-") != have:
            report.differs(row.line, "total", total, have)
    if first.get("players") not in ("", str(len(rows))):
        report.differs(first.line, "players", first.get("players"), len(rows))
    return replace(game, finished=game.made)


def _detail(rows: Sequence[_Row], column: str, report: _Report) -> str:
    """What the rows of a game tell about it in a column: each the same, or nothing; several notes are one."""
    by_text = {one_line(_unsafe(row.get(column))): row for row in reversed(rows) if row.get(column)}
    texts = [*reversed(by_text)]
    whole = "; ".join(texts)
    if column == about.NOTE.partition(".")[2] and len(whole) <= about.MAX_NOTE:
        return whole
    for other in texts[1:]:
        report.differs(by_text[other].line, column, other, texts[0])
    return texts[0] if texts else ""


def _house(row: _Row, report: _Report) -> dict[str, str]:
    """The house rules of a row as fields of the game."""
    rules = {name: value for name, _, value in (one.partition("=") for one in row.get("house").split())}
    for name, value in rules.items():
        if name not in engine.every_component().changeable or not re.fullmatch(r"-?\d{1,3}", value, re.ASCII):
            text = gettext("“%(found)s” is no house rule. Write it like fee.green=3.", found=_brief(f"{name}={value}"))
            report.add(row.line, "house", text)
    return {f"house.{name}": value for name, value in rules.items()}


_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
_SOURCE = "Trail Notebook"
_GAMES = {1: ("Great Western Trail", 193738), 2: ("Great Western Trail: Second Edition", 341169)}
"""Edition -> the name of the game, and its number at BoardGameGeek, by which BG Stats knows it."""


def to_bgstats(game: SheetGame, variants: str, house: Sequence[str] = ()) -> str:
    """The link. `variants`: what was played with, `house`: its house rules, in the reader's language."""
    details = About.of(game.fields)
    layers = engine.playable_layers().items()
    editions = [layer.edition for name, layer in layers if name in game.variants and layer.edition]
    edition = editions[0] if editions else game.edition
    name, number = _GAMES[edition]
    play = {
        "sourceName": _SOURCE,
        "sourcePlayId": game.id,
        "playDate": f"{to_user_timezone(game.day):%Y-%m-%d %H:%M:%S}",
        "durationMin": details.minutes,
        "location": details.location,
        "comments": "\n".join(filter(None, (details.note, *house))),
        "board": variants,
        "game": {
            "name": name,
            "sourceGameId": f"great-western-trail-{edition}",
            "bggId": number,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [_player(result) for result in results_of(game)],
    }
    play = {key: value for key, value in play.items() if value not in (None, "")}
    return _ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _player(result: Result) -> dict[str, object]:
    scored = {} if result.total is None else {"score": result.total, "rank": result.place}
    name = result.player.name
    return {"name": name, "sourcePlayerId": fold(name), "winner": result.won, "startPlayer": False, **scored}
