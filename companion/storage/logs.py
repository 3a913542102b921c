"""The logs of sheets in the database: read one, lock one, append to it."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BindParameter, Connection, Row, bindparam, insert, select, update

from companion import engine
from companion.sheets.changes import JOINED, MAX_NAME_LENGTH, check_room, seated
from companion.sheets.log import START, Change, Log, fold
from companion.sheets.states import TABLE, Name, NoSuchSheet, Now, PlayerRow, SheetFinished, SheetState, Typed
from companion.storage.database import Database
from companion.storage.tables import finishes, opened_by, sheets
from companion.storage.tables import log as logs

_KEY: BindParameter[str] = bindparam("key")
_ID: BindParameter[int] = bindparam("sheet")
_OPENS = opened_by(sheets, _KEY)
_NOW = (
    select(sheets.c.revision, sheets.c.changed_at, finishes.c.finished_at)
    .select_from(sheets.outerjoin(finishes))
    .where(_OPENS)
)
_FIND = select(sheets).where(_OPENS)
_LOCK = select(sheets).where(sheets.c.edit_key == _KEY).with_for_update()
_CHANGES = select(*(logs.c[name] for name in Change._fields)).where(logs.c.sheet_id == _ID)
_COUNT = update(sheets).where(sheets.c.id == _ID).values(revision=bindparam("number"), changed_at=bindparam("now"))
_ID_BYTES = 12
_MAX_RECENT_CHANGES = 60_000
"""Those of 200 tables whose games are half entered, some 60 MB."""


class RecentLogs:
    """The logs that were folded last, by the numbers of their sheets: all phones at a table ask within a second.

    Which revision is asked for is told by the row of the sheet, which comes from the database every time.
    """

    def __init__(self) -> None:
        self._logs: OrderedDict[int, tuple[tuple[str, int, datetime], Log]] = OrderedDict()
        self._changes = 0
        self._lock = threading.Lock()

    def find(self, row: Row[Any]) -> Log | None:
        """The log at this revision, which is shared: whoever adds to it takes a copy."""
        stamp, log = self._logs.get(row.id, (None, None))
        return log if stamp == (row.edit_key, row.revision, row.changed_at) else None

    def keep(self, sheet: KeptLog) -> None:
        """Keep a log as it is in the database now."""
        with self._lock:
            self._forget(sheet.id)
            self._logs[sheet.id] = (sheet.row.edit_key, sheet.revision, sheet.changed_at), sheet.log
            self._changes += len(sheet.log.changes)
            while self._changes > _MAX_RECENT_CHANGES:
                self._changes -= len(self._logs.popitem(last=False)[1][1].changes)

    def forget(self, sheet: int) -> None:
        """Let go of a sheet that is deleted."""
        with self._lock:
            self._forget(sheet)

    def _forget(self, sheet: int) -> None:
        _, log = self._logs.pop(sheet, (None, None))
        self._changes -= len(log.changes) if log else 0


recent_logs = RecentLogs()


def now(connection: Connection, key: str) -> Now:
    """The revision and the end of the sheet with this edit or view key. Raises NoSuchSheet."""
    row = connection.execute(_NOW, {"key": key}).one_or_none()
    if row is None:
        raise NoSuchSheet
    return Now(*row)


@dataclass
class KeptLog:
    """A sheet as it is in the database, with its log."""

    connection: Connection
    row: Row[Any]
    key: str
    """The key that it was opened with."""
    log: Log
    revision: int
    changed_at: datetime

    @property
    def id(self) -> int:
        """The number of the sheet in the database."""
        return int(self.row.id)

    def state(self, since: int = 0) -> SheetState:
        """What stands on the sheet. `since`: after which revision changes are of interest."""
        fields: dict[int, dict[str, str]] = {}
        rivals: dict[int, dict[str, tuple[Typed, ...]]] = {}
        for (seat, name), value in self.log.values.items():
            if value.text is not None and name != JOINED:
                fields.setdefault(seat, {})[name] = value.text
            if value.rivals:
                rivals.setdefault(seat, {})[name] = value.all
        players = tuple(
            PlayerRow(
                seat=seat,
                name=name.name,
                colour=name.colour,
                phone=self.log.phones.get(seat),
                fields=fields.get(seat, {}),
                rivals=rivals.get(seat, {}),
            )
            for seat, name in seated(self.log).items()
        )
        writable = secrets.compare_digest(self.key.encode(), self.row.edit_key.encode())
        finish = self.log.finish
        return SheetState(
            edit_key=self.row.edit_key if writable else None,
            view_key=self.row.view_key,
            edition=self.row.edition,
            variants=tuple(self.row.variants),
            played_otherwise=self._house(),
            revision=self.revision,
            created_at=self.row.created_at,
            changed_at=self.changed_at,
            finished_at=finish.at if finish else None,
            players=players,
            owners=self.log.owners,
            fields=fields.get(TABLE, {}),
            changed_cells=self.log.changed_since(since),
        )

    def _house(self) -> engine.House:
        """The house rules of the log, as far as its game has them: another version of the app may have made it."""
        game = engine.Game(self.row.edition, variants=tuple(self.row.variants))
        return tuple(sorted(engine.house_in(game, self.log.house).items())) if self.log.house else ()


@dataclass
class LockedLog(KeptLog):
    """A sheet whose row is locked until the transaction of `connection` ends."""

    at: datetime | None = None
    """The moment of what is appended; None: now."""

    @property
    def seats(self) -> Collection[int]:
        """The seats that players sit at."""
        return seated(self.log).keys()

    def append(self, kind: str, content: Mapping[str, Any], by: str = "", name: str | None = None) -> Change:
        """Add a change to the log, by the id `name` if its maker gave it one. Raises SheetFull, TooMuch."""
        (change,) = self.append_all(kind, [content], by, name)
        return change

    def append_all(
        self, kind: str, contents: Sequence[Mapping[str, Any]], by: str = "", name: str | None = None
    ) -> list[Change]:
        """Add changes of a kind to the log, one after the other. Raises SheetFull, TooMuch."""
        now = datetime.now(UTC)
        added = [
            Change(
                self.revision + place,
                name or secrets.token_urlsafe(_ID_BYTES),
                self.log.time + place,
                by[:MAX_NAME_LENGTH],
                self.at or now,
                kind,
                content,
            )
            for place, content in enumerate(contents, start=1)
        ]
        self._add(added, now)
        if kind in ("undo", "redo"):
            self.log = fold((*self.log.changes.values(), *added))
        else:
            for change in added:
                self.log.take(change)
        return added

    def merge(self, changes: Sequence[Change]) -> None:
        """Add changes that were made elsewhere, as far as they are not there. Raises SheetFull, TooMuch."""
        new = {change.id: change for change in changes if change.id not in self.log.changes}
        if new:
            added = [change._replace(number=number) for number, change in enumerate(new.values(), self.revision + 1)]
            self._add(added, datetime.now(UTC))
            self.log = fold((*self.log.changes.values(), *added))

    def confirm(self, changes: Sequence[Change]) -> None:
        """Note of changes that another phone had brought that the one that made them says the same now."""
        own = {change.id: change for change in changes if not change.via}
        others = [change for change in self.log.changes.values() if change.via and change.id in own]
        confirmed = [
            change
            for change in others
            if change._replace(number=0, via="") == own[change.id]._replace(number=0, at=change.at)
        ]
        if confirmed:
            names = [change.id for change in confirmed]
            self.connection.execute(update(logs).where(logs.c.sheet_id == self.id, logs.c.id.in_(names)).values(via=""))
            # Whoever has folded it before does so once more.
            self.changed_at = datetime.now(UTC)
            self.connection.execute(_COUNT, {"sheet": self.id, "number": self.revision, "now": self.changed_at})
            by_id = {**self.log.changes, **{change.id: change._replace(via="") for change in confirmed}}
            self.log = fold(by_id.values())

    def _add(self, added: Sequence[Change], now: datetime) -> None:
        check_room(self.log, added)
        self.connection.execute(insert(logs), [{"sheet_id": self.id, **change._asdict()} for change in added])
        self.revision, self.changed_at = self.revision + len(added), now
        self.connection.execute(_COUNT, {"sheet": self.id, "number": self.revision, "now": now})


def read_log(connection: Connection, key: str) -> KeptLog:
    """The sheet with this edit or view key. Raises NoSuchSheet."""
    row = connection.execute(_FIND, {"key": key}).one_or_none()
    if row is None:
        raise NoSuchSheet
    recent = recent_logs.find(row)
    sheet = KeptLog(connection, row, key, recent or _folded(connection, row.id), row.revision, row.changed_at)
    if recent is None:
        recent_logs.keep(sheet)
    return sheet


@contextmanager
def changing_log(database: Database, key: str | None, *, finished: bool = False) -> Iterator[LockedLog]:
    """Hold the sheet with this edit key, waiting for whoever holds it, in a transaction that ends with the block.

    `finished`: also one that is finished. Raises NoSuchSheet and SheetFinished.
    """
    with database.write() as connection:
        sheet = lock_log(connection, key, finished=finished)
        yield sheet
    recent_logs.keep(sheet)


def lock_log(connection: Connection, key: str | None, *, finished: bool = False) -> LockedLog:
    """Lock a sheet as `changing_log` does, until the transaction of the connection ends."""
    row = connection.execute(_LOCK, {"key": key}).one_or_none() if key is not None else None
    if key is None or row is None:
        raise NoSuchSheet
    # Asked after the lock is there, so that what others have appended meanwhile is told too.
    recent = recent_logs.find(row)
    log = recent.copy() if recent else _folded(connection, row.id)
    locked = LockedLog(connection, row, key, log, row.revision, row.changed_at)
    if locked.log.finish is not None and not finished:
        raise SheetFinished
    return locked


def _folded(connection: Connection, sheet: int) -> Log:
    return fold([Change._make(row) for row in connection.execute(_CHANGES, {"sheet": sheet})])


def begin(connection: Connection, sheet: Mapping[str, Any], start: Change) -> int:
    """Make a sheet and its log, which begins with this change. Gives its number in the database."""
    made = connection.scalar(insert(sheets).values(revision=0, **sheet).returning(sheets.c.id))
    connection.execute(insert(logs), {"sheet_id": made, **start._asdict()})
    return int(made)


def first(players: Sequence[Name], at: datetime, house: Mapping[str, int] | None = None) -> Change:
    """The first change of a log; `house`: the figures that are played otherwise than they are printed."""
    content: dict[str, Any] = {"players": [[player.name, player.colour] for player in players]}
    if house:
        content["house"] = dict(house)
    return Change(0, START, 0, "", at, "start", content)
