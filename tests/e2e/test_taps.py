"""How much there is to tap and to type until a game is scored. A number with the Enter behind it is one."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Device

NAMES = ("Anna", "Ben", "Clara", "지훈")
POINTS = (45, 4, -6, 9, 8, 20, 3, 3, 4, 3, 0)
"""Dollars first; the token that one player has is another's nothing."""
MOST_BY_NUMBER, MOST_BY_PIECES = 56, 34

PIECES = {
    "buildings": ("3a", "4b", "5a"),
    "cities": ("kansas-city-1", "fulton", "chicago"),
    "stations": ("10", "9", "8"),
    "hazards": ("flood-green-3", "drought-green-3"),
    "cattle": ("hereford-7-1", "longhorn-2-1", "corriente-3-1"),
    "objectives": ("start-3-1", "obj-4-1"),
    "station-masters": ("sm-8",),
    "workers": ("cowboy-1",),
    "step-disc": ("step-right",),
    "job-market-token": ("token",),
}
"""Category -> the buttons of a player's pieces, as many as a game of average length leaves."""


class Hand:
    """Somebody's thumb, which counts what it does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.done = 0

    def tap(self, what: str | Locator) -> None:
        self.done += 1
        (self.page.locator(what) if isinstance(what, str) else what).tap()

    def type(self, text: str) -> None:
        """Into the field that has the focus, with Enter behind it."""
        self.done += 1
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")


def test_a_game_of_four_by_number(device: Device, make_sheet) -> None:
    """With people who are known, on a keypad without a minus sign."""
    page = device()
    make_sheet(page, *NAMES)
    page.goto("/en/score/")
    hand = Hand(page)
    # Who sat at the table last sits there again.
    hand.tap("main button.main")
    hand.tap("[name='p1-things.money.dollars']")
    for seat in range(1, len(NAMES) + 1):
        for place, number in enumerate(POINTS):
            points = 2 if seat == 1 and place == len(POINTS) - 1 else number
            if points < 0:
                page.keyboard.type(str(-points))
                hand.tap(f"#cell-p{seat}-cities .flip")
                hand.type("")
            else:
                hand.type(str(points))
    expect(page.locator(".standings .total")).to_have_text(["59", "57", "57", "57"])
    hand.tap(page.locator("a.main", has_text="Finish the game"))
    hand.tap("button[value=result]")
    expect(page.locator("h1")).to_have_text("Anna wins with 59 points.")
    assert hand.done <= MOST_BY_NUMBER


@pytest.mark.thorough
def test_one_player_by_pieces(device: Device) -> None:
    page = device()
    page.goto("/en/score/")
    hand = Hand(page)
    hand.done += 1
    page.fill("[name=people-0-name]", "Anna")
    hand.tap("main button.main")
    hand.tap(page.locator(".sheet-links a", has_text="Count pieces"))
    page.wait_for_url("**/1/money")
    hand.tap("input.points:visible")
    hand.type("47")
    for place, (category, pieces) in enumerate(PIECES.items()):
        if place:
            hand.tap(".turn .after")
        page.wait_for_url(f"**/1/{category}")
        for piece in pieces:
            hand.tap(f'[id="t-things.{category}.{piece}"]')
    page.locator(".path a").tap()
    expect(page.locator(".standings .open")).to_have_count(0)
    expect(page.locator("[name='p1-things.money.dollars']")).to_have_value("47")
    assert hand.done <= MOST_BY_PIECES
