"""The state of a score sheet as values: its head, its players, their entries, its steps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from companion.engine import House

TABLE = 0
"""The seat whose fields belong to the whole table."""

Cell = tuple[int, str]
"""A seat, and a field of it."""


class NoSuchSheet(LookupError):
    """There is no sheet with this key, or the key does not allow what was asked."""


class ChangedSince(Exception):
    """Somebody has changed a field after the step that was to be taken back. `by`: who did so last."""

    def __init__(self, by: str) -> None:
        super().__init__(by)
        self.by = by


class Overtaken(Exception):
    """Somebody changed the sheet after it was read."""


class SheetFinished(Exception):
    """The sheet is finished: it has to be opened again before it can be changed."""


class SheetFull(Exception):
    """The log of the sheet holds as many changes as a log may hold."""


class TooMuch(ValueError):
    """More fields, or longer texts, than a sheet takes."""


class Now(NamedTuple):
    """The revision of a sheet, and whether it is finished."""

    revision: int
    changed_at: datetime
    finished_at: datetime | None
    """None: it is open."""


class Typed(NamedTuple):
    """A text, None for a field that was emptied, and who typed it ("" when the phone did not say)."""

    text: str | None
    by: str = ""
    via: str = ""
    """Who brought it, when that was another phone: `by` is what that one says."""

    @property
    def signed(self) -> str:
        """Who typed it, as far as that is certain."""
        return "" if self.via else self.by


class Value(NamedTuple):
    """The value of a field: the text that counts, and its rivals, typed by others who had not seen it."""

    typed: Typed = Typed(None)
    rivals: tuple[Typed, ...] = ()

    @property
    def text(self) -> str | None:
        """The text that counts."""
        return self.typed.text

    @property
    def all(self) -> tuple[Typed, ...]:
        """Everything that somebody typed there and nobody settled, first what counts."""
        return (self.typed, *self.rivals)


@dataclass(frozen=True)
class Name:
    """A player as entered: a name and a colour."""

    name: str
    colour: str


@dataclass(frozen=True, kw_only=True)
class PlayerRow:
    """A player of a sheet with everything that was entered so far."""

    seat: int
    name: str
    colour: str
    phone: str | None
    """The signature of the device that this player claimed."""
    fields: Mapping[str, str]
    """Field -> text. A field that is not there holds nothing."""
    rivals: Mapping[str, tuple[Typed, ...]]
    """Field -> what was typed there at the same time, first what counts, until somebody chooses."""


@dataclass(frozen=True)
class FieldChange:
    """What a step did to one field."""

    seat: int
    field: str
    before: Value
    after: Value


@dataclass(frozen=True)
class LogStep:
    """One change of a sheet: who did what when."""

    revision: int
    kind: str
    """write, choose, undo or redo. Undo and redo tell the fields of the step that they are about."""
    by: str
    """Who did it, as far as that is certain; empty for nobody knows."""
    at: datetime
    fields: tuple[FieldChange, ...]
    undone: bool = False
    via: str = ""
    """Who brought it for another phone."""


@dataclass(frozen=True, kw_only=True)
class SheetState:
    """A sheet as it is now, with everything that was entered. `edit_key` is None for those who may only look."""

    edit_key: str | None
    view_key: str
    edition: int
    variants: tuple[str, ...]
    played_otherwise: House = ()
    """Its house rules."""
    revision: int
    created_at: datetime
    changed_at: datetime
    finished_at: datetime | None
    """None: it is open."""
    players: tuple[PlayerRow, ...]
    owners: Mapping[str, int]
    """Signature of a device -> the seat that it claimed last, also when it was given back since."""
    fields: Mapping[str, str]
    """What belongs to the whole table: field -> text."""
    changed_cells: frozenset[Cell]
    """The cells that changed after the revision that was asked about."""

    @property
    def writable(self) -> bool:
        """Whether the key it was read with allows changes."""
        return self.edit_key is not None

    @property
    def day(self) -> datetime:
        """When it was finished, else when it was made."""
        return self.finished_at or self.created_at


class Written(NamedTuple):
    """The result of a write."""

    state: SheetState
    """The sheet right after it."""
    repeated: bool = False
    """Whether the same write had arrived before and was left alone."""
