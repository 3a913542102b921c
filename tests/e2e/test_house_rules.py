"""House rules, on a phone: found among hundreds of figures, and told on pages that are the same for everybody."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.looks import SELDOM, Look, Visitor


@pytest.mark.parametrize("look", SELDOM, ids=str)
def test_the_page_is_for_everybody(visitor: Callable[..., Visitor], look: Look) -> None:
    """Its figures are alike but for their words: in the first look some of them are looked at."""
    one = visitor(look)
    one.page.goto(f"/{look.language}/table/house-rules/")
    if look.structure:
        one.page.get_by_label("Find a figure").fill("hand")
    one.check()


def test_a_rule_is_found_saved_and_told_where_it_holds(device: Device) -> None:
    page = device()
    page.goto("/en/table")
    page.get_by_role("link", name="House rules").tap()
    page.get_by_label("Find a figure").fill("hand limit")
    expect(page.locator(".house-row:visible label")).to_contain_text(["Hand limit", "Hand limit with", *["disc"] * 4])
    expect(page.get_by_label("Fee for a green hand")).to_be_hidden()
    page.get_by_label("Hand limit", exact=True).fill("5")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Hand limit: 5 instead of 4")).to_be_visible()
    page.get_by_label("A new note, about").select_option("cards/draw-cards")
    page.get_by_label("What you play").fill("<b>Nobody</b> counts aloud")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator(".house-list")).to_contain_text("<b>Nobody</b> counts aloud")
    # Pages of the rules are the same for everybody: what differs stands on top, as text and no more.
    page.goto("/en/rules/cards/draw-cards")
    told = page.locator(".house-rule li")
    expect(told).to_have_text(["Your house rule. Hand limit: 5 instead of 4.", "Your note: <b>Nobody</b> counts aloud"])
    page.goto("/ko/rules/cards/draw-cards")
    expect(page.locator(".house-rule li").first).to_contain_text("4 대신 5")
    # Also where a rule opens over another page.
    page.goto("/en/table/house-rules/")
    page.get_by_role("link", name="As printed").first.tap()
    expect(page.locator("#over-text .house-rule li").first).to_contain_text("5 instead of 4")
    # Taken back, it is told nowhere.
    page.goto("/en/table/house-rules/")
    page.get_by_label("Hand limit", exact=True).fill("")
    page.locator("[name^='note:']").fill("")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("everything is played as it is printed")).to_be_visible()
    page.goto("/en/rules/cards/draw-cards")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".house-rule")).to_have_count(0)
