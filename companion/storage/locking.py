"""Holding a sheet: whoever changes it has it alone until the transaction ends."""

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
    """One value of the steps of the sheet that is asked about."""
    return steps.where(Step.sheet_id == Sheet.id).correlate(Sheet).limit(1).scalar_subquery().label(name)


_AS_READ = aliased(Sheet)
_HOLD = (
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
    """A sheet that nobody else can change until the transaction of `connection` ends."""

    connection: Connection
    id: int
    head: SheetHead
    """As it was when it was locked."""
    filled: reading.Entries
    """What stood in its fields then."""
    revision: int
    written: int | None
    """The revision that the asked write made, None when it did not arrive before."""
    fields_so_far: int
    """Fields that all steps have changed."""
    changed_at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def seats(self) -> frozenset[int]:
        """The seats that players sit at."""
        return frozenset(player.seat for player in self.head.players)

    def next_revision(self) -> int:
        """Count a change of the sheet."""
        self.revision += 1
        self.connection.execute(_COUNT, {"sheet": self.id, "number": self.revision, "at": self.changed_at})
        return self.revision


def lock_sheet(
    connection: Connection, key: str | None, write_id: str | None = None, *, finished: bool = False
) -> LockedSheet:
    """Wait for the sheet with this edit key and hold it. `finished`: also one that is finished.

    `write_id`: what a phone calls its write. Raises NoSuchSheet and SheetFinished.
    """
    asked = {"key": key, "write_id": write_id}
    row = connection.execute(_HOLD, asked).one_or_none() if key is not None else None
    if row is not None and row.revision != row.as_read:
        # Somebody changed it while this waited: what is locked is new, what was read beside it is not. Now it stays.
        row = connection.execute(_HOLD, asked).one_or_none()
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
