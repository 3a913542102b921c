"""Migrations keep what older versions stored. `made_by_*.json` holds the rows that such a version wrote."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from companion.storage.database import MIGRATIONS, Database
from companion.storage.sheets import Sheets
from sqlalchemy import MetaData

HERE = Path(__file__).parent
KEY = "key-1-of-an-old-sheet---"


@pytest.fixture
def old(address: str) -> Iterator[Database]:
    """A database as version 0001 left it."""
    database = Database(address)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with database.engine.connect().execution_options(writes=True) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        tables = MetaData()
        tables.reflect(connection)
        for table, rows in json.loads((HERE / "made_by_0001.json").read_text(encoding="utf-8")).items():
            for row in rows:
                for column in row.keys() & {"created_at", "changed_at"}:
                    row[column] = datetime.fromisoformat(row[column]).replace(tzinfo=UTC)
            connection.execute(tables.tables[table].insert(), rows)
        connection.commit()
    yield database
    database.close()


def test_points_become_texts(old: Database) -> None:
    old.upgrade()
    state = Sheets(old).read(KEY)
    assert [(player.name, player.fields) for player in state.players] == [
        ("Anne", {"money": "8"}),
        ("지훈", {"cities": "-6"}),
    ]
    assert (state.variants, state.revision) == (("simmental",), 8)
    assert Sheets(old).read("key-4-of-an-old-sheet---").players[0].points == {"hazards": 9}


def test_changes_can_still_be_taken_back(old: Database) -> None:
    old.upgrade()
    sheets = Sheets(old)
    told = [
        [(change.seat, change.field, change.before.text, change.after.text) for change in step.fields]
        for step in sheets.changes(KEY)
    ]
    assert told == [
        [(1, "cattle", "0", None)],
        [(1, "cattle", None, "0")],
        [(1, "money", "7", "8")],
        [(2, "cities", None, "-6")],
        [(1, "money", None, "7")],
    ], "what had been undone is gone"
    assert sheets.take_back_to(KEY, 0) == 5
    assert [player.fields for player in sheets.read(KEY).players] == [{}, {}]


def test_a_migrated_sheet_goes_on(old: Database) -> None:
    old.upgrade()
    sheets = Sheets(old)
    sheets.write(KEY, {(1, "money"): ("8", "9+1"), (2, "things.deliveries.kansas-city"): (None, "2")}, "Anne")
    sheets.undo(KEY, "Anne")
    assert [player.fields for player in sheets.read(KEY).players] == [{"money": "8"}, {"cities": "-6"}]
