"""Logs: for each request a JSON object, or on a terminal a line, without the keys of score sheets."""

import io
import json
import logging
import re

import pytest
from companion import logs
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from tests.web.phones import Phone


class Terminal(io.StringIO):
    """Something with a reader in front of it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def restored(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Logging as it was before, afterwards."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", list(root.handlers))
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return monkeypatch


def logged(restored: pytest.MonkeyPatch, there: io.StringIO, *log_format: str) -> io.StringIO:
    """Log there from now on."""
    restored.setattr("sys.stderr", there)
    logs.configure(*log_format)
    return there


@pytest.fixture
def stream(restored: pytest.MonkeyPatch) -> io.StringIO:
    return logged(restored, io.StringIO())


@pytest.fixture
def terminal(restored: pytest.MonkeyPatch) -> io.StringIO:
    return logged(restored, Terminal())


def test_on_a_terminal_a_request_is_a_line_for_people(client: FlaskClient, terminal: io.StringIO) -> None:
    client.get("/en/rules/turn/overview")
    client.get("/en/offline/no-signal")
    client.get("/nothing/here")
    times, lines = zip(*(line.split(" ", 1) for line in terminal.getvalue().splitlines()), strict=True)
    assert all(re.fullmatch(r"\d\d:\d\d:\d\d", time) for time in times)
    assert [re.sub(r"\d+ ms$", "# ms", line) for line in lines] == [
        "200 GET /<language>/rules/<name> # ms",
        "200 GET /<language>/offline/<why> # ms",
        "404 GET no such address # ms",
    ]


@pytest.mark.parametrize(
    ("level", "colour", "ends"),
    [(logging.INFO, "", ""), (logging.WARNING, "\x1b[33m", "\x1b[0m"), (logging.ERROR, "\x1b[31m", "\x1b[0m")],
)
def test_what_is_wrong_is_coloured(terminal: io.StringIO, level: int, colour: str, ends: str) -> None:
    logging.getLogger("companion.here").log(level, "tidied", extra={"sheets": 3, "games": 0})
    assert re.fullmatch(
        rf"{re.escape(colour)}\d\d:\d\d:\d\d tidied \(sheets 3, games 0\){re.escape(ends)}\n", terminal.getvalue()
    )


def test_colours_can_be_refused(restored: pytest.MonkeyPatch) -> None:
    restored.setenv("NO_COLOR", "1")
    terminal = logged(restored, Terminal())
    logging.getLogger("companion.here").warning("slow")
    assert "\x1b" not in terminal.getvalue()


@pytest.mark.parametrize(("there", "log_format"), [(io.StringIO, "text"), (Terminal, "json")])
def test_another_format_can_be_asked_for(
    restored: pytest.MonkeyPatch, there: type[io.StringIO], log_format: str
) -> None:
    stream = logged(restored, there(), log_format)
    logging.getLogger("companion.here").info("tidied")
    assert stream.getvalue().startswith("{") == (log_format == "json")


def test_a_request_is_one_line(client: FlaskClient, stream: io.StringIO) -> None:
    response = client.get("/en/rules/turn/overview")
    (line,) = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert (line["method"], line["status"], line["level"]) == ("GET", 200, "INFO")
    assert line["route"] == "/<language:language>/rules/<path:name>"
    assert line["request_id"] == response.headers["X-Request-Id"]
    assert line["milliseconds"] >= 0


def test_keys_of_sheets_stay_out_and_so_does_what_a_fault_was_about(
    phone: Phone, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert phone.get().status_code == 200
    assert stream.getvalue()
    monkeypatch.setattr("companion.web.score.pad_of", lambda *_, **__: 1 / 0)
    monkeypatch.setitem(phone.client.application.config, "TESTING", False)
    assert phone.get().status_code == 500
    with phone.sheets.database.read() as connection, pytest.raises(DBAPIError) as failed:
        connection.execute(text("SELECT :secret FROM nowhere"), {"secret": "Anna"})
    assert "Anna" not in str(failed.value)
    assert "ZeroDivisionError" in stream.getvalue()
    assert phone.key not in stream.getvalue()
