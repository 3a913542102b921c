"""The tables of the database."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, MetaData, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from companion.storage.types import Moment

LONGEST_NAME = 40
"""Characters in a player's name."""

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
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    colour: Mapped[str] = mapped_column(String(_ID_LENGTH))
    entries: Mapped[list[Entry]] = relationship(cascade="all, delete-orphan", passive_deletes=True)


class Entry(Base):
    """The points of a player in a category. Without an entry, nothing was typed."""

    __tablename__ = "entries"

    player_id: Mapped[int] = mapped_column(ForeignKey("sheet_players.id", ondelete="CASCADE"), primary_key=True)
    category: Mapped[str] = mapped_column(String(_ID_LENGTH), primary_key=True)
    points: Mapped[int | None]
    """None after points were taken out again: another phone still has to hear of it."""
    revision: Mapped[int]


class Change(Base):
    """One change of an entry, so that it can be taken back."""

    __tablename__ = "changes"

    id: Mapped[int] = mapped_column(primary_key=True)
    sheet_id: Mapped[int] = mapped_column(ForeignKey("sheets.id", ondelete="CASCADE"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("sheet_players.id", ondelete="CASCADE"))
    category: Mapped[str] = mapped_column(String(_ID_LENGTH))
    before: Mapped[int | None]
    after: Mapped[int | None]
    changed_at: Mapped[datetime] = mapped_column(Moment)
    undone: Mapped[bool] = mapped_column(default=False)
