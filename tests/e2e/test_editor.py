"""Entering a full position: by touch, by keyboard, without scripts; as fast as the bench says."""

import re
import statistics
from urllib.parse import quote

import pytest
from bench.entering import COUNTED, LIMITS, MIDDLE, SEEDS, Step, alike, entering, set_up, target
from companion import engine
from companion.web.editor.starts import in_progress
from playwright.sync_api import Locator, Page, Route, expect
from werkzeug.datastructures import MultiDict

from tests.e2e.conftest import Device, Devices, Kind
from tests.e2e.looks import LOOKS, PHONE, Look
from tests.e2e.waiting import once_held

NOTHING = engine.encode(engine.Position())
WRONG = engine.encode(
    engine.read_position(
        '{"board": {"hazards": {"flood-1": {"hand": "green", "vp": 2}, "flood-2": {"hand": "green", "vp": 2}}},'
        ' "players": {"blue": {"dollars": 5}}}'
    )
)


def position_of(page: Page) -> engine.Position:
    """The position that the address tells."""
    return position_at(page.url)


def position_at(url: str) -> engine.Position:
    match = re.search(r"/check/board/([A-Za-z0-9_-]+)", url)
    assert match, url
    return engine.decode(match[1])


def place(page: Page, path: str) -> Locator:
    return page.locator(f'#editor [data-place="{path}"]')


def key(page: Page, name: str) -> Locator:
    return page.locator(f'#editor a[data-key="{name}"]:visible')


def test_by_touch(device: Device) -> None:
    """Pick once, tap many; a second tap and a long press take away; undo, redo, back."""
    page = device()
    page.goto(f"/en/check/board/{NOTHING}?show=trail&group=pieces")
    key(page, "pick-hazard:green:3").tap()
    expect(key(page, "pick-hazard:green:3")).to_have_attribute("aria-current", "true")
    for number in (1, 2):
        place(page, f"board.hazards.flood-{number}").tap()
        page.wait_for_url(
            lambda url, n=number: len(engine.decode(re.search(r"board/([\w-]+)", url)[1]).board.hazards) == n
        )
    # Two tiles of which there is one: told at once, marked in the picture.
    expect(page.locator(".findings")).to_contain_text("you entered 2; the game has 1")
    expect(place(page, "board.hazards.flood-1").locator(".mark-bad")).to_have_count(1)
    place(page, "board.hazards.flood-2").tap()
    page.wait_for_url(lambda url: len(engine.decode(re.search(r"board/([\w-]+)", url)[1]).board.hazards) == 1)
    expect(page.locator(".findings")).to_have_count(0)
    one = page.url
    page.locator("[data-undo]").tap()
    page.wait_for_url(lambda url: url != one)
    assert len(position_of(page).board.hazards) == 2
    page.locator("[data-redo]").tap()
    page.wait_for_url(lambda url: "board.hazards" not in url and len(position_of(page).board.hazards) == 1)
    page.go_back()
    # The address is there before the board is drawn anew.
    expect(page.locator(".findings")).to_contain_text("you entered 2; the game has 1")
    page.wait_for_selector("#editor:not([aria-busy])")
    assert len(position_of(page).board.hazards) == 2
    place(page, "board.hazards.flood-1").evaluate("one => one.scrollIntoView({block: 'center'})")
    spot = place(page, "board.hazards.flood-1").bounding_box()
    assert spot
    page.mouse.move(spot["x"] + 20, spot["y"] + 20)
    page.mouse.down()
    page.wait_for_url(lambda url: len(engine.decode(re.search(r"board/([\w-]+)", url)[1]).board.hazards) == 1)
    page.mouse.up()
    assert "flood-1" not in position_of(page).board.hazards


def answer_all(page: Page, held: list[Route]) -> None:
    """Let every request through, and those that follow, until the editor waits for none."""
    page.wait_for_selector("#editor[aria-busy]")
    while held or page.locator("#editor[aria-busy]").count():
        if held:
            held.pop().continue_()
        page.wait_for_timeout(20)


def test_taps_show_at_once_and_wait_for_each_other(device: Device) -> None:
    """What is tapped is drawn before anybody has answered; the answers confirm it, one after the other."""
    page = device()
    page.goto(f"/en/check/board/{NOTHING}?show=trail&pick=outlaw:green")
    held: list[Route] = []
    page.route("**/check/board/**", lambda route: held.append(route))
    places = [place(page, f"board.outlaws.outlaw-{number}") for number in (1, 2, 3)]
    for one in places:
        one.tap()
        expect(one.locator(".drawn use").first).to_be_attached()
    # A second tap with the same thing takes it away again, before the first was answered.
    places[2].tap()
    expect(places[2].locator(".drawn .slot")).to_be_attached()
    once_held(page, held)
    assert len(held) == 1
    answer_all(page, held)
    expect(page.locator(".drawn")).to_have_count(0)
    assert position_of(page).board.outlaws == {"outlaw-1": "green", "outlaw-2": "green"}
    page.unroute_all(behavior="ignoreErrors")


def test_undo_takes_back_what_was_tapped_last(device: Device) -> None:
    """Even when that is still on its way; and twice is two."""
    page = device()
    page.goto(f"/en/check/board/{NOTHING}?show=trail&pick=outlaw:green")
    for number in (1, 2):
        place(page, f"board.outlaws.outlaw-{number}").tap()
    page.wait_for_url(lambda _: len(position_of(page).board.outlaws or ()) == 2)
    held: list[Route] = []
    page.route("**/check/board/**", lambda route: held.append(route))
    place(page, "board.outlaws.outlaw-3").tap()
    page.locator("[data-undo]").tap()
    answer_all(page, held)
    assert position_of(page).board.outlaws == {"outlaw-1": "green", "outlaw-2": "green"}
    for _ in range(2):
        page.locator("[data-undo]").tap()
    answer_all(page, held)
    assert not position_of(page).board.outlaws
    # Of a tap that is refused there is nothing to take back.
    page.unroute_all(behavior="ignoreErrors")
    place(page, "board.outlaws.outlaw-3").tap()
    expect(page.locator("[data-undo]")).to_be_visible()
    page.route("**/check/board/**", lambda route: held.append(route))
    place(page, "board.hazards.rockfall-4").tap()
    page.locator("[data-undo]").tap()
    answer_all(page, held)
    expect(page.locator(".editor-refused")).to_contain_text("does not fit here")
    assert position_of(page).board.outlaws == {"outlaw-3": "green"}
    page.unroute_all(behavior="ignoreErrors")


def test_two_quick_taps_on_a_piece_are_two(device: Device) -> None:
    page = device()
    page.goto(f"/en/check/board/{NOTHING}?show=blue&open=players.blue.hazards")
    held: list[Route] = []
    page.route("**/check/board/**", lambda route: held.append(route))
    tile = page.locator("[data-key^='players.blue.hazards=hazard:flood:green:3']").first
    tile.tap()
    tile.tap()
    answer_all(page, held)
    assert len(position_of(page).players["blue"].hazards or ()) == 2
    page.unroute_all(behavior="ignoreErrors")


def test_a_stroke_puts_the_same_on_every_place_that_it_passes(device: Device) -> None:
    """What lies there already stays; a stroke that goes up scrolls the page."""
    page = device()
    page.goto(f"/en/check/board/{NOTHING}?show=market&pick=worker:cowboy")
    row = [place(page, f"board.job_market.rows.2:{column}") for column in (1, 2, 3)]
    row[1].tap()
    page.wait_for_url(lambda url: NOTHING not in url)
    row[0].evaluate("one => one.scrollIntoView({block: 'center'})")
    boxes = [one.bounding_box() for one in row]
    page.mouse.move(boxes[0]["x"] + 20, boxes[0]["y"] + 10)
    page.mouse.down()
    page.mouse.move(boxes[2]["x"] + 20, boxes[2]["y"] + 10, steps=12)
    page.mouse.up()
    page.wait_for_url(lambda url: len(position_at(url).board.job_market.rows.get(2, ())) == 3)
    assert position_of(page).board.job_market.rows == {2: ("cowboy",) * 3}


def test_another_part_shows_at_once_that_it_was_tapped(device: Device) -> None:
    """What belongs to the part that is left takes no taps any more; without an answer it is there again."""
    page = device()
    page.goto(f"/en/check/board/{NOTHING}?show=trail")
    held: list[Route] = []
    page.route("**/check/board/**", lambda route: held.append(route))
    for answered in (False, True):
        key(page, "tab-market").tap()
        expect(key(page, "tab-market")).to_have_attribute("aria-current", "true")
        expect(key(page, "tab-trail")).not_to_have_attribute("aria-current", "true")
        expect(page.locator(".editor-dock[inert]")).to_be_attached()
        route = once_held(page, held)
        held.clear()
        if answered:
            route.continue_()
        else:
            route.abort("internetdisconnected")
            expect(key(page, "tab-trail")).to_have_attribute("aria-current", "true")
        expect(page.locator("#editor [inert]")).to_have_count(0)
    expect(key(page, "tab-market")).to_have_attribute("aria-current", "true")
    page.unroute_all(behavior="ignoreErrors")


def test_who_goes_back_while_a_tap_is_on_its_way_is_back(device: Device) -> None:
    page = device()
    page.goto(f"/en/check/board/{NOTHING}?show=trail&pick=outlaw:green")
    place(page, "board.outlaws.outlaw-1").tap()
    page.wait_for_url(lambda url: NOTHING not in url)
    held: list[Route] = []
    gone_back: list[bool] = []
    page.route("**/check/board/**", lambda route: route.continue_() if gone_back else held.append(route))
    place(page, "board.outlaws.outlaw-2").tap()
    page.wait_for_selector("#editor[aria-busy]")
    page.go_back()
    # What going back asks for comes when it comes, and is not held.
    gone_back.append(True)
    for route in held:
        route.continue_()
    expect(page.locator("#editor:not([aria-busy])")).to_be_attached()
    assert NOTHING in page.url
    expect(
        page.locator(
            "[data-place='board.outlaws.outlaw-1'] .slot, [data-place='board.outlaws.outlaw-1'] .unknown"
        ).first
    ).to_be_attached()
    page.unroute_all(behavior="ignoreErrors")


def test_a_refusal_leaves_in_hand_what_was_not_taken(device: Device) -> None:
    """Else the next tap would lay the next building, unnoticed."""
    page = device()
    page.goto(f"/en/check/board/{NOTHING}?show=trail&pick=neutral:A")
    place(page, "board.buildings.A-1").tap()
    told = page.get_by_role("alert")
    expect(told).to_be_in_viewport(ratio=1)
    expect(key(page, "pick-neutral:A")).to_have_attribute("aria-current", "true")
    told.get_by_role("link", name="Close").tap()
    expect(told).to_have_count(0)
    place(page, "board.neutral.F").tap()
    page.wait_for_url(lambda address: NOTHING not in address)
    assert position_of(page).board.neutral == {"F": "A"}


def test_a_refusal_takes_back_what_was_drawn_and_says_why_at_the_finger(device: Device) -> None:
    page = device()
    page.goto(f"/en/check/board/{NOTHING}?show=trail&pick=building:red:3b&group=red")
    spot = place(page, "board.hazards.rockfall-4")
    spot.tap()
    told = page.locator(".editor-refused")
    expect(told).to_contain_text("does not fit here")
    expect(page.locator(".drawn")).to_have_count(0)
    finger, message = spot.bounding_box(), told.bounding_box()
    assert finger
    assert message
    assert abs(message["y"] - finger["y"] - finger["height"]) < 60
    told.locator("a.pick").first.tap()
    page.wait_for_url(lambda url: engine.decode(re.search(r"board/([\w-]+)", url)[1]) != engine.Position())
    assert list(position_of(page).board.hazards) == ["rockfall-4"]


def test_a_tap_without_signal_is_kept(devices: Devices) -> None:
    """It stays drawn, and is sent once the signal is back."""
    page = devices.new(Kind("phone"))
    page.goto(f"/en/check/board/{NOTHING}?show=trail&pick=outlaw:green")
    page.context.set_offline(True)
    place(page, "board.outlaws.outlaw-1").tap()
    expect(page.locator("#no-signal")).to_be_visible()
    expect(place(page, "board.outlaws.outlaw-1").locator(".drawn")).to_be_attached()
    # A line that has just come back carries nothing yet.
    page.route("**/check/board/**", lambda route: route.abort("internetdisconnected"), times=1)
    page.context.set_offline(False)
    page.wait_for_url(lambda url: engine.decode(re.search(r"board/([\w-]+)", url)[1]) != engine.Position())
    assert position_of(page).board.outlaws == {"outlaw-1": "green"}
    page.context.close()


def test_by_keyboard_alone(device: Device) -> None:
    """Focus stays where it was when the picture is drawn anew."""
    page = device("desktop")
    page.goto(f"/en/check/board/{NOTHING}?show=trail&group=pieces")
    key(page, "pick-outlaw:green").focus()
    page.keyboard.press("Enter")
    expect(key(page, "pick-outlaw:green")).to_have_attribute("aria-current", "true")
    expect(key(page, "pick-outlaw:green")).to_be_focused()
    spot = place(page, "board.outlaws.outlaw-1")
    spot.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: engine.decode(re.search(r"board/([\w-]+)", url)[1]) != engine.Position())
    assert position_of(page).board.outlaws == {"outlaw-1": "green"}
    expect(place(page, "board.outlaws.outlaw-1")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.place")


def test_the_last_position_is_remembered_on_the_device(device: Device) -> None:
    page = device()
    page.goto("/en/check/board/")
    expect(page.locator("a[data-last]")).not_to_be_visible()
    page.goto(f"/en/check/board/{WRONG}")
    page.goto("/en/check/board/")
    page.locator("a[data-last]").tap()
    expect(page.locator("#editor")).to_be_visible()
    assert engine.encode(position_of(page)) == WRONG


def test_two_fingers_and_buttons_zoom_the_picture(device: Device) -> None:
    page = device()
    page.goto(f"/en/check/board/{NOTHING}")
    before = page.locator(".editor-picture svg").bounding_box()
    page.locator('[data-zoom-by="1"]').tap()
    after = page.locator(".editor-picture svg").bounding_box()
    assert before
    assert after
    assert after["width"] > before["width"] * 1.4
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_from_entering_to_doing(device: Device) -> None:
    """What may I do? A place is tapped on the board, the answer stands over it, and "do it" leads to the next board."""
    page = device()
    page.goto("/en/check/board/?start=setup&players=3&drawn=seed&seed=4&neutral=first-game")
    page.get_by_role("link", name="What may I do?").tap()
    expect(page.locator(".mark-may")).to_have_count(7)
    page.locator('[data-place="board.neutral.B"]').tap()
    expect(page.locator("#answer .verdict-word")).to_have_text("Yes")
    expect(page).to_have_url(re.compile(r"options\?at=board\.neutral\.B$"))
    place, answer = (
        page.locator('[data-place="board.neutral.B"]').bounding_box(),
        page.locator("#answer").bounding_box(),
    )
    assert place
    assert answer
    assert place["y"] + place["height"] <= answer["y"]
    page.locator("#answer").get_by_role("link", name="Do it").tap()
    expect(page.locator("#editor")).to_be_visible()
    page.locator("[data-undo]").tap(timeout=5000)
    page.get_by_role("link", name="What may I do?").tap()
    page.get_by_role("link", name="Markets").tap()
    page.locator('[data-place="board.job_market.rows.1:1"]').tap()
    expect(page.locator("#answer")).to_contain_text("Nothing allows it right now")
    expect(page.locator("#answer .verdict-word")).to_be_visible()


def test_a_tap_gets_the_answer_and_the_places_that_look_otherwise(device: Device) -> None:
    text = """{"game": {"players": 2}, "turn": {"player": "blue", "phase": "A"}, "board": {"buildings": {"C-1": null}},
     "players": {"blue": {"herder": "C", "dollars": 5, "cleared": []}, "red": {}}}"""
    code = engine.encode(engine.read_position(text))
    page = device()
    page.goto(f"/en/check/board/{code}/options?at=board.neutral.E#answer")
    expect(page.locator(".mark-way")).not_to_have_count(0)
    page.locator("#answer .editor-close").tap()
    expect(page.locator("#answer")).to_be_hidden()
    expect(page.locator("#board-answers .answers-picture :is(.mark-way, .way)")).to_have_count(0)
    at_rest = page.locator(".answers-picture").inner_html()
    for place in ("board.neutral.D", "board.buildings.C-2", "board.neutral.A"):
        with page.expect_response(re.compile(re.escape(f"at={place}"))) as answer:
            page.locator(f'[data-place="{place}"]').tap()
        assert len(answer.value.body()) < 15_000
        expect(page.locator("#answer h2").first).to_have_text(re.compile(place.rpartition(".")[2]))
        expect(page.locator(f'.answers-picture [data-place="{place}"] [class*="mark-"]')).not_to_have_count(0)
    expect(page.locator('.answers-picture [data-place="board.buildings.C-2"] [class*="mark-way"]')).to_have_count(0)
    page.go_back()
    expect(page.locator('.answers-picture [data-place="board.buildings.C-2"] [class*="mark-way"]')).to_have_count(1)
    expect(page.locator('.answers-picture [data-place="board.neutral.A"] [class*="mark-way"]')).to_have_count(0)
    page.locator("#answer .editor-close").tap()
    expect(page.locator("#answer")).to_be_hidden()
    assert page.locator(".answers-picture").inner_html().replace("<!---->", "") == at_rest.replace("<!---->", "")


def test_the_last_of_two_quick_taps_is_what_shows(device: Device) -> None:
    text = (
        """{"game": {"players": 2}, "turn": {"player": "blue", "phase": "A"}, "players": {"blue": {"herder": "C"}}}"""
    )
    page = device()
    page.goto(f"/en/check/board/{engine.encode(engine.read_position(text))}/options?show=trail")
    held: list[Route] = []
    page.route("**/options**", lambda route: route.continue_() if held else held.append(route))
    page.locator('[data-place="board.neutral.D"]').tap()
    page.locator('[data-place="board.neutral.E"]').tap()
    expect(page.locator("#answer h2").first).to_have_text(re.compile("E"))
    once_held(page, held).continue_()
    expect(page).to_have_url(re.compile(r"at=board\.neutral\.E"))
    expect(page.locator('.answers-picture [data-place="board.neutral.E"] [class*="mark-"]')).not_to_have_count(0)
    page.unroute_all(behavior="ignoreErrors")


def test_what_an_answer_depends_on_is_told_by_a_tap(device: Device) -> None:
    text = """{"game": {"players": 2}, "turn": {"player": "blue", "phase": "A"},
     "players": {"blue": {"herder": "C", "dollars": 5, "cleared": []}, "red": {}}}"""
    code = engine.encode(engine.read_position(text))
    page = device()
    page.goto(f"/en/check/board/{code}/options?at=board.buildings.C-1#answer")
    word = page.locator("#answer .verdict-word")
    expect(word).to_have_text("It depends")
    expect(page.locator(".mark-way-ask")).to_have_count(1)
    page.locator("#answer .answers-open").get_by_role("link", name="Blue, building").first.tap()
    expect(word).to_have_text("Yes")


@pytest.mark.parametrize("path", ["", "/options?at=board.neutral.B#answer"])
def test_on_its_side_a_phone_shows_the_board_beside_what_is_taken_or_answered(device: Device, path: str) -> None:
    page = device(once=True)
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(f"/en/check/board/{NOTHING}{path}")
    beside = page.locator("#answer" if path else "#editor-dock").bounding_box()
    drawn, bar = page.locator(".editor-picture svg").bounding_box(), page.locator(".places").bounding_box()
    assert beside
    assert drawn
    assert bar
    assert drawn["x"] + drawn["width"] <= beside["x"]
    # The places stand left of the board, and take none of its height.
    assert bar["x"] + bar["width"] <= drawn["x"]
    assert 390 - max(0, drawn["y"]) >= 230
    assert page.evaluate("document.documentElement.scrollWidth") <= 844


PAGES = [
    "",
    "CODE?show=game&open=turn.phase",
    "CODE?show=blue&open=players.blue.hand",
    "CODE/options",
    f"{WRONG}/compare?with={NOTHING}",
    "CODE/judge?line=hire+row=1+column=1",
    "CODE/score",
    "CODE/form?show=trail",
]
ALIKE = [
    NOTHING,
    "CODE?show=market&open=board.job_market.rows.5",
    "CODE?show=railroad",
    "CODE/compare",
    "CODE/options?at=board.job_market.rows.1:1",
    "CODE/judge?type=build",
    "CODE/form?show=red",
]


@pytest.mark.parametrize("pages", [PAGES, pytest.param(ALIKE, marks=pytest.mark.thorough)], ids=["each", "alike"])
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_pages(visitor, look: Look, pages: list[str]) -> None:
    one = visitor(look)
    code = engine.encode(target(0))
    for path in look.sample(pages):
        one.visit(f"check/board/{path.replace('CODE', code)}")
    if not look.some:
        one.visit(f"check/board/{WRONG}?show=trail&at=board.outlaws.outlaw-1", status=422)


def take(page: Page, step: Step) -> None:
    """Do with a finger what the bench counts."""
    before = page.url
    if step.kind == "answer":
        page.locator(f'.start-form label:has([name="{step.where}"][value="{step.what}"])').tap()
        return
    if step.kind == "start":
        page.locator(f"button[value={step.where}]").tap()
    elif step.kind == "tap":
        place(page, step.where).tap()
    elif step.kind == "put":
        page.locator(f'#editor a[data-step][data-key="pick-{step.where}"]:visible').tap()
    elif step.kind == "press":
        asked = f"at={quote(step.where, safe=':')}&do={quote(step.what, safe=':')}"
        page.locator(f'#editor a:is([href$="{asked}"], [href*="{asked}&"])').first.tap()
    elif step.kind in ("type", "list"):
        field = page.locator(f'#editor input[data-key="{step.where}{"=listed" * (step.kind == "list")}"]')
        field.fill(step.what)
        field.press("Enter")
    else:
        key(page, step.where if step.kind == "open" else f"{step.kind}-{step.where}").tap()
    page.wait_for_url(lambda url: url != before)
    page.wait_for_selector("#editor:not([aria-busy])")


EARLY = 4
"""Turns after which something of every kind lies on the table already."""


@pytest.mark.parametrize(
    ("players", "turns", "drawn"),
    [
        pytest.param(2, EARLY, True, id="two"),
        pytest.param(4, MIDDLE, False, id="four", marks=pytest.mark.thorough),
        pytest.param(4, MIDDLE, True, id="four from the set-up", marks=pytest.mark.thorough),
    ],
)
def test_a_whole_position_is_entered(device: Device, players: int, turns: int, drawn: bool) -> None:
    """A complete position, tapped in a browser, step by step as the bench counts."""
    wanted = target(0, players, turns)
    laid = set_up(0, players) if drawn else None
    page = device(table={"players": players})
    page.goto(f"/en/check/board/?setup={engine.encode(laid)}" if laid else "/en/check/board/")
    for step in entering(wanted, laid).steps:
        take(page, step)
    assert alike(position_of(page)) == alike(wanted)


@pytest.mark.parametrize(("drawn", "limits"), [(False, LIMITS[0]), (True, LIMITS[1])], ids=["nothing", "set-up"])
def test_positions_are_entered_quickly(drawn: bool, limits: tuple[int, int]) -> None:
    """Half of some complete four-player positions from the middle of a game take no longer than that."""
    plans = []
    for seed in SEEDS[drawn::10]:
        plans.append(entering(target(seed), set_up(seed) if drawn else None))
        assert alike(plans[-1].position) == alike(target(seed))
    for name, most in zip(("seconds", "taps"), limits, strict=True):
        assert statistics.median(map(COUNTED[name], plans)) <= most


def test_a_map_is_tapped_like_the_trail(device: Device) -> None:
    """A branchlet is put into a town of the map."""
    page = device()
    position = engine.read_position(
        '{"game": {"edition": 2, "players": 2, "variants": ["rails-to-the-north"]}, "players": {"blue": {}, "red": {}}}'
    )
    page.goto(f"/en/check/board/{engine.encode(position)}?show=trail")
    key(page, "tab-north").tap()
    key(page, "group-pieces").tap()
    key(page, "pick-disc:blue").tap()
    expect(key(page, "pick-disc:blue")).to_have_attribute("aria-current", "true")
    place(page, "town:memphis").tap()
    page.wait_for_url(lambda url: bool(engine.decode(re.search(r"board/([\w-]+)", url)[1]).players["blue"].branchlets))
    assert position_of(page).players["blue"].branchlets == ("memphis",)


def test_every_part_of_the_board_is_on_the_screen(device: Device) -> None:
    """Four players and the map of Rails to the North are eight parts: none lies beyond the edge of a phone."""
    page = device()
    colours = engine.load_catalog().table.players.colours
    north = engine.encode(in_progress(MultiDict(), colours, ("rails-to-the-north",), 2))
    for language in ("en", "ko"):
        page.goto(f"/{language}/check/board/{north}?show=trail")
        parts = page.locator(".editor-tabs a")
        expect(parts).to_have_count(8)
        assert parts.last.evaluate("one => one.getBoundingClientRect().right") <= PHONE["width"]
        # Whose turn it is stands above them, in one line.
        told = page.locator(".editor-turn a").first.bounding_box()
        assert told
        assert told["height"] <= 48
    # German words are long, and some phones narrower.
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"/de/check/board/{engine.encode(in_progress(MultiDict(), colours, (), 2))}?show=trail")
    assert page.locator(".editor-tabs a").last.evaluate("one => one.getBoundingClientRect().right") <= 360
