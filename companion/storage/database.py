"""The connection to the database: SQLite in a file by default, PostgreSQL by its address."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError
from sqlalchemy.orm import Session, sessionmaker

MIGRATIONS = Path(__file__).parent / "migrations"
_BUSY_MILLISECONDS = 5000
_UPGRADE_LOCK = 0x67777463
"""The number of the lock that a process holds in PostgreSQL while it brings the tables up to date."""
_REST_SECONDS = 2.0
_DRIVER = "postgresql+psycopg://"


class NoDriver(RuntimeError):
    """What talks to this kind of database is not installed."""


class Database:
    """An engine with two kinds of session: for reading, and for writing."""

    def __init__(self, address: str) -> None:
        """Prepare to reach a database; nothing is opened yet. Raises NoDriver, and ValueError for a wrong address."""
        self.engine = _engine(address)
        # What is read in several steps belongs together; SQLite sees to that by itself.
        postgres = self.engine.dialect.name == "postgresql"
        self._reader = self.engine.execution_options(isolation_level="REPEATABLE READ") if postgres else self.engine
        # Single questions come by the hundred: with PostgreSQL over connections that are always ready for one.
        ready = {"isolation_level": "AUTOCOMMIT", "pool_reset_on_return": None}
        self._asker = _engine(address, **ready) if postgres else self.engine.execution_options(alone=True)
        self._readers = sessionmaker(self._reader, expire_on_commit=False)
        self._writer = self.engine.execution_options(writes=True)
        self._writers = sessionmaker(self._writer, expire_on_commit=False)

    def upgrade(self) -> None:
        """Bring the tables up to date. Several processes may do it at once; one does, the others wait."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        # In one transaction that is there before Alembic looks: otherwise it makes one for each migration in SQLite,
        # and another process that looked in between makes the same tables again.
        with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _UPGRADE_LOCK})
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one state of the database and changes nothing."""
        with self._readers() as session:
            yield session

    @contextmanager
    def looking(self) -> Iterator[Connection]:
        """Like `reading`, for plain rows: for what is asked very often."""
        with self._reader.connect() as connection:
            yield connection

    @contextmanager
    def asking(self) -> Iterator[Connection]:
        """For a single question: nothing to hold together, so no transaction around it."""
        with self._asker.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are all stored when the block ends, or none when it fails."""
        with self._writers() as session, session.begin():
            yield session

    @contextmanager
    def changing(self) -> Iterator[Connection]:
        """Like `writing`, for plain rows: for what is done very often."""
        with self._writer.begin() as connection:
            yield connection

    def answers(self) -> bool:
        """Whether the database can be asked. Raises what the database raises when it cannot."""
        with self.engine.connect() as connection:
            return connection.execute(text("SELECT 1")).scalar() == 1

    def clear_journal(self) -> None:
        """After something was deleted for good: leave no copy of it in the journal of SQLite."""
        if self.engine.dialect.name == "sqlite":
            with self.engine.connect() as connection:
                connection.rollback()
                connection.connection.driver_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[union-attr]

    def forget_connections(self) -> None:
        """Leave the connections of the parent process alone. For a process that has just been forked."""
        self.engine.dispose(close=False)
        self._asker.dispose(close=False)

    def close(self) -> None:
        """Close all connections. Others are opened when they are needed."""
        self.engine.dispose()
        self._asker.dispose()


@contextmanager
def at_once(connection: Connection) -> Iterator[None]:
    """What is changed inside goes to the database without waiting for each answer, where it can; nothing is asked."""
    pipeline = getattr(connection.connection.driver_connection, "pipeline", None)
    if pipeline is None:
        yield
        return
    try:
        with pipeline():
            yield
    except connection.dialect.loaded_dbapi.Error as error:
        # The answer may come when nobody executes anything any more.
        raise DBAPIError(None, None, error) from error


def _engine(address: str, **options: Any) -> Engine:
    if address.startswith(("postgres://", "postgresql://")):
        # As hosts write it; the driver is our choice.
        address = _DRIVER + address.partition("://")[2]
    try:
        engine = create_engine(address, **options)
    except ModuleNotFoundError as error:
        raise NoDriver(f"{error.name} is missing: install great-western-companion[postgres]") from error
    except ArgumentError as error:
        raise ValueError("this is no address of a database") from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    else:
        event.listen(engine, "checkin", _note_time)
        event.listen(engine, "checkout", _try_after_a_rest)
    return engine


def _note_time(_connection: DBAPIConnection | None, record: Any) -> None:
    record.info["used"] = time.monotonic()


def _try_after_a_rest(connection: DBAPIConnection, record: Any, _proxy: Any) -> None:
    """Whether a connection that has rested is still good: the server may have been started again meanwhile."""
    if time.monotonic() - record.info.get("used", time.monotonic()) < _REST_SECONDS:
        return
    try:
        cursor = connection.cursor()
        cursor.execute("SELECT 1")
        cursor.close()
        connection.rollback()
    except Exception as error:
        # Whatever it is, the pool is to throw this connection away and open another.
        raise DisconnectionError from error


def _prepare_sqlite(connection: DBAPIConnection, _record: Any) -> None:
    # The driver's own transaction handling is off: `_begin_sqlite` starts them.
    connection.isolation_level = None
    cursor = connection.cursor()
    # Readers and one writer at the same time; a commit is on the disk before it is acknowledged.
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        # What is deleted is written over, not only given up.
        "secure_delete=ON",
        "foreign_keys=ON",
        f"busy_timeout={_BUSY_MILLISECONDS}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    if "alone" in options:
        return
    # A writer takes the lock at once, so that what it reads cannot change before it writes.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if "writes" in options else "BEGIN")
