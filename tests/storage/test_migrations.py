"""Migrations keep what older versions stored.

`tables_*.sql` makes the tables of such a version, `made_by_*.json` holds rows that it wrote.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from companion.sheets.states import LogStep, Typed, Value
from companion.storage import sqlite
from companion.storage.copying import TABLES
from companion.storage.database import Database
from companion.storage.groups import Groups
from companion.storage.sheets import Sheets
from companion.storage.tables import finishes
from companion.web.device.identity import signature_of
from sqlalchemy import MetaData, Row, inspect, select, text

from tests.storage import points_of

HERE = Path(__file__).parent
MOMENTS = {"created_at", "changed_at", "finished_at", "seen_at", "at"}
KEY = "key-1-of-an-old-sheet---"
TYPES = {"sqlite": {"SERIAL": "INTEGER", "MOMENT": "DATETIME"}, "postgresql": {"MOMENT": "TIMESTAMP WITH TIME ZONE"}}
RESULTS = {"finishes", "origins", "collections", "kept_games", "aliases"}
"""The tables that revision 0003 brought."""


def left_by(version: str, address: str) -> Database:
    """A database as a version left it; of 0002 what 0003 has of it."""
    database = Database(address)
    if database.file:
        sqlite.make(database.file)
    rows_of = "0003" if version == "0002" else version
    script = (HERE / f"tables_{rows_of}.sql").read_text(encoding="utf-8")
    for name, native in TYPES[database.engine.dialect.name].items():
        script = script.replace(name, native)
    with database.engine.connect().execution_options(writes=True) as connection:
        for statement in filter(str.strip, script.split("\n", 1)[1].split(";")):
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) PRIMARY KEY)")
        connection.execute(text("INSERT INTO alembic_version VALUES (:version)"), {"version": version})
        tables = MetaData()
        tables.reflect(connection)
        for table, rows in made_by(rows_of)["tables"].items():
            for row in rows:
                for column in MOMENTS & {name for name in row if row[name]}:
                    row[column] = datetime.fromisoformat(row[column]).replace(tzinfo=UTC)
            if rows:
                connection.execute(tables.tables[table].insert(), rows)
        if version == "0002":
            tables.drop_all(connection, [table for table in tables.sorted_tables if table.name in RESULTS])
        connection.commit()
    return database


def schema(database: Database) -> dict[str, Any]:
    """All tables as the database describes them, whatever the order of their columns."""
    asked = inspect(database.engine)
    kinds = (asked.get_columns, asked.get_foreign_keys, asked.get_indexes, asked.get_unique_constraints)
    return {
        table: [sorted(map(str, kind(table))) for kind in kinds] + [str(asked.get_pk_constraint(table))]
        for table in asked.get_table_names()
        if table != "alembic_version"
    }


def rows(database: Database) -> dict[str, list[Row[Any]]]:
    """All that is stored, but for what tells the database from others."""
    with database.read() as connection:
        return {table.name: list(connection.execute(select(table).order_by(*table.primary_key))) for table in TABLES}


@pytest.mark.parametrize("version", ["0001", "0002", "0003"])
def test_an_old_database_gets_the_tables_of_a_new_one(version: str, address: str) -> None:
    database = left_by(version, address)
    database.upgrade()
    assert len(rows(database)["sheets"]) >= 3
    migrated, tables = schema(database), MetaData()
    with database.write() as connection:
        tables.reflect(connection)
        tables.drop_all(connection)
    database.upgrade()
    assert schema(database) == migrated
    database.close()


BROUGHT = {
    "0004": ("DROP TABLE identity", "ALTER TABLE log DROP COLUMN via"),
    "0005": ("DROP TABLE lessons",),
    "0006": ("ALTER TABLE collections DROP COLUMN house",),
    "0007": ("ALTER TABLE lessons ALTER COLUMN code TYPE VARCHAR(40)",),
}
"""What revisions after these brought."""


@pytest.mark.parametrize("revision", BROUGHT)
def test_what_a_revision_had_not_comes_and_the_rest_stays(revision: str, tables: Database) -> None:
    before = schema(tables), rows(tables)
    identity = tables.identity
    with tables.write() as connection:
        # A column of SQLite keeps texts of any length, and its kind cannot be changed.
        if revision != "0007" or connection.dialect.name == "postgresql":
            for statement in BROUGHT[revision]:
                connection.exec_driver_sql(statement)
        connection.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})
    tables.close()
    tables.upgrade()
    assert (schema(tables), rows(tables)) == before
    assert (tables.identity == identity) == (revision != "0004")


def made_by(version: str) -> dict[str, Any]:
    """The rows that a version wrote, and from 0003 on what it told about each sheet."""
    made: dict[str, Any] = json.loads((HERE / f"made_by_{version}.json").read_text(encoding="utf-8"))
    return made if "tables" in made else {"tables": made}


@pytest.fixture
def old(address: str) -> Iterator[Database]:
    """A database as version 0001 left it."""
    database = left_by("0001", address)
    yield database
    database.close()


def test_points_become_texts_and_the_sheet_goes_on(old: Database) -> None:
    old.upgrade()
    sheets = Sheets(old)
    assert points_of(sheets.read("key-4-of-an-old-sheet---").players[0]) == {"hazards": 9}
    state = sheets.read(KEY)
    stood = [("Anne", {"money": "8"}), ("지훈", {"cities": "-6"})]
    assert [(player.name, player.fields) for player in state.players] == stood
    assert (state.variants, state.revision) == (("simmental",), 8)
    sheets.write(KEY, {(1, "money"): ("8", "9+1"), (2, "things.deliveries.kansas-city"): (None, "2")}, "Anne")
    sheets.undo(KEY, "Anne")
    assert [(player.name, player.fields) for player in sheets.read(KEY).players] == stood


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


# From steps and entries to a log


@pytest.fixture
def tables(address: str) -> Iterator[Database]:
    """A database as version 0003 left it, brought up."""
    database = left_by("0003", address)
    database.upgrade()
    yield database
    database.close()


def told(value: Value) -> list[list[str | None]]:
    return [[typed.text, typed.by] for typed in value.all]


def told_step(step: LogStep) -> list[Any]:
    fields = [[change.seat, change.field, told(change.before), told(change.after)] for change in step.fields]
    return [step.revision, step.kind, step.by, step.at.isoformat(), step.undone, fields]


def rivals(typed: dict[str, list[list[str | None]]]) -> dict[str, tuple[Typed, ...]]:
    return {field: tuple(Typed(text, str(by)) for text, by in all_typed) for field, all_typed in typed.items()}


def test_all_that_stood_on_sheets_stands_there(tables: Database) -> None:
    """The history tells what it told, and what could be done again can still be."""
    sheets = Sheets(tables)
    for name, then in made_by("0003")["told"].items():
        state = sheets.read(then["key"])
        assert state.view_key == then["view_key"], name
        assert (state.edition, list(state.variants), dict(state.fields)) == (
            then["edition"], then["variants"], then["fields"],
        )  # fmt: skip
        assert state.created_at.isoformat() == then["created_at"]
        assert (state.finished_at and state.finished_at.isoformat()) == then["finished_at"], name
        assert state.revision >= then["revision"], "who knew the sheet hears of what is new"
        assert [
            (player.name, player.colour, player.phone, dict(player.fields), dict(player.rivals))
            for player in state.players
        ] == [
            (
                player["name"], player["colour"], player["phone"] and signature_of(player["phone"]), player["fields"],
                rivals(player["rivals"]),
            )
            for player in then["players"]
        ], name  # fmt: skip
        # What is about a step that was forgotten told nothing before either.
        before = [step for step in then["history"] if step[-1]]
        now = [told_step(step) for step in sheets.changes(then["key"], 1000)]
        assert [step[:5] for step in now] == [step[:5] for step in before], name
        standing = {step[0] for step in before if step[1] in ("write", "choose") and not step[4]}
        assert [step for step in now if step[0] in standing] == [step for step in before if step[0] in standing]
        for by, revision in then["redoable"].items():
            step = sheets.redoable(then["key"], [by])
            assert (step and step.revision) == revision, (name, by)


def test_everything_can_be_taken_back(tables: Database) -> None:
    sheets = Sheets(tables)
    for name, then in made_by("0003")["told"].items():
        if then["finished_at"] is None:
            done = sum(step[1] in ("write", "choose") and not step[4] for step in then["history"])
            assert sheets.take_back_to(then["key"], 0) == done, name
    assert all(player.rivals == {} for player in sheets.read(made_by("0003")["told"]["conflicts"]["key"]).players)


def test_results_and_groups_are_as_they_were(tables: Database) -> None:
    made = made_by("0003")
    with tables.read() as connection:
        found = {row.sheet_id: (row.finished_at, row.players) for row in connection.execute(select(finishes))}
    assert found == {
        row["sheet_id"]: (datetime.fromisoformat(row["finished_at"]), row["players"])
        for row in made["tables"]["finishes"]
    }
    group = Groups(tables).group(made["tables"]["collections"][0]["edit_key"])
    assert (len(Groups(tables).games(group)), group.house) == (2, "")
    key = made["told"]["finished"]["key"]
    Sheets(tables).reopen(key)
    state = Sheets(tables).read(key)
    assert (state.finished_at, points_of(state.players[0])) == (None, {"cattle": 11})
