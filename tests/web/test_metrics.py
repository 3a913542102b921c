"""Figures for whoever runs the app: what is counted, and under which names."""

from collections.abc import Callable, Mapping

import pytest
from companion.app import create_app
from companion.sheets.states import Name
from companion.storage.errors import NoAnswer
from companion.storage.sheets import Sheets
from companion.web import database
from companion.web.metrics import Metrics
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families as families
from sqlalchemy import text

Figure = Callable[..., float]
REQUESTS, WAITS = "companion_request_seconds_count", "companion_database_wait_seconds_count"
RULE, SHEET = "/<language:language>/rules/<path:name>", "/<language:language>/score/<key>"


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Flask, Metrics]:
    """An app of which is counted what visitors do."""
    instance = str(tmp_path_factory.mktemp("instance"))
    app = create_app({"INSTANCE": instance, "WTF_CSRF_ENABLED": False, "TRUSTED_HOSTS": "localhost"})
    return app, Metrics(app)


@pytest.fixture
def visitor(counted: tuple[Flask, Metrics]) -> FlaskClient:
    return counted[0].test_client()


@pytest.fixture
def figure(counted: tuple[Flask, Metrics]) -> Figure:
    """How much a figure, of all that have these labels, has grown since the test began."""

    def samples() -> Mapping[tuple[str, frozenset[tuple[str, str]]], float]:
        told = families(generate_latest(counted[1].registry).decode())
        return {(one.name, frozenset(one.labels.items())): one.value for family in told for one in family.samples}

    before = samples()

    def grown(name: str, **labels: str) -> float:
        return sum(
            value - before.get((found, having), 0)
            for (found, having), value in samples().items()
            if found == name and labels.items() <= set(having)
        )

    return grown


def test_requests_are_counted_by_route(visitor: FlaskClient, figure: Figure) -> None:
    for address in ("/en/rules/movement/hand-fees", "/ko/rules/movement/hand-fees", "/en/rules/movement/none"):
        visitor.get(address)
    assert figure(REQUESTS, route=RULE, method="GET", status="200") == 2
    assert figure(REQUESTS, route=RULE, method="GET", status="404") == 1
    assert figure(REQUESTS) == 3


def test_what_visitors_make_up_makes_no_rows(visitor: FlaskClient, figure: Figure) -> None:
    for number in range(5):
        visitor.open(f"/made-up/{number}", method=f"MADE{number}")
        visitor.get("/", headers={"Host": f"made-up-{number}.example"})
    assert figure(REQUESTS, route="none", method="other") == 5
    assert figure(REQUESTS, status="400") == 5
    assert figure(REQUESTS) == 10


def test_entries_and_questions(counted: tuple[Flask, Metrics], visitor: FlaskClient, figure: Figure) -> None:
    sheet = Sheets(database.opened(counted[0])).create([Name("Anna", "blue"), Name("Ben", "red")], 2, [])
    address, write = f"/en/score/{sheet.edit_key}", {"p1-money": "3", "p2-money": "4", "write": "a-write-of-one"}
    for _ in range(2):
        # The second time it is the same write, which arrives again.
        assert visitor.post(address, data=write).status_code == 303
    visitor.post(address, data={"p1-cities": "nonsense"})
    assert figure("companion_entries_total") == 2
    assert figure(REQUESTS, route=SHEET, method="POST") == 3
    for _ in range(3):
        assert visitor.get(f"{address}/changes?since=1").status_code == 204
    assert figure(REQUESTS, route=f"{SHEET}/changes", status="204") == 3


def test_waits_for_the_database(counted: tuple[Flask, Metrics], figure: Figure) -> None:
    stored = database.opened(counted[0])
    with stored.read() as connection:
        connection.execute(text("SELECT 1"))
    looked = figure(WAITS, what="statement")
    assert looked >= 1
    assert figure(WAITS, what="commit") == 0
    with stored.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
    assert figure(WAITS, what="statement") > looked
    assert figure(WAITS, what="commit") == 1
    with pytest.raises(NoAnswer), stored.read() as connection:
        connection.execute(text("SELECT nothing FROM nowhere"))
    assert figure(WAITS, what="failed statement") == 1
