"""What is kept of games: in groups, shared by their link, and in what a device knows; and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from companion.sheets.games import SheetGame

MAX_GAMES = 1000
"""Games of a collection. Somebody who plays every other day fills it in five years."""


class NoSuchGroup(LookupError):
    """There is no collection with this key, or the key does not allow what was asked."""


class CollectionFull(Exception):
    """A group has as many games as it may have."""


@dataclass(frozen=True)
class Group:
    """A collection as seen by somebody: `edit_key` is None for those who may only look, `name` for a device."""

    id: int
    edit_key: str | None
    view_key: str
    name: str | None
    created_at: datetime

    @property
    def key(self) -> str:
        """The key it was opened with."""
        return self.edit_key or self.view_key


@dataclass(frozen=True)
class KeptGame:
    """A finished game of a collection, with the key that those who look at it may use."""

    game: SheetGame
    key: str
    writable: bool


@dataclass(frozen=True)
class Imported:
    """How many games were put in, and how many were there already."""

    new: int
    known: int


@dataclass(frozen=True)
class Ages:
    """Days after which something goes; 0: never."""

    empty: int = 30
    """A sheet on which nobody has entered anything, since it was made or its players were changed."""
    forgotten: int = 400
    """A sheet that stands in no history and no group any more, since somebody changed it; and the history of a device
    in which nothing is left, since it was made."""
