"""Disputes and saved verdicts on a phone."""

import re
from dataclasses import replace

import pytest
from companion.engine.answered import fingerprint
from playwright.sync_api import expect

from tests.e2e.conftest import LOOKS, SIZES, Device
from tests.e2e.test_pages import SMALL, assert_accessible
from tests.engine.test_answered import KEPT, code

CHANGED = replace(KEPT, answer="yes", reasons=(fingerprint("row-of-the-token"),))
PAGES = [
    "disputes/",
    "disputes/?q=xyzzy",
    "disputes/too-poor-for-the-hands",
    "disputes/two-cards-one-thing",
    f"verdict/{code(KEPT)}",
    f"verdict/{code(CHANGED)}",
    f"verdict/{code(KEPT)}/share",
]


@pytest.mark.parametrize(("size", "language", "scheme"), LOOKS)
def test_pages_are_accessible_and_fit(device: Device, size: str, language: str, scheme: str) -> None:
    page = device(size, color_scheme=scheme)
    for path in PAGES:
        page.goto(f"/{language}/check/{path}")
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"], path
        if size == "phone":
            assert page.evaluate(SMALL) == [], path


@pytest.mark.parametrize("scripts", [True, False])
def test_a_dispute_is_found_and_its_verdict_saved(device: Device, scripts: bool) -> None:
    page = device(java_script_enabled=scripts)
    page.goto("/en/check/")
    page.get_by_role("link", name="Disputes").tap()
    page.fill("#q", "slash")
    page.get_by_role("button", name="Search").tap()
    page.get_by_role("link", name="Two icons with a slash between them.").tap()
    expect(page.locator(".verdict-word")).to_have_text("No")
    page.get_by_role("button", name="Save this verdict").tap()
    expect(page).to_have_url(re.compile("/en/check/verdict/a"))
    expect(page.locator(".then-and-now")).to_contain_text("the same answer, for the same reasons")
    page.locator("#languages a").tap()
    expect(page.locator(".verdict-word")).to_have_text("아니요")
    page.get_by_role("link", name="상황 바꾸기").tap()
    expect(page).to_have_url(re.compile("/ko/position/a"))
    assert '"neutral"' in page.input_value("#position")


def test_a_rule_opens_over_a_dispute(device: Device) -> None:
    page = device()
    page.goto("/en/check/disputes/left-behind")
    page.locator(".rule-links .rule-link").first.tap()
    expect(page.locator("#over h1")).to_have_text("Local actions left behind")
    page.locator("#over .close").tap()
    expect(page.locator("main h1")).to_contain_text("I moved on with my building")


def test_a_rule_leads_to_its_disputes(device: Device) -> None:
    page = device()
    page.goto("/en/rules/rulings/moving-on")
    page.locator("[aria-labelledby=disputes-title] a").first.tap()
    expect(page).to_have_url(re.compile("/en/check/disputes/left-behind"))
