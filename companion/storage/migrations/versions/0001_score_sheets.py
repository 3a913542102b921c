"""Score sheets, their players, entries and changes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "sheets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("edit_key", sa.String(32), nullable=False),
        sa.Column("view_key", sa.String(32), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("variants", sa.JSON(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sheets"),
        sa.UniqueConstraint("edit_key", name="uq_sheets_edit_key"),
        sa.UniqueConstraint("view_key", name="uq_sheets_view_key"),
    )
    op.create_table(
        "sheet_players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colour", sa.String(40), nullable=False),
        sa.ForeignKeyConstraint(
            ["sheet_id"], ["sheets.id"], name="fk_sheet_players_sheet_id_sheets", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_sheet_players"),
        sa.UniqueConstraint("sheet_id", "seat", name="uq_sheet_players_sheet_id"),
    )
    op.create_table(
        "entries",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("category", sa.String(40), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["sheet_players.id"], name="fk_entries_player_id_sheet_players", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", "category", name="pk_entries"),
    )
    op.create_table(
        "changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("category", sa.String(40), nullable=False),
        sa.Column("before", sa.Integer(), nullable=True),
        sa.Column("after", sa.Integer(), nullable=True),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name="fk_changes_sheet_id_sheets", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["sheet_players.id"], name="fk_changes_player_id_sheet_players", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_changes"),
    )
    op.create_index("ix_changes_sheet_id", "changes", ["sheet_id"])
