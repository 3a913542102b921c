"""Checking a position on a phone."""

from playwright.sync_api import expect

from tests.e2e.conftest import Device

IMPOSSIBLE = '{"players": {"blue": {"workers": {"cowboy": 7}}}}'


def test_a_rule_opens_over_the_page_and_nothing_is_lost(device: Device) -> None:
    page = device()
    page.goto("/en/check/")
    page.fill("#position", IMPOSSIBLE)
    page.locator("main button.main").tap()
    expect(page.locator(".verdict-word")).to_have_text("Impossible")
    expect(page.locator(".verdict")).to_be_in_viewport()
    page.locator(".rule-link").tap()
    expect(page.locator("#over h1")).to_have_text("Workers")
    page.locator("#over .close").tap()
    expect(page.locator("#over")).not_to_be_visible()
    assert page.input_value("#position") == IMPOSSIBLE
    expect(page.locator(".verdict-word")).to_have_text("Impossible")


def test_escape_closes_the_rule_and_focus_returns(device: Device) -> None:
    page = device("desktop")
    page.goto("/en/check/?example=components/discs.0")
    page.click("main button.main")
    link = page.locator(".rule-link")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#over")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#over")).not_to_be_visible()
    expect(link).to_be_focused()


def test_unreadable_text_shows_its_line(device: Device) -> None:
    page = device()
    page.goto("/ko/check/")
    page.fill("#position", '{\n  "game": {"players": 3,}\n}')
    page.locator("main button.main").tap()
    expect(page.locator(".verdict-word")).to_have_text("읽을 수 없음")
    expect(page.locator(".row.this")).to_contain_text('"players": 3,')
    page.fill("#position", '{\n  "game": {"players": 3}\n}')
    page.locator("main button.main").tap()
    expect(page.locator(".verdict-word")).to_have_text("모순 없음")


def test_without_scripts(device: Device) -> None:
    page = device(java_script_enabled=False)
    page.goto("/en/check/")
    page.fill("#position", IMPOSSIBLE)
    page.click("main button.main")
    expect(page.locator(".verdict-word")).to_have_text("Impossible")
    assert page.input_value("#position") == IMPOSSIBLE
    page.locator(".rule-link").click()
    expect(page.locator("h1")).to_have_text("Workers")


def test_an_example_of_a_rule_opens(device: Device) -> None:
    page = device()
    page.goto("/en/rules/components/tiles-and-bags")
    page.locator(".example a").tap()
    page.locator("main button.main").tap()
    expect(page.locator(".verdict-word")).to_have_text("No contradiction")
