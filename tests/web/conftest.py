"""What the tests of pages share: the app's own sheets, one of two players, and a second device."""

from collections.abc import Iterator
from typing import Any

import pytest
from companion.app import create_app
from companion.sheets.states import Name, SheetState
from companion.storage.sheets import Sheets
from companion.web import database
from flask import Flask, has_request_context, request
from flask.testing import FlaskClient
from sqlalchemy import Engine, event

from tests.web.phones import Phone


@pytest.fixture(autouse=True)
def looking_writes_nothing() -> Iterator[None]:
    """Whatever is looked at in any of these tests: visitors without a cookie would fill the disk with rows."""

    def watch(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        looking = has_request_context() and request.method in ("GET", "HEAD") and request.path != "/healthz"
        assert not looking or not statement.startswith(("INSERT", "UPDATE", "DELETE")), f"{request.path}: {statement}"

    event.listen(Engine, "before_cursor_execute", watch)
    yield
    event.remove(Engine, "before_cursor_execute", watch)


@pytest.fixture
def sheets(app: Flask) -> Sheets:
    """The score sheets of the app that the client asks."""
    return Sheets(database.opened(app))


@pytest.fixture
def sheet(sheets: Sheets) -> SheetState:
    """An empty sheet of two players."""
    return sheets.create([Name("Anna", "blue"), Name("Ben", "red")], 2, [])


@pytest.fixture
def key(sheet: SheetState) -> str:
    """The key that lets its owner write in the sheet."""
    assert sheet.edit_key is not None
    return sheet.edit_key


@pytest.fixture
def another(app: Flask) -> FlaskClient:
    """A second device."""
    return app.test_client()


@pytest.fixture
def phone(client: FlaskClient, sheets: Sheets, key: str) -> Phone:
    """A device that may write in the sheet."""
    return Phone(client, sheets, key)


@pytest.fixture
def other(another: FlaskClient, sheets: Sheets, key: str) -> Phone:
    """A second device that may write in it."""
    return Phone(another, sheets, key)


@pytest.fixture
def looking(client: FlaskClient, sheets: Sheets, sheet: SheetState) -> Phone:
    """The first device with the link that shows the sheet and writes nothing."""
    return Phone(client, sheets, sheet.view_key)


@pytest.fixture(scope="session")
def away(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app on a phone, with a database of its own."""
    instance = str(tmp_path_factory.mktemp("away"))
    settings = {"SECRET_KEY": "another, for tests", "WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False}
    app = create_app({"TESTING": True, "INSTANCE": instance, "ON_PHONE": True, **settings})
    yield app
    database.opened(app).close()
