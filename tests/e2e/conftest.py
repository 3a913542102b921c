"""A running server and Debian's Chromium, at the sizes of a phone and of a desktop."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.serving import Server

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
SIZES = {"phone": PHONE, "desktop": DESKTOP}
LOOKS = [("phone", "en", "light"), ("phone", "ko", "dark"), ("desktop", "en", "dark"), ("desktop", "ko", "light")]
"""Size, language, colours: every two of them together, not all three, since a browser takes its time."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    chromium = shutil.which("chromium")
    assert chromium, "the Debian package 'chromium' is needed (scripts/ensure-browser installs it)"
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
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


Device = Callable[..., Page]


@pytest.fixture
def device(browser: Browser, base_url: str) -> Iterator[Device]:
    """Makes a device: a browser of its own with an open page. Nothing may go wrong in its console."""
    contexts: list[BrowserContext] = []
    trouble: list[str] = []

    def make(size: str = "phone", *, table: dict[str, Any] | None = None, **options: Any) -> Page:
        touch = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
        context = browser.new_context(viewport=SIZES[size], base_url=base_url, **{**touch, **options})
        contexts.append(context)
        context.set_default_timeout(10_000)
        if table is not None:
            context.add_cookies([{"name": "table", "value": quote(json.dumps(table)), "url": base_url}])
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
        return page

    yield make
    for context in contexts:
        context.close()
    # A refused or expired form, and a server that cannot be reached, are told to the console by the browser itself; a
    # request is given up when its page is left.
    browsers = ("status of 422", "status of 400", "ERR_INTERNET_DISCONNECTED")
    expected = (*browsers, "htmx:sendError", "htmx:sendAbort", "htmx:responseError", "htmx:afterRequest")
    assert [line for line in trouble if not any(word in line for word in expected)] == []


@pytest.fixture
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
