"""Checking a position on a phone."""

import json
import re
from pathlib import Path

import pytest
from companion.engine import encode, read_position
from playwright.sync_api import Locator, Page, expect

from tests.conftest import ROOT
from tests.e2e.conftest import Device
from tests.e2e.looks import ON_A_PHONE, Look

IMPOSSIBLE = '{"players": {"blue": {"workers": {"cowboy": 7}}}}'


def test_a_rule_opens_over_the_page_and_nothing_is_lost(device: Device) -> None:
    page = device()
    page.goto("/en/check/")
    page.locator("summary", has_text="Is this position possible?").click()
    page.fill("#position", IMPOSSIBLE)
    page.locator("main button.main").tap()
    expect(page.locator(".verdict-word")).to_have_text("Impossible")
    expect(page.locator(".verdict")).to_be_in_viewport()
    page.locator(".rule-link").tap()
    expect(page.locator("#over h1")).to_have_text("Workers")
    page.locator("#over .close").tap()
    expect(page.locator("#over")).not_to_be_visible()
    expect(page.locator("#position")).to_have_value(IMPOSSIBLE)
    expect(page.locator(".verdict-word")).to_have_text("Impossible")


def test_escape_closes_the_rule_and_focus_returns(device: Device) -> None:
    page = device("desktop")
    page.goto("/en/check/?example=kansas-city/discs%23where.0")
    page.click("main button.main")
    link = page.locator(".rule-link").first
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#over")).to_be_visible()
    # What is folded for readers tells why, and lies open here.
    expect(page.locator("#over .fold p").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#over")).not_to_be_visible()
    expect(link).to_be_focused()


START = json.loads((ROOT / "tests" / "codes" / "a-start.json").read_text(encoding="utf-8"))
LONG = json.dumps({**START, "players": {"blue": {"workers": {"cowboy": 7}}}}, indent=2)


@pytest.fixture(scope="module")
def code() -> str:
    """The position of the long text."""
    return encode(read_position(LONG))


def place_of_blue(page: Page) -> Locator:
    return page.get_by_role("link", name="Blue's cowboys").first


def selected(page: Page) -> str:
    return str(page.evaluate("(f => f.value.slice(f.selectionStart, f.selectionEnd))(document.activeElement)"))


def test_a_place_leads_to_its_line(device: Device) -> None:
    page = device()
    page.goto("/en/check/")
    page.locator("summary", has_text="Is this position possible?").click()
    page.fill("#position", LONG)
    page.locator("main button.main").click()
    place_of_blue(page).click()
    assert selected(page) == '"cowboy": 7'
    field = page.locator("#position")
    expect(field).to_be_in_viewport()
    # The line is within what the field shows.
    height, scroll, shown = field.evaluate("f => [f.scrollHeight, f.scrollTop, f.clientHeight]")
    line = LONG[: LONG.index('"cowboy": 7')].count("\n") / LONG.count("\n") * height
    assert scroll - 100 < line < scroll + shown + 100
    assert scroll > 0


def test_a_place_of_a_text_that_has_changed_leads_to_what_was_checked(device: Device, code: str) -> None:
    page = device()
    page.goto(f"/en/position/{code}")
    expect(page.locator("details.entry")).not_to_have_attribute("open", re.compile(".*"))
    page.fill("#position", "something else")
    place_of_blue(page).tap()
    row = page.locator(".row:target")
    expect(row).to_contain_text('"cowboy": 7')
    expect(row).to_be_in_viewport()
    expect(page.locator("#position")).to_have_value("something else")


def test_take_along(device: Device, tmp_path: Path) -> None:
    page = device(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/en/check/")
    page.locator("summary", has_text="Is this position possible?").click()
    page.fill("#position", IMPOSSIBLE)
    page.locator("main button.main").tap()
    page.locator("[data-copy]").tap()
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    address = page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as download:
        page.locator("a[download]").tap()
    file = tmp_path / "position.json"
    download.value.save_as(file)
    assert read_position(file.read_text(encoding="utf-8")) == read_position(IMPOSSIBLE)
    page.goto(address)
    expect(page.locator(".verdict-word")).to_have_text("Impossible")
    page.get_by_role("link", name="QR code").tap()
    expect(page.locator(".qr svg")).to_be_visible()


SEVERITIES = ("impossible", "suspicious", "note")


@pytest.mark.parametrize("look", ON_A_PHONE, ids=str)
def test_findings_of_all_severities(visitor, code: str, look: Look) -> None:
    """How the page looks does not depend on which codes are how bad, so one part is made into all three."""
    one = visitor(look)
    page = one.page
    page.goto(f"/en/position/{code}")
    page.evaluate(
        """severities => {
          const [part, ...others] = document.querySelectorAll(".part");
          others.forEach(other => other.remove());
          for (const severity of severities.slice(1)) {
            const copy = part.cloneNode(true);
            copy.className = "part " + severity;
            copy.innerHTML = copy.innerHTML.replaceAll("h2", "h3");
            copy.insertAdjacentHTML("afterbegin", "<h2>" + severity + "</h2>");
            part.parentNode.append(copy);
          }
          document.querySelector(".verdict").className = "verdict warn";
          document.querySelectorAll("main details").forEach(d => d.open = true);
        }""",
        SEVERITIES,
    )
    expect(page.locator(".part")).to_have_count(len(SEVERITIES))
    one.check()
