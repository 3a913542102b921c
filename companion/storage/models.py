"""The tables of the database."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, MetaData, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from companion.sheets.changes import MAX_NAME_LENGTH
from companion.storage.types import UtcDateTime

_KEY_LENGTH = 32


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
