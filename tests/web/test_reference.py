"""The component reference: its pages, filters, names in the search, and the rules that it leads to."""

from dataclasses import replace

import pytest
from companion.components import (
    KINDS,
    Part,
    component_words,
    facets,
    neighbours,
    of_kind,
    page_of,
    parts,
    parts_of,
    usual,
)
from companion.components.effects import FAMILIES, VIEWS
from companion.engine import figures_in, load_catalog, variants
from companion.engine.core import Step
from companion.engine.effects import pending_vocabulary
from companion.reference.finding import named
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from tests.conftest import LANGUAGES, every
from tests.web.html import Page

HTMX = {"HX-Request": "true"}
EFFECTS = {name for name, kind in pending_vocabulary(()).items() if not issubclass(kind, Step)}
"""What components of the base game do."""
COUNT = sum(map(usual, parts().values()))
SVG = "{http://www.w3.org/2000/svg}"


def listed(page: Page) -> list[str]:
    """The components in a list, by id."""
    return [str(link.get("href")).rpartition("/")[2] for link in page.all("a", class_="part")]


def test_there_is_a_page_for_everything() -> None:
    counted = {kind: len([part for part in of_kind(kind) if usual(part)]) for kind in KINDS}
    assert counted["neutral"] == 7
    assert counted["building"] == 24
    assert sum(part.thing.copies for part in of_kind("objective") if usual(part)) == 28
    assert counted["worker-space"] == 18
    assert counted["disc"] == 14
    assert counted["station"] == counted["city"] == 10
    assert counted["station-master"] == 9
    assert [part.id for part in of_kind("cattle") if part.layer == "simmental"] == [
        "cattle-simmental-calf",
        "cattle-simmental-heifer",
        "cattle-simmental-cow",
    ]
    ids = "building-3a neutral-A station-4 city-peoria station-master-sm-4 objective-obj-3 hazard-flood-green-3"
    ids += " cattle-longhorn worker-space-engineer-3 disc-step-left aux-3 risk-flood-risk-1 arrow-peoria-chicago"
    assert set(ids.split()) <= set(parts()), "addresses are stable"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_components_are_called_the_same(language: str) -> None:
    titles = [component_words(language).title(part) for part in parts().values()]
    assert sorted(titles) == sorted(set(titles))


@pytest.mark.parametrize(
    ("language", "every"),
    [("en", 3), ("ko", 7), *(pytest.param(one, 1, marks=pytest.mark.thorough) for one in ("en", "ko"))],
)
def test_pages(client: FlaskClient, language: str, every: int) -> None:
    for part in list(parts().values())[::every]:
        check_page(Page(client.get(f"/{language}/reference/{part.id}")), part, language)


def check_page(page: Page, part: Part, language: str) -> None:
    words = component_words(language)
    assert page.words(page.one("h1")) == words.title(part)
    assert page.all(f"{SVG}svg", class_="pic")[0].get("aria-label") == words.alternative(part)
    text = page.words(page.one("article"))
    assert "{{" not in text
    assert "%(" not in text
    for deed in part.deeds:
        assert words.name("deed", deed.when) in text
        assert all(words.sentence(choice) in text for choice in deed.action)
    before, after = neighbours(part)
    for rel, other in (("prev", before), ("next", after)):
        assert [link.get("href") for link in page.all("a", rel=rel)] == (
            [f"/{language}/reference/{other.id}"] if other else []
        )
    unsure = part.confidence != "high" and part.catalog.edition == 2
    assert bool(page.all("figcaption")) == unsure
    assert page.one("aside", class_="beside").findall(".//a")


def test_no_two_rules_about_a_component_are_called_the_same(client: FlaskClient) -> None:
    for part in ("building-1b", "station-master-sm-9", "cattle-criollo", "objective-obj-5"):
        page = Page(client.get(f"/en/reference/{part}"))
        titles = [page.words(link) for link in page.all("ul", class_="links")[0].iter("a")]
        assert sorted(titles) == sorted(set(titles))


def test_contents_list_everything(client: FlaskClient) -> None:
    page = Page(client.get("/ko/reference/"))
    assert sorted(listed(page)) == sorted(parts())
    assert page.words(page.one("p", class_="soft", role="status")) == f"구성물 {COUNT}개"
    assert [group.get("id") for group in page.all("details", class_="kind")] == [
        *(kind for kind in KINDS if any(map(usual, of_kind(kind)))),
        "first-edition",
        "rails-to-the-north",
    ]


def test_what_differs_in_the_first_edition_has_its_own_page(client: FlaskClient) -> None:
    """With the figures of that edition, and links to its own neighbours."""
    catalog = load_catalog(1)
    for part in parts_of(catalog).values():
        name = page_of(part)
        assert name, part.id
        shown = replace(parts()[name], layer="", prefix="", catalog=part.catalog)
        assert shown == replace(part, layer=""), part.id
    told = Page(client.get("/en/reference/first-edition-city-kansas-city"))
    figures = figures_in(catalog)
    assert str(figures["city.kansas-city.dollars"].values[()][2]) in told.words(told.one("dl", class_="facts"))
    links = {str(link.get("href")) for link in told.all("a")}
    assert "/en/reference/arrow-topeka-wichita" not in links
    assert any("first-edition" in link for link in links)
    assert "First edition" in told.words(told.one("h1"))


def test_only_who_plays_it_sees_what_else_a_variant_brings(client: FlaskClient) -> None:
    """Those components stand together, in what the style sheet hides, and are counted by themselves."""
    page = Page(client.get("/en/reference/"))
    groups = {str(group.get("data-layer")): group for group in page.all("details", class_="kind")}
    brought = {
        layer: {str(link.get("href")).rpartition("/")[2] for link in groups[layer].iter("a")}
        for layer in ("rails-to-the-north", "first-edition")
    }
    for layer, inside in brought.items():
        assert inside == {part.id for part in parts().values() if part.layer == layer}
    inside = brought["rails-to-the-north"]
    assert {"first-edition-building-2a", "city-san-diego", "cattle-jersey"} <= brought["first-edition"]
    assert {"building-13b", "city-montreal", "station-11", "station-master-sm-10", "aux-6"} <= inside
    told = Page(client.get("/en/reference/station-12"))
    assert "whoever places a branchlet" in told.text
    assert "Rails to the North" in told.words(told.one("p", class_="badges"))
    assert neighbours(parts()["building-12b"])[1] is None


SELECTIONS = [
    ("does=hire", ["neutral-A", "building-6a", "worker-space-engineer-4"]),
    (
        "kind=building&hand=black",
        ["building-4a", "building-4b", "building-7a", "building-7b", "building-10a", "building-10b"],
    ),
    ("kind=building&hand=green&side=a", ["building-1a", "building-7a", "building-8a"]),
    (
        "does=certificates&kind=station-master",
        [f"station-master-sm-{number}" for number in (2, 3, 4, 6, 7, 8)],
    ),
    ("does=certificates&kind=building", ["building-1b", "building-5b", "building-7a", "building-10a"]),
    ("does=exchange-token", ["building-12b", "bounty-1", "arrow-st-louis-bloomington"]),
    ("does=station", ["building-9b"]),
    ("does=delivery", ["building-9a"]),
    ("kind=building&vp=13", ["building-10a", "building-11a"]),
    ("builders=1&side=b", ["building-1b", "building-2b"]),
    ("kind=city&vp=6", ["city-philadelphia", "city-new-york"]),
    ("kind=hazard&hand=black&vp=3", ["hazard-flood-black-3", "hazard-drought-black-3", "hazard-rockfall-black-3"]),
    ("kind=outlaw", ["outlaw-green", "outlaw-orange"]),
    ("does=engine-back&kind=aux", ["aux-3", "aux-5"]),
]


@every(("query", "ids"), SELECTIONS)
def test_selection(client: FlaskClient, query: str, ids: list[str]) -> None:
    page = Page(client.get(f"/en/reference/?{query}"))
    assert [found for found in listed(page) if usual(parts()[found])] == ids
    assert page.words(page.one("span", role="status")) == f"{len(ids)} of {COUNT} components"
    for asked in query.split("&"):
        name, _, value = asked.partition("=")
        if name in ("kind", "does"):
            assert value in [option.get("value") for option in page.all("option") if "selected" in option.attrib]
        elif name in ("hand", "side"):
            assert "checked" in page.one("input", name=name, value=value).attrib
        else:
            assert page.one("input", name=name).get("value") == value


JUNK = {
    "reference/": [
        *("kind=xyzzy", "vp=-1", "vp=1e9", "vp=999999999999", "builders=٣", "hand=<b>", "does=", "page=2"),
        "kind=&hand=&vp=",
    ],
    "rules/": ["at=midnight"],
}


def test_what_makes_no_sense_asks_for_nothing(client: FlaskClient) -> None:
    for address, queries in JUNK.items():
        whole = client.get(f"/en/{address}").data
        assert [query for query in queries if client.get(f"/en/{address}?{query}").data != whole] == []


def test_small_pages(client: FlaskClient) -> None:
    """The page itself, compressed: everything with a picture each takes less than a rule page may take in all."""
    brotli = {"Accept-Encoding": "br"}
    assert len(client.get("/ko/reference/", headers=brotli).data) <= 16 * 1024
    assert len(client.get("/ko/reference/building-3a", headers=brotli).data) <= 4 * 1024


def test_every_effect_belongs_to_one_family() -> None:
    assert sorted(effect.name for effect in VIEWS) == sorted(EFFECTS)
    assert "" not in FAMILIES


def test_what_an_address_asks_for() -> None:
    assert facets.wanted(MultiDict({})).anything
    assert facets.wanted(MultiDict({"vp": "3"})) == facets.Facets(vp=3)
    assert facets.wanted(MultiDict({"side": "a"})).special
    assert not facets.wanted(MultiDict({"kind": "city"})).special


NAMED = [
    ("3a", ["building-3a"]),
    ("building 6b", ["building-6b"]),
    ("6b 건물", ["building-6b"]),
    ("건물 6b", ["building-6b"]),
    ("neutral building B", ["neutral-B"]),
    ("중립 건물 C", ["neutral-C"]),
    ("obj 3", ["objective-obj-3"]),
    ("obj-3", ["objective-obj-3"]),
    ("목표 3", ["objective-obj-3"]),
    ("start 2", ["objective-start-2"]),
    ("Peoria", ["city-peoria"]),
    ("피오리아", ["city-peoria"]),
    ("피오리아로", ["city-peoria"]),
    ("station 4", ["station-4"]),
    ("4번 기차역", ["station-4"]),
    ("sm 4", ["station-master-sm-4"]),
    ("longhorn", ["cattle-longhorn"]),
    ("롱혼", ["cattle-longhorn"]),
    ("aux 3", ["aux-3"]),
    ("보조 행동 3", ["aux-3"]),
    ("step left", ["disc-step-left"]),
    ("engineer space 3", ["worker-space-engineer-3"]),
    ("hazard", []),
    ("hire", []),
    ("", []),
    ("중립 건물 A 효과", ["neutral-A"]),
    ("중립 건물 A 뭐야", ["neutral-A", "first-edition-neutral-A"]),
    ("neutral building a effect", ["neutral-A"]),
    ("can i replace a neutral building", []),
]


@every(("query", "ids"), NAMED)
def test_found_by_name(query: str, ids: list[str]) -> None:
    assert named(query)[: max(1, len(ids))] == ids


def test_everything_is_found_by_its_title_and_its_id() -> None:
    asked = [(part, part.id) for part in parts().values()]
    asked += [(part, component_words(language).title(part)) for part in parts().values() for language in LANGUAGES]
    assert [query for part, query in asked if part.id not in named(query)] == []


def test_links_lead_to_sections(client: FlaskClient) -> None:
    sections = client.application.extensions["reference"].books["en"].sections
    targets = {target for part in parts().values() for target in part.related()} | {kind.section for kind in VIEWS}
    assert {target for target in targets if facets.bare(target) not in sections} == set()
    for target in targets:
        _, _, anchor = target.partition("#")
        assert not anchor or anchor in [name for name, _ in sections[facets.bare(target)].page.headings], target
    assert all(part.related() for part in parts().values())


def test_what_a_variant_changes_has_its_own_page() -> None:
    """As in an older edition: nobody is told the base figures of a city that the variant replaces."""
    for layer in variants(2):
        for part in parts_of(load_catalog(2, (layer,))).values():
            name = page_of(part)
            assert name, part.id
            assert replace(parts()[name], layer="", prefix="") == replace(part, layer=""), part.id


@every(
    ("part", "tells", "never"),
    [
        ("rails-to-the-north-city-kansas-city", "−8", "−6"),
        ("city-san-francisco", "for each of your bells", "Points for each disc"),
        ("city-detroit", "objective card", ""),
        ("city-chicago", "Toledo", "Detroit"),
        ("station-12", "you may upgrade the station at once", "When your engine stops here"),
    ],
)
def test_what_the_expansion_has_is_told_as_it_is(client: FlaskClient, part: str, tells: str, never: str) -> None:
    page = Page(client.get(f"/en/reference/{part}"))
    article = page.words(page.one("article"))
    assert tells in article
    assert not never or never not in article
    # Of which game it is stands in the heading, and not in the picture, where there is no room.
    assert "(" not in "".join(text.text or "" for text in page.all("{http://www.w3.org/2000/svg}text"))


def test_what_only_a_layer_has_is_counted_beside(client: FlaskClient) -> None:
    (count,) = Page(client.get("/en/reference/?kind=town-tile")).all("p", class_="selection-count")
    assert [span.get("data-layer") for span in count.iter("span") if span.get("data-layer")] == ["rails-to-the-north"]
