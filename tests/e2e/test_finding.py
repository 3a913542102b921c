"""Searching on a phone: operators, recent and suggested searches, what comes nearest."""

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import LANGUAGES
from tests.e2e.conftest import Device

WAYS = {"en": "Ways to search", "ko": "검색 방법"}
FORGET = {"en": "Clear", "ko": "지우기"}
QUERY = {"en": "toll", "ko": "통행료"}


def _small(page: Page) -> list[str]:
    """What can be tapped around the search and is smaller than a finger."""
    found = []
    for target in page.locator(".searches a, .searches button, .search-help summary, a.corrected, .nearest a").all():
        box = target.bounding_box()
        if box and box["width"] and (box["height"] < 48 or box["width"] < 48):
            found.append(f"{target.inner_text()}: {box['width']} x {box['height']}")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_searches_are_offered_again_until_they_are_forgotten(device: Device, language: str) -> None:
    page = device()
    page.goto(f"/{language}/rules/")
    recent = page.locator("[data-recent-searches]")
    expect(recent).to_be_hidden()
    page.locator("#q").press_sequentially(QUERY[language], delay=20)
    page.locator(".hits a").first.click()
    page.wait_for_url("**/movement/hand-fees*")
    page.goto(f"/{language}/rules/search")
    expect(recent).to_be_visible()
    assert _small(page) == []
    recent.locator("a", has_text=QUERY[language]).tap()
    expect(page.locator("#q")).to_have_value(QUERY[language])
    expect(recent).to_be_hidden()
    page.goto(f"/{language}/rules/")
    page.locator("button", has_text=FORGET[language]).tap()
    expect(recent).to_be_hidden()
    page.reload()
    expect(recent).to_be_hidden()


def test_only_the_last_searches_are_kept(device: Device) -> None:
    page = device()
    for number in range(9):
        page.goto("/en/rules/")
        page.fill("#q", f"fee {number}")
        with page.expect_event("load"):  # the address changes before, while one types
            page.press("#q", "Enter")
    page.goto("/en/rules/")
    links = page.locator("[data-recent-searches] a")
    assert [link.inner_text() for link in links.all()] == [f"fee {number}" for number in range(8, 2, -1)]


@pytest.mark.parametrize("kept", ["nonsense", '{"a": 1}', '["toll", 3, null]'])
def test_what_others_left_on_the_device_does_no_harm(device: Device, kept: str) -> None:
    page = device()
    page.goto("/en/rules/")
    page.evaluate("text => localStorage.setItem('searches', text)", kept)
    page.reload()
    page.fill("#q", "toll")
    expect(page.locator(".hits a").first).to_contain_text("Paying for hands")


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
def test_ways_to_search(device: Device, language: str, scripts: bool) -> None:
    page = device(scripts=scripts)
    page.goto(f"/{language}/rules/")
    page.locator("summary", has_text=WAYS[language]).tap()
    expect(page.locator(".search-help dl")).to_be_visible()
    assert _small(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= 360") if scripts else True
    page.locator(".search-help .searches a").first.tap()
    page.wait_for_url("**/rules/search?q=*")
    expect(page.locator(".hits a").first).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_operators(device: Device, scripts: bool) -> None:
    page = device(scripts=scripts)
    page.goto("/en/rules/search?q=cards+phase:end")
    expect(page.locator(".hits a").first).to_be_visible()
    expect(page.locator(".hits a", has_text="Phase C")).to_have_count(0)
    page.goto("/en/rules/search?q=building:6b")
    expect(page.locator(".named a")).to_have_count(1)
    expect(page.locator(".named a")).to_contain_text("Building 6b")


@pytest.mark.parametrize("scripts", [True, False])
def test_slips_and_what_comes_nearest(device: Device, scripts: bool) -> None:
    page = device(scripts=scripts)
    page.goto("/en/rules/search?q=transprot+costs")
    assert _small(page) == []
    page.locator("a.corrected").tap()
    expect(page.locator("#q")).to_have_value("transport costs")
    page.goto("/en/rules/search?q=inc0me")
    assert _small(page) == []
    page.locator(".nearest a").first.tap()
    expect(page.locator("h1")).to_have_text("Income")
