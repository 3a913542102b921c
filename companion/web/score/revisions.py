"""How far sheets are: the question of every phone at every table, answered from memory for a moment.

Whoever finds that nobody knows any more asks the database for all sheets that were of interest lately: one question in
place of hundreds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Lock

from companion.storage.sheets import MAX_SHEETS, NoSuchSheet, Sheets

SHEETS = 4096
"""Sheets whose revision is kept: the latest."""
KNOWN_SECONDS = 0.4
"""How long a revision counts that was read from the database. Another server may change the sheet meanwhile, and phones
ask every one and a half seconds: whatever happens is told within two."""
LATELY_SECONDS = 2.0
"""How long a sheet is of interest after somebody has asked."""


class Revisions:
    """How far sheets were a moment ago, by key."""

    def __init__(self) -> None:
        self._notes: dict[str, tuple[int | None, float]] = {}
        """Key -> a revision, None for one that was forgotten, and when it was known; the latest note last."""
        self._changing = Lock()

    def known(self, key: str, seconds: float | None = None) -> int | None:
        """The revision of a sheet that was known so many seconds ago at most, None when there is none."""
        revision, at = self._notes.get(key, (None, float("-inf")))
        recent = time.monotonic() - at < (KNOWN_SECONDS if seconds is None else seconds)
        return revision if recent else None

    def note(self, key: str, revision: int, at: float | None = None) -> None:
        """Note a revision that was known at a time on `time.monotonic`, now by default.

        Of two, the later one stays: whoever has read the sheet may be slower than whoever has changed it.
        """
        at = time.monotonic() if at is None else at
        with self._changing:
            stored, since = self._notes.get(key, (0, float("-inf")))
            if not (at < since if stored is None else revision < stored):
                self._put(key, revision, at)

    def forget(self, key: str) -> None:
        """Whatever has happened to a sheet: what was read before no longer counts."""
        with self._changing:
            self._put(key, None, time.monotonic())

    def _put(self, key: str, revision: int | None, at: float) -> None:
        self._notes.pop(key, None)
        self._notes[key] = revision, at
        if len(self._notes) > SHEETS:
            del self._notes[next(iter(self._notes))]


class Watch:
    """How far sheets are, for those who ask again and again."""

    def __init__(self, sheets: Sheets) -> None:
        self.revisions = Revisions()
        self._sheets = sheets
        self._asked: dict[str, float] = {}
        """Key -> when somebody asked last, latest last."""
        self._noting, self._asking = Lock(), Lock()

    def known(self, key: str) -> int | None:
        """The revision of a sheet if it is known, else None."""
        revision = self.revisions.known(key)
        if revision is not None:
            self._note_interest(key)
        return revision

    def revision(self, key: str) -> int:
        """The revision of a sheet. Raises NoSuchSheet."""
        revision = self.known(key)
        if revision is not None:
            return revision
        # While one asks for all, others ask for themselves.
        first = self._asking.acquire(blocking=False)
        try:
            others = [other for other in self._of_interest() if other != key] if first else []
            before = time.monotonic()
            found = self._sheets.revisions([key, *others[: MAX_SHEETS - 1]])
        finally:
            if first:
                self._asking.release()
        for each, number in found.items():
            self.revisions.note(each, number, before)
        if key not in found:
            raise NoSuchSheet
        self._note_interest(key)
        return found[key]

    def _note_interest(self, key: str) -> None:
        """Only sheets that are there come here, and no more than fit in one question."""
        with self._noting:
            self._asked.pop(key, None)
            self._asked[key] = time.monotonic()
            if len(self._asked) > MAX_SHEETS:
                del self._asked[next(iter(self._asked))]

    def _of_interest(self) -> Iterator[str]:
        """Sheets that somebody will ask for again soon, and that will not be known then."""
        with self._noting:
            asked = tuple(self._asked.items())
        since = time.monotonic() - LATELY_SECONDS
        return (key for key, at in asked if at > since and self.revisions.known(key, KNOWN_SECONDS / 2) is None)
