"""CSV: one row for everybody in every finished game. Columns are found by their names, in any order."""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext

from companion import engine
from companion.sheets.about import FIELDS, About
from companion.sheets.games import GamePlayer, SheetGame
from companion.sheets.kept import MAX_GAMES
from companion.sheets.statistics import results_of
from companion.web.sanitise import one_line
from companion.web.score.transfer.reading import FileReading, Report, ValueReader, brief, id_of, words_of

_BEFORE = ("game", "date", "edition", "variants", "players", "seat", "name", "colour")
_AFTER = ("total", "place", "winner", "location", "minutes", "note")
_NEEDED = ("game", "date", "name")
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


def columns() -> tuple[str, ...]:
    """The columns in the order in which they are written."""
    return (*_BEFORE, *_categories(), *_AFTER)


def to_csv(games: Sequence[SheetGame], delimiter: str = ",") -> str:
    """Finished games as CSV, with the mark at the start by which spreadsheets know UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(columns())
    for game in games:
        for result in results_of(game):
            player = result.player
            points = [player.points.get(category, "") for category in _categories()]
            total = "" if result.total is None else result.total
            before = (
                game.id,
                game.day.replace(tzinfo=None).isoformat(sep=" "),
                game.edition,
                " ".join(game.variants),
                len(game.players),
                player.seat,
                _safe(player.name),
                player.colour,
            )
            about_game = About.of(game.fields)
            about = (_safe(about_game.location), about_game.minutes or "", _safe(about_game.note))
            writer.writerow((*before, *points, total, result.place or "", int(result.won), *about))
    return "\ufeff" + out.getvalue()


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _unsafe(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text


@dataclass(frozen=True)
class _Row:
    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "").strip()


def from_csv(text: str) -> FileReading:
    """The games of a CSV text. Rows with the same game belong together, wherever they stand."""
    report = Report()
    checks = ValueReader(report)
    by_game: dict[str, list[_Row]] = {}
    for row in _rows(text, report):
        if not row["game"]:
            report.add(
                row.line, "game", gettext("The game is missing. Rows of one game have the same number or id here.")
            )
        by_game.setdefault(row["game"], []).append(row)
        if len(by_game) > MAX_GAMES or len(by_game[row["game"]]) > _MAX_ROWS:
            # That is wrong in any case: whatever else is does not matter any more.
            break
    if not by_game and not report.problems:
        report.add(1, "", gettext("There are no games in this file."))
    if checks.too_many_games(1, "game", len(by_game)) or report.problems:
        return report.reading(())
    return report.reading([_game(number, rows, checks) for number, rows in by_game.items()])


def _rows(text: str, report: Report) -> Iterator[_Row]:
    text = text.removeprefix("\ufeff")
    head = text.split("\n", 1)[0]
    if head.casefold().startswith("sep=") and len(head.strip()) == len("sep=") + 1:
        # Spreadsheets may be told the delimiter in a line of its own.
        text = "\n" + text.partition("\n")[2]
        head = text[1:].split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
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


def _game(number: str, rows: Sequence[_Row], checks: ValueReader) -> SheetGame:
    report, first = checks.report, rows[0]
    for column in ("date", "edition", "variants", "players"):
        other = next((row for row in rows if row[column] not in ("", first[column])), None)
        if other is not None:
            text = gettext(
                "“%(found)s” differs from “%(first)s” in line %(line)d, which tells the same game.",
                found=brief(other[column]),
                first=brief(first[column]),
                line=first.line,
            )
            report.add(other.line, column, text)
    day = checks.moment(first.line, "date", first["date"])
    edition = checks.edition(first.line, "edition", first["edition"] or engine.editions()[-1])
    variants = checks.variants(first.line, "variants", first["variants"].split(), edition)
    free = [colour for colour in checks.colours if colour not in {row["colour"].casefold() for row in rows}]
    players = []
    for place, row in enumerate(rows, start=1):
        name = checks.name(row.line, "name", _unsafe(row["name"]))
        seat = checks.points(row.line, "seat", row["seat"]) or place
        colour = checks.colour(row.line, "colour", row["colour"]) if row["colour"] else (free.pop(0) if free else "")
        points = {}
        for category in _categories():
            value = checks.points(row.line, category, row[category])
            if value is not None:
                points[category] = value
        fields = {category: str(value) for category, value in points.items()}
        players.append(GamePlayer(seat, name, colour, fields, points))
        _total(row, points, report)
    players.sort(key=lambda player: player.seat)
    checks.table(first.line, "game", players)
    if first["players"] and first["players"] != str(len(rows)):
        text = gettext(
            "The game has %(told)s players by this column, and %(have)d rows.",
            told=brief(first["players"]),
            have=len(rows),
        )
        report.add(first.line, "players", text)
    about = {field: one_line(_unsafe(first[field.partition(".")[2]])) for field in FIELDS}
    fields = {field: text for field, text in About.of(about).fields.items() if text}
    return SheetGame(id_of(number, day, players), edition, variants, day, day, tuple(players), fields)


def _total(row: _Row, points: Mapping[str, int], report: Report) -> None:
    # A total that differs shows that a category was lost or changed on the way.
    if row["total"] and row["total"].removesuffix(".0").replace("−", "-") != str(sum(points.values())):
        message = gettext(
            "The categories add up to %(have)d, but the total is %(told)s. Fix one of them.",
            have=sum(points.values()),
            told=brief(row["total"]),
        )
        report.add(row.line, "total", message)
