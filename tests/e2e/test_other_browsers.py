"""A short visit of every place with the engines of Safari (WebKit) and of Firefox, in English and Korean."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.serving import free_port, wait_for_port

pytestmark = pytest.mark.thorough

# What a page complains of before a test can listen is kept by the page itself.
PLACES = ("rules/", "rules/movement/hand-fees", "rules/glossary", "reference/", "reference/building-1a", "check/")
PLACES += ("check/board/", "check/disputes/", "check/move/", "check/hire/", "score/", "score/history", "table")

_LISTEN = "window.complaints = window.complaints || []; addEventListener('error', (e) => complaints.push(e.message));"


class Tab(ABC):
    """An open page of a browser; what the drivers of both can do alike is done by script."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url

    @abstractmethod
    def open(self, url: str) -> None: ...

    @abstractmethod
    def run(self, script: str, *arguments: Any) -> Any: ...

    @abstractmethod
    def close(self) -> None: ...

    def go(self, path: str) -> None:
        """Open a page of the app; it must be there, and nothing may stick out sideways."""
        self.open(self.base_url + path)
        self.loaded("main h1, main h2")
        self.run(_LISTEN)
        assert self.run("return performance.getEntriesByType('navigation')[0].responseStatus || 200") == 200, path
        assert self.run("return document.documentElement.scrollWidth <= innerWidth"), f"{path} scrolls sideways"

    def until(self, script: str, *arguments: Any) -> Any:
        """What a script returns, once that is something."""
        deadline = time.monotonic() + 20
        while not (found := self.run(script, *arguments)):
            assert time.monotonic() < deadline, f"in vain: {script} {arguments}"
            time.sleep(0.05)
        return found

    def loaded(self, selector: str) -> None:
        """Wait for a page that has such a thing, and for its scripts."""
        self.until("return document.readyState === 'complete' && !!document.querySelector(arguments[0])", selector)

    def find(self, selector: str) -> None:
        self.until("return !!document.querySelector(arguments[0])", selector)

    def text(self, selector: str) -> str:
        told = self.until("return (document.querySelector(arguments[0]) || {}).innerText", selector)
        return str(told)

    def tap(self, selector: str) -> None:
        self.find(selector)
        self.run("document.querySelector(arguments[0]).click()", selector)

    def type(self, selector: str, text: str) -> None:
        """Type into a field, as far as pages notice, and leave it."""
        self.find(selector)
        self.run(
            "const field = document.querySelector(arguments[0]); field.focus(); field.value = arguments[1];"
            "for (const kind of ['input', 'keyup', 'change'])"
            " field.dispatchEvent(new Event(kind, {bubbles: true}));",
            selector,
            text,
        )


class WebKit(Tab):
    """Safari's engine: WebKitGTK's little browser, which needs a screen, driven by WebDriver."""

    def __init__(self, base_url: str, home: Path) -> None:
        super().__init__(base_url)
        reading, writing = os.pipe()
        screen = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "420x800x24"]
        self.screen = subprocess.Popen(screen, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as told:
            display = f":{told.readline().strip()}"
        port = free_port()
        self.driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], env={**os.environ, "DISPLAY": display, "HOME": str(home)}
        )
        wait_for_port(port)
        self.session = f"http://127.0.0.1:{port}/session"
        browser = str(next(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser")))
        wanted = {"webkitgtk:browserOptions": {"binary": browser, "args": ["--automation"]}}
        begun = self._ask("POST", "", capabilities={"alwaysMatch": wanted})
        self.session += f"/{begun['sessionId']}"
        self._ask("POST", "/window/rect", width=360, height=740)

    def _ask(self, method: str, command: str, **parameters: Any) -> Any:
        body = json.dumps(parameters).encode() if method == "POST" else None
        request = urllib.request.Request(self.session + command, body, method=method)  # noqa: S310
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            return json.load(answer)["value"]

    def open(self, url: str) -> None:
        self._ask("POST", "/url", url=url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self._ask("POST", "/execute/sync", script=script, args=arguments)

    def close(self) -> None:
        self._ask("DELETE", "")
        for process in (self.driver, self.screen):
            process.terminate()
            process.wait()


class Firefox(Tab):
    """Firefox, driven by its own protocol, Marionette: each message is its length and JSON."""

    def __init__(self, base_url: str, home: Path) -> None:
        super().__init__(base_url)
        port = free_port()
        (home / "user.js").write_text(f'user_pref("marionette.port", {port});\n', encoding="ascii")
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--profile", str(home), "--window-size", "500,800"],
            env={**os.environ, "HOME": str(home)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for_port(port)
        self.line = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.messages = self.line.makefile("rb")
        self._hear()
        self._ask("WebDriver:NewSession")

    def _hear(self) -> Any:
        length = b""
        while (digit := self.messages.read(1)) != b":":
            length += digit
        return json.loads(self.messages.read(int(length)))

    def _ask(self, command: str, **parameters: Any) -> Any:
        message = json.dumps([0, 1, command, parameters]).encode()
        self.line.sendall(b"%d:%s" % (len(message), message))
        _, _, trouble, answer = self._hear()
        assert trouble is None, trouble
        return answer

    def open(self, url: str) -> None:
        self._ask("WebDriver:Navigate", url=url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self._ask("WebDriver:ExecuteScript", script=script, args=arguments)["value"]

    def close(self) -> None:
        self._ask("Marionette:Quit", flags=["eForceQuit"])
        self.messages.close()
        self.line.close()
        self.process.wait(timeout=30)


@pytest.fixture(scope="module", params=[WebKit, Firefox], ids=["webkit", "firefox"])
def tab(request: pytest.FixtureRequest, base_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    kind: Callable[[str, Path], Tab] = request.param
    tab = kind(base_url, tmp_path_factory.mktemp("browser"))
    yield tab
    tab.close()


@pytest.fixture(autouse=True)
def _nothing_went_wrong(tab: Tab) -> Iterator[None]:
    yield
    assert json.loads(tab.run("return JSON.stringify(window.complaints || [])")) == []


@pytest.mark.parametrize(("language", "asked"), [("en", "what does a green hand cost"), ("ko", "초록 손 얼마")])
def test_a_rule_is_found_and_read(tab: Tab, language: str, asked: str) -> None:
    tab.go(f"/{language}/rules/")
    tab.type("#rules-query, [name=q]", asked)
    address = tab.until("return (document.querySelector('.hits a[href*=\"/rules/\"]') || {}).href")
    tab.go(address.removeprefix(tab.base_url))
    tab.find("main h1")


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("place", PLACES)
def test_a_place_opens(tab: Tab, language: str, place: str) -> None:
    tab.go(f"/{language}/{place}")


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_game_is_scored(tab: Tab, language: str) -> None:
    tab.go(f"/{language}/score/")
    for number, name in enumerate(("Anna", "Ben")):
        tab.type(f"[name=people-{number}-name]", name)
    tab.tap("main button.main")
    tab.loaded("table.pad")
    for field, points in (("p1-buildings", "7"), ("p1-cities", "-6"), ("p2-cattle", "30")):
        tab.type(f"[name={field}]", points)
    tab.until(
        "return [...document.querySelectorAll('.standings .total')].map((t) => t.textContent.trim()).join() === '1,30'"
    )
    tab.run("location.reload()")
    tab.until("return (document.querySelector('[name=p1-cities]') || {}).value === '-6'")
