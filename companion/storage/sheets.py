"""Score sheets: make one, read it, write into its fields, take a step back, finish it, exchange its log."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice

from sqlalchemy import or_, select
from sqlalchemy.exc import IntegrityError

from companion.sheets import changes, exchange
from companion.sheets.changes import MAX_NAME_LENGTH, Cells, well_formed
from companion.sheets.exchange import Brought, KeysTaken, LogDelta
from companion.sheets.games import id_of
from companion.sheets.log import START, Change, Done, fold
from companion.sheets.states import TABLE, Cell, LogStep, Name, NoSuchSheet, Now, Overtaken, SheetState, Written
from companion.storage.database import Database
from companion.storage.logs import KeptLog, LockedLog, begin, changing_log, first, lock_log, now, read_log
from companion.storage.results import forget_sheets, keep_result
from companion.storage.tables import new_keys, origins, sheets


class Sheets:
    """All score sheets in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(
        self, players: Sequence[Name], edition: int, variants: Sequence[str], house: Mapping[str, int] | None = None
    ) -> SheetState:
        """Make an empty sheet for these players, in this order; `house`: their house rules."""
        made_at, keys = datetime.now(UTC), new_keys()
        sheet = {
            **keys,
            "edition": edition,
            "variants": sorted(variants),
            "created_at": made_at,
            "changed_at": made_at,
        }
        with self.database.write() as connection:
            begin(connection, sheet, first(players, made_at, house))
        return self.read(keys["edit_key"])

    def read(self, key: str, since: int = 0) -> SheetState:
        """The sheet with this edit or view key. Raises NoSuchSheet.

        `changed_cells` of the state are those that changed after the revision `since`.
        """
        with self.database.read() as connection:
            return read_log(connection, key).state(since)

    def now(self, key: str) -> Now:
        """The revision of the sheet with this edit or view key, and whether it is finished. Raises NoSuchSheet."""
        with self.database.read(single=True) as connection:
            return now(connection, key)

    def rename(self, key: str, players: Sequence[Name], by: str = "", seats: Collection[int] = ()) -> None:
        """Give the players at these seats, or at all, other names and colours; whoever is told beyond them joins.

        Raises NoSuchSheet, ValueError when somebody is left out, and TooMuch when there are more than seats.
        """
        with changing_log(self.database, key) as sheet:
            given = [seat for seat in sheet.seats if not seats or seat in seats]
            if len(players) < len(given):
                raise ValueError("a sheet keeps its players")
            renamed = dict(zip(given, players, strict=False))
            names, cells = changes.renaming(sheet.log, renamed, players[len(given) :])
            if names != sheet.log.names:
                sheet.append("people", {"players": [[player.name, player.colour] for player in names]})
            if cells:
                sheet.append("write", {"cells": cells}, by)

    def claim(self, key: str, seat: int, phone: str | None) -> None:
        """Note which phone, by its signature, a player has taken for the own one; None gives the player back.

        A phone has one player: claiming another leaves the first. Raises NoSuchSheet, KeyError for a seat that is not
        there.
        """
        with changing_log(self.database, key) as sheet:
            if seat not in sheet.seats:
                raise KeyError(seat)
            sheet.append("claim", {"seat": seat, "phone": phone})

    def write(
        self,
        key: str,
        cells: Cells | Callable[[SheetState], Cells],
        by: str = "",
        *,
        allowed: Callable[[int, str], bool] = well_formed,
        write_id: str | None = None,
        since: int = 0,
    ) -> Written:
        """Write into fields, all of them or none, as one step of the history.

        What they are may depend on the sheet, which is locked meanwhile. Where another text stands than the writer saw,
        both are kept, as rivals. `write_id` makes the write idempotent: one with the same id that arrives again
        changes nothing. `allowed` tells which fields exist; `changed_cells` of the state are those that changed after
        the revision `since`. Raises NoSuchSheet, KeyError for a seat or field that does not exist, TooMuch, SheetFull,
        and NotPoints for a category (a field without a dot) whose text tells no points.
        """
        with changing_log(self.database, key) as sheet:
            state = sheet.state(since)
            cells = cells(state) if callable(cells) else cells
            changes.check_texts(cells)
            if (write_id or "") in sheet.log.changes:
                return Written(state, repeated=True)
            for seat, field in cells:
                if seat not in (TABLE, *sheet.seats) or not allowed(seat, field):
                    raise KeyError((seat, field))
            content = changes.writing(sheet.log, cells, by[:MAX_NAME_LENGTH])
            if content is None:
                return Written(state)
            sheet.append("write", content, by, write_id)
            return Written(sheet.state(since))

    def choose(self, key: str, cell: Cell, text: str | None, by: str = "") -> LogStep | None:
        """Settle a conflict: this text stands, the others go. None when it is none of those to choose from.

        Raises NoSuchSheet.
        """
        with changing_log(self.database, key) as sheet:
            content = changes.choosing(sheet.log, cell, text)
            return sheet.log.step(sheet.append("choose", content, by)) if content else None

    def undo(
        self, key: str, by: str = "", own: Collection[str] = (), revision: int | None = None, since: int = 0
    ) -> LogStep | None:
        """Take back the last own step that is not taken back yet, or the one that made a revision, whoever did it; tell
        which, None when there is none.

        Own is what is signed with `by`, or with one of the names in `own`. What was taken back after the revision
        `since`, which the asker knows, is only told again: the answer was lost. Raises ChangedSince when somebody has
        changed one of its fields after it.
        """
        names = {by, *own} if revision is None else ()
        with changing_log(self.database, key) as sheet:
            if repeated := changes.repeated(sheet.log, "undo", names, since):
                return sheet.log.step(repeated.change)
            return _done(sheet, "undo", changes.undoable(sheet.log, names, revision), by)

    def redo(self, key: str, by: str = "", own: Collection[str] = (), since: int = 0) -> LogStep | None:
        """Do again what was taken back last under an own name; None when there is nothing.

        There is nothing once something was written under such a name, or into one of the fields, since. What was done
        again after the revision `since` is only told again.
        """
        with changing_log(self.database, key) as sheet:
            if repeated := changes.repeated(sheet.log, "redo", {by, *own}, since):
                return sheet.log.step(repeated.change)
            return _done(sheet, "redo", changes.redoable(sheet.log, {by, *own}), by)

    def redoable(self, key: str, own: Collection[str]) -> LogStep | None:
        """What redo would do again. Raises NoSuchSheet."""
        with self.database.read() as connection:
            log = read_log(connection, key).log
        done = changes.redoable(log, own)
        return done and log.step(done.change)

    def take_back_to(self, key: str, revision: int, by: str = "") -> int:
        """Take back all steps after this one, whoever did them; tell how many. `by` can do each again."""
        with changing_log(self.database, key) as sheet:
            later = [{"of": done.change.id} for done in changes.after(sheet.log, revision)]
            if later:
                sheet.append_all("undo", later, by)
            return len(later)

    def changes(self, key: str, limit: int = 100) -> tuple[LogStep, ...]:
        """Who changed what when, the latest first. Raises NoSuchSheet."""
        with self.database.read() as connection:
            return tuple(islice(read_log(connection, key).log.history(), limit))

    def finished_at(self, key: str) -> datetime | None:
        """When the sheet with this edit or view key was finished; None when it is open or not there."""
        with suppress(NoSuchSheet):
            return self.now(key).finished_at
        return None

    def game_id(self, view_key: str) -> str:
        """The id of the game on the sheet with this view key: its own, or the one it brought along from a file."""
        query = select(origins.c.game).join(sheets).where(sheets.c.view_key == view_key)
        with self.database.read(single=True) as connection:
            brought = connection.scalar(query)
        return brought or id_of(view_key)

    def finish(self, state: SheetState, at: datetime | None = None) -> None:
        """Finish a sheet as it was read, with the points that count. Opened again and finished, it keeps its first end.

        Raises NoSuchSheet, and Overtaken when the sheet has changed since it was read.
        """
        with changing_log(self.database, state.edit_key, finished=True) as sheet:
            if sheet.log.finish is not None:
                return
            if sheet.revision != state.revision:
                raise Overtaken
            ends = [change.at for change in sheet.log.changes.values() if change.kind == "finish"]
            # Opened again to put something right, it is still the game of that day.
            sheet.at = at or min(ends, default=datetime.now(UTC).replace(microsecond=0))
            sheet.append("finish", {"upon": sheet.log.entered})
            keep_result(sheet)

    def reopen(self, key: str) -> None:
        """Let a finished sheet be written to again. Raises NoSuchSheet."""
        with changing_log(self.database, key, finished=True) as sheet:
            if sheet.log.finish is not None:
                sheet.append("reopen", {})
                keep_result(sheet)

    def annotate(self, key: str, cells: Cells, by: str) -> None:
        """Write what is told about a game besides its points. A finished one stays so, and keeps its end.

        Raises NoSuchSheet, TooMuch, SheetFull.
        """
        with changing_log(self.database, key, finished=True) as sheet:
            changes.check_texts(cells)
            content = changes.writing(sheet.log, cells, by)
            if content is None:
                return
            end = sheet.log.finish
            sheet.append("write", content, by)
            if end is not None:
                sheet.at = end.at
                sheet.append("finish", {"upon": sheet.log.entered})
                keep_result(sheet)

    def delete(self, key: str) -> None:
        """Delete a sheet with everything about it, wherever it is kept. Raises NoSuchSheet."""
        with self.database.write() as connection:
            forget_sheets(connection, [lock_log(connection, key, finished=True).id])
        self.database.clear_journal()

    def revisions(self) -> dict[str, int]:
        """The revision of every sheet, by the key that allows to write."""
        with self.database.read(single=True) as connection:
            return {row.edit_key: row.revision for row in connection.execute(select(sheets))}

    def merge(self, key: str, changes: Sequence[Change], revision: int, check: str | None = None) -> LogDelta:
        """Take changes into the log of the sheet with this key, and tell those that came after a `revision`.

        `check` is what was told with that revision: see `exchange.delta`. The view key takes none. Raises NoSuchSheet,
        SheetFull, TooMuch, and Malformed for changes that do not belong into this log.
        """
        if not changes:
            with self.database.read() as connection:
                return _delta(read_log(connection, key), revision, check)
        with changing_log(self.database, key, finished=True) as sheet:
            new = [change for change in changes if change.id not in sheet.log.changes]
            exchange.check(sheet.log, new)
            sheet.confirm(changes)
            sheet.merge(new)
            keep_result(sheet)
            return _delta(sheet, revision, check)

    def bring(self, sheet: Brought, changes: Sequence[Change], revision: int, check: str | None = None) -> LogDelta:
        """Make a sheet that was made elsewhere, unless it is there; then as `merge`. Raises KeysTaken besides."""
        start = next((change for change in changes if change.id == START), None)
        if start is None or start.kind != "start" or start.time or sheet.edit_key == sheet.view_key:
            raise exchange.Malformed("changes", "a new sheet needs its start, and two keys")
        head = {**sheet._asdict(), "variants": sorted(sheet.variants), "created_at": sheet.made}
        del head["made"]
        try:
            with self.database.write() as connection:
                keys = (sheet.edit_key, sheet.view_key)
                query = select(sheets.c.edit_key, sheets.c.view_key).where(
                    or_(sheets.c.edit_key.in_(keys), sheets.c.view_key.in_(keys))
                )
                rows = [tuple(row) for row in connection.execute(query)]
                if rows not in ([], [keys]):
                    raise KeysTaken
                if not rows:
                    exchange.check(fold([start]), [change for change in changes if change.id != START])
                    begin(connection, {**head, "changed_at": datetime.now(UTC)}, start._replace(number=0))
        except IntegrityError:
            # At the same time somebody else has made one.
            raise KeysTaken from None
        return self.merge(sheet.edit_key, changes, revision, check)


def _done(sheet: LockedLog, kind: str, done: Done | None, by: str) -> LogStep | None:
    """Take a step back or do it again; tell which."""
    if done is None:
        return None
    step = sheet.log.step(done.change)
    sheet.append(kind, {"of": done.change.id}, by)
    return step


def _delta(sheet: KeptLog, revision: int, check: str | None) -> LogDelta:
    return exchange.delta(sheet.state(), sheet.log, revision, check)
