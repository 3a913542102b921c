"""A kind of component is one class: whoever writes one has its page, its place in lists, its name in the search."""

from collections.abc import Iterator
from typing import Self

import pytest
from companion import components, i18n
from companion.book.search.things import Names
from companion.components import KINDS, ComponentWords, Part, component_words, parts
from companion.components import part as shelf
from companion.components.facets import Facets, grouped
from companion.components.part import Row, ability
from companion.drawing import Box, Picture
from companion.engine import Catalog, Choice, Hand
from companion.engine.effects import GainDollars
from companion.reference.finding import all_names
from companion.web import parts as reference_pages
from flask import Flask

from tests.web.html import Page

HAND: Hand = "green"
WORDS = {
    ("part", "water-tower"): "water tower 9",
    ("part-kind", "water-tower"): "Water towers",
    ("part-about", "water-tower"): "It stands beside the rails.",
    ("part-term", "water-tower"): "water tower no. 9",
}


@pytest.fixture
def water_tower(monkeypatch: pytest.MonkeyPatch) -> Iterator[Part]:
    """A component of a kind that only this test knows."""
    name = i18n.name

    def with_ours(language: str, context: str, key: str, /, **params: object) -> str:
        return WORDS.get((context, key)) or name(language, context, key, **params)

    monkeypatch.setattr(i18n, "name", with_ours)
    caches = (shelf.parts, shelf._parts_of, reference_pages.drawn, reference_pages.entry)

    class WaterTowerPart(Part, kind="water-tower"):
        rules = ("railroad/track",)

        @classmethod
        def entries(cls, catalog: Catalog) -> Iterator[Self]:
            yield cls(catalog, "9", None, ability("local", Choice((GainDollars(7),))), hand=HAND, vp=3)

        def title(self, words: ComponentWords) -> str:
            return words.name("part", "water-tower")

        def facts(self, words: ComponentWords) -> Iterator[Row]:
            yield "tasks", words.name("task", "hazard")

        def draw(self, picture: Picture, box: Box, name: str = "") -> None:
            picture.rect(*box, "tile")
            picture.fitting(24, 40, name, 9, 44)

    for cache in caches:
        cache.cache_clear()
    yield parts()["water-tower-9"]
    del KINDS["water-tower"]
    for cache in caches:
        cache.cache_clear()


def test_a_new_kind_has_a_title_facts_and_rules(water_tower: Part) -> None:
    words = component_words("en")
    assert words.title(water_tower) == "Water tower 9"
    assert words.short(water_tower) == "Gain 7 dollars."
    assert dict(words.facts(water_tower)) == {
        words.name("part-fact", "tasks"): words.name("task", "hazard"),
        words.name("part-fact", "hand"): words.symbol("hand-green"),
        words.name("part-fact", "fee"): "{{fee.green}}",
    }
    assert water_tower.related()[:2] == ("railroad/track", "movement/hand-fees")
    assert components.neighbours(water_tower) == (None, None)


def test_a_new_kind_is_found(water_tower: Part) -> None:
    assert [hit.id for hit in Names(all_names(["en"])).find("water tower", 3)] == [water_tower.id]
    assert grouped(Facets("water-tower", "dollars", HAND, vp=3)) == {"water-tower": [water_tower]}


def test_a_new_kind_has_a_page_and_a_picture(app: Flask, water_tower: Part) -> None:
    client = app.test_client()
    page = Page(client.get(f"/en/reference/{water_tower.id}"))
    assert page.words(page.one("h1")) == "Water tower 9"
    article = page.words(page.one("article"))
    assert "It stands beside the rails." in article
    assert "Gain 7 dollars." in article
    picture = page.all("{http://www.w3.org/2000/svg}svg", class_="pic")[0]
    assert picture.get("aria-label") == "Water tower 9: Gain 7 dollars."
    assert picture.get("viewbox") == "0 0 48 48"
    listed = Page(client.get("/en/reference/?kind=water-tower"))
    assert "/en/reference/water-tower-9" in [link.get("href") for link in listed.all("a", class_="part")]
