"""What is particular about databases in a file: SQLite."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.engine.interfaces import DBAPIConnection

BUSY_MILLISECONDS = 5000
REVISIONS = "alembic_version"
_MAGIC = b"SQLite format 3\0"
_OWNER_ONLY = 0o600

Error = sqlite3.Error


class NotOurs(RuntimeError):
    """What is there is not a database of this app. It stays as it is."""


def make(file: Path) -> None:
    """Make an empty file, unless there is something of this name.

    The keys of all sheets are to be in it: it is nobody else's business. What SQLite lays beside it is like it.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY))


def look_at(file: Path) -> str | None:
    """The revision of the tables in a file, None in an empty one. Whatever it is stays so. Raises NotOurs."""
    if not file.is_file():
        # Opening a device may do something already.
        raise NotOurs("this is no file: name another one" if file.exists() else "there is no such file")
    with file.open("rb") as opened:
        head = opened.read(len(_MAGIC))
    if not head:
        return None
    if head != _MAGIC:
        raise NotOurs("this is no SQLite database and stays as it is: name another file")
    with reading_only(file) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables:
            return None
        row = REVISIONS in tables and connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if not row or not re.fullmatch(r"\d{4}", str(row[0])):
        raise NotOurs("this is the database of another app and stays as it is: name another file")
    return str(row[0])


def put_aside(file: Path) -> Path:
    """Give a database another name beside its own, `companion.db.1` or the next number that is free; that name."""
    with contextlib.closing(sqlite3.connect(file, timeout=BUSY_MILLISECONDS / 1000)) as connection:
        # What was committed last is in a file of its own, which the name would not take along.
        connection.execute("PRAGMA journal_mode=DELETE")
    names = (file.with_name(f"{file.name}.{number}") for number in itertools.count(1))
    aside = next(name for name in names if not name.exists())
    os.rename(file, aside)
    return aside


@contextlib.contextmanager
def reading_only(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a file that changes nothing."""
    journal, index = (file.with_name(f"{file.name}-{suffix}") for suffix in ("wal", "shm"))
    with contextlib.ExitStack() as stack:
        how = "mode=ro"
        if os.statvfs(file).f_flag & os.ST_RDONLY and not index.exists():
            # SQLite cannot make the index there that it needs. Nobody writes either, so copies are as good.
            if journal.exists():
                aside = Path(stack.enter_context(tempfile.TemporaryDirectory()))
                shutil.copyfile(journal, aside / journal.name)
                file = Path(shutil.copyfile(file, aside / file.name))
            else:
                how = "immutable=1"
        address = f"{file.absolute().as_uri()}?{how}"
        connection = sqlite3.connect(address, uri=True, timeout=BUSY_MILLISECONDS / 1000)
        yield stack.enter_context(contextlib.closing(connection))


def prepare(connection: DBAPIConnection, _record: Any) -> None:
    """Set up a new connection, for every transaction on it to be begun by `begin`."""
    # The driver's own transaction handling is off.
    connection.isolation_level = None
    cursor = connection.cursor()
    # Readers and one writer at the same time; a commit is on the disk before it is acknowledged.
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        # What is deleted is written over, not only given up.
        "secure_delete=ON",
        "foreign_keys=ON",
        f"busy_timeout={BUSY_MILLISECONDS}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin(connection: Connection) -> None:
    """Begin a transaction, unless a statement stands alone."""
    options = connection.get_execution_options()
    if "alone" in options:
        return
    # A writer takes the lock at once, so that what it reads cannot change before it writes.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if "writes" in options else "BEGIN")
