"""Whatever keeps a phone from sending what waits, or damages what it stores: the server's page is shown, and tells."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from companion.web.offline import whole
from playwright.sync_api import Browser, Page, expect

from tests.e2e.looks import PHONE
from tests.e2e.sheets import SENT, new_sheet, type_in
from tests.e2e.waiting import copied, newest_worker, open_page, signal_comes_back, stop_worker, wait_for
from tests.serving import Server

pytestmark = pytest.mark.skipif(not whole.available(), reason="no Python for the browser: companion make")

SLOWLY = 120_000
"""Milliseconds in which Python starts on a machine that is busy with other tests."""
ANSWERS = """([key, status, type, body]) => {
  const real = self.fetch;
  self.fetch = (path, options) => String(path).endsWith(key + "/exchange")
    ? Promise.resolve(new Response(body, { status, headers: { "Content-Type": type } }))
    : real(path, options);
}"""
"""The worker gets this answer, whoever gives it, to whatever it sends of one sheet: it lives on in the next test."""


def refused(status: int, code: str) -> tuple[int, str, str]:
    return status, "application/json", json.dumps({"error": {"code": code, "message": "-"}})


def page_of_something_between(status: int) -> tuple[int, str, str]:
    return status, "text/html", "<title>Hotel</title>Log in"


NOT_REACHED = "have not reached the server"
REFUSALS = {
    "400 malformed": (refused(400, "malformed"), "could not read"),
    "404 no-such-sheet": (refused(404, "no-such-sheet"), "deleted it"),
    "409 sheet-full": (refused(409, "sheet-full"), "takes no more changes"),
    "409 keys-taken": (refused(409, "keys-taken"), "another one has its link"),
    "413": (page_of_something_between(413), "too long"),
    "400": (page_of_something_between(400), NOT_REACHED),
    "403": (page_of_something_between(403), NOT_REACHED),
    "404": (page_of_something_between(404), NOT_REACHED),
    "429": (page_of_something_between(429), NOT_REACHED),
    "503": (page_of_something_between(503), NOT_REACHED),
    "200": (page_of_something_between(200), NOT_REACHED),
}


def entered_without_signal(phone: Page) -> str:
    """The address of a sheet that the server has, but not what was entered last."""
    address = new_sheet(phone, "Ana", "Ben")
    type_in(phone, "p1-cities", "5")
    wait_for(phone, SENT)
    wait_for(phone, copied(address, "cities"))
    phone.context.set_offline(True)
    type_in(phone, "p2-cities", "6")
    wait_for(phone, SENT)
    phone.goto("/en/rules/")
    return address


def opened_with_signal(phone: Page, address: str) -> None:
    """Open a sheet until its page is the server's: while sending takes long, that of the phone stands in for it."""
    deadline, on_phone = time.monotonic() + SLOWLY / 1000, True
    while on_phone:
        assert time.monotonic() < deadline
        page = phone.goto(address)
        assert page
        assert page.status == 200
        expect(phone.locator("[name=p1-cities]")).to_have_value("5", timeout=SLOWLY)
        if on_phone := phone.locator(".on-phone").count() > 0:
            # A worker that something woke meanwhile has not heard of the signal, and hears of it now (waiting.py).
            phone.context.set_offline(True)
            phone.context.set_offline(False)


ALL = [pytest.param(name, True, marks=pytest.mark.thorough) for name in REFUSALS]


@pytest.mark.parametrize(("refusal", "again"), [("409 sheet-full", False), *ALL])
def test_whatever_the_server_says_its_page_is_shown_and_what_waits(kept: Page, refusal: str, *, again: bool) -> None:
    """And, where the app starts again, is told again."""
    answer, why = REFUSALS[refusal]
    address = entered_without_signal(kept)
    newest_worker(kept).evaluate(ANSWERS, [address.rpartition("/")[2], *answer])
    kept.context.set_offline(False)
    opened_with_signal(kept, address)
    expect(kept.locator("[name=p2-cities]")).to_have_value("")
    told = kept.locator("#waits section")
    expect(told).to_contain_text(why, timeout=SLOWLY)
    told.locator("summary").click()
    expect(told.locator("li")).to_have_text(["Ben, Cities – → 6"])
    # The page about this phone tells it too.
    kept.goto("/en/offline/")
    expect(kept.locator("#waits section", has_text=why)).to_be_visible(timeout=SLOWLY)
    expect(kept.locator("#waits a", has_text="Open the sheet").first).to_have_attribute(
        "href", re.compile("/en/score/")
    )
    if again:
        stop_worker(kept)
    kept.goto(address)
    if why == NOT_REACHED:
        # What stood in between has gone: it is sent.
        expect(kept.locator("[name=p2-cities]")).to_have_value("6", timeout=SLOWLY)
        expect(kept.locator("#waits section")).to_have_count(0)
        return
    expect(told).to_contain_text(why, timeout=SLOWLY)
    told.locator("summary").click()
    with kept.expect_navigation():
        told.locator("[data-throw]").click()
    expect(kept.locator("[name=p1-cities]")).to_have_value("5")
    expect(kept.locator("#waits section")).to_have_count(0)


def test_a_sheet_that_the_server_never_took_shows_itself(kept: Page) -> None:
    """The server knows no such sheet, and takes none: what only this phone has is here, with signal as without."""
    kept.context.set_offline(True)
    address = new_sheet(kept, "Ana", "Ben")
    type_in(kept, "p1-cities", "5")
    wait_for(kept, SENT)
    status, kind, body = page_of_something_between(503)
    newest_worker(kept).evaluate(ANSWERS, ["score", status, kind, body])
    kept.context.set_offline(False)
    try:
        page = kept.goto(address)
        assert page
        assert page.status == 200
        expect(kept.locator("[name=p1-cities]")).to_have_value("5")
    finally:
        # The next test gets a worker that asks the server.
        stop_worker(kept)


def test_a_sheet_that_was_deleted_is_not_on_the_phone_any_more(kept: Page) -> None:
    address = entered_without_signal(kept)
    kept.context.set_offline(False)
    kept.goto(address)
    expect(kept.locator("[name=p2-cities]")).to_have_value("6", timeout=SLOWLY)
    kept.goto(f"{address}/delete")
    with kept.expect_navigation():
        kept.click("main button.danger")
    kept.context.set_offline(True)
    open_page(kept, address)
    expect(kept.locator("table.pad")).to_have_count(0)
    kept.goto("/en/score/history")
    expect(kept.locator(f"a[href*='{address.rpartition('/')[2]}']")).to_have_count(0)


DAMAGE = """([name, way]) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("phone", 1);
  opening.onsuccess = () => {
    const all = opening.result.transaction("files", "readwrite");
    const files = all.objectStore("files");
    files.getAllKeys().onsuccess = ({ target: { result: names } }) => {
      const found = names.find((one) => one.startsWith(name));
      if (found) files.get(found).onsuccess = ({ target: { result: content } }) => files.put({
        empty: () => new Uint8Array(),
        noise: () => new Uint8Array(5000).fill(255),
        half: () => content.slice(0, content.length / 2),
        "another type": () => "text",
      }[way](), found);
    };
    all.oncomplete = () => { opening.result.close(); resolve(); };
    all.onabort = reject;
  };
})"""
WAYS = ("empty", "noise", "half", "another type")
FILES = ("companion.db", "cookies.json", "sent.json", "device", "server", "secret-key", "unsent", "refused")
STORED = (*FILES, "known ", "sheet ")


@pytest.mark.thorough
@pytest.mark.parametrize("name", STORED, ids=str.strip)
def test_whatever_is_damaged_the_sheet_opens_and_the_app_answers_again(kept: Page, name: str) -> None:
    """In the browser. What the app does with each damaged file is tried without one (tests/test_phone.py)."""
    address = entered_without_signal(kept)
    for way in WAYS:
        stop_worker(kept)
        kept.evaluate(DAMAGE, [name, way])
        signal_comes_back(kept)
        opened_with_signal(kept, address)
        # Without signal the app of the phone answers, with what it has or is told anew.
        kept.context.set_offline(True)
        open_page(kept, "/en/score/")
        expect(kept.locator("main button.main")).to_be_visible(timeout=SLOWLY)
    kept.context.set_offline(False)
    kept.goto("/en/offline/")
    if name == "companion.db":
        expect(kept.locator("#waits [data-aside]")).to_be_visible(timeout=SLOWLY)
        with kept.expect_download() as saved:
            kept.click("[data-tells=save]")
        assert saved.value.suggested_filename.startswith("aside")
    if kept.locator("[data-tells=forget]").is_visible():
        with kept.expect_navigation():
            kept.click("[data-tells=forget]")
    expect(kept.locator("#waits [data-aside]")).to_be_hidden()


@pytest.mark.thorough
def test_a_phone_starts_anew_whatever_is_wrong_with_it(kept: Page) -> None:
    """A store that is no store of ours, which nothing else mends."""
    address = entered_without_signal(kept)
    stop_worker(kept)
    kept.evaluate("""() => new Promise((resolve) => {
      indexedDB.deleteDatabase("phone").onsuccess = () => {
        const opening = indexedDB.open("phone", 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("others");
        opening.onsuccess = () => { opening.result.close(); resolve(); };
      };
    })""")
    signal_comes_back(kept)
    page = kept.goto(address)
    assert page
    assert page.status == 200
    kept.goto("/en/offline/")
    expect(kept.locator("body")).to_have_attribute("data-offline", "ready")
    kept.click("#anew summary")
    with kept.expect_navigation():
        kept.click("[data-tells=anew]")
    wait_for(kept, "document.body.dataset.offline === 'ready'")
    assert new_sheet(kept, "Eve")


def swap(server: Server, put_away: Path, brought: Path) -> None:
    """Another database answers at this address: what lies in a folder, nothing at first."""
    server.stop()
    for folder in (put_away, brought):
        folder.mkdir(exist_ok=True)
    for source, target in ((server.instance, put_away), (brought, server.instance)):
        for file in source.glob("companion.db*"):
            file.rename(target / file.name)
    server.start_again()


def on_the_server(browser: Browser, address: str) -> list[str]:
    """What a browser without any of this sees: what is entered, and the log of it."""
    page = browser.new_context(viewport=PHONE, service_workers="block").new_page()
    answer = page.goto(address)
    assert answer
    assert answer.status == 200
    fields = [page.input_value(f"[name=p{seat}-{name}]") for seat in (1, 2) for name in ("cities", "stations")]
    page.goto(f"{address}/log")
    steps = [re.sub(r"\s+", " ", step) for step in page.locator(".step").all_inner_texts()]
    page.context.close()
    return [*fields, *steps]


@pytest.mark.thorough
def test_servers_that_are_swapped_come_to_the_same(
    kept: Page, browser: Browser, server: Server, tmp_path: Path
) -> None:
    """An empty one is brought the sheet, and the one before what was entered meanwhile; each keeps what it has."""
    former, other = tmp_path / "former", tmp_path / "other"
    address = entered_without_signal(kept)
    swap(server, former, other)
    kept.context.set_offline(False)
    try:
        page = kept.goto(address)
        assert page
        assert page.status == 200
        for field, text in (("p1-cities", "5"), ("p2-cities", "6")):
            expect(kept.locator(f"[name={field}]")).to_have_value(text, timeout=SLOWLY)
        type_in(kept, "p1-stations", "7")
        wait_for(kept, SENT)
        wait_for(kept, copied(address, "stations"))
        kept.goto("/en/rules/")
    finally:
        swap(server, other, former)
    # The one before has neither what was entered without signal nor what only the other one was told.
    kept.goto(address)
    wait_for(kept, "document.querySelector('[name=p1-stations]').value === '7'")
    type_in(kept, "p2-stations", "8")
    wait_for(kept, SENT)
    wait_for(kept, copied(address, '"8"'))
    here = on_the_server(browser, address)
    assert here[:4] == ["5", "7", "6", "8"]
    kept.goto("/en/rules/")
    swap(server, former, other)
    try:
        kept.goto(address)
        expect(kept.locator("[name=p2-stations]")).to_have_value("8")
        assert on_the_server(browser, address) == here
    finally:
        swap(server, other, former)
