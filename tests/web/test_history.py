"""Histories of devices and groups: who sees what, what is counted, files, names, deleting."""

import io
import re
from datetime import UTC, datetime, timedelta

import pytest
from companion.sheets.games import GamePlayer, Group, SheetGame
from companion.sheets.states import Name
from companion.storage.groups import Groups, put_in
from companion.storage.sheets import Sheets
from companion.web import database
from companion.web import history as history_pages
from companion.web.score.transfer import MAX_BYTES, to_csv, to_json
from flask import Flask
from flask.testing import FlaskClient

from tests.web.html import Page

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
COLOURS = ("blue", "red", "yellow", "white")


@pytest.fixture
def groups(app: Flask) -> Groups:
    return Groups(database.opened(app))


@pytest.fixture
def group(groups: Groups) -> Group:
    return groups.create("Saturday")


def game(number: int, variants: tuple[str, ...] = (), **money: int) -> SheetGame:
    day = NOON + timedelta(days=number)
    players = tuple(
        GamePlayer(seat, name, COLOURS[seat - 1], {"money": str(points)}, {"money": points})
        for seat, (name, points) in enumerate(money.items(), start=1)
    )
    return SheetGame(f"{number:024x}", 2, variants, day, day, players)


GAMES = [
    game(1, Anna=10, Ben=8),
    game(2, anna=10, Ben=10, Cem=3),
    game(3, ("simmental",), Ben=20, Cem=30),
]


@pytest.fixture
def full(groups: Groups, group: Group) -> Group:
    put_in(groups.database, group, GAMES)
    return group


def table(page: Page) -> list[list[str]]:
    rows = page.one("table", class_="people-table").findall("./tbody/tr")
    return [[page.words(cell) for cell in row] for row in rows]


def post_file(client: FlaskClient, address: str, content: bytes, name: str = "games.json"):
    return client.post(address, data={"file": (io.BytesIO(content), name)}, content_type="multipart/form-data")


def finish_one(client: FlaskClient, sheets: Sheets, *names: str) -> str:
    """A finished sheet that this device knows."""
    people = {f"people-{place}-name": name for place, name in enumerate(names)}
    colours = {f"people-{place}-colour": COLOURS[place] for place in range(len(names))}
    address = client.post("/en/score/", data={**people, **colours}).location
    key = address.rpartition("/")[2]
    sheets.write(key, {(1, "money"): (None, "7"), (len(names), "cities"): (None, "-2")})
    client.post(f"{address}/finish")
    return key


def test_a_device_keeps_its_games(client: FlaskClient, sheets: Sheets, app: Flask) -> None:
    assert "No finished games yet" in client.get("/en/score/history").text
    keys = [finish_one(client, sheets, "Anna", "Ben") for _ in range(3)]
    page = Page(client.get("/en/score/history"))
    links = [link.get("href") for link in page.all("a")]
    assert links.index(f"/en/score/{keys[0]}/result") < links.index("/en/score/groups"), "the games come first"
    assert table(page) == [["Anna", "3", "3 100 %", "7", "7", "7.0"], ["Ben", "3", "0 0 %", "−2", "−2", "−2.0"]]
    other = app.test_client()
    assert keys[0] not in other.get("/en/score/history").text


def test_fewer_than_three_games_tell_nothing_but_themselves(client: FlaskClient, sheets: Sheets) -> None:
    for _ in range(2):
        finish_one(client, sheets, "Anna", "Ben")
    page = Page(client.get("/en/score/history"))
    assert len(page.all("li", class_="played-game")) == 2
    assert page.all("table", class_="people-table") == []
    assert page.all("{http://www.w3.org/2000/svg}svg", class_="chart") == []
    assert "From three games on" in page.text


def test_a_device_that_looks_at_many_sheets_keeps_them_once_it_writes(
    client: FlaskClient, sheets: Sheets, groups: Groups
) -> None:
    keys = [str(sheets.create([Name("A", "blue")], 2, []).edit_key) for _ in range(22)]
    for key in keys:
        client.get(f"/en/score/{key}")
        with client.session_transaction() as session:
            assert "history" not in session
    client.post(f"/en/score/{keys[0]}", data={"p1-money": "5"})
    with client.session_transaction() as session:
        device = groups.device(session["history"])
    assert device is not None
    assert set(groups.sheets(device, 99)) == set(keys)


def test_the_history_shows_what_was_looked_at_and_what_was_kept(
    client: FlaskClient, another: FlaskClient, sheets: Sheets
) -> None:
    """Also for somebody who has only followed a link, and has nothing kept anywhere."""
    client.post("/en/score/", data={"people-0-name": "Cem", "people-0-colour": "white"})
    seen = sheets.create([Name("Anna", "blue")], 2, [])
    for device, names in ((client, {"Anna", "Cem"}), (another, {"Anna"})):
        device.get(f"/en/score/{seen.view_key}")
        page = device.get("/en/score/history")
        assert {name for name in ("Anna", "Cem") if name in page.text} == names
        assert str(seen.edit_key) not in page.text
    assert another.get("/en/score/history/delete").status_code == 200
    another.post("/en/score/history/delete")
    assert "Anna" not in another.get("/en/score/history").text


def test_what_a_group_tells(client: FlaskClient, full: Group) -> None:
    page = Page(client.get(f"/en/score/group/{full.view_key}"))
    assert page.words(page.one("h1")) == "Saturday"
    assert table(page) == [
        ["Ben", "3", "1 33 %", "20", "10", "12.7"],
        ["anna", "2", "2 100 %", "10", "10", "10.0"],
        ["Cem", "2", "1 50 %", "30", "16.5", "16.5"],
    ]
    assert len(page.all("{http://www.w3.org/2000/svg}svg", class_="chart")) == 3


@pytest.mark.parametrize(
    ("query", "count"),
    [("", 3), ("?players=2", 2), ("?players=3", 1), ("?variants=base", 2), ("?variants=simmental", 1),
     ("?players=2&variants=simmental", 1), ("?players=3&variants=simmental", 0), ("?players=x&edition=y", 3)],
)  # fmt: skip
def test_which_games_are_counted(client: FlaskClient, full: Group, query: str, count: int) -> None:
    page = Page(client.get(f"/en/score/group/{full.view_key}{query}"))
    assert len(page.all("li", class_="played-game")) == count
    if not count:
        assert "No games match this." in page.text


def test_a_filter_keeps_the_others_and_the_language(client: FlaskClient, full: Group) -> None:
    page = Page(client.get(f"/en/score/group/{full.view_key}?players=2"))
    links = {page.words(link): link.get("href") for link in page.all("a", class_="pick")}
    assert links["Simmental (1)"] == f"/en/score/group/{full.view_key}?players=2&variants=simmental"
    (other,) = [link.get("href") for link in page.all("a", lang="ko")]
    assert other == f"/ko/score/group/{full.view_key}?players=2"


def test_looking_at_a_group_shows_no_key_for_writing(
    client: FlaskClient, sheets: Sheets, groups: Groups, group: Group
) -> None:
    key = finish_one(client, sheets, "Anna", "Ben")
    groups.keep(group, [key])
    text = client.get(f"/en/score/group/{group.view_key}").text
    assert sheets.read(key).view_key in text
    assert key not in text
    assert str(group.edit_key) not in text
    assert key in client.get(f"/en/score/group/{group.edit_key}").text
    share = client.get(f"/en/score/group/{group.view_key}/share").text
    assert str(group.edit_key) not in share


@pytest.mark.parametrize("part", ["add", "people", "import", "delete"])
def test_the_link_for_looking_changes_no_group(client: FlaskClient, groups: Groups, full: Group, part: str) -> None:
    for response in (
        client.get(f"/en/score/group/{full.view_key}/{part}"),
        client.post(f"/en/score/group/{full.view_key}/{part}", data={"who": "ben", "name": "X", "games": "too"}),
    ):
        assert response.status_code == 404
        assert "There is no such group" in response.text
    client.post(f"/en/score/group/{full.view_key}/share", data={"name": "X"})
    client.post(f"/en/score/group/{full.view_key}/take-out", data={"game": GAMES[0].id})
    assert groups.group(full.view_key).name == "Saturday"
    assert len(groups.games(full)) == 3


def test_a_device_is_no_group(client: FlaskClient, groups: Groups) -> None:
    device = groups.create(None)
    for key in (device.edit_key, device.view_key, "nope", "한글"):
        assert client.get(f"/en/score/group/{key}").status_code == 404


def test_a_group_from_making_to_deleting(client: FlaskClient, sheets: Sheets) -> None:
    key = finish_one(client, sheets, "Anna", "Ben")
    assert client.post("/en/score/groups", data={"name": "  "}).status_code == 422
    made = client.post("/en/score/groups", data={"name": " Friday   night "}).location
    match = re.fullmatch("/en/score/group/([A-Za-z0-9_-]{24})/add", made)
    assert match
    page = Page(client.get(made))
    (tick,) = [box.get("value") for box in page.all("input", type="checkbox")]
    address = client.post(made, data={"game": [tick, "other"]}).location
    assert "Friday night" in client.get("/en/score/groups").text
    assert key in client.get(address).text
    assert "Nothing to add" in client.get(made).text
    client.post(f"{address}/share", data={"name": "Sunday"})
    assert "Sunday" in client.get(address).text
    client.post(f"{address}/take-out", data={"game": tick})
    assert "No finished games yet" in client.get(address).text
    client.post(f"{address}/delete")
    assert client.get(address).status_code == 404
    assert client.get(f"/en/score/{key}/result").status_code == 200
    assert "Sunday" not in client.get("/en/score/groups").text


def test_a_result_goes_into_a_group(client: FlaskClient, sheets: Sheets, groups: Groups, group: Group) -> None:
    key = finish_one(client, sheets, "Anna", "Ben")
    made = client.post(f"/en/score/{key}/group", data={"name": "New one"}).location
    assert key in client.get(made).text
    client.get(f"/en/score/group/{group.edit_key}")
    assert "Saturday" in client.get(f"/en/score/{key}/result").text
    client.post(f"/en/score/{key}/group", data={"group": group.edit_key})
    assert len(groups.games(group)) == 1
    refused = client.post(f"/en/score/{key}/group", data={"group": group.view_key}, follow_redirects=True)
    assert "could not be added" in refused.text
    assert client.post("/en/score/nope/group", data={"name": "X"}).status_code == 404


def test_knowing_the_link_for_writing_a_device_keeps_it(client: FlaskClient, group: Group) -> None:
    client.get(f"/en/score/group/{group.view_key}")
    assert group.view_key in client.get("/en/score/groups").text
    client.get(f"/en/score/group/{group.edit_key}")
    client.get(f"/en/score/group/{group.view_key}")
    text = client.get("/en/score/groups").text
    assert str(group.edit_key) in text
    assert group.view_key not in text


def test_people_are_renamed_and_merged(client: FlaskClient, full: Group) -> None:
    address = f"/en/score/group/{full.edit_key}/people"
    assert client.post(address, data={"name": "X"}).status_code == 422
    assert client.post(address, data={"who": "cem"}).status_code == 422
    refused = client.post(address, data={"who": ["ben", "cem"], "name": "Ben"})
    assert refused.status_code == 422
    assert "Ben and Cem played against each other" in refused.text
    refused = client.post(address, data={"who": "cem", "name": " BEN"})
    assert refused.status_code == 422, "calling somebody Ben makes them Ben"
    assert client.post(address, data={"who": "anna", "name": "Annika"}).status_code == 303
    assert table(Page(client.get(f"/en/score/group/{full.view_key}")))[1][0] == "Annika"


def test_two_names_of_one_person(client: FlaskClient, groups: Groups, group: Group) -> None:
    put_in(groups.database, group, [game(1, Anna=10, Ben=8), game(2, Annika=9, Ben=8), game(3, Anna=1)])
    address = f"/en/score/group/{group.edit_key}/people"
    assert client.post(address, data={"who": ["anna", "annika"]}).status_code == 303
    assert [row[:2] for row in table(Page(client.get(f"/en/score/group/{group.view_key}")))] == [
        ["Anna", "3"],
        ["Ben", "2"],
    ]


@pytest.mark.parametrize("form", ["json", "csv"])
def test_files_go_round(client: FlaskClient, app: Flask, groups: Groups, full: Group, form: str) -> None:
    content = client.get(f"/en/score/group/{full.view_key}/games.{form}").data
    with app.test_request_context():
        assert content.decode() == (to_json(GAMES) if form == "json" else to_csv(GAMES))
    device = app.test_client()
    first = post_file(device, "/en/score/history/import", content)
    assert first.location == "/en/score/history"
    assert "3 games were imported." in device.get(first.location).text
    again = post_file(device, "/en/score/history/import", content)
    assert "3 games were here already" in device.get(again.location).text
    assert device.get(f"/en/score/history/games.{form}").data == content
    assert post_file(device, f"/en/score/group/{full.edit_key}/import", content).status_code == 303
    assert len(groups.games(full)) == 3


def test_a_wrong_file_is_told_and_not_stored(client: FlaskClient) -> None:
    content = b"game,date,name,money\n1,2026-11-20,Anna,7\n2,x,,y\n"
    response = post_file(client, "/en/score/history/import", content, "games.csv")
    assert response.status_code == 422
    places = [line.split(":")[0] for line in re.findall(r'problem-place">([^<]+)<', response.text)]
    assert places == ["Line 3, date", "Line 3, name", "Line 3, money"]
    assert "No finished games yet" in client.get("/en/score/history").text
    assert post_file(client, "/en/score/history/import", b"").status_code == 422
    assert client.post("/en/score/history/import").status_code == 422


def test_a_file_may_be_longer_than_a_form_and_not_endless(client: FlaskClient) -> None:
    rows = "".join(f"{number},2026-11-20,Somebody with a long name,{number % 50}\n" for number in range(900))
    long = ("game,date,name,money\n" + rows).encode() + b",,,\n" * 80_000
    assert len(long) > 300_000
    assert post_file(client, "/en/score/history/import", long, "games.csv").status_code == 303
    endless = b"x" * (MAX_BYTES + 100_000)
    form = "multipart/form-data; boundary=b"
    assert client.post("/en/score/history/import", data=endless, content_type=form).status_code == 413


def test_a_device_forgets_its_history(client: FlaskClient, sheets: Sheets) -> None:
    key = finish_one(client, sheets, "Anna", "Ben")
    assert "cannot be undone" in client.get("/en/score/history/delete").text
    client.post("/en/score/history/delete")
    assert key not in client.get("/en/score/history").text
    assert key not in client.get("/en/score/").text
    assert client.get(f"/en/score/{key}/result").status_code == 200


def test_a_device_deletes_its_history_with_the_games(client: FlaskClient, app: Flask, sheets: Sheets) -> None:
    key = finish_one(client, sheets, "Anna", "Ben")
    other = finish_one(app.test_client(), sheets, "Anna", "Ben")
    client.get(f"/en/score/{sheets.read(other).view_key}/result")
    client.post("/en/score/history/delete", data={"games": "too"})
    assert client.get(f"/en/score/{key}/result").status_code == 404
    assert client.get(f"/en/score/{other}/result").status_code == 200, "what it could only look at stays"


def test_histories_do_not_get_about(client: FlaskClient, full: Group) -> None:
    for address in ("history", "groups", f"group/{full.view_key}", f"group/{full.view_key}/games.json"):
        headers = client.get(f"/en/score/{address}").headers
        assert headers["X-Robots-Tag"] == "noindex, nofollow"
        assert headers["Cache-Control"] == "private, no-store"


def test_a_long_history_is_listed_page_by_page(client: FlaskClient, groups: Groups, group: Group) -> None:
    put_in(groups.database, group, [game(number, Anna=number % 60, Ben=30) for number in range(1, 106)])
    listed = []
    for number, others in ((1, ["Older games"]), (2, ["Newer games", "Older games"]), (3, ["Newer games"])):
        page = Page(client.get(f"/en/score/group/{group.view_key}?page={number}"))
        listed += [page.words(time) for time in page.all("time")]
        assert [page.words(link) for link in page.one("nav", class_="turn").iter("a")] == others
        assert [row[1] for row in table(page)] == ["105", "105"], "all of them are counted"
        assert "The latest 100 games." in page.text
    assert len(listed) == 105
    for odd in ("0", "99", "x", "-1", "9" * 30):
        assert client.get(f"/en/score/group/{group.view_key}?page={odd}").status_code == 200


def test_one_file_is_read_at_a_time(client: FlaskClient) -> None:
    """Each takes seconds of computing, which those who look something up would wait for."""
    with history_pages._one_file:
        answer = client.post("/en/score/history/import", data={"file": (io.BytesIO(b"x"), "games.csv")})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "in a few seconds" in answer.text
    again = client.post("/en/score/history/import", data={"file": (io.BytesIO(b"x"), "games.csv")})
    assert again.status_code == 422
