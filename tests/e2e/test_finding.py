"""Searching on a phone: operators, recent and suggested searches, what comes nearest."""

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import EACH_LANGUAGE, message
from tests.e2e.conftest import Device

QUERY = {"en": "toll", "ko": "통행료", "de": "Maut", "fr": "péage", "es": "peaje"}


def _small(page: Page) -> list[str]:
    """What can be tapped around the search and is smaller than a finger."""
    found = []
    for target in page.locator(
        ".searches a, .recent a, .recent button, .search-help summary, a.corrected, .nearest a"
    ).all():
        box = target.bounding_box()
        if box and box["width"] and (box["height"] < 48 or box["width"] < 48):
            found.append(f"{target.inner_text()}: {box['width']} x {box['height']}")
    return found


@pytest.mark.parametrize("language", EACH_LANGUAGE)
def test_what_was_looked_up_is_offered_again_until_it_is_forgotten(device: Device, language: str) -> None:
    """Searches that led somewhere, rules, and questions as they were told in the end; at home, too."""
    page = device()
    page.goto(f"/{language}/rules/")
    page.locator("#q").tap()
    # At once: a letter after the other may be asked for in between, and its list be gone under the finger.
    page.fill("#find input[type=search]", QUERY[language])
    page.locator("#found .hits a").first.click()
    page.wait_for_url("**/movement/hand-fees*")
    rule = page.locator("h1").inner_text()
    page.goto(f"/{language}/check/hire/?v=1&d=7")
    page.locator("label:has([id='r1-cowboy'])").tap()
    page.wait_for_url("**r1=cowboy**")
    page.goto(f"/{language}/")
    recent = page.locator("main [data-recent]")
    links = recent.locator("a")
    expect(links).to_have_count(3)
    assert [links.nth(1).inner_text(), links.nth(2).inner_text()] == [rule, QUERY[language]]
    assert _small(page) == []
    links.first.tap()
    expect(page.locator("#r1-cowboy")).to_be_checked()
    page.locator("[data-find]").tap()
    expect(page.locator("#found [data-recent] a")).to_have_count(3)
    page.locator("#found button", has_text=message(language, "Clear")).tap()
    expect(page.locator("#found [data-recent]")).to_be_hidden()
    page.goto(f"/{language}/")
    expect(recent.locator("a")).to_have_count(1)


def test_only_the_last_are_kept(device: Device) -> None:
    page = device()
    page.goto("/en/rules/movement/steps")
    first = page.locator("h1").inner_text()
    for question in ("hire", "draw", "build", "engine", "move"):
        page.goto(f"/en/check/{question}/?v=1&n=3")
    page.goto("/en/")
    links = page.locator("main [data-recent] a")
    expect(links).to_have_count(5)
    assert first not in links.all_inner_texts()


def test_what_others_left_on_the_device_does_no_harm(device: Device) -> None:
    page = device()
    page.goto("/en/")
    for left in ("nonsense", '{"a": 1}', '["toll", 3, null]', '[["x", "javascript:0"], ["y", "//z"]]'):
        page.evaluate("text => localStorage.setItem('recent', text)", left)
        page.reload()
        expect(page.locator("main [data-recent]")).to_be_hidden()
    page.fill("#q", "toll")
    expect(page.locator(".hits a").first).to_contain_text("Paying for hands")


@pytest.mark.parametrize("language", EACH_LANGUAGE)
def test_ways_to_search(device: Device, language: str) -> None:
    page = device()
    page.goto(f"/{language}/rules/search")
    page.locator("summary", has_text=message(language, "Ways to search")).tap()
    expect(page.locator(".search-help dl")).to_be_visible()
    assert _small(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= 360")
    page.locator("#results .searches a").first.tap()
    page.wait_for_url("**/rules/search?q=*")
    expect(page.locator(".hits a").first).to_be_visible()
