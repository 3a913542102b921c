"""The reader's language: from the address, the device, the browser."""

import json
import re
from urllib.parse import quote

import pytest
from companion.paths import folder
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES
from tests.web.html import Page


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("ko-KR,ko;q=0.9,en;q=0.8", "ko"),
        ("pl,en;q=0.5", "en"),
        ("de-AT", "de"),
        ("fr-CA,en;q=0.5", "fr"),
        ("es-419", "es"),
        ("pl", "en"),
        ("", "en"),
        ("en-GB,ko;q=0.1", "en"),
    ],
)
def test_the_browser_is_asked(client: FlaskClient, accepted: str, language: str) -> None:
    response = client.get("/", headers={"Accept-Language": accepted})
    assert response.status_code == 302
    assert response.location == f"/{language}/"
    assert {"Accept-Language", "Cookie"} <= set(response.vary)


def test_what_the_device_remembers_goes_first(client: FlaskClient) -> None:
    client.set_cookie("table", quote(json.dumps({"language": "ko"})))
    assert client.get("/", headers={"Accept-Language": "en"}).location == "/ko/"


def test_the_switch_leads_to_the_same_place(client: FlaskClient) -> None:
    page = Page(client.get("/en/rules/movement/hand-fees"))
    assert _switch(page) == {language: f"/{language}/rules/movement/hand-fees" for language in LANGUAGES}
    page = Page(client.get("/ko/rules/search?q=손"))
    assert _switch(page) == {language: f"/{language}/rules/search?q=%EC%86%90" for language in LANGUAGES}


def _switch(page: Page) -> dict[str | None, str]:
    """Where the list of languages leads, by language."""
    return {link.get("lang"): link.get("href", "") for link in page.one("details", id="languages").iter("a")}


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/de/check/foresight/", "Plättchen 1: Cowboy"),
        ("/fr/check/objectives/", "hors-la-loi orange (3/−2)\u00a0: zone"),
    ],
)
def test_a_label_stands_in_front_of_what_it_says(client: FlaskClient, address: str, told: str) -> None:
    assert told in client.get(address).get_data(as_text=True)


def test_a_label_that_asks_is_answered(client: FlaskClient) -> None:
    text = client.get("/es/check/auxiliary/").get_data(as_text=True)
    assert "lugar de todas las acciones locales" in text
    assert "Cómo:" not in text


def test_no_template_writes_a_colon_that_a_language_writes_otherwise() -> None:
    own = re.compile(r"\}\}(?:</\w+>)?:(?: |</)|\"sr-only\">: ")
    files = [*folder("templates").rglob("*.html")]
    assert [
        f"{file.name}: {line}" for file in files for line in file.read_text("utf-8").split("\n") if own.search(line)
    ] == []
