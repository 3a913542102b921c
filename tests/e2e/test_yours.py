"""An imported rulebook in a browser: who runs the app reads it beside ours, and no phone keeps a word of it."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError

import pytest
from click.testing import CliRunner
from companion.cli import main
from playwright.sync_api import Browser, Page

from tests.e2e.looks import AXE, PHONE, SELDOM, SIZES, Look, Visitor
from tests.e2e.waiting import keep_rules, wait_for
from tests.imported.rulebooks import RULEBOOK
from tests.serving import Server


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a rulebook in it."""
    folder = tmp_path_factory.mktemp("instance")
    (file := folder / "our-rules.md").write_text(RULEBOOK, encoding="utf-8")
    assert CliRunner().invoke(main, ["import", "--instance", str(folder), str(file)]).exit_code == 0
    return folder


@pytest.fixture(scope="module")
def own(instance: Path) -> Iterator[Server]:
    server = Server(instance)
    yield server
    server.stop()


@pytest.fixture
def page(browser: Browser, own: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A phone of the owner; without a service worker, which would answer by itself where the server takes seconds."""
    workers = getattr(request, "param", "block")
    context = browser.new_context(viewport=PHONE, base_url=own.url, has_touch=True, service_workers=workers)
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


def test_beneath_each_other_on_a_phone_and_beside_each_other_on_a_desk(page: Page) -> None:
    page.goto("/en/yours/our-rules/fees")
    boxes = [page.locator(f".both > {part}").bounding_box() for part in ("article", "section")]
    assert boxes[0]
    assert boxes[1]
    assert boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"]
    page.set_viewport_size({"width": 1280, "height": 800})
    boxes = [page.locator(f".both > {part}").bounding_box() for part in ("article", "section")]
    assert boxes[0]
    assert boxes[1]
    assert boxes[1]["x"] >= boxes[0]["x"] + boxes[0]["width"]
    assert boxes[1]["y"] == boxes[0]["y"]


@pytest.mark.parametrize("page", ["allow"], indirect=True)
def test_a_phone_keeps_no_word_of_it(page: Page) -> None:
    keep_rules(page, "/en/rules/movement/hand-fees")
    for path in ("/en/yours/our-rules/fees", "/en/rules/search?q=erika", "/en/rules/job-market/hire", "/en/table"):
        page.goto(path)
    seen = "caches.keys().then((all) => Promise.all(all.map((one) => caches.open(one).then((cache) => cache.keys()))))"
    wait_for(page, f"async () => (await {seen}).flat().some((one) => one.url.endsWith('/en/table'))")
    kept = page.evaluate(f"{seen}.then((all) => all.flat().map((one) => one.url))")
    assert not [address for address in kept if "/yours/" in address or "erika" in address or "job-market" in address]
    page.context.set_offline(True)
    page.goto("/en/yours/our-rules/fees")
    assert "2 dollars" not in page.inner_text("body")


def test_a_proxy_before_the_app_shows_it_to_nobody(own: Server) -> None:
    """The server tells the app that there is one, whether it believes it or not."""

    def status(**headers: str) -> int:
        request = urllib.request.Request(f"{own.url}/en/yours/our-rules/", headers=headers)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
                return int(answer.status)
        except HTTPError as error:
            return error.code

    assert status() == 200
    assert status(**{"X-Forwarded-For": "127.0.0.1"}) == 404
    assert status(Forwarded="for=127.0.0.1") == 404
    assert status(Host="trail.example") == 404


@pytest.mark.parametrize("look", SELDOM, ids=str)
def test_looks(browser: Browser, own: Server, look: Look) -> None:
    # A server that is slow to answer its first search must not be taken for none: no worker answers in its place.
    options = {"color_scheme": look.scheme, "service_workers": "block"}
    context = browser.new_context(viewport=SIZES[look.size], base_url=own.url, **options)
    context.set_default_timeout(60_000)
    context.add_init_script(AXE)
    visitor = Visitor(context.new_page(), look)
    paths = ("yours/", "yours/our-rules/", "yours/our-rules/fees", "yours/our-rules/credits", "rules/search?q=hire+a")
    for path in paths:
        visitor.visit(path)
    context.close()
