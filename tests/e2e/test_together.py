"""One sheet on several phones."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Device
from tests.e2e.looks import Look
from tests.e2e.sheets import (
    MAX_POLL_INTERVAL,
    OURS,
    SENDS,
    SOON,
    TYPING_ON,
    cut_off,
    enter,
    lose_first_answer,
    requests_of_sheet,
    send_what_waits,
    soon,
    stand_still,
    type_in,
)


@pytest.fixture
def two_phones(device: Device, make_sheet) -> tuple[Page, Page]:
    one, two = device(clock=True), device(clock=True)
    address = make_sheet(one, "Anna", "Ben")
    two.goto(address)
    return one, two


def claim(page: Page, player: str) -> None:
    page.locator(".whose button", has_text=player).tap()
    page.clock.run_for(SOON)
    expect(page.locator(".whose p")).to_contain_text(player)


def total(page: Page, number: int):
    return page.locator(".standings .total").nth(number)


def test_an_own_phone_shows_the_own_column(two_phones: tuple[Page, Page]) -> None:
    one, two = two_phones
    claim(one, "Ben")
    assert one.locator("input.points[name^=p1-]").count() == 0
    expect(soon(two).locator(".standings li").nth(1).get_by_label("own phone")).to_be_visible()
    enter(one, "p2-buildings", "4")
    expect(soon(two).locator("[name=p2-buildings]")).to_have_value("4")
    one.locator(".alone a").tap()
    expect(one.locator("input.points[name=p1-buildings]")).to_be_visible()
    enter(one, "p1-buildings", "3")
    expect(soon(two).locator("[name=p1-buildings]")).to_have_value("3")
    one.locator(".whose button").tap()
    expect(soon(one).locator(".whose legend")).to_be_visible()
    expect(soon(two).locator(".standings").get_by_label("own phone")).to_have_count(0)


def test_a_number_being_typed_is_not_replaced(two_phones: tuple[Page, Page]) -> None:
    one, two = two_phones
    claim(one, "Anna")
    stand_still(two)
    two.locator("[name=p1-buildings]").press_sequentially("1")
    enter(one, "p1-buildings", "7")
    # Less than what makes the number count as meant.
    expect(total(soon(two), 0)).to_have_text("7")
    expect(two.locator("[name=p1-buildings]")).to_have_value("1")
    two.locator("[name=p1-buildings]").press_sequentially("2")
    two.press("[name=p1-buildings]", "Tab")
    two.clock.resume()
    for page, own in ((two, "This phone"), (one, "Anna")):
        expect(soon(page).locator("#conflicts")).to_contain_text("Anna, Buildings: which one counts?")
        expect(page.locator("#conflicts button", has_text=own)).to_have_count(1)
    for page in (one, two):
        choices = soon(page).locator("#conflicts button")
        expect(choices).to_have_count(2)
        expect(choices.nth(0)).to_have_text("7 Anna")
        expect(choices.nth(1)).to_contain_text("12")
    expect(total(two, 0)).to_have_text("7")
    two.locator("#conflicts button").nth(1).tap()
    for page in (two, one):
        expect(soon(page).locator("[name=p1-buildings]")).to_have_value("12")
        expect(page.locator("#conflicts button")).to_have_count(0)
    one.locator(".undo").tap()
    expect(soon(one).locator(".tools-told")).to_contain_text("has changed this since")
    expect(two.locator("[name=p1-buildings]")).to_have_value("12")
    two.locator(".undo").tap()
    expect(soon(two).locator("#conflicts button")).to_have_count(2)
    expect(soon(one).locator("#conflicts button")).to_have_count(2)


def test_a_doubt_of_two_goes_when_one_of_them_mends_it(two_phones: tuple[Page, Page]) -> None:
    """On both phones; and what could not be read stays in its field meanwhile."""
    one, two = two_phones
    doubtful = ".cell.doubtful"
    enter(one, "p1-job-market-token", "2")
    one.locator("[name=p1-cattle]").focus()
    enter(soon(two), "p2-job-market-token", "2")
    expect(soon(one).locator(doubtful)).to_have_count(2)
    type_in(one, "p1-cattle", "abc")
    one.locator("[name=p1-stations]").focus()
    one.clock.run_for(SENDS)
    expect(one.locator("#cell-p1-cattle.error")).to_be_visible()
    enter(two, "p2-job-market-token", "0")
    enter(two, "p2-cattle", "4")
    expect(soon(one).locator("[name=p2-cattle]")).to_have_value("4")
    expect(one.locator(doubtful)).to_have_count(0)
    expect(one.locator("#cell-p1-cattle.error input.points")).to_have_value("abc")


def test_a_field_left_as_it_was_shows_what_came_meanwhile(two_phones: tuple[Page, Page]) -> None:
    one, two = two_phones
    stand_still(two)
    two.focus("[name=p1-buildings]")
    enter(one, "p1-buildings", "7")
    expect(soon(two).locator("[name=p1-buildings]")).to_have_value("7")
    assert two.evaluate("document.activeElement.name") == "p1-buildings"
    two.keyboard.type("8")
    enter(one, "p1-buildings", "9")
    expect(total(soon(two), 0)).to_have_text("9")
    two.fill("[name=p1-buildings]", "7")
    two.locator("[name=p2-buildings]").focus()
    # What came meanwhile is shown once the field is left, and not by the next question.
    two.clock.run_for(1)
    expect(two.locator("[name=p1-buildings]")).to_have_value("9")
    expect(one.locator("#conflicts button")).to_have_count(0)


def refuse_writing(route: Route) -> None:
    if route.request.method == "POST":
        route.abort("internetdisconnected")
    else:
        route.continue_()


def test_a_lost_connection_loses_nothing(two_phones: tuple[Page, Page]) -> None:
    """Typed without signal, kept over a reload of the page, sent with what had been seen before."""
    one, two = two_phones
    claim(one, "Anna")
    one.locator(".alone a").tap()
    expect(one.locator("[name=p2-hazards]")).to_be_visible()
    enter(one, "p1-buildings", "7")
    expect(soon(two).locator("[name=p1-buildings]")).to_have_value("7")
    one.context.set_offline(True)
    type_in(one, "p1-hazards", "9")
    type_in(one, "p2-hazards", "4")
    type_in(one, "p1-buildings", "8")
    expect(soon(one).locator("#connection")).to_be_visible()
    expect(one.locator("#cell-p2-hazards .waiting")).to_have_text("Not sent yet")
    enter(two, "p1-buildings", "5")
    enter(two, "p2-cattle", "20")
    expect(total(two, 1)).to_have_text("20")
    # Before anything can be sent, the page is loaded again.
    one.route("**/score/*", refuse_writing)
    one.context.set_offline(False)
    one.reload()
    expect(one.locator("[name=p1-hazards]")).to_have_value("9")
    expect(one.locator("[name=p1-buildings]")).to_have_value("8")
    expect(soon(one).locator("#connection")).to_be_visible()
    one.unroute("**/score/*")
    send_what_waits(one)
    expect(one.locator("#connection")).to_be_hidden()
    expect(one.locator(".waiting")).to_have_count(0)
    expect(one.locator("[name=p2-cattle]")).to_have_value("20")
    for page in (one, two):
        expect(soon(page).locator("[name=p2-hazards]")).to_have_value("4")
        words = page.locator("#conflicts button")
        expect(words).to_have_count(2)
        expect(words.nth(0)).to_contain_text("5")
        expect(words.nth(1)).to_have_text("8 Anna")


def test_without_signal_the_strip_adds_up_on_the_phone(device: Device, make_sheet) -> None:
    page = device(clock=True)
    address = make_sheet(page, "Anna", "Ben", "Clara", "지훈")
    enter(page, "p1-buildings", "7")
    expect(total(page, 0)).to_have_text("7")
    height = page.locator("table.pad").evaluate("table => table.offsetHeight")
    # The network is gone, as somebody in the cellar has it: requests fail, and the pages are at hand.
    page.route("**/score/*", refuse_writing)
    page.route("**/changes?*", lambda route: route.abort("internetdisconnected"))
    for field, text in (("p1-cities", "-3*2"), ("p1-buildings", "9"), ("p2-cattle", "1o")):
        type_in(page, field, text)
    type_in(page, "'p2-things.money.dollars'", "47")
    for number, told in ((0, "3"), (1, "9")):
        expect(total(soon(page), number)).to_have_text(told)
    expect(page.locator(".totals-wait")).to_contain_text("Totals are from this phone.")
    # Below the players, who keep the places over their columns.
    row = page.locator(".standings li").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert row[:4] == row[:1] * 4
    assert row[4] > row[0]
    expect(page.locator(".standings .rank").first).to_be_hidden()
    expect(page.locator(".waiting")).to_have_count(4)
    assert page.locator("table.pad").evaluate("table => table.offsetHeight") == height
    expect(page.locator(".undo")).to_be_in_viewport(ratio=1)
    page.locator(".undo").tap()
    expect(soon(page).locator(".tools-told")).to_have_text("This needs the connection. Try again when it is back.")
    page.goto(f"{address}/1/stations")
    page.locator('[id="t-things.stations.10"]').tap()
    page.goto(address)
    expect(total(soon(page), 0)).to_have_text("3 + ?")
    page.unroute_all()
    send_what_waits(page)
    expect(total(page, 0)).to_have_text("12")
    expect(page.locator(".totals-wait")).to_be_hidden()


def test_what_is_typed_is_added_up_at_once(device: Device, make_sheet) -> None:
    """Long before the server says so, and in the digits of any keyboard."""
    page = device()
    make_sheet(page, "Anna", "Ben")
    held: list[Route] = []
    page.route("**/score/*", lambda route: held.append(route))
    type_in(page, "p1-buildings", "3+4")
    expect(total(page, 0)).to_have_text("7")
    type_in(page, "p1-cities", "１２")
    expect(total(page, 0)).to_have_text("19")
    page.locator(".undo").tap()
    expect(page.locator(".undo.pressing")).to_have_count(1)


def test_a_lost_answer_does_nothing_twice(two_phones: tuple[Page, Page]) -> None:
    one, two = two_phones
    lost = lose_first_answer(one)
    type_in(one, "p1-buildings", "7")
    expect(soon(one).locator("#connection")).to_be_visible()
    expect(soon(two).locator("[name=p1-buildings]")).to_have_value("7")
    enter(two, "p1-buildings", "9")
    send_what_waits(one)
    expect(soon(one).locator("[name=p1-buildings]")).to_have_value("9")
    assert lost
    expect(one.locator("#conflicts button")).to_have_count(0)
    expect(soon(two).locator("#conflicts button")).to_have_count(0)


def test_a_page_that_lay_open_for_long_goes_on(device: Device, make_sheet) -> None:
    page = device()
    make_sheet(page, "Anna", "Ben")
    page.evaluate("document.querySelector('#pad [name=csrf_token]').value = 'long expired'")
    type_in(page, "p1-buildings", "7")
    expect(total(page, 0)).to_have_text("7")


def test_a_hidden_page_does_not_ask(device: Device, make_sheet) -> None:
    page = device(clock=True)
    make_sheet(page, "Anna", "Ben")
    with page.expect_response("**/changes?*"):
        page.clock.run_for(SOON)
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    asked = requests_of_sheet(page)
    page.clock.run_for(MAX_POLL_INTERVAL)
    assert asked == []
    with page.expect_response("**/changes?*"):
        page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
        page.clock.run_for(1)


def test_phones_ask_less_while_nobody_types(device: Device, make_sheet) -> None:
    page = device(clock=True)
    make_sheet(page, "Anna", "Ben")
    stand_still(page)
    asked = requests_of_sheet(page)
    answered = requests_of_sheet(page, "requestfinished", "requestfailed")

    def in_ten_seconds() -> int:
        asked.clear()
        answered.clear()
        for _ in range(20):
            page.clock.run_for(500)
            while len(answered) < len(asked):
                page.wait_for_timeout(10)
            page.wait_for_timeout(30)
        return len(asked)

    # The clock that is moved jumps while an answer is on its way.
    page.evaluate("performance.now = () => 0")
    assert in_ten_seconds() > 3
    page.clock.run_for(TYPING_ON)
    assert 0 < in_ten_seconds() < 4
    enter(page, "p1-buildings", "3")
    assert in_ten_seconds() > 3
    # Nor while the server is slower than it was: others wait for it, too. Each phone takes another part of the pause,
    # and the shortest ones could ask a fourth time within ten seconds.
    enter(page, "p1-buildings", "4")
    # The page has read the answer, and knows when it asks next.
    expect(page.locator("[name='was-p1-buildings']")).to_have_value("4")
    page.evaluate("{ let now = 0; performance.now = () => (now += 200); Math.random = () => 0.5; }")
    with page.expect_response("**/changes?*"):
        page.clock.run_for(SOON)
    assert 0 < in_ten_seconds() < 4


def test_a_full_sheet_says_so_and_keeps_what_is_typed(device: Device, make_sheet) -> None:
    page = device(clock=True)
    make_sheet(page, "Anna", "Ben")
    advice = "This score sheet takes no more changes. Finish the game."
    page.route("**/score/*", lambda route: route.fulfill(status=409, headers=OURS, body=f"<p>{advice}</p>"))
    enter(page, "p1-buildings", "3")
    expect(page.locator("#connection")).to_contain_text(advice)
    expect(page.locator("[name=p1-buildings]")).to_have_value("3")
    asked = requests_of_sheet(page)
    page.clock.run_for(MAX_POLL_INTERVAL)
    assert asked == [], "it will not take it later either"


@pytest.mark.parametrize("status", [409, pytest.param(200, marks=pytest.mark.thorough)])
def test_a_page_of_something_in_between_is_no_answer(device: Device, make_sheet, status: int) -> None:
    """The network of a hotel answers whatever is asked with its own page: nothing is sent, and nothing is refused."""
    page = device(clock=True)
    address = make_sheet(page, "Anna", "Ben")
    hotel = "<title>Hotel</title><main id=pad>Log in</main>"
    page.route("**/score/**", lambda route: route.fulfill(status=status, content_type="text/html", body=hotel))
    enter(page, "p1-buildings", "7")
    expect(page.locator("#connection")).to_be_visible()
    expect(page.locator("#connection")).not_to_contain_text("Log in")
    expect(page.locator("#cell-p1-buildings .waiting")).to_have_text("Not sent yet")
    page.unroute_all()
    send_what_waits(page)
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator(".waiting")).to_have_count(0)
    page.goto(address)
    expect(page.locator("[name=p1-buildings]")).to_have_value("7")


def test_a_conflict_and_the_log(visitor, device: Device, make_sheet) -> None:
    one, two = visitor(Look("phone", "ko", "light", structure=True), clock=True), device(clock=True)
    address = make_sheet(one.page, "Anna", "Bernhard", "지훈", "Maximiliane", language="ko")
    two.goto(address)
    claim(two, "Maximiliane")
    stand_still(one.page)
    one.page.locator("[name=p4-buildings]").press_sequentially("1")
    enter(two, "p4-buildings", "3+4")
    expect(total(soon(one.page), 3)).to_have_text("7")
    one.page.press("[name=p4-buildings]", "Tab")
    one.page.clock.resume()
    for page in (one.page, two):
        expect(soon(page).locator("#conflicts section")).to_be_visible()
    for scheme in ("light", "dark"):
        one.page.emulate_media(color_scheme=scheme)
        one.check()
    one.page.goto(f"{address}/log")
    one.check()


def test_a_slip_that_waits_is_corrected(device: Device, make_sheet) -> None:
    """What was no number does not condemn the number that comes in its place."""
    page = device()
    make_sheet(page, "Anna", "Ben")
    cut_off(page)
    type_in(page, "p2-cattle", "1o")
    expect(page.locator("#connection")).to_be_visible()
    type_in(page, "p2-cattle", "10")
    page.unroute_all()
    expect(page.locator("#connection")).to_be_hidden(timeout=20_000)
    expect(page.locator("[name='was-p2-cattle']")).to_have_value("10")
    expect(page.locator("#notes")).not_to_contain_text("number")


def test_an_answer_that_waits_is_the_one_that_shows(device: Device, make_sheet) -> None:
    page = device()
    address: str = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}?player=1")
    cut_off(page)
    answer = page.locator("#cell-p1-job-market-token [data-set]").nth(1)
    answer.tap()
    expect(page.locator("#connection")).to_be_visible()
    page.reload()
    expect(answer).to_have_attribute("aria-pressed", "true")


def test_undo_whose_answer_was_lost_takes_back_one_step_when_it_is_pressed_again(two_phones: tuple[Page, Page]) -> None:
    one, _ = two_phones
    for field, points in (("p1-buildings", "7"), ("p1-hazards", "9")):
        enter(one, field, points)
    lose_first_answer(one)
    one.locator(".undo").tap()
    expect(soon(one).locator(".tools-told")).to_contain_text("Try again")
    # The line is back, and the page has asked what is new.
    expect(soon(one).locator("[name=p1-hazards]")).to_have_value("")
    one.locator(".undo").tap()
    expect(soon(one).locator(".tools-told")).to_contain_text("Undone:")
    expect(one.locator("[name=p1-buildings]")).to_have_value("7")
