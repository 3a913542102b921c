"""Before the game: the set-up that is drawn, on its page."""

import re
from urllib.parse import quote

import pytest
from companion import engine
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.web.html import Page

DRAW = engine.DrawnSetUp(("blue", "red", "yellow"), variants=("rails-to-the-north",), seed=77)


def address(code: str, language: str = "en") -> str:
    return f"/{language}/table/setup/{code}"


def test_what_is_asked_is_drawn(client: FlaskClient) -> None:
    """Odd wishes become the usual ones."""
    for asked, drawn in (
        ("players=3&edition=1&sides=b&neutral=first-game&variants=nonsense", (3, 1, (), "b", "first-game")),
        ("players=x&edition=7&sides=&neutral=9", (4, 2, (), "mixed", "random")),
    ):
        response = client.get(f"/en/table/setup/?{asked}")
        assert response.status_code == 303
        draw = engine.read_draw(response.location.rpartition("/")[2])
        assert (len(draw.colours), draw.edition, draw.variants, draw.sides, draw.neutral) == drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_with_what_lies_there(client: FlaskClient, language: str) -> None:
    client.set_cookie("table", quote('{"people": [{"name": "지훈", "colour": "red"}]}'))
    page = Page(client.get(address(DRAW.code, language)))
    steps = [step.get("id") for step in page.all("li", class_="check")]
    assert {"rails-board", "seat-3"} <= set(steps)
    assert not {"seat-4", "simmental", "solo", "first-edition"} & set(steps)
    assert all(step.findall(".//a[@class='check-rule']") for step in page.all("li", class_="check"))
    lists = {step.get("id"): step.findall(".//li") for step in page.all("li", class_="check")}
    assert {step: len(lists[step]) for step in ("sides", "neutral", "masters", "rails-board", "trail")} == {
        "sides": 13,
        "neutral": 7,
        "masters": 7,
        "rails-board": 6,
        "trail": 7,
    }
    position = DRAW.position
    assert "지훈" in page.text
    code = engine.encode(position)
    links = [str(link.get("href")) for link in page.all("a")]
    for place in ("/score/", "/board/"):
        assert any(place in link and code in link for link in links)
    again = {found[1] for link in links if (found := re.search(r"again=(\w+)", link))}
    assert again == set(DRAW.parts)


OTHER_EDITION = {
    "en": "outlaw|builder",
    "de": "bandit",
    "es": "forajid|constructor",
    "fr": "hors-la-loi|artisan",
    "ko": "무법자|건축가",
}
"""What only the second edition calls so, in each language."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_pieces_of_the_first_edition_are_called_as_its_box_does(client: FlaskClient, language: str) -> None:
    draw = engine.DrawnSetUp(("blue", "red", "yellow"), edition=1, variants=("rails-to-the-north",), seed=7)
    for place in ("setup", "aid"):
        text = re.sub(r"<[^>]+>", " ", client.get(f"/{language}/table/{place}/{draw.code}").text)
        assert re.findall(OTHER_EDITION[language], text, re.IGNORECASE) == []


def test_a_part_is_drawn_again(client: FlaskClient) -> None:
    response = client.get(address(DRAW.code) + "?again=cattle")
    assert response.location.endswith(address(DRAW.drawn_again("cattle").code))
    assert client.get(address(DRAW.code) + "?again=nothing").status_code == 200


def test_a_code_or_a_link_leads_to_its_set_up(client: FlaskClient) -> None:
    for told in (DRAW.code, f" http://localhost{address(DRAW.code)} "):
        response = client.get("/en/table/setup/", query_string={"code": told})
        assert response.location == address(DRAW.code)


@pytest.mark.parametrize("language", LANGUAGES)
@every("code", ["dIMg8SBPWACDf", "nothing", "d", "a", "d" * 5000, "ö"])
def test_a_code_that_leads_nowhere_says_so_and_offers_a_new_draw(client: FlaskClient, code: str, language: str) -> None:
    response = client.get(address(code, language))
    assert response.status_code == 422
    page = Page(response)
    assert page.one("p", class_="bad")
    assert page.all("input", name="players")


@pytest.mark.parametrize(
    "text", ['{"game": {"players": 2}}', '{"board": {"hazards": {"flood-1": {"hand": "green"}}}}', "{}", None]
)
def test_what_was_laid_out_by_hand_is_told_as_far_as_it_is_known(client: FlaskClient, text: str | None) -> None:
    played = DRAW.position if text is None else engine.read_position(text)
    response = client.get(address(engine.encode(played)))
    assert response.status_code == 200
    assert ("again=" in response.text) is False


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_aid_tells_what_lies_on_this_table_and_nothing_else(client: FlaskClient, language: str) -> None:
    page = Page(client.get(f"/{language}/table/aid/{DRAW.code}"))
    cards = [card for card in page.all("article", class_="aid-card") if not card.get("aria-hidden")]
    keys = [str(one.text) for card in cards for one in card.iter("strong")]
    position = DRAW.position
    assert keys[:13] == [f"{number}{side}" for number, side in sorted((position.game.sides or {}).items())]
    assert [key for key in keys if key in "ABCDEFG"] == list(position.board.neutral.values())
    figures = engine.figures_in(engine.ruleset_of(position).catalog)
    assert str(figures["cattle-market.size"].values[()][3]) in page.words(cards[1])


@pytest.mark.parametrize(
    ("variants", "edition", "tells", "not_told"),
    [
        (("simmental",), 2, "lay out: 12 ", ("10", "base")),
        ((), 2, "lay out: 10 ", ("12", "Simmental")),
        ((), 1, "7 dollars, 4 cards", ("simmental", "5 cards", "6 cards")),
    ],
)
def test_figures_are_those_of_this_game(
    client: FlaskClient, variants: tuple[str, ...], edition: int, tells: str, not_told: tuple[str, ...]
) -> None:
    drawn = engine.DrawnSetUp(("blue", "red", "yellow"), edition, variants, seed=3)
    page = Page(client.get(address(drawn.code)))
    lines = {step.get("id"): page.words(step) for step in page.all("li", class_="check")}
    line = lines["seat-2" if edition == 1 else "cattle"]
    assert tells in line, lines
    assert not [word for word in not_told if word in line.partition("Cattle")[0]]
    assert not page.all("span", class_="variant") + page.all("span", class_="chip")


def test_what_is_set_by_hand_comes_back_to_the_list(client: FlaskClient) -> None:
    """From a step to the board, there one thing is changed, and the list and the aid tell what lies there now."""
    page = Page(client.get(address(DRAW.code)))
    by_hand = {
        step.get("id"): str(link.get("href"))
        for step in page.all("li", class_="check")
        for link in step.iter("a")
        if "by-hand" in str(link.get("class"))
    }
    assert {name: where.rpartition("=")[2] for name, where in by_hand.items()} == {
        "sides": "game",
        "neutral": "trail",
        "masters": "railroad",
        "rails-board": "north",
        "trail": "trail",
        "workers": "market",
        "foresight": "market",
        "cattle": "market",
        "objectives": "market",
        "starting-player": "game",
    }
    assert all(client.get(where).status_code == 200 for where in by_hand.values())
    side = (DRAW.position.game.sides or {})[1]
    other = "b" if side == "a" else "a"
    changed = client.get(
        by_hand["sides"].partition("?")[0], query_string={"show": "game", "at": "game.sides.1", "do": other}
    )
    back = [
        link for one in Page(client.get(changed.location)).all("a") if "/table/setup/" in (link := str(one.get("href")))
    ]
    page = Page(client.get(back[0]))
    (sides,) = [step for step in page.all("li", class_="check") if step.get("id") == "sides"]
    assert f"1{other}" in page.words(sides)
    assert f" 1{side}" not in page.words(sides)
    aid = Page(client.get(back[0].replace("/setup/", "/aid/")))
    assert f"1{other}" in [str(one.text) for one in aid.all("strong")]


@every(
    ("players", "edition", "tile"),
    [
        (2, 1, []),
        (3, 1, ["step-tile-first"]),
        (4, 1, ["step-tile-first"]),
        (2, 2, ["step-tile"]),
        (3, 2, ["step-tile"]),
        (4, 2, []),
    ],
)
def test_the_player_count_tile_is_that_of_the_edition(
    client: FlaskClient, players: int, edition: int, tile: list[str]
) -> None:
    drawn = engine.DrawnSetUp(("blue", "red", "yellow", "white")[:players], edition, seed=3)
    steps = [str(step.get("id")) for step in Page(client.get(address(drawn.code))).all("li", class_="check")]
    assert [step for step in steps if step.startswith("step-tile")] == tile
    assert ("first-turn" in steps) == (edition == 2)


def test_ticks_stay_when_a_part_is_drawn_again(client: FlaskClient) -> None:
    pages = [Page(client.get(address(draw.code))) for draw in (DRAW, DRAW.drawn_again("cattle"))]
    first, again = (page.texts("form.checklist@data-checklist") for page in pages)
    assert first == again


def test_a_link_without_house_rules_has_none(client: FlaskClient) -> None:
    """A code alone is laid out by the rules of this device."""
    client.post("/en/table/house-rules/", data={"save": "1", "seat.1.money": "9"})
    asked = {"code": f"https://trail.example{address(DRAW.code)}"}
    assert client.get("/en/table/setup/", query_string=asked).location == address(DRAW.code)
    assert "house=" in client.get("/en/table/setup/", query_string={"code": DRAW.code}).location
