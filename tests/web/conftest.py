"""What the tests of pages share: the app's own sheets, one of two players, and a second device."""

import pytest
from companion.storage.sheets import Name, Sheets, SheetState
from flask import Flask
from flask.testing import FlaskClient


@pytest.fixture
def sheets(app: Flask) -> Sheets:
    """The score sheets of the app that the client asks."""
    return Sheets(app.extensions["database"])


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
