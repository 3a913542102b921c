"""JSON: everything about a game, sums as they were typed and things on the table included."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext

from companion import engine
from companion.engine import Document, JsonError, read_json
from companion.sentences.findings import problem_text
from companion.sheets import about, sums
from companion.sheets.changes import MAX_FIELDS, MAX_TEXT_LENGTH, well_formed
from companion.sheets.games import GamePlayer, SheetGame
from companion.sheets.pieces import depth_of
from companion.web.language import current
from companion.web.sanitise import fit, one_line
from companion.web.score.transfer.reading import MAX_BYTES, FileReading, Report, ValueReader, brief, id_of

FORMAT = "trail-notebook games"
VERSION = 1

_Path = tuple[str | int, ...]


def to_json(games: Sequence[SheetGame]) -> str:
    """Games as JSON."""
    document = {"format": FORMAT, "version": VERSION, "games": [_told(game) for game in games]}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _told(game: SheetGame) -> dict[str, Any]:
    return {
        "game": game.id,
        "edition": game.edition,
        "variants": list(game.variants),
        "made": game.made.isoformat(),
        "finished": game.finished.isoformat() if game.finished else None,
        **({"fields": dict(game.fields)} if game.fields else {}),
        "players": [player.as_json() for player in game.players],
    }


def _counted(category: str, fields: Mapping[str, str]) -> bool:
    """Whether the points of a category are counted from things on the table, not typed."""
    return depth_of(fields, category) != "number"


def from_json(text: str) -> FileReading:
    """The games of a JSON text."""
    report = Report()
    try:
        document = read_json(text, MAX_BYTES)
    except JsonError as error:
        report.add(error.problem.line, "", problem_text(error.problem, current()))
        return report.reading(())
    return report.reading(_SheetsReader(document, report).games())


class _SheetsReader:
    """Reads the value, noting what cannot be taken with the line of the text that tells it."""

    def __init__(self, document: Document, report: Report) -> None:
        self.document, self.report, self.checks = document, report, ValueReader(report)

    def games(self) -> list[SheetGame]:
        table = self.mapping(self.document.value, ())
        if table.get("format") != FORMAT or table.get("version") != VERSION:
            self.note(
                (),
                gettext("This is not a file of games from this app. Such a file starts with “format” and “version”."),
            )
            return []
        games = self.sequence(table.get("games"), ("games",))
        if not games:
            self.note(("games",), gettext("There are no games in this file."))
        if self.checks.too_many_games(self.line(("games",)), "games", len(games)):
            return []
        return [self.game(game, ("games", place)) for place, game in enumerate(games)]

    def game(self, value: object, path: _Path) -> SheetGame:
        table = self.mapping(value, path)
        edition = self.checks.edition(*self.at((*path, "edition")), table.get("edition", engine.editions()[-1]))
        variants = self.sequence(table.get("variants", []), (*path, "variants"))
        taken = self.checks.variants(*self.at((*path, "variants")), [brief(variant) for variant in variants], edition)
        made = self.checks.moment(*self.at((*path, "made")), str(table.get("made")))
        ended = table.get("finished")
        finished = None if ended is None else self.checks.moment(*self.at((*path, "finished")), str(ended))
        raw = self.sequence(table.get("players"), (*path, "players"))[: self.checks.most_players + 1]
        players = [self.player(player, (*path, "players", place), edition) for place, player in enumerate(raw)]
        self.checks.table(*self.at((*path, "players")), players)
        return SheetGame(
            id=id_of(str(table.get("game", "")), finished or made, players),
            edition=edition,
            variants=taken,
            made=made,
            finished=finished,
            players=tuple(players),
            fields=self.fields(table.get("fields", {}), (*path, "fields")),
        )

    def player(self, value: object, path: _Path, edition: int) -> GamePlayer:
        table = self.mapping(value, path)
        categories = engine.load_catalog(edition).scoring.categories
        fields = self.fields(table.get("fields", {}), (*path, "fields"))
        points: dict[str, int] = {}
        for category, number in self.mapping(table.get("points", {}), (*path, "points")).items():
            if category not in categories:
                known = ", ".join(categories)
                text = gettext(
                    "“%(found)s” is not a category. The categories are: %(known)s.", found=brief(category), known=known
                )
                self.note((*path, "points", category), text)
                continue
            line, column = self.at((*path, "points", category))
            found = self.checks.points(line, column, str(number) if type(number) is int else brief(repr(number)))
            if found is not None:
                points[category] = found
        for category in categories:
            self.typed(category, fields, points, (*path, "fields", category))
            if category in points and not _counted(category, fields):
                fields.setdefault(category, str(points[category]))
        return GamePlayer(
            seat=seat if type(seat := table.get("seat")) is int else 0,
            name=self.checks.name(*self.at((*path, "name")), str(table.get("name", ""))),
            colour=self.checks.colour(*self.at((*path, "colour")), str(table.get("colour", ""))),
            fields=fields,
            points=points,
        )

    def typed(self, category: str, fields: dict[str, str], points: dict[str, int], path: _Path) -> None:
        """Take points from what was typed, unless they are told besides; then both must say the same."""
        if category not in fields:
            return
        try:
            tidy = sums.tidy(fields[category])
            found = sums.points(tidy or "")
        except sums.NotPoints:
            self.note(
                path, gettext("“%(found)s” is neither a number of points nor a sum.", found=brief(fields[category]))
            )
            return
        fields[category] = str(tidy)
        if _counted(category, fields):
            return
        if points.setdefault(category, found) != found:
            text = gettext(
                "“fields” makes %(found)d points, “points” says %(told)d.", found=found, told=points[category]
            )
            self.note(path, text)

    def fields(self, value: object, path: _Path) -> dict[str, str]:
        table = self.mapping(value, path)
        if len(table) > MAX_FIELDS:
            self.note(
                path,
                gettext("There are %(have)d fields, at most %(most)d are read.", have=len(table), most=MAX_FIELDS),
            )
            return {}
        fields = {}
        for name, text in table.items():
            if not isinstance(text, str) or len(text) > MAX_TEXT_LENGTH or fit(text) != text:
                most = MAX_TEXT_LENGTH
                self.note((*path, name), gettext("This is not a text of at most %(most)d characters.", most=most))
            elif not well_formed(0, name):
                self.note((*path, name), gettext("“%(found)s” cannot be the name of a field.", found=brief(name)))
            else:
                fields[name] = one_line(text) if name in about.FIELDS else text
        return fields

    def mapping(self, value: object, path: _Path) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        self.note(path, gettext("“%(found)s” is where {curly brackets} belong.", found=brief(value)))
        return {}

    def sequence(self, value: object, path: _Path) -> list[Any]:
        if isinstance(value, list):
            return value
        self.note(path, gettext("“%(found)s” is where a [list] belongs.", found=brief(value)))
        return []

    def line(self, path: _Path) -> int:
        return self.document.lines.of(path)

    def at(self, path: _Path) -> tuple[int, str]:
        return self.line(path), ".".join(map(str, path))

    def note(self, path: _Path, text: str) -> None:
        self.report.add(*self.at(path), text)
