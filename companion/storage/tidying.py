"""What nobody misses goes after a while, so that the disk stays bounded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from companion.sheets.kept import Ages
from companion.storage.database import Database
from companion.storage.models import Logged, Sheet
from companion.storage.result_tables import Alias, Collection, Kept
from companion.storage.results import forget_sheets

_AT_ONCE = 100
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
    empty = select(Sheet.id).where(
        Sheet.changed_at < _before(now, ages.empty),
        Sheet.id.not_in(select(Logged.sheet_id).where(Logged.kind.in_(("write", "values", "finish")))),
    )
    forgotten = select(Sheet.id).where(
        Sheet.changed_at < _before(now, ages.forgotten), Sheet.id.not_in(select(Kept.sheet_id))
    )
    histories = select(Collection.id).where(
        Collection.created_at < _before(now, ages.forgotten),
        Collection.name.is_(None),
        Collection.id.not_in(select(Kept.collection_id)),
        Collection.id.not_in(select(Alias.collection_id)),
    )
    counts = []
    for wanted, key, forget in (
        (empty, Sheet.id, forget_sheets),
        (forgotten, Sheet.id, forget_sheets),
        (histories, Collection.id, _forget_histories),
    ):
        with database.reading() as session:
            ids = session.scalars(wanted).all()
        for start in range(0, 0 if dry_run else len(ids), _AT_ONCE):
            with database.writing() as session:
                # Asked again: somebody may have come back meanwhile.
                forget(session, session.scalars(wanted.where(key.in_(ids[start : start + _AT_ONCE]))).all())
        counts.append(len(ids))
    if any(counts) and not dry_run:
        database.clear_journal()
    return Tidied(*counts)


def _before(now: datetime, days: int) -> datetime:
    return now - timedelta(days=days) if days else datetime.min.replace(tzinfo=UTC)


def _forget_histories(session: Session, ids: Sequence[int]) -> None:
    session.execute(delete(Collection).where(Collection.id.in_(ids)))
