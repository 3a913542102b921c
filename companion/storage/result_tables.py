"""The tables of what is kept after the game: results, and the games of a group or of a device."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from companion.sheets.changes import MAX_NAME_LENGTH
from companion.storage.models import Base, UtcDateTime

_KEY_LENGTH = 32


class Finish(Base):
    """The result of a sheet whose log says that it is finished: statistics of many games fold no logs."""

    __tablename__ = "finishes"

    sheet_id: Mapped[int] = mapped_column(ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True)
    finished_at: Mapped[datetime] = mapped_column(UtcDateTime)
    fields: Mapped[dict[str, str]] = mapped_column(JSON)
    """What belonged to the whole table: field -> text."""
    players: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """Seat, name, colour, fields and counted points of everybody: statistics need no other table."""


class Origin(Base):
    """Where a sheet came from that was read from a file: the game's id there. The same game is read once."""

    __tablename__ = "origins"

    sheet_id: Mapped[int] = mapped_column(ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True)
    game: Mapped[str] = mapped_column(String(_KEY_LENGTH))


class Collection(Base):
    """Games kept together: those of a group, which has a name, or those that a device knows, which has none."""

    __tablename__ = "collections"

    id: Mapped[int] = mapped_column(primary_key=True)
    edit_key: Mapped[str] = mapped_column(String(_KEY_LENGTH), unique=True)
    view_key: Mapped[str] = mapped_column(String(_KEY_LENGTH), unique=True)
    name: Mapped[str | None] = mapped_column(String(MAX_NAME_LENGTH))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Kept(Base):
    """A game in a collection."""

    __tablename__ = "kept_games"

    collection_id: Mapped[int] = mapped_column(ForeignKey("collections.id", ondelete="CASCADE"), primary_key=True)
    sheet_id: Mapped[int] = mapped_column(ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True, index=True)
    writable: Mapped[bool]
    """Whether those who may write in the collection may write in the game."""
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Alias(Base):
    """Who somebody is in a collection: a name as it is compared, and the name that is shown for it."""

    __tablename__ = "aliases"

    collection_id: Mapped[int] = mapped_column(ForeignKey("collections.id", ondelete="CASCADE"), primary_key=True)
    folded: Mapped[str] = mapped_column(Text, primary_key=True)
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
