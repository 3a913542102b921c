"""The history of a sheet: steps that can be taken back and done again, and who did what when.

Steps are only ever added. An undo is a step of its own, which sets the state of the one it takes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from sqlalchemy import Select, delete, or_, select, update
from sqlalchemy.orm import Session, selectinload

from companion.storage import models
from companion.storage.models import LONGEST_NAME, Entry, Sheet
from companion.storage.states import Cell, FieldChange, Step, Value

STEPS_KEPT = 500
FIELDS_KEPT = 5000
"""Changed fields of all kept steps together: a game has 44 cells; this is many corrections of each."""
_TIDY_EVERY = 20

_CHANGING = ("write", "choose")


def next_revision(sheet: Sheet) -> int:
    """Count a change of the sheet."""
    sheet.revision += 1
    sheet.changed_at = datetime.now(UTC)
    return sheet.revision


def record(
    session: Session,
    sheet: Sheet,
    kind: str,
    changes: Mapping[Cell, tuple[Value, Value]],
    by: str,
    write_id: str | None = None,
) -> Step:
    """Change fields as one step: cell -> what stands there and what is to. What was undone stays undone for good."""
    undone = (models.Step.sheet_id == sheet.id, models.Step.state == "undone")
    session.execute(update(models.Step).where(*undone).values(state="past"))
    step = _add(session, sheet, kind, by, len(changes))
    step.state, step.write_id = "done", write_id
    step.changes = [
        models.Change(sheet_id=sheet.id, seat=seat, field=field, before=before.told(), after=after.told())
        for (seat, field), (before, after) in changes.items()
    ]
    _put(session, sheet, {cell: after for cell, (_, after) in changes.items()})
    if sheet.revision % _TIDY_EVERY == 0:
        _forget_old(session, sheet.id, step)
    return _told(step, step.changes)


def undo(session: Session, sheet: Sheet, by: str, after: int = -1) -> Step | None:
    """Take back the last done step, if it is one after the revision `after`."""
    step = _last_done(session, sheet.id)
    if step is None or step.revision <= after:
        return None
    step.state = "undone"
    _add(session, sheet, "undo", by, 1).of = step.revision
    _put(session, sheet, {(change.seat, change.field): Value.of(change.before) for change in step.changes})
    return _told(step, step.changes)


def redo(session: Session, sheet: Sheet, by: str) -> Step | None:
    """Do the step again that was taken back last."""
    step = _first_undone(session, sheet.id)
    if step is None:
        return None
    step.state = "done"
    _add(session, sheet, "redo", by, 1).of = step.revision
    _put(session, sheet, {(change.seat, change.field): Value.of(change.after) for change in step.changes})
    return _told(step, step.changes)


def revision_of(session: Session, sheet_id: int, write_id: str) -> int | None:
    """The revision that a write with this name made, if it arrived before."""
    found = (models.Step.sheet_id == sheet_id, models.Step.write_id == write_id)
    return session.scalar(select(models.Step.revision).where(*found))


def latest(session: Session, sheet_id: int, limit: int) -> tuple[Step, ...]:
    """The last steps, the latest first. Undo and redo tell the fields of the step they are about."""
    steps = session.scalars(
        _steps(sheet_id).order_by(models.Step.revision.desc()).limit(limit).options(selectinload(models.Step.changes))
    ).all()
    known = {step.revision: step.changes for step in steps}
    wanted = {step.of for step in steps if step.of is not None and step.of not in known}
    for older in session.scalars(_steps(sheet_id).where(models.Step.revision.in_(wanted))) if wanted else ():
        known[older.revision] = older.changes
    return tuple(_told(step, known.get(step.revision if step.of is None else step.of, ())) for step in steps)


def _steps(sheet_id: int) -> Select[models.Step]:
    return select(models.Step).where(models.Step.sheet_id == sheet_id)


def _last_done(session: Session, sheet_id: int) -> models.Step | None:
    done = _steps(sheet_id).where(models.Step.state == "done")
    return session.scalar(done.order_by(models.Step.revision.desc()).limit(1))


def _first_undone(session: Session, sheet_id: int) -> models.Step | None:
    undone = _steps(sheet_id).where(models.Step.state == "undone")
    return session.scalar(undone.order_by(models.Step.revision).limit(1))


def _add(session: Session, sheet: Sheet, kind: str, by: str, fields: int) -> models.Step:
    last = _steps(sheet.id).order_by(models.Step.revision.desc()).limit(1)
    so_far = session.scalar(last.with_only_columns(models.Step.fields_so_far)) or 0
    step = models.Step(
        sheet_id=sheet.id,
        revision=next_revision(sheet),
        kind=kind,
        by=by[:LONGEST_NAME],
        at=sheet.changed_at,
        state="past",
        fields_so_far=so_far + fields,
    )
    session.add(step)
    return step


def _put(session: Session, sheet: Sheet, values: Mapping[Cell, Value]) -> None:
    for (seat, field), value in values.items():
        entry = session.get(Entry, (sheet.id, seat, field))
        if entry is None:
            entry = Entry(sheet_id=sheet.id, seat=seat, field=field)
            session.add(entry)
        entry.text, entry.by, entry.revision = value.typed.text, value.typed.by, sheet.revision
        entry.rivals = [{"text": rival.text, "by": rival.by} for rival in value.rivals]


def _forget_old(session: Session, sheet_id: int, last: models.Step) -> None:
    session.flush()
    beyond = _steps(sheet_id).order_by(models.Step.revision.desc()).offset(STEPS_KEPT).limit(1)
    oldest = session.scalar(beyond.with_only_columns(models.Step.revision)) or 0
    old = or_(models.Step.revision <= oldest, models.Step.fields_so_far <= last.fields_so_far - FIELDS_KEPT)
    session.execute(delete(models.Step).where(models.Step.sheet_id == sheet_id, old))


def _told(step: models.Step, changes: Iterable[models.Change]) -> Step:
    return Step(
        revision=step.revision,
        kind=step.kind,
        by=step.by,
        at=step.at,
        fields=tuple(
            FieldChange(change.seat, change.field, Value.of(change.before), Value.of(change.after))
            for change in changes
        ),
        undone=step.kind in _CHANGING and step.state != "done",
    )
