"""Score sheets: keys, fields, several writers at a time, conflicts, undo and redo, who changed what."""

import threading
from collections.abc import Callable
from itertools import product

import pytest
from companion.sheets import changes
from companion.sheets.games import players_of
from companion.sheets.states import (
    ChangedSince,
    LogStep,
    Name,
    NoSuchSheet,
    SheetFull,
    SheetState,
    TooMuch,
    Typed,
)
from companion.sheets.sums import NotPoints
from companion.storage import logs
from companion.storage.database import Database
from companion.storage.logs import RecentLogs, changing_log, read_log, recent_logs
from companion.storage.sheets import Sheets

from tests.conftest import every
from tests.storage import points_of


def new(sheets: Sheets) -> SheetState:
    return sheets.create([Name("Anna", "blue"), Name("지훈", "red")], 2, ["simmental"])


@pytest.fixture
def sheet(sheets: Sheets) -> SheetState:
    return new(sheets)


@pytest.fixture
def key(sheet: SheetState) -> str:
    """Whoever has it may write."""
    return str(sheet.edit_key)


def texts(step: LogStep | None) -> list[tuple[int, str, str | None, str | None]]:
    """Seat, field, before and after of everything that a step changed."""
    assert step is not None
    return [(change.seat, change.field, change.before.text, change.after.text) for change in step.fields]


def money(sheets: Sheets, key: str) -> list[int | None]:
    """What the players of a sheet have of money."""
    return [points_of(player).get("money") for player in sheets.read(key).players]


def test_keys_cannot_be_guessed(sheets: Sheets) -> None:
    keys = set()
    for _ in range(20):
        state = sheets.create([Name("A", "blue")], 2, [])
        keys |= {str(state.edit_key), state.view_key}
    assert len(keys) == 40
    assert all(len(key) >= 24 for key in keys)  # 144 bits


def test_the_view_key_shows_and_does_not_write(sheets: Sheets, sheet: SheetState) -> None:
    seen = sheets.read(sheet.view_key)
    assert not seen.writable
    assert seen.edit_key is None
    for change in (
        lambda key: sheets.write(key, {(1, "money"): (None, "3")}),
        sheets.undo,
        sheets.redo,
        lambda key: sheets.choose(key, (1, "money"), "3"),
        lambda key: sheets.claim(key, 1, "a phone"),
        lambda key: sheets.rename(key, [Name("X", "blue"), Name("Y", "red")]),
    ):
        with pytest.raises(NoSuchSheet):
            change(sheet.view_key)


@every("other", ["", "nope", "한글", "' OR 1=1 --"])
def test_other_keys_open_nothing(sheets: Sheets, sheet: SheetState, other: str) -> None:
    assert sheet.writable
    for look in (sheets.read, sheets.now, sheets.changes):
        with pytest.raises(NoSuchSheet):
            look(other)


def test_how_far_a_sheet_is_can_be_asked_alone(sheets: Sheets, sheet: SheetState, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "3")})
    state = sheets.read(key)
    assert sheets.now(key) == sheets.now(sheet.view_key) == (1, state.changed_at, None)
    sheets.finish(sheets.read(key))
    state = sheets.read(key)
    assert state.finished_at
    assert sheets.now(key) == (2, state.changed_at, state.finished_at)


def test_things_on_the_table_are_fields_too(sheets: Sheets, key: str) -> None:
    fields = {"cities": "4", "depth.cities": "things", "things.deliveries.kansas-city": "2", "hazards": "1 + 2"}
    written = sheets.write(key, {(1, field): (None, text) for field, text in fields.items()})
    assert written.state.revision == 1
    sheets.write(key, {(0, "things.left-over"): (None, "x" * 400)})
    state = sheets.read(key)
    assert [player.fields for player in state.players] == [fields, {}], "as they were typed"
    assert state.variants == ("simmental",)
    assert points_of(state.players[0]) == {"hazards": 3}, "what is counted from things is not what was typed before"
    assert state.fields == {"things.left-over": "x" * 400}
    assert (0, "things.left-over") in state.changed_cells


@every(
    ("cells", "error"),
    [
        ({(9, "money"): (None, "7")}, KeyError),
        ({(1, "Money"): (None, "7")}, KeyError),
        ({(1, "things..x"): (None, "7")}, KeyError),
        ({(1, "x." + "y" * 119): (None, "7")}, KeyError),
        ({(1, "money"): (None, "a lot")}, NotPoints),
        ({(1, "things.x"): (None, "x" * 401)}, TooMuch),
        ({(1, "things.x"): (None, "")}, TooMuch),
        ({(1, f"things.{number}"): (None, "x") for number in range(251)}, TooMuch),
    ],
)
def test_all_fields_of_one_write_are_stored_or_none(
    sheets: Sheets, key: str, cells: dict[tuple[int, str], tuple[None, str]], error: type[Exception]
) -> None:
    with pytest.raises(error):
        sheets.write(key, {(1, "buildings"): (None, "7"), **cells})
    state = sheets.read(key)
    assert [player.fields for player in state.players] == [{}, {}]
    assert (state.revision, sheets.undo(key)) == (0, None)


def test_the_caller_says_which_fields_there_are(sheets: Sheets, key: str) -> None:
    def only_money(seat: int, field: str) -> bool:
        return (seat, field) == (1, "money")

    with pytest.raises(KeyError):
        sheets.write(key, {(2, "money"): (None, "1")}, allowed=only_money)
    sheets.write(key, {(1, "money"): (None, "1")}, allowed=lambda seat, field: (seat, field) == (1, "money"))
    assert money(sheets, key) == [1, None]


def test_nobody_fills_the_disk(sheets: Sheets, key: str) -> None:
    for start in (0, 200):
        sheets.write(key, {(1, f"things.{number}"): (None, "1") for number in range(start, start + 200)})
    with pytest.raises(TooMuch):
        sheets.write(key, {(1, "money"): (None, "1")})
    sheets.write(key, {(1, "things.7"): ("1", None), (2, "money"): (None, "1")})
    assert len(sheets.read(key).players[0].fields) == 399


def test_only_what_changed_since_is_told(sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "7")})
    sheets.write(key, {(2, "hazards"): (None, "5")})
    assert sheets.read(key, since=1).changed_cells == {(2, "hazards")}
    sheets.write(key, {(2, "hazards"): ("5", None)})
    state = sheets.read(key, since=2)
    assert state.players[1].fields == {}, "points can be taken out again"
    assert state.changed_cells == {(2, "hazards")}, "other phones have to hear of it"
    assert sheets.read(key).changed_cells == {(1, "money"), (2, "hazards")}
    sheets.undo(key)
    assert sheets.read(key, since=3).changed_cells == {(2, "hazards")}, "what is taken back has changed too"
    assert sheets.read(key, since=4).changed_cells == set()


# Two phones at the same field


def test_what_two_phones_typed_is_kept_until_somebody_chooses(sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "12")}, "Anna")
    (player, _) = sheets.write(key, {(1, "money"): (None, "14"), (1, "cattle"): (None, "3")}, "Ben").state.players
    assert points_of(player) == {"money": 12, "cattle": 3}
    assert player.rivals == {"money": (Typed("12", "Anna"), Typed("14", "Ben"))}
    sheets.choose(key, (1, "money"), "14", "Clara")
    (player, _) = sheets.read(key).players
    assert (points_of(player)["money"], player.rivals) == (14, {})
    sheets.undo(key, "Clara")
    (player, _) = sheets.read(key).players
    assert player.rivals == {"money": (Typed("12", "Anna"), Typed("14", "Ben"))}
    sheets.redo(key, "Clara")
    assert points_of(sheets.read(key).players[0])["money"] == 14


def test_what_is_not_there_cannot_be_chosen(sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "12")}, "Anna")
    assert sheets.choose(key, (1, "money"), "12") is None, "nothing to choose from"
    sheets.write(key, {(1, "money"): (None, "14")}, "Ben")
    assert sheets.choose(key, (1, "money"), "13") is None
    assert sheets.choose(key, (1, "cattle"), None) is None
    assert sheets.read(key).revision == 2


@every(
    ("text", "seen", "stands", "rivals"),
    [
        ("12", None, "12", []),
        ("6+6", None, "12", []),
        (None, "3", "12", [None]),
        ("13", "12", "13", []),
    ],
)
def test_agreeing_and_typing_over_are_no_conflicts(
    sheets: Sheets, text: str | None, seen: str | None, stands: str, rivals: list[str | None]
) -> None:
    key = str(new(sheets).edit_key)
    sheets.write(key, {(1, "money"): (None, "12")}, "Anna")
    sheets.write(key, {(1, "money"): (seen, text)}, "Ben")
    player = sheets.read(key).players[0]
    assert player.fields["money"] == stands
    assert [rival.text for rival in player.rivals.get("money", ())[1:]] == rivals


def test_typing_on_ends_no_conflict_by_itself(sheets: Sheets, key: str) -> None:
    """A phone that has not heard of the other text yet may type on; only choosing one, or agreeing, settles it."""
    sheets.write(key, {(1, "money"): (None, "12")}, "Anna")
    sheets.write(key, {(1, "money"): (None, "14")}, "Ben")
    sheets.write(key, {(1, "money"): ("12", "13")}, "Anna")
    assert sheets.read(key).players[0].rivals["money"] == (Typed("13", "Anna"), Typed("14", "Ben"))
    sheets.write(key, {(1, "money"): (None, "15")}, "Ben")
    assert sheets.read(key).players[0].rivals["money"] == (Typed("13", "Anna"), Typed("15", "Ben"))
    sheets.write(key, {(1, "money"): ("13", "15")}, "Anna")
    assert sheets.read(key).players[0].rivals == {}


def test_rivals_do_not_pile_up(sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "1")})
    for points in range(10, 30):
        sheets.write(key, {(1, "money"): (None, str(points))})
    told = [typed.text for typed in sheets.read(key).players[0].rivals["money"]]
    assert told == ["1", *(str(points) for points in range(23, 30))]
    assert len(sheets.changes(key)) == 21, "the history has them all"


WRITES = {
    "several": (
        {(2, "money"): (None, "9"), (1, "cities"): (None, "-3"), (1, "things.cities.chicago"): (None, "1")},
        None,
    ),
    "one": ({(1, "money"): ("7", "8")}, "another-write"),
    "emptied": ({(1, "money"): ("7", None)}, None),
    "conflict": ({(1, "money"): ("5", "8")}, None),
    "the same": ({(1, "money"): ("7", "7")}, None),
    "again": ({(1, "money"): (None, "7")}, "the-first-write"),
    "nothing": ({}, None),
    "table": ({(0, "weather.today"): (None, "fine")}, None),
}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@every(("what", "undone", "since"), product(WRITES, (False, True), range(3)))
def test_a_write_tells_the_sheet_as_it_reads_afterwards(sheets: Sheets, what: str, undone: bool, since: int) -> None:
    key, (cells, write_id) = str(new(sheets).edit_key), WRITES[what]
    sheets.write(key, {(1, "money"): (None, "7"), (2, "cattle"): (None, "4")}, "Anna", write_id="the-first-write")
    sheets.write(key, {(2, "cattle"): ("4", "5")}, "Ben")
    if undone:
        sheets.undo(key)
    written = sheets.write(key, cells, "지훈", write_id=write_id, since=since)
    assert written.state == sheets.read(key, since)


# Undo and redo


def test_undo_takes_back_one_step_at_a_time(sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "7"), (2, "money"): (None, "1")})
    sheets.write(key, {(1, "money"): ("7", "8")})
    assert texts(sheets.undo(key)) == [(1, "money", "7", "8")]
    assert money(sheets, key) == [7, 1]
    assert texts(sheets.undo(key)) == [(1, "money", None, "7"), (2, "money", None, "1")]
    assert money(sheets, key) == [None, None]
    assert sheets.undo(key) is None


def test_redo_does_it_again_in_order(sheets: Sheets, key: str) -> None:
    for points in range(1, 6):
        sheets.write(key, {(1, "money"): (str(points - 1) if points > 1 else None, str(points))})
    assert sheets.take_back_to(key, 2, "Anna") == 3
    assert money(sheets, key) == [2, None]
    assert texts(sheets.redoable(key, ["Anna"])) == [(1, "money", "2", "3")]
    for stands in (3, 4):
        sheets.redo(key, "Anna")
        assert money(sheets, key) == [stands, None]
    sheets.undo(key, revision=4)
    sheets.redo(key)
    sheets.redo(key, "Anna")
    assert money(sheets, key) == [5, None]
    assert sheets.redo(key, "Anna") is None


def test_a_new_entry_ends_redoing(sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "7")})
    sheets.undo(key)
    sheets.write(key, {(2, "money"): (None, "5")})
    assert sheets.redoable(key, [""]) is None
    assert sheets.redo(key) is None
    sheets.undo(key)
    assert sheets.undo(key) is None


def test_undo_leaves_the_steps_of_others_alone(sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "7")}, "Anna")
    sheets.write(key, {(2, "money"): (None, "5")}, "Ben")
    sheets.write(key, {(2, "cities"): (None, "4")}, "#1a2b")
    assert texts(sheets.undo(key, "Anna")) == [(1, "money", None, "7")]
    assert sheets.undo(key, "Anna") is None
    assert sheets.redo(key, "Ben") is None, "it was not Ben who took it back"
    assert texts(sheets.undo(key, "Clara", ["#1a2b"])) == [(2, "cities", None, "4")], "before the phone had a name"
    assert money(sheets, key) == [None, 5]
    sheets.write(key, {(2, "money"): ("5", "6")}, "Ben")
    assert texts(sheets.redo(key, "Anna")) == [(1, "money", None, "7")], "what others wrote does not end redoing"
    assert money(sheets, key) == [7, 6]


def test_undo_does_not_undo_what_somebody_typed_over_it(sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "7"), (2, "money"): (None, "1")}, "Anna")
    sheets.write(key, {(1, "money"): ("7", "8")}, "Ben")
    with pytest.raises(ChangedSince) as changed:
        sheets.undo(key, "Anna")
    assert changed.value.by == "Ben"
    assert money(sheets, key) == [8, 1]
    sheets.undo(key, "Ben")
    assert texts(sheets.undo(key, "Anna")) == [(1, "money", None, "7"), (2, "money", None, "1")]


def test_undo_and_redo_whose_answer_was_lost_are_not_done_twice(sheets: Sheets, key: str) -> None:
    for before, number in ((None, "7"), ("7", "8"), ("8", "9")):
        sheets.write(key, {(1, "money"): (before, number)}, "Anna")
    knows = sheets.now(key).revision
    for _ in range(2):
        assert texts(sheets.undo(key, "Anna", since=knows)) == [(1, "money", "8", "9")]
    assert money(sheets, key) == [8, None]
    knows = sheets.now(key).revision
    assert texts(sheets.undo(key, "Anna", since=knows)) == [(1, "money", "7", "8")], "this one had the answer"
    knows = sheets.now(key).revision
    for _ in range(2):
        assert texts(sheets.redo(key, "Anna", since=knows)) == [(1, "money", "7", "8")]
    sheets.write(key, {(1, "money"): ("8", "5")}, "Anna")
    assert texts(sheets.undo(key, "Anna", since=knows)) == [(1, "money", "8", "5")], "written since"
    chosen = sheets.write(key, {(2, "cities"): (None, "3")}, "Anna").state.revision
    knows = sheets.write(key, {(1, "money"): ("8", "4")}, "Anna").state.revision
    sheets.undo(key, "Anna", revision=chosen)
    assert texts(sheets.undo(key, "Anna", since=knows)) == [(1, "money", "8", "4")], "that one was chosen from the log"


def test_redo_does_not_redo_over_what_stands_there_now(sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "7")}, "Anna")
    sheets.undo(key, "Anna")
    sheets.write(key, {(1, "money"): (None, "9")}, "Ben")
    assert sheets.redo(key, "Anna") is None
    sheets.undo(key, "Ben")
    assert texts(sheets.redo(key, "Anna")) == [(1, "money", None, "7")]


def test_the_history_tells_who_changed_what(sheets: Sheets, sheet: SheetState, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "7")}, "Anna")
    sheets.write(key, {(2, "money"): (None, "5")}, "B" * 50)
    sheets.take_back_to(key, 1, "Anna")
    told = [(step.kind, step.by, texts(step), step.undone) for step in sheets.changes(sheet.view_key)]
    assert told == [
        ("undo", "Anna", [(2, "money", None, "5")], False),
        ("write", "B" * 40, [(2, "money", None, "5")], True),
        ("write", "Anna", [(1, "money", None, "7")], False),
    ]
    (latest,) = sheets.changes(key, limit=1)
    assert texts(latest) == [(2, "money", None, "5")], "although the step itself is not among the last one"


@pytest.mark.parametrize(("limit", "most", "cells"), [("MAX_CHANGES", 7, 1), ("MAX_SIZE", 18, 3)])
def test_a_full_log_says_so_and_can_still_be_finished(
    sheets: Sheets, key: str, monkeypatch: pytest.MonkeyPatch, limit: str, most: int, cells: int
) -> None:
    monkeypatch.setattr(changes, limit, most)

    def write(points: int) -> None:
        seen = str(points - 1) if points else None
        sheets.write(key, {(1, f"things.{number}"): (seen, str(points)) for number in range(cells)})

    for points in range(6):
        write(points)
    with pytest.raises(SheetFull):
        write(6)
    with pytest.raises(SheetFull):
        sheets.undo(key)
    state = sheets.read(key)
    assert (state.revision, state.players[0].fields["things.0"]) == (6, "5"), "nothing is lost or half done"
    for _ in range(changes.ROOM_TO_END // 2):
        sheets.finish(sheets.read(key))
        sheets.reopen(key)
    assert len(sheets.changes(key)) == 6, "the history has them all"


# Players


def test_a_phone_claims_one_player(sheets: Sheets, key: str) -> None:
    sheets.claim(key, 1, "one phone")
    sheets.claim(key, 2, "one phone")
    sheets.claim(key, 1, "another")
    assert [player.phone for player in sheets.read(key).players] == ["another", "one phone"]
    assert sheets.read(key).revision == 3, "the others have to hear of it"
    sheets.claim(key, 1, None)
    assert [player.phone for player in sheets.read(key).players] == [None, "one phone"]
    with pytest.raises(KeyError):
        sheets.claim(key, 3, "one phone")


def test_players_can_be_renamed(sheets: Sheets, key: str) -> None:
    sheets.write(key, {(2, "money"): (None, "4")})
    sheets.rename(key, [Name("Ann", "white"), Name("Ben", "red")])
    state = sheets.read(key)
    assert [(player.name, player.colour) for player in state.players] == [("Ann", "white"), ("Ben", "red")]
    assert points_of(state.players[1]) == {"money": 4}
    with pytest.raises(ValueError, match="keeps its players"):
        sheets.rename(key, [Name("Ann", "white")])


def test_players_join(sheets: Sheets, key: str) -> None:
    """Whoever joins has fields as the others have, keeps the seat when somebody else joins, and can be renamed."""
    two = [Name("Anna", "blue"), Name("지훈", "red")]
    sheets.rename(key, [*two, Name("Dora", "white")], "one")
    sheets.write(key, {(4, "money"): (None, "4")})
    with pytest.raises(KeyError):
        sheets.write(key, {(3, "money"): (None, "4")})
    # A page that was opened before.
    sheets.rename(key, [*two, Name("Clara", "white")], "two", seats=(1, 2))
    assert [(player.seat, player.name, player.colour) for player in sheets.read(key).players[2:]] == [
        (3, "Clara", "yellow"), (4, "Dora", "white"),
    ]  # fmt: skip
    sheets.rename(key, [*two, Name("Clara", "yellow"), Name("Dorothea", "white")], "two")
    state = sheets.read(key)
    assert (state.players[3].name, points_of(state.players[3])) == ("Dorothea", {"money": 4})
    assert [player.seat for player in players_of(state)] == [1, 2, 3, 4]
    with pytest.raises(TooMuch):
        sheets.rename(key, [*two, Name("Emil", "white")], seats=(1, 2))
    assert texts(sheets.undo(key, "two")) == [(4, changes.JOINED, "white Dora", "white Dorothea")]


def test_a_game_numbers_its_players_though_a_seat_is_free(sheets: Sheets, key: str) -> None:
    sheets.rename(key, [Name("Anna", "blue"), Name("지훈", "red"), Name("Dora", "white")])
    sheets.write(key, {(4, "money"): (None, "4")})
    dora = players_of(sheets.read(key))[2]
    assert (dora.seat, dora.name, points_of(dora), dict(dora.fields)) == (3, "Dora", {"money": 4}, {"money": "4"})


def read_anew(sheets: Sheets, key: str) -> SheetState:
    """The sheet as somebody reads it who has never seen it."""
    recent_logs._logs.clear()
    return sheets.read(key)


def test_what_is_told_from_memory_is_what_is_stored(sheets: Sheets, key: str) -> None:
    steps: list[Callable[[], object]] = [
        lambda: sheets.write(key, {(1, "money"): (None, "3"), (2, "money"): (None, "4")}, "one"),
        lambda: sheets.write(key, {(1, "money"): (None, "5")}, "two", write_id="twice"),
        lambda: sheets.write(key, {(1, "money"): (None, "5")}, "two", write_id="twice"),
        lambda: sheets.choose(key, (1, "money"), "5", "two"),
        lambda: sheets.undo(key, "two"),
        lambda: sheets.redo(key, "two"),
        lambda: sheets.claim(key, 2, "a phone"),
        lambda: sheets.rename(key, [Name("Anna", "red"), Name("Jihun", "blue")]),
        lambda: sheets.take_back_to(key, 0, "one"),
        lambda: sheets.finish(sheets.read(key)),
        lambda: sheets.reopen(key),
    ]
    for step in steps:
        step()
        told, history = sheets.read(key), sheets.changes(key)
        assert (told, history) == (read_anew(sheets, key), sheets.changes(key))


def test_what_could_not_be_stored_is_told_to_nobody(sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "3")})

    def fails() -> None:
        with changing_log(sheets.database, key) as held:
            held.append("write", {"cells": [[1, "money", "3", "4"]]})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert money(sheets, key) == [3, None]


def test_logs_in_memory_are_as_many_as_fit(sheets: Sheets, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted by their changes; the one that was asked for last stays."""
    recent_logs._logs.clear()
    monkeypatch.setattr(recent_logs, "_changes", 0)
    monkeypatch.setattr(logs, "_MAX_RECENT_CHANGES", 4)
    first, second = key, str(sheets.create([Name("Ann", "white")], 2, []).edit_key)
    steps = ((None, "3"), ("3", "4"))
    for step in steps:
        sheets.write(first, {(1, "money"): step})
    assert len(recent_logs._logs) == 2
    for step in steps:
        sheets.write(second, {(1, "money"): step})
    assert [log.names[0].name for _, log in recent_logs._logs.values()] == ["Ann"]
    assert points_of(sheets.read(first).players[0]) == {"money": 4}


def test_a_deleted_sheet_leaves_nothing_in_memory(sheets: Sheets, key: str) -> None:
    read_anew(sheets, key)
    assert len(recent_logs._logs) == 1
    sheets.delete(key)
    assert not recent_logs._logs
    with pytest.raises(NoSuchSheet):
        sheets.read(key)


def test_writers_at_the_same_time_lose_nothing(sheets: Sheets, key: str) -> None:
    """Eight phones write into different cells at once; every number is there, and every change is counted."""
    categories = ["money", "buildings", "cities", "stations"]
    cells = [(seat, category) for seat in (1, 2) for category in categories]
    failures: list[BaseException] = []

    def type_in(cell: tuple[int, str], points: int) -> None:
        try:
            for step in range(5):
                seen = None if step == 0 else str(points + step - 1)
                assert not sheets.write(key, {cell: (seen, str(points + step))}).state.players[cell[0] - 1].rivals
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=type_in, args=(cell, place * 10)) for place, cell in enumerate(cells)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    state = sheets.read(key)
    found = {
        (player.seat, category): points for player in state.players for category, points in points_of(player).items()
    }
    assert found == {cell: place * 10 + 4 for place, cell in enumerate(cells)}
    assert state.revision == len(cells) * 5


def test_logs_that_are_kept_at_the_same_time_are_counted_once(database: Database, key: str) -> None:
    with database.read() as connection:
        kept = read_log(connection, key)
    logs = RecentLogs()

    def keep() -> None:
        for _ in range(2000):
            logs.keep(kept)

    threads = [threading.Thread(target=keep) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert logs._changes == sum(len(log.changes) for _, log in logs._logs.values())
