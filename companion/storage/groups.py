"""Games kept together: those of a group, shared by its link, and those that a device knows."""

from __future__ import annotations

import secrets
import time
from collections import defaultdict
from collections.abc import Collection as Names
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Row,
    Table,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    union,
    update,
)

from companion.sheets.changes import MAX_AT_ONCE
from companion.sheets.games import MAX_GAMES, CollectionFull, GamePlayer, Group, KeptGame, NoSuchGroup, SheetGame, id_of
from companion.sheets.log import Change
from companion.sheets.states import TABLE, Name
from companion.storage import tables
from companion.storage.database import Database
from companion.storage.logs import first
from companion.storage.results import forget_sheets
from companion.storage.tables import aliases, collections, finishes, kept_games, new_keys, opened_by, origins, sheets


class Groups:
    """All collections of games in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def create(self, name: str | None) -> Group:
        """Make an empty collection: a group with a name, or what a device knows (None)."""
        values = {**new_keys(), "name": name, "created_at": datetime.now(UTC)}
        with self.database.write() as connection:
            made = connection.execute(insert(collections).values(values).returning(collections)).one()
        return _group(made, made.edit_key)

    def group(self, key: str) -> Group:
        """The group with this edit or view key. Raises NoSuchGroup."""
        named = and_(opened_by(collections, key), collections.c.name.is_not(None))
        with self.database.read(single=True) as connection:
            row = connection.execute(select(collections).where(named)).one_or_none()
        if row is None:
            raise NoSuchGroup
        return _group(row, key)

    def device(self, key: str) -> Group | None:
        """What the device with this key knows; None when it was deleted."""
        nameless = and_(collections.c.edit_key == key, collections.c.name.is_(None))
        with self.database.read(single=True) as connection:
            row = connection.execute(select(collections).where(nameless)).one_or_none()
        return _group(row, key) if row else None

    def rename(self, group: Group, name: str) -> None:
        """Give a group another name."""
        self._write(group, name=name)

    def keep_house_rules(self, group: Group, code: str) -> None:
        """Give a group other house rules, packed as for links; none where that is empty."""
        self._write(group, house=code)

    def _write(self, group: Group, **values: str) -> None:
        with self.database.write() as connection:
            row = lock_collection(connection, group)
            connection.execute(update(collections).where(collections.c.id == row.id).values(values))

    def keep(self, group: Group, keys: Iterable[str], at: datetime | None = None) -> None:
        """Put sheets into a collection by the keys that are known of them; unknown keys are passed over.

        A device forgets the game that it has not seen for longest when it has too many; a group raises
        CollectionFull. Raises NoSuchGroup.
        """
        now = at or datetime.now(UTC)
        with self.database.write() as connection:
            collection = lock_collection(connection, group)
            for key in keys:
                query = select(sheets.c.id, sheets.c.edit_key).where(opened_by(sheets, key))
                sheet = connection.execute(query).one_or_none()
                if sheet is None:
                    continue
                game = and_(kept_games.c.collection_id == collection.id, kept_games.c.sheet_id == sheet.id)
                writable = connection.scalar(select(kept_games.c.writable).where(game))
                seen = {"writable": writable or sheet.edit_key == key, "seen_at": now}
                if writable is None:
                    make_room(connection, collection, 1)
                    ids = {"collection_id": collection.id, "sheet_id": sheet.id}
                    connection.execute(insert(kept_games).values(**ids, **seen))
                else:
                    connection.execute(update(kept_games).where(game).values(seen))

    def take_out(self, group: Group, games: Names[str]) -> int:
        """Take the games with these ids out of a collection; they themselves stay. How many it were."""
        with self.database.write() as connection:
            collection = lock_collection(connection, group)
            ids = [sheet for sheet, game in ids_in(connection, collection.id).items() if game in games]
            _take_out(connection, collection, ids)
            return len(ids)

    def games(self, group: Group | None, also: Names[str] = ()) -> tuple[KeptGame, ...]:
        """The finished games of a collection, and those with these keys, the newest first."""
        collection, wanted = _wanted(group, also)
        query = (
            select(sheets, kept_games.c.writable, origins.c.game, finishes)
            .select_from(sheets.join(finishes).outerjoin(kept_games, collection).outerjoin(origins))
            .where(sheets.c.id.in_(wanted))
            .order_by(finishes.c.finished_at.desc(), sheets.c.id.desc())
        )
        with self.database.read(single=True) as connection:
            rows = connection.execute(query).all()
        by_id: dict[str, KeptGame] = {}
        # A game may be here twice, scored here and out of a file: that it was scored here goes before.
        for row in sorted(rows, key=lambda row: row.game is not None):
            kept = _kept_game(row, _may_write(row, group, also))
            by_id.setdefault(kept.game.id, kept)
        return tuple(sorted(by_id.values(), key=lambda kept: kept.game.day, reverse=True))

    def sheets(self, group: Group | None, most: int, *, also: Names[str] = (), open_only: bool = False) -> list[str]:
        """The keys of the sheets seen last of a collection and of those with these keys, the latest first."""
        collection, wanted = _wanted(group, also)
        query = (
            select(sheets.c.edit_key, sheets.c.view_key, kept_games.c.writable)
            .select_from(sheets.outerjoin(kept_games, collection))
            .where(sheets.c.id.in_(wanted))
            .order_by(kept_games.c.seen_at.desc().nulls_first(), sheets.c.id.desc())
            .limit(most)
        )
        if open_only:
            query = query.where(sheets.c.id.not_in(select(finishes.c.sheet_id)))
        with self.database.read(single=True) as connection:
            rows = connection.execute(query).all()
        return [row.edit_key if _may_write(row, group, also) else row.view_key for row in rows]

    def aliases(self, group: Group) -> Mapping[str, str]:
        """Who is called otherwise than on the sheets: folded name -> name to show."""
        query = select(aliases.c.folded, aliases.c.name).where(aliases.c.collection_id == group.id)
        with self.database.read(single=True) as connection:
            return {row.folded: row.name for row in connection.execute(query)}

    def call(self, group: Group, folded: Names[str], name: str | None) -> None:
        """Show all these people, as their names are compared, as one with this name; without one, as on their sheets.

        The sheets stay as they are.
        """
        with self.database.write() as connection:
            collection = lock_collection(connection, group).id
            these = and_(aliases.c.collection_id == collection, aliases.c.folded.in_(folded))
            connection.execute(delete(aliases).where(these))
            rows = [{"collection_id": collection, "folded": one, "name": name} for one in dict.fromkeys(folded)]
            if rows and name:
                connection.execute(insert(aliases), rows)

    def delete(self, group: Group, *, with_games: bool) -> None:
        """Delete a collection; with its finished games, as far as it may write in them, wherever else they are kept.

        What is still being played is in no list of games, and may be somebody else's.
        """
        with self.database.write() as connection:
            collection = lock_collection(connection, group).id
            if with_games:
                query = select(kept_games.c.sheet_id).join(finishes, finishes.c.sheet_id == kept_games.c.sheet_id)
                query = query.where(kept_games.c.collection_id == collection)
                forget_sheets(connection, connection.scalars(query.where(kept_games.c.writable)).all())
            connection.execute(delete(collections).where(collections.c.id == collection))
        self.database.clear_journal()


def ids_in(connection: Connection, collection: int) -> Mapping[int, str]:
    """The games of a collection: number of the sheet -> id of the game."""
    query = select(sheets.c.id, sheets.c.view_key, origins.c.game)
    joined = query.select_from(kept_games.join(sheets).outerjoin(origins))
    rows = connection.execute(joined.where(kept_games.c.collection_id == collection))
    return {row.id: row.game or id_of(row.view_key) for row in rows}


def make_room(connection: Connection, collection: Row[Any], count: int, *, forgets: bool = True) -> None:
    """See to it that a collection can take so many more games; a device forgets others.

    Raises CollectionFull.
    """
    mine = kept_games.c.collection_id == collection.id
    over = (connection.scalar(select(func.count()).where(mine)) or 0) + count - MAX_GAMES
    if over <= 0:
        return
    if collection.name is not None or count > MAX_GAMES or not forgets:
        raise CollectionFull
    oldest = select(kept_games.c.sheet_id).where(mine).order_by(kept_games.c.seen_at).limit(over)
    _take_out(connection, collection, connection.scalars(oldest).all())


def lock_collection(connection: Connection, group: Group) -> Row[Any]:
    """The row of a collection, locked until the transaction ends. Raises NoSuchGroup."""
    query = select(collections).where(collections.c.edit_key == group.edit_key).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        raise NoSuchGroup
    return row


def _take_out(connection: Connection, collection: Row[Any], sheet_ids: Iterable[int]) -> None:
    for sheet in sheet_ids:
        game = and_(kept_games.c.collection_id == collection.id, kept_games.c.sheet_id == sheet)
        connection.execute(delete(kept_games).where(game))


def _wanted(group: Group | None, also: Names[str]) -> tuple[ColumnElement[bool], CompoundSelect[tuple[int]]]:
    """What joins a sheet with its place in a collection; the ids of its sheets and of those with these keys."""
    here = kept_games.c.collection_id == (group.id if group else None)
    with_keys = or_(sheets.c.edit_key.in_(also), sheets.c.view_key.in_(also))
    wanted = union(select(kept_games.c.sheet_id).where(here), select(sheets.c.id).where(with_keys))
    return and_(kept_games.c.sheet_id == sheets.c.id, here), wanted


def _may_write(row: Any, group: Group | None, also: Names[str]) -> bool:
    return row.edit_key in also or bool(row.writable and group is not None and group.edit_key is not None)


def _group(row: Row[Any], key: str) -> Group:
    writes = secrets.compare_digest(key.encode(), row.edit_key.encode())
    return Group(row.id, row.edit_key if writes else None, row.view_key, row.name, row.house)


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


# Games from a file, put into a collection.

_AT_ONCE = 25
"""Games that are stored in one go: some hundredths of a second, in which nobody else can write with SQLite."""


def put_in(database: Database, group: Group, games: Sequence[SheetGame]) -> tuple[int, int]:
    """Store games and keep them in a collection; how many were new, and how many were there and stay as they are.

    A game that was read unfinished before, and not changed since, is new where it is finished. Works on a few games at
    a time and rests as long in between, so that others get to write. Each game is stored whole; whoever is interrupted
    reads the same file again, and the rest comes. Raises NoSuchGroup, and CollectionFull when they do not all fit in;
    then nothing is stored.
    """
    different = list({game.id: game for game in games}.values())
    new = 0
    for start in range(0, len(different), _AT_ONCE):
        since = time.monotonic()
        with database.write() as connection:
            collection = lock_collection(connection, group)
            here, part = ids_in(connection, collection.id), different[start : start + _AT_ONCE]
            ended = {game.id for game in part if game.finished}
            outdated = [sheet for sheet in _unfinished_imports(connection, collection.id) if here[sheet] in ended]
            _take_out(connection, collection, outdated)
            stored = {game for sheet, game in here.items() if sheet not in outdated}
            left = [game for game in different[start:] if game.id not in stored]
            make_room(connection, collection, len(left), forgets=False)
            now = [game for game in part if game.id not in stored]
            ids = _store(connection, collection.id, now) if now else {}
            for sheet in outdated:
                # Whoever else keeps it has its end as well.
                elsewhere = update(kept_games).where(kept_games.c.sheet_id == sheet)
                if here[sheet] in ids:
                    connection.execute(elsewhere.values(sheet_id=ids[here[sheet]]))
            forget_sheets(connection, outdated)
            new += len(now)
        if start + _AT_ONCE < len(different):
            time.sleep(time.monotonic() - since)
    return new, len(games) - new


def _unfinished_imports(connection: Connection, collection: int) -> Sequence[int]:
    """Sheets that were read from a file unfinished, and in which nobody has changed anything since."""
    changes, sheet = tables.log.c, origins.c.sheet_id
    touched = select(tables.log).where(changes.sheet_id == sheet, changes.number > 0, ~changes.id.startswith("file"))
    ended = select(finishes).where(finishes.c.sheet_id == sheet)
    query = select(sheet).join(kept_games, kept_games.c.sheet_id == sheet).where(~touched.exists(), ~ended.exists())
    return connection.scalars(query.where(kept_games.c.collection_id == collection)).all()


def _store(connection: Connection, collection: int, games: Sequence[SheetGame]) -> dict[str, int]:
    """Store games with everything about them in a collection, table by table: they have tens of thousands of rows.

    Gives the sheet of each game.
    """
    now = datetime.now(UTC)
    logs = [list(_log(game, now)) for game in games]
    made = [
        {
            **new_keys(),
            "edition": game.edition,
            "variants": sorted(game.variants),
            "revision": log[-1].number,
            "created_at": game.made,
            "changed_at": now,
        }
        for game, log in zip(games, logs, strict=True)
    ]
    returning = insert(tables.sheets).returning(tables.sheets.c.id, sort_by_parameter_order=True)
    ids = connection.scalars(returning, made).all()
    rows: dict[Table, list[dict[str, Any]]] = defaultdict(list)
    for sheet, game, log in zip(ids, games, logs, strict=True):
        rows[tables.origins].append({"sheet_id": sheet, "game": game.id})
        rows[tables.log] += [{"sheet_id": sheet, **change._asdict()} for change in log]
        if game.finished:
            players = [player.as_json() for player in game.players]
            end = {"sheet_id": sheet, "finished_at": game.finished, "fields": dict(game.fields), "players": players}
            rows[tables.finishes].append(end)
        row = {"collection_id": collection, "sheet_id": sheet, "writable": True, "seen_at": game.day}
        rows[tables.kept_games].append(row)
    for table, those in rows.items():
        connection.execute(insert(table), those)
    return {game.id: sheet for sheet, game in zip(ids, games, strict=True)}


def _log(game: SheetGame, now: datetime) -> Iterator[Change]:
    """The changes that make a game."""
    players = sorted(game.players, key=lambda player: player.seat)
    yield first([Name(player.name, player.colour) for player in players], game.made, dict(game.played_otherwise))
    filled = ((TABLE, game.entered), *((player.seat, player.fields) for player in players))
    cells = [[seat, name, None, text] for seat, fields in filled for name, text in fields.items() if text]
    parts = [cells[start : start + MAX_AT_ONCE] for start in range(0, max(1, len(cells)), MAX_AT_ONCE)]
    for number, part in enumerate(parts, start=1):
        name = "file" if number == 1 else f"file-{number}"
        yield Change(number, name, number, "", now, "write", {"cells": part})
    if game.finished:
        end = len(parts) + 1
        yield Change(end, "end", end, "", game.finished, "finish", {"upon": len(parts)})
