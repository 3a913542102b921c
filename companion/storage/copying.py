"""A backup: everything in a database as an SQLite file of the same tables, whichever kind the database is.

So a backup can be looked into with any tool, and moves an app from SQLite to PostgreSQL or back.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, func, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from companion.storage import REVISION
from companion.storage.database import Database
from companion.storage.errors import Newer, Unusable
from companion.storage.migrating import new_identity
from companion.storage.sqlite import reading_only
from companion.storage.tables import identity, metadata, sheets, versions

log = logging.getLogger(__name__)

_AT_ONCE = 1000
"""Rows that are in memory at a time."""
TABLES = tuple(table for table in metadata.sorted_tables if table not in (identity, versions))
"""Those that are referred to come first. Each database has an identity of its own."""


class NotEmpty(RuntimeError):
    """There is something already where the copy was to go."""


def back_up(database: Database, file: Path, *, force: bool = False) -> int:
    """Write a copy of what is in the database at this moment, while others go on writing; how many sheets there are.

    The file, which its owner only may read, is there as a whole or not at all. The database is not changed: neither
    brought up to date, as somebody may be using it, nor written in, as its disk may be dying. Raises NotEmpty, and
    Unusable.
    """
    if file.exists() and not force:
        raise NotEmpty(f"{file} is there already")
    if (revision := database.check()) is None:
        raise Unusable("the database is empty: the app makes its tables when it starts")
    with _aside(file) as (draft, copy):
        if database.file:
            copy.close()
            draft.write_bytes(b"")
            with reading_only(database.file) as source, closing(sqlite3.connect(draft)) as target:
                source.backup(target)
            copy.upgrade()
        elif revision != REVISION:
            raise Unusable(f"the database has revision {revision}: back it up with the version of the app that uses it")
        else:
            with database.read() as source, copy.write() as target:
                _copy(source, target)
        with copy.read() as copied:
            count = _sheets(copied)
        copy.clear_journal(needed=True)
        copy.close()
        os.replace(draft, file)
    return count


def restore(database: Database, file: Path, *, force: bool = False) -> int:
    """Put a backup into the database, all of it or nothing; how many sheets there are then.

    Both are brought up to date where they are older. With `force`, what was in the database goes; the file of a newer
    version is put aside. Raises NotEmpty; Unusable for a file that is no backup, or one of a newer version.
    """
    journal = file.with_name(f"{file.name}-wal")
    if journal.exists() and journal.stat().st_size:
        advice = f"make a copy of both with `companion backup --database-url sqlite:///{file.absolute()}`"
        raise Unusable(f"what was written last is not in {file} but in {journal}: {advice}")
    with _aside(file) as (draft, copy):
        copy.close()
        shutil.copyfile(file, draft)
        try:
            with copy.read() as opened:
                ours = inspect(opened).has_table("alembic_version")
        except SQLAlchemyError:
            ours = False
        if not ours:
            raise Unusable(f"{file} is no backup of this app")
        copy.upgrade()
        try:
            database.upgrade()
        except Newer:
            if not (force and (newer := database.put_aside())):
                raise
            log.warning("What the newer version wrote is in %s now.", newer)
            database.upgrade()
        with copy.read() as source, database.write() as target:
            if not force and any(target.scalar(select(func.count()).select_from(table)) for table in TABLES):
                raise NotEmpty("the database is not empty")
            for table in reversed(TABLES):
                target.execute(table.delete())
            _copy(source, target)
            _count_on(target)
            # Phones may know what was lost: whoever finds another identity compares from the beginning.
            renamed = new_identity()
            target.execute(identity.update().values(id=renamed))
            count = _sheets(target)
        database.identity = renamed
        copy.close()
    database.clear_journal()
    return count


@contextmanager
def _aside(file: Path) -> Iterator[tuple[Path, Database]]:
    """An SQLite file beside another one, gone at the end unless it has taken its place."""
    with tempfile.TemporaryDirectory(dir=file.absolute().parent, prefix=".backup-") as folder:
        draft = Path(folder) / "copy.db"
        copy = Database(f"sqlite:///{draft}")
        copy.upgrade()
        yield draft, copy


def _copy(source: Connection, target: Connection) -> None:
    for table in TABLES:
        rows = source.execution_options(yield_per=_AT_ONCE).execute(select(table)).mappings()
        for some in rows.partitions(_AT_ONCE):
            target.execute(insert(table), [dict(row) for row in some])


def _sheets(connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(sheets)) or 0


def _count_on(target: Connection) -> None:
    """PostgreSQL numbers new rows by sequences, which have not seen these."""
    if target.dialect.name == "postgresql":
        for table in TABLES:
            if (counted := table.autoincrement_column) is not None:
                highest = select(func.coalesce(func.max(counted), 1)).scalar_subquery()
                target.execute(select(func.setval(func.pg_get_serial_sequence(table.name, counted.name), highest)))
