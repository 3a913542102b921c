"""The whole app on a phone, in Chromium without a server, once the browser was closed.

Needs Debian's Chromium and Playwright, as the tests in a browser do; says so when they are missing.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.web.offline import whole
from playwright.sync_api import BrowserContext, Error, Page, sync_playwright
from tests.serving import Server

_QUESTION = "/en/check/hire/?v=1&n=4&me=blue"
_STARTS = 3
_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
_KEPT = "['ready', 'failed'].includes(document.body.dataset.offline)"
_PICTURE = "caches.match('/offline/picture').then((kept) => kept ? kept.blob().then((content) => content.size) : 0)"
_USED = "caches.match('/offline/picture-tried').then((tried) => !tried)"
_BY = "fetch('/en/check/hire/?v=1&n=3').then((answer) => answer.headers.get('On-Phone'))"
_TAP = """() => new Promise((shown) => {
  const began = performance.now();
  document.body.addEventListener("htmx:afterSettle", () =>
    requestAnimationFrame(() => setTimeout(() => shown((performance.now() - began) / 1000))), { once: true });
  document.querySelector("#ask input[type=radio]:not(:checked)").click();
})"""
_ROOM = "navigator.storage.estimate().then(({ usage }) => usage)"
_FORGET = """caches.keys().then((names) => Promise.all(names.map(
  async (name) => (await caches.open(name)).delete('/offline/picture')))).then(() => true)"""


def run() -> Iterator[str]:
    """The lines of the report."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if not chromium or not whole.available():
        yield "needs Chromium (scripts/ensure-browser) and Python for the browser (scripts/fetch-pyodide)"
        return
    with tempfile.TemporaryDirectory() as instance, tempfile.TemporaryDirectory() as profile:
        yield from _measured(chromium, Path(instance), Path(profile))


def _measured(chromium: str, instance: Path, profile: Path) -> Iterator[str]:
    with sync_playwright() as playwright:

        def opened() -> tuple[BrowserContext, Page]:
            context = playwright.chromium.launch_persistent_context(
                str(profile), executable_path=chromium, args=_ARGUMENTS, service_workers="allow"
            )
            context.set_default_timeout(300_000)
            return context, context.pages[0]

        server = Server(instance, "--database-url", f"sqlite:///{instance}/companion.db")
        try:
            context, page = opened()
            page.goto(f"{server.url}/en/offline/")
            _until(page, "document.body.dataset.rules === 'ready'")
            began = time.perf_counter()
            page.click("[data-tells=whole]")
            _until(page, _KEPT)
            took, told = time.perf_counter() - began, page.evaluate("document.body.dataset.offline")
            yield f"kept and ready to answer ({told}): {took:.1f} s after the tap (target 12); {_load()}"
            yield f"memory of the browser's pages and worker then: {_memory(profile)}"
            _until(page, f"{_PICTURE}.then(Boolean)")
            _until(page, _USED)
            size, usage = page.evaluate(_PICTURE), page.evaluate(_ROOM)
            yield f"with the picture: {time.perf_counter() - began:.1f} s after the tap"
            yield f"the picture: {size / 1e6:.1f} MB (target 60); all that is kept: {usage / 1e6:.0f} MB"
            context.close()
        finally:
            server.stop()
        for by in ("picture", "anew"):
            yield from _starts(opened, server.url, profile, by)


def _starts(opened: Callable[[], tuple[BrowserContext, Page]], url: str, profile: Path, by: str) -> Iterator[str]:
    pages, verdicts, others, taps = [], [], [], []
    for _ in range(_STARTS):
        for address, durations in (("/en/check/?asked=now", pages), (_QUESTION, verdicts)):
            context, page = opened()
            if by == "anew":
                # What starts meanwhile has its picture already.
                page.goto(f"{url}/en/rules/")
                page.evaluate(_FORGET)
                context.close()
                context, page = opened()
            began = time.perf_counter()
            page.goto(url + address, wait_until="domcontentloaded")
            _until(page, "'onPhone' in document.body.dataset")
            durations.append(time.perf_counter() - began)
            told = page.evaluate(_BY)
            assert told == by, f"started {told}"
            began = time.perf_counter()
            page.goto(f"{url}/en/check/hire/?v=1&n=3&asked={len(others)}", wait_until="domcontentloaded")
            others.append(time.perf_counter() - began)
            taps += [page.evaluate(_TAP) for _ in range(2)]
            memory = _memory(profile)
            context.close()
    name = "from the picture" if by == "picture" else "without"
    yield f"{name}: first page {min(pages):.2f} s (target 0.6), first verdict {min(verdicts):.2f} s (target 0.9)"
    yield f"{name}: from a tap to the next verdict {min(taps):.2f} s (target 0.1), another page {min(others):.2f} s"
    yield f"{name}: memory {memory} (target 200); {_load()}"


def _until(page: Page, expression: str) -> None:
    deadline = time.monotonic() + 600
    while True:
        try:
            if page.evaluate(expression):
                return
        except Error as error:
            # The page that stands in for another one gives way to it.
            if not re.search("navigation|destroyed", str(error)):
                raise
        assert time.monotonic() < deadline, expression
        time.sleep(0.01)


def _memory(profile: Path) -> str:
    """Megabytes of page and worker: what is theirs alone, and with their share of the browser's program."""
    sums = {"Anonymous:": 0.0, "Pss:": 0.0}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().decode()
            if "--type=renderer" not in command or not _belongs(process, str(profile)):
                continue
            lines = (process / "smaps_rollup").read_text(encoding="ascii").splitlines()
        except OSError:
            continue
        for name, *figures in map(str.split, lines):
            if name in sums:
                sums[name] += int(figures[0]) / 1024
    own, all_of_it = sums.values()
    return f"{own:.0f} MB, {all_of_it:.0f} with the browser's program"


def _belongs(process: Path, profile: str) -> bool:
    """Whether a process comes from the browser with this profile."""
    while process.name not in ("0", "1"):
        if f"--user-data-dir={profile}" in (process / "cmdline").read_bytes().decode():
            return True
        status = (process / "status").read_text(encoding="utf-8")
        process = Path("/proc") / status.partition("PPid:")[2].split()[0]
    return False


def _load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"
