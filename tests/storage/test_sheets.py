"""Score sheets: keys, entries, several writers at a time, undo."""

import threading

import pytest
from companion.storage import sheets as sheets_module
from companion.storage.sheets import LastChange, Name, NoSuchSheet, Sheets, SheetState, Written


@pytest.fixture
def sheet(sheets: Sheets) -> SheetState:
    return sheets.create([Name("Anna", "blue"), Name("지훈", "red")], 2, ["simmental"])


def key_of(sheet: SheetState) -> str:
    assert sheet.edit_key is not None
    return sheet.edit_key


def test_a_new_sheet_is_empty(sheet: SheetState) -> None:
    assert [(player.seat, player.name, player.colour) for player in sheet.players] == [
        (1, "Anna", "blue"),
        (2, "지훈", "red"),
    ]
    assert all(player.points == {} for player in sheet.players)
    assert (sheet.variants, sheet.revision, sheet.last_change) == (("simmental",), 0, None)


def test_keys_cannot_be_guessed(sheets: Sheets) -> None:
    keys = set()
    for _ in range(20):
        state = sheets.create([Name("A", "blue")], 2, [])
        keys |= {key_of(state), state.view_key}
    assert len(keys) == 40
    assert all(len(key) >= 24 for key in keys)  # 144 bits


def test_the_view_key_shows_and_does_not_write(sheets: Sheets, sheet: SheetState) -> None:
    seen = sheets.read(sheet.view_key)
    assert not seen.writable
    assert seen.edit_key is None
    with pytest.raises(NoSuchSheet):
        sheets.write(sheet.view_key, {(1, "money"): (None, 3)})
    with pytest.raises(NoSuchSheet):
        sheets.undo(sheet.view_key)
    with pytest.raises(NoSuchSheet):
        sheets.rename(sheet.view_key, [Name("X", "blue"), Name("Y", "red")])


@pytest.mark.parametrize("key", ["", "nope", "한글", "' OR 1=1 --"])
def test_other_keys_open_nothing(sheets: Sheets, sheet: SheetState, key: str) -> None:
    assert sheet.writable
    with pytest.raises(NoSuchSheet):
        sheets.read(key)
    with pytest.raises(NoSuchSheet):
        sheets.revision(key)


def test_points_are_stored(sheets: Sheets, sheet: SheetState) -> None:
    key = key_of(sheet)
    assert sheets.write(key, {(1, "money"): (None, 7), (2, "cities"): (None, -6)}) == [Written(False, None)] * 2
    one, two = sheets.read(key).players
    assert (one.points, two.points) == ({"money": 7}, {"cities": -6})


def test_points_can_be_taken_out_again(sheets: Sheets, sheet: SheetState) -> None:
    key = key_of(sheet)
    sheets.write(key, {(1, "money"): (None, 7)})
    revision = sheets.revision(key)
    sheets.write(key, {(1, "money"): (7, None)})
    state = sheets.read(key, since=revision)
    assert state.players[0].points == {}
    assert state.changed_cells == {(1, "money")}, "other phones have to hear of it"


def test_all_cells_of_one_write_are_stored_or_none(sheets: Sheets, sheet: SheetState) -> None:
    with pytest.raises(KeyError):
        sheets.write(key_of(sheet), {(1, "money"): (None, 7), (9, "money"): (None, 7)})
    assert sheets.read(key_of(sheet)).players[0].points == {}
    assert sheets.revision(key_of(sheet)) == 0


def test_a_number_typed_over_another_phones_is_said(sheets: Sheets, sheet: SheetState) -> None:
    key = key_of(sheet)
    sheets.write(key, {(1, "money"): (None, 7)})
    assert sheets.write(key, {(1, "money"): (None, 9)}) == [Written(True, 7)]
    assert sheets.read(key).players[0].points == {"money": 9}
    assert sheets.write(key, {(1, "money"): (7, 9)}) == [Written(False, 9)], "both typed the same"


def test_only_what_changed_since_is_told(sheets: Sheets, sheet: SheetState) -> None:
    key = key_of(sheet)
    sheets.write(key, {(1, "money"): (None, 7)})
    revision = sheets.revision(key)
    sheets.write(key, {(2, "hazards"): (None, 5)})
    assert sheets.read(key, since=revision).changed_cells == {(2, "hazards")}
    assert sheets.read(key).changed_cells == {(1, "money"), (2, "hazards")}


def test_undo_takes_back_one_change_at_a_time(sheets: Sheets, sheet: SheetState) -> None:
    key = key_of(sheet)
    sheets.write(key, {(1, "money"): (None, 7)})
    sheets.write(key, {(1, "money"): (7, 8)})
    assert sheets.read(key).last_change == LastChange("Anna", "money", 7, 8)
    assert sheets.undo(key) == LastChange("Anna", "money", 7, 8)
    assert sheets.read(key).players[0].points == {"money": 7}
    assert sheets.undo(key) == LastChange("Anna", "money", None, 7)
    assert sheets.read(key).players[0].points == {}
    assert sheets.undo(key) is None


def test_old_changes_are_forgotten(sheets: Sheets, sheet: SheetState, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets_module, "_CHANGES_KEPT", 3)
    key = key_of(sheet)
    for points in range(6):
        sheets.write(key, {(1, "money"): (None, points)})
    undone = [sheets.undo(key) for _ in range(4)]
    assert [change is not None for change in undone] == [True, True, True, False]


def test_players_can_be_renamed(sheets: Sheets, sheet: SheetState) -> None:
    key = key_of(sheet)
    sheets.write(key, {(2, "money"): (None, 4)})
    sheets.rename(key, [Name("Ann", "white"), Name("Ben", "red")])
    state = sheets.read(key)
    assert [(player.name, player.colour) for player in state.players] == [("Ann", "white"), ("Ben", "red")]
    assert state.players[1].points == {"money": 4}
    with pytest.raises(ValueError, match="number of players"):
        sheets.rename(key, [Name("Ann", "white")])


def test_writers_at_the_same_time_lose_nothing(sheets: Sheets, sheet: SheetState) -> None:
    """Eight phones write into different cells at once; every number is there, and every change is counted."""
    key = key_of(sheet)
    categories = ["money", "buildings", "cities", "stations"]
    cells = [(seat, category) for seat in (1, 2) for category in categories]
    failures: list[BaseException] = []

    def type_in(cell: tuple[int, str], points: int) -> None:
        try:
            for step in range(5):
                seen = None if step == 0 else points + step - 1
                (written,) = sheets.write(key, {cell: (seen, points + step)})
                assert not written.overtaken
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=type_in, args=(cell, place * 10)) for place, cell in enumerate(cells)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    state = sheets.read(key)
    found = {(player.seat, category): points for player in state.players for category, points in player.points.items()}
    assert found == {cell: place * 10 + 4 for place, cell in enumerate(cells)}
    assert state.revision == len(cells) * 5
