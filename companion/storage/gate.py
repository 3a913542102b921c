"""A semaphore around the database, so that the rest of the app goes on when the database hangs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from companion.storage.errors import NoAnswer

PATIENCE_SECONDS = 1.0
"""After so long inside, a thread counts as hanging."""
_MAX_SECONDS = 5.0
"""How long a thread waits outside at most."""


class DatabaseBusy(NoAnswer):
    """The threads inside get no answer from the database, so another one would only wait too."""


class Gate:
    """A semaphore that so many threads hold at once. While all of them hang, others are refused without waiting."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside: dict[object, float] = {}
        """Token of a thread inside -> since when, the latest last."""
        self._changed = threading.Condition()
        self._mine = threading.local()

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Hold the semaphore; a thread that holds it may do so again. Raises Busy."""
        if getattr(self._mine, "inside", False):
            yield
            return
        me = object()
        with self._changed:
            self._wait()
            self._inside[me] = time.monotonic()
        self._mine.inside = True
        try:
            yield
        finally:
            self._mine.inside = False
            with self._changed:
                del self._inside[me]
                self._changed.notify()

    def _wait(self) -> None:
        longest = time.monotonic() + _MAX_SECONDS
        while len(self._inside) >= self._most:
            # Where things go on, the latest has come a moment ago.
            latest = next(reversed(self._inside.values()))
            left = min(latest + PATIENCE_SECONDS, longest) - time.monotonic()
            if left <= 0:
                raise DatabaseBusy("the database keeps everybody waiting")
            self._changed.wait(left)
