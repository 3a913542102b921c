"""A game as it is kept, counted and handed on: no keys, only what happened."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from companion import engine
from companion.engine import House
from companion.sheets import counting
from companion.sheets.states import SheetState

_ID_LENGTH = 24
_HOUSE = "house."
"""What the names of fields begin with that tell house rules: `house.fee.green`."""


@dataclass(frozen=True)
class GamePlayer:
    """A player of a game: what was entered in each field, and the points that count in each category."""

    seat: int
    name: str
    colour: str
    fields: Mapping[str, str]
    points: Mapping[str, int]

    def as_json(self) -> dict[str, Any]:
        """As it is stored."""
        return {**vars(self), "fields": dict(self.fields), "points": dict(self.points)}


@dataclass(frozen=True)
class SheetGame:
    """A game, finished or not. `id` is the same wherever the game is kept, and opens nothing."""

    id: str
    edition: int
    variants: tuple[str, ...]
    made: datetime
    finished: datetime | None
    players: tuple[GamePlayer, ...]
    fields: Mapping[str, str] = field(default_factory=dict)
    """What belongs to the whole table: field -> text."""

    @property
    def played_otherwise(self) -> House:
        """Its house rules, as far as it has such figures."""
        entries = {name.removeprefix(_HOUSE): text for name, text in self.fields.items() if name.startswith(_HOUSE)}
        figures = {name: int(text) for name, text in entries.items() if re.fullmatch(r"-?\d{1,3}", text, re.ASCII)}
        if not figures:
            return ()
        return tuple(sorted(engine.house_in(engine.Game(self.edition, variants=self.variants), figures).items()))

    @property
    def entered(self) -> Mapping[str, str]:
        """Its fields without the house rules, which its sheet begins with."""
        return {name: text for name, text in self.fields.items() if not name.startswith(_HOUSE)}

    @property
    def day(self) -> datetime:
        """The moment by which a game is known: its end, or its beginning as long as it is open."""
        return self.finished or self.made


def id_of(view_key: str) -> str:
    """The id of a game that was scored here: made from a key that it does not tell."""
    return hashlib.sha256(f"game {view_key}".encode()).hexdigest()[:_ID_LENGTH]


def fields_of(state: SheetState) -> dict[str, str]:
    """What belongs to the whole table of a sheet, its house rules included."""
    return {**state.fields, **{f"{_HOUSE}{name}": str(value) for name, value in state.played_otherwise}}


def players_of(state: SheetState) -> tuple[GamePlayer, ...]:
    """The players of a sheet with what was entered and what it comes to."""
    points: dict[int, dict[str, int]] = {player.seat: {} for player in state.players}
    for (seat, category), count in counting.counts(state).items():
        if count.points is not None:
            points[seat][category] = count.points
    return tuple(
        # Whoever joined may have left a seat free.
        GamePlayer(place, player.name, player.colour, dict(player.fields), points[player.seat])
        for place, player in enumerate(state.players, start=1)
    )


def fold(name: str) -> str:
    """A name as it is compared: capital letters, white space and the width of letters make no difference."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


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
    house: str = ""
    """The house rules of a group, packed as for links."""

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
class Ages:
    """Days after which something goes; 0: never."""

    empty: int = 30
    """A sheet on which nobody has entered anything, since it was made or its players were changed."""
    forgotten: int = 400
    """A sheet that stands in no history and no group any more, since somebody changed it; and the history of a device
    in which nothing is left, since it was made."""
