"""Without signal: what a phone has kept opens, everything else says so, and versions come as a whole."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from companion.app import create_app
from companion.web import offline
from companion.web.offline import packs, whole
from flask import request
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from tests.conftest import EACH_LANGUAGE
from tests.e2e.looks import PHONE
from tests.e2e.sheets import SENT, new_sheet, type_in
from tests.e2e.waiting import KEPT, keep_rules, keep_whole_app, newest_worker, wait_for, whole_app_ready

PhoneOf = Callable[[str], Page]


@pytest.mark.parametrize("language", EACH_LANGUAGE)
def test_after_a_first_visit_every_rule_opens_in_airplane_mode(phone_of: PhoneOf, language: str) -> None:
    phone = phone_of(language)
    phone.goto(f"/{language}/rules/movement/hand-fees")
    links = "[...document.querySelectorAll('nav.tree a')].map((link) => link.pathname)"
    sections = phone.evaluate(links)
    with_signal = phone.locator("article").inner_text()
    phone.context.set_offline(True)
    phone.reload()
    assert phone.locator("article").inner_text() == with_signal
    assert phone.evaluate("getComputedStyle(document.body).paddingBottom") != "0px"
    assert phone.evaluate("Boolean(window.htmx)")
    assert len(sections) > 100
    missing = phone.evaluate(
        "async (paths) => { const missing = []; for (const path of paths) {"
        " const answer = await fetch(path, {headers: {'HX-Request': 'true'}}).catch(() => null);"
        " if (!answer || !(await answer.text()).includes('<h1')) missing.push(path); } return missing; }",
        sections,
    )
    assert missing == []
    for path in (*sections[::40], f"/{language}/reference/", f"/{language}/reference/building-3a"):
        answer = phone.goto(path)
        assert answer
        assert (path, answer.status) == (path, 200)
        expect(phone.locator("h1")).not_to_be_empty()
    phone.go_back()
    expect(phone.locator("h1")).not_to_be_empty()


def test_a_rule_comes_over_the_page_and_home_is_there(phone_of: PhoneOf) -> None:
    phone = phone_of("en")
    phone.context.set_offline(True)
    phone.goto("/")
    expect(phone).to_have_url(re.compile("/en/$"))
    expect(phone.locator("a.door[href='/en/score/']")).to_be_visible()
    phone.goto("/en/reference/building-3a")
    phone.locator("a.rule-link").first.click()
    expect(phone.locator("#over article")).to_be_visible()


def test_what_is_not_kept_says_so(phone_of: PhoneOf) -> None:
    phone = phone_of("en")
    phone.context.set_offline(True)
    answer = phone.goto("/en/score/")
    assert answer
    assert answer.status == 503
    expect(phone.locator("h1")).to_have_text("No signal")
    phone.context.set_offline(False)
    phone.get_by_role("link", name="Try again").click()
    expect(phone.locator("[name=people-0-name]")).to_be_visible()


def test_a_form_without_signal_stays_as_it_is(phone_of: PhoneOf) -> None:
    phone = phone_of("en")
    phone.goto("/en/score/")
    phone.fill("[name=people-0-name]", "Ana")
    phone.context.set_offline(True)
    phone.click("main button.main")
    expect(phone.locator("#no-signal")).to_be_visible()
    expect(phone.locator("[name=people-0-name]")).to_have_value("Ana")


def test_back_to_a_refused_form_is_the_form(phone_of: PhoneOf) -> None:
    """Browsers do not send it once more, and have not kept the answer; that is no lost signal."""
    phone = phone_of("en")
    phone.goto("/en/score/")
    for name in ("Ana", "Ben"):
        phone.fill("[name=people-0-name]", name)
        phone.fill("[name=people-1-name]", name)
        phone.click("main button.main")
        expect(phone.locator(".field-error")).to_contain_text(name)
    phone.go_back()
    expect(phone.locator("[name=people-0-name]")).to_be_visible()


def test_a_file_of_another_version_is_not_kept(phone_of: PhoneOf) -> None:
    """A server that is just being replaced gives what it has, and says that it is good for minutes only."""
    phone = phone_of("en")
    phone.goto("/en/rules/")
    address = "/static/js/count.js?v=ofanotherversion"
    assert phone.evaluate("address => fetch(address).then((answer) => answer.ok)", address)
    assert not phone.evaluate("address => caches.match(address).then(Boolean)", address)
    kept = phone.evaluate("document.querySelector('script[src*=\"/static/\"]').src")
    assert phone.evaluate("address => caches.match(address).then(Boolean)", kept)


def test_a_sheet_is_opened_again_and_what_was_typed_is_sent_later(phone_of: PhoneOf) -> None:
    phone = phone_of("en")
    phone.goto("/en/score/")
    phone.fill("[name=people-0-name]", "Ana")
    phone.fill("[name=people-1-name]", "Ben")
    phone.click("main button.main")
    phone.wait_for_selector("table.pad")
    phone.reload()
    phone.wait_for_selector("table.pad")
    phone.context.set_offline(True)
    type_in(phone, "p1-cities", "7")
    phone.reload()
    expect(phone.locator("[name=p1-cities]")).to_have_value("7")
    phone.context.set_offline(False)
    wait_for(phone, SENT)
    phone.reload()
    expect(phone.locator("[name=p1-cities]")).to_have_value("7")


@pytest.mark.parametrize("language", EACH_LANGUAGE)
def test_the_page_tells_what_is_kept(phone_of: PhoneOf, language: str) -> None:
    phone = phone_of(language)
    phone.goto(f"/{language}/offline/")
    expect(phone.locator("body")).to_have_attribute("data-rules", "ready", timeout=60_000)
    assert phone.locator("[data-when-rules]:visible").count() == 1
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("body")).to_have_attribute("data-rules", "ready", timeout=60_000)


def forget_workers() -> None:
    """The workers are made anew for the version that is asked for then."""
    offline._worker.cache_clear()
    offline._whole_worker.cache_clear()


class Versions:
    """An app in this process that can become another version of itself."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.whole, self.packing, self.line = True, 0, threading.Event()
        self.line.set()
        self.patch = monkeypatch
        app = create_app({"INSTANCE": str(folder), "RATELIMIT_ENABLED": False})
        app.before_request(self.refuse)
        with app.app_context():
            packs.store().prepare()
        self.server = make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=self.server.serve_forever).start()
        self.url = f"http://127.0.0.1:{self.server.port}"

    def refuse(self) -> tuple[str, int, dict[str, str]] | None:
        """The pages, when it is not whole or so many times more still packs them; nothing while the line is slow."""
        self.line.wait(60)
        if request.endpoint != "offline.pages" or (self.whole and not self.packing):
            return None
        self.packing -= self.whole
        return "", 503 if self.whole else 500, {"Retry-After": "0"}

    def become(self, version: str, *, whole: bool) -> None:
        """Be another version."""
        self.whole = whole
        self.patch.setattr(packs, "version", lambda: version)
        forget_workers()


@pytest.fixture
def versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Versions]:
    versions = Versions(tmp_path, monkeypatch)
    yield versions
    versions.server.shutdown()
    versions.server.server_close()
    forget_workers()


@pytest.fixture
def page(browser: Browser, versions: Versions) -> Iterator[Page]:
    """A phone that has visited nothing yet."""
    context = browser.new_context(viewport=PHONE, base_url=versions.url, service_workers="allow")
    yield context.new_page()
    versions.line.set()
    context.close()


UPDATE = "navigator.serviceWorker.getRegistration().then((known) => known.update()).then(() => true)"
SETTLED = "navigator.serviceWorker.getRegistration().then((known) => !known.installing)"
CACHES = "caches.keys().then((names) => names.filter((name) => name.startsWith('kept ')).sort())"


def test_a_new_version_comes_as_a_whole_and_when_it_is_wanted(page: Page, versions: Versions) -> None:
    versions.become("1", whole=True)
    keep_rules(page, "/en/rules/")
    sheet = new_sheet(page, "Ana", "Ben")
    page.reload()
    # One that cannot be kept as a whole does not come.
    versions.become("2", whole=False)
    page.evaluate(UPDATE)
    wait_for(page, SETTLED)
    assert page.evaluate("navigator.serviceWorker.getRegistration().then((known) => !known.waiting)")
    versions.become("3", whole=True)
    page.goto("/en/table")
    page.evaluate(UPDATE)
    # What is being typed stays.
    page.fill("[name=people-0-name]", "Ana")
    expect(page.locator("#new-version")).to_be_visible()
    assert "kept 1" in page.evaluate(CACHES)
    expect(page.locator("[name=people-0-name]")).to_have_value("Ana")
    # The page opens anew in the new version: nothing can be asked of it on the way there.
    with page.expect_navigation():
        page.locator("#new-version button").click()
    wait_for(page, f"{CACHES}.then((names) => names.length === 1 && names[0] === 'kept 3')")
    page.context.set_offline(True)
    page.goto("/en/rules/movement/hand-fees")
    expect(page.locator("h1")).to_have_text("Paying for hands")
    # What the version before could open, this one can.
    page.goto(sheet)
    expect(page.locator("table.pad")).to_be_visible()


HURRY = "() => { const real = setTimeout; self.setTimeout = (does, milliseconds) => real(does, milliseconds / 20); }"


def test_a_form_from_before_does_not_stand_in_for_one_that_is_slow_to_come(page: Page, versions: Versions) -> None:
    """Saved, it would take back what others have entered since. Of a page to read, the one from before is enough."""
    keep_rules(page, "/en/rules/")
    sheet = new_sheet(page, "Ana", "Ben")
    page.goto(f"{sheet}/share")
    page.goto(f"{sheet}/players")
    ana = page.locator("[name=people-0-name]")
    ana.fill("Anna")
    with page.expect_navigation():
        page.click("main button.main")
    newest_worker(page).evaluate(HURRY)
    versions.line.clear()
    page.goto(f"{sheet}/share")
    threading.Timer(1, versions.line.set).start()
    page.goto(f"{sheet}/players")
    expect(ana).to_have_value("Anna")


def test_a_page_asks_again_where_the_server_packs_longer_than_the_worker_waits(page: Page, versions: Versions) -> None:
    versions.packing = 13
    page.clock.install()
    page.goto("/en/rules/")
    for _ in range(100):
        page.wait_for_timeout(100)
        page.clock.run_for(30_000)
        if page.evaluate(KEPT):
            break
    assert versions.packing == 0
    assert page.evaluate(KEPT)


@pytest.mark.thorough
@pytest.mark.skipif(not whole.available(), reason="no Python for the browser: companion make")
def test_a_new_version_of_the_whole_app_keeps_what_was_entered(page: Page, versions: Versions) -> None:
    page.set_default_timeout(60_000)
    versions.become("1", whole=True)
    keep_whole_app(page)
    # A sheet that is made and written without signal: the server knows nothing of it.
    page.context.set_offline(True)
    address = new_sheet(page, "Ana", "Ben")
    type_in(page, "p1-cities", "7")
    wait_for(page, SENT)
    # There is a new version. Whoever types is not interrupted, and the old one answers on.
    versions.become("2", whole=True)
    page.context.set_offline(False)
    page.evaluate(UPDATE)
    page.fill("[name=p2-cities]", "5")
    wait_for(page, "navigator.serviceWorker.getRegistration().then((known) => Boolean(known.waiting))")
    expect(page.locator("#new-version")).to_be_visible()
    expect(page.locator("[name=p2-cities]")).to_have_value("5")
    page.press("[name=p2-cities]", "Tab")
    wait_for(page, SENT)
    page.goto("/en/offline/")
    expect(page.locator("body")).to_have_attribute("data-offline", "stale")
    with page.expect_navigation():
        page.locator("#new-version button").click()
    whole_app_ready(page)
    assert page.evaluate(CACHES) == ["kept 2"]
    # What was entered before is there without signal, in the new version.
    page.context.set_offline(True)
    page.goto(address)
    expect(page.locator(".on-phone")).to_be_visible()
    for field, points in (("p1-cities", "7"), ("p2-cities", "5")):
        expect(page.locator(f"[name={field}]")).to_have_value(points)
