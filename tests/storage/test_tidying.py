"""What goes after a while, and what never does."""

from datetime import UTC, datetime, timedelta

import pytest
from companion.sheets.games import Ages
from companion.sheets.states import Name, NoSuchSheet
from companion.storage.database import Database
from companion.storage.groups import Groups
from companion.storage.results import Tidied, tidy
from companion.storage.sheets import Sheets

from tests.conftest import every

AGES = Ages(empty=30, forgotten=400)


def after(days: int) -> datetime:
    return datetime.now(UTC) + timedelta(days=days, hours=1)


def new(sheets: Sheets, *, money: str = "") -> str:
    key = str(sheets.create([Name("Anna", "blue")], 2, []).edit_key)
    if money:
        sheets.write(key, {(1, "money"): (None, money)})
    return key


def there(sheets: Sheets, key: str) -> bool:
    try:
        return bool(sheets.read(key))
    except NoSuchSheet:
        return False


def test_an_empty_sheet_goes_also_from_a_history(database: Database, sheets: Sheets) -> None:
    groups = Groups(database)
    empty, filled = new(sheets), new(sheets, money="7")
    groups.keep(groups.create(None), [empty, filled])
    assert tidy(database, AGES, now=after(29)) == Tidied()
    assert tidy(database, AGES, now=after(30), dry_run=True) == Tidied(empty_sheets=1)
    assert there(sheets, empty)
    assert tidy(database, AGES, now=after(30)) == Tidied(empty_sheets=1)
    assert (there(sheets, empty), there(sheets, filled)) == (False, True)


def test_a_sheet_that_nobody_keeps_goes_much_later(database: Database, sheets: Sheets) -> None:
    groups = Groups(database)
    kept, in_group, loose = new(sheets, money="1"), new(sheets, money="2"), new(sheets, money="3")
    groups.keep(groups.create(None), [kept])
    groups.keep(groups.create("Saturday"), [in_group])
    assert tidy(database, AGES, now=after(399)) == Tidied()
    assert tidy(database, AGES, now=after(400)) == Tidied(forgotten_sheets=1)
    assert [there(sheets, key) for key in (kept, in_group, loose)] == [True, True, False]


def test_a_history_goes_in_which_nothing_is_left_and_a_group_never(database: Database) -> None:
    groups = Groups(database)
    empty, named, group = groups.create(None), groups.create(None), groups.create("Saturday")
    groups.call(named, {"anna"}, "Annika")
    assert tidy(database, AGES, now=after(400)) == Tidied(histories=1)
    assert [groups.device(one.key) is not None for one in (empty, named)] == [False, True]
    assert groups.group(group.key)


@every("days", [0, 100_000])
def test_never_is_never(database: Database, sheets: Sheets, days: int) -> None:
    key = new(sheets)
    assert tidy(database, Ages(days, days), now=after(4000)) == Tidied()
    assert there(sheets, key)


def test_many_go_in_turns(database: Database, sheets: Sheets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.results._AT_ONCE", 2)
    monkeypatch.setattr("companion.storage.results._TIDIED_AT_ONCE", 3)
    keys = [new(sheets) for _ in range(5)]
    assert tidy(database, AGES, now=after(30)) == Tidied(empty_sheets=5)
    assert not any(there(sheets, key) for key in keys)
