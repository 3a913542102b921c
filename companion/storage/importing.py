"""Games from a file, put into a collection all at once or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from companion.storage.database import Database
from companion.storage.games import Game
from companion.storage.groups import Group, ids_in, locked, make_room
from companion.storage.kept import Finish, Kept, Origin
from companion.storage.models import Base, Entry, Sheet, SheetPlayer
from companion.storage.states import TABLE

_KEY_BYTES = 18


@dataclass(frozen=True)
class Imported:
    """How many games were put in, and how many were there already."""

    new: int
    known: int


def put_in(database: Database, group: Group, games: Sequence[Game]) -> Imported:
    """Store games and keep them in a collection. A game that is there already is left as it is.

    Raises NoSuchGroup, and CollectionFull when they do not all fit in; then nothing is stored.
    """
    with database.writing() as session:
        collection = locked(session, group)
        known = set(ids_in(session, collection.id).values())
        new = list({game.id: game for game in games if game.id not in known}.values())
        make_room(session, collection, len(new))
        sheets = _sheets(session, new)
        kept = [
            {"collection_id": collection.id, "sheet_id": sheet.id, "writable": True, "seen_at": game.day}
            for sheet, game in zip(sheets, new, strict=True)
        ]
        _insert(session, Kept, kept)
        return Imported(len(new), len(games) - len(new))


def _sheets(session: Session, games: Sequence[Game]) -> list[Sheet]:
    """Store games with everything about them, table by table: they have tens of thousands of rows."""
    now = datetime.now(UTC)
    sheets = [
        Sheet(
            edit_key=secrets.token_urlsafe(_KEY_BYTES),
            view_key=secrets.token_urlsafe(_KEY_BYTES),
            edition=game.edition,
            variants=sorted(game.variants),
            revision=1,
            created_at=game.made,
            changed_at=now,
        )
        for game in games
    ]
    session.add_all(sheets)
    session.flush()
    rows: dict[type[Base], list[dict[str, Any]]] = {SheetPlayer: [], Entry: [], Origin: [], Finish: []}
    for sheet, game in zip(sheets, games, strict=True):
        rows[Origin].append({"sheet_id": sheet.id, "game": game.id})
        rows[SheetPlayer] += [
            {"sheet_id": sheet.id, "seat": player.seat, "name": player.name, "colour": player.colour}
            for player in game.players
        ]
        rows[Entry] += [
            {"sheet_id": sheet.id, "seat": seat, "field": name, "text": text, "by": "", "rivals": [], "revision": 1}
            for seat, fields in ((TABLE, game.fields), *((player.seat, player.fields) for player in game.players))
            for name, text in fields.items()
        ]
        if game.finished:
            told = [player.told() for player in game.players]
            end = {"sheet_id": sheet.id, "finished_at": game.finished, "fields": dict(game.fields), "players": told}
            rows[Finish].append(end)
    for table, those in rows.items():
        _insert(session, table, those)
    return sheets


def _insert(session: Session, table: type[Base], rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        session.execute(insert(table), rows)
