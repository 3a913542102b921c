"""Logs: one JSON object for each request, without the keys of score sheets."""

import io
import json
import logging

import pytest
from companion.storage.sheets import Name, Sheets
from companion.web import logs
from flask.testing import FlaskClient


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
    key = Sheets(client.application.extensions["database"]).create([Name("A", "blue")], 2, []).edit_key
    assert client.get(f"/en/score/{key}").status_code == 200
    assert stream.getvalue()
    assert str(key) not in stream.getvalue()
