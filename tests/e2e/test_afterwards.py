"""After the game, on phones: finish, reveal, send, keep, look back, take along, delete."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import LANGUAGES
from tests.e2e.conftest import Device, Devices, Kind
from tests.e2e.looks import SELDOM, Look
from tests.e2e.sheets import MAX_POLL_INTERVAL, saved, soon, type_in

Played = tuple[str, str, list[Any]]
"""Addresses of a result and of a group that has more games, and what a device that has the same games remembers."""
NAMES = ("Anna", "Bernhard", "지훈", "Maximiliane von Hohenstein")


# As if every number was typed and its field left.
TYPE = """(fields, leave) => fields.slice(0, fields.length - leave).forEach((field, number) => {
  const dollars = field.name.endsWith("dollars") ? 5 : 1;
  field.value = dollars * (number % 7) - (number === 8 ? 1 : 0);
  field.dispatchEvent(new Event("change", {bubbles: true}));
})"""


def fill(page: Page, *, leave: int = 0) -> None:
    """Type points into all fields of a sheet but the last few, and wait until the server has them."""
    with saved(page):
        page.locator("input.points").evaluate_all(TYPE, leave)
    expect(page.locator(".standings .total").first).not_to_have_text("–")


def finish(page: Page, make_sheet, *names: str) -> str:
    """A finished game; the address of its result."""
    address = make_sheet(page, *names)
    fill(page)
    page.goto(f"{address}/finish")
    page.click("button[value=result]")
    page.wait_for_url("**/result")
    return page.url


def keep(page: Page) -> str:
    """Keep the result that is shown with a new group; the address of the group."""
    page.fill("#group-name", "Saturday")
    page.click(".keeping .field-and-button button")
    page.wait_for_url("**/group/**")
    return page.url


def table(games: int) -> str:
    """A file with so many games."""
    rows = [
        f"{number},2026-0{number % 9 + 1}-11,{name},{(number * 7 + place * 5) % 40},{place * 9},-{number % 5}"
        for number in range(games)
        for place, name in enumerate(NAMES[: number % 3 + 2])
    ]
    return "\n".join(["game,date,name,money,cattle,cities", *rows]) + "\n"


def read_file(page: Page, content: str, address: str = "/en/score/history/import") -> None:
    page.goto(address)
    page.set_input_files("#file", {"name": "games.csv", "mimeType": "text/csv", "buffer": content.encode()})
    page.click("main button.main")


def test_who_played_fits_on_a_phone(device: Device) -> None:
    page = device()
    read_file(page, table(6))
    for language in LANGUAGES:
        page.goto(f"/{language}/score/history")
        sizes = page.locator(".scrolls:has(.people-table)").evaluate("one => [one.scrollWidth, one.clientWidth]")
        assert sizes[0] <= sizes[1], language
    tall = "names => names.map((one) => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight))"
    assert max(page.locator(".people-table th[scope=rowgroup]").evaluate_all(tall)) < 1.6, "every name is in one line"


def test_what_adds_games_to_a_group_is_in_sight(device: Device) -> None:
    page = device()
    read_file(page, table(8))
    page.goto("/en/score/groups")
    page.fill("#name", "Saturday")
    page.click("main button.main")
    page.wait_for_url("**/add")
    expect(page.locator("button[name=all]")).to_be_in_viewport(ratio=1)
    expect(page.locator(".tick-list input").last).not_to_be_in_viewport()
    page.locator(".tick-list input").last.focus()
    top = page.locator(".tick-actions").evaluate("one => one.getBoundingClientRect().top")
    bottom = page.evaluate("document.activeElement.getBoundingClientRect().bottom")
    assert bottom <= top, "what has the focus is not covered"


def test_revealing_with_scripts_keeps_the_place(device: Device, played: Played) -> None:
    page = device(reduced_motion="reduce")
    page.goto(played[0].replace("/result", "/reveal"))
    page.evaluate("window.same = true")
    page.locator("#next").tap()
    expect(page.locator(".reveal-count")).to_have_text("1 / 11")
    expect(page).to_have_url(re.compile("shown=1$"))
    assert page.evaluate("window.same"), "the page was not loaded again"
    assert page.evaluate("getComputedStyle(document.querySelector('.newest')).animationName") == "none"
    page.locator("#next").tap()
    expect(page.locator(".reveal-count")).to_have_text("2 / 11")
    expect(page.locator("a[lang=ko]")).to_have_attribute("href", re.compile("shown=2$"))


def test_other_phones_are_led_to_the_result(device: Device, make_sheet) -> None:
    one, two = device(), device(clock=True)
    address = make_sheet(one, "Anna", "Ben")
    fill(one)
    two.goto(address)
    one.goto(f"{address}/finish")
    one.click("button[value=result]")
    soon(two).wait_for_url("**/reveal")
    one.goto(address)
    one.wait_for_url("**/result")
    one.locator("form[action$=reopen] button").tap()
    one.wait_for_url(address)
    expect(one.locator("[name=p1-buildings]")).to_be_editable()


def test_what_came_too_late_is_told_and_added(device: Device, make_sheet) -> None:
    """A phone was without signal while another finished the game: nobody wins by what is missing."""
    one, two = device(), device(clock=True, once=True)
    address = make_sheet(one, "Anna", "Ben")
    two.goto(address)
    with saved(one):
        type_in(one, "p1-buildings", "5")
    expect(soon(two).locator("[name=p1-buildings]")).to_have_value("5")
    two.context.set_offline(True)
    for field, text in (("p2-cattle", "30"), ("p2-cities", "-6")):
        type_in(two, field, text)
    expect(soon(two).locator("#connection")).to_be_visible()
    one.goto(f"{address}/finish")
    one.click("button[value=result]")
    expect(one.locator("h1")).to_have_text("Anna wins with 5 points.")
    expect(one.locator("#too-late")).to_be_hidden()
    two.context.set_offline(False)
    two.clock.fast_forward(MAX_POLL_INTERVAL)
    two.wait_for_url("**/reveal")
    expect(two.locator("#too-late li")).to_have_text(["Ben, Cattle: 30", "Ben, Cities: −6"])
    two.goto(address)
    two.wait_for_url("**/result")
    two.locator("#too-late button.main").tap()
    two.wait_for_url(address)
    expect(soon(two).locator(".standings .total")).to_have_text(["5", "24"])
    two.goto(f"{address}/finish")
    two.click("button[value=result]")
    expect(two.locator("h1")).to_have_text("Ben wins with 24 points.")
    expect(two.locator("#too-late")).to_be_hidden()


def test_what_came_too_late_may_be_left_out(device: Device, played: Played) -> None:
    page = device()
    page.goto(played[0])
    address = played[0].removesuffix("/result")
    waiting = {"typed": {"p2-buildings": {"was": "", "text": "99"}}, "sending": None}
    told = ["sheet " + address.rpartition("/")[2], json.dumps(waiting)]
    page.evaluate("told => localStorage.setItem(told[0], told[1])", told)
    page.reload()
    expect(page.locator("#too-late li")).to_have_text(["Bernhard, Buildings: 99"])
    page.locator("#too-late [data-drop]").tap()
    expect(page.locator("#too-late")).to_be_hidden()
    page.reload()
    expect(page.locator("#too-late")).to_be_hidden()


def test_what_is_missing_and_what_cannot_be_is_mended_with_a_tap(device: Device, make_sheet) -> None:
    page = device()
    address = make_sheet(page, "Anna", "Ben")
    fill(page, leave=1)
    page.goto(f"{address}/finish")
    page.locator(".doubts .mend").first.tap()
    expect(page.locator(".cell.doubtful :focus")).to_have_count(1)
    page.locator(".alone a").tap()
    page.locator(".gaps .mend").tap()
    expect(page.locator("#cell-p2-job-market-token :focus")).to_have_count(1)
    with saved(page):
        page.keyboard.press("Enter")
    page.locator(".alone a").tap()
    expect(page.locator(".gaps")).to_have_count(0)


def test_the_picture_is_painted_on_the_device(device: Device, played: Played) -> None:
    page = device()
    page.goto(played[0])
    page.evaluate("delete Navigator.prototype.canShare")
    with page.expect_download() as download:
        page.locator("[data-picture]").tap()
    content = Path(download.value.path()).read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 20_000


@pytest.fixture(scope="module")
def played(devices: Devices, make_sheet) -> Played:
    kind = Kind("phone")
    page = devices.take(kind)
    result = finish(page, make_sheet, *NAMES)
    group = keep(page)
    read_file(page, table(9), f"{group}/import")
    read_file(page, table(7))
    cookies = page.context.cookies()
    devices.give_back(kind, page)
    return result, group, cookies


@pytest.mark.parametrize("look", SELDOM, ids=str)
def test_pages(visitor, played: Played, look: Look) -> None:
    result, group, cookies = (
        urlsplit(one).path.removeprefix("/en/") if isinstance(one, str) else one for one in played
    )
    one = visitor(look)
    one.page.context.add_cookies(cookies)
    of_result = ("/result", "/about", "/reveal?shown=11", "/delete")
    pages = [
        *(result.replace("/result", part) for part in of_result),
        *(f"{group}{part}" for part in ("?players=3", "/share", "/people", "/add")),
        *("score/history", "score/history/delete"),
    ]
    for path in (*pages, "score/groups"):
        one.visit(path)
    expect(one.page.locator("main")).to_contain_text("Saturday")
    read_file(one.page, "game,date,name,money\n1,x,,y\n", f"/{look.language}/score/history/import")
    expect(one.page.locator(".problems li").first).to_be_visible()
    one.check()


def test_a_result_on_paper(device: Device, played: Played) -> None:
    page = device("desktop")
    page.goto(played[0])
    page.emulate_media(media="print")
    expect(page.locator(".ranking")).to_be_visible()
    expect(page.locator("svg.chart")).to_be_visible()
    for part in (".passing", ".keeping", ".files", ".places"):
        expect(page.locator(part)).to_be_hidden()
