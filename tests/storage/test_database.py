"""The database: migrations give the tables that the models expect, and nothing is half done."""

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.command import downgrade
from alembic.config import Config
from alembic.migration import MigrationContext
from companion.storage.database import MIGRATIONS, Database
from companion.storage.models import Base
from sqlalchemy import inspect, text


def test_migrations_make_what_the_models_say(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_upgrading_again_changes_nothing(database: Database) -> None:
    database.upgrade()
    assert database.answers()


def test_migrations_can_be_taken_back(database: Database) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with database.engine.connect().execution_options(writes=True) as connection:
        config.attributes["connection"] = connection
        downgrade(config, "base")
        connection.commit()
    assert inspect(database.engine).get_table_names() == ["alembic_version"]


def test_several_processes_may_start_at_once(tmp_path: Path) -> None:
    program = "import sys; from companion.storage.database import Database; Database(sys.argv[1]).upgrade()"
    address = f"sqlite:///{tmp_path / 'new.db'}"
    starting = [subprocess.Popen([sys.executable, "-c", program, address]) for _ in range(4)]
    assert [process.wait(timeout=60) for process in starting] == [0, 0, 0, 0]


def test_what_fails_leaves_nothing_behind(database: Database) -> None:
    insert = text(
        "INSERT INTO sheets (edit_key, view_key, edition, variants, revision, created_at, changed_at)"
        " VALUES ('a', 'b', 2, '[]', 0, '2026-01-01', '2026-01-01')"
    )

    def write_and_fail() -> None:
        with database.writing() as session:
            session.execute(insert)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_and_fail()
    with database.reading() as session:
        assert session.scalar(text("SELECT count(*) FROM sheets")) == 0


def test_commits_reach_the_disk(database: Database) -> None:
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
