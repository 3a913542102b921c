"""What is kept of the whole app: the languages that are read, and a picture of its memory, from which it starts."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from companion.web.offline import whole
from playwright.sync_api import Browser, Page, expect

from tests.e2e.looks import PHONE
from tests.e2e.sheets import SENT, new_sheet, type_in
from tests.e2e.waiting import (
    keep_rules,
    keep_whole_app,
    newest_worker,
    open_page,
    stop_worker,
    wait_for,
    whole_app_ready,
)

pytestmark = pytest.mark.skipif(not whole.available(), reason="no Python for the browser: companion make")

PICTURE = "caches.match('/offline/picture')"
TAKEN = f"{PICTURE}.then(Boolean)"
USED = "caches.match('/offline/picture-tried').then((tried) => !tried)"
KEEP = "navigator.serviceWorker.controller.postMessage({ does: 'keep', language: 'en' })"
WRITE = """async ([how]) => {
  const all = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const there = await Promise.all(all.map((cache) => cache.match("/offline/picture")));
  const cache = all[there.findIndex(Boolean)];
  const kept = there.find(Boolean);
  const headers = new Headers(kept.headers);
  let content = await kept.blob();
  if (how === "cut off") content = content.slice(0, content.size / 2);
  const other = "not the memory of a computer";
  if (how === "changed") content = new Blob([content.slice(0, 5e6), other, content.slice(5e6 + other.length)]);
  if (how === "another browser") headers.set("Browser", "another one");
  await cache.put("/offline/picture", new Response(content, { headers }));
}"""
STORED = """async (name) => {
  const database = await new Promise((resolve) => {
    indexedDB.open("phone", 1).onsuccess = (event) => resolve(event.target.result);
  });
  const files = database.transaction("files").objectStore("files");
  const content = await new Promise((resolve) => {
    files.get(name).onsuccess = (event) => resolve(event.target.result);
  });
  database.close();
  return new TextDecoder().decode(content);
}"""
HOLDS = """async (texts) => {
  const content = new Uint8Array(await (await caches.match("/offline/picture")).arrayBuffer());
  const letters = new TextDecoder("latin1").decode(content);
  return texts.filter((text) => letters.includes(text));
}"""
FORGET = """() => caches.keys().then((names) => Promise.all(
  names.map(async (name) => (await caches.open(name)).delete("/offline/picture")))).then(() => true)"""
BY = """async (address) => (await fetch(address, { headers: { Accept: "text/html" } })).headers.get("On-Phone")"""


def finds(page: Page, address: str, title: str) -> None:
    """The app does, once it has started from its picture. Until then the script of the rules answers."""
    wait_for(page, TAKEN)
    wait_for(page, USED)
    for _ in range(60):
        open_page(page, address)
        expect(page.locator("#results")).to_contain_text(title)
        if page.locator(".on-phone").count():
            break
        page.wait_for_timeout(500)
    expect(page.locator(".on-phone")).to_be_visible()


def languages(page: Page) -> list[str]:
    """Those that the page that is open is offered in."""
    found: list[str] = page.locator("#languages a").evaluate_all("links => links.map((link) => link.lang)")
    return found


@pytest.mark.thorough
def test_a_language_comes_along_once_it_is_read_with_signal(browser: Browser, base_url: str) -> None:
    """Up to then the phone speaks the one that it was kept in."""
    context = browser.new_context(viewport=PHONE, base_url=base_url, has_touch=True, service_workers="allow")
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto("/en/rules/")
    keep_whole_app(page)
    context.set_offline(True)
    open_page(page, "/ko/check/hire/?v=1&n=4")
    expect(page.locator("h1")).to_have_text("No signal")
    open_page(page, "/en/check/hire/?v=1&n=4&asked=ko")
    expect(page.locator(".on-phone")).to_be_visible()
    assert languages(page) == ["en"]
    context.set_offline(False)
    keep_rules(page, "/ko/rules/")
    open_page(page, "/ko/offline/")
    whole_app_ready(page)
    context.set_offline(True)
    finds(page, "/ko/rules/search?q=손요금얼마", "손")
    assert languages(page) == ["en", "ko"]
    context.close()


@pytest.fixture
def pictured(kept: Page) -> Iterator[Page]:
    """A phone without signal that has a picture, and nothing running."""
    kept.goto("/en/table")
    kept.evaluate(KEEP)
    wait_for(kept, TAKEN)
    wait_for(kept, USED)
    kept.context.set_offline(True)
    stop_worker(kept)
    yield kept
    kept.goto("/en/rules/")
    kept.context.set_offline(False)


def started_from(page: Page, more: str = "") -> str:
    """What the app was started from that answers now."""
    found: str = page.evaluate(BY, f"/en/check/hire/?v=1&n=4{more}")
    return found


FULL = """() => {
  self.room = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function () { this.transaction.abort(); };
}"""
ROOM = "() => { IDBObjectStore.prototype.put = self.room; }"


def nothing_is_acknowledged_without_room(phone: Page, address: str) -> None:
    """What is entered into an open sheet waits on its page and says so; with room again it is stored."""
    # The browser counts the room that is left once in half a minute: too long for a test.
    newest_worker(phone).evaluate(FULL)
    type_in(phone, "p1-stations", "6")
    expect(phone.locator(".waiting")).to_be_visible()
    assert not phone.evaluate(SENT)
    # What is stored still opens.
    phone.reload()
    for field, points in (("p1-cities", "9"), ("p1-stations", "6")):
        expect(phone.locator(f"[name={field}]")).to_have_value(points)
    assert not phone.evaluate(SENT)
    # A form says so, too, and can be sent again.
    phone.goto("/en/score/")
    phone.fill("[name=people-0-name]", "Eve")
    phone.click("main button.main")
    expect(phone.locator("h1")).to_have_text("Something went wrong on this phone")
    expect(phone.locator("main")).to_contain_text("Free some space")
    newest_worker(phone).evaluate(ROOM)
    open_page(phone, address)
    wait_for(phone, SENT)


def test_later_starts_are_from_the_picture(pictured: Page) -> None:
    """It knows nothing of the phone: two starts from the same memory do not draw the same keys."""
    assert started_from(pictured) == "picture"
    key = pictured.evaluate(STORED, "secret-key")
    assert len(key) == 64
    assert pictured.evaluate(HOLDS, [key, "until a phone is opened"]) == ["until a phone is opened"]
    # What no picture holds, as what makes sheets, is unpacked.
    first = new_sheet(pictured, "Ana", "Ben")
    type_in(pictured, "p1-cities", "9")
    wait_for(pictured, SENT)
    nothing_is_acknowledged_without_room(pictured, first)
    stop_worker(pictured)
    assert new_sheet(pictured, "Cho", "Ben") != first
    # What was stored since the picture was taken is read.
    pictured.goto(first)
    expect(pictured.locator("main")).to_contain_text("Ana")
    for field, points in (("p1-cities", "9"), ("p1-stations", "6")):
        expect(pictured.locator(f"[name={field}]")).to_have_value(points)
    assert started_from(pictured, "&again=1") == "picture"
    # It speaks the languages that were read.
    finds(pictured, "/ko/rules/search?q=손요금얼마", "손")
    assert languages(pictured) == ["en", "ko"]


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["changed", "cut off", "another browser"])
def test_a_picture_that_cannot_be_used_is_not(pictured: Page, how: str) -> None:
    wait_for(pictured, TAKEN)
    pictured.evaluate(WRITE, [how])
    assert started_from(pictured) == "anew"
    pictured.goto("/en/check/hire/?v=1&n=3")
    expect(pictured.locator("main")).to_contain_text("Hire")
    assert not pictured.evaluate(TAKEN)


@pytest.mark.thorough
def test_where_there_is_no_room_the_start_is_as_without(pictured: Page) -> None:
    session = pictured.context.new_cdp_session(pictured)
    origin = re.match(r"https?://[^/]+", pictured.url)
    assert origin
    pictured.evaluate(FORGET)
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin[0], "quotaSize": 100_000_000})
    try:
        assert started_from(pictured) == "anew"
        pictured.evaluate(KEEP)
        assert started_from(pictured, "&again=1") == "anew"
        assert not pictured.evaluate(TAKEN)
        expect(pictured.locator("body")).not_to_have_attribute("data-offline", "failed")
    finally:
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin[0]})
        session.detach()
