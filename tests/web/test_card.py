"""Cards for messengers: every page names one, with the host that it was asked at, and it can be had there."""

import re
from html import unescape

import pytest
from companion import engine
from companion.reference.library import Reference
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every

LOCALES = {"en": "en_US", "ko": "ko_KR", "de": "de_DE", "fr": "fr_FR", "es": "es_ES"}
SECTION = "movement/hand-fees"


def told(client: FlaskClient, address: str, host: str = "trail.example") -> dict[str, str]:
    """What a page tells messengers."""
    page = client.get(address, base_url=f"https://{host}").text
    return {name: unescape(text) for name, text in re.findall(r'(?:property|name)="(\w+:\w+)" content="([^"]*)"', page)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_of_the_app_and_that_of_a_rule_which_is_its_answer(
    client: FlaskClient, reference: Reference, language: str
) -> None:
    card = told(client, f"/{language}/")
    assert card["og:image"] == f"https://trail.example/{language}/card/home.png"
    assert card["og:locale"] == LOCALES[language]
    assert card["twitter:card"] == "summary_large_image"
    for part in ("og:description", "og:title"):
        assert any(name in card[part] for name in ("Great Western Trail", "그레이트 웨스턴 트레일")), card[part]
    card, section = told(client, f"/{language}/rules/{SECTION}"), reference.books[language].sections[SECTION]
    assert section.own.answer
    assert card["og:title"] == section.title
    assert card["og:description"].removesuffix("...") in section.own.answer.passages[0][2]
    assert card["og:image"] == f"https://trail.example/{language}/card/rules/{SECTION}.png"


def test_a_page_that_is_kept_names_the_host_that_it_is_asked_at(client: FlaskClient) -> None:
    for host in ("one.example", *(f"{number}.example" for number in range(6)), "one.example"):
        assert told(client, f"/en/rules/{SECTION}", host)["og:image"].startswith(f"https://{host}/en/card/")


@every("address", ["ko/card/home.png", f"de/card/rules/{SECTION}.png"])
def test_a_card_has_the_size_that_messengers_ask_for(client: FlaskClient, address: str) -> None:
    answer = client.get(f"/{address}")
    assert (answer.mimetype, answer.data[:4]) == ("image/png", b"\x89PNG")
    assert (int.from_bytes(answer.data[16:20]), int.from_bytes(answer.data[20:24])) == (1200, 630)
    assert "public" in answer.headers["Cache-Control"]


def test_a_position_is_told_by_its_picture(client: FlaskClient) -> None:
    code = engine.encode(engine.Position())
    for address in (f"/de/position/{code}", f"/de/position/{code}/picture"):
        assert told(client, address)["og:image"] == f"https://trail.example/de/position/{code}.png"
