"""Home: this table, what runs on it, and how another phone joins it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from companion.app import create_app
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES
from tests.web.html import Page
from tests.web.phones import people

TABLE = "/en/table/take?" + urlencode(
    {
        "players": 3,
        "edition": 2,
        "variants": "simmental",
        "people": ["red.Ana", "blue.지훈"],
        "setup": "dIMgAAO77oBwP",
    },
    doseq=True,
)
"""The link of a table."""
PLAYED = ["3 players", "Second edition", "Simmental", "Ana", "지훈"]
OTHER = "/en/table/take?players=4&edition=1"


def joined(client: FlaskClient, address: str) -> Page:
    """Join the table that a link tells of, and look at what the device has then."""
    assert client.post(address).location == "/en/"
    return Page(client.get("/en/"))


def link_of(client: FlaskClient) -> str:
    """The link of the QR code, as another phone opens it."""
    (address,) = Page(client.get("/en/table/join")).texts("input#link-table@value")
    return urlsplit(str(address))._replace(scheme="", netloc="").geturl()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stranger_sees_three_things_to_do(client: FlaskClient, language: str) -> None:
    page = Page(client.get(f"/{language}/"))
    assert page.texts("input#q@name") == ["q"]
    doors = [door.get("href") for door in page.all("a", class_="door") if "hidden" not in door.attrib]
    assert doors == [f"/{language}/check/board/", f"/{language}/score/"]
    assert page.texts("section.this-table") == []


def test_a_drawn_set_up_is_this_table(client: FlaskClient) -> None:
    """So is one that was drawn again in part; its sides are told."""
    drawn = client.get("/en/table/setup/?players=3&variants=simmental").location
    page = Page(client.get("/en/"))
    assert drawn in page.texts("a@href")
    told = page.words(page.one("section", class_="this-table"))
    assert all(word in told for word in ("3 players", "Simmental", "10a" if "10a" in told else "10b"))
    again = client.get(f"{drawn}?again=sides").location
    assert again in Page(client.get("/en/")).texts("a@href")


def test_a_sheet_for_three_sets_the_table_to_three(client: FlaskClient) -> None:
    form = {**people("Ana red", "Ben blue", "Cho white"), "variants": "simmental"}
    sheet = client.post("/en/score/", data=form, follow_redirects=True).request.path
    page = Page(client.get("/en/"))
    told = page.words(page.one("section", class_="this-table"))
    assert all(word in told for word in ("3 players", "Simmental", "Ana", "Ben", "Cho"))
    assert page.texts("a.running@href") == [sheet]
    assert Page(client.get("/en/table")).texts("input[name=people-2-name]@value") == ["Cho"]


def test_another_phone_joins_with_all_of_it(client: FlaskClient, another: FlaskClient) -> None:
    joined(client, TABLE)
    form = {**people("Ana red", "지훈 blue", "Cho white"), "variants": "simmental"}
    client.post("/en/score/", data=form, follow_redirects=True)
    asked = Page(another.get(link_of(client)))
    assert all(word in asked.text for word in (*PLAYED, "its score sheet, to write on"))
    assert "takes the place of" not in asked.text
    home = joined(another, link_of(client))
    (running,) = home.texts("a.running@href")
    assert another.get(str(running)).status_code == 200
    assert all(word in home.text for word in PLAYED)
    assert home.texts("form.good") == []
    assert link_of(another) == link_of(client)


def test_a_table_that_is_set_is_replaced_only_with_a_tap_and_comes_back(client: FlaskClient) -> None:
    joined(client, TABLE)
    assert "Simmental" in str(Page(client.get(OTHER)).texts("p.warn"))
    assert "Simmental" in client.get("/en/").text
    page = joined(client, OTHER)
    assert ("First edition" in page.text, "Simmental" in page.text) == (True, False)
    back = joined(client, page.one("form", class_="good").get("action", ""))
    assert all(word in back.text for word in PLAYED)


@pytest.mark.parametrize(
    "told",
    [
        "players=99&edition=7&variants=x&people=green.x&people=red&readings=a&readings=.&setup=../x&sheet=%2e%2e",
        "players=3&setup=dAAAAAAAAAAAAA&sheet=" + "x" * 3000,
        "&".join(f"people=red.{number}" for number in range(500)) + "&readings=tokens-in-turn.nothing",
        "players=three&edition=&people=red.%f0%9f%90%84" + "a" * 5000,
    ],
    ids=["strange", "lost", "many", "long"],
)
def test_a_link_that_says_nonsense_gives_a_table_that_can_be(client: FlaskClient, told: str) -> None:
    assert client.get(f"/en/table/take?{told}").status_code == 200
    page = joined(client, f"/en/table/take?{told}")
    assert "dAAAA" not in page.text
    assert len(client.get_cookie("table").value) < 1000  # type: ignore[union-attr]


def test_joining_needs_the_form_of_the_page(tmp_path: Path) -> None:
    """Another site cannot change the table."""
    app = create_app({"INSTANCE": tmp_path})
    assert app.test_client().post("/en/table/take?players=4").status_code == 400


def test_the_box_knows_what_this_table_plays(client: FlaskClient) -> None:
    """The verdict is that of this table, and nobody else is given it."""
    text = {"q": "4 players, 7 dollars, hire a cowboy from row 1"}
    assert "public" in client.get("/en/rules/search", query_string=text).headers["Cache-Control"]
    joined(client, "/en/table/take?players=2&edition=1")
    answer = client.get("/en/rules/search", query_string=text)
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "ed=1" in Page(answer).one("a", class_="boxed-link").get("href", "")


def test_house_rules_of_all_games_come_back(client: FlaskClient) -> None:
    """Joining a table is undone whole, also for the games that it does not play."""
    rules = "/en/table/house-rules/"
    client.post(rules, data={"save": "1", "breed.simmental-calf.copies.3": "1", "fee.black": "3"})
    before = client.get(f"{rules}rules.txt").text
    back = joined(client, OTHER).one("form", class_="good").get("action", "")
    joined(client, str(back))
    assert client.get(f"{rules}rules.txt").text == before


def test_a_set_up_of_another_game_is_not_this_tables(client: FlaskClient) -> None:
    drawn = client.get("/en/table/setup/?players=4").location
    client.post("/en/score/", data=people("Ana red", "Ben blue"))
    assert drawn not in Page(client.get("/en/")).texts("a@href")
