"""Backups: whole, of one moment, from one kind of database to the other; and nothing is lost by putting one back."""

import os
import re
import shutil
import sqlite3
import stat
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from companion.sheets.states import Name
from companion.storage import copying
from companion.storage.copying import TABLES, NotEmpty, back_up, restore
from companion.storage.database import Database
from companion.storage.errors import Newer, Unusable
from companion.storage.groups import Groups
from companion.storage.sheets import Sheets
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError

from tests.commands import run
from tests.conftest import every
from tests.postgres import Postgres

PEOPLE = [Name("Anna", "blue"), Name("지훈", "red")]


@pytest.fixture
def key(database: Database, sheets: Sheets) -> str:
    """A sheet with numbers, changes and a group that keeps it."""
    key = str(sheets.create(PEOPLE, 2, ["simmental"]).edit_key)
    sheets.write(key, {(1, "money"): (None, "4+5"), (2, "cattle"): (None, "12")})
    sheets.write(key, {(1, "money"): ("4+5", "9")})
    groups = Groups(database)
    groups.keep(groups.create("Saturday"), [key])
    return key


@pytest.fixture(params=["sqlite", "postgresql"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """An empty database of either kind, to put a backup into."""
    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path / 'other.db'}"
    else:
        server: Postgres = request.getfixturevalue("postgres")
        address = server.database()
    other = Database(address)
    other.upgrade()
    yield other
    other.close()


def everything(database: Database) -> dict[str, list[tuple[object, ...]]]:
    with database.read() as connection:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr) for table in TABLES
        }


def test_what_was_copied_is_back_anywhere(database: Database, other: Database, key: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    assert back_up(database, file) == 1
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert restore(other, file) == 1
    assert everything(other) == everything(database)
    # And life goes on: new rows get numbers of their own.
    Sheets(other).write(key, {(1, "money"): ("9", "10")})
    Sheets(other).create(PEOPLE, 2, [])


def test_a_copy_is_of_one_moment(database: Database, sheets: Sheets, tmp_path: Path) -> None:
    """While others write, every sheet in the copy has all of its changes, and no change lacks its sheet."""
    enough = threading.Event()

    def write() -> None:
        while not enough.is_set():
            made = str(sheets.create(PEOPLE, 2, []).edit_key)
            sheets.write(made, {(1, "money"): (None, "9"), (2, "money"): (None, "8")})

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(3):
            count = back_up(database, tmp_path / f"{number}.db")
            with closing(sqlite3.connect(tmp_path / f"{number}.db")) as copy:
                assert copy.execute("SELECT count(*) FROM sheets WHERE revision > 0").fetchone()[0] >= count - 1
                logs = "SELECT revision + 1, count(*) FROM sheets JOIN log ON sheet_id = sheets.id GROUP BY sheets.id"
                assert all(told == have for told, have in copy.execute(logs))
                assert copy.execute("PRAGMA foreign_key_check").fetchall() == []
    finally:
        enough.set()
        writer.join()


def test_nothing_is_written_over(database: Database, sheets: Sheets, key: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    back_up(database, file)
    before = everything(database)
    for copy in (back_up, restore):
        with pytest.raises(NotEmpty):
            copy(database, file)
    assert everything(database) == before
    sheets.write(key, {(1, "money"): ("9", "99")})
    assert (back_up(database, tmp_path / "later.db"), restore(database, file, force=True)) == (1, 1)
    assert everything(database) == before
    assert sorted(one.name for one in tmp_path.iterdir() if one.name.startswith(".backup")) == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_a_newer_version_wrote_is_put_aside(database: Database, sheets: Sheets, key: str, tmp_path: Path) -> None:
    """So whoever goes back to an older version has lost nothing."""
    file, before = tmp_path / "backup.db", everything(database)
    back_up(database, file)
    sheets.write(key, {(1, "money"): ("9", "99")})
    for number in ("9998", "9999"):
        with database.write() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :number"), {"number": number})
        with pytest.raises(Newer):
            restore(database, file)
        assert restore(database, file, force=True) == 1
        assert everything(database) == before
    assert database.file
    first, second = (database.file.with_name(f"{database.file.name}.{number}") for number in (1, 2))
    with closing(sqlite3.connect(first)) as aside:
        assert aside.execute("SELECT version_num FROM alembic_version").fetchone() == ("9998",)
        assert "99" in str(aside.execute("SELECT told FROM log").fetchall())
    assert second.exists()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@every("content", [None, b"no database, but long enough" * 100, b""], ids=("newer", "no database", "nothing"))
@pytest.mark.usefixtures("key")
def test_what_is_no_backup_is_refused(database: Database, tmp_path: Path, content: bytes | None) -> None:
    file, before = tmp_path / "backup.db", everything(database)
    if content is None:
        back_up(database, file)
        with closing(sqlite3.connect(file)) as copy, copy:
            copy.execute("UPDATE alembic_version SET version_num = '9999'")
    else:
        file.write_bytes(content)
    with pytest.raises(Unusable):
        restore(database, file, force=True)
    assert everything(database) == before


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_backup_changes_nothing(database: Database, tmp_path: Path) -> None:
    file = database.file
    assert file
    with closing(sqlite3.connect(file)) as other, other:
        # As an older version would have left it.
        other.execute("UPDATE alembic_version SET version_num = '0003'")
    before = file.read_bytes()
    with pytest.raises(Unusable):
        # This one cannot be brought up to date, as its tables are: the copy is what is tried.
        back_up(database, tmp_path / "backup.db")
    assert file.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir() if "backup" in one.name] == []


@pytest.mark.thorough
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to mount")
@pytest.mark.parametrize("left", [(), ("-wal",), ("-wal", "-shm")])
def test_a_backup_from_a_disk_that_can_only_be_read(tmp_path: Path, left: tuple[str, ...]) -> None:
    """As a kernel leaves one that is dying: then above all."""
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", disk], check=True)
    try:
        database = Database(f"sqlite:///{disk / 'companion.db'}")
        database.upgrade()
        Sheets(database).create(PEOPLE, 2, [])
        if not left:
            database.clear_journal()
        # What a process leaves that is killed.
        for suffix in left and ("", *left):
            shutil.copy(f"{database.file}{suffix}", tmp_path / f"copy{suffix}")
        database.close()
        for suffix in left and ("", *left):
            shutil.copy(tmp_path / f"copy{suffix}", f"{database.file}{suffix}")
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        assert back_up(Database(f"sqlite:///{disk / 'companion.db'}"), tmp_path / "backup.db") == 1
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_file_whose_latest_is_beside_it_is_no_backup(database: Database, sheets: Sheets, tmp_path: Path) -> None:
    """As of a machine that lost its power: whoever takes the file alone loses an evening."""
    sheets.create([Name("Anna", "blue")], 2, [])
    left = tmp_path / "left.db"
    assert database.file
    for end in ("", "-wal"):
        shutil.copyfile(f"{database.file}{end}", f"{left}{end}")
    other = Database(f"sqlite:///{tmp_path / 'other.db'}")
    with pytest.raises(Unusable, match="backup --database-url"):
        restore(other, left)
    assert back_up(Database(f"sqlite:///{left}"), tmp_path / "copy.db") == 1
    assert restore(other, tmp_path / "copy.db") == 1


@pytest.mark.parametrize(
    ("command", "part", "error"),
    [
        ("backup", "reading_only", sqlite3.OperationalError("database or disk is full")),
        ("restore", "_copy", OperationalError("", {}, Exception("database or disk is full"))),
    ],
)
def test_a_full_disk_is_told_in_one_line(
    command: str, part: str, error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, file = f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "copy"
    Database(address).upgrade()
    if command == "restore":
        run("backup", "--database-url", address, str(file))
    monkeypatch.setattr(copying, part, Mock(side_effect=error))
    done = run(command, "--database-url", address, str(file))
    assert (done.exit_code, type(done.exception)) == (1, SystemExit), done.output
    assert re.fullmatch(r"Database: .*\nError: .*\n", done.stderr)


def test_counting_what_would_go_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    Database(f"sqlite:///{file}").upgrade()
    with closing(sqlite3.connect(file)) as older, older:
        older.execute("UPDATE alembic_version SET version_num = '0006'")
    done = run("tidy", "--dry-run", "--database-url", f"sqlite:///{file}")
    assert done.exit_code == 1
    with closing(sqlite3.connect(file)) as looked_at:
        assert looked_at.execute("SELECT version_num FROM alembic_version").fetchone() == ("0006",)
