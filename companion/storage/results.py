"""What is left of a sheet once it is over: its result, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, delete, insert, select

from companion.sheets.games import Ages, fields_of, players_of
from companion.storage.database import Database
from companion.storage.logs import KeptLog, recent_logs
from companion.storage.tables import aliases, collections, finishes, kept_games, sheets
from companion.storage.tables import log as logs


def keep_result(sheet: KeptLog) -> None:
    """Keep the result of a sheet that is finished, and none of one that is open."""
    sheet.connection.execute(delete(finishes).where(finishes.c.sheet_id == sheet.id))
    state = sheet.state()
    if state.finished_at is not None:
        players = [player.as_json() for player in players_of(state)]
        values = {"finished_at": state.finished_at, "fields": fields_of(state), "players": players}
        sheet.connection.execute(insert(finishes), {"sheet_id": sheet.id, **values})


def forget_sheets(connection: Connection, ids: Sequence[int]) -> None:
    """Delete sheets; the database deletes what refers to them."""
    for start in range(0, len(ids), _AT_ONCE):
        connection.execute(delete(sheets).where(sheets.c.id.in_(ids[start : start + _AT_ONCE])))
    for one in ids:
        recent_logs.forget(one)


_AT_ONCE = 500
"""Some databases take no longer lists."""


# What nobody misses goes after a while, so that the disk stays bounded.

_TIDIED_AT_ONCE = 100
"""Of each kind in one go, so that others get to write."""


@dataclass(frozen=True)
class Tidied:
    """How much went, or would go."""

    empty_sheets: int = 0
    forgotten_sheets: int = 0
    histories: int = 0


def tidy(database: Database, ages: Ages, *, now: datetime | None = None, dry_run: bool = False) -> Tidied:
    """Delete what is old enough, or only count it. Several processes may do it at once."""
    now = now or datetime.now(UTC)
    empty = select(sheets.c.id).where(
        sheets.c.changed_at < _before(now, ages.empty),
        sheets.c.id.not_in(select(logs.c.sheet_id).where(logs.c.kind.in_(("write", "values", "finish")))),
    )
    forgotten = select(sheets.c.id).where(
        sheets.c.changed_at < _before(now, ages.forgotten), sheets.c.id.not_in(select(kept_games.c.sheet_id))
    )
    histories = select(collections.c.id).where(
        collections.c.created_at < _before(now, ages.forgotten),
        collections.c.name.is_(None),
        collections.c.id.not_in(select(kept_games.c.collection_id)),
        collections.c.id.not_in(select(aliases.c.collection_id)),
    )
    counts = []
    for wanted, key, forget in (
        (empty, sheets.c.id, forget_sheets),
        (forgotten, sheets.c.id, forget_sheets),
        (histories, collections.c.id, _forget_histories),
    ):
        with database.read(single=True) as connection:
            ids = connection.scalars(wanted).all()
        for start in range(0, 0 if dry_run else len(ids), _TIDIED_AT_ONCE):
            with database.write() as connection:
                # Asked again: somebody may have come back meanwhile.
                forget(
                    connection, connection.scalars(wanted.where(key.in_(ids[start : start + _TIDIED_AT_ONCE]))).all()
                )
        counts.append(len(ids))
    if any(counts) and not dry_run:
        database.clear_journal()
    return Tidied(*counts)


def _before(now: datetime, days: int) -> datetime:
    return now - timedelta(days=days) if days else datetime.min.replace(tzinfo=UTC)


def _forget_histories(connection: Connection, ids: Sequence[int]) -> None:
    connection.execute(delete(collections).where(collections.c.id.in_(ids)))
