"""The database: nothing is half done, and what is not ours stays as it is."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from companion.sheets.states import Name, NoSuchSheet
from companion.storage.copying import back_up
from companion.storage.database import Database
from companion.storage.errors import NoAnswer, NoDriver, Unusable
from companion.storage.sheets import Sheets
from sqlalchemy import text

from tests.conftest import every
from tests.postgres import Postgres


def test_upgrading_again_changes_nothing(database: Database) -> None:
    database.upgrade()
    assert database.trouble() is None


def test_several_processes_may_start_at_once(address: str) -> None:
    program = "import sys; from companion.storage.database import Database; Database(sys.argv[1]).upgrade()"
    starting = [subprocess.Popen([sys.executable, "-c", program, address]) for _ in range(2)]
    assert [process.wait(timeout=60) for process in starting] == [0, 0]


def test_what_fails_leaves_nothing_behind(database: Database) -> None:
    count = text("SELECT count(*) FROM alembic_version")

    def delete_and_fail() -> None:
        with database.write() as connection:
            connection.execute(text("DELETE FROM alembic_version"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        delete_and_fail()
    with database.read() as connection:
        assert connection.scalar(count) == 1


def test_commits_reach_the_disk(database: Database) -> None:
    """As far as a connection can say: whether PostgreSQL itself waits for the disk is a setting of its server."""
    asked = {
        "sqlite": {"PRAGMA journal_mode": "wal", "PRAGMA synchronous": 2, "PRAGMA foreign_keys": 1},  # 2: FULL
        "postgresql": {"SHOW synchronous_commit": "on"},
    }
    with database.engine.connect() as connection:
        for question, answer in asked[database.engine.dialect.name].items():
            assert connection.exec_driver_sql(question).scalar() == answer


def test_what_is_read_in_several_steps_belongs_together(database: Database) -> None:
    count = text("SELECT count(*) FROM alembic_version")
    with database.read() as connection:
        assert connection.scalar(count) == 1
        with database.write() as other:
            other.execute(text("DELETE FROM alembic_version"))
        assert connection.scalar(count) == 1
    with database.read() as connection:
        assert connection.scalar(count) == 0


@every("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_addresses_of_postgresql_as_hosts_write_them(scheme: str) -> None:
    engine = Database(f"{scheme}://user:p%40ss@db.example:5433/sheets").engine
    assert (engine.dialect.name, engine.driver) == ("postgresql", "psycopg")
    assert (engine.url.host, engine.url.port, engine.url.password) == ("db.example", 5433, "p@ss")


def test_a_missing_driver_is_told_by_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(NoDriver, match=r"great-western-companion\[postgres\]"):
        Database("postgres://db.example/sheets")


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(ValueError, match="no address"):
        Database("somewhere")


@pytest.fixture
def file(tmp_path: Path) -> Database:
    """A new database that is a file."""
    database = Database(f"sqlite:///{tmp_path / 'companion.db'}")
    database.upgrade()
    return database


def test_a_database_file_that_was_moved_away_takes_nothing(file: Database, tmp_path: Path) -> None:
    (tmp_path / "companion.db").rename(tmp_path / "elsewhere.db")
    with pytest.raises(NoAnswer), file.write() as connection:
        connection.execute(text("SELECT 1"))
    assert file.trouble() == "the database file is no longer the one that was opened"


def test_a_database_that_cannot_be_written_says_so(
    file: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.storage.sqlite.BUSY_MILLISECONDS", 10)
    file.close()
    with sqlite3.connect(tmp_path / "companion.db") as other:
        other.execute("BEGIN IMMEDIATE")
        assert file.trouble() == "the database cannot be written"
        other.rollback()
    # Found a moment ago, and so it counts for a while.
    assert file.trouble() == "the database cannot be written"
    monkeypatch.setattr("companion.storage.database._TRIED_SECONDS", 0)
    assert file.trouble() is None


def test_a_full_disk_is_told(file: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.database._MIN_FREE", 1 << 62)
    assert file.trouble() == "the disk of the database is full"


def test_the_file_is_its_owners_only(file: Database, tmp_path: Path) -> None:
    with file.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {
        "companion.db": 0o600,
        "companion.db-wal": 0o600,
        "companion.db-shm": 0o600,
    }


def another_app(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as other, other:
        for statement in statements:
            other.execute(statement)


SOMEBODY_ELSES = {
    "a folder": Path.mkdir,
    "a text": lambda file: file.write_text("what somebody wrote", encoding="utf-8"),
    "a device": lambda file: os.mknod(file, stat.S_IFIFO | 0o644),
    "another app's": lambda file: another_app(file, "CREATE TABLE notes (text)"),
    "another app's with Alembic": lambda file: another_app(
        file, "CREATE TABLE alembic_version (version_num)", "INSERT INTO alembic_version VALUES ('ae1027a6acf')"
    ),
}


def state(file: Path) -> tuple[object, ...]:
    about = file.stat()
    return about.st_mode, about.st_mtime_ns, about.st_size, file.read_bytes() if file.is_file() else None


@pytest.mark.parametrize("what", SOMEBODY_ELSES)
def test_what_is_no_database_of_ours_stays_as_it_is(tmp_path: Path, what: str) -> None:
    file = tmp_path / "companion.db"
    SOMEBODY_ELSES[what](file)
    before = state(file)
    for use in (Database.upgrade, Database.check, lambda database: back_up(database, tmp_path / "copy")):
        with pytest.raises(Unusable, match=r"companion\.db: this is .*: name another"):
            use(Database(f"sqlite:///{file}"))
    assert state(file) == before
    assert [*tmp_path.iterdir()] == [file]


def test_a_database_is_made_for_its_owner_and_never_changed_in_mode(tmp_path: Path) -> None:
    file = tmp_path / "companion.db"
    with pytest.raises(Unusable, match="there is no such file"):
        Database(f"sqlite:///{file}").upgrade(new=False)
    assert not file.exists()
    Database(f"sqlite:///{file}").upgrade()
    file.chmod(0o640)
    Database(f"sqlite:///{file}").upgrade()
    assert file.stat().st_mode & 0o777 == 0o640


def test_postgresql_gives_up_in_time(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.database._STATEMENT_MILLISECONDS", 50)
    database = Database(postgres.database())
    with pytest.raises(NoAnswer), database.read() as connection:
        connection.execute(text("SELECT pg_sleep(5)"))
    database.close()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_is_deleted_is_deleted_though_everybody_else_asks(
    database: Database, sheets: Sheets, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = str(sheets.create([Name("Anna", "blue")], 2, []).edit_key)
    clear, held = database.clear_journal, []

    def with_all_taken() -> None:
        held.extend(database.engine.connect() for _ in range(4))
        clear()

    monkeypatch.setattr(database, "clear_journal", with_all_taken)
    sheets.delete(key)
    for one in held:
        one.close()
    with pytest.raises(NoSuchSheet):
        sheets.read(key)
