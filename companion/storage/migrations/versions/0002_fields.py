"""Entries hold texts of fields in place of points of categories; the history is told in steps."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Keep all points and every change that can still be taken back."""
    entries, changes = _old_entries(), _old_changes()
    op.drop_table("changes")
    op.drop_table("entries")
    op.add_column("sheet_players", sa.Column("phone", sa.String(40), nullable=True))
    table = op.create_table(
        "entries",
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("field", sa.String(120), nullable=False),
        sa.Column("text", sa.String(400), nullable=True),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("rivals", sa.JSON(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name="fk_entries_sheet_id_sheets", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("sheet_id", "seat", "field", name="pk_entries"),
    )
    _insert(table, entries)
    table = op.create_table(
        "steps",
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("of", sa.Integer(), nullable=True),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("write_id", sa.String(40), nullable=True),
        sa.Column("fields_so_far", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name="fk_steps_sheet_id_sheets", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("sheet_id", "revision", name="pk_steps"),
        sa.UniqueConstraint("sheet_id", "write_id", name="uq_steps_sheet_id"),
    )
    _insert(table, [step for step, _ in changes])
    table = op.create_table(
        "changes",
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("field", sa.String(120), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["sheet_id", "revision"],
            ["steps.sheet_id", "steps.revision"],
            name="fk_changes_sheet_id_steps",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("sheet_id", "revision", "seat", "field", name="pk_changes"),
    )
    _insert(table, [change for _, change in changes])


def _old_entries() -> list[dict[str, Any]]:
    rows = op.get_bind().execute(
        sa.text(
            "SELECT p.sheet_id, p.seat, e.category, e.points, e.revision"
            " FROM entries e JOIN sheet_players p ON p.id = e.player_id"
        )
    )
    return [
        {
            "sheet_id": row.sheet_id,
            "seat": row.seat,
            "field": row.category,
            "text": _text(row.points),
            "by": "",
            "rivals": [],
            "revision": row.revision,
        }
        for row in rows
    ]


def _old_changes() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Steps of one change each. Every change had made a revision, so there are enough to number them backwards."""
    rows = op.get_bind().execute(
        sa.text(
            "SELECT c.sheet_id, s.revision, p.seat, c.category, c.before, c.after, c.changed_at"
            " FROM changes c JOIN sheets s ON s.id = c.sheet_id JOIN sheet_players p ON p.id = c.player_id"
            " WHERE NOT c.undone ORDER BY c.sheet_id, c.id"
        ).columns(changed_at=sa.DateTime(timezone=True))
    )
    found = []
    for sheet_id, group in groupby(rows, key=lambda row: row.sheet_id):
        changes = list(group)
        for place, row in enumerate(changes, start=1):
            key = {"sheet_id": sheet_id, "revision": row.revision - len(changes) + place}
            step = {**key, "kind": "write", "by": "", "at": row.changed_at, "state": "done", "fields_so_far": place}
            change = {
                **key,
                "seat": row.seat,
                "field": row.category,
                "before": {"text": _text(row.before), "by": ""},
                "after": {"text": _text(row.after), "by": ""},
            }
            found.append((step, change))
    return found


def _text(points: int | None) -> str | None:
    return None if points is None else str(points)


def _insert(table: sa.Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        op.bulk_insert(table, rows)
