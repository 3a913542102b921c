"""What does this icon mean? Place, picture, meaning: three taps."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.looks import PHONES, Look, Visitor

ALL = [pytest.param(look, "", marks=pytest.mark.thorough) for look in PHONES]


@pytest.mark.parametrize(("look", "query"), [(PHONES[0], "?q=hazard"), *ALL], ids=str)
def test_the_page_is_for_everybody(visitor: Callable[..., Visitor], look: Look, query: str) -> None:
    """Its icons are alike but for their pictures and words."""
    one = visitor(look, table={"players": 3})
    one.page.goto(f"/{look.language}/rules/icons/{query}")
    one.page.locator("main li summary").first.tap()
    one.page.locator("details.more summary").tap()
    one.check()


def test_three_taps_to_a_meaning(device: Device) -> None:
    page = device()
    page.goto("/en/rules/")
    page.get_by_role("link", name="Icons").tap()
    page.get_by_role("link", name="Private buildings").tap()
    page.locator("#building ~ ul summary").first.tap()
    expect(page.locator("details[open] .icon-told")).to_be_visible()
    expect(page.locator("details[open] .icon-on a").first).to_be_visible()
