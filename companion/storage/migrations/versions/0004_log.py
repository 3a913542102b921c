"""A sheet is its log: one table of changes in place of players, entries, steps and what the steps changed."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_AT_ONCE = 100
"""Sheets whose rows are in memory at a time."""
_ANOTHER = ""
"""What somebody saw in a field who had not seen what stood there: no text is empty."""

_Rows = dict[int, list[sa.Row[Any]]]


def upgrade() -> None:
    """Keep all that stands on a sheet, who typed it, and every step that can be taken back or done again."""
    log = op.create_table(
        "log",
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("time", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name="fk_log_sheet_id_sheets", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("sheet_id", "number", name="pk_log"),
        sa.UniqueConstraint("sheet_id", "id", name="uq_log_sheet_id"),
    )
    connection, old = op.get_bind(), sa.MetaData()
    old.reflect(connection)
    sheets, last = old.tables["sheets"], 0
    while True:
        some = connection.execute(sa.select(sheets).where(sheets.c.id > last).order_by(sheets.c.id).limit(_AT_ONCE))
        rows = some.all()
        if not rows:
            break
        first, last = rows[0].id, rows[-1].id
        parts = {
            name: _by_sheet(connection, old.tables[name], first, last)
            for name in ("sheet_players", "entries", "steps", "changes", "finishes")
        }
        for sheet in rows:
            changes = list(_log(sheet, {name: found[sheet.id] for name, found in parts.items()}))
            connection.execute(log.insert(), [{"sheet_id": sheet.id, **change} for change in changes])
            newest = max(change["number"] for change in changes)
            if newest > sheet.revision:
                connection.execute(sheets.update().where(sheets.c.id == sheet.id).values(revision=newest))
    for table in ("changes", "steps", "entries", "sheet_players"):
        op.drop_table(table)


def _by_sheet(connection: sa.Connection, table: sa.Table, first: int, last: int) -> _Rows:
    found: _Rows = defaultdict(list)
    order = [table.c[name] for name in ("seat", "revision", "field") if name in table.c]
    for row in connection.execute(sa.select(table).where(table.c.sheet_id.between(first, last)).order_by(*order)):
        found[row.sheet_id].append(row)
    return found


def _log(sheet: sa.Row[Any], parts: Mapping[str, Sequence[sa.Row[Any]]]) -> Iterator[dict[str, Any]]:
    """The changes that make what stands on a sheet. Steps keep the revisions that they made."""
    changed: dict[int, list[sa.Row[Any]]] = defaultdict(list)
    for row in parts["changes"]:
        changed[row.revision].append(row)
    steps = sorted(parts["steps"], key=lambda step: step.revision)
    names = {step.revision: step.write_id or f"step_{step.revision}" for step in steps}
    # Names, claims and ends came at revisions that nobody noted; the places after the last are theirs.
    later = count(max((sheet.revision, *names)) + 1)
    people = [[row.name, row.colour] for row in parts["sheet_players"]]
    yield _change(0, "start", "start", sheet.created_at, players=people)
    before, corrected = _around_steps(parts["entries"], steps, changed)
    entered = bool(before) + bool(corrected) + len(steps)
    if before:
        number = next(number for number in count(1) if number not in names)
        yield _change(number, "values", "values", sheet.created_at, cells=before) | {"time": 0}
    for step in steps:
        number, cells = step.revision, changed[step.revision]
        if step.kind in ("undo", "redo"):
            # What it is about may be forgotten; then it tells nothing.
            what = {"of": names.get(step.of, f"step_{step.of}")}
        elif step.kind == "choose":
            (cell,) = cells
            what = {"seat": cell.seat, "field": cell.field, "text": cell.after["text"]}
            what["upon"] = [text for text, _ in _typed(cell.before)]
        else:
            what = {"cells": [_written(cell) for cell in cells]}
        yield _change(number, names[number], step.kind, step.at, step.by, **what)
    if corrected:
        yield _change(next(later), "corrected", "values", sheet.changed_at, cells=corrected)
    for row in parts["sheet_players"]:
        if row.phone:
            phone = "#" + hashlib.sha256(row.phone.encode()).hexdigest()[:8]
            told = {"seat": row.seat, "phone": phone}
            yield _change(next(later), f"claim_{row.seat}", "claim", sheet.changed_at, phone, **told)
    for row in parts["finishes"]:
        yield _change(next(later), "finish", "finish", row.finished_at, upon=entered)


def _change(number: int, name: str, kind: str, at: datetime, by: str = "", **told: Any) -> dict[str, Any]:
    return {"number": number, "id": name, "time": number, "by": by, "at": at, "kind": kind, "told": told}


def _written(cell: sa.Row[Any]) -> list[Any]:
    """What a step wrote into a field: over what stood there, or beside it."""
    before, after = cell.before, cell.after
    if after["text"] == before["text"] and after.get("rivals"):
        return [cell.seat, cell.field, _ANOTHER, after["rivals"][-1]["text"]]
    return [cell.seat, cell.field, before["text"], after["text"]]


def _typed(value: Mapping[str, Any]) -> list[list[Any]]:
    """Text and author of everything that stood in a field, first what counted."""
    return [[one["text"], one["by"]] for one in (value, *value.get("rivals", ()))]


def _around_steps(
    entries: Sequence[sa.Row[Any]], steps: Sequence[sa.Row[Any]], changed: Mapping[int, Sequence[sa.Row[Any]]]
) -> tuple[list[list[Any]], list[list[Any]]]:
    """What stood in the fields before the first step that is still known, and where they hold what no step tells."""
    first: dict[tuple[int, str], list[list[Any]]] = {}
    now: dict[tuple[int, str], list[list[Any]]] = {}
    for step in steps:
        for row in changed[step.revision]:
            cell = row.seat, row.field
            stands = now.setdefault(cell, first.setdefault(cell, _typed(row.before)))
            if step.state == "done":
                now[cell] = _typed(row.after) if stands == _typed(row.before) else []
    corrected = []
    for row in entries:
        cell, value = (row.seat, row.field), _typed({"text": row.text, "by": row.by, "rivals": row.rivals})
        if now.setdefault(cell, first.setdefault(cell, value)) != value:
            corrected.append([*cell, value])
    before = [[*cell, value] for cell, value in sorted(first.items()) if value[0][0] is not None or len(value) > 1]
    return before, corrected
