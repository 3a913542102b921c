"""Reading comforts: what is played, where one is, ticks that stay, passing a page on, printing."""

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.conftest import LANGUAGES
from tests.e2e.conftest import Device

BASE = {"players": 3, "edition": 2, "variants": [], "layers": [], "shown": []}
NORTH = {**BASE, "layers": ["rails-to-the-north"], "shown": ["rails-to-the-north"]}


def test_everything_is_shown_until_somebody_says_what_is_played(device: Device) -> None:
    page = device()
    page.goto("/en/rules/")
    for chapter in ("Rails to the North", "The first edition", "Solo play"):
        expect(page.locator("summary", has_text=chapter)).to_be_visible()
    expect(page.locator(".only-with-layers")).to_be_hidden()


def test_only_what_is_played_is_shown(device: Device) -> None:
    page = device(table=NORTH)
    page.goto("/en/rules/")
    expect(page.locator("summary", has_text="Rails to the North")).to_be_visible()
    expect(page.locator("summary", has_text="The first edition")).to_be_hidden()
    page.locator("summary", has_text="Kansas City").tap()
    expect(page.locator("a", has_text="Transport costs")).to_be_visible()
    expect(page.locator("[data-layer=simmental]").first).to_be_hidden()
    expect(page.locator(".only-with-layers")).to_be_visible()
    page.goto("/ko/rules/glossary")
    expect(page.locator("#bell")).to_be_visible()
    expect(page.locator("#garth")).to_be_hidden()


def test_search_keeps_to_what_is_played(device: Device) -> None:
    page = device(table=BASE)
    page.goto("/en/rules/")
    page.locator("#q").press_sequentially("teepee", delay=20)
    expect(page.locator(".hits a").first).to_contain_text("Outlaws")
    expect(page.locator(".hits a", has_text="Trading in the first edition")).to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/search?q=teepee&in=&players=3")
    expect(page.locator(".hits a", has_text="Trading in the first edition")).to_have_count(0)


def test_the_words_of_the_first_edition_stand_where_it_is_played(device: Device) -> None:
    first = {**BASE, "edition": 1, "shown": ["first-edition"]}
    page = device()
    for table, shown in ((None, False), (BASE, False), (first, True)):
        if table:
            page.context.add_cookies([{"name": "table", "value": quote(json.dumps(table)), "url": page.url}])
        page.goto("/en/rules/search?q=trade+with+teepees")
        expect(page.locator(".hits .word-of-edition").first).to_be_visible(visible=shown)


def test_choosing_the_expansion_under_table(device: Device) -> None:
    page = device(table=BASE)
    page.goto("/en/table")
    page.locator("label.choice:has([name=variants][value=rails-to-the-north])").tap()
    expect(page.locator("#saved")).to_contain_text("Saved")
    page.goto("/en/rules/")
    expect(page.locator("summary", has_text="Rails to the North")).to_be_visible()
    expect(page.locator("summary", has_text="Solo play")).to_be_hidden()


def test_where_one_is(device: Device) -> None:
    page = device()
    page.goto("/ko/rules/")
    page.locator(".moments a", has_text="C 카드 뽑기").tap()
    page.wait_for_url("**/rules/?at=c#contents")
    expect(page.locator(".chapter a", has_text="교환 토큰")).to_be_visible()
    expect(page.locator("summary", has_text="목장 주인 이동")).to_have_count(0)


def test_ticks_stay_until_one_starts_again(device: Device) -> None:
    page = device(table=BASE)
    page.goto("/en/rules/aids/set-up")
    box = page.locator("#neutral input")
    page.locator("#neutral label").tap()
    expect(box).to_be_checked()
    page.goto("/ko/rules/aids/set-up")
    expect(box).to_be_checked()
    page.locator("button[type=reset]").click()
    expect(box).not_to_be_checked()
    page.reload()
    expect(box).not_to_be_checked()


def test_the_set_up_list_follows_the_table(device: Device) -> None:
    page = device(table=BASE)
    page.goto("/en/rules/aids/set-up")
    for name, visible in (("seat-3", True), ("seat-4", False), ("step-tile", True), ("rails-board", False)):
        expect(page.locator(f"#{name}")).to_be_visible(visible=visible)
    market = page.locator("#cattle .chip-value")
    assert [chip.inner_text() for chip in market.all() if chip.is_visible()] == ["10"]
    page = device(table={**NORTH, "players": 4})
    page.goto("/en/rules/aids/set-up")
    for name, visible in (("seat-4", True), ("step-tile", False), ("rails-board", True), ("solo", False)):
        expect(page.locator(f"#{name}")).to_be_visible(visible=visible)


def test_why_a_figure_is_not_certain(device: Device) -> None:
    page = device()
    page.goto("/en/rules/rails/auxiliary")
    figure = page.locator(".unsure")
    figure.tap()
    expect(page.locator(".figure-note")).to_have_text(str(figure.get_attribute("title")))
    figure.press("Enter")
    expect(page.locator(".figure-note")).to_have_count(0)


def test_copying_the_link(device: Device) -> None:
    page = device(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/en/rules/movement/hand-fees")
    page.locator("[data-copy-page]").tap()
    expect(page.locator("[data-copy-page]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_a_link_that_the_browser_does_not_copy_is_shown_to_be_copied(device: Device) -> None:
    page = device()
    page.goto("/en/rules/movement/hand-fees")
    with page.expect_event("dialog") as shown:
        page.locator("[data-copy-page]").tap()
    dialog = shown.value
    told = dialog.message, dialog.default_value
    dialog.dismiss()
    assert told == ("Copy link", page.url)


def test_buttons_that_do_nothing_are_not_shown(device: Device) -> None:
    page = device(scripts=False)
    page.goto("/en/rules/movement/hand-fees")
    for button in page.locator(".passing-on button").all():
        expect(button).to_be_hidden()


def test_sharing(device: Device) -> None:
    page = device(once=True)
    page.add_init_script("navigator.share = told => { window.shared = told; return Promise.resolve(); }")
    page.goto("/ko/rules/movement/hand-fees")
    page.locator("[data-share-page]").tap()
    assert page.evaluate("window.shared.url") == page.url
    assert "손 요금" in page.evaluate("window.shared.title")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_player_aid_is_two_pages_of_a4(device: Device, tmp_path: Path, language: str) -> None:
    page = device("desktop", color_scheme="light" if language == "en" else "dark", table={**BASE, "players": 4})
    page.goto(f"/{language}/rules/player-aid")
    file = page.pdf(path=tmp_path / "aid.pdf", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", file)) == 2
    (width, height), *others = [
        tuple(map(float, box)) for box in re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", file)
    ]
    assert (round(width), round(height)) == (595, 842)
    assert set(others) <= {(width, height)}


def test_a_section_prints_on_white_without_the_frame(device: Device) -> None:
    page = device("desktop", color_scheme="dark")
    page.goto("/en/rules/aids/set-up")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    for part in (".passing-on", ".checklist button", ".beside", ".top", ".places"):
        expect(page.locator(part).first).to_be_hidden()
    expect(page.locator("#neutral input"), "a list to tick on paper").to_be_visible()
