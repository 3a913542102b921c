"""The icons of the game: each at the place where it is printed, told by what it does."""

import pytest
from companion.components import component_words, parts
from companion.components.icons import FACETS, PLACES, icons
from companion.reference.library import load
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from tests.conftest import LANGUAGES, every
from tests.web.html import Page

SYMBOLS = frozenset(term.symbol for term in load().glossaries["en"].terms.values() if term.symbol)
ICONS = icons(SYMBOLS)


def test_nothing_that_components_do_is_without_an_icon() -> None:
    done = {choice for part in parts().values() for deed in part.deeds for choice in deed.action}
    assert {icon.choice for icon in ICONS if icon.choice} == done
    assert {icon.symbol for icon in ICONS if icon.symbol} == SYMBOLS
    assert len({icon.id for icon in ICONS}) == len(ICONS)
    assert all(icon.facets for icon in ICONS if icon.symbol.startswith(("hand", "cattle", "corner", "arrow")))


def test_each_facet_shows_some_and_not_all() -> None:
    for facet in FACETS:
        assert 0 < len([icon for icon in ICONS if facet in icon.facets]) < len(ICONS) / 2, facet


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_icon_with_its_meaning_its_rule_and_its_components(client: FlaskClient, language: str) -> None:
    page = Page(client.get(f"/{language}/rules/icons/"))
    told = page.all("div", class_="icon-told")
    assert [one.get("id") for one in told] == [icon.id for icon in ICONS]
    assert [one.get("id") for one in page.all("h2") if one.get("id") in PLACES] == list(PLACES)
    words = component_words(language)
    for icon, one in zip(ICONS, told, strict=True):
        assert one.findall(".//a[@class='rule-link']"), icon.id
        assert len(one.findall(".//p[@class='icon-on']/a")) == min(8, len(icon.shown_on))
        if icon.choice:
            assert words.sentence(icon.choice) in page.words(one)


@every(
    ("query", "says"),
    [
        ("shows=hand&q=", "green hand"),
        ("q=discard a Guernsey", None),
        ("q=engine forward cowboy", None),
        ("q=green hand flood", "Flood"),
        ("q=move the engine", "engine"),
        ("shows=arrow", "engine"),
        ("shows=nonsense", "engine"),
    ],
)
def test_filters(client: FlaskClient, query: str, says: str | None) -> None:
    asked = MultiDict(part.partition("=")[::2] for part in query.split("&"))
    page = Page(client.get("/en/rules/icons/", query_string=asked))
    found = [page.words(told) for told in page.all("div", class_="icon-told")]
    assert found if says else not found or len(found) < len(ICONS) / 4
    assert any(says in one for one in found) if says else page.all("p", role="status") or found
