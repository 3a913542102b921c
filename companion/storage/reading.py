"""Reading a sheet: plain rows in few questions, because every phone at the table asks every two seconds."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Connection, Row, Select, Text, bindparam, case, cast, func, or_, select

from companion.storage.kept import Finish
from companion.storage.models import Change, Entry, Sheet, SheetPlayer, Step
from companion.storage.states import TABLE, Cell, FieldChange, Player, PlayerRow, SheetHead, SheetState, Typed, Value
from companion.storage.states import Step as StepTold

_KEY: BindParameter[str] = bindparam("key")
_ID: BindParameter[int] = bindparam("id")
_OPENS = or_(Sheet.edit_key == _KEY, Sheet.view_key == _KEY)

_NOW = select(Sheet.revision, Finish.finished_at).outerjoin(Finish, Finish.sheet_id == Sheet.id).where(_OPENS)
_HEAD = (
    select(Sheet.__table__, SheetPlayer.id.label("player_id"), SheetPlayer.seat, SheetPlayer.name, SheetPlayer.colour)
    .add_columns(SheetPlayer.phone, Finish.finished_at)
    .join(SheetPlayer, SheetPlayer.sheet_id == Sheet.id)
    .outerjoin(Finish, Finish.sheet_id == Sheet.id)
    .where(_OPENS)
    .order_by(SheetPlayer.seat)
)
# Hardly any field has rivals: no list is made of the others.
_RIVALS = case((cast(Entry.rivals, Text) != "[]", Entry.rivals))
_ENTRIES = select(Entry.seat, Entry.field, Entry.text, Entry.by, _RIVALS, Entry.revision).where(Entry.sheet_id == _ID)


def _steps(*which: Select[Any]) -> Select[Any]:
    """Steps with their changes, one row for each."""
    return (
        select(Step.revision, Step.kind, Step.by, Step.at, Step.state, Change.seat, Change.field)
        .add_columns(Change.before, Change.after)
        .join_from(Step, Change)
        .where(Step.sheet_id == _ID, Step.revision.in_([one.limit(1).scalar_subquery() for one in which]))
        .order_by(Change.seat, Change.field)
    )


_LAST_DONE = (
    select(Step.revision)
    .where(Step.sheet_id == _ID, Step.state == "done")
    .order_by(Step.revision.desc())
    .correlate(None)
)
# What is undone comes after everything that is done, so there is little to look through.
_FIRST_UNDONE = (
    select(Step.revision)
    .where(Step.sheet_id == _ID, Step.state == "undone")
    .where(Step.revision > func.coalesce(_LAST_DONE.limit(1).scalar_subquery(), -1))
    .order_by(Step.revision)
    .correlate(None)
)
_UNDO_AND_REDO = _steps(_LAST_DONE, _FIRST_UNDONE)


class Now(NamedTuple):
    """How far a sheet is."""

    revision: int
    finished_at: datetime | None
    """None: it is open."""


def now(connection: Connection, key: str) -> Now | None:
    """How far the sheet with this key is, None when there is none."""
    found = connection.execute(_NOW, {"key": key}).one_or_none()
    return Now(*found) if found else None


def head(connection: Connection, key: str) -> SheetHead | None:
    """What the sheet with this key is, None when there is none."""
    rows = connection.execute(_HEAD, {"key": key}).all()
    if not rows:
        return None
    return SheetHead(**_about(rows[0], key), players=tuple(Player(**_player(row)) for row in rows))


def state(connection: Connection, key: str, since: int) -> SheetState | None:
    """The sheet with this key, None when there is none. `since`: after which revision changes are of interest."""
    rows = connection.execute(_HEAD, {"key": key}).all()
    if not rows:
        return None
    fields: dict[int, dict[str, str]] = {}
    rivals: dict[int, dict[str, tuple[Typed, ...]]] = {}
    changed: set[Cell] = set()
    for seat, field, text, by, others, number in connection.execute(_ENTRIES, {"id": rows[0].id}):
        if text is not None:
            fields.setdefault(seat, {})[field] = text
        if others:
            every = ({"text": text, "by": by}, *others)
            rivals.setdefault(seat, {})[field] = tuple(Typed(other["text"], other["by"]) for other in every)
        if number > since:
            changed.add((seat, field))
    undoable, redoable = undo_and_redo(connection, rows[0].id)
    return SheetState(
        **_about(rows[0], key),
        players=tuple(
            PlayerRow(**_player(row), fields=fields.get(row.seat, {}), rivals=rivals.get(row.seat, {})) for row in rows
        ),
        fields=fields.get(TABLE, {}),
        undoable=undoable,
        redoable=redoable,
        changed_cells=frozenset(changed),
    )


def _about(row: Row[Any], key: str) -> dict[str, Any]:
    return {
        "edit_key": row.edit_key if secrets.compare_digest(key.encode(), row.edit_key.encode()) else None,
        "view_key": row.view_key,
        "edition": row.edition,
        "variants": tuple(row.variants),
        "revision": row.revision,
        "created_at": row.created_at,
        "changed_at": row.changed_at,
        "finished_at": row.finished_at,
    }


def _player(row: Row[Any]) -> dict[str, Any]:
    return {"id": row.player_id, "seat": row.seat, "name": row.name, "colour": row.colour, "phone": row.phone}


def undo_and_redo(connection: Connection, sheet_id: int) -> tuple[StepTold | None, StepTold | None]:
    """The step that undo would take back, and the one that redo would do again."""
    rows = connection.execute(_UNDO_AND_REDO, {"id": sheet_id}).all()
    return _told(row for row in rows if row.state == "done"), _told(row for row in rows if row.state != "done")


def values(connection: Connection, sheet_id: int) -> dict[Cell, Value]:
    """What stands in all fields of a sheet."""
    return {
        (seat, field): Value(Typed(text, by), tuple(Typed(rival["text"], rival["by"]) for rival in rivals or ()))
        for seat, field, text, by, rivals, _ in connection.execute(_ENTRIES, {"id": sheet_id})
    }


def _told(changes: Iterable[Row[Any]]) -> StepTold | None:
    rows: Sequence[Row[Any]] = tuple(changes)
    if not rows:
        return None
    step = rows[0]
    return StepTold(
        revision=step.revision,
        kind=step.kind,
        by=step.by,
        at=step.at,
        fields=tuple(FieldChange(row.seat, row.field, Value.of(row.before), Value.of(row.after)) for row in rows),
        undone=step.state != "done",
    )
