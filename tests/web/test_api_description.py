"""The description of the API is as strict as the API: what it allows is taken, what it forbids is refused.

That every answer is one that it lists is checked by the client of all tests (`DescribedClient`).
"""

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest
from companion.app import create_app
from companion.book.search.index import MAX_QUERY_LENGTH
from companion.engine import code_schema, editions, encode, read_action, read_position, variants
from companion.engine.format.jsontext import MAX_CHARACTERS
from companion.web.api.document import openapi_document
from companion.web.limits import API_REQUESTS, JUDGING
from companion.web.sanitise import BLANK, one_line
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine, event
from werkzeug.test import TestResponse

from tests.conftest import every
from tests.profiles import examples
from tests.web.described import DescribedClient, Probes, resolved, simplest, validator

JSON = "application/json"
MALFORMED = {400, 413, 415, 422}
OPERATIONS = [(path, method.upper()) for path, methods in openapi_document()["paths"].items() for method in methods]
ASKED = {
    path: methods["post"]["requestBody"]["content"][JSON]["schema"]
    for path, methods in openapi_document()["paths"].items()
    if "post" in methods
}
PARAMETERS = {
    parameter["name"]: parameter["schema"]
    for methods in openapi_document()["paths"].values()
    for operation in methods.values()
    for parameter in operation["parameters"]
}
LINE = resolved({"$ref": "#/components/schemas/ActionLine"})


def ask(client: FlaskClient, path: str, value: Any) -> TestResponse:
    return client.post(path, data=json.dumps(value), content_type=JSON)


def ask_simply(client: FlaskClient, path: str, method: str, headers: Any = None) -> TestResponse:
    """The simplest question that an operation takes."""
    sent = {"json": simplest(ASKED[path])} if path in ASKED else {}
    query = {"q": "fee"} if path.endswith("search") else {}
    return client.open(path, method=method, query_string=query, headers=headers, **sent)


def codes(response: TestResponse) -> set[str]:
    return {problem["code"] for problem in (response.json or {})["error"]["problems"]}


def in_widest_game(value: Any, edition: int) -> Any:
    """A body about a game of an edition with everything that there is to play."""
    if "position" in value:
        return {**value, "position": in_widest_game(value["position"], edition)}
    return {**value, "game": {**value.get("game", {}), "edition": edition, "variants": list(variants(edition))}}


@pytest.mark.parametrize("share", [3, pytest.param(1, marks=pytest.mark.thorough)])
def test_every_limit_of_a_body_is_that_of_the_app(client: FlaskClient, share: int) -> None:
    probes, taken, wrong = Probes(), 0, []
    for path, schema in ASKED.items():
        allows = validator(schema).is_valid
        for value in itertools.islice(probes.of(schema), 0, None, share):
            response = ask(client, path, value)
            allowed = allows(value)
            if allowed and response.status_code in MALFORMED:
                # The description has the words and figures of all games; a position takes those of its own.
                answers = [ask(client, path, in_widest_game(value, edition)) for edition in editions()]
                response = min(answers, key=lambda answer: answer.status_code)
            if allowed and response.status_code in MALFORMED and "house-contradiction" in codes(response):
                # Which figures hold together, no schema says.
                continue
            taken += allowed
            if allowed == (response.status_code in MALFORMED):
                wrong.append((path, response.status_code, json.dumps(value)[:200]))
    assert wrong == []
    assert taken > 200 / share


def test_a_body_is_as_long_as_is_told(client: FlaskClient) -> None:
    for path, schema in ASKED.items():
        told = openapi_document()["paths"][path]["post"]["requestBody"]["description"]
        assert f"at most {MAX_CHARACTERS} characters" in told
        text = json.dumps(simplest(schema)).ljust(MAX_CHARACTERS - 1)
        for end, status in (("\u2003", 422), (" ", 200), ("  ", 413)):
            response = client.post(path, data=(text + end).encode(), content_type=JSON)
            assert response.status_code in ({200, 409} if status == 200 else {status})


@every("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_a_body_is_of_the_type_that_is_told(client: FlaskClient, kind: str) -> None:
    for path, schema in ASKED.items():
        assert client.post(path, data=json.dumps(simplest(schema)), content_type=kind).status_code == 415


@examples(500)
@given(st.from_regex(LINE["pattern"], fullmatch=True))
def test_every_line_that_the_description_allows_is_an_action(line: str) -> None:
    if len(line) <= LINE["maxLength"]:
        read_action(line)


@examples(500)
@given(st.from_regex(code_schema()["pattern"], fullmatch=True))
def test_only_the_check_of_a_share_code_is_not_described(app: Flask, code: str) -> None:
    code = code[: code_schema()["maxLength"]]
    response = ask(app.test_client(), "/api/v1/score", {"position": code})
    assert response.status_code == 200 or codes(response) == {"code-damaged"}


def test_a_share_code_is_as_long_as_is_told(client: FlaskClient) -> None:
    longest = "a".ljust(code_schema()["maxLength"], "A")
    assert validator(code_schema()).is_valid(encode(read_position("{}")))
    for code, problem in ((longest, "code-damaged"), (longest + "A", "code-too-long")):
        assert validator(code_schema()).is_valid(code) == (problem == "code-damaged")
        assert codes(ask(client, "/api/v1/score", {"position": code})) == {problem}


def test_what_a_line_shows_nothing_of() -> None:
    for sign in map(chr, range(0x10000)):
        assert (not one_line(sign)) == bool(re.fullmatch(f"[{BLANK}]", sign)), hex(ord(sign))


QUERIES = [
    *("", " ", "\0", "a\0", "\v", "\u202e", "\u3000a", "\ufeff", "a" * 5000, "\U0001f402", " \n"),
    *(" " * spaces + "a" for spaces in (MAX_QUERY_LENGTH - 1, MAX_QUERY_LENGTH)),
]
VALUES = [
    *(("q", query) for query in QUERIES),
    *(("limit", text) for text in ("", "-1", "0", "1", "100", "101", "x", "5.5", "9" * 20)),
    *(("lang", text) for text in ("", "en", "ko", "EN", "xx", "en ")),
]


def check_value(client: FlaskClient, name: str, text: str) -> None:
    schema = PARAMETERS[name]
    whole = schema["type"] == "integer" and re.fullmatch("-?[0-9]+", text)
    allowed = validator(schema).is_valid(int(text) if whole else text)
    response = client.get("/api/v1/search", query_string={"q": "fee", name: text})
    assert response.status_code == (200 if allowed else 400), text


@every(("name", "text"), VALUES, ids=[f"{name}-{text[:9]!a}-{len(text)}" for name, text in VALUES])
def test_a_parameter_is_what_is_told(client: FlaskClient, name: str, text: str) -> None:
    check_value(client, name, text)


@examples(500)
@given(
    st.builds(
        str.__add__, st.sampled_from(["", " " * (MAX_QUERY_LENGTH - 2)]), st.text(" \t\v\0\u2003\u2066a", max_size=4)
    )
)
def test_a_query_is_what_is_told(app: Flask, query: str) -> None:
    check_value(app.test_client(), "q", query)


@every(("path", "method"), OPERATIONS)
def test_other_methods_and_conditions_are_described(client: FlaskClient, path: str, method: str) -> None:
    """Whatever the status is, the client finds it in the description."""
    for other in ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "NONSENSE"):
        ask_simply(client, path, other)
    answer = ask_simply(client, path, method)
    statuses = {
        ask_simply(client, path, method, headers).status_code
        for headers in (
            {"If-None-Match": answer.headers.get("ETag", "*")},
            {"If-Match": '"other"'},
            {"Range": "bytes=0-3"},
            {"Host": "a..b"},
        )
    }
    assert statuses == ({200, 304, 400, 412} if method == "GET" else {answer.status_code, 400})


def test_too_many_requests_are_described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(API_REQUESTS, "often", "1 per minute")
    monkeypatch.setattr(JUDGING, "often", "1 per minute")
    app = create_app({"TESTING": True, "INSTANCE": str(tmp_path)})
    app.test_client_class = DescribedClient
    for _ in range(2):
        statuses = {ask_simply(app.test_client(), path, method).status_code for path, method in OPERATIONS}
    assert statuses == {429}


def test_no_answer_waits_for_the_database(client: FlaskClient) -> None:
    """Which is why no operation lists 503."""

    def fail(*_: object) -> None:
        raise AssertionError("asked the database")

    event.listen(Engine, "before_cursor_execute", fail)
    try:
        statuses = [ask_simply(client, path, method).status_code for path, method in OPERATIONS]
    finally:
        event.remove(Engine, "before_cursor_execute", fail)
    assert set(statuses) <= {200, 409}
