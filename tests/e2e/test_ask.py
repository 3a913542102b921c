"""Quick questions on a phone: by touch, by keyboard, without scripts, for everybody."""

import json
import re
import time
import tomllib
from urllib.parse import quote, urlencode

import pytest
from _pytest.mark import ParameterSet
from playwright.sync_api import Page, Route, expect

from tests.conftest import ROOT
from tests.e2e.conftest import Device
from tests.e2e.looks import Look

CASES = ROOT / "tests" / "web" / "ask" / "cases"
QUESTIONS = sorted(file.stem for file in CASES.glob("*.toml"))
WALKS = tomllib.loads((CASES.parent / "walks.toml").read_text(encoding="utf-8"))
MAX_TAPS, MAX_NUMBERS = 6, 2
PAUSE = 300
"""Milliseconds after which what was typed is asked."""

# Every question in both languages, sizes and schemes, but not in all of their combinations.
ON_PHONES = [Look("phone", "en", "light", structure=True), Look("phone", "ko", "dark", structure=True)]
ON_DESKS = [Look("desktop", "ko", "dark"), Look("desktop", "en", "light")]


def asked(question: str) -> str:
    """The first recorded case: it fills in nearly everything."""
    return str(tomllib.loads((CASES / f"{question}.toml").read_text(encoding="utf-8"))["case"][0]["asks"])


def told(page: Page) -> list[str]:
    """The answer as it is read, but for its address, which has the fields in the order in which they were filled in."""
    return [line for line in page.locator("#ask-answer").inner_text().split("\n") if "http" not in line]


def enter(page: Page, question: str, step: str) -> None:
    """Do one step of a walk, and wait for the answer to it."""
    where, value = step.lstrip("#@").split("=", 1) if "=" in step else (step, "")
    with page.expect_response(re.compile(rf"/check/{question}/\?")):
        if step.startswith("#"):
            page.fill(f"[name='{where}']", value)
            page.clock.run_for(PAUSE)
        elif step.startswith("@"):
            page.locator(f".ask-field .ask-picture a[href*='{where}={value}']").first.click()
        elif step == "likely":
            page.locator("#ask-rest a", has=page.locator("[href*='ui-yes']")).tap()
        elif where == "do":
            page.locator(f"#ask-answer a[href*='{urlencode({'do': value})}']").first.click()
        else:
            # The page's clock stands still: a tap is asked at once.
            page.locator(f"label:has([id='{where}-{value}'])").tap()
    page.wait_for_selector("html:not(:has(.htmx-request))")


def answer_until(page: Page, held: list[Route], *entered: str) -> None:
    """Let requests through, and those that follow, until the page has the answer for an address with all of this."""
    deadline = time.monotonic() + 60
    while held or not all(re.search(part, page.url) for part in entered) or page.locator(".htmx-request").count():
        assert time.monotonic() < deadline, page.url
        if held:
            held.pop(0).continue_()
        page.wait_for_timeout(20)


def above_all(*chosen: str) -> list[ParameterSet]:
    """These questions; all of them in `make thorough`, as they are one page with other fields."""
    return [
        pytest.param(number, question, id=question, marks=[] if question in chosen else [pytest.mark.thorough])
        for number, question in enumerate(QUESTIONS)
    ]


@pytest.mark.parametrize(("number", "question"), above_all("buy-cattle", "move"))
def test_by_touch(visitor, number: int, question: str) -> None:
    """A realistic case is answered with few taps, and its address has the answer to which they lead.

    Steps of all kinds are among those of the first two.
    """
    look, steps = ON_PHONES[number % 2], WALKS[question]["steps"]
    assert sum(not step.startswith("#") for step in steps) <= MAX_TAPS
    assert sum(step.startswith("#") for step in steps) <= MAX_NUMBERS
    one = visitor(look, clock=True)
    page = one.page
    page.goto(f"/{look.language}/check/{question}/")
    for step in steps:
        enter(page, question, step)
    expect(page.locator(".ask-verdict.good")).to_be_visible()
    if look.language == "en":
        expect(page.locator("#ask-verdict")).to_contain_text(WALKS[question]["says"])
    answer = told(page)
    one.check()
    page.goto(page.url)
    assert told(page) == answer


@pytest.mark.parametrize(("number", "question"), above_all("auxiliary", "exchange"))
def test_by_keyboard(visitor, number: int, question: str) -> None:
    """Every field is reached with the tab key, in order, and answers without a press of enter."""
    look = ON_DESKS[number % 2]
    one = visitor(look)
    page = one.page
    page.goto(f"/{look.language}/check/{question}/?v=1")
    page.locator("h1").click()
    names = page.evaluate(
        "[...new Set([...document.querySelectorAll('#ask input:not([type=hidden])')]"
        ".filter(one => one.checkVisibility()).map(one => one.name))]"
    )
    reached: list[str] = []
    for _ in range(250):
        page.keyboard.press("Tab")
        name, beyond = page.evaluate(
            "(one => [one.name || '', Boolean(one.closest('#ask-answer'))])(document.activeElement)"
        )
        if name and name not in reached:
            reached.append(name)
        if beyond:
            break
    assert reached == names
    one.visit(f"check/{question}/?v=1")


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


def test_it_depends_asks_and_a_button_answers(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1&n=3&token=6&extra=0&w-cowboy=2&w-builder=1&w-engineer=1&r3=cowboy")
    expect(page.locator(".ask-verdict.warn")).to_be_visible()
    page.locator("#quick-d a", has_text="9").tap()
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


def test_players_are_asked_for_by_name(device: Device) -> None:
    people = [{"name": "Ada", "colour": "red"}, {"name": "Ben", "colour": "white"}]
    page = device(table={"players": 2, "people": people})
    page.goto("/en/check/move/?v=1&at=A")
    colours = page.locator("#field-me .choice:not(.unknown):visible")
    expect(colours).to_have_text(["Ada", "Ben"])
    colours.nth(1).tap()
    page.wait_for_url("**me=white**")
    page.locator('.ask-picture a[data-place="board.neutral.B"]').click()
    page.wait_for_url("**do=B**")
    expect(page.locator("#field-me .choice:not(.unknown):visible")).to_have_text(["Ada", "Ben"])
    expect(page.locator("#me-white")).to_be_checked()


def test_a_no_offers_what_may_be_done(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1&d=6&token=6&r3=cowboy&r4=builder&do=hire+row%3D3+column%3D1")
    expect(page.locator(".ask-verdict.bad")).to_be_visible()
    page.locator(".ask-instead a", has_text="Builder, row 4").tap()
    expect(page.locator(".ask-verdict.good")).to_contain_text("You pay $5")
    page.go_back()
    expect(page.locator(".ask-verdict.bad")).to_be_visible()


def test_a_tap_on_the_trail_says_where_one_stands(device: Device) -> None:
    page = device()
    page.goto("/en/check/move/?v=1&n=3&d=7")
    page.locator('.ask-picture a[data-place="board.neutral.B"]').click()
    page.wait_for_url("**at=B**")
    page.locator('.ask-picture a[data-place="board.neutral.C"]').click()
    expect(page.locator(".ask-verdict")).to_contain_text("Neutral space C")


def test_what_is_entered_quickly_counts(device: Device) -> None:
    """A number that was just typed, and a tap whose answer is still awaited, are not lost to the next tap."""
    page = device()
    page.goto("/en/check/build/?v=1&all=1&pick=at&d=2")
    held: list[Route] = []
    page.route("**/check/build/**", lambda route: held.append(route))
    page.fill("#d", "6")
    page.locator(".ask-picture a[href*='at=A-1']").first.click()
    page.locator("label:has(#w-builder-2)").tap()
    answer_until(page, held, "[?&]d=6(&|$)", "at=A-1", "w-builder=2")
    expect(page.locator("#d")).to_have_value("6")
    expect(page.locator("#w-builder-2")).to_be_checked()
    assert "at=A-1" in page.url
    page.unroute_all(behavior="ignoreErrors")


def test_a_choice_that_arranges_the_form_anew_is_not_lost(device: Device) -> None:
    """The group that it stood in goes, with the picture from which the next tap would have gone on."""
    page = device()
    page.goto("/en/check/build/")
    page.locator("label:has(#each-2)").tap()
    expect(page).to_have_url(re.compile("[?&]each=2"))
    expect(page.locator("[name=each]:checked")).to_have_count(1)
    expect(page.locator("#each-2")).to_be_focused()
    page.locator(".ask-field .ask-picture a[href*='at=A-1']").first.click()
    expect(page).to_have_url(re.compile("[?&]at=A-1"))
    assert "each=2" in page.url


def test_a_number_that_is_typed_anew_keeps_its_field(device: Device) -> None:
    """Emptied it decides nothing here, and fields that decide nothing are not asked for."""
    page = device()
    page.goto("/en/check/move/?v=1&do=kansas-city&n=3&me=red&d=4&at=A&steps=both&rest=empty")
    page.fill("#d", "")
    expect(page).not_to_have_url(re.compile("[?&]d="))
    page.wait_for_selector("html:not(:has(.htmx-request))")
    page.keyboard.type("12")
    expect(page).to_have_url(re.compile("[?&]d=12(&|$)"))


def test_what_is_typed_after_a_tap_is_newer_than_its_answer(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1&n=3&token=6&extra=0&w-cowboy=2&w-builder=1&w-engineer=1&r3=cowboy")
    held: list[Route] = []
    page.route("**/check/hire/**", lambda route: held.append(route))
    page.locator("a[data-tap][href*='d=9']").first.tap()
    page.fill("#d", "2")
    answer_until(page, held, "[?&]d=2(&|$)")
    expect(page.locator("#d")).to_have_value("2")
    expect(page).to_have_url(re.compile(r"[?&]d=2(&|$)"))
    page.unroute_all(behavior="ignoreErrors")


def test_what_had_no_answer_is_asked_again_with_signal(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1&r1=cowboy&d=7")
    page.context.set_offline(True)
    page.fill("#d", "1")
    expect(page.locator("#no-signal")).to_be_visible()
    page.context.set_offline(False)
    expect(page).to_have_url(re.compile(r"[?&]d=1(&|$)"))
    expect(page.locator("#d")).to_have_value("1")


def test_an_example_does_not_stand_before_the_picture(device: Device) -> None:
    """It goes with the page; an answer stays in view."""
    page = device()
    page.goto("/en/check/move/")
    page.evaluate("scrollTo(0, 600)")
    expect(page.locator("#ask-verdict")).not_to_be_in_viewport()
    page.goto("/en/check/move/?v=1&at=A")
    page.evaluate("scrollTo(0, 600)")
    expect(page.locator("#ask-verdict")).to_be_in_viewport()


def test_a_table_of_the_first_edition_is_told_which_rules_answer(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1&d=7&r1=cowboy")
    told = page.locator(".of-first-edition")
    expect(told).not_to_be_visible()
    for edition, seen in (("first-edition", True), ("", False)):
        cookie = {"name": "table", "value": quote(json.dumps({"shown": [edition]})), "url": page.url}
        page.context.add_cookies([cookie])
        page.reload()
        expect(told).to_be_visible(visible=seen)


def test_all_questions_are_seen_at_once(device: Device) -> None:
    """The index is hardly longer than two screens, on the way to the box for a position."""
    page = device()
    page.goto("/en/check/")
    box = page.locator("summary", has_text="Is this position possible?").bounding_box()
    assert box
    assert box["y"] < 2 * 740


def test_the_language_switch_keeps_the_question(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1")
    page.fill("#d", "8")
    page.wait_for_url(re.compile(r"/check/hire/.*\bd=8"))
    expect(page.locator("#languages a[lang=ko]")).to_have_attribute("href", re.compile("d=8"))
    page.locator("#languages summary").tap()
    page.locator("#languages a[lang=ko]").tap()
    page.wait_for_url("**/ko/check/hire/**d=8**")
    expect(page.locator("#d")).to_have_value("8")
