"""All pages, as people see them: accessible, fitting, large enough to touch."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from companion.engine import encode, read_position
from playwright.sync_api import Page

from tests.conftest import LANGUAGES, ROOT
from tests.e2e.conftest import LOOKS, SIZES, Device

AXE = Axe().axe_script
SECTIONS = sorted(f"{file.parent.name}/{file.stem}" for file in (ROOT / "content" / "en").glob("*/*.md"))
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "rules": {"target-size": {"enabled": True}},
    # Only what is wrong is of interest, and pages have no frames: this takes half the time.
    "resultTypes": ["violations"],
    "preload": False,
    "iframes": False,
}
VIOLATIONS = """rules => axe.run(document, rules).then(found => found.violations.map(
  violation => `${violation.id}: ${violation.nodes.slice(0, 3).map(node => node.html.slice(0, 120)).join(" | ")}`))"""
POSITION = """{
  "board": {"hazards": {"flood-1": {"hand": "green", "vp": 2}, "flood-2": {"hand": "green", "vp": 2}}},
  "players": {"blue": {"workers": {"cowboy": 7}}, "red": {"stations": [1, 1], "cleared": []}}
}"""
CODE = encode(read_position(POSITION))
KINDS = [
    "rules/",
    "rules/?at=foresight",
    "rules/glossary",
    "rules/player-aid",
    "rules/aids/set-up",
    "rules/aids/turn",
    "rules/rails/map-east",
    "rules/search?q=fee",
    "rules/search?q=teepee",
    "rules/search?q=xyzzy",
    "rules/search?q=inc0me",
    "rules/search?q=transprot+costs",
    "rules/kansas-city/cities",
    "rules/kansas-city/cattle-market-refill",
    "rules/components/discs",
    "rules/rulings/pass-phase-b",
    "rules/search?q=building+3a",
    "reference/",
    "reference/?does=certificates&hand=none",
    "reference/?kind=cattle&hand=green",
    "reference/building-8a",
    "reference/disc-step-left",
    "check/?example=components/hazards.0",
    f"position/{CODE}",
    f"position/{CODE}/share",
    "score/",
    "score/history",
    "score/groups",
    "score/history/import",
    "table",
    "nowhere",
]


def assert_accessible(page: Page) -> None:
    page.evaluate(AXE)
    assert page.evaluate(VIOLATIONS, RULES) == []


@pytest.mark.parametrize(("size", "language", "scheme"), LOOKS)
def test_axe(device: Device, size: str, language: str, scheme: str) -> None:
    page = device(size, color_scheme=scheme, table={"players": 3, "variants": ["simmental"]})
    for kind in KINDS:
        if kind == "nowhere":
            continue
        page.goto(f"/{language}/{kind}")
        assert_accessible(page)
    page.goto(f"/{language}/check/?example=components/hazards.0")
    page.click("main button.main")
    page.wait_for_selector(".verdict")
    assert_accessible(page)


@pytest.mark.parametrize(("size", "scheme"), [("phone", "dark"), ("desktop", "light")])
def test_axe_on_a_score_sheet(device: Device, make_sheet, size: str, scheme: str) -> None:
    page = device(size, color_scheme=scheme)
    address = make_sheet(page, "Anna", "Bernhard", "지훈", "Maximiliane")
    page.fill("[name=p1-workers]", "7")
    page.press("[name=p1-workers]", "Tab")
    page.wait_for_selector(".doubts")
    assert_accessible(page)
    page.goto(f"{address}?player=2")
    assert_accessible(page)
    for part in ("share", "players"):
        page.goto(f"{address}/{part}")
        assert_accessible(page)


# Hundreds of sections share their styles and scripts: their bodies are laid out one after the other in the same page.
WIDTHS = """async addresses => {
  const widths = {};
  for (const address of addresses) {
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.body.replaceWith(page.body);
    widths[address] = answer.ok && document.querySelector("h1") ? document.documentElement.scrollWidth : null;
  }
  return widths;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wider_than_a_phone(device: Device, language: str) -> None:
    page = device("phone")
    for kind in KINDS:
        if kind != "nowhere":
            page.goto(f"/{language}/{kind}")
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= SIZES["phone"]["width"], f"{kind} is {width} wide"
    page.goto(f"/{language}/rules/{SECTIONS[0]}")
    widths = page.evaluate(WIDTHS, [f"/{language}/rules/{section}" for section in SECTIONS])
    assert len(widths) == len(SECTIONS)
    assert set(widths.values()) == {SIZES["phone"]["width"]}, widths


# Everything that is touched, but for links within sentences, hidden things, and lists of links on wide screens.
SMALL = """() => Array.from(document.querySelectorAll('a, button, input, textarea, summary, .choice span'))
  .filter(e => e.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .filter(e => !e.closest('.rule-text, .sr-only, .skip, .choice input, .colour') && e.type !== 'hidden')
  .filter(e => e.type !== 'radio' && e.type !== 'checkbox')
  .map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
  .filter(([html, box]) => box.width > 1 && (box.height < 47.5 || box.width < 43.5))
  .map(([html, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_large_enough_to_touch(device: Device, make_sheet, language: str) -> None:
    page = device("phone")
    for kind in KINDS:
        if kind != "nowhere":
            page.goto(f"/{language}/{kind}")
            page.evaluate("document.querySelectorAll('main details').forEach(d => d.open = true)")
            assert page.evaluate(SMALL) == [], kind
    make_sheet(page, "Anna", "Bernhard", "지훈", "Maximiliane", language=language)
    assert page.evaluate(SMALL) == []
    page.goto(f"{page.url}?player=3")
    assert page.evaluate(SMALL) == []


def test_the_bottom_bar_hides_nothing(device: Device) -> None:
    page = device("phone")
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


def test_print_leaves_the_frame_out(device: Device) -> None:
    page = device("desktop")
    page.goto("/en/rules/movement/hand-fees")
    page.emulate_media(media="print")
    assert page.locator(".rule-text").is_visible()
    for part in (".top", ".places", ".turn", ".tree"):
        assert not page.locator(part).is_visible()
