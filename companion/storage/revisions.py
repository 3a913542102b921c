"""The revisions of the tables, for those who do not open a database as well."""

import functools
from pathlib import Path

MIGRATIONS = Path(__file__).parent / "migrations"


@functools.cache
def newest_revision() -> str:
    """The revision that the tables have after all migrations: they are numbered."""
    return max(script.name for script in (MIGRATIONS / "versions").glob("[0-9]*.py"))[:4]
