"""The tables of the database."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ColumnElement,
    DateTime,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    or_,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

from companion.sheets.changes import MAX_NAME_LENGTH

_KEY = String(32)
_KEY_BYTES = 18
_NAME = String(MAX_NAME_LENGTH)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC. SQLite forgets the time zone; this puts it back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Refuse moments without a zone and store the rest in UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Give every moment its zone."""
        return None if value is None else value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _part_of(table: Table, name: str, *, index: bool = False) -> Column[int]:
    """A column of the primary key that goes with the row that it names."""
    owner = ForeignKey(table.c.id, ondelete="CASCADE")
    return Column(name, owner, primary_key=True, autoincrement=False, index=index)


def _required(name: str, kind: TypeEngine[Any] | type[TypeEngine[Any]]) -> Column[Any]:
    return Column(name, kind, nullable=False)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
"""All tables. Constraints have fixed names, so that migrations can refer to them."""

versions = Table("alembic_version", metadata, Column("version_num", _KEY, primary_key=True))
"""One row: the revision of the tables, where Alembic used to keep it."""

identity = Table("identity", metadata, Column("id", _KEY, primary_key=True))
"""One row: what tells this database from every other one, and from itself before a backup was put back."""

sheets = Table(
    "sheets",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("edit_key", _KEY, unique=True, nullable=False),
    Column("view_key", _KEY, unique=True, nullable=False),
    _required("edition", Integer),
    _required("variants", JSON),
    _required("revision", Integer),
    _required("created_at", UtcDateTime),
    _required("changed_at", UtcDateTime),
)
"""Scoring pads: their keys and what is played. All else is in their logs.

Whoever has `edit_key` may change one, whoever has `view_key` may look at it. `revision` is the number of the last
change in its log; what another phone has not seen yet has a higher one.
"""

log = Table(
    "log",
    metadata,
    _part_of(sheets, "sheet_id"),
    Column("number", Integer, primary_key=True, autoincrement=False),
    _required("id", _NAME),
    _required("time", Integer),
    _required("by", _NAME),
    _required("at", UtcDateTime),
    _required("kind", String(8)),
    _required("told", JSON),
    Column("via", _NAME, nullable=False, server_default=""),
    UniqueConstraint("sheet_id", "id"),
)
"""The changes in the logs of sheets, see `companion.sheets.log`. Rows are added, never changed.

`number` is the revision of the sheet that a change made, `id` what its maker called it: one that arrives twice is one.
`via` is the signature of the device that has brought it for another one, whose word alone says who made it.
"""

finishes = Table(
    "finishes",
    metadata,
    _part_of(sheets, "sheet_id"),
    _required("finished_at", UtcDateTime),
    _required("fields", JSON),
    _required("players", JSON),
)
"""The results of sheets whose logs say that they are finished: statistics of many games fold no logs.

`fields` is what belonged to the whole table; `players` has seat, name, colour, fields and counted points of everybody.
"""

origins = Table("origins", metadata, _part_of(sheets, "sheet_id"), _required("game", _KEY))
"""Where sheets came from that were read from a file: the game's id there. The same game is read once."""

collections = Table(
    "collections",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("edit_key", _KEY, unique=True, nullable=False),
    Column("view_key", _KEY, unique=True, nullable=False),
    Column("name", _NAME),
    _required("created_at", UtcDateTime),
    Column("house", Text, nullable=False, server_default=""),
)
"""Games kept together: those of a group, which has a name, or those that a device knows, which has none. `house`: the
house rules of a group, as they are packed for links."""

kept_games = Table(
    "kept_games",
    metadata,
    _part_of(collections, "collection_id"),
    _part_of(sheets, "sheet_id", index=True),
    _required("writable", Boolean),
    _required("seen_at", UtcDateTime),
)
"""The games in collections; `writable`: whether those who may write in the collection may write in the game."""

aliases = Table(
    "aliases",
    metadata,
    _part_of(collections, "collection_id"),
    Column("folded", Text, primary_key=True),
    _required("name", _NAME),
)
"""Who somebody is in a collection: a name as it is compared, and the name that is shown for it."""

lessons = Table(
    "lessons",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("edit_key", _KEY, unique=True, nullable=False),
    Column("view_key", _KEY, unique=True, nullable=False),
    _required("code", Text),
    _required("step", _NAME),
    _required("changed_at", UtcDateTime),
)
"""Teaching on several phones: `edit_key` is for going on, `view_key` for seeing the same step. Gone in a day."""


def opened_by(table: Table, key: ColumnElement[str] | str) -> ColumnElement[bool]:
    """Which sheet or collection has this edit or view key."""
    return or_(table.c.edit_key == key, table.c.view_key == key)


def new_keys() -> dict[str, str]:
    """Keys by chance, as sheets, collections and lessons have them."""
    return {name: secrets.token_urlsafe(_KEY_BYTES) for name in ("edit_key", "view_key")}
