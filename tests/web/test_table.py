"""The Table page: what the device remembers."""

import json
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from companion.app import create_app
from companion.engine import decode
from companion.web import database
from flask.testing import FlaskClient

from tests.conftest import every
from tests.web.html import Page
from tests.web.phones import HTMX, people

DATA = {
    "players": "3",
    "edition": "2",
    "variants": "simmental",
    "people-0-name": " Anna  Maria ",
    "people-0-colour": "red",
    "people-1-name": "지훈",
    "people-1-colour": "blue",
    "people-2-name": "",
    "people-2-colour": "white",
    "language": "ko",
}


def checked(page: Page, name: str) -> list[str | None]:
    return page.texts(f"input[name={name}][checked]@value")


def test_saving_and_coming_back(client: FlaskClient) -> None:
    response = client.post("/en/table", data=DATA)
    assert response.status_code == 303
    assert response.location == "/ko/table"
    page = Page(client.get("/ko/table"))
    assert "이 기기에 저장했습니다." in page.text
    assert checked(page, "players") == ["3"]
    assert checked(page, "variants") == ["simmental"]
    assert seats(page)[0] == ("Anna Maria", ["red"])
    assert checked(page, "language") == ["ko"]


def seats(page: Page) -> list[tuple[str | None, list[str | None]]]:
    """Name and colour of the first three rows."""
    names = [page.texts(f"input[name=people-{n}-name]@value")[0] for n in range(3)]
    return [(name, checked(page, f"people-{n}-colour")) for n, name in enumerate(names)]


@pytest.mark.parametrize("path", ["/en/table", "/en/score/"])
def test_people_change_places_and_known_ones_sit_down_without_scripts(client: FlaskClient, path: str) -> None:
    """Nothing is sent or saved by that, and a place that is not there changes nothing."""
    client.post("/en/score/", data=people("Dora yellow"), follow_redirects=True)
    client.post("/en/table", data={**DATA, "language": "en"})
    before = seats(Page(client.get(path)))
    assert before == [("Anna Maria", ["red"]), ("지훈", ["blue"]), ("", before[2][1])]
    for pressed in ({"up": "9"}, {"up": "x"}, {"up": "0"}, {"person": "Nobody"}):
        client.post(path, data={**DATA, "players": "", "people-0-colour": "", **pressed})
    up = client.post(path, data={**DATA, "up": "1"})
    assert (up.status_code, seats(Page(up))[:2]) == (200, [("지훈", ["blue"]), ("Anna Maria", ["red"])])
    known = client.post(path, data={**DATA, "person": "Dora"})
    assert (known.status_code, seats(Page(known))[2]) == (200, ("Dora", ["yellow"]))
    assert seats(Page(client.get(path))) == before


def test_a_tap_is_saved_at_once(client: FlaskClient) -> None:
    """The page stays; what cannot be saved yet is said; another language is another page."""
    saved = client.post("/en/table", data={**DATA, "language": "en"}, headers=HTMX)
    assert (saved.status_code, "Saved on this device." in saved.text) == (200, True)
    assert checked(Page(client.get("/en/table")), "players") == ["3"]
    early = client.post("/en/table", data={"edition": "2", "language": "en"}, headers=HTMX)
    assert (early.status_code, "Choose the number of players." in early.text) == (422, True)
    assert client.post("/en/table", data=DATA, headers=HTMX).headers["HX-Redirect"] == "/ko/table"


def test_scripts_can_read_what_is_remembered(client: FlaskClient) -> None:
    client.post("/en/table", data=DATA)
    cookie = client.get_cookie("table")
    assert cookie is not None
    assert not cookie.http_only
    value = json.loads(unquote(cookie.value))
    assert (value["players"], value["variants"]) == (3, ["simmental"])


@every(
    ("change", "message"),
    [
        ({"players": ""}, "Choose the number of players."),
        ({"players": "7"}, "Not a valid choice."),
        ({"people-1-colour": "red"}, "Two players have the same colour."),
        ({"people-0-colour": "pink"}, "Not a valid choice"),
        ({"people-0-name": "x" * 60}, "longer than 40"),
        ({"language": "xx"}, "Not a valid choice"),
    ],
)
def test_wrong_input_keeps_what_was_typed(client: FlaskClient, change: dict[str, str], message: str) -> None:
    response = client.post("/en/table", data={**DATA, **change})
    assert response.status_code == 422
    assert "Set-Cookie" not in response.headers or "table=" not in response.headers["Set-Cookie"]
    page = Page(response)
    assert message in " ".join(page.words(error) for error in page.all("p", class_="field-error"))
    typed = {**DATA, **change}["people-0-name"]
    assert page.one("input", name="people-0-name").get("value") == " ".join(typed.split())


@every(
    "cookie",
    [
        *("", "nonsense", quote("[]"), quote("null")),
        quote('{"players": 99, "variants": "x", "people": 3, "language": 5, "edition": "2"}'),
        quote('{"players": true, "people": [1, {"name": 5, "colour": "blue"}, {"name": "x", "colour": "pink"}]}'),
        quote('{"layers": "solo", "shown": {"a": 1}}'),
        quote('{"layers": [["solo"], {}, 7], "edition": 1}'),
        quote('{"people": ' + "[" * 300 + "}"),
        "x" * 3900,
        "%ff%fe",
    ],
)
def test_whatever_comes_back_malformed_is_ignored(client: FlaskClient, cookie: str) -> None:
    client.set_cookie("table", cookie)
    for address in ("/en/table", "/en/score/", "/", "/en/rules/"):
        assert client.get(address).status_code in (200, 302)


def test_nobody_shares_a_colour(client: FlaskClient) -> None:
    """Somebody without a name may have been given the colour of somebody else."""
    assert client.post("/en/table", data={**DATA, **people(" red", "Ada red"), "players": "4"}).status_code == 303
    page = Page(client.get("/en/score/"))
    colours = [colour for person in range(4) for colour in checked(page, f"people-{person}-colour")]
    assert seats(page)[0][0] == "Ada"
    assert sorted(map(str, colours)) == ["blue", "red", "white", "yellow"]
    assert client.get("/en/check/board/?start=setup").status_code == 303


def test_score_sheets_start_with_the_people_of_the_table(client: FlaskClient) -> None:
    client.post("/en/table", data=DATA)
    page = Page(client.get("/ko/score/"))
    assert [name for name, _ in seats(page)] == ["Anna Maria", "지훈", ""]
    assert page.texts("input[name=people-3-name]@value") == [""]
    assert checked(page, "variants") == ["simmental"]


def test_what_is_kept_is_told_with_the_figures_that_count(tmp_path: Path) -> None:
    app = create_app({"INSTANCE": str(tmp_path), "EMPTY_DAYS": 7, "FORGOTTEN_DAYS": 0})
    database.opened(app)
    page = Page(app.test_client().get("/en/table/kept"))
    assert "nobody entered anything: 7 days" in page.text
    assert "nobody’s games" not in page.text
    for place in ("score/", "score/history", "table"):
        assert "/en/table/kept" in app.test_client().get(f"/en/{place}").text


def test_a_reading_of_the_table_decides(client: FlaskClient) -> None:
    """It is kept on the device, goes into questions and new positions, and is named beside the verdict."""
    readings = {"readings": ["pass-phase-b.forbidden", "new-york-discs.several"], "language": "en"}
    assert client.post("/en/table", data={**DATA, "variants": "rails-to-the-north", **readings}).status_code == 303
    assert checked(Page(client.get("/en/table")), "readings") == readings["readings"]
    hand = "&hand=".join(["hereford", "shorthorn", "black-angus", "longhorn", "corriente"])
    address = f"/en/check/delivery/?v=1&with=rails-to-the-north&hand={hand}&cert=0&perm=0&engine=18&disc=new-york"
    note = "At your table, New York takes several discs of a player."
    for choice, noted in (("several", True), ("one", False), ("odd", False)):
        page = Page(client.get(f"{address}&new-york-discs={choice}&do=new-york"))
        assert (note in page.text, "already has a disc of yours" in page.text) == (noted, not noted), choice
    assert "New York takes several of your discs" in Page(client.get("/en/check/delivery/")).text
    code = client.get("/en/check/board/?start=setup").location.split("/board/")[1].partition("?")[0]
    assert decode(code).game.readings == {"pass-phase-b": "forbidden", "new-york-discs": "several"}
    # Without the expansion there is no such New York.
    assert client.post("/en/table", data={**DATA, **readings}).status_code == 303
    code = client.get("/en/check/board/?start=empty").location.split("/board/")[1].partition("?")[0]
    assert decode(code).game.readings == {"pass-phase-b": "forbidden"}


@every("odd", [[], {"pass-phase-b": "perhaps"}, {"pass-phase-b": ["forbidden"]}, {"x": "y"}, "one"])
def test_a_reading_that_is_none_is_ignored(client: FlaskClient, odd: object) -> None:
    client.set_cookie("table", quote(json.dumps({"players": 3, "readings": odd})))
    page = Page(client.get("/en/table"))
    assert (checked(page, "readings"), checked(page, "players")) == ([], ["3"])
