"""A running server and Debian's Chromium, at the sizes of a phone and of a desktop."""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.looks import AXE, SIZES, Look, Visitor
from tests.serving import Server


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    # The shell is the same browser without its windows, and takes a third less time.
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert chromium, "Debian's Chromium is needed (scripts/ensure-browser installs it)"
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    return {**browser_type_launch_args, "executable_path": chromium, "args": arguments}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as environment:
        # The tests make more sheets than people do.
        environment.setenv("COMPANION_RATELIMIT_ENABLED", "false")
        server = Server(tmp_path_factory.mktemp("instance"), "--workers", "1")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    return server.url


Device = Callable[..., Page]
Kind = tuple[str, bool, bool]
"""Of a device: its size, whether scripts run, whether its clock is moved by the test."""


class Devices:
    """Browsers with an open page. A new one costs a second, so each is used again once it has forgotten everything."""

    def __init__(self, browser: Browser, base_url: str) -> None:
        self.browser = browser
        self.base_url = base_url
        self.trouble: list[str] = []
        self.free: defaultdict[Kind, list[Page]] = defaultdict(list)

    def take(self, kind: Kind) -> Page:
        """A device on which nothing ever happened."""
        return self.free[kind].pop() if self.free[kind] else self._new(*kind)

    def _new(self, size: str, scripts: bool, clock: bool) -> Page:
        touch = size == "phone"
        context = self.browser.new_context(
            viewport=SIZES[size], base_url=self.base_url, has_touch=touch, is_mobile=touch, java_script_enabled=scripts
        )
        context.set_default_timeout(10_000)
        context.add_init_script(AXE)
        if clock:
            context.clock.install()
        page = context.new_page()
        page.on("pageerror", lambda error: self.trouble.append(f"{page.url}: {error}"))
        page.on(
            "console", lambda told: self.trouble.append(f"{page.url}: {told.text}") if told.type == "error" else None
        )
        return page

    def give_back(self, kind: Kind, page: Page) -> None:
        """Forget all that was done on a device."""
        page.unroute_all(behavior="ignoreErrors")
        page.evaluate("location.protocol === 'http:' && sessionStorage.clear()")
        # Leaving a page may store something.
        page.goto("about:blank")
        page.context.clear_cookies()
        page.context.clear_permissions()
        session = page.context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": self.base_url, "storageTypes": "all"})
        session.detach()
        page.set_viewport_size(SIZES[kind[0]])
        self.free[kind].append(page)


@pytest.fixture(scope="session")
def devices(browser: Browser, base_url: str) -> Devices:
    return Devices(browser, base_url)


@pytest.fixture
def device(devices: Devices) -> Iterator[Device]:
    """Makes a device: a browser of its own with an open page. Nothing may go wrong in its console."""
    given_back: list[tuple[Kind, Page]] = []
    thrown_away: list[tuple[Kind, Page]] = []
    devices.trouble.clear()

    def make(
        size: str = "phone",
        *,
        color_scheme: str = "light",
        reduced_motion: str = "no-preference",
        java_script_enabled: bool = True,
        clock: bool = False,
        table: dict[str, Any] | None = None,
        permissions: Sequence[str] = (),
        once: bool = False,
    ) -> Page:
        kind = (size, java_script_enabled, clock)
        page = devices.take(kind)
        (thrown_away if once else given_back).append((kind, page))
        page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion, media="null")
        page.context.grant_permissions(permissions)
        if table is not None:
            page.context.add_cookies([{"name": "table", "value": quote(json.dumps(table)), "url": devices.base_url}])
        return page

    yield make
    for kind, page in given_back:
        devices.give_back(kind, page)
    for _, page in thrown_away:
        page.context.close()
    # A refused or expired form, and a server that cannot be reached, are told to the console by the browser itself; a
    # request is given up when its page is left.
    browsers = ("status of 422", "status of 400", "ERR_INTERNET_DISCONNECTED")
    expected = (*browsers, "htmx:sendError", "htmx:sendAbort", "htmx:responseError", "htmx:afterRequest")
    assert [line for line in devices.trouble if not any(word in line for word in expected)] == []


@pytest.fixture
def visitor(device: Device) -> Callable[..., Visitor]:
    """Makes somebody who sees pages in one look and finds fault with all of them."""

    def make(look: Look, **options: Any) -> Visitor:
        page = device(look.size, color_scheme=look.scheme, reduced_motion="reduce", **options)
        return Visitor(page, look)

    return make


@pytest.fixture(scope="session")
def make_sheet() -> Callable[..., str]:
    """Makes a score sheet through the pages; its address."""

    def make(page: Page, *names: str, language: str = "en") -> str:
        page.goto(f"/{language}/score/")
        for number in range(4):
            page.fill(f"[name=people-{number}-name]", names[number] if number < len(names) else "")
        page.click("main button.main")
        page.wait_for_selector("table.pad")
        return page.url.partition("?")[0]

    return make
