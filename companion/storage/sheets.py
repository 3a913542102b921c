"""Score sheets: make one, read it, write into its fields, take a step back and do it again."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple, TypeVar

from sqlalchemy import Update, or_, select, update

from companion.sheets import sums
from companion.sheets.states import (
    TABLE,
    Cell,
    ChangedSince,
    Conflict,
    Name,
    NoSuchSheet,
    Player,
    PlayerRow,
    SheetFinished,
    SheetHead,
    SheetState,
    Step,
    Typed,
    Value,
    Written,
)
from companion.storage import history, reading
from companion.storage.database import Database
from companion.storage.locking import LockedSheet, lock_sheet
from companion.storage.models import MAX_FIELD_LENGTH, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, Sheet, SheetPlayer
from companion.storage.reading import MAX_SHEETS

__all__ = [
    "MAX_SHEETS", "Cell", "ChangedSince", "Conflict", "Entered", "Name", "NoSuchSheet", "Player", "PlayerRow",
    "SheetFinished", "SheetHead", "SheetState", "Sheets", "Step", "TooMuch", "Typed", "Value", "Written",
]  # fmt: skip

MAX_FIELDS = 400
"""Fields of a seat: many times what a game has, and too few to fill a disk."""
MAX_AT_ONCE = 250
"""Fields in one write."""
MAX_RIVALS = 7
"""Texts of other phones that are kept beside what stands in a field; the history keeps older ones."""

_KEY_BYTES = 18
_EMPTY = (Value(), 0)
_FIELD = re.compile(r"[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)*")


class TooMuch(ValueError):
    """More fields, or longer texts, than a sheet takes."""


class Entered(NamedTuple):
    """The texts that somebody typed into a sheet."""

    cells: Mapping[Cell, tuple[str | None, str | None]]
    """(seat, field) -> (what the writer saw there before, the text; None: nothing)."""
    by: str
    """The signature of the phone that writes."""


def well_formed(_seat: int, field: str) -> bool:
    """Whether a field has a name as fields have: words of small letters and digits, dots between them."""
    return len(field) <= MAX_FIELD_LENGTH and _FIELD.fullmatch(field) is not None


class Sheets:
    """All score sheets in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, players: Sequence[Name], edition: int, variants: Sequence[str]) -> SheetState:
        """Make an empty sheet for these players, in this order."""
        now = datetime.now(UTC)
        sheet = Sheet(
            edit_key=secrets.token_urlsafe(_KEY_BYTES),
            view_key=secrets.token_urlsafe(_KEY_BYTES),
            edition=edition,
            variants=sorted(variants),
            revision=0,
            created_at=now,
            changed_at=now,
            players=[
                SheetPlayer(seat=seat, name=player.name, colour=player.colour)
                for seat, player in enumerate(players, start=1)
            ],
        )
        with self.database.writing() as session:
            session.add(sheet)
        return self.read(sheet.edit_key)

    def read(self, key: str, since: int = 0) -> SheetState:
        """The sheet with this edit or view key. Raises NoSuchSheet."""
        with self.database.looking() as connection:
            return _there(reading.state(connection, key, since))

    def head(self, key: str) -> SheetHead:
        """The head of the sheet with this edit or view key, without its entries. Raises NoSuchSheet."""
        with self.database.asking() as connection:
            return _there(reading.head(connection, key))

    def revisions(self, keys: Sequence[str]) -> dict[str, int]:
        """The revisions of the sheets with these keys, in one query. At most `MAX_SHEETS` keys."""
        with self.database.asking() as connection:
            return reading.revisions(connection, keys)

    def rename(self, key: str, players: Sequence[Name]) -> None:
        """Give the players other names and colours. Their number stays. Raises NoSuchSheet, ValueError."""
        with self.database.changing() as connection:
            sheet = lock_sheet(connection, key)
            if len(players) != len(sheet.seats):
                raise ValueError("a sheet keeps its number of players")
            for seat, new in zip(sorted(sheet.seats), players, strict=True):
                named = _player(sheet).where(SheetPlayer.seat == seat).values(name=new.name, colour=new.colour)
                connection.execute(named)
            sheet.next_revision()

    def claim(self, key: str, seat: int, phone: str | None) -> None:
        """Note which phone a player has taken for the own one; None gives the player back.

        A phone has one player: claiming another leaves the first. Raises NoSuchSheet, KeyError for a seat that is not
        there.
        """
        with self.database.changing() as connection:
            sheet = lock_sheet(connection, key)
            if seat not in sheet.seats:
                raise KeyError(seat)
            connection.execute(_player(sheet).where(SheetPlayer.phone == phone).values(phone=None))
            connection.execute(_player(sheet).where(SheetPlayer.seat == seat).values(phone=phone))
            sheet.next_revision()

    def write(
        self,
        key: str,
        cells: Mapping[Cell, tuple[str | None, str | None]],
        by: str = "",
        *,
        allowed: Callable[[int, str], bool] = well_formed,
        write_id: str | None = None,
        since: int = 0,
    ) -> Written:
        """Write into fields: see `fill`. `cells` and `by` are what it calls `Entered`."""
        return self.fill(key, lambda _head: Entered(cells, by), allowed=allowed, write_id=write_id, since=since)

    def fill(
        self,
        key: str,
        entered: Callable[[SheetHead], Entered],
        *,
        allowed: Callable[[int, str], bool] = well_formed,
        write_id: str | None = None,
        since: int = 0,
    ) -> Written:
        """Write into fields, all of them or none, as one step of the history.

        `entered` gives the texts for the head of the sheet, which is locked meanwhile. Where another text stands than
        the writer saw, both are kept, as a conflict. `write_id` makes the write idempotent: one with the same id that
        arrives again changes nothing. `allowed` tells which fields exist; `changed_cells` of the state are those that
        changed after the revision `since`. Raises NoSuchSheet, KeyError for a seat or field that does not exist,
        TooMuch, and NotPoints for a category (a field without a dot) whose text tells no points.
        """
        with self.database.changing() as connection:
            sheet = lock_sheet(connection, key, write_id)
            cells, by = entered(sheet.head)
            _check_texts(cells)
            if sheet.written is not None:
                state = reading.state_of(sheet.head, sheet.filled, since)
                return Written(sheet.written, state, repeated=True)
            for seat, field in cells:
                if seat not in (TABLE, *sheet.seats) or not allowed(seat, field):
                    raise KeyError((seat, field))
            now, changes, conflicts = sheet.filled, {}, []
            for (seat, field), (seen, text) in cells.items():
                before, _ = now.get((seat, field), _EMPTY)
                typed = Typed(text, by[:MAX_NAME_LENGTH])
                after = _together(field, before, seen, typed)
                if after != before:
                    changes[seat, field] = (before, after)
                if after.typed != typed and after.rivals and not _alike(field, after.text, text):
                    conflicts.append(Conflict(seat, field, after.typed, typed))
            _check_room(now, changes)
            if not changes:
                state = reading.state_of(sheet.head, now, since)
                return Written(sheet.revision, state, tuple(conflicts))
            step = history.record(sheet, "write", changes, by, write_id)
            filled = {**now, **{cell: (after, sheet.revision) for cell, (_, after) in changes.items()}}
            state = reading.state_after(sheet.head, filled, step, since)
            return Written(sheet.revision, state, tuple(conflicts))

    def choose(self, key: str, cell: Cell, text: str | None, by: str = "") -> Step | None:
        """Settle a conflict: this text stands, the others go. None when it is none of those to choose from.

        Raises NoSuchSheet.
        """
        with self.database.changing() as connection:
            sheet = lock_sheet(connection, key)
            before, _ = sheet.filled.get(cell, _EMPTY)
            chosen = next((typed for typed in (before.typed, *before.rivals) if typed.text == text), None)
            if chosen is None or not before.rivals:
                return None
            return history.record(sheet, "choose", {cell: (before, Value(chosen))}, by)

    def undo(self, key: str, by: str = "", own: Collection[str] = ()) -> Step | None:
        """Take back the last own step that is not taken back yet; tell which, None when there is none.

        Own is what is signed with `by`, or with one of the names in `own`. Raises ChangedSince when somebody has
        changed one of its fields after it.
        """
        with self.database.changing() as connection:
            return history.undo(lock_sheet(connection, key), by, {by, *own})

    def redo(self, key: str, by: str = "", own: Collection[str] = ()) -> Step | None:
        """Do again what was taken back last under an own name; None when there is nothing.

        There is nothing once something was written under such a name, or stands in one of the fields, since.
        """
        with self.database.changing() as connection:
            return history.redo(lock_sheet(connection, key), by, {by, *own})

    def redoable(self, key: str, own: Collection[str]) -> Step | None:
        """What redo would do again. Raises NoSuchSheet."""
        with self.database.looking() as connection:
            row = _there(connection.execute(reading.WHOLE.where(Sheet.edit_key == key)).one_or_none())
            return history.redoable(connection, row.id, reading.entries_of(row.filled), own)

    def take_back_to(self, key: str, revision: int, by: str = "") -> int:
        """Take back all steps after this revision, whoever did them; tell how many. `by` can do each again."""
        with self.database.changing() as connection:
            sheet, count = lock_sheet(connection, key), 0
            while history.undo_last(sheet, by, revision):
                count += 1
            return count

    def changes(self, key: str, limit: int = 100) -> tuple[Step, ...]:
        """Who changed what when, the latest first. Raises NoSuchSheet."""
        with self.database.looking() as connection:
            opens = or_(Sheet.edit_key == key, Sheet.view_key == key)
            return history.latest(connection, _there(connection.scalar(select(Sheet.id).where(opens))), limit)


_Found = TypeVar("_Found")


def _there(found: _Found | None) -> _Found:
    if found is None:
        raise NoSuchSheet
    return found


def _player(sheet: LockedSheet) -> Update:
    """A change of players of a sheet."""
    return update(SheetPlayer).where(SheetPlayer.sheet_id == sheet.id)


def _together(field: str, before: Value, seen: str | None, typed: Typed) -> Value:
    """The value of a field after somebody who had seen the text `seen` there typed another."""
    if typed.text == before.text:
        return before
    if seen == before.text:
        return Value(typed, tuple(rival for rival in before.rivals if not _alike(field, rival.text, typed.text)))
    if any(_alike(field, other.text, typed.text) for other in (before.typed, *before.rivals)):
        return before
    # Somebody who types again means the latest.
    others = tuple(rival for rival in before.rivals if not typed.by or rival.by != typed.by)
    return Value(before.typed, (*others, typed)[-MAX_RIVALS:])


def _alike(field: str, one: str | None, other: str | None) -> bool:
    """Whether two texts say the same: for points, whether they come to the same."""
    if one == other or one is None or other is None or "." in field:
        return one == other
    return sums.points(one) == sums.points(other)


def _check_texts(cells: Mapping[Cell, tuple[str | None, str | None]]) -> None:
    if len(cells) > MAX_AT_ONCE:
        raise TooMuch("too many fields at once")
    for (_, field), (_, text) in cells.items():
        if text is None:
            continue
        if not text or len(text) > MAX_TEXT_LENGTH:
            raise TooMuch("a text is empty or too long")
        if "." not in field:
            sums.points(text)


def _check_room(now: Mapping[Cell, object], changes: Mapping[Cell, object]) -> None:
    for seat in {seat for seat, _ in changes}:
        if len({field for place, field in (*now, *changes) if place == seat}) > MAX_FIELDS:
            raise TooMuch("too many fields of a seat")
