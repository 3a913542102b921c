"""Scoring a game on phones."""

from playwright.sync_api import Request, Route, expect

from tests.e2e.conftest import Device
from tests.e2e.sheets import POLL_INTERVAL, SENT, TYPING_PAUSE, enter, soon, type_in
from tests.e2e.waiting import once_held, wait_for


def test_money_is_typed_in_dollars_or_in_points(device: Device, make_sheet) -> None:
    page = device()
    make_sheet(page, "Anna", "Ben")
    cell, totals = page.locator("#cell-p1-money"), page.locator(".standings .total")
    type_in(page, "'p1-things.money.dollars'", "47")
    expect(cell.locator(".comes-to")).to_have_text("9 points")
    expect(totals.first).to_have_text("9")
    page.locator(".unit").tap()
    expect(page.locator("[name=p1-money]")).to_have_value("9")
    expect(page.locator("[name=p2-money]")).to_have_value("")
    expect(totals).to_have_text(["9", "–"])
    type_in(page, "p2-money", "47")
    expect(page.locator("#cell-p2-money .field-doubt")).to_be_visible()
    expect(page.locator(".standings .marked")).to_have_count(1)
    page.locator(".unit").tap()
    expect(page.locator("[name='p1-things.money.dollars']")).to_have_value("47")


def test_known_people_are_tapped(device: Device, make_sheet) -> None:
    page = device()
    make_sheet(page, "Anna", "Ben", "지훈")
    # The table has them already; others sit down now.
    page.context.clear_cookies(name="table")
    page.goto("/en/score/")
    rows = page.locator(".person:visible")
    expect(rows).to_have_count(2)
    for name in ("지훈", "Anna", "Ben"):
        page.locator(".known button", has_text=name).tap()
    expect(rows).to_have_count(4)
    assert [page.input_value(f"[name=people-{place}-name]") for place in range(4)] == ["지훈", "Anna", "Ben", ""]
    chosen = page.locator(".colours input:checked")
    assert chosen.evaluate_all("inputs => inputs.map(input => input.value)") == ["yellow", "blue", "red", "white"]
    page.locator(".known button", has_text="Anna").tap()
    expect(page.locator(".known button[aria-pressed=true]")).to_have_count(2)
    page.fill("[name=people-1-name]", "ANNA")
    expect(page.locator(".known button[aria-pressed=true]")).to_have_count(3)
    page.locator(".person").nth(1).locator(".colour").nth(1).tap()
    assert chosen.evaluate_all("inputs => inputs.map(input => input.value)") == ["yellow", "red", "blue", "white"]
    page.click("main button.main")
    expect(page.locator(".standings .who-name")).to_have_text(["지훈", "ANNA", "Ben"])


def test_return_goes_to_the_next_name(device: Device) -> None:
    page = device()
    for address in ("/en/table", "/en/score/"):
        page.goto(address)
        page.wait_for_load_state()
        page.locator("[name=people-0-name]").focus()
        for name in ("Anna", "Ben"):
            page.keyboard.press("ControlOrMeta+a")
            page.keyboard.type(name)
            page.keyboard.press("Enter")
        expect(page.locator("[name=people-2-name]")).to_be_focused()
        assert page.url.endswith(address)
    page.keyboard.press("Enter")
    expect(page.locator("form.stack .button.main")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".standings .who-name")).to_have_text(["Anna", "Ben"])


def test_players_join_on_two_phones(device: Device, make_sheet) -> None:
    one, two = device(), device()
    address = make_sheet(one, "Anna", "Ben")
    two.goto(address)
    for page, row, name, colour in ((one, 2, "Dora", 3), (two, 3, "Emil", 2)):
        page.goto(f"{address}/players")
        page.wait_for_load_state()
        page.locator(f"[name=people-{row}-name]").fill(name)
        page.locator(".person").nth(row).locator(".colour").nth(colour).tap()
        page.locator("form .button.main").tap()
        page.wait_for_selector("table.pad")
    expect(two.locator(".standings .who-name")).to_have_text(["Anna", "Ben", "Emil", "Dora"])
    # The other phone is at its sheet, and has the new column by itself.
    expect(one.locator("[name=p3-buildings]")).to_be_visible()
    type_in(one, "p3-buildings", "5")
    expect(two.locator("[name=p3-buildings]")).to_have_value("5")
    two.locator(".undo").tap()
    expect(two.locator(".standings .who-name")).to_have_text(["Anna", "Ben", "Dora"])


def test_steppers_and_signs(device: Device, make_sheet) -> None:
    page = device()
    address = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}?player=1")
    more = page.locator("#cell-p1-workers .step").nth(1)
    more.tap()
    more.tap()
    expect(page.locator("[name=p1-workers]")).to_have_value("8")
    page.fill("[name=p1-cities]", "6")
    page.locator("#cell-p1-cities .flip").tap()
    expect(page.locator("[name=p1-cities]")).to_have_value("-6")
    page.locator("#cell-p1-step-disc .pick").nth(1).tap()
    expect(page.locator("#cell-p1-step-disc .pick").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".standings .total").first).to_have_text("5")
    page.locator(".alone a").tap()
    page.wait_for_url(address)
    expect(page.locator("[name=p1-workers]")).to_have_value("8")
    expect(page.locator("[name=p1-step-disc]")).to_have_value("3")


def test_enter_walks_on_to_the_next_player(device: Device, make_sheet) -> None:
    page = device()
    address = make_sheet(page, "Anna", "Ben")
    page.focus("[name=p1-job-market-token]")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.name") == "p2-things.money.dollars"
    page.goto(f"{address}?player=1")
    page.focus("[name=p1-workers]")
    # What is answered with yes or no is not passed over; Enter gives the answer.
    for category in ("step-disc", "job-market-token"):
        page.keyboard.press("Enter")
        cell = page.locator(f"#cell-p1-{category}")
        expect(cell.locator("[data-set]").first).to_be_focused()
        expect(cell.locator("[data-set][aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_url("**player=2#pad")
    assert page.evaluate("document.activeElement.name") == "p2-things.money.dollars"
    page.goto(f"{address}?player=1")
    for category in ("step-disc", "job-market-token"):
        expect(page.locator(f"#cell-p1-{category} [data-set='0']")).to_have_attribute("aria-pressed", "true")
    page.focus("[name=p1-workers]")
    page.keyboard.press("Enter")
    page.wait_for_url("**player=2#pad")
    assert page.evaluate("document.activeElement.name") == "p2-things.money.dollars"


def test_an_own_phone_stays_with_its_player(device: Device, make_sheet) -> None:
    page = device()
    address = make_sheet(page, "Anna", "Ben")
    page.goto(f"{address}?player=1")
    expect(page.locator(".walks-on")).to_have_text("Next: Ben")
    page.locator(".whose button", has_text="Anna").tap()
    page.wait_for_selector("table.one")
    expect(page.locator(".walks-on")).to_have_count(0)
    page.locator("#cell-p1-job-market-token [data-set]").last.focus()
    page.locator("#cell-p1-step-disc [data-set]").last.tap()
    page.keyboard.press("Tab")
    page.focus("#cell-p1-job-market-token [data-set='2']")
    page.keyboard.press("Enter")
    expect(page.locator(".standings .total").first).to_have_text("5")
    assert page.url.partition("?")[0].endswith(address.rpartition("/")[2])


def test_lines_are_one_height_and_the_sign_opens_where_no_tap_is_next(device: Device, make_sheet) -> None:
    page = device()
    make_sheet(page, "Anna", "Ben", "Christopher Wellington-Smythe", "지훈")
    rows = page.locator("table.pad tbody tr")
    heights = [box["height"] for box in (row.bounding_box() for row in rows.all()[1:]) if box]
    assert max(heights) - min(heights) < 12
    height = rows.nth(0).evaluate("row => row.offsetHeight")
    tops = {box["y"] for box in (one.bounding_box() for one in page.locator(".standings a").all()) if box}
    assert len(tops) == 1, "a long name does not break the strip"
    page.fill("[name='p1-things.money.dollars']", "64")
    page.fill("[name=p1-cities]", "6")
    expect(page.locator("#cell-p1-money .comes-to")).to_have_text("12 points")
    assert rows.nth(0).evaluate("row => row.offsetHeight") == height
    expect(page.locator("#cell-p1-cities .flip")).to_be_visible()
    sign, below = (
        page.locator("#cell-p1-cities .flip").bounding_box(),
        page.locator("[name=p1-stations]").bounding_box(),
    )
    assert sign
    assert below
    assert sign["y"] + sign["height"] < below["y"]
    page.locator("#cell-p1-cities .flip").tap()
    expect(page.locator("[name=p1-cities]")).to_have_value("-6")
    page.focus("[name=p1-cattle]")
    expect(page.locator("#cell-p1-cities .flip")).to_be_hidden()


def test_without_signal_a_link_says_what_is_the_matter(device: Device, make_sheet) -> None:
    page = device()
    address = make_sheet(page, "Anna", "Ben")
    page.context.set_offline(True)
    for link in (".pad th a", ".sheet-links a"):
        page.locator(link).first.click()
        expect(page.locator("#no-signal")).to_be_visible()
        expect(page.locator("#connection")).to_contain_text("kept on this phone and sent later")
    expect(page).to_have_url(address)


def test_the_link_for_looking(device: Device, make_sheet) -> None:
    one, two = device(clock=True), device(clock=True)
    address = make_sheet(one, "Anna", "Ben")
    one.goto(f"{address}/share")
    view = one.locator("input.link").nth(1).input_value()
    two.goto(view)
    expect(two.locator(".notice").first).to_contain_text("You can only look at this sheet")
    expect(two.locator("input.points")).to_have_count(0)
    one.goto(address)
    enter(one, "p1-buildings", "7")
    expect(soon(two).locator("#cell-p1-buildings")).to_have_text("7")


def test_what_stands_in_the_last_field_is_sent_too(device: Device, make_sheet) -> None:
    """Nobody leaves the field: the phone is put down, or the page is left by its address."""
    page = device(clock=True)
    address = make_sheet(page, "Anna", "Ben")
    total = page.locator(".standings .total").first
    page.locator("[name=p1-buildings]").press_sequentially("7")
    page.clock.run_for(TYPING_PAUSE)
    expect(total).to_have_text("7")
    assert page.evaluate("document.activeElement.name") == "p1-buildings"
    page.keyboard.type("1")
    page.clock.run_for(TYPING_PAUSE)
    expect(total).to_have_text("71")
    expect(page.locator("#conflicts button")).to_have_count(0)
    page.locator("[name=p2-cattle]").press_sequentially("30")
    page.goto(f"{address}/log")
    page.goto(address)
    expect(page.locator("[name=p2-cattle]")).to_have_value("30")
    expect(page.locator(".standings .total")).to_have_text(["71", "30"])


def test_half_a_sum_is_not_sent(device: Device, make_sheet) -> None:
    page = device(clock=True)
    make_sheet(page, "Anna", "Ben")
    page.locator("[name=p1-buildings]").press_sequentially("3+")
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.append(request.method)

    page.on("request", note)
    page.clock.run_for(TYPING_PAUSE)
    with page.expect_response("**/changes?*"):
        page.clock.run_for(POLL_INTERVAL)
    page.remove_listener("request", note)
    assert set(sent) == {"GET"}
    expect(page.locator("#notes .bad")).to_have_count(0)
    page.locator("[name=p1-buildings]").press_sequentially("4")
    page.press("[name=p1-buildings]", "Tab")
    expect(page.locator(".standings .total").first).to_have_text("7")


def test_what_was_typed_before_the_scripts_came_is_sent(device: Device, make_sheet) -> None:
    page = device()
    address = make_sheet(page, "Anna", "Ben")
    held: list[Route] = []
    page.route("**/together.js*", lambda route: held.append(route))
    page.goto(address, wait_until="commit")
    page.wait_for_selector("[name=p1-buildings]")
    type_in(page, "p1-buildings", "7")
    once_held(page, held).continue_()
    expect(page.locator(".standings .total").first).to_have_text("7")
    # Whoever does not wait for them finds what was typed last, too, on the next page of the sheet.
    for text in ("8", "9"):
        page.goto(address, wait_until="commit")
        page.wait_for_selector("[name=p2-buildings]")
        type_in(page, "p2-buildings", text)
        page.goto("/en/rules/")
    page.unroute("**/together.js*")
    page.goto(address)
    expect(page.locator(".standings .total").nth(1)).to_have_text("9")
    wait_for(page, SENT)


def test_the_screen_stays_on_while_a_sheet_is_open(device: Device, make_sheet) -> None:
    page = device()
    make_sheet(page, "Anna", "Ben")
    page.add_init_script(
        "window.asked = []; Object.defineProperty(navigator, 'wakeLock',"
        " {value: {request: (what) => { window.asked.push(what); return Promise.reject(new Error()); }}})"
    )
    page.reload()
    wait_for(page, "window.asked.length === 1")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("window.asked") == ["screen", "screen"]
