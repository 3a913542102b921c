"""Logs: one JSON object for each request, without the keys of score sheets."""

import io
import json
import logging

import pytest
from companion.sheets.states import Name
from companion.storage.sheets import Sheets
from companion.web import database, logs
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", list(root.handlers))
    monkeypatch.setattr(root, "level", root.level)
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    logs.configure()
    return stream


def test_a_request_is_one_line(client: FlaskClient, stream: io.StringIO) -> None:
    response = client.get("/en/rules/turn/overview")
    (line,) = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert line["method"] == "GET"
    assert line["status"] == 200
    assert line["route"] == "/<language:language>/rules/<path:name>"
    assert line["request_id"] == response.headers["X-Request-Id"]
    assert line["milliseconds"] >= 0
    assert line["level"] == "INFO"


def test_keys_of_sheets_stay_out(client: FlaskClient, stream: io.StringIO) -> None:
    key = Sheets(database.opened(client.application)).create([Name("A", "blue")], 2, []).edit_key
    assert client.get(f"/en/score/{key}").status_code == 200
    assert stream.getvalue()
    assert str(key) not in stream.getvalue()


def test_a_fault_tells_neither_the_key_nor_what_was_sent(
    client: FlaskClient, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheets = Sheets(database.opened(client.application))
    key = str(sheets.create([Name("Anna", "blue")], 2, []).edit_key)
    monkeypatch.setattr("companion.web.score.pad_of", lambda *_, **__: 1 / 0)
    monkeypatch.setitem(client.application.config, "TESTING", False)
    assert client.get(f"/en/score/{key}").status_code == 500
    with sheets.database.reading() as session, pytest.raises(DBAPIError) as failed:
        session.execute(text("SELECT :secret FROM nowhere"), {"secret": "Anna"})
    assert "Anna" not in str(failed.value)
    assert "ZeroDivisionError" in stream.getvalue()
    assert key not in stream.getvalue()
