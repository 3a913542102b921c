"""The reader's language: from the address, the device, the browser."""

import json
import re
from urllib.parse import quote

from companion.paths import folder
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.web.html import Page


@every(
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
    for language, asked, place in (
        ("en", "rules/movement/hand-fees", "rules/movement/hand-fees"),
        ("ko", "rules/search?q=손", "rules/search?q=%EC%86%90"),
    ):
        page = Page(client.get(f"/{language}/{asked}"))
        assert page.texts("details#languages a@lang") == [*LANGUAGES]
        assert page.texts("details#languages a@href") == [f"/{code}/{place}" for code in LANGUAGES]


@every(
    ("address", "told", "not_told"),
    [
        ("/de/check/foresight/", "Plättchen 1 ist Cowboy", "Plättchen 1: Cowboy"),
        ("/fr/check/objectives/", "hors-la-loi orange (3/−2)\u00a0» est dans votre zone", "(3/−2): zone"),
        ("/es/check/auxiliary/", "lugar de todas las acciones locales", "Cómo:"),
    ],
)
def test_a_label_stands_in_front_of_what_it_says_and_one_that_asks_is_answered(
    client: FlaskClient, address: str, told: str, not_told: str
) -> None:
    text = client.get(address).text
    assert (told in text, not_told in text) == (True, False)


def test_no_template_writes_a_colon_that_a_language_writes_otherwise() -> None:
    own = re.compile(r"\}\}(?:</\w+>)?:(?: |</)|\"sr-only\">: ")
    files = [*folder("templates").rglob("*.html")]
    assert [
        f"{file.name}: {line}" for file in files for line in file.read_text("utf-8").split("\n") if own.search(line)
    ] == []
