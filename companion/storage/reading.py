"""Reading a sheet: plain rows, because every phone at the table asks every two seconds."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, Connection, Row, Select, bindparam, or_, select

from companion.storage.models import Change, Entry, Sheet, SheetPlayer, Step
from companion.storage.states import TABLE, Cell, FieldChange, PlayerRow, SheetState, Typed, Value
from companion.storage.states import Step as StepTold

_KEY: BindParameter[str] = bindparam("key")
_ID: BindParameter[int] = bindparam("id")
_OPENS = or_(Sheet.edit_key == _KEY, Sheet.view_key == _KEY)

_REVISION = select(Sheet.revision).where(_OPENS)
_SHEET = select(Sheet.__table__).where(_OPENS)
_PLAYERS = select(SheetPlayer.__table__).where(SheetPlayer.sheet_id == _ID).order_by(SheetPlayer.seat)
_ENTRIES = select(Entry.seat, Entry.field, Entry.text, Entry.by, Entry.rivals, Entry.revision).where(
    Entry.sheet_id == _ID
)


def _step(which: Select[Any]) -> Select[Any]:
    """A step with its changes, one row for each."""
    return (
        select(Step.revision, Step.kind, Step.by, Step.at, Step.state, Change.seat, Change.field)
        .add_columns(Change.before, Change.after)
        .join_from(Step, Change)
        .where(Step.sheet_id == _ID, Step.revision == which.limit(1).scalar_subquery())
        .order_by(Change.seat, Change.field)
    )


_LAST_DONE = _step(
    select(Step.revision)
    .where(Step.sheet_id == _ID, Step.state == "done")
    .order_by(Step.revision.desc())
    .correlate(None)
)
# What is undone comes after everything that is done, so there is little to look through.
_FIRST_UNDONE = _step(
    select(Step.revision)
    .where(Step.sheet_id == _ID, Step.state == "undone", Step.revision > bindparam("after"))
    .order_by(Step.revision)
    .correlate(None)
)


def revision(connection: Connection, key: str) -> int | None:
    """The revision of the sheet with this key, None when there is none."""
    found: int | None = connection.scalar(_REVISION, {"key": key})
    return found


def state(connection: Connection, key: str, since: int) -> SheetState | None:
    """The sheet with this key, None when there is none. `since`: after which revision changes are of interest."""
    sheet = connection.execute(_SHEET, {"key": key}).one_or_none()
    if sheet is None:
        return None
    asked = {"id": sheet.id}
    done = last_done(connection, sheet.id)
    fields: dict[int, dict[str, str]] = {}
    rivals: dict[int, dict[str, tuple[Typed, ...]]] = {}
    changed: set[Cell] = set()
    for seat, field, text, by, others, number in connection.execute(_ENTRIES, asked):
        if text is not None:
            fields.setdefault(seat, {})[field] = text
        if others:
            every = ({"text": text, "by": by}, *others)
            rivals.setdefault(seat, {})[field] = tuple(Typed(other["text"], other["by"]) for other in every)
        if number > since:
            changed.add((seat, field))
    return SheetState(
        edit_key=sheet.edit_key if secrets.compare_digest(key.encode(), sheet.edit_key.encode()) else None,
        view_key=sheet.view_key,
        edition=sheet.edition,
        variants=tuple(sheet.variants),
        revision=sheet.revision,
        created_at=sheet.created_at,
        changed_at=sheet.changed_at,
        players=tuple(
            PlayerRow(
                id=player.id,
                seat=player.seat,
                name=player.name,
                colour=player.colour,
                fields=fields.get(player.seat, {}),
                rivals=rivals.get(player.seat, {}),
                phone=player.phone,
            )
            for player in connection.execute(_PLAYERS, asked)
        ),
        fields=fields.get(TABLE, {}),
        undoable=done,
        redoable=first_undone(connection, sheet.id, done.revision if done else -1),
        changed_cells=frozenset(changed),
    )


def last_done(connection: Connection, sheet_id: int) -> StepTold | None:
    """The step that undo would take back."""
    return _told(connection.execute(_LAST_DONE, {"id": sheet_id}).all())


def first_undone(connection: Connection, sheet_id: int, after: int) -> StepTold | None:
    """The step that redo would do again; `after`: the revision of the last done step, -1 when there is none."""
    return _told(connection.execute(_FIRST_UNDONE, {"id": sheet_id, "after": after}).all())


def values(connection: Connection, sheet_id: int) -> dict[Cell, Value]:
    """What stands in all fields of a sheet."""
    return {
        (seat, field): Value(Typed(text, by), tuple(Typed(rival["text"], rival["by"]) for rival in rivals))
        for seat, field, text, by, rivals, _ in connection.execute(_ENTRIES, {"id": sheet_id})
    }


def _told(rows: Sequence[Row[Any]]) -> StepTold | None:
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
