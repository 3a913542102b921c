"""Whatever a visitor sends, the server answers, and never with 500."""

import pytest
from companion.storage.sheets import Name, Sheets
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

TEXT = st.text(max_size=40)
NAMES = """
position q since player do players edition variants language people-0-name people-0-colour people-1-name
people-9-name p1-money was-p1-money p2-cities csrf_token example
"""
FIELDS = st.sampled_from(NAMES.split())
FORM = st.dictionaries(FIELDS | TEXT, TEXT | st.integers().map(str), max_size=6)


@pytest.fixture(scope="module")
def key(app: Flask) -> str:
    key = Sheets(app.extensions["database"]).create([Name("A", "blue"), Name("B", "red")], 2, []).edit_key
    assert key is not None
    return key


PATHS = [
    "/",
    "/{l}/check/",
    "/{l}/rules/",
    "/{l}/rules/search",
    "/{l}/rules/turn/overview",
    "/{l}/score/",
    "/{l}/score/{key}",
    "/{l}/score/{key}/changes",
    "/{l}/score/{key}/players",
    "/{l}/score/{key}/share",
    "/{l}/table",
]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(PATHS), st.sampled_from(["en", "ko"]), FORM, st.booleans(), st.booleans())
def test_no_form_breaks_the_server(
    app: Flask, key: str, path: str, language: str, form: dict[str, str], post: bool, with_htmx: bool
) -> None:
    address = path.format(l=language, key=key)
    headers = {"HX-Request": "true"} if with_htmx else {}
    client = app.test_client()
    if post:
        response = client.post(address, data=form, headers=headers)
    else:
        response = client.get(address, query_string=form, headers=headers)
    assert response.status_code < 500


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_no_address_breaks_the_server(app: Flask, path: str) -> None:
    client = app.test_client()
    for address in (f"/{path}", f"/en/rules/{path}", f"/ko/score/{path}", f"/static/{path}"):
        try:
            response = client.get(address)
        except ValueError:
            continue  # The test client itself refuses some addresses that no browser can send.
        assert response.status_code < 500
