"""What can be seen and tapped on small phones, and on phones that lie on their side."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserType, Page, ViewportSize, expect

from tests.e2e.conftest import Device
from tests.e2e.looks import PHONE, USUAL

SIZES: dict[str, ViewportSize] = {
    "usual": USUAL,
    "small": {"width": 320, "height": 640},
    "lying": {"width": 844, "height": 390},
}
ROW, TOTAL, BOARD = "table.pad tbody tr", ".standings a", ".editor-picture"

VISIBLE = """([selector, bars]) => {
  const box = (one) => one.getBoundingClientRect();
  const shown = [...document.querySelectorAll(bars)].map(box).filter(({ height }) => height);
  const top = Math.max(0, ...shown.filter((bar) => bar.top <= 0 && bar.bottom < innerHeight).map((bar) => bar.bottom));
  const below = shown.filter((bar) => bar.top > innerHeight / 2 && bar.width > innerWidth / 2).map((bar) => bar.top);
  const bottom = Math.min(innerHeight, ...below);
  return [...document.querySelectorAll(selector)].map(box).map((one) => ({
    whole: one.top >= top - 1 && one.bottom <= bottom + 1 && one.left >= 0 && one.right <= innerWidth,
    part: Math.max(0, Math.min(one.bottom, bottom) - Math.max(one.top, top)) / innerHeight,
  }));
}"""
BARS = ".places, .editor-dock, .pad-head"


def visible(page: Page, selector: str, bars: str = BARS) -> list[dict[str, float]]:
    """Of all that fits: whether no bar covers it, and the part of the screen's height at which it is seen."""
    return page.evaluate(VISIBLE, [selector, bars])


def test_a_sheet_for_four(device: Device, make_sheet: Callable[..., str]) -> None:
    page = device(once=True)
    make_sheet(page, "Anna", "Ben", "Christopher Wellington-Smythe", "지훈")
    for size, rows in (("usual", 11), ("small", 6), ("lying", 4)):
        page.set_viewport_size(SIZES[size])
        page.evaluate("scrollTo(0, 0)")
        seen = visible(page, ROW)
        assert sum(one["whole"] for one in seen) >= rows, (size, seen)
        page.evaluate("scrollTo(0, 300)")
        stay = visible(page, f"{TOTAL}, .undo", ".places")
        assert all(one["whole"] for one in stay), (size, stay)
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"], size


def test_a_claimed_phone_takes_no_room_of_a_name(device: Device, make_sheet: Callable[..., str]) -> None:
    page, other = device(once=True), device(once=True)
    address = make_sheet(page, "Anna", "Ben", "Cho", "지훈")
    page.locator(".whose button[value='1']").tap()
    expect(page.locator(".whose p")).to_contain_text("Anna")
    other.goto(address)
    expect(other.locator(".standings .who").first.get_by_label("own phone")).to_be_visible()
    cut = "names => names.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
    assert other.locator(".standings .who-name, .whose .who-name").evaluate_all(cut) == []


# Words that stand on more than one line, without a place to divide them.
BROKEN = """(selector) => [...document.querySelectorAll(selector)].flatMap(({ firstChild: text }) => {
  const at = (place) => {
    const range = new Range();
    range.setStart(text, place);
    range.setEnd(text, place + 1);
    return [...range.getClientRects()].map(({ top }) => Math.round(top));
  };
  return [...text.data.matchAll(/[^\\s\\u00ad]+/g)]
    .filter(({ 0: word, index }) => at(index).pop() !== at(index + word.length - 1)[0]).map(([word]) => word);
})"""


CATEGORIES = ".pad th[scope=row] span:last-child"
# How high the bar of places is, and how much room a page leaves below itself for it.
BAR = """() => [
  document.querySelector(".places").offsetHeight, parseFloat(getComputedStyle(document.body).paddingBottom),
]"""


def test_categories_are_whole_words(device: Device, make_sheet: Callable[..., str]) -> None:
    page = device(once=True)
    address = make_sheet(page, "Anna", "Ben")
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 640})
        for language in ("en", "de", "fr", "es", "ko"):
            page.goto(address.replace("/en/", f"/{language}/") + "?player=1")
            assert page.evaluate(BROKEN, CATEGORIES) == [], (width, language)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, language


def test_with_large_letters_words_of_a_sheet_stay_whole(device: Device, make_sheet: Callable[..., str]) -> None:
    page = device(once=True)
    address = make_sheet(page, "Anna", "Ben", "Cho", "지훈")
    for language in ("en", "de", "fr", "es", "ko"):
        for asks in ("", "?player=1"):
            page.goto(address.replace("/en/", f"/{language}/") + asks)
            for size in ("130%", "200%"):
                page.evaluate("size => document.documentElement.style.fontSize = size", size)
                assert page.evaluate(BROKEN, f"{CATEGORIES}, .places span") == [], (language, asks, size)
                assert page.evaluate("document.documentElement.scrollWidth") <= 360, (language, asks, size)
                # Above its fields there is room for the name of a category, and those of four players stay in one line.
                tops = (
                    page.locator(".pad tbody tr")
                    .first.locator("td")
                    .evaluate_all("all => all.map((one) => one.offsetTop)")
                )
                assert len(set(tops)) == 1, (language, asks, size)
                bar, kept = page.evaluate(BAR)
                assert bar <= kept, (language, size)


def test_with_large_letters_the_board_is_seen_and_words_stay_whole(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], base_url: str
) -> None:
    """As with the letters that somebody has set in the browser, by which the widths of styles go, too."""
    arguments = [*browser_type_launch_args["args"], "--blink-settings=defaultFontSize=32"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": arguments})
    page = browser.new_page(viewport=PHONE, base_url=base_url)
    for language in ("en", "es"):
        page.goto(f"/{language}/check/board/")
        page.locator("main button.main").first.click()
        page.wait_for_selector(BOARD)
        assert page.evaluate(BROKEN, ".editor-turn span, .places span") == [], language
        (board, *_) = visible(page, BOARD, f"{BARS}, .editor-strip")
        assert board["part"] >= 0.18, (language, board)
        holds = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
        assert page.locator(".editor-hand").evaluate_all(holds) == [], language
    browser.close()


def test_places_are_whole_words(device: Device) -> None:
    page = device(once=True)
    lines = "all => all.map((one) => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight))"
    for language in ("en", "de", "fr", "es", "ko"):
        page.goto(f"/{language}/table")
        for size in ("small", "lying"):
            page.set_viewport_size(SIZES[size])
            assert max(page.locator(".places span").evaluate_all(lines)) < 1.5, (language, size)


def test_names_and_colours_keep_the_margin(device: Device) -> None:
    page = device(once=True)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/en/score/")
    parts = page.locator(".person:visible > *").evaluate_all("all => all.map((one) => one.scrollWidth)")
    assert max(parts) <= 320 - 2 * 16, parts


def test_the_board_and_what_a_player_has(device: Device) -> None:
    page = device(once=True)
    page.set_viewport_size(SIZES["usual"])
    page.goto("/en/check/board/")
    page.get_by_role("button", name="Begin", exact=True).tap()
    page.wait_for_selector("#editor-picture")
    editor = page.url.partition("?")[0]
    # Sheet by sheet, what a player has takes two screens: the next one is a tap away, and its fields are seen then.
    page.locator("[data-key=tab-blue]").tap()
    expect(page.locator(".editor-sheet-tabs a").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * 844
    expect(page.locator("[id='players.blue.objectives']")).not_to_be_in_viewport()
    page.locator(".editor-sheet-tabs a", has_text="objective area").tap()
    expect(page.locator("[id='players.blue.objectives']")).to_be_in_viewport(ratio=0.5)
    expect(page.locator("[id='players.blue.dollars']")).not_to_be_in_viewport()
    for asks in ("", "/options"):
        page.goto(editor + asks)
        for size, part in (("usual", 0.5), ("small", 0.45), ("lying", 0.6)):
            page.set_viewport_size(SIZES[size])
            page.evaluate("scrollTo(0, 0)")
            (board, *_) = visible(page, BOARD)
            assert board["part"] >= part, (asks, size, board)
            assert all(one["whole"] for one in visible(page, ".editor-tabs a")), (asks, size)
            assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"], (asks, size)
