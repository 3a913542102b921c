"""Home on two phones: the board that was entered, and a table that another phone joins."""

from playwright.sync_api import expect

from tests.e2e.conftest import Device


def test_the_board_that_was_entered_last_is_seen_at_home(device: Device) -> None:
    page = device()
    page.goto("/en/check/board/?start=setup&players=3&sides=mixed&neutral=random&drawn=seed")
    board = page.url
    page.goto("/en/")
    door = page.locator("a.door[data-last]")
    expect(page.locator("a.door[href='/en/check/board/']")).to_be_hidden()
    page.wait_for_function("document.querySelector('a.door[data-last] img').naturalWidth > 0")
    door.tap()
    page.wait_for_url(board.partition("?")[0] + "*")


def test_another_phone_joins_the_table_and_goes_back_to_its_own(device: Device) -> None:
    here, there = device(), device(table={"players": 4, "people": [{"name": "Zoe", "colour": "red"}]})
    here.goto("/en/table")
    here.locator("label.choice:has([name=players][value='3'])").tap()
    here.fill("[name=people-0-name]", "Ana")
    here.fill("[name=people-1-name]", "Ben")
    here.locator("label.choice:has([name=variants][value=simmental])").tap()
    expect(here.locator("#saved")).to_contain_text("Saved")
    here.goto("/en/table/join")
    expect(here.locator(".qr svg")).to_be_visible()
    there.goto(here.locator("#link-table").input_value())
    expect(there.locator("main")).to_contain_text("Simmental")
    there.locator("button.main").tap()
    expect(there.locator(".this-table")).to_contain_text("Ben")
    assert there.evaluate("document.documentElement.dataset.players") == "3"
    there.locator("form.notice button").tap()
    expect(there.locator(".this-table")).to_contain_text("Zoe")
