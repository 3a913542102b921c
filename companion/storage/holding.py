"""Holding a sheet: whoever changes it has it alone until the transaction ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import BindParameter, Connection, Table, bindparam, select, update

from companion.storage import reading
from companion.storage.models import Sheet, Step
from companion.storage.states import NoSuchSheet, SheetFinished, SheetHead

_SHEETS: Table = Sheet.__table__  # type: ignore[assignment] # it is a table, not any selectable
_ID: BindParameter[int] = bindparam("sheet")

# Nothing is read before the lock is had but what is locked.
_LOCK = select(Sheet.id).where(Sheet.edit_key == bindparam("key")).with_for_update()
_OF_SHEET = select(Step.revision).where(Step.sheet_id == _ID)
_ABOUT = reading.HEAD.where(Sheet.id == _ID).add_columns(
    reading.FILLED,
    _OF_SHEET.where(Step.write_id == bindparam("write_id")).scalar_subquery().label("written"),
    _OF_SHEET.where(Step.state == "undone").limit(1).scalar_subquery().label("undone"),
    select(Step.fields_so_far)
    .where(Step.sheet_id == _ID)
    .order_by(Step.revision.desc())
    .limit(1)
    .scalar_subquery()
    .label("fields_so_far"),
)
_COUNT = update(_SHEETS).where(_SHEETS.c.id == _ID).values(revision=bindparam("number"), changed_at=bindparam("at"))


@dataclass
class Held:
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
    undone: bool
    """Whether any step can be done again."""
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


def hold(connection: Connection, key: str | None, write_id: str | None = None, *, finished: bool = False) -> Held:
    """Wait for the sheet with this edit key and hold it. `finished`: also one that is finished.

    `write_id`: what a phone calls its write. Raises NoSuchSheet and SheetFinished.
    """
    sheet_id = connection.scalar(_LOCK, {"key": key})
    if key is None or sheet_id is None:
        raise NoSuchSheet
    rows = connection.execute(_ABOUT, {"sheet": sheet_id, "write_id": write_id}).all()
    head, about = reading.head_of(rows, key), rows[0]
    if head.finished_at is not None and not finished:
        raise SheetFinished
    return Held(
        connection=connection,
        id=sheet_id,
        head=head,
        filled=reading.entries_of(about.filled),
        revision=head.revision,
        written=about.written,
        undone=about.undone is not None,
        fields_so_far=about.fields_so_far or 0,
    )
