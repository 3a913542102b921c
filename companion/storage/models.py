"""The tables of the database."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, ForeignKey, MetaData, String, UniqueConstraint
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

from companion.sheets.changes import MAX_NAME_LENGTH

_KEY_LENGTH = 32


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


class Base(DeclarativeBase):
    """All tables. Constraints have fixed names, so that migrations can refer to them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Identity(Base):
    """One row: what tells this database from every other one, and from itself before a backup was put back."""

    __tablename__ = "identity"

    id: Mapped[str] = mapped_column(String(_KEY_LENGTH), primary_key=True)


class Sheet(Base):
    """A scoring pad: its keys and what is played. All else is in its log.

    Whoever has `edit_key` may change it, whoever has `view_key` may look at it.
    """

    __tablename__ = "sheets"

    id: Mapped[int] = mapped_column(primary_key=True)
    edit_key: Mapped[str] = mapped_column(String(_KEY_LENGTH), unique=True)
    view_key: Mapped[str] = mapped_column(String(_KEY_LENGTH), unique=True)
    edition: Mapped[int]
    variants: Mapped[list[str]] = mapped_column(JSON)
    revision: Mapped[int] = mapped_column(default=0)
    """The number of the last change in its log; what another phone has not seen yet has a higher one."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Logged(Base):
    """A change in the log of a sheet, see `companion.sheets.log`. Rows are added, never changed."""

    __tablename__ = "log"
    __table_args__ = (UniqueConstraint("sheet_id", "id"),)

    sheet_id: Mapped[int] = mapped_column(ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The revision of the sheet that it made."""
    id: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    """What its maker called it: a change that arrives twice is one."""
    time: Mapped[int]
    by: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    kind: Mapped[str] = mapped_column(String(8))
    told: Mapped[dict[str, Any]] = mapped_column(JSON)
    via: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH), server_default="")
    """The signature of the device that has brought it for another one, whose word alone says who made it."""
