"""What is kept in a database.

Its modules come with SQLAlchemy, which takes as long to import as the rest of the app together: they are imported when
something of theirs is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.storage.database import Database
    from companion.storage.groups import Groups, put_in
    from companion.storage.sheets import Sheets
    from companion.storage.teaching import Lessons

REVISION = "0008"
"""The revision of the tables that this version works with."""

__all__ = ["REVISION", "Database", "Groups", "Lessons", "Sheets", "put_in"]

_MODULES = {
    "Database": "database",
    "Groups": "groups",
    "Lessons": "teaching",
    "Sheets": "sheets",
    "put_in": "groups",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
