"""Home on two phones: the board that was entered, and a table that another phone joins."""

from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.waiting import wait_for


def test_the_board_that_was_entered_last_is_seen_at_home(device: Device) -> None:
    page = device()
    page.goto("/en/check/board/?start=setup&players=3&sides=mixed&neutral=random&drawn=seed")
    board = page.url
    page.goto("/en/")
    door = page.locator("a.door[data-last]")
    expect(page.locator("a.door[href='/en/check/board/']")).to_be_hidden()
    wait_for(page, "document.querySelector('a.door[data-last] img').naturalWidth > 0")
    door.tap()
    page.wait_for_url(board.partition("?")[0] + "*")
