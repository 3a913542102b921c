"""Before the game, on a phone: the set-up drawn and ticked off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.looks import Look, Visitor

ON_PHONES = [Look("phone", "en", "light", structure=True), Look("phone", "ko", "dark", structure=True)]
CODE = "dIhL4AAx8t9EAABAA-go"


@pytest.mark.parametrize("look", ON_PHONES, ids=str)
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
