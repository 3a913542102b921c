"""All pages, as people see them: accessible, fitting, large enough to touch."""

import pytest
from companion.engine import encode, read_position

from tests.conftest import LANGUAGES, ROOT
from tests.e2e.conftest import Device
from tests.e2e.looks import LOOKS, PHONE, SELDOM, Look

SECTIONS = sorted(f"{file.parent.name}/{file.stem}" for file in (ROOT / "content" / "en").glob("*/*.md"))
POSITION = """{
  "board": {"hazards": {"flood-1": {"hand": "green", "vp": 2}, "flood-2": {"hand": "green", "vp": 2}}},
  "players": {"blue": {"workers": {"cowboy": 7}}, "red": {"stations": [1, 1], "cleared": []}}
}"""
PAGES = [
    "",
    "table/join",
    "table/take?players=4&people=red.Ana&setup=dIMgAAO77oBwP",
    "rules/",
    "rules/glossary",
    "rules/player-aid",
    "rules/aids/set-up",
    "rules/search?q=3+players,+7+dollars,+hire+a+cowboy+from+row+1",
    "rules/search?q=xyzzy",
    "rules/search?q=transprot+costs",
    "rules/kansas-city/cattle-market-refill",
    "rules/rulings/pass-phase-b",
    "rules/search?q=building+3a",
    "reference/?does=certificates&hand=none",
    "position/CODE",
    "position/CODE/share",
    "solo/",
    "solo/garth/cards",
    "solo/garth/1231wukgnrmnrmnrmrmrkrmr2mrmr2mrk",
    "score/",
    "score/history/import",
    "table",
]
ALIKE = [
    "rules/rails/map-east",
    "rules/search?q=inc0me",
    "score/history",
    "rules/?at=foresight",
    "rules/aids/turn",
    "rules/search?q=fee",
    "rules/search?q=teepee",
    "rules/search?q=can+I+hire+2+workers",
    "rules/kansas-city/cities",
    "rules/components/discs",
    "reference/?kind=cattle&hand=green",
    "reference/building-8a",
    "reference/disc-step-left",
    "solo/garth/0222abcde",
    "score/groups",
]
"""Of kinds that are among those pages, with other words and numbers."""


@pytest.mark.parametrize("pages", [PAGES, pytest.param(ALIKE, marks=pytest.mark.thorough)], ids=["each", "alike"])
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_pages(visitor, look: Look, pages: list[str]) -> None:
    one = visitor(look, table={"players": 3, "variants": ["simmental"]})
    code = encode(read_position(POSITION))
    for page in look.sample(pages):
        one.visit(page.replace("CODE", code))
    one.visit("check/?example=trail/hazards%23tiles.0")
    one.page.click("main button.main")
    one.page.wait_for_selector(".verdict")
    one.check()


@pytest.mark.parametrize("look", SELDOM, ids=str)
def test_a_score_sheet(visitor, make_sheet, look: Look) -> None:
    one = visitor(look)
    address = make_sheet(one.page, "Anna", "Bernhard", "지훈", "Maximiliane", language=look.language)
    one.page.fill("[name=p1-workers]", "7")
    one.page.press("[name=p1-workers]", "Tab")
    one.page.wait_for_selector(".doubts")
    one.check()
    for part in ("?player=2", "?token=9&row=1", "/share", "/players"):
        one.page.goto(f"{address}{part}")
        one.check()


THOROUGH = pytest.mark.thorough

# Hundreds of sections share their styles and scripts: their texts are laid out one below the other in the same page.
TOGETHER = """async addresses => {
  const parts = await Promise.all(addresses.map(async address => {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return answer.ok && page.querySelector("h1") ? page.querySelector("main") : null;
  }));
  const found = parts.filter(Boolean);
  document.querySelector("main").replaceWith(...found);
  const root = document.documentElement;
  const wide = main =>
    [...main.querySelectorAll("*")].filter(one => one.getBoundingClientRect().right > root.clientWidth);
  return {
    texts: found.length,
    width: root.scrollWidth,
    wide: root.scrollWidth > root.clientWidth ? found.flatMap(wide).map(one => one.outerHTML.slice(0, 90)) : [],
  };
}"""


@pytest.mark.parametrize("share", [pytest.param(8, id="an eighth"), pytest.param(1, id="all", marks=THOROUGH)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_section_is_wider_than_a_phone(device: Device, language: str, share: int) -> None:
    page, sections = device(), SECTIONS[::share]
    page.goto(f"/{language}/rules/{sections[0]}")
    found = page.evaluate(TOGETHER, [f"/{language}/rules/{section}" for section in sections])
    assert found == {"texts": len(sections), "width": PHONE["width"], "wide": []}


def test_the_bottom_bar_hides_nothing(device: Device) -> None:
    page = device()
    page.goto("/en/rules/movement/hand-fees")
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    last = page.locator(".source").bounding_box()
    bar = page.locator(".places").bounding_box()
    assert last is not None
    assert bar is not None
    assert last["y"] + last["height"] <= bar["y"]


def test_the_keyboard_skips_to_the_text(device: Device) -> None:
    page = device("desktop")
    page.goto("/en/rules/movement/hand-fees")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
