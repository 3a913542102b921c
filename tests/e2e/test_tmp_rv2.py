import re, json
import pytest
from companion import engine
from playwright.sync_api import Page, Route, expect
from tests.e2e.conftest import Device
NOTHING = engine.encode(engine.Position())
def place(page, path): return page.locator(f"[data-place='{path}']")
def key(page, name): return page.locator(f"[data-key='{name}']")
def pos(page): return engine.decode(re.search(r"board/([\w-]+)", page.url)[1])
def drain(page, held, n=60):
    for _ in range(n):
        while held: held.pop(0).continue_()
        page.wait_for_timeout(30)

def test_undo_behind_tap(device: Device) -> None:
    page = device()
    page.goto(f"/en/check/board/{NOTHING}?show=trail&pick=outlaw:green")
    place(page, "board.outlaws.outlaw-1").tap()
    page.wait_for_url(lambda url: NOTHING not in url)
    held=[]
    page.route("**/check/board/**", lambda route: held.append(route))
    place(page, "board.outlaws.outlaw-2").tap()
    page.locator("[data-undo]").tap()
    drain(page, held)
    print("UNDO-BEHIND", dict(pos(page).board.outlaws), page.url)
    page.unroute_all(behavior="ignoreErrors")

def test_double_undo(device: Device) -> None:
    page = device()
    page.goto(f"/en/check/board/{NOTHING}?show=trail&pick=outlaw:green")
    for n in (1,2,3):
        old = page.url
        place(page, f"board.outlaws.outlaw-{n}").tap()
        page.wait_for_url(lambda url: re.sub(r"\?.*","",url) != re.sub(r"\?.*","",old))
    held=[]
    page.route("**/check/board/**", lambda route: held.append(route))
    page.locator("[data-undo]").tap()
    page.locator("[data-undo]").tap()
    drain(page, held)
    print("DOUBLE-UNDO", dict(pos(page).board.outlaws))
    page.unroute_all(behavior="ignoreErrors")

def test_answers_two_tabs(device: Device) -> None:
    page = device()
    p = engine.start(("blue","red"),(),chance=engine.Chance(3))
    code = engine.encode(p)
    page.goto(f"/en/check/board/{code}/options?show=trail")
    held=[]
    page.route("**/options**", lambda route: held.append(route))
    page.locator("#answers-tabs a", has_text="arket").first.tap()
    page.locator("#answers-tabs a", has_text="rail").first.tap()
    drain(page, held)
    print("TABS", page.url, page.locator("#answers-tabs [aria-current]").inner_text(), page.locator(".answers-picture [data-place]").first.get_attribute("data-place"))
    page.unroute_all(behavior="ignoreErrors")

def test_answers_two_places(device: Device) -> None:
    page = device()
    p = engine.start(("blue","red"),(),chance=engine.Chance(3))
    code = engine.encode(p)
    page.goto(f"/en/check/board/{code}/options?show=market")
    places = page.locator(".answers-picture a[data-place^='board.job_market.rows']")
    print([places.nth(i).get_attribute("data-place") for i in range(places.count())][:8])
    held=[]
    page.route("**/options**", lambda route: held.append(route))
    a, b = [places.nth(i).get_attribute("data-place") for i in (1, 4)]
    place(page, a).first.dispatch_event("click")
    place(page, b).first.dispatch_event("click")
    drain(page, held)
    print("PLACES", a, b, page.url[-60:], page.locator("#answer h2").first.inner_text(), [x.get_attribute("data-place") for x in page.locator(".answers-picture .mark-chosen, .answers-picture [class*=mark-chosen]").all()], page.evaluate("[...document.querySelectorAll('.answers-picture [class*=mark-chosen]')].map(x=>x.closest('[data-place]')?.dataset.place)"))
    page.unroute_all(behavior="ignoreErrors")

def test_answers_429(device: Device) -> None:
    page = device()
    code = engine.encode(engine.start(("blue","red"),(),chance=engine.Chance(3)))
    page.goto(f"/en/check/board/{code}/options?show=market")
    before = page.inner_text("body")
    page.route("**/options**", lambda route: route.fulfill(status=429, body="<h1>Too many</h1>", content_type="text/html"))
    page.locator(".answers-picture a[data-place^='board.job_market.rows']").nth(1).dispatch_event("click")
    page.wait_for_timeout(500)
    print("429 answers same:", page.inner_text("body")==before, page.url[-40:])
    page.unroute_all(behavior="ignoreErrors")
    page.goto("/en/check/hire/?v=1&r1=cowboy&d=7")
    page.route("**/check/hire/**", lambda route: route.fulfill(status=500, body="<h1>x</h1>", content_type="text/html"))
    t = page.inner_text("#ask-verdict")
    page.fill("#d", "1")
    page.wait_for_timeout(900)
    print("500 ask same:", page.inner_text("#ask-verdict")==t, t, page.input_value("#d"), page.locator("#no-signal").is_visible())
    page.unroute_all(behavior="ignoreErrors")

def test_ask_newer_than_tap(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1&n=3&token=6&extra=0&w-cowboy=2&w-builder=1&w-engineer=1&r3=cowboy")
    held=[]
    page.route("**/check/hire/**", lambda route: held.append(route))
    page.locator("#quick-d a", has_text="9").tap()
    page.fill("#d", "2")
    page.wait_for_timeout(500)
    print([r.request.url[-60:] for r in held])
    # first answers first
    drain(page, held)
    print("NEWER", page.input_value("#d"), re.findall(r"[&?]d=\d+", page.url), page.inner_text("#ask-verdict")[:60])
    page.unroute_all(behavior="ignoreErrors")

def test_ask_late_tap(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1&n=3&token=6&extra=0&w-cowboy=2&w-builder=1&w-engineer=1&r3=cowboy")
    held=[]
    page.route("**/check/hire/**", lambda route: held.append(route))
    page.locator("#quick-d a", has_text="9").tap()
    page.wait_for_timeout(50)
    page.locator("label:has([id='r1-cowboy'])").tap()
    page.wait_for_timeout(500)
    print([r.request.url[-70:] for r in held])
    for r in held[::-1]:
        r.continue_(); page.wait_for_timeout(600)
    print("LATE", page.url[-110:], page.locator("[id='r1-cowboy']").is_checked())
    page.unroute_all(behavior="ignoreErrors")

def test_ask_two_taps_then_change(device: Device) -> None:
    page = device()
    page.goto("/en/check/hire/?v=1&n=3&token=6&extra=0&w-builder=1&w-engineer=1&r3=cowboy")
    held=[]
    page.route("**/check/hire/**", lambda route: held.append(route))
    page.locator("#quick-d a", has_text="9").tap()
    other = page.locator("#ask-rest a[data-tap]").first
    print(other.inner_text())
    other.tap()
    drain(page, held)
    print(page.url[-110:], page.input_value("#d"))
    page.fill("#d", "2")
    page.wait_for_timeout(500)
    drain(page, held)
    print("STALE", page.input_value("#d"), re.findall(r"[&?]d=\d+", page.url), page.inner_text("#ask-verdict")[:60])
    page.unroute_all(behavior="ignoreErrors")
