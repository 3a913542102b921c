"""The Rules pages."""

import pytest
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES
from tests.web.html import Page

HTMX = {"HX-Request": "true"}
SVG = "{http://www.w3.org/2000/svg}svg"


def test_contents_list_every_section(client: FlaskClient) -> None:
    page = Page(client.get("/ko/rules/"))
    book = client.application.extensions["reference"].books["ko"]
    links = {link.get("href"): page.words(link) for link in page.all("a")}
    for section in book.sections.values():
        assert section.title in links[f"/ko/rules/{section.id}"]


def test_the_first_and_the_last_section(client: FlaskClient) -> None:
    sections = list(client.application.extensions["reference"].books["en"].sections)
    assert Page(client.get(f"/en/rules/{sections[0]}")).all("a", rel="prev") == []
    assert Page(client.get(f"/en/rules/{sections[-1]}")).all("a", rel="next") == []


def test_every_example_opens_in_the_checker(client: FlaskClient) -> None:
    book = client.application.extensions["reference"].books["en"]
    for place in book.places.values():
        for number, (_, example) in enumerate(place.examples):
            page = Page(client.get("/en/check/", query_string={"example": f"{place.id}.{number}"}))
            text = page.words(page.one("textarea"))
            assert all(f'"{key}"' in text for key in example["position"]), place.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_section_about_the_board_shows_it(client: FlaskClient, language: str) -> None:
    """In the game that it belongs to. Over another page, which has no style for a picture, its text stands alone."""
    sections = client.application.extensions["reference"].books[language].sections.values()
    pictured = {section.id: section.picture for section in sections if section.picture}
    assert {"rails/map-west": "north", "first-edition/trail": "trail"}.items() <= pictured.items()
    for section in pictured:
        address = f"/{language}/rules/{section}"
        page = Page(client.get(address))
        (picture,) = (one for one in page.one("article").iter(SVG) if "pic" in one.get("class", ""))
        assert picture.get("aria-label")
        assert any("board.css" in str(link.get("href")) for link in page.all("link"))
        assert 'class="pic' not in client.get(address, headers=HTMX).text


def test_a_very_long_query_is_cut(client: FlaskClient) -> None:
    page = Page(client.get("/en/rules/search", query_string={"q": "fee " * 500}))
    assert len(str(page.one("input", id="q").get("value"))) <= 200
