"""The lock on a sheet: one transaction at a time changes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BindParameter, Connection, Label, Select, Table, bindparam, select, update
from sqlalchemy.orm import aliased

from companion.sheets.states import NoSuchSheet, SheetFinished, SheetHead
from companion.storage import reading
from companion.storage.models import Sheet, Step

_SHEETS: Table = Sheet.__table__  # type: ignore[assignment] # it is a table, not any selectable
_ID: BindParameter[int] = bindparam("sheet")


def _of_steps(steps: Select[Any], name: str) -> Label[Any]:
    """A scalar subquery over the steps of the selected sheet."""
    return steps.where(Step.sheet_id == Sheet.id).correlate(Sheet).limit(1).scalar_subquery().label(name)


_AS_READ = aliased(Sheet)
_LOCK = (
    reading.WHOLE.where(Sheet.edit_key == bindparam("key"))
    .add_columns(
        select(_AS_READ.revision).where(_AS_READ.id == Sheet.id).correlate(Sheet).scalar_subquery().label("as_read"),
        _of_steps(select(Step.revision).where(Step.write_id == bindparam("write_id")), "written"),
        _of_steps(select(Step.fields_so_far).order_by(Step.revision.desc()), "fields_so_far"),
    )
    .with_for_update(of=Sheet)
)
_COUNT = update(_SHEETS).where(_SHEETS.c.id == _ID).values(revision=bindparam("number"), changed_at=bindparam("at"))


@dataclass
class LockedSheet:
    """A sheet whose row is locked until the transaction of `connection` ends."""

    connection: Connection
    id: int
    head: SheetHead
    """As it was when it was locked."""
    filled: reading.Entries
    """What stood in its fields then."""
    revision: int
    written: int | None
    """The revision that the write with this id has made already, None when it is new."""
    fields_so_far: int
    """Fields that all steps have changed."""
    changed_at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def seats(self) -> frozenset[int]:
        """The seats that players sit at."""
        return frozenset(player.seat for player in self.head.players)

    def next_revision(self) -> int:
        """Raise the revision of the sheet by one."""
        self.revision += 1
        self.connection.execute(_COUNT, {"sheet": self.id, "number": self.revision, "at": self.changed_at})
        return self.revision


def lock_sheet(
    connection: Connection, key: str | None, write_id: str | None = None, *, finished: bool = False
) -> LockedSheet:
    """Lock the sheet with this edit key, waiting for whoever has locked it. `finished`: also one that is finished.

    `write_id`: the id that a phone gave its write. Raises NoSuchSheet and SheetFinished.
    """
    asked = {"key": key, "write_id": write_id}
    row = connection.execute(_LOCK, asked).one_or_none() if key is not None else None
    if row is not None and row.revision != row.as_read:
        # Somebody changed it while this waited: what is locked is new, what was read beside it is not. Now it stays.
        row = connection.execute(_LOCK, asked).one_or_none()
    if key is None or row is None:
        raise NoSuchSheet
    head = reading.head_of(row, key)
    if head.finished_at is not None and not finished:
        raise SheetFinished
    return LockedSheet(
        connection=connection,
        id=row.id,
        head=head,
        filled=reading.entries_of(row.filled),
        revision=head.revision,
        written=row.written,
        fields_so_far=row.fields_so_far or 0,
    )
