"""Holding a sheet: whoever waited for it finds everything as it is now, not as it was when the wait began."""

import threading
import time
from collections.abc import Callable

import pytest
from companion.sheets.states import Name, NoSuchSheet, Overtaken, SheetFinished, Typed
from companion.storage.database import Database
from companion.storage.logs import LockedLog, lock_log
from companion.storage.sheets import Sheets
from sqlalchemy import event, text

PATIENCE = 20.0
"""Seconds."""


@pytest.fixture
def key(sheets: Sheets) -> str:
    key = str(sheets.create([Name("Anna", "blue"), Name("Ben", "red")], 2, []).edit_key)
    sheets.write(key, {(1, "money"): (None, "1")})
    return key


def waits(database: Database) -> bool:
    """Whether somebody waits for a sheet in PostgreSQL."""
    with database.read(single=True) as connection:
        return bool(connection.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")))


def wait_for_waiting(database: Database, asks_for_lock: threading.Event) -> None:
    """Until somebody waits for a sheet. SQLite does not tell who waits: that the lock is asked for is enough there."""
    if database.engine.dialect.name == "sqlite":
        assert asks_for_lock.wait(PATIENCE)
        return
    deadline = time.monotonic() + PATIENCE
    while not waits(database):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def while_held(
    database: Database, key: str, first: Callable[[LockedLog], object], then: Callable[[], object]
) -> object:
    """What `then` gives, or the exception that it ends with, when it begins while somebody else does `first`."""
    found: list[object] = []
    asks_for_lock = threading.Event()

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if threading.current_thread() is thread and statement == "BEGIN IMMEDIATE":
            asks_for_lock.set()

    def second() -> None:
        try:
            found.append(then())
        except (LookupError, SheetFinished, Overtaken) as error:
            found.append(error)

    thread = threading.Thread(target=second)
    event.listen(database.engine, "before_cursor_execute", note)
    with database.write() as connection:
        held = lock_log(connection, key, finished=True)
        thread.start()
        wait_for_waiting(database, asks_for_lock)
        first(held)
    thread.join(PATIENCE)
    return found[0]


def five(held: LockedLog) -> None:
    held.append("write", {"cells": [[1, "money", "1", "5"]]}, "first")


def test_a_writer_that_waited_sees_what_stands_there_now(database: Database, sheets: Sheets, key: str) -> None:
    while_held(database, key, five, lambda: sheets.write(key, {(1, "money"): ("1", "7")}, "second"))
    state = sheets.read(key)
    assert (state.revision, state.players[0].fields) == (3, {"money": "5"})
    assert state.players[0].rivals["money"] == (Typed("5", "first"), Typed("7", "second"))


def test_undo_that_waited_takes_back_the_last_step(database: Database, sheets: Sheets, key: str) -> None:
    while_held(database, key, five, lambda: sheets.undo(key, "first"))
    assert sheets.read(key).players[0].fields == {"money": "1"}


def test_a_write_that_was_sent_twice_is_done_once_even_at_the_same_time(
    database: Database, sheets: Sheets, key: str
) -> None:
    written = while_held(
        database,
        key,
        lambda held: held.append("write", {"cells": [[2, "money", None, "5"]]}, "", "the same write"),
        lambda: sheets.write(key, {(2, "money"): (None, "5")}, write_id="the same write"),
    )
    assert (getattr(written, "repeated", None), sheets.read(key).revision) == (True, 2)


def test_a_sheet_that_was_finished_or_opened_meanwhile(database: Database, sheets: Sheets, key: str) -> None:
    """It takes nothing, or what is written; either is a change that other phones hear of."""

    def write() -> object:
        return sheets.write(key, {(1, "money"): ("1", "7")})

    found = while_held(database, key, lambda held: held.append("finish", {"upon": held.log.entered}), write)
    assert (type(found), sheets.read(key).revision) == (SheetFinished, 2)
    while_held(database, key, lambda held: held.append("reopen", {}), write)
    assert (sheets.read(key).players[0].fields, sheets.read(key).revision) == ({"money": "7"}, 4)


def test_a_sheet_that_was_deleted_meanwhile_is_gone(database: Database, sheets: Sheets, key: str) -> None:
    def delete(held: LockedLog) -> None:
        held.connection.execute(text("DELETE FROM sheets WHERE id = :id"), {"id": held.id})

    assert isinstance(while_held(database, key, delete, lambda: sheets.undo(key)), NoSuchSheet)
