"""A position as a picture, on a phone and on a desk."""

from __future__ import annotations

import json

import pytest
from companion.engine import encode, read_position
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.looks import SELDOM, Look
from tests.engine.midgame import midgame

IMPOSSIBLE = '{"players": {"blue": {"workers": {"cowboy": 7}, "herder": "A"}}}'


@pytest.fixture(scope="module")
def middle() -> str:
    """The code of a position in the middle of a game."""
    return encode(read_position(json.dumps(midgame(5, 4))))


@pytest.mark.parametrize("look", SELDOM, ids=str)
def test_pages(visitor, middle: str, look: Look) -> None:
    one = visitor(look)
    impossible = encode(read_position(IMPOSSIBLE))
    # Of everything there is much to look at: in the first look of a position with little.
    everything = impossible if look.structure else middle
    pages = (f"{middle}/picture", f"{everything}/picture?region=all", f"{impossible}/picture?region=player:blue&zoom=2")
    for page in pages:
        one.visit(f"position/{page}")


def test_from_the_position_to_a_closer_look(device: Device, middle: str) -> None:
    page = device()
    page.goto(f"/en/position/{middle}")
    page.locator(".picture-preview").scroll_into_view_if_needed()
    expect(page.locator(".picture-preview img")).not_to_have_js_property("naturalWidth", 0)
    page.locator(".picture-preview").tap()
    page.wait_for_url("**/picture")
    page.locator(".picture-tabs a", has_text="Railroad").tap()
    page.wait_for_url("**region=railroad")
    narrow = page.locator("svg.board").bounding_box()
    assert narrow
    page.locator(".picture-tools a", has_text="Larger").tap()
    page.wait_for_url("**zoom=2")
    wide = page.locator("svg.board").bounding_box()
    assert wide
    assert wide["width"] == pytest.approx(2 * narrow["width"], rel=0.05)
    # What is larger than the screen is reached by a finger and by keys.
    assert page.evaluate("document.querySelector('.picture').scrollWidth") > 360
    page.locator(".picture").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".picture")).not_to_have_js_property("scrollLeft", 0)
    page.locator("#languages summary").tap()
    page.locator("#languages a[lang=ko]").tap()
    page.wait_for_url(f"**/ko/position/{middle}/picture?region=railroad&zoom=2")


def test_on_paper_nothing_but_the_picture(device: Device, middle: str) -> None:
    page = device("desktop")
    page.goto(f"/en/position/{middle}/picture?region=all&zoom=3")
    page.emulate_media(media="print")
    expect(page.locator(".picture-tabs")).to_be_hidden()
    expect(page.locator(".picture-tools")).to_be_hidden()
    expect(page.locator("svg.board").first).to_be_visible()
    assert page.evaluate("document.querySelector('.pictures').scrollWidth") <= 1280
