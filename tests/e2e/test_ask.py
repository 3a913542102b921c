"""Quick questions on a phone: by touch, by keyboard, without scripts, for everybody."""

import re

import pytest
from companion.web.ask.questions import questions
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Device
from tests.e2e.test_pages import assert_accessible
from tests.web.ask.test_pages import recorded

QUESTIONS = tuple(questions())


WAITS = 50
"""Tenths of a second that an answer may take to come in."""


def fold_out(page: Page) -> None:
    """Open everything that is folded up."""
    page.evaluate("document.querySelectorAll('#ask details').forEach(part => { part.open = true; })")


def told(page: Page) -> list[str]:
    """The answer as it is read, but for its address, which has the fields in the order in which they were filled in."""
    return [line for line in page.locator("#ask-answer").inner_text().split("\n") if "http" not in line]


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_by_touch(device: Device, question: str, language: str) -> None:
    """Filling a form in, field after field, leads to the answer that its address has."""
    page = device()
    page.goto(f"/{language}/check/{question}/?v=1")
    for key, value in (part.split("=", 1) for part in recorded(question).split("&")):
        with page.expect_response(re.compile(rf"/check/{question}/\?")):
            fold_out(page)
            if page.locator(f"input[type=text][name='{key}']").count():
                page.fill(f"[name='{key}']", value)
            else:
                page.locator(f"label:has(#{key}-{value})").tap()
        if page.locator(".ask-group").count():
            page.wait_for_timeout(50)
    expect(page.locator(".ask-verdict.good")).to_be_visible()
    other = device()
    other.goto(f"/{language}/check/{question}/?v=1&{recorded(question)}")
    asked = told(other)
    for _ in range(WAITS):
        # The last answer may still be on its way.
        if told(page) == asked:
            break
        page.wait_for_timeout(100)
    assert told(page) == asked


@pytest.mark.parametrize("question", QUESTIONS)
def test_by_keyboard_only(device: Device, question: str) -> None:
    """Every field is reached with the tab key, in order, and answers without a press of enter."""
    page = device("desktop")
    page.goto(f"/en/check/{question}/?v=1")
    page.locator("h1").click()
    names = page.evaluate(
        "[...new Set([...document.querySelectorAll('#ask input:not([type=hidden])')]"
        ".filter(one => one.checkVisibility()).map(one => one.name))]"
    )
    reached: list[str] = []
    for _ in range(250):
        page.keyboard.press("Tab")
        name = page.evaluate("document.activeElement.name || ''")
        if name and name not in reached:
            reached.append(name)
        if page.evaluate("document.activeElement.closest('#ask-answer') !== null"):
            break
    assert reached == names


def test_a_number_is_stepped_by_keys(device: Device) -> None:
    page = device("desktop")
    page.goto("/en/check/hire/?v=1")
    page.focus("#d")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#d")).to_have_value("2")
    page.wait_for_url(re.compile(r"/check/hire/.*\bd=2"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#d")).to_have_value("")


@pytest.mark.parametrize("question", QUESTIONS)
def test_without_scripts(device: Device, question: str) -> None:
    page = device(java_script_enabled=False)
    page.goto(f"/en/check/{question}/?v=1&{recorded(question)}")
    expect(page.locator(".ask-verdict.good")).to_be_visible()
    before = page.locator(".ask-choice").count()
    page.locator("#ask button.main").click()
    expect(page.locator(".ask-verdict.good")).to_be_visible()
    assert page.locator(".ask-choice").count() == before, "the form sends what it shows"


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("desktop", "dark")])
@pytest.mark.parametrize("question", QUESTIONS)
def test_everybody_can_use_it(device: Device, question: str, size: str, scheme: str) -> None:
    page = device(size, color_scheme=scheme)
    for language, asked in (("en", recorded(question)), ("ko", "")):
        page.goto(f"/{language}/check/{question}/?v=1&{asked}")
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_touch_targets(device: Device) -> None:
    page = device()
    for question in QUESTIONS:
        page.goto(f"/en/check/{question}/?v=1&{recorded(question)}")
        fold_out(page)
        small = page.evaluate(
            "[...document.querySelectorAll('#ask label.chip-choice, #ask button, #ask-answer a, #ask summary')]"
            ".filter(one => one.checkVisibility() && !one.closest('svg'))"
            ".filter(one => one.getBoundingClientRect().height < 47.5 || one.getBoundingClientRect().width < 47.5)"
            ".map(one => one.textContent.trim())"
        )
        assert small == [], question


def test_it_depends_asks_and_a_button_answers(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1&n=3&token=6&extra=0&w-cowboy=2&w-builder=1&w-engineer=1&r3=cowboy")
    expect(page.locator(".ask-verdict.warn")).to_be_visible()
    page.locator(".ask-missing a.button", has_text="9").tap()
    expect(page.locator(".ask-verdict.good")).to_be_visible()
    expect(page.locator("#d")).to_have_value("9")


def test_a_choice_says_why_and_what_would_help(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1&n=3&d=6&token=6&extra=0&w-cowboy=2&w-builder=1&w-engineer=1&r3=cowboy")
    page.locator(".ask-choice a").tap()
    expect(page.locator(".ask-verdict.bad")).to_be_visible()
    expect(page.locator("#ask-ways-title")).to_be_visible()
    page.locator(".findings .rule-link").tap()
    expect(page.locator("#over h1")).to_be_visible()
    page.locator("#over .close").tap()
    expect(page.locator("#d")).to_have_value("6")


def test_the_last_question_fills_in_the_next(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1")
    page.fill("#d", "8")
    page.wait_for_url(re.compile(r"/check/hire/.*\bd=8"))
    page.goto("/en/check/buy-cattle/")
    expect(page.locator("#d")).to_have_value("8")


def test_a_tap_on_the_trail_says_where_one_stands(device: Device) -> None:
    page = device()
    page.goto("/en/check/move/?v=1&n=3&d=7")
    page.locator('.ask-picture a[data-place="board.neutral.B"]').click()
    page.wait_for_url("**at=B**")
    page.locator('.ask-picture a[data-place="board.neutral.C"]').click()
    expect(page.locator(".ask-verdict")).to_contain_text("neutral space C")


def test_the_language_switch_keeps_the_question(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1")
    page.fill("#d", "8")
    page.wait_for_url(re.compile(r"/check/hire/.*\bd=8"))
    expect(page.locator("#languages a")).to_have_attribute("href", re.compile("d=8"))
    page.locator("#languages a").tap()
    page.wait_for_url("**/ko/check/hire/**d=8**")
    expect(page.locator("#d")).to_have_value("8")
