"""The JSON API: the same answers as the pages and the command, errors of one shape, described by its document."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from companion import engine
from companion.app import create_app
from companion.cli import main
from companion.engine.format.jsontext import MAX_CHARACTERS
from companion.sentences import answers
from companion.web.limits import API_REQUESTS
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from tests.conftest import LANGUAGES, every
from tests.engine.test_cases import CASES
from tests.engine.test_reading import UNREADABLE
from tests.web.html import Page
from tests.web.test_errors import failing

CHECK, SEARCH, OPENAPI = "/api/v1/check", "/api/v1/search", "/api/v1/openapi.json"
JUDGED = {"position", "action"}
IMPOSSIBLE = {"players": {"blue": {"workers": {"cowboy": 7}}}}


def dealt(*variants: str) -> dict[str, Any]:
    """The plain start of a game."""
    return engine.to_plain(engine.start(4, variants, chance=engine.Chance(1)))


@pytest.fixture(scope="module")
def document(app: Flask) -> Any:
    return app.test_client().get(OPENAPI).json


def refused(response: TestResponse, status: int, code: str) -> Any:
    """The error of a refusal. That it has the shape of all errors, the client has seen to."""
    assert response.status_code == status
    assert response.mimetype == "application/json"
    assert "Set-Cookie" not in response.headers
    assert response.json is not None
    error = response.json["error"]
    assert error["code"] == code
    assert error["message"]
    return error


def test_an_impossible_position(client: FlaskClient) -> None:
    response = client.post(CHECK, json=IMPOSSIBLE)
    path = "players.blue.workers.cowboy"
    figures = {"player": "blue", "worker": "cowboy", "have": 7, "least": 1, "most": 6}
    finding = {
        "code": "worker-row-out-of-range",
        "params": {**figures, "places": [path]},
        "path": path,
        "section": "job-market/workers",
        "severity": "impossible",
        "text": "Blue has 7 cowboys. A row holds 1 to 6, the printed worker included.",
    }
    share = engine.encode(engine.read_position(json.dumps(IMPOSSIBLE)))
    assert response.json == {"possible": False, "findings": [finding], "share": share}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_says_the_same(client: FlaskClient, language: str) -> None:
    for plain, possible in (({}, True), (IMPOSSIBLE, False), (dealt(), True)):
        text = json.dumps(plain)
        told = CliRunner().invoke(main, ["check", "-", "--json", "--lang", language], input=text).stdout
        answer: Any = client.post(f"{CHECK}?lang={language}", data=text, content_type="application/json").json
        assert answer == json.loads(told)
        assert (answer["possible"], not answer["findings"]) == (possible, possible)


def test_whose_cowboys_worked_may_be_left_open(client: FlaskClient) -> None:
    """Nobody is told who has used too many, so nothing is said of anybody."""
    answer = client.post(CHECK, json={"turn": {"cowboys_used": 7}})
    assert (answer.status_code, (answer.json or {})["findings"]) == (200, [])
    answer = client.post(CHECK, json={"turn": {"cowboys_used": 7, "player": "blue"}})
    assert [finding["code"] for finding in (answer.json or {})["findings"]] == ["cowboys-used-up"]


@pytest.mark.parametrize("language", ["en", pytest.param("ko", marks=pytest.mark.thorough)])
def test_the_command_finds_the_same(client: FlaskClient, language: str) -> None:
    told = CliRunner().invoke(main, ["search", "toll", "--json", "--lang", language, "--limit", "3"]).stdout
    assert client.get(f"{SEARCH}?q=toll&lang={language}&limit=3").json == json.loads(told)


BAD = {code: case["bad"]["position"] for code, case in CASES.items() if case["bad"].keys() & JUDGED == {"position"}}


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.thorough)])
@every(("number", "code"), enumerate(BAD))
def test_every_reason_is_told(client: FlaskClient, number: int, code: str, share: int) -> None:
    """By the API (as the document says: see `DescribedClient`); the page and the link of every fourth tell the same."""
    text = BAD[code]
    answer: Any = client.post(CHECK, data=text, content_type="application/json").json
    found = {finding["code"]: finding["severity"] for finding in answer["findings"]}
    assert found[code] == engine.REASONS[code].severity
    assert answer["possible"] == ("impossible" not in found.values())
    if number % share:
        return
    for page in (
        Page(client.post("/ko/check/", data={"position": text})),
        Page(client.get(f"/ko/position/{answer['share']}")),
    ):
        assert len(page.all("a", class_="rule-link")) == len(answer["findings"])
        assert {part.get("class", "").split()[-1] for part in page.all("section", class_="part")} == set(found.values())
        ids = {element.get("id") for element in page.root.iter()}
        assert {(link.get("href") or "")[1:] for link in page.all("a", class_="where-link")} <= ids


# Query, Accept-Language and cookie, and the language of the answer.
WISHES = [
    ("", {}, "en"),
    ("?lang=ko", {}, "ko"),
    ("?lang=en", {"Accept-Language": "ko"}, "en"),
    ("", {"Accept-Language": "ko-KR,en;q=0.5"}, "ko"),
    ("", {"Accept-Language": "pl"}, "en"),
    ("", {"Cookie": "table=%7B%22language%22%3A%22ko%22%7D"}, "en"),
]


@every(("query", "headers", "language"), WISHES)
def test_languages(client: FlaskClient, query: str, headers: dict[str, str], language: str) -> None:
    words = {"en": "Blue has 7", "ko": "파란색 플레이어의"}
    response = client.post(CHECK + query, json=IMPOSSIBLE, headers=headers)
    assert response.json is not None
    assert words[language] in response.json["findings"][0]["text"]
    refusal = client.post(CHECK + query, data="{", content_type="application/json", headers=headers).json
    assert refusal is not None
    assert refusal["error"]["message"].startswith({"en": "The text is no", "ko": "상황으로 읽을 수 없는"}[language])


@every(("text", "problems"), UNREADABLE, ids=[text[:30] for text, _ in UNREADABLE])
def test_unreadable_positions(client: FlaskClient, text: str, problems: Any) -> None:
    response = client.post(CHECK, data=text.encode(), content_type="application/json")
    too_long = len(text) > MAX_CHARACTERS
    error = refused(response, *((413, "too-much") if too_long else (422, "unreadable")))
    assert [(one["code"], one["line"], one["path"]) for one in error["problems"]] == problems
    assert all(one["text"] for one in error["problems"])


JSON = {"Content-Type": "application/json"}

# Method, address, body, headers; status and code of the refusal. What every question is refused for is tried of all
# of them in `test_api_engine.py`.
REFUSALS: list[tuple[str, str, bytes, dict[str, str], int, str]] = [
    ("POST", CHECK, b'{"\xed\xa0\x80": 1}', JSON, 400, "not-utf-8"),
    ("POST", CHECK, b"", JSON, 422, "unreadable"),
    ("DELETE", SEARCH, b"", {}, 405, "wrong-method"),
    ("POST", OPENAPI, b"", {}, 405, "wrong-method"),
    ("GET", SEARCH, b"", {}, 400, "bad-parameter"),
    ("GET", f"{SEARCH}?q=%20%00", b"", {}, 400, "bad-request"),
    ("GET", f"{SEARCH}?q=%20%20", b"", {}, 400, "bad-parameter"),
    ("GET", f"{SEARCH}?q=a&limit=0", b"", {}, 400, "bad-parameter"),
    ("GET", f"{SEARCH}?q=a&limit=101", b"", {}, 400, "bad-parameter"),
    ("GET", f"{SEARCH}?q=a&limit=-1", b"", {}, 400, "bad-parameter"),
    ("GET", f"{SEARCH}?q=a&limit={'9' * 5000}", b"", {}, 400, "bad-parameter"),
    ("GET", f"{SEARCH}?q=a&limit=%D9%A3", b"", {}, 400, "bad-parameter"),
    ("GET", f"{SEARCH}?q=a&limit=", b"", {}, 400, "bad-parameter"),
    ("GET", f"{SEARCH}?q=a&lang=", b"", {}, 400, "bad-parameter"),
    ("GET", "/api/v1/", b"", {}, 404, "not-found"),
    ("GET", "/api/v2/check", b"", {}, 404, "not-found"),
    ("POST", "/api/v1/check/", b"{}", JSON, 404, "not-found"),
]


@every(("method", "address", "body", "headers", "status", "code"), REFUSALS)
def test_refusals(client: FlaskClient, method: str, address: str, body: bytes, headers: Any, status: int, code: str):
    refused(client.open(address, method=method, data=body, headers=headers), status, code)


def test_a_fault_of_ours(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "check", failing(RuntimeError("a secret detail")))
    monkeypatch.setitem(app.config, "TESTING", False)
    response = app.test_client().post(CHECK, json={})
    refused(response, 500, "our-fault")
    assert "secret" not in response.text


def test_nobody_asks_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(API_REQUESTS, "often", "3 per minute")
    client = create_app({"TESTING": True, "INSTANCE": str(tmp_path)}).test_client()
    assert [client.get(f"{SEARCH}?q=fee").status_code for _ in range(3)] == [200] * 3
    response = client.post(CHECK, json={})
    refused(response, 429, "too-often")
    assert 0 < int(response.headers["Retry-After"]) <= 60
    assert client.get("/en/rules/").status_code == 200


def test_search(client: FlaskClient) -> None:
    response = client.get(f"{SEARCH}?q=fee&limit=2")
    assert response.json is not None
    assert len(response.json["hits"]) == 2
    assert client.get(f"{SEARCH}?q=xyzzy").json == {"hits": [], "components": []}
    assert response.headers["Cache-Control"].startswith("public")
    assert "Accept-Language" in response.vary


def test_no_answer_may_be_read_by_other_sites(client: FlaskClient) -> None:
    for response in (client.post(CHECK, json={}), client.get(f"{SEARCH}?q=a"), client.get(OPENAPI)):
        assert not [name for name, _ in response.headers if name.startswith("Access-Control")]
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in response.headers


def test_every_route_is_in_the_document(app: Flask, document: Any) -> None:
    routes = {
        (rule.rule, method.lower())
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("api.")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {(path, method) for path, methods in document["paths"].items() for method in methods}


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def test_the_document_is_sound(document: Any) -> None:
    assert document["openapi"].startswith("3.1")
    for reference in references(document):
        found = document
        for key in reference.removeprefix("#/").split("/"):
            found = found[key]
        assert found
    for one in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(one)
    operations = [operation for methods in document["paths"].values() for operation in methods.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    finding = document["components"]["schemas"]["Finding"]["properties"]
    assert set(finding["code"]["enum"]) == set(engine.REASONS)
    assert set(finding["severity"]["enum"]) == {"impossible", "suspicious", "note"}


def test_the_document_says_the_same_of_positions_as_the_engine(document: Any) -> None:
    told = Draft202012Validator({"$ref": "#/components/schemas/Position", **document})
    own = Draft202012Validator(engine.position_schema())
    for plain in ({}, IMPOSSIBLE, dealt("simmental"), {"game": {"players": 9}}, {"gaem": 1}, [], dealt() | {"a": 1}):
        assert told.is_valid(plain) == own.is_valid(plain)
    assert told.is_valid(dealt())
    assert not told.is_valid({"players": {"blue": {"hand": "x"}}})
