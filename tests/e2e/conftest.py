"""A running server and Debian's Chromium, at the sizes of a phone and of a desktop."""

from __future__ import annotations

import functools
import json
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, expect

from tests.e2e.looks import AXE, PHONE, SIZES, Look, Visitor
from tests.e2e.waiting import keep_rules, keep_whole_app
from tests.serving import Server

PATIENCE = 30_000
"""Milliseconds that a page has for anything: a machine that does other things besides is no mistake."""
expect.set_options(timeout=PATIENCE)

FORGET = "location.protocol === 'http:' && sessionStorage.clear()"


def once_loaded(act: Callable[..., None]) -> Callable[..., None]:
    """What a finger does, on a page whose scripts have begun: before that a link is followed as without them."""

    @functools.wraps(act)
    def then(locator: Locator, *arguments: Any, **options: Any) -> None:
        locator.page.wait_for_load_state()
        act(locator, *arguments, **options)

    return then


for gesture in ("check", "click", "tap", "uncheck"):
    setattr(Locator, gesture, once_loaded(getattr(Locator, gesture)))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    # The shell is the same browser without its windows, and takes a third less time.
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert chromium, "Debian's Chromium is needed (scripts/ensure-browser installs it)"
    # Pages live for seconds: what their scripts would gain once they are optimized takes more than it gives.
    slow_scripts = "--js-flags=--no-opt"
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", slow_scripts]
    return {**browser_type_launch_args, "executable_path": chromium, "args": arguments}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as environment:
        # The tests make more sheets than people do.
        environment.setenv("COMPANION_RATELIMIT_ENABLED", "false")
        server = Server(tmp_path_factory.mktemp("instance"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    return server.url


COLOURS = ("blue", "red", "yellow", "white")
Device = Callable[..., Page]


@dataclass(frozen=True)
class Kind:
    """Of a device: its size, whether scripts run, whether tests move its clock, and whether axe is at hand."""

    size: str
    scripts: bool = True
    clock: bool = False
    axe: bool = False


class Devices:
    """Browsers with an open page. A new one costs a second, so each is used again once it has forgotten everything."""

    def __init__(self, browser: Browser, base_url: str) -> None:
        self.browser = browser
        self.base_url = base_url
        self.trouble: list[str] = []
        self.free: defaultdict[Kind, list[Page]] = defaultdict(list)

    def take(self, kind: Kind) -> Page:
        """A device on which nothing has happened yet."""
        if not self.free[kind]:
            return self.new(kind)
        page = self.free[kind].pop()
        page.context.clear_cookies()
        page.context.clear_permissions()
        session = page.context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": self.base_url, "storageTypes": "all"})
        session.detach()
        return page

    def give_back(self, kind: Kind, page: Page) -> None:
        """Leave what is open. What that stores is forgotten when the device is taken again."""
        page.context.set_offline(False)
        page.unroute_all(behavior="ignoreErrors")
        try:
            page.evaluate(FORGET)
        except Error:
            # It was just loading itself again.
            page.wait_for_load_state()
            page.evaluate(FORGET)
        # A page of the same site: an empty one takes another process of the browser, and so does the next one.
        page.goto("/healthz")
        self.free[kind].append(page)

    def new(self, kind: Kind) -> Page:
        """A device that nobody had before."""
        context = self.browser.new_context(
            viewport=SIZES[kind.size],
            base_url=self.base_url,
            has_touch=kind.size == "phone",
            is_mobile=kind.size == "phone",
            java_script_enabled=kind.scripts,
            # What a worker fetches no test could see: it has tests of its own.
            service_workers="block",
        )
        context.set_default_timeout(PATIENCE)
        if kind.axe:
            context.add_init_script(AXE)
        if kind.clock:
            context.clock.install()
        page = context.new_page()
        page.on("pageerror", lambda error: self._note(page, str(error)))
        page.on("console", lambda told: self._note(page, told.text) if told.type == "error" else None)
        return page

    def _note(self, page: Page, text: str) -> None:
        self.trouble.append(f"{page.url}: {text}")


@pytest.fixture(scope="session")
def devices(browser: Browser, base_url: str) -> Devices:
    return Devices(browser, base_url)


@pytest.fixture
def device(devices: Devices) -> Iterator[Device]:
    """Makes a device: a browser of its own with an open page. Nothing may go wrong in its console.

    A device that is used `once` is thrown away afterwards, for what it cannot forget.
    """
    taken: list[tuple[Kind, Page, bool]] = []
    devices.trouble.clear()

    def make(
        size: str = "phone",
        *,
        color_scheme: str = "light",
        reduced_motion: str = "no-preference",
        table: dict[str, Any] | None = None,
        permissions: Sequence[str] = (),
        once: bool = False,
        **more: bool,
    ) -> Page:
        kind = Kind(size, **more)
        page = devices.take(kind)
        taken.append((kind, page, once))
        page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion, media="null")
        page.context.grant_permissions(permissions)
        if table is not None:
            page.context.add_cookies([{"name": "table", "value": quote(json.dumps(table)), "url": devices.base_url}])
        return page

    yield make
    for kind, page, once in taken:
        if once:
            page.context.close()
        else:
            devices.give_back(kind, page)
    # A refused or expired form, a sheet that is full, and a server that cannot be reached are told to the console by
    # the browser itself; a request is given up when its page is left.
    browsers = ("status of 422", "status of 400", "status of 409", "ERR_INTERNET_DISCONNECTED")
    expected = (
        *browsers,
        "Error Code 400",
        "htmx:sendError",
        "htmx:sendAbort",
        "htmx:responseError",
        "htmx:afterRequest",
    )
    assert [line for line in devices.trouble if not any(word in line for word in expected)] == []


@pytest.fixture
def visitor(device: Device) -> Callable[..., Visitor]:
    """Makes somebody who sees pages in one look and finds fault with all of them."""

    def make(look: Look, **options: Any) -> Visitor:
        page = device(look.size, color_scheme=look.scheme, reduced_motion="reduce", axe=True, **options)
        return Visitor(page, look)

    return make


@pytest.fixture(scope="session")
def make_sheet() -> Callable[..., str]:
    """Makes a score sheet as the form does, and opens it; its address."""

    def make(page: Page, *names: str, language: str = "en") -> str:
        token = page.request.get("/offline/device").json()["csrf_token"]
        people = {
            f"people-{number}-{field}": told
            for number, row in enumerate(zip(names, COLOURS, strict=False))
            for field, told in zip(("name", "colour"), row, strict=True)
        }
        form = {"csrf_token": token, "players": str(len(names)), "edition": "2", **people}
        answer = page.request.post(f"/{language}/score/", form=form, max_redirects=0)
        assert answer.status in (302, 303), answer.text()
        page.goto(answer.headers["location"])
        return page.url.partition("?")[0]

    return make


@pytest.fixture(scope="session")
def keeper(browser: Browser, base_url: str) -> Iterator[Page]:
    """One phone for all tests of the whole app, on which Korean was read before: keeping it takes its time."""
    context = browser.new_context(viewport=PHONE, base_url=base_url, has_touch=True, service_workers="allow")
    context.set_default_timeout(60_000)
    page = context.new_page()
    keep_rules(page, "/ko/rules/")
    yield page
    context.close()


@pytest.fixture
def kept(keeper: Page) -> Page:
    """A phone that keeps the whole app, with signal, whatever the test before did to it."""
    # A worker that was just starting when there was signal again has not heard of it (waiting.py).
    keeper.context.set_offline(True)
    keeper.context.set_offline(False)
    if not keeper.evaluate("localStorage.getItem('whole')"):
        keep_whole_app(keeper)
    return keeper


@pytest.fixture
def phone(kept: Page) -> Iterator[Page]:
    """The same phone without signal."""
    kept.context.set_offline(True)
    yield kept
    # What this phone answered would be asked for again by itself.
    kept.goto("/en/rules/")
    kept.context.set_offline(False)


@pytest.fixture(scope="session")
def phone_of(browser: Browser, base_url: str) -> Iterator[Callable[[str], Page]]:
    """Gives the phone of a language, with signal, that keeps its rules from a first visit on: one for all tests."""
    phones: dict[str, Page] = {}

    def phone_of(language: str) -> Page:
        if language not in phones:
            context = browser.new_context(viewport=PHONE, base_url=base_url, has_touch=True, service_workers="allow")
            context.set_default_timeout(60_000)
            phones[language] = context.new_page()
            keep_rules(phones[language], f"/{language}/rules/")
        phones[language].context.set_offline(False)
        return phones[language]

    yield phone_of
    for phone in phones.values():
        phone.context.close()
