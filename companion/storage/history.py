"""The history of a sheet: steps that can be taken back and done again, and who did what when.

Steps are only ever added. An undo is a step of its own, which sets the state of the one it takes back.
"""

from __future__ import annotations

import functools
import importlib
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Connection, Select, Table, and_, bindparam, delete, func, insert, or_, select, update

from companion.sheets.states import Cell, ChangedSince, FieldChange, Step, Typed, Value
from companion.storage import models
from companion.storage.database import at_once
from companion.storage.locking import LockedSheet
from companion.storage.models import MAX_NAME_LENGTH, Entry
from companion.storage.reading import Entries

STEPS_KEPT = 500
FIELDS_KEPT = 5000
"""Changed fields of all kept steps together: a game has 44 cells; this is many corrections of each."""
_TIDY_EVERY = 20

_STEPS: Table = models.Step.__table__  # type: ignore[assignment] # it is a table, not any selectable
_CHANGES: Table = models.Change.__table__  # type: ignore[assignment]
_ENTRIES: Table = Entry.__table__  # type: ignore[assignment]

_IN_SHEET = _STEPS.c.sheet_id == bindparam("sheet")
_SET_STATE = update(_STEPS).where(_IN_SHEET, _STEPS.c.revision == bindparam("number")).values(state=bindparam("new"))
_DONE = select(_STEPS.c.revision).where(_IN_SHEET, _STEPS.c.state == "done").order_by(_STEPS.c.revision.desc())
_OF_STEP = and_(_CHANGES.c.sheet_id == _STEPS.c.sheet_id, _CHANGES.c.revision == _STEPS.c.revision)
_EMPTY = (Value(), 0)
_IN_ENTRY = ("text", "by", "rivals", "revision")


@functools.cache
def _putting(dialect: str) -> Any:
    """Add a field, or replace what stands in it; each kind of database says it in its own way."""
    # Imported here because a database is of one kind, and the other takes long to import.
    adding = importlib.import_module(f"sqlalchemy.dialects.{dialect}").insert(_ENTRIES)
    return adding.on_conflict_do_update(
        index_elements=list(_ENTRIES.primary_key), set_={name: adding.excluded[name] for name in _IN_ENTRY}
    )


def record(
    sheet: LockedSheet,
    kind: str,
    changes: Mapping[Cell, tuple[Value, Value]],
    by: str,
    write_id: str | None = None,
) -> Step:
    """Change fields as one step: cell -> the value before and after."""
    with at_once(sheet.connection):
        _add(sheet, kind, by, len(changes), state="done", write_id=write_id)
        key = {"sheet_id": sheet.id, "revision": sheet.revision}
        told = [
            {**key, "seat": seat, "field": field, "before": before.told(), "after": after.told()}
            for (seat, field), (before, after) in changes.items()
        ]
        sheet.connection.execute(insert(_CHANGES), told)
        _put(sheet, {cell: after for cell, (_, after) in changes.items()})
    if sheet.revision % _TIDY_EVERY == 0:
        _forget_old(sheet)
    fields = (FieldChange(seat, field, *values) for (seat, field), values in sorted(changes.items()))
    return Step(sheet.revision, kind, by[:MAX_NAME_LENGTH], sheet.changed_at, tuple(fields))


def undo(sheet: LockedSheet, by: str, own: Collection[str]) -> Step | None:
    """Take back the last done step that is signed with one of these names; None when there is none.

    Raises ChangedSince when somebody has changed one of its fields after it.
    """
    asked = {"sheet": sheet.id}
    step = _told(sheet.connection, sheet.id, _DONE.where(_STEPS.c.by.in_(own)))
    if step is None:
        return None
    touched = or_(*(and_(_CHANGES.c.seat == change.seat, _CHANGES.c.field == change.field) for change in step.fields))
    later = _DONE.with_only_columns(_STEPS.c.by).join(_CHANGES, _OF_STEP).where(_STEPS.c.revision > step.revision)
    changed_by = sheet.connection.scalar(later.where(touched).limit(1), asked)
    if changed_by is not None:
        raise ChangedSince(changed_by)
    return _take_back(sheet, step, by)


def undo_last(sheet: LockedSheet, by: str, after: int) -> Step | None:
    """Take back the last done step, whoever did it, if it is one after the revision `after`."""
    step = _told(sheet.connection, sheet.id, _DONE.where(_STEPS.c.revision > after))
    return step and _take_back(sheet, step, by)


def redo(sheet: LockedSheet, by: str, own: Collection[str]) -> Step | None:
    """Do the step again that one of these names took back last; None when there is none (see `redoable`)."""
    step = redoable(sheet.connection, sheet.id, sheet.filled, own)
    if step is None:
        return None
    with at_once(sheet.connection):
        _set_state(sheet, step, "done")
        _add(sheet, "redo", by, 1, of=step.revision)
        _put(sheet, {(change.seat, change.field): change.after for change in step.fields})
    return step


def redoable(connection: Connection, sheet_id: int, filled: Entries, own: Collection[str]) -> Step | None:
    """The step that redo would do again: None once one of these names wrote anew, or one of its fields has changed."""
    undos = _STEPS.alias()
    mine = (undos.c.sheet_id == bindparam("sheet"), undos.c.by.in_(own))
    wrote = select(func.max(undos.c.revision)).where(*mine, undos.c.kind.in_(("write", "choose"))).scalar_subquery()
    taken_back = (
        select(_STEPS.c.revision)
        .join(undos, and_(undos.c.sheet_id == _STEPS.c.sheet_id, undos.c.of == _STEPS.c.revision))
        .where(_IN_SHEET, _STEPS.c.state == "undone", *mine)
        .where(undos.c.kind == "undo", undos.c.revision > func.coalesce(wrote, -1))
        .order_by(undos.c.revision.desc())
    )
    step = _told(connection, sheet_id, taken_back)
    if step is None or any(filled.get((c.seat, c.field), _EMPTY)[0] != c.before for c in step.fields):
        return None
    return step


def _take_back(sheet: LockedSheet, step: Step, by: str) -> Step:
    with at_once(sheet.connection):
        _set_state(sheet, step, "undone")
        _add(sheet, "undo", by, 1, of=step.revision)
        _put(sheet, {(change.seat, change.field): change.before for change in step.fields})
    return step


def _told(connection: Connection, sheet_id: int, which: Select[Any]) -> Step | None:
    """The first of the steps whose revisions are selected, with its changes; None when there is none."""
    asked = {"sheet": sheet_id}
    rows = connection.execute(
        select(_STEPS, _CHANGES.c.seat, _CHANGES.c.field, _CHANGES.c.before, _CHANGES.c.after)
        .join(_CHANGES, _OF_STEP)
        .where(_IN_SHEET, _STEPS.c.revision == which.limit(1).correlate(None).scalar_subquery())
        .order_by(_CHANGES.c.seat, _CHANGES.c.field),
        asked,
    ).all()
    if not rows:
        return None
    fields = (FieldChange(row.seat, row.field, Value.of(row.before), Value.of(row.after)) for row in rows)
    step = rows[0]
    return Step(step.revision, step.kind, step.by, step.at, tuple(fields), undone=step.state != "done")


def latest(connection: Connection, sheet_id: int, limit: int) -> tuple[Step, ...]:
    """The last steps, the latest first. Undo and redo tell the fields of the step they are about."""
    asked = {"sheet": sheet_id}
    steps = connection.execute(select(_STEPS).where(_IN_SHEET).order_by(_STEPS.c.revision.desc()).limit(limit), asked)
    rows = steps.all()
    about = {row.revision if row.of is None else row.of for row in rows}
    fields: defaultdict[int, list[FieldChange]] = defaultdict(list)
    changes = select(_CHANGES).where(_CHANGES.c.sheet_id == sheet_id, _CHANGES.c.revision.in_(about))
    for row in connection.execute(changes.order_by(_CHANGES.c.seat, _CHANGES.c.field)):
        fields[row.revision].append(FieldChange(row.seat, row.field, Value.of(row.before), Value.of(row.after)))
    return tuple(
        Step(
            revision=row.revision,
            kind=row.kind,
            by=row.by,
            at=row.at,
            fields=tuple(fields[row.revision if row.of is None else row.of]),
            undone=row.of is None and row.state != "done",
        )
        for row in rows
    )


def _add(
    sheet: LockedSheet,
    kind: str,
    by: str,
    fields: int,
    *,
    state: str = "past",
    of: int | None = None,
    write_id: str | None = None,
) -> None:
    """Add a step, with the next revision of the sheet, that changes so many fields."""
    sheet.fields_so_far += fields
    step: dict[str, Any] = {
        "sheet_id": sheet.id,
        "revision": sheet.next_revision(),
        "kind": kind,
        "of": of,
        "by": by[:MAX_NAME_LENGTH],
        "at": sheet.changed_at,
        "state": state,
        "write_id": write_id,
        "fields_so_far": sheet.fields_so_far,
    }
    sheet.connection.execute(insert(_STEPS), step)


def _set_state(sheet: LockedSheet, step: Step, state: str) -> None:
    sheet.connection.execute(_SET_STATE, {"sheet": sheet.id, "number": step.revision, "new": state})


def _put(sheet: LockedSheet, values: Mapping[Cell, Value]) -> None:
    told = [
        {
            "sheet_id": sheet.id,
            "seat": seat,
            "field": field,
            "text": value.typed.text,
            "by": value.typed.by,
            "rivals": [_as_stored(rival) for rival in value.rivals],
            "revision": sheet.revision,
        }
        for (seat, field), value in values.items()
    ]
    sheet.connection.execute(_putting(sheet.connection.dialect.name), told)


def _as_stored(typed: Typed) -> dict[str, Any]:
    return {"text": typed.text, "by": typed.by}


def _forget_old(sheet: LockedSheet) -> None:
    asked = {"sheet": sheet.id}
    revisions = select(_STEPS.c.revision).where(_IN_SHEET).order_by(_STEPS.c.revision.desc())
    oldest = sheet.connection.scalar(revisions.offset(STEPS_KEPT).limit(1), asked) or 0
    old = or_(_STEPS.c.revision <= oldest, _STEPS.c.fields_so_far <= sheet.fields_so_far - FIELDS_KEPT)
    sheet.connection.execute(delete(_STEPS).where(and_(_IN_SHEET, old)), asked)
