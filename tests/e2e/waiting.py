"""Waiting for what a page finds out by and by."""

from __future__ import annotations

import json
import re
import time
from typing import Any

from playwright.sync_api import Page, Route, Worker, expect

_PATIENCE = 600
"""Seconds for anything, keeping the whole app among it, on a machine that is busy with other tests."""


def wait_for(page: Page, expression: str) -> None:
    """Wait until what may take a promise to find out is true."""
    deadline = time.monotonic() + _PATIENCE
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, expression
        page.wait_for_timeout(100)


def once_held(page: Page, held: list[Route]) -> Route:
    """The first request that a test holds back, once it is there: it follows what a page shows at a tap."""
    deadline = time.monotonic() + _PATIENCE
    while not held:
        assert time.monotonic() < deadline, "no request"
        page.wait_for_timeout(20)
    return held[0]


def open_page(page: Page, address: str) -> None:
    """Open a page, also while the one before still writes into the history, which ends the waiting too early."""
    page.goto(address)
    expect(page).to_have_url(re.compile(re.escape(address.partition("?")[0])), timeout=60_000)
    page.wait_for_load_state()


def copied(address: str, text: str) -> str:
    """Whether the log of a sheet that the phone has copied says something."""
    return """new Promise((resolve) => {
      const opening = indexedDB.open("phone", 1);
      // Nothing is stored yet: nothing is made here either.
      opening.onupgradeneeded = () => opening.transaction.abort();
      opening.onerror = opening.onblocked = () => resolve(false);
      opening.onsuccess = () => {
        const asked = opening.result.transaction("files").objectStore("files").get("sheet KEY");
        asked.onsuccess = () => { opening.result.close(); resolve((asked.result || []).join().includes(TEXT)); };
      };
    })""".replace("KEY", address.rpartition("/")[2]).replace("TEXT", json.dumps(text))


KEPT = """async () => {
  if (!navigator.serviceWorker.controller) return false;
  const found = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return found.flat().some((request) => request.url.includes(`/${document.documentElement.lang}/offline/pages.json`));
}"""


def keep_rules(page: Page, address: str) -> None:
    """The first visit, and some seconds without anything to do: the pages of the language are kept."""
    page.goto(address)
    wait_for(page, KEPT)


def keep_whole_app(page: Page) -> None:
    """Keep the whole app on this phone."""
    page.goto("/en/offline/")
    expect(page.locator("body")).to_have_attribute("data-offline", "none")
    wait_for(page, "document.body.dataset.rules === 'ready'")
    page.click("[data-tells=whole]")
    expect(page.locator("body")).to_have_attribute("data-offline", "loading")
    whole_app_ready(page)


def whole_app_ready(page: Page) -> None:
    """Wait until the whole app answers on this phone, as the page about it tells."""
    wait_for(page, "['ready', 'failed'].includes(document.body.dataset.offline)")
    expect(page.locator("body")).to_have_attribute("data-offline", "ready")


def newest_worker(page: Page) -> Worker:
    """The service worker that answers. One that was stopped before may still be told of."""
    return page.context.service_workers[-1]


def stop_worker(page: Page) -> None:
    """End the service worker, as browsers do whenever they like, and wait until it has ended."""
    running, stopped = set(), set()

    def note(event: dict[str, Any]) -> None:
        for version in event["versions"]:
            if version["runningStatus"] != "stopped":
                running.add(version["versionId"])
            elif version["versionId"] in running:
                stopped.add(version["versionId"])

    session = page.context.new_cdp_session(page)
    session.on("ServiceWorker.workerVersionUpdated", note)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    deadline = time.monotonic() + 10
    while not running or running != stopped:
        assert time.monotonic() < deadline, running
        page.wait_for_timeout(20)
    session.detach()


def signal_comes_back(page: Page) -> None:
    """There is signal again for a worker that was stopped.

    No page of the app is open then that would wake it: Chromium does not tell one that is just starting, and that one
    stays without signal.
    """
    page.goto("about:blank")
    page.context.set_offline(False)
