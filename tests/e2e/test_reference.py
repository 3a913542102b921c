"""Looking up a component on a phone."""

import pytest
from companion.components import KINDS, of_kind
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.looks import LOOKS, Look

PARTS = "details:not([data-layer]) a.part"
"""The components that every game has."""


def test_filters_answer_at_once(device: Device) -> None:
    page = device()
    page.goto("/en/reference/")
    page.select_option("#does", "hire")
    expect(page.locator("#results [role=status]")).to_contain_text("3 of")
    expect(page.locator(PARTS)).to_have_count(3)
    expect(page.locator(PARTS).first).to_be_visible()
    assert page.url.endswith("/en/reference/?does=hire")
    page.reload()
    expect(page.locator(PARTS)).to_have_count(3)
    expect(page.locator("#does")).to_have_value("hire")
    page.locator(".selection summary").tap()
    page.locator("label.choice", has_text="green hand").tap()
    expect(page.locator(".empty")).to_be_visible()
    page.locator(".empty a").tap()
    page.wait_for_url("**/en/reference/")
    expect(page.locator("details.kind[open]")).to_have_count(0)
    # Back leads from filter to filter.
    for does, count in (("hire", 3), ("station", 1)):
        page.select_option("#does", does)
        expect(page.locator(PARTS)).to_have_count(count)
    page.go_back()
    expect(page.locator(PARTS)).to_have_count(3)
    expect(page.locator("#does")).to_have_value("hire")
    expect(page.locator("h1")).to_have_text("Components")


def test_pictures_follow_the_colour_scheme(device: Device) -> None:
    seen = []
    for scheme in ("light", "dark"):
        page = device(color_scheme=scheme)
        page.goto("/en/reference/building-3a")
        seen.append(page.locator(".component-picture .tile").evaluate("e => getComputedStyle(e).fill"))
        text, tile = (
            page.locator(f".component-picture {part}").first.evaluate("e => getComputedStyle(e).fill")
            for part in ("text:not(.on-plate)", ".tile")
        )
        assert text != tile
    assert seen[0] != seen[1]


@pytest.mark.parametrize("share", [3, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_one_page_of_each_kind(visitor, look: Look, share: int) -> None:
    """They are alike but for their pictures and words."""
    one = visitor(look, table={"players": 3, "variants": ["simmental"]})
    for kind in look.sample([*KINDS][::share]):
        one.visit(f"reference/{of_kind(kind)[-1].id}")


@pytest.mark.thorough
@pytest.mark.parametrize("look", LOOKS[:1], ids=str)
def test_the_whole_list(visitor, look: Look) -> None:
    one = visitor(look)
    one.page.goto(f"/{look.language}/reference/")
    one.page.evaluate("document.querySelectorAll('main details').forEach(part => { part.open = true; })")
    one.check()
