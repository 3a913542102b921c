"""Games kept together: those of a group, shared by its link, and those that a device knows."""

from __future__ import annotations

import secrets
from collections.abc import Collection as Names
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, Select, and_, delete, func, or_, select, union
from sqlalchemy.orm import InstrumentedAttribute, Session

from companion.sheets.games import GamePlayer, SheetGame, id_of
from companion.sheets.kept import MAX_GAMES, CollectionFull, Group, KeptGame, NoSuchGroup
from companion.storage.database import Database
from companion.storage.models import Sheet
from companion.storage.result_tables import Alias, Collection, Finish, Kept, Origin
from companion.storage.results import forget_sheets

_KEY_BYTES = 18


class Groups:
    """All collections of games in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, name: str | None) -> Group:
        """Make an empty collection: a group with a name, or what a device knows (None)."""
        collection = Collection(
            edit_key=secrets.token_urlsafe(_KEY_BYTES),
            view_key=secrets.token_urlsafe(_KEY_BYTES),
            name=name,
            created_at=datetime.now(UTC),
        )
        with self.database.writing() as session:
            session.add(collection)
        return _seen(collection, collection.edit_key)

    def group(self, key: str) -> Group:
        """The group with this edit or view key. Raises NoSuchGroup."""
        with self.database.reading() as session:
            found = session.scalar(
                select(Collection).where(
                    or_(Collection.edit_key == key, Collection.view_key == key), Collection.name.is_not(None)
                )
            )
        if found is None:
            raise NoSuchGroup
        return _seen(found, key)

    def device(self, key: str) -> Group | None:
        """What the device with this key knows; None when it was deleted."""
        with self.database.reading() as session:
            found = session.scalar(select(Collection).where(Collection.edit_key == key, Collection.name.is_(None)))
        return _seen(found, key) if found else None

    def rename(self, group: Group, name: str) -> None:
        """Give a group another name."""
        with self.database.writing() as session:
            locked(session, group).name = name

    def keep(self, group: Group, keys: Iterable[str], at: datetime | None = None) -> None:
        """Put sheets into a collection by the keys that are known of them; unknown keys are passed over.

        A device forgets the game that it has not seen for longest when it has too many; a group raises
        CollectionFull. Raises NoSuchGroup.
        """
        now = at or datetime.now(UTC)
        with self.database.writing() as session:
            collection = locked(session, group)
            for key in keys:
                sheet = session.scalar(select(Sheet).where(or_(Sheet.edit_key == key, Sheet.view_key == key)))
                if sheet is None:
                    continue
                kept = session.get(Kept, (collection.id, sheet.id))
                if kept is None:
                    make_room(session, collection, 1)
                    kept = Kept(collection_id=collection.id, sheet_id=sheet.id, writable=False)
                    session.add(kept)
                kept.writable = kept.writable or sheet.edit_key == key
                kept.seen_at = now
                session.flush()

    def take_out(self, group: Group, games: Names[str]) -> int:
        """Take the games with these ids out of a collection; they themselves stay. How many it were."""
        with self.database.writing() as session:
            collection = locked(session, group)
            ids = [sheet for sheet, game in ids_in(session, collection.id).items() if game in games]
            for sheet in ids:
                session.execute(delete(Kept).where(Kept.collection_id == collection.id, Kept.sheet_id == sheet))
            return len(ids)

    def games(self, group: Group | None, also: Names[str] = ()) -> tuple[KeptGame, ...]:
        """The finished games of a collection, and those with these keys, the newest first."""
        with self.database.reading() as session:
            rows = session.execute(
                _of(
                    group,
                    also,
                    Sheet.edit_key,
                    Sheet.view_key,
                    Sheet.edition,
                    Sheet.variants,
                    Sheet.created_at,
                    Kept.writable,
                    Origin.game,
                    Finish.finished_at,
                    Finish.fields,
                    Finish.players,
                )
                .join(Finish, Finish.sheet_id == Sheet.id)
                .outerjoin(Origin, Origin.sheet_id == Sheet.id)
                .order_by(Finish.finished_at.desc(), Sheet.id.desc())
            ).all()
        return tuple(_kept_game(row, _may_write(row, group, also)) for row in rows)

    def sheets(self, group: Group | None, most: int, *, also: Names[str] = (), open_only: bool = False) -> list[str]:
        """The keys of the sheets seen last of a collection and of those with these keys, the latest first."""
        with self.database.reading() as session:
            asked = (
                _of(group, also, Sheet.edit_key, Sheet.view_key, Kept.writable)
                .order_by(Kept.seen_at.desc().nulls_first(), Sheet.id.desc())
                .limit(most)
            )
            if open_only:
                asked = asked.where(Sheet.id.not_in(select(Finish.sheet_id)))
            rows = session.execute(asked).all()
        return [row.edit_key if _may_write(row, group, also) else row.view_key for row in rows]

    def holds(self, group: Group, key: str) -> bool:
        """Whether the sheet with this key is in a collection."""
        with self.database.reading() as session:
            found = session.scalar(
                select(Kept.sheet_id)
                .join(Sheet, Sheet.id == Kept.sheet_id)
                .where(Kept.collection_id == group.id, or_(Sheet.edit_key == key, Sheet.view_key == key))
            )
        return found is not None

    def aliases(self, group: Group) -> Mapping[str, str]:
        """Who is called otherwise than on the sheets: folded name -> name to show."""
        with self.database.reading() as session:
            rows = session.scalars(select(Alias).where(Alias.collection_id == group.id))
            return {row.folded: row.name for row in rows}

    def call(self, group: Group, folded: Names[str], name: str) -> None:
        """Show all these people, as their names are compared, as one with this name. Sheets stay as they are."""
        with self.database.writing() as session:
            collection = locked(session, group)
            for one in folded:
                alias = session.get(Alias, (collection.id, one))
                if alias is None:
                    session.add(Alias(collection_id=collection.id, folded=one, name=name))
                else:
                    alias.name = name

    def delete(self, group: Group, *, with_games: bool) -> None:
        """Delete a collection; with its games, as far as it may write in them, wherever else they are kept."""
        with self.database.writing() as session:
            collection = locked(session, group)
            if with_games:
                asked = select(Kept.sheet_id).where(Kept.collection_id == collection.id, Kept.writable)
                forget_sheets(session, session.scalars(asked).all())
            session.execute(delete(Collection).where(Collection.id == collection.id))
        self.database.clear_journal()


def ids_in(session: Session, collection: int) -> Mapping[int, str]:
    """The games of a collection: number of the sheet -> id of the game."""
    rows = session.execute(
        select(Sheet.id, Sheet.view_key, Origin.game)
        .join(Kept, Kept.sheet_id == Sheet.id)
        .outerjoin(Origin, Origin.sheet_id == Sheet.id)
        .where(Kept.collection_id == collection)
    )
    return {row.id: row.game or id_of(row.view_key) for row in rows}


def make_room(session: Session, collection: Collection, count: int) -> None:
    """See to it that a collection can take so many more games. Raises CollectionFull."""
    have = session.scalar(select(func.count()).where(Kept.collection_id == collection.id)) or 0
    over = have + count - MAX_GAMES
    if over <= 0:
        return
    if collection.name is not None or count > MAX_GAMES:
        raise CollectionFull
    oldest = select(Kept.sheet_id).where(Kept.collection_id == collection.id).order_by(Kept.seen_at).limit(over)
    for sheet in session.scalars(oldest).all():
        session.execute(delete(Kept).where(Kept.collection_id == collection.id, Kept.sheet_id == sheet))


def locked(session: Session, group: Group) -> Collection:
    """The collection, its row locked until the session ends. Raises NoSuchGroup."""
    found = session.scalar(select(Collection).where(Collection.edit_key == group.edit_key).with_for_update())
    if found is None:
        raise NoSuchGroup
    return found


def _of(group: Group | None, also: Names[str], *columns: InstrumentedAttribute[Any]) -> Select[Any]:
    """The sheets of a collection, and those with these keys, once each."""
    collection = group.id if group else None
    wanted = union(
        select(Kept.sheet_id).where(Kept.collection_id == collection),
        select(Sheet.id).where(or_(Sheet.edit_key.in_(also), Sheet.view_key.in_(also))),
    )
    kept = and_(Kept.sheet_id == Sheet.id, Kept.collection_id == collection)
    return select(*columns).outerjoin(Kept, kept).where(Sheet.id.in_(wanted))


def _may_write(row: Row[Any], group: Group | None, also: Names[str]) -> bool:
    return row.edit_key in also or bool(row.writable and group is not None and group.edit_key is not None)


def _seen(collection: Collection, key: str) -> Group:
    writes = secrets.compare_digest(key.encode(), collection.edit_key.encode())
    return Group(
        collection.id,
        collection.edit_key if writes else None,
        collection.view_key,
        collection.name,
        collection.created_at,
    )


def _kept_game(row: Row[Any], writable: bool) -> KeptGame:
    game = SheetGame(
        id=row.game or id_of(row.view_key),
        edition=row.edition,
        variants=tuple(row.variants),
        made=row.created_at,
        finished=row.finished_at,
        fields=row.fields,
        players=tuple(GamePlayer(**player) for player in row.players),
    )
    return KeptGame(game, row.edit_key if writable else row.view_key, writable)
