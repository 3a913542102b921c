"""The tables of the database."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, ForeignKeyConstraint, MetaData, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from companion.storage.types import Moment

MAX_NAME_LENGTH = 40
"""Characters in a player's name, and in what a phone calls itself."""
MAX_FIELD_LENGTH = 120
MAX_TEXT_LENGTH = 400

_KEY_LENGTH = 32
_ID_LENGTH = 40


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


class Sheet(Base):
    """A scoring pad. Whoever has `edit_key` may change it, whoever has `view_key` may look at it."""

    __tablename__ = "sheets"

    id: Mapped[int] = mapped_column(primary_key=True)
    edit_key: Mapped[str] = mapped_column(String(_KEY_LENGTH), unique=True)
    view_key: Mapped[str] = mapped_column(String(_KEY_LENGTH), unique=True)
    edition: Mapped[int]
    variants: Mapped[list[str]] = mapped_column(JSON)
    revision: Mapped[int] = mapped_column(default=0)
    """Grows by one with every change; what another phone has not seen yet has a higher one."""
    created_at: Mapped[datetime] = mapped_column(Moment)
    changed_at: Mapped[datetime] = mapped_column(Moment)
    players: Mapped[list[SheetPlayer]] = relationship(
        order_by="SheetPlayer.seat", cascade="all, delete-orphan", passive_deletes=True
    )


class SheetPlayer(Base):
    """A player on a sheet."""

    __tablename__ = "sheet_players"
    __table_args__ = (UniqueConstraint("sheet_id", "seat"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    sheet_id: Mapped[int] = mapped_column(ForeignKey("sheets.id", ondelete="CASCADE"))
    seat: Mapped[int]
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    colour: Mapped[str] = mapped_column(String(_ID_LENGTH))
    phone: Mapped[str | None] = mapped_column(String(_ID_LENGTH))
    """The device that said "this is me", by the name that only it and we know. None: nobody did."""


class Entry(Base):
    """What was entered in a field of a seat; seat 0 is the whole table. Without an entry, nothing was."""

    __tablename__ = "entries"

    sheet_id: Mapped[int] = mapped_column(ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    field: Mapped[str] = mapped_column(String(MAX_FIELD_LENGTH), primary_key=True)
    text: Mapped[str | None] = mapped_column(String(MAX_TEXT_LENGTH))
    """None after a text was taken out again: another phone still has to hear of it."""
    by: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    rivals: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """What others typed there without having seen it, until somebody chooses: `text` and `by` of each."""
    revision: Mapped[int]


class Step(Base):
    """One change of a sheet, of one field or of many, as the history tells it."""

    __tablename__ = "steps"
    __table_args__ = (UniqueConstraint("sheet_id", "write_id"),)

    sheet_id: Mapped[int] = mapped_column(ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The revision of the sheet that it made."""
    kind: Mapped[str] = mapped_column(String(8))
    """write, choose; undo and redo, which tell in `of` which step they took back or did again."""
    of: Mapped[int | None]
    by: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    at: Mapped[datetime] = mapped_column(Moment)
    state: Mapped[str] = mapped_column(String(8))
    """done, undone, or past: every undo and redo."""
    write_id: Mapped[str | None] = mapped_column(String(_ID_LENGTH))
    """What the phone called it, so that it is not done twice when the answer is lost."""
    fields_so_far: Mapped[int]
    """Fields changed by this step and all before it, by which old steps are forgotten."""
    changes: Mapped[list[Change]] = relationship(
        order_by="Change.seat, Change.field", cascade="all, delete-orphan", passive_deletes=True
    )


class Change(Base):
    """What a step did to one field: all that stood there before and after."""

    __tablename__ = "changes"
    __table_args__ = (
        ForeignKeyConstraint(["sheet_id", "revision"], ["steps.sheet_id", "steps.revision"], ondelete="CASCADE"),
    )

    sheet_id: Mapped[int] = mapped_column(primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    field: Mapped[str] = mapped_column(String(MAX_FIELD_LENGTH), primary_key=True)
    before: Mapped[dict[str, Any]] = mapped_column(JSON)
    after: Mapped[dict[str, Any]] = mapped_column(JSON)
