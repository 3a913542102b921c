"""The revisions of sheets, which every phone at every table polls, cached for a moment.

The first request that finds a cached revision expired reads those of all sheets that were polled lately: one batched
query in place of hundreds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Lock

from companion.storage.sheets import MAX_SHEETS, NoSuchSheet, Sheets

MAX_REVISIONS = 4096
"""Sheets whose revision is cached: the latest."""
KNOWN_SECONDS = 0.4
"""How long a cached revision is valid. Another server may change the sheet meanwhile, and phones poll every one and a
half seconds: whatever happens is told within two."""
LATELY_SECONDS = 2.0
"""How long after a poll a sheet is part of the batch."""


class Revisions:
    """A cache: key of a sheet -> its revision a moment ago."""

    def __init__(self) -> None:
        self._notes: dict[str, tuple[int | None, float]] = {}
        """Key -> a revision, None for one that was invalidated, and when it was read; the latest last."""
        self._lock = Lock()

    def known(self, key: str, seconds: float | None = None) -> int | None:
        """The cached revision of a sheet if it is at most so many seconds old, else None."""
        revision, at = self._notes.get(key, (None, float("-inf")))
        recent = time.monotonic() - at < (KNOWN_SECONDS if seconds is None else seconds)
        return revision if recent else None

    def note(self, key: str, revision: int, at: float | None = None) -> None:
        """Cache a revision that was read at a time on `time.monotonic`, now by default.

        The higher of two revisions stays: a slow reader may come after whoever has changed the sheet.
        """
        at = time.monotonic() if at is None else at
        with self._lock:
            stored, since = self._notes.get(key, (0, float("-inf")))
            if not (at < since if stored is None else revision < stored):
                self._put(key, revision, at)

    def forget(self, key: str) -> None:
        """Invalidate the revision of a sheet; one that was read before this moment is not cached any more."""
        with self._lock:
            self._put(key, None, time.monotonic())

    def _put(self, key: str, revision: int | None, at: float) -> None:
        self._notes.pop(key, None)
        self._notes[key] = revision, at
        if len(self._notes) > MAX_REVISIONS:
            del self._notes[next(iter(self._notes))]


class Watch:
    """The revisions of sheets for those who poll."""

    def __init__(self, sheets: Sheets) -> None:
        self.revisions = Revisions()
        self._sheets = sheets
        self._polled: dict[str, float] = {}
        """Key -> when it was polled last, the latest last."""
        self._polled_lock, self._batch_lock = Lock(), Lock()

    def known(self, key: str) -> int | None:
        """The cached revision of a sheet, None when there is none."""
        revision = self.revisions.known(key)
        if revision is not None:
            self._note_poll(key)
        return revision

    def revision(self, key: str) -> int:
        """The revision of a sheet, from the cache or the database. Raises NoSuchSheet."""
        revision = self.known(key)
        if revision is not None:
            return revision
        # While one request reads the batch, others read their own sheet only.
        first = self._batch_lock.acquire(blocking=False)
        try:
            others = [other for other in self._expiring() if other != key] if first else []
            before = time.monotonic()
            found = self._sheets.revisions([key, *others[: MAX_SHEETS - 1]])
        finally:
            if first:
                self._batch_lock.release()
        for each, number in found.items():
            self.revisions.note(each, number, before)
        if key not in found:
            raise NoSuchSheet
        self._note_poll(key)
        return found[key]

    def _note_poll(self, key: str) -> None:
        """Only sheets that exist are noted, and no more than fit in one batch."""
        with self._polled_lock:
            self._polled.pop(key, None)
            self._polled[key] = time.monotonic()
            if len(self._polled) > MAX_SHEETS:
                del self._polled[next(iter(self._polled))]

    def _expiring(self) -> Iterator[str]:
        """Sheets that will be polled again soon, and whose cached revision will have expired by then."""
        with self._polled_lock:
            polled = tuple(self._polled.items())
        since = time.monotonic() - LATELY_SECONDS
        return (key for key, at in polled if at > since and self.revisions.known(key, KNOWN_SECONDS / 2) is None)
