"""A finished game as a link that the app BG Stats reads: it opens there to be looked at and kept.

The link is the one that BG Stats documents for other apps, `createPlay.html?data=` with a play as JSON. On Android each
player must tell `winner` and `startPlayer`. A play that comes again with its `sourcePlayId` is known.
"""

from __future__ import annotations

import json
from datetime import UTC
from urllib.parse import quote

from companion import engine
from companion.sheets.about import About
from companion.sheets.games import SheetGame, fold
from companion.sheets.statistics import Result, results_of

_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
_SOURCE = "Trail Notebook"
_GAMES = {1: ("Great Western Trail", 193738), 2: ("Great Western Trail: Second Edition", 341169)}
"""Edition -> the name of the game, and its number at BoardGameGeek, by which BG Stats knows it."""


def to_bgstats(game: SheetGame, variants: str) -> str:
    """The link. `variants`: what was played with, in the reader's language."""
    about = About.of(game.fields)
    layers = engine.playable_layers().items()
    editions = [layer.edition for name, layer in layers if name in game.variants and layer.edition]
    edition = editions[0] if editions else game.edition
    name, number = _GAMES[edition]
    play = {
        "sourceName": _SOURCE,
        "sourcePlayId": game.id,
        "playDate": f"{game.day.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "durationMin": about.minutes,
        "location": about.location,
        "comments": about.note,
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
