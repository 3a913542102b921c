"""The database has an identity; a change tells which phone has brought it for another."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, with a new identity, and the column, empty: nobody noted it before."""
    table = op.create_table(
        "identity", sa.Column("id", sa.String(32), nullable=False), sa.PrimaryKeyConstraint("id", name="pk_identity")
    )
    op.bulk_insert(table, [{"id": secrets.token_urlsafe(12)}])
    op.add_column("log", sa.Column("via", sa.String(40), nullable=False, server_default=""))
