"""The end of a sheet: finish it, open it again, delete it for good."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from companion.sheets.games import Counted, id_of, players_of
from companion.sheets.states import SheetState
from companion.storage import reading
from companion.storage.database import Database
from companion.storage.locking import lock_sheet
from companion.storage.models import Sheet
from companion.storage.result_tables import Finish, Origin


class Overtaken(Exception):
    """Somebody changed the sheet after it was read."""


class Finishing:
    """Finishes the score sheets of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def finished_at(self, key: str) -> datetime | None:
        """When the sheet with this edit or view key was finished; None when it is open or not there."""
        with self.database.asking() as connection:
            found = reading.now(connection, key)
        return found.finished_at if found else None

    def game_id(self, view_key: str) -> str:
        """The id of the game on the sheet with this view key: its own, or the one it brought along from a file."""
        with self.database.reading() as session:
            brought = session.scalar(
                select(Origin.game).join(Sheet, Sheet.id == Origin.sheet_id).where(Sheet.view_key == view_key)
            )
        return brought or id_of(view_key)

    def finish(self, state: SheetState, counted: Counted, at: datetime | None = None) -> None:
        """Finish a sheet as it was read, with the points that count. Finished again, it keeps its first end.

        Raises NoSuchSheet, and Overtaken when the sheet has changed since it was read.
        """
        with self.database.writing() as session:
            sheet = lock_sheet(session.connection(), state.edit_key, finished=True)
            if sheet.head.finished_at is not None:
                return
            if sheet.revision != state.revision:
                raise Overtaken
            # Other phones only ask whether there is a later revision than theirs.
            sheet.next_revision()
            session.add(
                Finish(
                    sheet_id=sheet.id,
                    finished_at=at or datetime.now(UTC).replace(microsecond=0),
                    fields=dict(state.fields),
                    players=[player.told() for player in players_of(state, counted)],
                )
            )

    def reopen(self, key: str) -> None:
        """Let a finished sheet be written to again. Raises NoSuchSheet."""
        with self.database.writing() as session:
            sheet = lock_sheet(session.connection(), key, finished=True)
            sheet.next_revision()
            session.execute(delete(Finish).where(Finish.sheet_id == sheet.id))

    def delete(self, key: str) -> None:
        """Delete a sheet with everything about it, wherever it is kept. Raises NoSuchSheet."""
        with self.database.writing() as session:
            forget_sheets(session, [lock_sheet(session.connection(), key, finished=True).id])
        self.database.clear_journal()


def forget_sheets(session: Session, ids: Sequence[int]) -> None:
    """Delete sheets; the database deletes what refers to them."""
    for start in range(0, len(ids), _AT_ONCE):
        session.execute(delete(Sheet).where(Sheet.id.in_(ids[start : start + _AT_ONCE])))


_AT_ONCE = 500
"""Some databases take no longer lists."""
