"""Two phones without any signal: what was entered on one is shown as codes, and the camera of the other reads them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from companion.web.offline import whole
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Device
from tests.e2e.looks import PHONE
from tests.e2e.sheets import SENT, new_sheet, type_in
from tests.e2e.waiting import keep_whole_app, wait_for

HALF_A_MINUTE = 30
PICTURES = """() => {
  const write = new XMLSerializer();
  return Array.from(document.querySelectorAll("[data-codes] svg"), (svg) => write.serializeToString(svg));
}"""
CAMERA = """(pictures) => {
  const canvas = document.createElement("canvas");
  canvas.width = 640;
  canvas.height = 480;
  const context = canvas.getContext("2d");
  const images = pictures.map((picture) => {
    const image = new Image();
    image.src = "data:image/svg+xml," + encodeURIComponent(picture);
    return image;
  });
  let number = 0;
  setInterval(() => {
    // As one holds a phone: not straight, not all of the picture, in the light of a lamp.
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = "#c9bfa8";
    context.fillRect(0, 0, 640, 480);
    context.translate(325, 235);
    context.rotate(0.06);
    context.drawImage(images[Math.floor(number++ / 6) % images.length], -215, -215, 430, 430);
  }, 80);
  navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream());
}"""
NAMES = ("Ana", "Ben", "Cleo", "Dan")
FIELDS = ("cities", "stations", "cattle")


@pytest.fixture
def phones(browser: Browser, base_url: str) -> Callable[[], Page]:
    """Phones that share nothing."""

    def another() -> Page:
        context = browser.new_context(viewport=PHONE, base_url=base_url, has_touch=True, service_workers="allow")
        context.set_default_timeout(60_000)
        return context.new_page()

    return another


def score(page: Page, *seats: int) -> None:
    for seat in seats:
        for field in FIELDS:
            type_in(page, f"p{seat}-{field}", str(seat))
    wait_for(page, SENT)


def read_from(giving: Page, taking: Page, opened: str) -> None:
    """One phone shows its codes for a sheet, the other reads them on the page that is open there."""
    giving.goto(f"{opened}/pass-on")
    taking.evaluate(CAMERA, giving.evaluate(PICTURES))
    taking.click("[data-camera-on]")
    taking.wait_for_url(re.compile("/pass-on$"))
    expect(taking.locator("main > .notice").first).to_contain_text("taken from the other phone", timeout=60_000)


def whole_on_both(one: Page, other: Page, address: str) -> None:
    for page in (one, other):
        page.goto(address)
        for seat in range(1, len(NAMES) + 1):
            for field in FIELDS:
                expect(page.locator(f"[name=p{seat}-{field}]")).to_have_value(str(seat))


def test_the_camera_reads_the_codes_of_another_phone(device: Device, make_sheet) -> None:
    giving, taking = device(), device()
    address = make_sheet(giving, *NAMES)
    score(giving, 1, 2)
    giving.goto(f"{address}/pass-on")
    assert giving.evaluate(PICTURES)
    taking.goto("/en/score/pass-on")
    # A phone that has it already learns that nothing is new; both are one server here.
    taking.evaluate(CAMERA, giving.evaluate(PICTURES))
    taking.click("[data-camera-on]")
    expect(taking.locator("main > .notice").first).to_contain_text("on this sheet already", timeout=60_000)
    assert taking.url.partition("?")[0] == f"{address}/pass-on"


SAID = {
    "TRAIL2:1/1:00000000:00000000:AA": "Another version of the app",
    "TRAIL1:1/1:00000000:00000000:AA": "about another sheet",
    "https://example.org": "no code of a score sheet",
}


def test_what_is_no_code_of_this_sheet_is_told_at_once(device: Device, make_sheet) -> None:
    page = device()
    address = make_sheet(page, *NAMES[:2])
    page.goto(f"{address}/pass-on")
    for text, said in SAID.items():
        page.evaluate("(detail) => document.dispatchEvent(new CustomEvent('code:read', { detail }))", text)
        expect(page.locator("[data-said]")).to_contain_text(said)
    # No camera, or none that may be used.
    page.evaluate("() => { navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error()); }")
    page.click("[data-camera-on]")
    expect(page.locator("[data-said]")).to_contain_text("Choose the file")


@pytest.mark.thorough
@pytest.mark.skipif(not whole.available(), reason="no Python for the browser: companion make")
def test_a_game_of_four_is_whole_on_both_phones_in_half_a_minute(phones: Callable[[], Page]) -> None:
    one, other = phones(), phones()
    for page in (one, other):
        keep_whole_app(page)
        page.goto("/en/score/")
        page.context.set_offline(True)
    address = new_sheet(one, *NAMES)
    score(one, 1, 2)
    other.goto("/en/score/pass-on")
    read_from(one, other, address)
    other.goto(address)
    score(other, 3, 4)
    one.goto(address)
    score(one, 1)
    began = time.monotonic()
    one.goto(f"{address}/pass-on")
    read_from(other, one, address)
    other.goto(f"{address}/pass-on")
    one.goto(f"{address}/pass-on")
    other.evaluate(CAMERA, one.evaluate(PICTURES))
    other.click("[data-camera-on]")
    expect(other.locator("main > .notice").first).to_be_visible()
    assert time.monotonic() - began < HALF_A_MINUTE
    whole_on_both(one, other, address)
