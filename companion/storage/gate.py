"""How many may wait for the database at once, so that the rest of the app goes on when it hangs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import TimeoutError as PoolTimeout

PATIENCE_SECONDS = 1.0
"""Who has been with the database for so long gets no answer, as far as others can tell."""
_MAX_SECONDS = 5.0
"""How long anybody waits outside."""


class Busy(PoolTimeout):
    """Whoever is with the database gets no answer, so more would only wait too."""


class Gate:
    """Lets so many at once do something that may hang. While all of them hang, others are refused without waiting."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside: dict[object, float] = {}
        """Who is inside, and since when, the latest last."""
        self._changed = threading.Condition()
        self._mine = threading.local()

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Be inside. Who is already may go in again. Raises Busy."""
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
                raise Busy("the database keeps everybody waiting")
            self._changed.wait(left)
