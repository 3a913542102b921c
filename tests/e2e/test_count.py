"""Counting categories from the things on the table, on a phone."""

import pytest
from companion.engine import load_catalog
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.conftest import Device
from tests.e2e.looks import ON_A_PHONE, PHONE, USUAL, Look
from tests.e2e.sheets import OURS, cut_off, lose_first_answer, saved
from tests.e2e.waiting import once_held

PAUSE = 250
"""Milliseconds after which what was pressed is sent."""
POLL_INTERVAL = 3000
"""Milliseconds after which a page asks what others pressed."""
PRESSES = {
    "money": ("things.money.dollars-5", 1),
    "buildings": ("things.buildings.3a", 1),
    "cities": ("things.cities.kansas-city-1", -6),
    "stations": ("things.stations.10", 9),
    "hazards": ("things.hazards.flood-green-4-1", 4),
    "cattle": ("things.cattle.hereford-7-1", 7),
    "objectives": ("things.objectives.start-1-1", 0),
    "station-masters": ("things.station-masters.sm-8", 0),
    "workers": ("things.workers.cowboy-1", 0),
    "step-disc": ("things.step-disc.step-right", 3),
    "job-market-token": ("things.job-market-token.token", 2),
}
"""Category -> a button, and the points after it is pressed once."""


def button(name: str) -> str:
    return f'[id="t-{name}"]'


def told(points: int) -> str:
    return str(points).replace("-", "−")


def wait_until_it_says(page: Page, shown: Locator, text: str) -> None:
    """Move the clock of the page until then.

    A tap is there once the browser has handled it, which on a busy machine is after the clock was moved; what it notes
    goes out only when the clock is moved again.
    """
    for _ in range(100):
        page.clock.run_for(PAUSE)
        if shown.inner_text() == text:
            return
        page.wait_for_timeout(50)
    expect(shown).to_have_text(text)


@pytest.mark.parametrize("look", ON_A_PHONE, ids=str)
def test_every_category_by_touch(visitor, make_sheet, look: Look) -> None:
    """From the first category to the last by the links at the foot of the page; each takes two screens at most.

    What they show is alike but for its pictures: in the first look a fifth of it is looked at.
    """
    one = visitor(look, clock=True, once=True)
    page = one.page
    address = make_sheet(page, "Anna", "Ben", language=look.language)
    categories = list(load_catalog().scoring.categories)
    page.set_viewport_size(USUAL)
    page.goto(f"{address}/1/{categories[0]}")
    for place, category in enumerate(categories):
        expect(page).to_have_url(f"{address}/1/{category}")
        page.wait_for_load_state()
        assert page.evaluate("document.documentElement.scrollHeight") <= 2 * USUAL["height"], category
        press, points = PRESSES[category]
        page.locator("#depth-things").tap()
        page.locator(button(press)).tap()
        wait_until_it_says(page, page.locator(".count-points b"), told(points))
        if place % 5 == 0 or look.structure is False:
            page.set_viewport_size(PHONE)
            one.check()
            page.set_viewport_size(USUAL)
        page.locator(".turn .after").tap()
    # After the last category the next player is counted, and after the last player the sheet is looked at.
    expect(page).to_have_url(f"{address}/2/{categories[0]}")
    page.goto(f"{address}/2/{categories[-1]}")
    page.locator(".turn .after").tap()
    expect(page).to_have_url(address)
    expect(page.locator(".by-things")).to_have_count(len(categories) - 1)
    expect(page.locator("[name='p1-things.money.dollars']")).to_have_value("5")


def test_a_number_that_was_typed_before_its_script_is_there_or_not_left_is_kept(device: Device, make_sheet) -> None:
    page = device()
    address = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}/1/hazards")
    with saved(page):
        page.locator("#depth-number").tap()
    held: list[Route] = []
    page.route("**/js/count.js*", lambda route: held.append(route))
    page.goto(f"{address}/1/hazards", wait_until="commit")
    page.fill("#number", "7")
    page.locator("#number").blur()
    with saved(page):
        once_held(page, held).continue_()
    page.unroute("**/js/count.js*")
    page.reload()
    expect(page.locator("#number")).to_have_value("7")
    page.fill("#number", "8")
    with saved(page):
        page.goto(address)
    page.goto(f"{address}/1/hazards")
    expect(page.locator("#number")).to_have_value("8")


def test_what_a_page_has_sent_it_has_seen(device: Device, make_sheet) -> None:
    """Another number in its place is no rival of it, and what is no number stays and is told so."""
    page = device()
    address = make_sheet(page, "Anna", "Ben")
    hazards = f"{address}/1/hazards"
    page.goto(hazards)
    with saved(page):
        page.locator("#depth-number").tap()
    page.fill("#number", "7")
    with saved(page):
        page.goto(hazards)
    expect(page.locator(".count-points b")).to_have_text("7")
    page.fill("#number", "8")
    with saved(page):
        page.goto(hazards)
    expect(page.locator(".count-points b")).to_have_text("8")
    page.fill("#number", "eight")
    with saved(page):
        page.goto(hazards)
    expect(page.locator("#number")).to_have_value("eight")
    expect(page.locator("#number")).to_have_attribute("aria-invalid", "true")


def test_pieces_or_a_number_is_there_at_once(device: Device, make_sheet) -> None:
    """Long before the server knows; and what is typed meanwhile stays when it does."""
    page = device()
    address = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}/1/hazards")
    held: list[Route] = []
    page.route("**/score/*", lambda route: held.append(route))
    with page.expect_request(lambda request: request.method == "POST"):
        page.locator("#depth-number").tap()
        expect(page.locator("#number")).to_be_visible()
    expect(page.locator(button("things.hazards.flood-green-4-1"))).to_be_hidden()
    page.locator("#number").press_sequentially("3+6")
    once_held(page, held).continue_()
    page.unroute("**/score/*")
    page.locator("#number").press_sequentially("+2")
    page.press("#number", "Enter")
    page.wait_for_url(f"{address}/1/cattle")
    expect(page.locator("#number")).to_be_visible()
    page.goto(f"{address}/1/hazards")
    expect(page.locator("#number")).to_have_value("3+6+2")


def test_who_walks_on_before_the_server_answers_enters_points_there_too(device: Device, make_sheet) -> None:
    page = device()
    address = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}/1/hazards")
    # Nothing that is sent is answered.
    page.route("**/score/*", lambda _route: None)
    page.locator("#depth-number").tap()
    page.locator("#number").press_sequentially("3")
    page.press("#number", "Enter")
    page.wait_for_url(f"{address}/1/cattle")
    expect(page.locator("#number")).to_be_visible()
    expect(page.locator("#depth-number")).to_have_attribute("aria-pressed", "true")
    page.unroute("**/score/*")
    page.goto(f"{address}/1/hazards")
    expect(page.locator("#number")).to_have_value("3")


def test_a_number_that_outran_its_page_is_shown(device: Device, make_sheet) -> None:
    """The server makes the page, has the number, and says so, all before the page is there."""
    page = device()
    address = number_page(page, make_sheet)
    sent, opened = list[Route](), list[Route]()
    page.route("**/score/*", lambda route: route.continue_() if opened else sent.append(route))
    with page.expect_request(lambda request: request.method == "POST"):
        page.fill("#number", "3")
        page.locator("#number").blur()
    page.route("**/1/hazards", lambda route: opened.append(route), times=1)
    page.evaluate(f"setTimeout(() => {{ location.href = '{address}/1/hazards' }})")
    while not opened:
        page.wait_for_timeout(20)
    made = opened[0].fetch()
    assert 'value="3"' not in made.text()
    # The page that is being left hears it, and asks what it comes to.
    with page.expect_response("**/1/hazards"):
        sent[-1].continue_()
    opened[0].fulfill(response=made)
    expect(page.locator("#number")).to_have_value("3")


def number_page(page: Page, make_sheet) -> str:
    """Open a category of a new sheet whose points are typed. Tells the address of the sheet."""
    address: str = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}/1/hazards")
    with saved(page):
        page.locator("#depth-number").tap()
    return address


def leave_field(page: Page, text: str) -> None:
    page.fill("#number", text)
    page.locator("#number").blur()


def test_a_number_is_corrected_while_the_first_one_is_under_way(device: Device, make_sheet) -> None:
    """And one that is being typed stays as far as it has come."""
    page = device()
    address = number_page(page, make_sheet)
    held: list[Route] = []
    page.route("**/score/*", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request(lambda request: request.method == "POST"):
        leave_field(page, "7")
    leave_field(page, "8")
    page.locator("#number").press("End")
    with saved(page):
        once_held(page, held).continue_()
    page.locator("#number").press_sequentially("+1")
    page.locator("#number").blur()
    expect(page.locator(".count-points b")).to_have_text("9")
    page.goto(f"{address}/1/hazards")
    expect(page.locator("#number")).to_have_value("8+1")


def test_a_number_is_corrected_or_taken_back_before_the_line_is_there_again(device: Device, make_sheet) -> None:
    """Nothing that waits comes over what is typed, and nobody is told of two numbers, both of them their own."""
    page = device()
    number_page(page, make_sheet)
    cut_off(page)
    leave_field(page, "7")
    expect(page.locator(".waiting")).to_be_visible()
    page.locator("#number").press("End")
    page.locator("#number").press_sequentially("+")
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator("#number")).to_have_value("7+")
    leave_field(page, "8")
    page.unroute_all()
    expect(page.locator(".count-points b")).to_have_text("8", timeout=20_000)
    expect(page.locator("#calculator .notice.warn")).to_have_count(0)
    cut_off(page)
    leave_field(page, "5")
    leave_field(page, "8")
    expect(page.locator("#number")).to_have_value("8")
    page.unroute_all()
    expect(page.locator("#connection")).to_be_hidden(timeout=20_000)
    expect(page.locator("#number")).to_have_value("8")


def test_none_of_these_without_signal_is_kept(device: Device, make_sheet) -> None:
    page = device()
    address: str = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}/1/hazards")
    cut_off(page)
    page.locator("#none").tap()
    expect(page.locator("#none")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#connection")).to_be_visible()
    page.reload()
    expect(page.locator("#none")).to_have_attribute("aria-pressed", "true")
    page.unroute_all()
    expect(page.locator(".count-points b")).to_have_text("0", timeout=20_000)


def test_undo_takes_back_what_was_tapped_last(device: Device, make_sheet) -> None:
    """Even when that is still under way."""
    page = device()
    address: str = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}/1/hazards")
    first, second = (page.locator(".thing button[data-word]").nth(place) for place in range(2))
    with saved(page):
        first.tap()
    held: list[Route] = []
    page.route("**/score/*", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request(lambda request: request.method == "POST"):
        second.tap()
    page.locator("button[value=undo]").tap()
    once_held(page, held).continue_()
    expect(second).to_have_attribute("aria-pressed", "false")
    expect(first).to_have_attribute("aria-pressed", "true")


def test_undo_whose_answer_was_lost_takes_back_no_more(device: Device, make_sheet) -> None:
    page = device(clock=True)
    page.goto(f"{make_sheet(page, 'Ana', 'Ben')}/1/stations")
    points = page.locator(".count-points b")
    for thing, shown in (("stations.10", "9"), ("stations.9", "17")):
        page.locator(button(f"things.{thing}")).tap()
        wait_until_it_says(page, points, shown)
    undo = page.locator("button[value=undo]")
    lost = lose_first_answer(page)
    undo.tap()
    # The page asks what is new, and then it is pressed again.
    wait_until_it_says(page, points, "9")
    assert lost
    undo.tap()
    expect(page.locator("#calculator .notice")).to_contain_text("Undone:")
    expect(points).to_have_text("9")


def test_a_step_goes_on_from_the_dollars_that_are_typed(device: Device, make_sheet) -> None:
    page = device()
    address: str = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}/1/money")
    page.locator("#depth-things").tap()
    field = page.locator("[data-name='p1-things.money.dollars']")
    field.fill("39")
    page.locator(button("things.money.dollars-1")).tap()
    expect(page.locator(".count-points b")).to_have_text("8")
    # Some phones leave the keyboard open.
    field.focus()
    page.locator(button("things.money.dollars-5")).dispatch_event("click")
    expect(page.locator(".count-points b")).to_have_text("9")
    expect(field).to_be_focused()


def test_who_locks_the_phone_has_entered_what_stands_there(device: Device, make_sheet) -> None:
    page = device()
    address = number_page(page, make_sheet)
    page.fill("#number", "7")
    with saved(page):
        page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert 'value="7"' in page.request.get(f"{address}/1/hazards").text()


def test_more_than_a_form_holds_is_sent_in_parts(device: Device, make_sheet) -> None:
    page = device()
    address = number_page(page, make_sheet)
    cells = {f"p{seat}-x{number}": {"was": "", "text": "1"} for seat in (1, 2) for number in range(100)}
    typed = {**cells, "p1-hazards": {"was": "", "text": "7"}}
    key = page.locator("#count-form").get_attribute("data-sheet")
    page.goto(f"{address}/1/cattle")
    page.evaluate(
        "([key, typed]) => localStorage.setItem('sheet ' + key, JSON.stringify({ typed, sending: null }))", [key, typed]
    )
    page.goto(f"{address}/1/hazards")
    expect(page.locator(".count-points b")).to_have_text("7")


def test_two_phones_count_different_things_of_one_category(device: Device, make_sheet) -> None:
    one, two = device(clock=True), device(clock=True)
    address = make_sheet(one, "Anna", "Ben")
    one.goto(f"{address}/1/stations")
    one.locator("#depth-things").tap()
    expect(one.locator("#depth-things")).to_have_attribute("aria-pressed", "true")
    two.goto(f"{address}/1/stations")
    one.locator(button("things.stations.10")).tap()
    two.locator(button("things.stations.9")).tap()
    for page, pressed in ((one, "things.stations.10"), (two, "things.stations.9")):
        expect(page.locator(button(pressed))).to_have_attribute("aria-pressed", "true")
        page.clock.run_for(PAUSE)
    for page in (one, two):
        page.clock.run_for(POLL_INTERVAL)
        expect(page.locator(button("things.stations.10"))).to_have_attribute("aria-pressed", "true")
        expect(page.locator(button("things.stations.9"))).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#calculator .notice.warn")).to_have_count(0)


def test_after_a_backup_was_put_back_the_page_shows_what_is_there(device: Device, make_sheet) -> None:
    """The database is the same by its name, but it counts from further back."""
    page = device(clock=True)
    address = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}/1/stations")
    former = page.request.get(f"{address}/1/stations").text()
    station = page.locator(button("things.stations.10"))
    station.tap()
    wait_until_it_says(page, page.locator(".count-points b"), "9")
    page.route("**/1/stations*", lambda route: route.fulfill(body=former, content_type="text/html", headers=OURS))
    page.clock.run_for(POLL_INTERVAL)
    expect(station).to_have_attribute("aria-pressed", "false")


def test_taps_without_signal_are_kept(device: Device, make_sheet) -> None:
    """Shown at once, marked, told at the total, kept over another page of the sheet, and counted later."""
    page = device()
    address = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}/1/stations")
    page.locator(button("things.stations.10")).tap()
    expect(page.locator(".count-points b")).to_have_text("9")
    page.context.set_offline(True)
    page.locator(button("things.stations.9")).tap()
    page.locator(button("things.stations.8")).tap()
    page.locator(button("things.stations.8")).tap()
    page.locator(button("things.stations.1")).tap()
    expect(page.locator(button("things.stations.9"))).to_have_attribute("aria-pressed", "true")
    expect(page.locator(button("things.stations.8"))).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".waiting")).to_have_text(["Not sent yet", "Not sent yet"])
    expect(page.locator("#connection")).to_contain_text("kept on this phone and sent later")
    expect(page.locator(".totals-wait")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".count-points b")).to_have_text("18", timeout=20_000)
    expect(page.locator(".waiting")).to_have_count(0)
    expect(page.locator("#connection")).to_be_hidden()


@pytest.mark.parametrize(
    "thing",
    [
        "things.objectives.obj-8-1",
        *(
            pytest.param(one, marks=pytest.mark.thorough)
            for one in ("things.stations.5", "things.station-masters.sm-1")
        ),
    ],
)
def test_what_was_tapped_stays_below_the_thumb(device: Device, make_sheet, thing: str) -> None:
    """Whatever the answer brings to stand above it: the next tap hits the next piece."""
    page = device()
    address = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}/1/{thing.split('.')[1]}")
    tapped = page.locator(button(thing))
    tapped.scroll_into_view_if_needed()
    top = "button => Math.round(button.getBoundingClientRect().top)"
    before, since = tapped.evaluate(top), page.locator("#calculator [name=since]")
    known = since.input_value()
    tapped.tap()
    expect(page.locator("#none")).to_be_disabled()
    expect(since).not_to_have_value(known)
    assert tapped.evaluate(top) == before


def test_a_warning_moves_no_piece(device: Device, make_sheet) -> None:
    """It stands below them, and a sign beside the points leads there."""
    page = device()
    page.goto(f"{make_sheet(page, 'Anna', 'Ben')}/1/buildings")
    where = "() => [scrollY, ...[...document.querySelectorAll('.thing')].map((one) => one.getBoundingClientRect().top)]"
    page.locator(button("things.buildings.1a")).tap()
    expect(page.locator(".count-points b")).to_have_text("1")
    before = page.evaluate(where)
    page.locator(button("things.buildings.1b")).tap()
    page.locator(".count-points").get_by_label("Please check").wait_for()
    assert page.evaluate(where) == before
    page.locator(".count-points").get_by_label("Please check").tap()
    expect(page.locator("#doubts-title")).to_be_in_viewport()


def test_quick_taps_all_count(device: Device, make_sheet) -> None:
    page = device()
    address = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}/1/workers")
    more = page.locator(button("things.workers.cowboy-1"))
    for number in range(2, 7):
        more.tap()
        expect(page.locator(".thing", has=more).locator("output")).to_have_text(str(number))
    expect(page.locator(".count-points b")).to_have_text("8")
