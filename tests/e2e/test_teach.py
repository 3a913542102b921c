"""Teaching on a phone: every step, in both languages."""

from collections.abc import Callable

import pytest
from companion import engine
from companion.web.teach import hints, steps, watching
from playwright.sync_api import expect

from tests.e2e.conftest import Device
from tests.e2e.looks import LOOKS, ON_A_PHONE, Look, Visitor

CODE = engine.DrawnSetUp(("blue", "red"), 2, ("rails-to-the-north",), seed=4).code


@pytest.mark.parametrize("share", [8, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_step_is_for_everybody(visitor: Callable[..., Visitor], look: Look, share: int) -> None:
    """Steps are alike but for their words."""
    one = visitor(look, table={"players": 3})
    steps_of_all = [f"teach/{CODE}/{name}" for name in steps.order()]
    watched = [f"teach/watch/{number}" for number in range(1, len(watching.game()), 12)]
    pages = ["teach/", "teach/new/first-edition", "teach/new/simmental", *steps_of_all, *watched]
    for page in look.sample(pages[::share]):
        one.visit(page)


def test_a_question_in_between_comes_back_to_the_step(device: Device) -> None:
    page = device()
    page.goto(f"/en/teach/{CODE}/fees")
    page.goto("/en/rules/turn/first-turn")
    page.get_by_role("link", name="Back to the teaching").tap()
    page.wait_for_url(f"**/teach/{CODE}/fees")
    expect(page.get_by_role("link", name="Back to the teaching")).to_have_count(0)
    # Who has come to the end plays, and is led back no more.
    page.goto(f"/en/teach/{CODE}/{steps.order()[-1]}")
    page.goto("/en/rules/turn/first-turn")
    expect(page.get_by_role("link", name="Back to the teaching")).to_have_count(0)


def test_two_phones_show_the_same_step(device: Device) -> None:
    leads, follows = device(), device()
    leads.goto(f"/en/teach/{CODE}/")
    leads.get_by_role("button", name="Show it on everybody’s phone").tap()
    follows.goto(leads.locator("#link-lesson").input_value())
    # Who reads aloud turns the page without scrolling past the board, as on one phone.
    expect(leads.get_by_role("button", name="Next")).to_be_in_viewport()
    for _ in range(2):
        leads.get_by_role("button", name="Next").tap()
    follows.wait_for_url(f"**/teach/{CODE}/{steps.order()[2]}?with=*")
    expect(follows.locator("h1")).to_have_text(leads.locator("h1").inner_text())
    # Without signal it turns by itself, and the others' next step still finds it.
    follows.get_by_role("link", name="Next").tap()
    follows.wait_for_url(f"**/{steps.order()[3]}?with=*")
    leads.get_by_role("button", name="Back").tap()
    follows.wait_for_url(f"**/teach/{CODE}/{steps.order()[1]}?with=*")


@pytest.mark.parametrize("look", ON_A_PHONE, ids=str)
def test_the_hints_are_for_everybody(visitor: Callable[..., Visitor], look: Look) -> None:
    position = engine.read_draw(CODE).position
    cards = tuple(engine.Card(breed) for breed in ("criollo", "criollo", "galloway", "galloway"))
    hand = hints.with_hand(hints.turn_of(position, "red"), "red", cards)
    one = visitor(look)
    one.visit(f"teach/turn/{CODE}")
    one.visit(f"teach/turn/{engine.encode(hints.turn_of(position, 'red'))}?me=red")
    one.visit(f"teach/turn/{engine.encode(hand)}?me=red")
