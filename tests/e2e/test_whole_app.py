"""The whole app on a phone: kept by one tap, it answers without signal what the server would."""

from __future__ import annotations

import tomllib

import pytest
from companion.web.offline import whole
from playwright.sync_api import Page, expect

from tests.conftest import ROOT
from tests.e2e.waiting import newest_worker, open_page, stop_worker, wait_for

pytestmark = pytest.mark.skipif(not whole.available(), reason="no Python for the browser: companion make")


def questions() -> list[str]:
    """One recorded case of each quick question, by its address."""
    found = []
    for file in sorted((ROOT / "tests" / "web" / "ask" / "cases").glob("*.toml")):
        case = tomllib.loads(file.read_text(encoding="utf-8"))["case"][0]
        found.append(f"/en/check/{file.stem}/?v=1&{case['asks']}")
    return found


def lessons() -> list[str]:
    """Teaching: its list, a step, what is new, the game to watch, the first turn of a newcomer."""
    game = "/en/teach/dIhL4AAx8t9EAABAA-go"
    return [f"{game}/?v=1", f"{game}/trail?v=1", "/en/teach/new/rails-to-the-north?v=1", "/en/teach/watch/5?v=1"]


READ = """async (addresses) => {
  const told = [];
  for (const address of addresses) {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const alone of page.querySelectorAll("main :is(script, [name=csrf_token])")) alone.remove();
    told.push([answer.headers.get("On-Phone"), page.querySelector("main").textContent.replace(/\\s+/g, " ")]);
  }
  return told;
}"""


def answers(page: Page, addresses: list[str]) -> tuple[set[str | None], list[str]]:
    """By whom pages are answered, and what they say. Nothing of it comes from the browser's own cache."""
    told = page.evaluate(READ, addresses)
    return {by for by, _ in told}, [text for _, text in told]


@pytest.mark.parametrize("share", [8, pytest.param(1, marks=pytest.mark.thorough)])
def test_quick_questions_and_lessons_are_as_the_servers(kept: Page, share: int) -> None:
    kept.goto("/en/rules/")
    asked = questions()[::share] + lessons()
    by, told = answers(kept, asked)
    assert by == {None}
    assert len(set(told)) == len(told)
    kept.context.set_offline(True)
    by, again = answers(kept, [f"{address}&asked=again" for address in asked])
    kept.context.set_offline(False)
    assert by <= {"picture", "anew"}
    # Others join a lesson where there is signal.
    assert again == [text.replace("Show it on everybody’s phone ", "") for text in told]


SLOWLY = """() => {
  const compile = WebAssembly.instantiate;
  const later = () => new Promise((resolve) => setTimeout(resolve, 2500));
  WebAssembly.instantiate = (...given) => later().then(() => compile(...given));
  WebAssembly.instantiateStreaming = async (coming, imports) =>
    WebAssembly.instantiate(await (await coming).arrayBuffer(), imports);
}"""


def test_who_waits_for_the_start_is_told_and_shown_another_page_where_it_takes_long(phone: Page) -> None:
    stop_worker(phone)
    # The rules are there at once, and start nothing.
    open_page(phone, "/en/rules/")
    newest_worker(phone).evaluate(SLOWLY)
    # Nothing can be asked of a page that is being left, so it notes by itself what it shows.
    phone.evaluate(
        """() => {
          const strip = document.getElementById("waking");
          const shown = () => strip.checkVisibility() && sessionStorage.setItem("shown", "yes");
          new MutationObserver(shown).observe(strip, { attributes: true });
        }"""
    )
    # Nobody has asked for it by this address: the browser's own cache has none of it.
    phone.goto("/en/check/?asked=slowly")
    assert phone.evaluate("sessionStorage.getItem('shown')") == "yes"
    expect(phone.locator("h1")).to_have_text("One moment")
    expect(phone.locator(".on-phone")).to_be_visible()
    # It loads itself again.
    expect(phone.locator("h1")).to_have_text("Check")
    expect(phone.locator("#waking")).to_be_hidden()


def test_a_position_is_entered_and_judged(phone: Page) -> None:
    phone.goto("/en/rules/movement/hand-fees")
    phone.locator("aside.example summary").first.click()
    phone.locator("aside.example a.button").first.click()
    expect(phone.locator("#position")).not_to_be_empty()
    phone.locator("form:has(#position) button.main").click()
    expect(phone.locator("#answer")).not_to_be_empty()
    expect(phone.locator(".on-phone")).to_be_visible()
    phone.goto("/en/check/board/")
    assert phone.locator("main svg").count() > 3
    expect(phone.locator(".on-phone")).to_be_visible()


def test_the_settings_of_the_table_are_known(phone: Page) -> None:
    phone.goto("/en/table")
    phone.locator("label:has([name=players][value='3'])").click()
    expect(phone.locator("#saved")).to_contain_text("Saved")
    phone.goto("/en/rules/movement/hand-fees")
    assert phone.evaluate("document.documentElement.dataset.players") == "3"


def test_it_can_be_taken_away_again(kept: Page) -> None:
    kept.goto("/en/offline/")
    wait_for(kept, "document.body.dataset.offline === 'ready'")
    kept.get_by_text("Remove it again").click()
    kept.click("[data-tells=drop]")
    expect(kept.locator("body")).to_have_attribute("data-offline", "none")
    files = (
        "caches.keys().then((names) => Promise.all(names.map(async (name) => (await caches.open(name)).keys())))"
        ".then((all) => all.flat().map((request) => new URL(request.url).pathname))"
        ".then((all) => all.filter((path) => path.startsWith('/offline/') || path.endsWith('/offline/waking')).length)"
    )
    wait_for(kept, f"{files}.then((count) => count === 0)")
    kept.context.set_offline(True)
    kept.goto("/en/check/move/?v=1&at=A")
    expect(kept.locator("h1")).to_have_text("No signal")
    kept.context.set_offline(False)
