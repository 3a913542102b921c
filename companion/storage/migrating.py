"""Bring the tables up to date: make those of an empty database, move what older versions stored.

Versions before the first release stored a sheet in three ways; one step leads from each of them to a log. A later
change of the tables gets the next revision, and a step after these.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import Any

from sqlalchemy import JSON, Connection, Row, delete, insert, inspect, select, text, update

from companion.storage import REVISION
from companion.storage.tables import UtcDateTime, finishes, identity, log, metadata, sheets, versions

_POINTS = {
    "sheet_players": "SELECT p.*, NULL AS phone FROM sheet_players p",
    "entries": """SELECT p.sheet_id, p.seat, e.category AS field, CAST(e.points AS VARCHAR(12)) AS "text", '' AS "by",
        NULL AS rivals,
        e.revision FROM entries e JOIN sheet_players p ON p.id = e.player_id""",
    # Every change had made a revision, so there are enough to number those that still count backwards.
    "changes": """SELECT c.sheet_id, p.seat, c.category AS field, c.changed_at AS "at",
        CAST(c."before" AS VARCHAR(12)) AS "before", CAST(c."after" AS VARCHAR(12)) AS "after",
        s.revision - count(*) OVER sheet + row_number() OVER (PARTITION BY c.sheet_id ORDER BY c.id) AS revision
        FROM changes c JOIN sheets s ON s.id = c.sheet_id JOIN sheet_players p ON p.id = c.player_id
        WHERE NOT c.undone WINDOW sheet AS (PARTITION BY c.sheet_id)""",
}
_POINTS["steps"] = f"""SELECT sheet_id, revision, 'write' AS kind, '' AS "by", "at", 'done' AS state, NULL AS write_id
    FROM ({_POINTS["changes"]}) changes"""  # noqa: S608 (nothing of it comes from outside)
"""Revision 0001, points of categories and changes of one category each, read as if it were what came after it."""
_STEPS = {name: f"SELECT * FROM {name}" for name in _POINTS}  # noqa: S608
"""Revisions 0002 and 0003: texts of fields, and steps that changed several."""
_JSON: dict[str, Any] = {"rivals": JSON, "before": JSON, "after": JSON}
_OLD_SHEETS: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "0001": (_POINTS, {}),
    "0002": (_STEPS, _JSON),
    "0003": (_STEPS, _JSON),
}
_SHEETS_AT_ONCE = 100
"""Sheets whose rows are in memory at a time."""
_ANOTHER = ""
"""What somebody saw in a field who had not seen what stood there: no text is empty."""
_IDENTITY_BYTES = 12

_Rows = dict[int, list[Row[Any]]]
_Value = list[list[Any]]
"""Text and author of everything that stood in a field."""
_Change = tuple[int, str, _Value, _Value]
"""Seat and field, and what stood there before and after."""


def migrate(connection: Connection, revision: str | None) -> None:
    """Bring the tables from a revision, None for no tables, to the newest in the transaction of a connection.

    Raises LookupError for a revision that this version of the app does not know.
    """
    if revision not in (None, *_OLD_SHEETS, "0004", "0005", "0006", "0007"):
        raise LookupError(revision)
    metadata.create_all(connection)
    if revision in _OLD_SHEETS:
        _make_logs(connection, *_OLD_SHEETS[revision])
    elif revision == "0004":
        connection.execute(text("ALTER TABLE log ADD COLUMN via VARCHAR(40) DEFAULT '' NOT NULL"))
    if revision and "house" not in {column["name"] for column in inspect(connection).get_columns("collections")}:
        connection.execute(text("ALTER TABLE collections ADD COLUMN house TEXT DEFAULT '' NOT NULL"))
    if revision in ("0006", "0007") and connection.dialect.name == "postgresql":
        # SQLite keeps a text of any length in a column for short ones.
        connection.execute(text("ALTER TABLE lessons ALTER COLUMN code TYPE TEXT"))
    if revision not in ("0005", "0006", "0007"):
        connection.execute(insert(identity).values(id=new_identity()))
    connection.execute(delete(versions))
    connection.execute(insert(versions).values(version_num=REVISION))


def new_identity() -> str:
    """What tells a database from every other one."""
    return secrets.token_urlsafe(_IDENTITY_BYTES)


def _make_logs(connection: Connection, queries: Mapping[str, str], types: Mapping[str, Any]) -> None:
    """Keep all that stands on a sheet, who typed it, and every step that can be taken back or done again."""
    last = 0
    while rows := connection.execute(
        select(sheets).where(sheets.c.id > last).order_by(sheets.c.id).limit(_SHEETS_AT_ONCE)
    ).all():
        first, last = rows[0].id, rows[-1].id
        parts = {name: _by_sheet(connection, query, types, first, last) for name, query in queries.items()}
        ends = connection.execute(select(finishes).where(finishes.c.sheet_id.between(first, last)))
        finished = {row.sheet_id: row.finished_at for row in ends}
        for sheet in rows:
            stored = {name: by_sheet[sheet.id] for name, by_sheet in parts.items()}
            changes = list(_log(sheet, stored, finished.get(sheet.id)))
            connection.execute(insert(log), [{"sheet_id": sheet.id, **change} for change in changes])
            newest = max(change["number"] for change in changes)
            if newest > sheet.revision:
                connection.execute(update(sheets).where(sheets.c.id == sheet.id).values(revision=newest))
    for table in ("changes", "steps", "entries", "sheet_players"):
        connection.execute(text(f"DROP TABLE IF EXISTS {table}"))


def _by_sheet(connection: Connection, query: str, types: Mapping[str, Any], first: int, last: int) -> _Rows:
    some = text(f"SELECT * FROM ({query}) part WHERE sheet_id BETWEEN :first AND :last")  # noqa: S608
    by_sheet: _Rows = defaultdict(list)
    for row in connection.execute(some.columns(at=UtcDateTime, **types), {"first": first, "last": last}):
        by_sheet[row.sheet_id].append(row)
    return by_sheet


def _log(
    sheet: Row[Any], parts: Mapping[str, Sequence[Row[Any]]], finished: datetime | None
) -> Iterator[dict[str, Any]]:
    """The changes that make what stands on a sheet. Steps keep the revisions that they made."""
    changed: dict[int, list[_Change]] = defaultdict(list)
    for row in sorted(parts["changes"], key=lambda row: (row.seat, row.field)):
        changed[row.revision].append((row.seat, row.field, _typed(row.before), _typed(row.after)))
    steps = sorted(parts["steps"], key=lambda step: step.revision)
    players = sorted(parts["sheet_players"], key=lambda row: row.seat)
    names = {step.revision: step.write_id or f"step_{step.revision}" for step in steps}
    # Names, claims and ends came at revisions that nobody noted; the places after the last are theirs.
    later = count(max((sheet.revision, *names)) + 1)
    people = [[row.name, row.colour] for row in players]
    yield _change(0, "start", "start", sheet.created_at, players=people)
    earlier, corrected = _around_steps(parts["entries"], steps, changed)
    entered = bool(earlier) + bool(corrected) + len(steps)
    if earlier:
        number = next(number for number in count(1) if number not in names)
        yield _change(number, "values", "values", sheet.created_at, cells=earlier) | {"time": 0}
    for step in steps:
        number, cells = step.revision, changed[step.revision]
        if step.kind in ("undo", "redo"):
            # What it is about may be forgotten; then it tells nothing.
            what = {"of": names.get(step.of, f"step_{step.of}")}
        elif step.kind == "choose":
            ((seat, field, before, after),) = cells
            what = {"seat": seat, "field": field, "text": after[0][0], "upon": [text for text, _ in before]}
        else:
            what = {"cells": [_written(*cell) for cell in cells]}
        yield _change(number, names[number], step.kind, step.at, step.by, **what)
    if corrected:
        yield _change(next(later), "corrected", "values", sheet.changed_at, cells=corrected)
    for row in players:
        if row.phone:
            phone = "#" + hashlib.sha256(row.phone.encode()).hexdigest()[:8]
            content = {"seat": row.seat, "phone": phone}
            yield _change(next(later), f"claim_{row.seat}", "claim", sheet.changed_at, phone, **content)
    if finished is not None:
        yield _change(next(later), "finish", "finish", finished, upon=entered)


def _change(number: int, name: str, kind: str, at: datetime, by: str = "", **told: Any) -> dict[str, Any]:
    return {"number": number, "id": name, "time": number, "by": by, "at": at, "kind": kind, "told": told}


def _written(seat: int, field: str, before: _Value, after: _Value) -> list[Any]:
    """What a step wrote into a field: over what stood there, or beside it."""
    if after[0][0] == before[0][0] and len(after) > 1:
        return [seat, field, _ANOTHER, after[-1][0]]
    return [seat, field, before[0][0], after[0][0]]


def _typed(value: Mapping[str, Any] | str | None) -> _Value:
    """Text and author of everything that stood in a field, first what counted."""
    if not isinstance(value, Mapping):
        return [[value, ""]]
    return [[one["text"], one["by"]] for one in (value, *(value.get("rivals") or ()))]


def _around_steps(
    entries: Sequence[Row[Any]], steps: Sequence[Row[Any]], changed: Mapping[int, Sequence[_Change]]
) -> tuple[list[list[Any]], list[list[Any]]]:
    """What stood in the fields before the first step that is still known, and where they hold what no step tells."""
    first: dict[tuple[int, str], _Value] = {}
    now: dict[tuple[int, str], _Value] = {}
    for step in steps:
        for seat, field, before, after in changed[step.revision]:
            cell = seat, field
            stands = now.setdefault(cell, first.setdefault(cell, before))
            if step.state == "done":
                now[cell] = after if stands == before else []
    corrected = []
    for row in sorted(entries, key=lambda row: (row.seat, row.revision, row.field)):
        cell, value = (row.seat, row.field), _typed(row._asdict())
        if now.setdefault(cell, first.setdefault(cell, value)) != value:
            corrected.append([*cell, value])
    earlier = [[*cell, value] for cell, value in sorted(first.items()) if value[0][0] is not None or len(value) > 1]
    return earlier, corrected
