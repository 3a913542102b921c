"""Finished games, groups, the games that a device knows."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "finishes",
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("fields", sa.JSON(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name="fk_finishes_sheet_id_sheets", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("sheet_id", name="pk_finishes"),
    )
    op.create_table(
        "origins",
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name="fk_origins_sheet_id_sheets", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("sheet_id", name="pk_origins"),
    )
    op.create_table(
        "collections",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("edit_key", sa.String(32), nullable=False),
        sa.Column("view_key", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_collections"),
        sa.UniqueConstraint("edit_key", name="uq_collections_edit_key"),
        sa.UniqueConstraint("view_key", name="uq_collections_view_key"),
    )
    op.create_table(
        "kept_games",
        sa.Column("collection_id", sa.Integer(), nullable=False),
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("writable", sa.Boolean(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"], ["collections.id"], name="fk_kept_games_collection_id_collections", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name="fk_kept_games_sheet_id_sheets", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("collection_id", "sheet_id", name="pk_kept_games"),
    )
    op.create_index("ix_kept_games_sheet_id", "kept_games", ["sheet_id"])
    op.create_table(
        "aliases",
        sa.Column("collection_id", sa.Integer(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.ForeignKeyConstraint(
            ["collection_id"], ["collections.id"], name="fk_aliases_collection_id_collections", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("collection_id", "folded", name="pk_aliases"),
    )
