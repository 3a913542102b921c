"""Looking up a rule on a phone."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.sheets import stand_still

PAUSE = 200
"""Milliseconds without a letter after which is searched."""


def test_search_in_korean_as_one_types(device: Device) -> None:
    page = device()
    page.goto("/ko/rules/")
    # What a keyboard shows on the way to 예전: the last syllable borrows the next one's consonant.
    for typed in ("ㅇ", "예", "옞", "예저", "예전"):
        with page.expect_response("**/rules/search?*"):
            page.fill("#find-field" if page.locator("#find").is_visible() else "#q", typed)
        if typed != "ㅇ":
            expect(page.locator(".hits a").first).to_be_visible()
    expect(page.locator(".hits a").first).to_contain_text("예전")
    assert page.locator(".hits mark").count() > 0


def test_a_rule_is_as_wide_as_the_page(device: Device) -> None:
    page = device()
    for address in ("/en/rules/movement/hand-fees", "/en/reference/building-3a"):
        page.goto(address)
        text, bar = (page.locator(part).first.bounding_box() for part in ("main h1", "header.top"))
        assert text
        assert bar
        # As far from the left edge as the name of the app.
        assert text["x"] - bar["x"] == 16, address


def test_the_tables_own_figures_stand_out(device: Device) -> None:
    page = device(table={"players": 3, "variants": ["simmental"]})
    page.goto("/en/rules/kansas-city/job-market#token")
    figure = page.locator(".by-players").first
    own, other = (figure.locator(f'.chip[data-players="{players}"]') for players in (3, 4))
    expect(own).to_be_visible()
    expect(other).to_be_hidden()
    figure.tap()
    expect(other).to_be_visible()
    expect(figure).to_have_attribute("aria-expanded", "true")
    boxes = own.bounding_box(), other.bounding_box()
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["x"] < boxes[1]["x"], "the own figure comes first"
    colours = [
        chip.locator(".chip-value").evaluate("e => getComputedStyle(e).backgroundColor") for chip in (own, other)
    ]
    assert colours[0] != colours[1], "and is filled"
    figure.press("Enter")
    expect(other).to_be_hidden()
    page.goto("/en/rules/kansas-city/cattle-market-refill")
    variants = page.locator(".by-variant").first.locator(".variant")
    tops = {variant.get_attribute("data-variants"): variant.bounding_box() for variant in variants.all()}
    assert tops["simmental"]
    assert tops["base"]
    assert (tops["simmental"]["y"], tops["simmental"]["x"]) < (tops["base"]["y"], tops["base"]["x"])


def test_what_is_set_under_table_is_remembered(device: Device) -> None:
    page = device()
    page.goto("/en/table")
    page.locator("label.choice", has_text="Simmental").tap()
    expect(page.locator("#saved")).to_contain_text("Not saved yet")
    page.locator("label.choice", has_text="4").tap()
    expect(page.locator("#saved")).to_contain_text("Saved on this device.")
    page.fill("[name=people-0-name]", "Anna")
    page.locator("label.choice", has_text="한국어").tap()
    page.wait_for_url("**/ko/table")
    expect(page.locator("main .notice")).to_contain_text("저장했습니다")
    assert page.evaluate("document.documentElement.dataset.players") == "4"
    page.goto("/")
    page.wait_for_url("**/ko/")
    page.goto("/ko/score/")
    expect(page.locator("[name=people-0-name]")).to_have_value("Anna")


def test_a_deep_link_leads_to_its_heading(device: Device) -> None:
    page = device()
    page.goto("/en/rules/movement/hand-fees#too-little")
    top = page.locator("#too-little").bounding_box()
    assert top is not None
    assert 0 <= top["y"] < 740


def test_search_from_any_page(device: Device) -> None:
    page = device()
    page.goto("/en/rules/movement/steps")
    page.locator("[data-find]").tap()
    page.keyboard.insert_text("hand fee")
    first = page.locator("#found .hits a").first
    expect(first).to_contain_text("Paying for hands")
    # Arrow keys walk down the list, and back up to the field.
    page.keyboard.press("ArrowDown")
    expect(page.locator("#found .named a, #found .terms a, #found .hits a").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#find-field")).to_be_focused()
    first.tap()
    expect(page.locator("h1")).to_have_text("Paying for hands")
    # The words that it was found by are marked.
    expect(page.locator("article mark").nth(2)).to_be_attached()
    # Back leads to the list as it was.
    page.go_back()
    expect(page.locator("#find-field")).to_have_value("hand fee")
    expect(page.locator("#found .hits a").first).to_contain_text("Paying for hands")
    page.keyboard.press("Escape")
    expect(page.locator("#find")).to_be_hidden()


def test_a_rule_that_was_searched_comes_over_what_is_typed(device: Device) -> None:
    page = device("desktop")
    page.goto("/en/check/")
    page.locator("summary", has_text="Is this position possible?").click()
    page.fill("#position", '{"players": {}}')
    page.locator("h1").click()
    page.keyboard.press("/")
    # At once: a list for the letters so far would lead elsewhere.
    page.keyboard.insert_text("hand fee")
    page.locator("#found .hits a").first.click()
    expect(page.locator("#over-text h1")).to_have_text("Paying for hands")
    assert page.locator("#over-text mark").count() > 2
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#position")).to_have_value('{"players": {}}')


@pytest.mark.parametrize("place", ["", "rules/", "check/"])
def test_the_box_of_a_page_opens_over_it(device: Device, place: str) -> None:
    """With a tap, above what it finds: no keyboard covers the first answer. The focus alone opens nothing."""
    page = device()
    page.goto(f"/en/{place}")
    page.locator("#q").focus()
    expect(page.locator("#find")).to_be_hidden()
    page.locator("#q").tap()
    expect(page.locator("#find-field")).to_be_focused()
    page.keyboard.type("hand fee")
    first = page.locator("#found .hits a").first
    expect(first).to_contain_text("Paying for hands")
    box = first.locator(".hit-answer").bounding_box()
    assert box
    assert box["y"] + box["height"] < 300
    page.keyboard.press("Escape")
    expect(page.locator("#q")).to_be_focused()


def test_one_request_is_sent_for_each_pause(device: Device) -> None:
    page = device(clock=True)
    page.goto("/en/")
    page.locator("#q").tap()
    expect(page.locator("#found .searches a").first).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/rules/search" in request.url else None)
    stand_still(page)
    for letter in "hand fee":
        page.keyboard.type(letter)
        page.clock.run_for(PAUSE - 1)
    assert not asked
    page.clock.run_for(1)
    expect(page.locator("#found .hits a").first).to_contain_text("Paying for hands")
    assert len(asked) == 1


def test_what_is_searched_stands_in_the_address(device: Device) -> None:
    page = device()
    page.goto("/en/rules/")
    page.fill("#q", "objective")
    expect(page.locator("#found .hits a").first).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/rules/search?q=objective")
    page.locator("#languages summary").tap()
    page.locator("#languages a[lang=ko]").tap()
    expect(page.locator("#q")).to_have_value("objective")
