"""How long this process waits for the database."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import ExceptionContext

Wait = Literal["statement", "failed statement", "commit"]
_SINCE, _COMMITTING = "waiting since", "committing since"


def watch(engine: Engine, noted: Callable[[Wait, float], None]) -> None:
    """Call `noted` after every statement and commit of an engine, with the seconds that it took.

    With SQLite the first statement of a write, BEGIN IMMEDIATE, waits for the write lock.
    """

    def asked(connection: Connection, *_: Any) -> None:
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

    event.listen(engine, "before_cursor_execute", asked)
    event.listen(engine, "after_cursor_execute", answered)
    event.listen(engine, "handle_error", failed)
    event.listen(engine, "commit", committing)
    event.listen(engine, "checkin", given_back)
