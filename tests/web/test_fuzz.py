"""Whatever a visitor sends, the server answers, and never with 500."""

import json
from typing import Any

import pytest
from companion import engine
from companion.engine.notation import VERSION
from companion.storage.groups import Groups
from companion.storage.sheets import Name, Sheets
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.strategies import positions
from tests.engine.test_format import more_known_than_there
from tests.engine.test_notation import code_of

TEXT = st.text(max_size=40)
NAMES = """
position q since player do players edition variants language people-0-name people-0-colour people-1-name
people-9-name p1-money was-p1-money p2-cities csrf_token example shown then group game who name variants file games
number was-number things.money.dollars plays
"""
FIELDS = st.sampled_from(NAMES.split())
PRESSED = st.lists(
    st.sampled_from(["write", "choose", "undo", "things.hazards.flood-green-4", "depth.hazards", "1", "99", "", "x"])
    | TEXT,
    max_size=5,
).map("|".join)
FORM = st.dictionaries(FIELDS | TEXT, TEXT | st.integers().map(str) | PRESSED, max_size=6)


@pytest.fixture(scope="module")
def key(app: Flask) -> str:
    key = Sheets(app.extensions["database"]).create([Name("A", "blue"), Name("B", "red")], 2, []).edit_key
    assert key is not None
    return key


@pytest.fixture(scope="module")
def group(app: Flask) -> str:
    return str(Groups(app.extensions["database"]).create("Group").edit_key)


PATHS = [
    "/",
    "/{l}/check/",
    "/{l}/position/aaa",
    "/{l}/rules/",
    "/{l}/rules/search",
    "/{l}/rules/turn/overview",
    "/{l}/score/",
    "/{l}/score/{key}",
    "/{l}/score/{key}/1/hazards",
    "/{l}/score/{key}/2/objectives",
    "/{l}/score/{key}/automa",
    "/{l}/score/{key}/changes",
    "/{l}/score/{key}/claim",
    "/{l}/score/{key}/log",
    "/{l}/score/{key}/players",
    "/{l}/score/{key}/share",
    "/{l}/score/{key}/finish",
    "/{l}/score/{key}/result",
    "/{l}/score/{key}/reveal",
    "/{l}/score/{key}/group",
    "/{l}/score/history",
    "/{l}/score/history/people",
    "/{l}/score/history/import",
    "/{l}/score/groups",
    "/{l}/score/group/{group}",
    "/{l}/score/group/{group}/add",
    "/{l}/score/group/{group}/people",
    "/{l}/score/group/{group}/share",
    "/{l}/score/group/{group}/take-out",
    "/{l}/table",
]


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(PATHS), st.sampled_from(["en", "ko"]), FORM, st.booleans(), st.booleans())
def test_no_form_breaks_the_server(
    app: Flask, key: str, group: str, path: str, language: str, form: dict[str, str], post: bool, with_htmx: bool
) -> None:
    address = path.format(l=language, key=key, group=group)
    headers = {"HX-Request": "true"} if with_htmx else {}
    client = app.test_client()
    if post:
        response = client.post(address, data=form, headers=headers)
    else:
        response = client.get(address, query_string=form, headers=headers)
    assert response.status_code < 500


@settings(max_examples=200)
@given(st.text(max_size=60))
def test_no_address_breaks_the_server(app: Flask, path: str) -> None:
    client = app.test_client()
    for place in ("", "en/rules/", "ko/score/", "static/", "en/position/", "api/v1/"):
        address = f"/{place}{path}"
        try:
            response = client.get(address)
        except ValueError:
            continue  # The test client itself refuses some addresses that no browser can send.
        assert response.status_code < 500


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12)
KEYS = st.sampled_from(["schema", "game", "board", "players", "blue", "hand", "count", "known"]) | st.text(max_size=8)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4))
NUMBERS = st.sampled_from(["1e999", "-0", "1" * 15, "9" * 5000, "NaN", "1e-400", "0x1", "١"])


@st.composite
def spoiled(draw: st.DrawFn) -> Any:
    """A position in which something somewhere is something else."""
    position = draw(positions())
    place = position
    while isinstance(place, dict) and place:
        key = draw(st.sampled_from(sorted(place)))
        if not place[key] or not isinstance(place[key], dict) or draw(st.booleans()):
            place[key] = draw(VALUES)
            break
        place = place[key]
    return position


NESTED = st.integers(1, 5000).map(lambda depth: "[" * depth) | st.integers(1, 5000).map(
    lambda depth: '{"game":' * depth
)
TEXTS = (
    st.one_of(positions(), spoiled(), VALUES).map(json.dumps)
    | NESTED
    | NUMBERS.map(lambda number: f'{{"players": {{"blue": {{"dollars": {number}}}}}}}')
    | st.text()
)
BODIES = TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")) | st.binary()
CODES = (
    st.binary(max_size=300).map(code_of)
    | st.text(max_size=30)
    | st.text("abcXYZ019-_", max_size=5000).map(lambda letters: VERSION + letters)
)
MANY = settings(max_examples=100, suppress_health_check=list(HealthCheck))


@MANY
@given(BODIES, st.sampled_from(["application/json", "application/json; charset=utf-16", "text/plain", ""]), FORM)
def test_no_body_breaks_the_api(app: Flask, body: bytes, content_type: str, query: dict[str, str]) -> None:
    response = app.test_client().post("/api/v1/check", data=body, content_type=content_type, query_string=query)
    assert response.status_code in (200, 400, 413, 415, 422)
    assert response.json is not None
    assert ("error" in response.json) == (response.status_code != 200)


@MANY
@given(st.dictionaries(st.sampled_from(["q", "lang", "limit"]), TEXT | st.integers().map(str)))
def test_no_query_breaks_the_api(app: Flask, query: dict[str, str]) -> None:
    response = app.test_client().get("/api/v1/search", query_string=query)
    assert response.status_code in (200, 400)
    assert response.json is not None


@MANY
@given(TEXTS, st.booleans())
def test_no_text_breaks_the_checker(app: Flask, text: str, with_htmx: bool) -> None:
    headers = {"HX-Request": "true"} if with_htmx else {}
    data = text.encode("utf-8", "surrogatepass")
    response = app.test_client().post("/en/check/", data={"position": data}, headers=headers)
    assert response.status_code in (200, 303, 204, 422)


@MANY
@given(positions())
def test_every_position_is_answered_and_opens_by_its_link(app: Flask, plain: Any) -> None:
    """The page, the API and the link say the same of any position that the schema allows."""
    client = app.test_client()
    response = client.post("/api/v1/check", json=plain)
    if more_known_than_there(plain):
        assert response.status_code == 422
        return
    assert response.status_code == 200
    answer = response.json
    assert answer is not None
    assert client.post("/ko/check/", data={"position": json.dumps(plain)}).status_code == 200
    if answer["share"] is None:
        return
    file = client.get(f"/en/position/{answer['share']}.json")
    assert engine.read_position(file.text) == engine.read_position(json.dumps(plain))
    again = client.post("/api/v1/check", data=file.text, content_type="application/json").json
    assert again is not None
    assert (again["possible"], again["share"]) == (answer["possible"], answer["share"])
    # Findings stand in the order of the text, and a link does not keep that.
    assert sorted(one["code"] for one in again["findings"]) == sorted(one["code"] for one in answer["findings"])
    assert client.get(f"/en/position/{answer['share']}").status_code == 200


@MANY
@given(CODES, st.sampled_from(["", ".json", "/share"]))
def test_no_code_breaks_the_position_page(app: Flask, code: str, part: str) -> None:
    try:
        response = app.test_client().get(f"/ko/position/{code}{part}")
    except ValueError:
        return  # The test client itself refuses some addresses that no browser can send.
    assert response.status_code in (200, 308, 400, 404, 414)
