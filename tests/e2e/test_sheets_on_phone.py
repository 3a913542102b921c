"""Score sheets on a phone that keeps the whole app: what was entered, with and without signal, is lost nowhere."""

from __future__ import annotations

import pytest
from companion.web.offline import whole
from playwright.sync_api import Browser, Page, expect

from tests.e2e.looks import PHONE
from tests.e2e.sheets import SENT, new_sheet, type_in
from tests.e2e.waiting import copied, newest_worker, open_page, wait_for

pytestmark = pytest.mark.skipif(not whole.available(), reason="no Python for the browser: companion make")


def test_a_sheet_goes_to_the_server_and_comes_back(kept: Page, browser: Browser, base_url: str) -> None:
    kept.context.set_offline(True)
    address = new_sheet(kept, "Ana", "Ben")
    type_in(kept, "p1-cities", "5")
    wait_for(kept, SENT)
    # Signal is back: the sheet has its link, and a second phone sees it and writes.
    kept.context.set_offline(False)
    kept.goto(address)
    expect(kept.locator(".on-phone")).to_have_count(0)
    other = browser.new_context(viewport=PHONE, base_url=base_url, service_workers="block").new_page()
    other.goto(address)
    expect(other.locator("[name=p1-cities]")).to_have_value("5")
    type_in(other, "p2-cities", "4")
    wait_for(other, SENT)
    # The first phone has looked at it once more and written, with signal: both are there without.
    expect(kept.locator("[name=p2-cities]")).to_have_value("4")
    type_in(kept, "p1-stations", "6")
    wait_for(kept, SENT)
    # What the page has learned since it was opened is copied a little later.
    for text in ('"4"', "stations"):
        wait_for(kept, copied(address, text))
    kept.context.set_offline(True)
    kept.goto(address)
    expect(kept.locator(".on-phone")).to_have_text("On this phone, waiting for signal")
    expect(kept.locator("[name=p2-cities]")).to_have_value("4")
    type_in(kept, "p1-hazards", "2")
    wait_for(kept, SENT)
    expect(kept.locator("#standings")).to_contain_text("13")
    # Meanwhile somebody else enters something on the server.
    for field in ("p2-stations", "p2-cattle"):
        type_in(other, field, "3")
    wait_for(other, SENT)
    # The open page shows it as soon as there is signal, without being loaded again.
    kept.context.set_offline(False)
    expect(kept.locator("[name=p2-cattle]")).to_have_value("3", timeout=60_000)
    for field, points in (("p1-cities", "5"), ("p1-stations", "6"), ("p1-hazards", "2"), ("p2-stations", "3")):
        expect(kept.locator(f"[name={field}]")).to_have_value(points)
    expect(kept.locator(".on-phone")).to_have_count(0)
    # What is entered on it goes to the server from now on.
    type_in(kept, "p1-cattle", "8")
    wait_for(kept, SENT)
    other.reload()
    for field, points in (("p1-hazards", "2"), ("p1-cattle", "8")):
        expect(other.locator(f"[name={field}]")).to_have_value(points)
    # This phone has made all of its entries, wherever they were answered.
    kept.goto(f"{address}/log")
    makers = kept.locator("main").inner_text()
    assert makers.count("This phone") == 4
    other.context.close()


NO_LINE_YET = """() => {
  const real = fetch;
  const isKept = (asked) => /\\/(offline|static)\\//.test(asked.url || asked);
  self.fetch = (asked, options) => (isKept(asked) ? real(asked, options) : Promise.reject(new TypeError()));
  setTimeout(() => { self.fetch = real; }, 5000);
}"""


def test_a_game_goes_to_the_server_wherever_the_phone_is_then(kept: Page, browser: Browser, base_url: str) -> None:
    kept.context.set_offline(True)
    first = new_sheet(kept, "Ana", "Ben")
    for field in ("p1-cities", "p2-cities"):
        type_in(kept, field, "3")
    wait_for(kept, SENT)
    open_page(kept, f"{first}/finish")
    kept.click("button[value=result]")
    kept.wait_for_url("**/result")
    # The next game with the same people is a sheet of this phone as well.
    kept.click(f"form[action$='{first.rsplit('/', 1)[1]}/rematch'] button")
    expect(kept.locator("table.pad")).to_be_visible(timeout=60_000)
    again = kept.url.partition("?")[0]
    open_page(kept, f"{again}/share")
    expect(kept.locator("main .notice").first).to_contain_text("no signal", timeout=30_000)
    # What only the server can do says so.
    for path in (f"{again}/delete", "/en/score/groups", "/en/score/history/import"):
        answer = kept.goto(path)
        assert answer
        assert (path, answer.status) == (path, 503)
        expect(kept.locator("h1")).to_have_text("No signal")
    kept.goto("/en/score/history")
    expect(kept.locator("main .notice").first).to_contain_text("this phone")
    kept.goto("/en/rules/")
    # A line that has just come back carries nothing yet.
    newest_worker(kept).evaluate(NO_LINE_YET)
    kept.context.set_offline(False)
    other = browser.new_context(viewport=PHONE, base_url=base_url, service_workers="block").new_page()
    for address, there in ((first, ".result, .headline, main h1"), (again, "table.pad")):
        wait_for_page(other, address)
        expect(other.locator(there).first).to_be_visible()
    other.context.close()


def test_a_form_that_the_phone_has_made_is_taken_with_signal(kept: Page) -> None:
    kept.context.set_offline(True)
    open_page(kept, "/en/score/")
    expect(kept.locator(".on-phone")).to_be_visible()
    kept.fill("[name=people-0-name]", "Ana")
    kept.context.set_offline(False)
    kept.click("main button.main")
    expect(kept.locator("table.pad")).to_be_visible(timeout=60_000)
    expect(kept.locator(".on-phone")).to_have_count(0)
    expect(kept.locator("#standings")).to_contain_text("Ana")
    # As does one that htmx or the pad sends.
    type_in(kept, "p1-cities", "5")
    wait_for(kept, SENT)


def wait_for_page(page: Page, address: str) -> None:
    """Open a page once the server has it."""
    for _ in range(60):
        if page.request.head(address).ok:
            break
        page.wait_for_timeout(1000)
    answer = page.goto(address)
    assert answer
    assert answer.ok, f"{address} did not come"
