"""Score sheets on phones: how long a page waits for what, and how things are typed into it."""

from __future__ import annotations

from contextlib import AbstractContextManager

from playwright.sync_api import Page, Route, expect

SENDS, POLL_INTERVAL, SOON, TYPING_PAUSE, MAX_POLL_INTERVAL, TYPING_ON = 200, 1500, 2000, 3000, 30_000, 20_000
"""Milliseconds: until a field that was left is sent; between two questions what is new; within which others see a
change; after which a number that stands in a field is meant; between attempts without connection, at the most; after
an entry, as long as phones ask often."""

OURS = {"Trail-Notebook": "1"}
"""What every answer of the app has."""

SENT = "!Object.keys(localStorage).some((key) => key.startsWith('sheet '))"
"""Whether nothing that was entered waits on the device."""


def saved(page: Page) -> AbstractContextManager[object]:
    """Waits until the server has what is typed within."""
    return page.expect_response(lambda response: response.request.method == "POST")


def requests_of_sheet(page: Page, *events: str) -> list[str]:
    """A list of the addresses of the sheet that the page asks for (or that end in one of these events) from now on.

    A picture that arrives late, on a busy machine, is none of them.
    """
    heard: list[str] = []
    for event in events or ("request",):
        page.on(event, lambda request: heard.append(request.url) if "/score/" in request.url else None)  # type: ignore[call-overload]
    return heard


def cut_off(page: Page) -> None:
    """Nothing that is sent arrives, and the browser does not say so by itself: a weak signal."""
    lost = "internetdisconnected"
    page.route("**/score/**", lambda route: route.abort(lost) if route.request.method == "POST" else route.continue_())


def lose_first_answer(page: Page) -> list[str]:
    """What is sent first arrives, and its answer does not; tells where it went, once it is lost."""
    lost: list[str] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST" or lost:
            route.continue_()
            return
        route.fetch()
        lost.append(route.request.url)
        route.abort("internetdisconnected")

    page.route("**/score/**", lose)
    return lost


def type_in(page: Page, field: str, text: str) -> None:
    """Type something into a field and leave it."""
    page.fill(f"[name={field}]", text)
    page.press(f"[name={field}]", "Tab")


def enter(page: Page, field: str, text: str) -> None:
    """Type something in on a phone whose clock is moved, and wait until the server has it."""
    with saved(page):
        type_in(page, field, text)
        page.clock.run_for(SENDS)


def soon(page: Page) -> Page:
    """The page when it must have seen what was changed elsewhere before."""
    page.clock.run_for(SOON)
    return page


def send_what_waits(page: Page) -> None:
    """Move the clock on, from one attempt to the next, until nothing that was entered waits on the device."""
    for _ in range(100):
        page.clock.fast_forward(MAX_POLL_INTERVAL)
        if page.evaluate(SENT):
            return
        page.wait_for_timeout(100)


def stand_still(page: Page) -> None:
    """Let the clock of a page go no further than it is moved: on a busy machine seconds go by between two steps."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))


def new_sheet(page: Page, *names: str) -> str:
    """Make a sheet for these people by the form, and open it. Tells its address."""
    page.goto("/en/score/")
    for number, name in enumerate(names):
        page.fill(f"[name=people-{number}-name]", name)
        page.keyboard.press("Tab")
    page.click("main button.main")
    expect(page.locator("table.pad")).to_be_visible(timeout=60_000)
    # What is typed before the script is there waits nowhere yet, and looks as if it had been sent.
    page.wait_for_load_state()
    return page.url.partition("?")[0]
