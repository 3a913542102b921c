"""JSON: everything about a game, sums as they were typed and pieces on the table included."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from flask_babel import gettext

from companion.engine import JsonError, read_json
from companion.sentences.findings import problem_text
from companion.sheets.games import SheetGame
from companion.web.language import current
from companion.web.score.transfer.reading import MAX_BYTES, FileReading, GameReader, Report

FORMAT = "trail-notebook games"
VERSION = 1


def to_json(games: Sequence[SheetGame]) -> str:
    """Games as JSON."""
    document = {"format": FORMAT, "version": VERSION, "games": [_plain(game) for game in games]}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _plain(game: SheetGame) -> dict[str, Any]:
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
    report = Report()
    try:
        document = read_json(text, MAX_BYTES)
    except JsonError as error:
        report.add(error.problem.line, "", problem_text(error.problem, current()))
        return report.reading()
    reader = GameReader(report, lambda path: (document.lines.of(path), ".".join(map(str, path))))
    table = reader.mapping(document.value, ())
    if (table.get("format"), table.get("version")) != (FORMAT, VERSION):
        text = gettext("This is not a file of games from this app. Such a file starts with “format” and “version”.")
        reader.note((), text)
        return report.reading()
    games = reader.sequence(table.get("games"), ("games",))
    if not report.fits(games, *reader.at(("games",))):
        return report.reading()
    return report.reading([reader.game(game, ("games", place)) for place, game in enumerate(games)])
