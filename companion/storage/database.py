"""The connection to the database: SQLite in a file by default, PostgreSQL by its address."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, Engine, create_engine, event, inspect, select, text, update
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DisconnectionError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.storage import REVISION, sqlite
from companion.storage.errors import Newer, NoAnswer, NoDriver, Unstorable, Unusable
from companion.storage.tables import identity, versions

_UPGRADE_LOCK = 0x67777463
"""The number of the lock that a process holds in PostgreSQL while it brings the tables up to date."""
_IDLE_SECONDS = 2.0
MAX_AT_ONCE = 4
"""So many ask the database at once; a server needs a thread more, for what does not."""
_POOL_SECONDS = 1
"""How long a request waits until one of those gives its connection back. When none does, all of them hang, and another
one would only hang too."""
_CONNECT_SECONDS = 5
_STATEMENT_MILLISECONDS = 10_000
"""How long PostgreSQL may work on one statement, and a transaction may lie idle: a page takes a hundredth of that."""
_TRIED_SECONDS = 2.0
"""How long the result of the last try counts: a balancer asks often, and is not to hear for long what was."""
_MIN_FREE = 4 * 1024**2
"""Bytes that the disk of an SQLite file must have left for writing to go well for a while."""
_DRIVER = "postgresql+psycopg://"


class Database:
    """An engine with two ways in: `read` and `write`."""

    def __init__(self, address: str) -> None:
        """Prepare to reach a database; nothing is opened yet. Raises NoDriver, and ValueError for a wrong address."""
        self.engine = _engine(address)
        name = self.engine.url.database if self.engine.dialect.name == "sqlite" else None
        self.file = Path(name) if name else None
        """Where SQLite keeps it; None for another kind of database."""
        self._opened: tuple[int, int] | None = None
        self.identity = ""
        """What tells this database from every other one, and from itself before a backup was put back."""
        self._tried: tuple[float, str | None] = (-_TRIED_SECONDS, None)
        postgres = self.engine.dialect.name == "postgresql"
        # What is read in several steps belongs together; SQLite sees to that by itself.
        self._reader = self.engine.execution_options(isolation_level="REPEATABLE READ") if postgres else self.engine
        alone: dict[str, Any] = {"isolation_level": "AUTOCOMMIT"} if postgres else {"alone": True}
        self._single = self.engine.execution_options(**alone)
        self._writer = self.engine.execution_options(writes=True)

    def upgrade(self, *, new: bool = True) -> None:
        """Bring the tables up to date. Several processes may do it at once; one does, the others wait.

        What is there and is no database of this app stays as it is; where nothing is, a database is made if `new`.
        Raises Unusable, and Newer.
        """
        with self._opening():
            self._upgrade(new)

    def check(self) -> str | None:
        """The revision of the tables, None when there are none, looked up without a change. Raises Unusable."""
        with self._opening():
            if self.file:
                return sqlite.look_at(self.file)
            with self.engine.connect() as connection:
                return _revision(connection)

    def put_aside(self) -> Path | None:
        """Give the file a name of its own, so that a new one can be made; that name, None for another kind of database.

        Raises Unusable.
        """
        if not self.file:
            return None
        self.close()
        with self._opening():
            return sqlite.put_aside(self.file)

    @contextmanager
    def _opening(self) -> Iterator[None]:
        """Whatever opens the database goes through here. Raises Unusable."""
        try:
            yield
        except (OSError, SQLAlchemyError, sqlite.Error, sqlite.NotOurs) as error:
            raise Unusable(self._message(str(getattr(error, "orig", None) or error))) from error

    def _message(self, why: str) -> str:
        return f"{self.engine.url.render_as_string()}: {' '.join(why.split())}"

    def _upgrade(self, new: bool) -> None:
        if self.file:
            if new:
                sqlite.make(self.file)
            sqlite.look_at(self.file)
            self._opened = _identity(self.file)
            event.listen(self._writer, "begin", self._refuse_when_moved)
        # In one transaction that is there before anybody looks: another process that looked in between would make the
        # same tables again.
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            if connection.dialect.name == "postgresql":
                # A large table takes its time to be changed.
                connection.execute(text("SET LOCAL statement_timeout = 0"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _UPGRADE_LOCK})
            if (revision := _revision(connection)) != REVISION:
                self._migrate(connection, revision)
            self.identity = connection.execute(select(identity.c.id)).scalar_one()

    def _migrate(self, connection: Connection, revision: str | None) -> None:
        # Imported here because it is hardly ever needed.
        from companion.storage.migrating import migrate

        try:
            migrate(connection, revision)
        except LookupError as error:
            advice = "run that version, or restore a backup that this one made"
            raise Newer(self._message(f"written by a newer version of the app ({error}): {advice}")) from error

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Whatever asks the database goes through here. Raises NoAnswer, Unstorable."""
        try:
            yield
        except (OperationalError, InterfaceError, PoolTimeout) as error:
            raise NoAnswer(type(getattr(error, "orig", None) or error).__name__) from error
        except DataError as error:
            raise Unstorable from error

    @contextmanager
    def read(self, *, single: bool = False) -> Iterator[Connection]:
        """A connection in a transaction for reading, so with one state of the database.

        `single`: for a single query, without the transaction around it, which takes longer than the query.
        """
        with self._guarded(), (self._single if single else self._reader).connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A connection in a transaction for writing: committed when the block ends, rolled back when it fails."""
        with self._guarded(), self._writer.begin() as connection:
            yield connection

    def trouble(self) -> str | None:
        """What is wrong with the database, in English, for whoever runs the app; None when all is well.

        Tried by a write that is rolled back, at most every two seconds; the result is cached until then.
        """
        since, result = self._tried
        if time.monotonic() - since >= _TRIED_SECONDS:
            result = self._try()
            self._tried = time.monotonic(), result
        return result

    def _try(self) -> str | None:
        try:
            with self.read(single=True) as connection:
                connection.execute(text("SELECT 1"))
        except (NoAnswer, SQLAlchemyError):
            return "the database does not answer"
        if self.file and self._opened and _identity(self.file) != self._opened:
            return "the database file is no longer the one that was opened"
        if self.file and shutil.disk_usage(self.file.parent).free < _MIN_FREE:
            return "the disk of the database is full"
        try:
            with self._guarded(), self._writer.connect() as connection, connection.begin() as written:
                connection.execute(update(versions).values(version_num=versions.c.version_num))
                written.rollback()
        except (NoAnswer, SQLAlchemyError):
            return "the database cannot be written"
        return None

    def _refuse_when_moved(self, _connection: Connection) -> None:
        """Refuse a transaction once the database file was deleted or replaced: what it writes would be lost."""
        if self.file and self._opened and _identity(self.file) != self._opened:
            gone = OSError("the database file is no longer the one that was opened")
            raise OperationalError(None, None, gone)

    def clear_journal(self, *, needed: bool = False) -> None:
        """Empty the write-ahead log of SQLite, so that nothing that was deleted for good is left in it.

        Where it is `needed` for what comes then, NoAnswer is raised; else what was done is done, whether or not it goes
        well.
        """
        if self.engine.dialect.name == "sqlite":
            with nullcontext() if needed else suppress(NoAnswer), self._guarded(), self._single.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close all connections. Others are opened when they are needed."""
        self.engine.dispose()


def _revision(connection: Connection) -> str | None:
    """The revision of the tables; None before the first migration."""
    if not inspect(connection).has_table(sqlite.REVISIONS):
        return None
    return connection.execute(select(versions.c.version_num)).scalar()


def _identity(file: Path) -> tuple[int, int] | None:
    """Device and inode of a file, which tell it from another one of the same name."""
    try:
        status = os.stat(file)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _engine(address: str) -> Engine:
    options: dict[str, Any] = {}
    if address.startswith(("postgres://", "postgresql://")):
        # As hosts write it; the driver is our choice.
        address = _DRIVER + address.partition("://")[2]
    if address.startswith(_DRIVER):
        limits = ("statement_timeout", "idle_in_transaction_session_timeout")
        server_options = " ".join(f"-c {name}={_STATEMENT_MILLISECONDS}" for name in limits)
        options["connect_args"] = {"connect_timeout": _CONNECT_SECONDS, "options": server_options}
    try:
        # What is asked with stands in no message: among it are the keys of sheets.
        engine = create_engine(
            address, hide_parameters=True, pool_size=MAX_AT_ONCE, max_overflow=0, pool_timeout=_POOL_SECONDS, **options
        )
    except ModuleNotFoundError as error:
        raise NoDriver(f"{error.name} is missing: install great-western-companion[postgres]") from error
    except ArgumentError as error:
        raise ValueError("this is no address of a database") from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", sqlite.prepare)
        event.listen(engine, "begin", sqlite.begin)
    else:
        event.listen(engine, "checkin", _note_time)
        event.listen(engine, "checkout", _try_after_idling)
    return engine


def _note_time(_connection: DBAPIConnection | None, record: Any) -> None:
    record.info["used"] = time.monotonic()


def _try_after_idling(connection: DBAPIConnection, record: Any, _proxy: Any) -> None:
    """Try a pooled connection that was idle for a while: the server may have been started again meanwhile."""
    if time.monotonic() - record.info.get("used", time.monotonic()) < _IDLE_SECONDS:
        return
    try:
        cursor = connection.cursor()
        cursor.execute("SELECT 1")
        cursor.close()
        connection.rollback()
    except Exception as error:
        # Whatever it is, the pool is to throw this connection away and open another.
        raise DisconnectionError from error


Wait = Literal["statement", "failed statement", "commit"]
_SINCE, _COMMITTING = "waiting since", "committing since"


def watch(engine: Engine, noted: Callable[[Wait, float], None]) -> None:
    """Call `noted` after every statement and commit of an engine, with the seconds that it took.

    With SQLite the first statement of a write, BEGIN IMMEDIATE, waits for the write lock.
    """

    def before(connection: Connection, *_: Any) -> None:
        connection.info[_SINCE] = time.perf_counter()

    def answered(connection: Connection, *_: Any) -> None:
        noted("statement", time.perf_counter() - connection.info.pop(_SINCE))

    def failed(context: ExceptionContext) -> None:
        since = context.connection.info.pop(_SINCE, None) if context.connection is not None else None
        if since is not None:
            noted("failed statement", time.perf_counter() - since)

    def committing(connection: Connection) -> None:
        connection.info[_COMMITTING] = time.perf_counter()

    def given_back(_connection: Any, record: Any) -> None:
        # Right after it has committed; nothing is told when it has.
        since = record.info.pop(_COMMITTING, None)
        if since is not None:
            noted("commit", time.perf_counter() - since)

    event.listen(engine, "before_cursor_execute", before)
    event.listen(engine, "after_cursor_execute", answered)
    event.listen(engine, "handle_error", failed)
    event.listen(engine, "commit", committing)
    event.listen(engine, "checkin", given_back)
