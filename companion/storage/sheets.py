"""Score sheets: make one, read it, put points into a cell, take a change back."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session, selectinload

from companion.storage.database import Database
from companion.storage.models import Change, Entry, Sheet, SheetPlayer

_KEY_BYTES = 18
_CHANGES_KEPT = 500
"""Changes of a sheet that can be taken back. A game has 44 cells; this is many corrections of each."""


class NoSuchSheet(LookupError):
    """There is no sheet with this key, or the key does not allow what was asked."""


@dataclass(frozen=True)
class Name:
    """A player as entered: a name and a colour."""

    name: str
    colour: str


@dataclass(frozen=True)
class PlayerRow:
    """A player of a sheet with the points entered so far."""

    id: int
    seat: int
    name: str
    colour: str
    points: Mapping[str, int]


@dataclass(frozen=True)
class LastChange:
    """The change that undo would take back: who, which category, what it was and is."""

    player: str
    category: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class SheetState:
    """A sheet as it is now. `edit_key` is None for those who may only look."""

    edit_key: str | None
    view_key: str
    edition: int
    variants: tuple[str, ...]
    revision: int
    created_at: datetime
    changed_at: datetime
    players: tuple[PlayerRow, ...]
    last_change: LastChange | None
    changed_cells: frozenset[tuple[int, str]]
    """(seat, category) of the cells that changed after the revision that was asked about."""

    @property
    def writable(self) -> bool:
        """Whether the key it was read with allows changes."""
        return self.edit_key is not None


@dataclass(frozen=True)
class Written:
    """What putting points into a cell did: the value it replaced, if that was not the one expected."""

    overtaken: bool
    replaced: int | None


class Sheets:
    """All score sheets in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, players: Sequence[Name], edition: int, variants: Sequence[str]) -> SheetState:
        """Make an empty sheet for these players, in this order."""
        now = datetime.now(UTC)
        sheet = Sheet(
            edit_key=secrets.token_urlsafe(_KEY_BYTES),
            view_key=secrets.token_urlsafe(_KEY_BYTES),
            edition=edition,
            variants=sorted(variants),
            revision=0,
            created_at=now,
            changed_at=now,
            players=[
                SheetPlayer(seat=seat, name=player.name, colour=player.colour)
                for seat, player in enumerate(players, start=1)
            ],
        )
        with self.database.writing() as session:
            session.add(sheet)
        return self.read(sheet.edit_key)

    def read(self, key: str, since: int = 0) -> SheetState:
        """The sheet with this edit or view key. Raises NoSuchSheet."""
        with self.database.reading() as session:
            sheet = session.scalar(
                select(Sheet)
                .where(or_(Sheet.edit_key == key, Sheet.view_key == key))
                .options(selectinload(Sheet.players).selectinload(SheetPlayer.entries))
            )
            if sheet is None:
                raise NoSuchSheet
            return _state(sheet, key, since, _last_change(session, sheet))

    def revision(self, key: str) -> int:
        """The revision of a sheet, cheaply. Raises NoSuchSheet."""
        with self.database.reading() as session:
            revision = session.scalar(select(Sheet.revision).where(or_(Sheet.edit_key == key, Sheet.view_key == key)))
        if revision is None:
            raise NoSuchSheet
        return revision

    def rename(self, key: str, players: Sequence[Name]) -> None:
        """Give the players other names and colours. Their number stays. Raises NoSuchSheet, ValueError."""
        with self.database.writing() as session:
            sheet = _locked(session, key)
            if len(players) != len(sheet.players):
                raise ValueError("a sheet keeps its number of players")
            for player, new in zip(sheet.players, players, strict=True):
                player.name, player.colour = new.name, new.colour
            _touch(sheet)

    def write(self, key: str, cells: Mapping[tuple[int, str], tuple[int | None, int | None]]) -> list[Written]:
        """Put points into cells, all of them or none.

        `cells`: (seat, category) -> (what the writer saw there before, points; None: nothing). A cell that
        somebody else changed meanwhile is written all the same, and said so. Raises NoSuchSheet, KeyError
        for a seat that is not there.
        """
        with self.database.writing() as session:
            sheet = _locked(session, key)
            players = {player.seat: player for player in sheet.players}
            written = []
            for (seat, category), (seen, points) in cells.items():
                current = _entry(session, players[seat], category)
                before = current.points if current else None
                overtaken = before not in (seen, points)
                written.append(Written(overtaken, before))
                if before != points:
                    _touch(sheet)
                    _put(session, players[seat], category, points, sheet.revision)
                    session.add(
                        Change(
                            sheet_id=sheet.id,
                            player_id=players[seat].id,
                            category=category,
                            before=before,
                            after=points,
                            changed_at=sheet.changed_at,
                        )
                    )
            _forget_old_changes(session, sheet)
            return written

    def undo(self, key: str) -> LastChange | None:
        """Take back the last change that is not taken back yet; tell which, None when there is none."""
        with self.database.writing() as session:
            sheet = _locked(session, key)
            change = _latest(session, sheet)
            if change is None:
                return None
            player = next(player for player in sheet.players if player.id == change.player_id)
            _touch(sheet)
            _put(session, player, change.category, change.before, sheet.revision)
            change.undone = True
            return LastChange(player.name, change.category, change.before, change.after)


def _locked(session: Session, key: str) -> Sheet:
    """The sheet with this edit key, which nobody else can change until the session ends."""
    sheet = session.scalar(select(Sheet).where(Sheet.edit_key == key).with_for_update())
    if sheet is None:
        raise NoSuchSheet
    return sheet


def _touch(sheet: Sheet) -> None:
    sheet.revision += 1
    sheet.changed_at = datetime.now(UTC)


def _entry(session: Session, player: SheetPlayer, category: str) -> Entry | None:
    return session.get(Entry, (player.id, category))


def _put(session: Session, player: SheetPlayer, category: str, points: int | None, revision: int) -> None:
    entry = _entry(session, player, category)
    if entry is None:
        session.add(Entry(player_id=player.id, category=category, points=points, revision=revision))
    else:
        entry.points, entry.revision = points, revision


def _latest(session: Session, sheet: Sheet) -> Change | None:
    return session.scalar(
        select(Change).where(Change.sheet_id == sheet.id, ~Change.undone).order_by(Change.id.desc()).limit(1)
    )


def _last_change(session: Session, sheet: Sheet) -> LastChange | None:
    change = _latest(session, sheet)
    if change is None:
        return None
    names = {player.id: player.name for player in sheet.players}
    return LastChange(names[change.player_id], change.category, change.before, change.after)


def _forget_old_changes(session: Session, sheet: Sheet) -> None:
    session.flush()
    oldest = session.scalar(
        select(Change.id).where(Change.sheet_id == sheet.id).order_by(Change.id.desc()).offset(_CHANGES_KEPT).limit(1)
    )
    if oldest is not None:
        session.execute(delete(Change).where(Change.sheet_id == sheet.id, Change.id <= oldest))


def _state(sheet: Sheet, key: str, since: int, last: LastChange | None) -> SheetState:
    return SheetState(
        edit_key=sheet.edit_key if secrets.compare_digest(key.encode(), sheet.edit_key.encode()) else None,
        view_key=sheet.view_key,
        edition=sheet.edition,
        variants=tuple(sheet.variants),
        revision=sheet.revision,
        created_at=sheet.created_at,
        changed_at=sheet.changed_at,
        players=tuple(
            PlayerRow(
                id=player.id,
                seat=player.seat,
                name=player.name,
                colour=player.colour,
                points={entry.category: entry.points for entry in player.entries if entry.points is not None},
            )
            for player in sheet.players
        ),
        last_change=last,
        changed_cells=frozenset(
            (player.seat, entry.category)
            for player in sheet.players
            for entry in player.entries
            if entry.revision > since
        ),
    )
