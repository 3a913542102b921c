"""What is kept after the game: finished sheets, groups, devices, games from files, and that deleting deletes."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from companion.sheets.games import CollectionFull, GamePlayer, Group, NoSuchGroup, SheetGame, fold, id_of
from companion.sheets.states import Name, NoSuchSheet, Overtaken, SheetFinished, SheetState
from companion.storage import groups as groups_module
from companion.storage.database import Database
from companion.storage.groups import Groups, put_in
from companion.storage.sheets import Sheets
from companion.storage.tables import metadata
from sqlalchemy import func, select

from tests.conftest import every
from tests.storage import points_of

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


@pytest.fixture
def group(groups: Groups) -> Group:
    return groups.create("Saturday")


def sheet(sheets: Sheets, *names: str) -> SheetState:
    colours = ("blue", "red", "yellow", "white")
    state = sheets.create([Name(name, colour) for name, colour in zip(names, colours, strict=False)], 2, [])
    sheets.write(str(state.edit_key), {(1, "money"): (None, "7")})
    return sheets.read(str(state.edit_key))


def game(number: int = 1, **changes: object) -> SheetGame:
    players = (GamePlayer(1, "Anna", "blue", {"money": "7"}, {"money": 7}), GamePlayer(2, "Ben", "red", {}, {}))
    told = {"id": f"{number:024}", "edition": 2, "variants": (), "made": NOON, "finished": NOON, "players": players}
    return SheetGame(**{**told, **changes})  # type: ignore[arg-type]


def rows(database: Database) -> dict[str, int]:
    """How many rows each table has."""
    with database.read() as connection:
        return {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in metadata.sorted_tables
        }


def test_a_finished_sheet_is_closed_until_it_is_opened_again(sheets: Sheets) -> None:
    state = sheet(sheets, "Anna", "Ben")
    key = str(state.edit_key)
    assert sheets.finished_at(key) is None
    sheets.finish(state, NOON)
    sheets.finish(state, NOON + timedelta(hours=1))
    assert sheets.finished_at(key) == sheets.finished_at(state.view_key) == NOON, "finished twice, it keeps its end"
    for change in (lambda: sheets.write(key, {(1, "money"): ("7", "8")}), lambda: sheets.undo(key)):
        with pytest.raises(SheetFinished):
            change()
    sheets.reopen(key)
    assert sheets.finished_at(key) is None
    sheets.write(key, {(1, "money"): ("7", "8")})
    sheets.finish(sheets.read(key))
    assert sheets.finished_at(key) == NOON, "what was put right is still the game of that day"


def test_what_changed_meanwhile_is_not_finished_unseen(sheets: Sheets) -> None:
    state = sheet(sheets, "Anna")
    sheets.write(str(state.edit_key), {(1, "cities"): (None, "3")})
    with pytest.raises(Overtaken):
        sheets.finish(state)
    assert sheets.finished_at(state.view_key) is None


def test_the_view_key_finishes_and_deletes_nothing(sheets: Sheets) -> None:
    state = sheet(sheets, "Anna")
    seen = sheets.read(state.view_key)
    for forbidden, key in ((sheets.finish, seen), (sheets.reopen, state.view_key), (sheets.delete, state.view_key)):
        with pytest.raises(NoSuchSheet):
            forbidden(key)
    assert sheets.read(state.view_key)


def test_a_group_shows_its_finished_games(sheets: Sheets, groups: Groups, group: Group) -> None:
    first, second, still_open = (sheet(sheets, "Anna", "Ben") for _ in range(3))
    for number, state in enumerate((first, second)):
        sheets.finish(state, NOON + timedelta(days=number))
    groups.keep(group, [str(first.edit_key), second.view_key, str(still_open.edit_key), "unknown"])
    writer, reader = groups.group(str(group.edit_key)), groups.group(group.view_key)
    for who, key, may in ((writer, first.edit_key, True), (reader, first.view_key, False)):
        games = [(kept.key, kept.writable) for kept in groups.games(who)]
        assert games == [(second.view_key, False), (key, may)]
    assert groups.games(reader)[1].game == SheetGame(
        id=id_of(first.view_key),
        edition=2,
        variants=(),
        made=first.created_at,
        finished=NOON,
        players=(
            GamePlayer(1, "Anna", "blue", {"money": "7"}, {"money": 7}),
            GamePlayer(2, "Ben", "red", {}, {}),
        ),
    )
    assert groups.sheets(writer, 9, open_only=True) == [still_open.edit_key]
    assert groups.sheets(reader, 9, open_only=True) == [still_open.view_key]


def test_a_game_that_was_only_looked_at_may_be_written_once_its_key_is_known(
    sheets: Sheets, groups: Groups, group: Group
) -> None:
    state = sheet(sheets, "Anna")
    groups.keep(group, [state.view_key])
    assert groups.sheets(group, 9) == [state.view_key]
    groups.keep(group, [str(state.edit_key)])
    groups.keep(group, [state.view_key])
    assert groups.sheets(group, 9) == [state.edit_key]


def test_keys_of_groups(groups: Groups, group: Group) -> None:
    assert groups.group(str(group.edit_key)) == group
    assert groups.group(group.view_key).edit_key is None
    assert min(len(str(group.edit_key)), len(group.view_key)) >= 24  # 144 bits
    device = groups.create(None)
    assert groups.device(str(device.edit_key)) == device
    for key in ("", "nope", "한글", str(device.edit_key), device.view_key):
        with pytest.raises(NoSuchGroup):
            groups.group(key)
    for key in ("", "nope", device.view_key, str(group.edit_key)):
        assert groups.device(key) is None


def test_looking_at_a_group_changes_nothing(sheets: Sheets, groups: Groups, group: Group) -> None:
    reader = groups.group(group.view_key)
    for forbidden in (
        lambda: groups.keep(reader, [sheet(sheets, "Anna").view_key]),
        lambda: groups.take_out(reader, {"x"}),
        lambda: groups.rename(reader, "Sunday"),
        lambda: groups.call(reader, ["anna"], "Ann"),
        lambda: groups.delete(reader, with_games=True),
        lambda: put_in(groups.database, reader, [game()]),
    ):
        with pytest.raises(NoSuchGroup):
            forbidden()
    assert rows(groups.database)["kept_games"] == 0


def test_people_are_called_what_the_group_says(groups: Groups, group: Group) -> None:
    groups.call(group, ["anna", "annika"], "Anna")
    groups.call(group, ["annika"], "Annika")
    assert groups.aliases(groups.group(group.view_key)) == {"anna": "Anna", "annika": "Annika"}


@every(("one", "other"), [("Anna", "aNNa"), ("Anna  B", " anna b "), ("Ａnna", "anna"), ("STRASSE", "straße")])
def test_names_that_are_the_same_person(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_a_device_forgets_the_oldest_and_a_group_refuses_more(
    sheets: Sheets, groups: Groups, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups_module, "MAX_GAMES", 2)
    device = groups.create(None)
    keys = [sheet(sheets, "Anna").view_key for _ in range(3)]
    for number, key in enumerate(keys):
        groups.keep(device, [key], NOON + timedelta(days=number))
    assert groups.sheets(device, 9) == [keys[2], keys[1]]
    before = rows(groups.database)
    for too_many in (
        lambda: groups.keep(group, keys),
        lambda: put_in(groups.database, group, [game(1), game(2), game(3)]),
    ):
        with pytest.raises(CollectionFull):
            too_many()
    assert rows(groups.database) == before, "of games that do not fit in none is stored"


def test_games_from_a_file_are_stored_once(groups: Groups, group: Group, sheets: Sheets) -> None:
    games = [game(1), game(2, finished=None)]
    assert put_in(groups.database, group, games) == (2, 0)
    assert put_in(groups.database, group, [*games, game(3)]) == (1, 2)
    assert [kept.game for kept in groups.games(group)] == [game(3), game(1)]
    (key,) = groups.sheets(group, 9, open_only=True)
    assert points_of(sheets.read(key).players[0]) == {"money": 7}


def test_a_game_that_was_read_unfinished_takes_its_end(groups: Groups, group: Group, sheets: Sheets) -> None:
    """Unless somebody has gone on with it here."""
    put_in(groups.database, group, [game(1, finished=None), game(2, finished=None)])
    newest = groups.sheets(group, 9, open_only=True)[0]
    writing = str(next(kept for kept in groups.sheets(group, 9, open_only=True) if kept == newest))
    sheets.write(writing, {(1, "money"): ("7", "8")})
    assert put_in(groups.database, group, [game(1), game(2)]) == (1, 1)
    assert len(groups.games(group)) == 1
    assert points_of(sheets.read(writing).players[0]) == {"money": 8}


def test_a_game_that_takes_its_end_stays_in_other_groups(groups: Groups, group: Group) -> None:
    put_in(groups.database, group, [game(1, finished=None)])
    other = groups.create("Others")
    groups.keep(other, groups.sheets(group, 9, open_only=True))
    assert put_in(groups.database, group, [game(1)]) == (1, 0)
    assert [[kept.game.id for kept in groups.games(one)] for one in (group, other)] == [[game(1).id]] * 2


def test_a_long_file_is_read_with_rests(
    sheets: Sheets, groups: Groups, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others write meanwhile, and what an interruption left out comes with the same file."""
    monkeypatch.setattr(groups_module, "_AT_ONCE", 2)
    games = [game(number) for number in range(1, 7)]
    written: list[SheetState] = []

    def rest(_seconds: float) -> None:
        written.append(sheet(sheets, "Anna"))
        if len(written) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(groups_module.time, "sleep", rest)
    with pytest.raises(KeyboardInterrupt):
        put_in(groups.database, group, games)
    assert len(groups.games(group)) == 4
    assert put_in(groups.database, group, games) == (2, 4)
    assert (len(groups.games(group)), len(written)) == (6, 4)


def test_a_game_does_not_come_twice_when_it_was_scored_here(sheets: Sheets, groups: Groups, group: Group) -> None:
    state = sheet(sheets, "Anna", "Ben")
    sheets.finish(state)
    groups.keep(group, [state.view_key])
    (kept,) = groups.games(group)
    assert put_in(groups.database, group, [kept.game]) == (0, 1)


def test_a_game_taken_out_of_a_group_is_still_there(sheets: Sheets, groups: Groups, group: Group) -> None:
    state = sheet(sheets, "Anna")
    groups.keep(group, [str(state.edit_key)])
    assert groups.take_out(group, {id_of(state.view_key), "other"}) == 1
    assert groups.sheets(group, 9) == []
    assert sheets.read(state.view_key)


def test_a_deleted_sheet_leaves_nothing(database: Database, sheets: Sheets, groups: Groups) -> None:
    empty = rows(database)
    state = sheet(sheets, "Anna", "Ben")
    sheets.finish(state)
    group = groups.create("Saturday")
    put_in(database, group, [game()])
    groups.keep(group, [str(state.edit_key)])
    sheets.delete(str(state.edit_key))
    with pytest.raises(NoSuchSheet):
        sheets.read(state.view_key)
    assert len(groups.games(group)) == 1
    groups.delete(group, with_games=True)
    assert rows(database) == empty


def test_a_deleted_group_keeps_or_takes_its_games(sheets: Sheets, groups: Groups) -> None:
    """Those that may be written in and are over: one that is still played may be another table's."""
    mine, seen, played = (sheet(sheets, name) for name in ("Anna", "Ben", "Cho"))
    for state in (mine, seen):
        sheets.finish(state)
    for with_games, left in ((False, 3), (True, 2)):
        group = groups.create("Saturday")
        groups.keep(group, [str(mine.edit_key), seen.view_key, str(played.edit_key)])
        groups.call(group, ["anna"], "Ann")
        groups.delete(group, with_games=with_games)
        with pytest.raises(NoSuchGroup):
            groups.group(group.view_key)
        found = rows(groups.database)
        assert (found["collections"], found["kept_games"], found["aliases"], found["sheets"]) == (0, 0, 0, left)


def test_what_was_deleted_is_not_in_the_file(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'test.db'}")
    database.upgrade()
    sheets, name = Sheets(database), "Wilhelmine-Cassandra"
    state = sheet(sheets, name)
    sheets.finish(state)

    def stored() -> bytes:
        return b"".join(file.read_bytes() for file in tmp_path.iterdir())

    assert name.encode() in stored()
    sheets.delete(str(state.edit_key))
    assert name.encode() not in stored()
    database.close()
