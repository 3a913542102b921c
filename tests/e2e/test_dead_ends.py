"""What leads a table into a dead end: dead taps, a lost signal, what hides under bars."""

import pytest
from companion import engine
from playwright.sync_api import Page, expect

from tests.conftest import EACH_LANGUAGE, message
from tests.e2e.conftest import Device

NOTHING = engine.encode(engine.Position())
MIDDLE = engine.encode(engine.read_position('{"turn": {"player": "blue"}, "players": {"blue": {}, "red": {}}}'))
# What lies wholly or partly above or below the part of the window that is free of bars.
HIDDEN = """() => {
  const part = document.activeElement, box = part.getBoundingClientRect();
  if (part.matches('body, #over') || part.closest('.top, .places, .skip, .ask-top, .editor-palette')) return "";
  const modal = document.getElementById('over').open;
  const bars = Array.from(document.querySelectorAll('.places, .ask-top, .editor-palette, #over form')).filter(bar =>
    ['fixed', 'sticky'].includes(getComputedStyle(bar).position) && !bar.contains(part)
    && bar.checkVisibility() && Boolean(bar.closest('#over')) === modal);
  const over = bars.filter(bar => {
    const b = bar.getBoundingClientRect();
    return b.top < box.bottom - 1 && b.bottom > box.top + 1 && b.left < box.right - 1 && b.right > box.left + 1;
  });
  return over.length ? part.outerHTML.slice(0, 80) + ' under ' + over[0].className : "";
}"""


def test_enter_it_leads_to_the_field(device: Device) -> None:
    page = device()
    page.goto(f"/en/check/board/{MIDDLE}/options")
    page.get_by_role("link", name="Enter it").tap()
    field = page.locator('[id="turn.phase"]')
    expect(field).to_be_focused()
    expect(field.locator(".pick").first).to_be_in_viewport(ratio=1)


def test_what_decides_is_entered_where_the_link_leads(device: Device) -> None:
    page = device()
    page.goto("/en/check/move/?v=1&n=3&d=5")
    page.locator(".ask-verdict a[href^='#field-']").tap()
    expect(page.locator("#field-at")).to_be_in_viewport()
    expect(page.locator("#field-at svg").first).to_be_in_viewport()


@pytest.fixture(params=EACH_LANGUAGE)
def without_signal(request: pytest.FixtureRequest, device: Device) -> tuple[Page, str]:
    """A phone in that language, for pages that lose their signal once they are open."""
    return device(), request.param


def lose(page: Page) -> None:
    # A browser shows without signal, too, what it has fetched before.
    session = page.context.new_cdp_session(page)
    session.send("Network.clearBrowserCache")
    session.detach()
    page.context.set_offline(True)


LOST = "No connection. What is on this page stays; try again when the signal is back."


def assert_told(page: Page, language: str) -> None:
    strip = page.locator("#no-signal")
    expect(strip).to_be_visible()
    expect(strip).to_contain_text(message(language, LOST))
    expect(strip).to_be_in_viewport(ratio=1)


def test_a_link_without_signal_says_so(without_signal: tuple[Page, str]) -> None:
    page, language = without_signal
    page.goto(f"/{language}/rules/movement/hand-fees")
    lose(page)
    page.locator(".rule-text a:visible").first.tap()
    assert_told(page, language)
    assert page.url.endswith("movement/hand-fees")
    page.context.set_offline(False)
    expect(page.locator("#no-signal")).to_be_hidden()
    page.locator(".rule-text a:visible").first.tap()
    expect(page).not_to_have_url(f"/{language}/rules/movement/hand-fees")


def test_a_rule_over_the_page_without_signal_says_so(without_signal: tuple[Page, str]) -> None:
    page, language = without_signal
    page.goto(f"/{language}/check/hire/?v=1&d=7&r1=cowboy")
    lose(page)
    page.locator("#ask-answer .rule-link").first.tap()
    assert_told(page, language)
    page.context.set_offline(False)
    page.locator("#ask-answer .rule-link").first.tap()
    expect(page.locator("#over")).to_be_visible()
    expect(page.locator("#no-signal")).to_be_hidden()
    lose(page)
    page.locator("#over-text a").first.tap()
    assert_told(page, language)


def test_the_live_search_without_signal_says_so(without_signal: tuple[Page, str]) -> None:
    page, language = without_signal
    page.goto(f"/{language}/rules/")
    lose(page)
    page.locator("#q").fill("fee")
    assert_told(page, language)
    page.locator("#find-field").press("Enter")
    assert_told(page, language)
    expect(page.locator("#find-field")).to_have_value("fee")


def test_a_quick_question_without_signal_says_so(without_signal: tuple[Page, str]) -> None:
    page, language = without_signal
    page.goto(f"/{language}/check/hire/?v=1&d=7")
    lose(page)
    page.locator("label:has(#r1-cowboy)").tap()
    assert_told(page, language)
    expect(page.locator("#r1-cowboy")).to_be_checked()


def refuse_parts(page: Page) -> None:
    """A part of a page is refused, as to somebody who asks too often or whose form has expired."""
    page.route(
        "**/*", lambda route: route.fulfill(status=400) if "hx-request" in route.request.headers else route.continue_()
    )


def test_a_tap_that_is_refused_leads_to_the_page_that_says_why(device: Device) -> None:
    page = device(once=True)
    page.goto("/en/solo/")
    page.get_by_role("button", name="Start a game").tap()
    page.wait_for_url("**/solo/garth/*")
    refuse_parts(page)
    page.get_by_role("link", name="Reveal his next card").tap()
    expect(page.get_by_role("heading", name="card")).to_be_visible()


def test_what_is_refused_as_a_part_is_saved_as_a_page(device: Device) -> None:
    page = device(once=True)
    page.goto("/en/table")
    refuse_parts(page)
    page.locator("label:has([name=players][value='3'])").tap()
    expect(page.get_by_text("Saved on this device.")).to_be_visible()


def test_a_tap_on_the_board_without_signal_says_so(without_signal: tuple[Page, str]) -> None:
    page, language = without_signal
    page.goto(f"/{language}/check/board/{NOTHING}?pick=outlaw:green")
    lose(page)
    page.locator('#editor [data-place="board.outlaws.outlaw-1"]').tap()
    assert_told(page, language)
    expect(page.locator("#editor")).not_to_have_attribute("aria-busy", "true")


@pytest.mark.parametrize(
    "where",
    [
        "check/move/?v=1&n=3&d=5&at=A",
        *(pytest.param(one, marks=pytest.mark.thorough) for one in ("rules/aids/turn", f"check/board/{MIDDLE}")),
    ],
)
def test_no_stop_of_the_tab_key_lies_under_a_bar(device: Device, where: str) -> None:
    page = device()
    page.goto(f"/en/{where}")
    page.evaluate("document.querySelectorAll('main details').forEach(part => { part.open = true; })")
    assert under_bars(page, 90) == [""]


def test_no_stop_of_the_tab_key_lies_under_the_bar_of_a_rule(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1&d=7&r1=cowboy")
    page.locator("#ask-answer .rule-link").first.tap()
    expect(page.locator("#over")).to_be_visible()
    assert under_bars(page, 25) == [""]


def under_bars(page: Page, stops: int) -> list[str]:
    """What has the focus and lies under a bar while one goes so many stops on and back; nothing of most."""
    page.evaluate(f"() => {{ self.seen = new Set(); addEventListener('keyup', () => seen.add(({HIDDEN})())); }}")
    for keys in ("Tab", "Shift+Tab"):
        for _ in range(stops):
            page.keyboard.press(keys)
    found: list[str] = page.evaluate("[...seen]")
    return found
