"""Games from a file, put into a collection."""

from __future__ import annotations

import secrets
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Table, insert

from companion.sheets.changes import MAX_AT_ONCE
from companion.sheets.games import Group, Imported, SheetGame
from companion.sheets.log import Change
from companion.sheets.states import TABLE, Name
from companion.storage import tables
from companion.storage.database import Database
from companion.storage.groups import ids_in, lock_collection, make_room
from companion.storage.logs import first

_KEY_BYTES = 18
_AT_ONCE = 25
"""Games that are stored in one go: some hundredths of a second, in which nobody else can write with SQLite."""


def put_in(database: Database, group: Group, games: Sequence[SheetGame]) -> Imported:
    """Store games and keep them in a collection. A game that is there already is left as it is.

    Works on a few games at a time and rests as long in between, so that others get to write. Each game is stored whole;
    whoever is interrupted reads the same file again, and the rest comes. Raises NoSuchGroup, and CollectionFull when
    they do not all fit in; then nothing is stored.
    """
    different = list({game.id: game for game in games}.values())
    new = 0
    for start in range(0, len(different), _AT_ONCE):
        since = time.monotonic()
        with database.write() as connection:
            collection = lock_collection(connection, group)
            stored = set(ids_in(connection, collection.id).values())
            left = [game for game in different[start:] if game.id not in stored]
            make_room(connection, collection, len(left))
            now = [game for game in different[start : start + _AT_ONCE] if game.id not in stored]
            if now:
                _store(connection, collection.id, now)
            new += len(now)
        if start + _AT_ONCE < len(different):
            time.sleep(time.monotonic() - since)
    return Imported(new, len(games) - new)


def _store(connection: Connection, collection: int, games: Sequence[SheetGame]) -> None:
    """Store games with everything about them in a collection, table by table: they have tens of thousands of rows."""
    now = datetime.now(UTC)
    logs = [list(_log(game, now)) for game in games]
    made = [
        {
            "edit_key": secrets.token_urlsafe(_KEY_BYTES),
            "view_key": secrets.token_urlsafe(_KEY_BYTES),
            "edition": game.edition,
            "variants": sorted(game.variants),
            "revision": log[-1].number,
            "created_at": game.made,
            "changed_at": now,
        }
        for game, log in zip(games, logs, strict=True)
    ]
    ids = connection.scalars(insert(tables.sheets).returning(tables.sheets.c.id, sort_by_parameter_order=True), made)
    rows: dict[Table, list[dict[str, Any]]] = defaultdict(list)
    for sheet, game, log in zip(ids, games, logs, strict=True):
        rows[tables.origins].append({"sheet_id": sheet, "game": game.id})
        rows[tables.log] += [{"sheet_id": sheet, **change._asdict()} for change in log]
        if game.finished:
            players = [player.as_json() for player in game.players]
            end = {"sheet_id": sheet, "finished_at": game.finished, "fields": dict(game.fields), "players": players}
            rows[tables.finishes].append(end)
        row = {"collection_id": collection, "sheet_id": sheet, "writable": True, "seen_at": game.day}
        rows[tables.kept_games].append(row)
    for table, those in rows.items():
        connection.execute(insert(table), those)


def _log(game: SheetGame, now: datetime) -> Iterator[Change]:
    """The changes that make a game."""
    players = sorted(game.players, key=lambda player: player.seat)
    yield first([Name(player.name, player.colour) for player in players], game.made, dict(game.played_otherwise))
    filled = ((TABLE, game.entered), *((player.seat, player.fields) for player in players))
    cells = [[seat, name, None, text] for seat, fields in filled for name, text in fields.items() if text]
    parts = [cells[start : start + MAX_AT_ONCE] for start in range(0, max(1, len(cells)), MAX_AT_ONCE)]
    for number, part in enumerate(parts, start=1):
        name = "file" if number == 1 else f"file-{number}"
        yield Change(number, name, number, "", now, "write", {"cells": part})
    if game.finished:
        end = len(parts) + 1
        yield Change(end, "end", end, "", game.finished, "finish", {"upon": len(parts)})
