"""Error pages: the right code, in the reader's language, and what to do."""

import gzip
import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from companion.app import create_app
from companion.sheets.states import Name
from companion.storage.database import Database
from companion.storage.errors import NoAnswer
from companion.storage.sheets import Sheets
from companion.web import database, rules
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import DataError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tests.conftest import every


def failing(fault: Exception) -> Callable[..., None]:
    """Something that does nothing but fail."""

    def fail(*_: object, **__: object) -> None:
        raise fault

    return fail


@pytest.mark.parametrize("address", ["check/hire/?v=1&d=-1", "check/board/aAAA", "nowhere"])
def test_a_refusal_is_as_short_on_the_line_as_an_answer(client: FlaskClient, address: str) -> None:
    plain = client.get(f"/en/{address}")
    short = client.get(f"/en/{address}", headers={"Accept-Encoding": "gzip"})
    assert plain.status_code == short.status_code >= 400
    assert short.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(short.data) == plain.data
    if "Etag" in short.headers:
        again = client.get(
            f"/en/{address}", headers={"Accept-Encoding": "gzip", "If-None-Match": short.headers["Etag"]}
        )
        assert (again.status_code == 304) == (again.data == b"")


def test_nothing_stays_nothing_on_the_line(client: FlaskClient) -> None:
    answer = client.options("/api/v1/search", headers={"Accept-Encoding": "gzip"})
    assert (answer.status_code, answer.data, "Content-Encoding" in answer.headers) == (200, b"", False)


def test_wrong_method(client: FlaskClient) -> None:
    answer = client.post("/en/rules/")
    assert (answer.status_code, "GET" in answer.allow) == (405, True)


def test_a_fault_of_ours(app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(rules, "look_for", failing(RuntimeError("a secret detail")))
    monkeypatch.setitem(app.config, "TESTING", False)
    with caplog.at_level(logging.ERROR):
        response = app.test_client().get("/ko/rules/search?q=toll")
    assert response.status_code == 500
    assert "a secret detail" not in response.get_data(as_text=True)
    assert "문제가 생겼습니다" in response.get_data(as_text=True)
    assert "a secret detail" in caplog.text


def test_health_tells_what_is_wrong(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    well = client.get("/healthz")
    assert (well.status_code, well.json) == (200, {"status": "ok"})
    monkeypatch.setattr(Database, "trouble", lambda _: "the database does not answer")
    ill = client.get("/healthz")
    assert (ill.status_code, ill.json) == (503, {"status": "the database does not answer"})


@pytest.mark.parametrize(
    "fault",
    [
        OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full")),
        OperationalError("INSERT", {}, sqlite3.OperationalError("database is locked")),
        InterfaceError("SELECT", {}, Exception("connection lost")),
        PoolTimeout(),
    ],
    ids=lambda fault: str(getattr(fault, "orig", None) or "all connections busy"),
)
@pytest.mark.parametrize("scripts", [True, False])
def test_a_database_that_fails_is_asked_again_later(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, fault: Exception, scripts: bool
) -> None:
    key = Sheets(database.opened(client.application)).create([Name("A", "blue")], 2, []).edit_key
    monkeypatch.setattr("companion.storage.logs.lock_log", failing(fault))
    headers = {"HX-Request": "true"} if scripts else {}
    response = client.post(f"/en/score/{key}", data={"p1-workers": "4"}, headers=headers)
    assert (response.status_code, response.headers["Retry-After"]) == (503, "10")
    assert "Nothing that was stored is lost" in response.get_data(as_text=True)
    assert "Refresh" not in response.headers  # the page that was sent from keeps what was typed and asks again


def test_a_page_that_cannot_be_read_now_loads_again_by_itself(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = OperationalError(None, None, sqlite3.OperationalError("locked"))
    monkeypatch.setattr("companion.storage.sheets.read_log", failing(locked))
    response = client.get("/en/score/" + "a" * 24)
    assert (response.status_code, response.headers["Refresh"]) == (503, "10")


def test_a_sheet_is_read_while_nothing_can_be_written(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def full(_: Database) -> Iterator[None]:
        raise NoAnswer("full")
        yield

    client.post("/en/score/", data=ANNA)
    other = Sheets(database.opened(client.application)).create([Name("A", "blue")], 2, []).edit_key
    monkeypatch.setattr(Database, "write", full)
    assert client.get(f"/en/score/{other}").status_code == 200
    assert client.get("/en/score/history").status_code == 200
    monkeypatch.undo()
    client.get(f"/en/score/{other}")
    assert str(other) in client.get("/en/score/").get_data(as_text=True)


ANNA = {"people-0-name": "Anna", "people-0-colour": "red"}

HOSTS = ["a..b", ".a", f"{'a' * 64}.org", "a..b:80"]


@every("host", HOSTS)
@every("address", ["/", "/en/rules/", "/healthz", "/static/app.css", "/nowhere"])
def test_a_host_that_cannot_be(client: FlaskClient, caplog: pytest.LogCaptureFixture, host: str, address: str) -> None:
    with caplog.at_level(logging.INFO):
        response = client.get(address, headers={"Host": host})
    assert response.status_code == 400
    assert "That request was not understood" in response.get_data(as_text=True)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


def test_what_a_database_cannot_hold_is_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = DataError("INSERT", {}, Exception("text fields cannot contain NUL bytes"))
    monkeypatch.setattr("companion.storage.sheets.begin", failing(fault))
    assert client.post("/en/score/", data=ANNA).status_code == 400


def test_the_app_answers_for_the_hosts_that_it_is_told(tmp_path: Path) -> None:
    app = create_app({"INSTANCE": str(tmp_path), "TRUSTED_HOSTS": "trail.example, .tables.example"})
    there = {
        host: app.test_client().get("/en/rules/", headers={"Host": host}).status_code
        for host in ("trail.example", "red.tables.example", "elsewhere.example")
    }
    assert there == {"trail.example": 200, "red.tables.example": 200, "elsewhere.example": 400}


@pytest.mark.parametrize("body", ["[1,2]", '"x"', "null", '{"people": [1]}', '{"position": {"players": {}}}', "{"])
def test_json_in_place_of_a_form_breaks_no_page(app: Flask, client: FlaskClient, body: str) -> None:
    """Whatever takes a form reads a body of JSON as an empty one, or refuses it."""
    addresses = [
        rule.rule.replace("<language:language>", "en").replace("<int:", "<").replace("<seat>", "1")
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ())
    ]
    assert len(addresses) > 20
    for address in addresses:
        answer = client.post(re.sub(r"<[^>]+>", "x", address), data=body, content_type="application/json")
        assert answer.status_code < 500, address


@every(
    ("told", "host"),
    [
        ("Trail.Example", "trail.example"),
        ("trail.example.", "trail.example"),
        ("[::1]", "[::1]:8000"),
        ("trail.example", "TRAIL.example"),
    ],
)
def test_a_host_is_the_same_however_it_is_written(tmp_path: Path, told: str, host: str) -> None:
    app = create_app({"INSTANCE": str(tmp_path), "TRUSTED_HOSTS": told})
    assert app.test_client().get("/robots.txt", headers={"Host": host}).status_code == 200


def test_a_name_that_no_alphabet_has_is_refused(app: Flask) -> None:
    """The library of the tests cannot send it itself."""
    status = []
    environ = app.test_request_context("/en/rules/").request.environ | {"HTTP_HOST": "xn--a"}
    list(app.wsgi_app(environ, lambda line, *_: status.append(line)))
    assert status == ["400 BAD REQUEST"]
