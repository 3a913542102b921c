"""What is told about a game besides its points: where it was played, how long it took, a note. Or nothing of it.

It stands in fields of the whole table, and goes with the game into files and out of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LOCATION, MINUTES, NOTE = FIELDS = ("about.location", "about.minutes", "about.note")
MAX_LOCATION, MAX_NOTE = 80, 400
"""Characters."""
MAX_MINUTES = 999


@dataclass(frozen=True)
class About:
    """What is told about a game: empty, or None, where nothing is."""

    location: str = ""
    minutes: int | None = None
    note: str = ""

    @classmethod
    def of(cls, fields: Mapping[str, str]) -> About:
        """What the fields of the whole table tell. Files may hold anything: what is no time is none."""
        minutes = fields.get(MINUTES, "")
        readable = minutes.isascii() and minutes.isdecimal() and 0 < len(minutes) <= len(str(MAX_MINUTES))
        location = fields.get(LOCATION, "")[:MAX_LOCATION]
        return cls(location, int(minutes) or None if readable else None, fields.get(NOTE, "")[:MAX_NOTE])

    @property
    def fields(self) -> dict[str, str | None]:
        """The same as fields; None for what is not told."""
        minutes = None if self.minutes is None else str(self.minutes)
        return {LOCATION: self.location or None, MINUTES: minutes, NOTE: self.note or None}
