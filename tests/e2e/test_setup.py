"""Before the game, on a phone: the set-up drawn and ticked off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.looks import ON_A_PHONE, Look, Visitor

CODE = "dIhL4AAx8t9EAABAA-go"


@pytest.mark.parametrize("look", ON_A_PHONE, ids=str)
def test_the_pages_are_for_everybody(visitor: Callable[..., Visitor], look: Look) -> None:
    one = visitor(look)
    for path, status in (("table/setup/", 200), (f"table/setup/{CODE}", 200), ("table/setup/dxx", 422)):
        one.visit(path, status)


def test_drawing_ticking_and_drawing_a_part_again(device: Device) -> None:
    page = device()
    page.goto("/en/table")
    page.get_by_role("link", name="Draw the set-up").tap()
    page.get_by_role("button", name="Draw").tap()
    page.wait_for_url("**/table/setup/d*")
    neutral = page.locator("#neutral .laid")
    before, first = neutral.inner_text(), page.url
    page.locator("#sides label").tap()
    page.reload()
    expect(page.locator("#sides input")).to_be_checked()
    assert neutral.inner_text() == before
    page.locator("#cattle .again").tap()
    page.wait_for_url(lambda url: url != first)
    assert neutral.inner_text() == before
    page.locator("#objectives .by-hand").tap()
    page.get_by_role("link", name="Set-up list").tap()
    expect(page.locator("#neutral")).to_be_visible()
    assert neutral.inner_text() == before


@pytest.mark.parametrize("look", ON_A_PHONE, ids=str)
def test_the_aid_on_a_phone_and_on_paper(visitor: Callable[..., Visitor], look: Look) -> None:
    """A card of A6 for each player, and nothing is cut off, even with all that an expansion brings."""
    one = visitor(look, once=True)
    one.visit(f"table/aid/{CODE}")
    cards = one.page.locator(".aid-card")
    expect(cards.first).to_be_visible()
    expect(cards.nth(1)).to_be_hidden()
    one.page.emulate_media(media="print")
    one.page.set_viewport_size({"width": 794, "height": 1123})
    sizes = cards.evaluate_all("all => all.map(a => [a.offsetWidth, a.offsetHeight, a.scrollHeight - a.clientHeight])")
    assert len(sizes) == 8
    for width, height, over in sizes:
        assert (width, height) == (pytest.approx(397, abs=2), pytest.approx(559, abs=2))
        assert over <= 0
