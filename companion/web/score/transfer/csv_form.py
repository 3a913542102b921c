"""CSV: one row for everybody in every finished game. Columns are found by their names, in any order."""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from flask_babel import gettext

from companion import engine
from companion.sheets.about import FIELDS, About
from companion.sheets.games import SheetGame
from companion.sheets.kept import MAX_GAMES
from companion.sheets.statistics import Result, results_of
from companion.web.sanitise import one_line
from companion.web.score.transfer.reading import FileReading, GameReader, Path, Place, Report, brief, words_of

_NEEDED = ("game", "date", "name")
_OF_GAME = ("date", "edition", "variants", "players")
"""What all rows of a game must say alike."""
_CALLED = {"made": "date", "players": "game"}
"""What the reader of games calls otherwise than the columns."""
_DELIMITERS = (",", ";", "\t")
_FORMULA = ("=", "+", "-", "@", "'", "\t", "\r")
_FORMER_NAMES = {
    "dollars": "money", "달러": "money", "cattle cards": "cattle", "소 카드": "cattle", "목표 카드": "objectives",
    "칸 수 제한 토큰": "step-disc",
}  # fmt: skip
"""What people may have called categories in their tables, after names that the app had for them once."""
_MAX_COLUMNS = 60
_MAX_CELL_LENGTH = 400
_MAX_ROWS = 100
"""Of one game: many more than it can have players."""


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
def _columns() -> Mapping[str, Callable[[SheetGame, Result], object]]:
    """The columns in the order in which they are written, and what stands in them."""

    def of_category(category: str) -> Callable[[SheetGame, Result], object]:
        return lambda _, result: result.player.points.get(category)

    return {
        "game": lambda game, _: game.id,
        "date": lambda game, _: game.day.replace(tzinfo=None).isoformat(sep=" "),
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
        "location": lambda game, _: _safe(About.of(game.fields).location),
        "minutes": lambda game, _: About.of(game.fields).minutes or None,
        "note": lambda game, _: _safe(About.of(game.fields).note),
    }


def columns() -> tuple[str, ...]:
    """The columns in the order in which they are written."""
    return tuple(_columns())


def to_csv(games: Sequence[SheetGame], delimiter: str = ",") -> str:
    """Finished games as CSV, with the mark at the start by which spreadsheets know UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(columns())
    for game in games:
        writer.writerows([write(game, result) for write in _columns().values()] for result in results_of(game))
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
    report = Report()
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


def _rows(text: str, report: Report) -> Iterator[_Row]:
    text = text.removeprefix("\ufeff")
    head = text.split("\n", 1)[0]
    if head.casefold().startswith("sep=") and len(head.strip()) == len("sep=") + 1:
        # Spreadsheets may be told the delimiter in a line of its own.
        text = "\n" + text.partition("\n")[2]
        head = text[1:].split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(_DELIMITERS, key=head.count), strict=True)
    try:
        names: list[str] | None = None
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if names is None:
                names = _header(cells, reader.line_num, report)
                if names is None:
                    return
            elif len(cells) > len(names) and any(cell.strip() for cell in cells[len(names) :]):
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


def _header(cells: Sequence[str], line: int, report: Report) -> list[str] | None:
    known = {**_FORMER_NAMES, **words_of("category", _categories()), **{column: column for column in columns()}}
    names = [known.get(cell.strip().casefold(), "") for cell in cells[:_MAX_COLUMNS]]
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


def _game(rows: Sequence[_Row], report: Report) -> SheetGame:
    """The game of some rows, read as that of any other file."""
    first = rows[0]

    def at(path: Path) -> Place:
        row = rows[path[1]] if len(path) > 1 and isinstance(path[1], int) else first
        return row.line, _CALLED.get(str(path[-1]), str(path[-1]))

    reader = GameReader(report, at, texts=True)
    for column in _OF_GAME:
        other = next((row for row in rows if row.get(column) not in ("", first.get(column))), None)
        if other is not None:
            text = gettext(
                "“%(found)s” differs from “%(first)s” in line %(line)d, which tells the same game.",
                found=brief(other.get(column)),
                first=brief(first.get(column)),
                line=first.line,
            )
            report.add(other.line, column, text)
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
    about = About.of({field: one_line(_unsafe(first.get(field.partition(".")[2]))) for field in FIELDS})
    game = reader.game(
        {
            "game": first.get("game"),
            "edition": first.get("edition") or engine.editions()[-1],
            "variants": first.get("variants").split(),
            "made": first.get("date"),
            "players": players,
            "fields": {field: text for field, text in about.fields.items() if text},
        }
    )
    for row, player in zip(rows, game.players, strict=False):
        _total(row, player.points, report)
    if first.get("players") not in ("", str(len(rows))):
        text = gettext(
            "The game has %(told)s players by this column, and %(have)d rows.",
            told=brief(first.get("players")),
            have=len(rows),
        )
        report.add(first.line, "players", text)
    return replace(game, finished=game.made)


def _total(row: _Row, points: Mapping[str, int], report: Report) -> None:
    # A total that differs shows that a category was lost or changed on the way.
    total, have = row.get("total"), sum(points.values())
    if total and total.removesuffix(".0").replace("−", "-") != str(have):
        message = gettext(
            "The categories add up to %(have)d, but the total is %(told)s. Fix one of them.",
            have=have,
            told=brief(total),
        )
        report.add(row.line, "total", message)
