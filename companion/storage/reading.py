"""Reading a sheet: plain rows in few questions, because every phone at the table asks every two seconds."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Connection, Row, Select, String, Text, bindparam, case, cast, or_, select

from companion.sheets.states import TABLE, Cell, Player, PlayerRow, SheetHead, SheetState, Typed, Value
from companion.sheets.states import Step as StepTold
from companion.storage.models import Entry, Sheet, SheetPlayer
from companion.storage.result_tables import Finish
from companion.storage.types import Listed

_KEY: BindParameter[str] = bindparam("key")
_ID: BindParameter[int] = bindparam("id")
_OPENS = or_(Sheet.edit_key == _KEY, Sheet.view_key == _KEY)

_BATCH_SIZES = (4, 16, 64, 256)
"""Keys in one query of revisions: few sizes, so that the database knows the statements."""
MAX_SHEETS = _BATCH_SIZES[-1]


def _of_many(size: int) -> Select[str, str, int]:
    keys = [bindparam(_place(number), type_=String) for number in range(size)]
    opens = or_(Sheet.edit_key.in_(keys), Sheet.view_key.in_(keys))
    return select(Sheet.edit_key, Sheet.view_key, Sheet.revision).where(opens)


def _place(number: int) -> str:
    return f"key{number}"


_REVISIONS = {size: _of_many(size) for size in _BATCH_SIZES}
_NOW = select(Sheet.revision, Finish.finished_at).outerjoin(Finish, Finish.sheet_id == Sheet.id).where(_OPENS)
_PLAYERS = (
    select(Listed(SheetPlayer.seat, SheetPlayer.id, SheetPlayer.name, SheetPlayer.colour, SheetPlayer.phone))
    .where(SheetPlayer.sheet_id == Sheet.id)
    .correlate(Sheet)
)
HEAD = select(Sheet.__table__, Finish.finished_at, _PLAYERS.scalar_subquery().label("players")).outerjoin(
    Finish, Finish.sheet_id == Sheet.id
)
"""Of any sheet: what it is, in one row for `head_of`."""
# Hardly any field has rivals: no list is made of the others.
_RIVALS = case((cast(Entry.rivals, Text) != "[]", cast(Entry.rivals, Text)))
_ENTRIES = (
    select(Listed(Entry.seat, Entry.field, Entry.text, Entry.by, _RIVALS, Entry.revision))
    .where(Entry.sheet_id == Sheet.id)
    .correlate(Sheet)
)
WHOLE = HEAD.add_columns(_ENTRIES.scalar_subquery().label("filled"))
"""With what stands in its fields, for `entries_of`."""
_HEAD, _WHOLE = HEAD.where(_OPENS), WHOLE.where(_OPENS)


Entries = Mapping[Cell, tuple[Value, int]]
"""Cell -> its value, and the revision that wrote it."""


class Now(NamedTuple):
    """The revision of a sheet, and whether it is finished."""

    revision: int
    finished_at: datetime | None
    """None: it is open."""


def now(connection: Connection, key: str) -> Now | None:
    """The revision and the end of the sheet with this key, None when there is none."""
    found = connection.execute(_NOW, {"key": key}).one_or_none()
    return Now(*found) if found else None


def revisions(connection: Connection, keys: Sequence[str]) -> dict[str, int]:
    """The revisions of the sheets with these keys, at most MAX_SHEETS, in one query; unknown keys are left out."""
    size = next(size for size in _BATCH_SIZES if size >= len(keys))
    asked = {_place(number): key for number, key in enumerate((*keys, *[""] * (size - len(keys))))}
    found: dict[str, int] = {}
    for edit_key, view_key, revision in connection.execute(_REVISIONS[size], asked):
        found[edit_key] = found[view_key] = revision
    return {key: found[key] for key in keys if key in found}


def head(connection: Connection, key: str) -> SheetHead | None:
    """The head of the sheet with this key, None when there is none."""
    row = connection.execute(_HEAD, {"key": key}).one_or_none()
    return head_of(row, key) if row else None


def head_of(row: Row[Any], key: str) -> SheetHead:
    """The head of a sheet from the row of `HEAD` or `WHOLE`."""
    return SheetHead(
        edit_key=row.edit_key if secrets.compare_digest(key.encode(), row.edit_key.encode()) else None,
        view_key=row.view_key,
        edition=row.edition,
        variants=tuple(row.variants),
        revision=row.revision,
        created_at=row.created_at,
        changed_at=row.changed_at,
        finished_at=row.finished_at,
        players=tuple(
            Player(id=number, seat=seat, name=name, colour=colour, phone=phone)
            for seat, number, name, colour, phone in sorted(row.players, key=itemgetter(0))
        ),
    )


def state(connection: Connection, key: str, since: int) -> SheetState | None:
    """The sheet with this key, None when there is none. `since`: after which revision changes are of interest."""
    row = connection.execute(_WHOLE, {"key": key}).one_or_none()
    if row is None:
        return None
    return state_of(head_of(row, key), entries_of(row.filled), since)


def state_after(head: SheetHead, filled: Entries, step: StepTold, since: int) -> SheetState:
    """The state of a sheet right after a step, from its head before and its entries after that step."""
    return state_of(replace(head, revision=step.revision, changed_at=step.at), filled, since)


def state_of(head: SheetHead, filled: Entries, since: int) -> SheetState:
    """The state of a sheet from its head and its entries."""
    fields: dict[int, dict[str, str]] = {}
    rivals: dict[int, dict[str, tuple[Typed, ...]]] = {}
    for (seat, field), (value, _) in filled.items():
        if value.text is not None:
            fields.setdefault(seat, {})[field] = value.text
        if value.rivals:
            rivals.setdefault(seat, {})[field] = (value.typed, *value.rivals)
    players = tuple(
        PlayerRow(**vars(player), fields=fields.get(player.seat, {}), rivals=rivals.get(player.seat, {}))
        for player in head.players
    )
    return SheetState(
        **{**vars(head), "players": players},
        fields=fields.get(TABLE, {}),
        changed_cells=frozenset(cell for cell, (_, number) in filled.items() if number > since),
    )


def entries_of(filled: Sequence[Sequence[Any]] | None) -> dict[Cell, tuple[Value, int]]:
    """The entries of a sheet from the row of `WHOLE`."""
    return {
        (seat, field): (Value(Typed(text, by), _rivals(rivals)), number)
        for seat, field, text, by, rivals, number in filled or ()
    }


def _rivals(stored: str | None) -> tuple[Typed, ...]:
    return tuple(Typed(rival["text"], rival["by"]) for rival in json.loads(stored)) if stored else ()
