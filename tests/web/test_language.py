"""The reader's language: from the address, the device, the browser."""

import json
from urllib.parse import quote

import pytest
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


def test_unknown_languages_are_not_found(client: FlaskClient) -> None:
    assert client.get("/xx/rules/").status_code == 404


def test_a_page_without_language_has_one_all_the_same(client: FlaskClient) -> None:
    page = Page(client.get("/nowhere", headers={"Accept-Language": "ko"}))
    assert page.one("html").get("lang") == "ko"


def test_odd_parameters_do_no_harm(client: FlaskClient) -> None:
    address = "/en/rules/search?q=a&_external=1&_scheme=javascript&endpoint=x&language=xx&values=y&name=z"
    page = Page(client.get(address))
    assert _switch(page)["ko"].startswith("/ko/rules/search?")
