"""Logs of sheets between this database and another one, such as that of a phone that was without signal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import or_, select
from sqlalchemy.exc import IntegrityError

from companion.sheets import exchange
from companion.sheets.exchange import Brought, KeysTaken, LogDelta
from companion.sheets.log import START, Change, fold
from companion.storage.database import Database
from companion.storage.logs import KeptLog, begin, changing_log, read_log
from companion.storage.results import keep_result
from companion.storage.tables import sheets


class LogExchange:
    """Exchanges the logs of the sheets of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def revisions(self) -> dict[str, int]:
        """The revision of every sheet, by the key that allows to write."""
        with self.database.read(single=True) as connection:
            return {row.edit_key: row.revision for row in connection.execute(select(sheets))}

    def merge(self, key: str, changes: Sequence[Change], known: int, check: str | None = None) -> LogDelta:
        """Take changes into the log of the sheet with this key, and tell those that came after the revision `known`.

        `check` is what was told with that revision: see `exchange.delta`. The view key takes none. Raises NoSuchSheet,
        SheetFull, TooMuch, and Malformed for changes that do not belong into this log.
        """
        if not changes:
            with self.database.read() as connection:
                return _told(read_log(connection, key), known, check)
        with changing_log(self.database, key, finished=True) as sheet:
            new = [change for change in changes if change.id not in sheet.log.changes]
            exchange.check(sheet.log, new)
            sheet.confirm(changes)
            sheet.merge(new)
            keep_result(sheet)
            return _told(sheet, known, check)

    def bring(self, sheet: Brought, changes: Sequence[Change], known: int, check: str | None = None) -> LogDelta:
        """Make a sheet that was made elsewhere, unless it is there; then as `merge`. Raises KeysTaken besides."""
        start = next((change for change in changes if change.id == START), None)
        if start is None or start.kind != "start" or start.time or sheet.edit_key == sheet.view_key:
            raise exchange.Malformed("changes", "a new sheet needs its start, and two keys")
        head = {**sheet._asdict(), "variants": sorted(sheet.variants), "created_at": sheet.made}
        del head["made"]
        try:
            with self.database.write() as connection:
                keys = (sheet.edit_key, sheet.view_key)
                asked = select(sheets.c.edit_key, sheets.c.view_key).where(
                    or_(sheets.c.edit_key.in_(keys), sheets.c.view_key.in_(keys))
                )
                found = [tuple(row) for row in connection.execute(asked)]
                if found not in ([], [keys]):
                    raise KeysTaken
                if not found:
                    exchange.check(fold([start]), [change for change in changes if change.id != START])
                    begin(connection, {**head, "changed_at": datetime.now(UTC)}, start._replace(number=0))
        except IntegrityError:
            # At the same time somebody else has made one.
            raise KeysTaken from None
        return self.merge(sheet.edit_key, changes, known, check)


def _told(sheet: KeptLog, known: int, check: str | None) -> LogDelta:
    return exchange.delta(sheet.state(), sheet.log, known, check)
