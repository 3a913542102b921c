"""The migrations of the database, which Alembic runs: only where the tables are not the newest."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script.revision import ResolutionError
from alembic.util import CommandError
from sqlalchemy import Connection


def migrate(connection: Connection) -> None:
    """Bring the tables up to date in the transaction of a connection.

    Raises LookupError when they have a revision that this version of the app does not know.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        if isinstance(error.__cause__, ResolutionError):
            raise LookupError(str(error.__cause__.argument)) from error
        raise
