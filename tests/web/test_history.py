"""Histories of devices and groups: who sees what, what is counted, files, names, deleting."""

import io
import re
from dataclasses import replace
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
from sqlalchemy import text
from werkzeug.test import TestResponse

from tests.conftest import every
from tests.web.html import Page
from tests.web.phones import Phone, people

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
COLOURS = ("blue", "red", "yellow", "white")
MINE, GROUPS, FILE = "/en/score/history", "/en/score/groups", "/en/score/history/import"


@pytest.fixture
def groups(app: Flask) -> Groups:
    return Groups(database.opened(app))


@pytest.fixture
def group(groups: Groups) -> Group:
    return groups.create("Saturday")


def of(group: Group, *, writing: bool = False) -> str:
    """The address of a group, for looking or for writing."""
    return f"/en/score/group/{group.edit_key if writing else group.view_key}"


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
    people = page.one("table", class_="people-table").findall("./tbody")
    return [[page.words(cell) for row in person for cell in row] for person in people]


def send_file(client: FlaskClient, address: str, content: bytes, name: str = "games.json") -> TestResponse:
    return client.post(address, data={"file": (io.BytesIO(content), name)}, content_type="multipart/form-data")


def finished(client: FlaskClient, sheets: Sheets) -> Phone:
    """A device with a sheet that it has finished."""
    address = client.post("/en/score/", data=people("Anna blue", "Ben red")).location
    phone = Phone(client, sheets, address.rpartition("/")[2])
    phone.send({"p1-money": "7", "p2-cities": "-2"})
    phone.send({}, "/finish")
    return phone


def test_a_device_keeps_its_games_and_from_three_on_they_tell_more(
    client: FlaskClient, another: FlaskClient, sheets: Sheets
) -> None:
    assert "No finished games yet" in client.get(MINE).text
    phones = [finished(client, sheets) for _ in range(2)]
    page = Page(client.get(MINE))
    assert len(page.texts("li.played-game")) == 2
    assert page.texts("table.people-table") + page.all("{http://www.w3.org/2000/svg}svg", class_="chart") == []
    assert "From three games on" in page.text
    finished(client, sheets)
    page = Page(client.get(MINE))
    links = page.texts("a@href")
    assert links.index(phones[0].at("/result")) < links.index(GROUPS), "the games come first"
    assert table(page) == [["Anna", "3", "3 100 %", "7", "7", "7.0"], ["Ben", "3", "0 0 %", "−2", "−2", "−2.0"]]
    assert phones[0].key not in another.get(MINE).text


def test_whoever_may_delete_all_games_is_not_told_how_many_of_them(client: FlaskClient, sheets: Sheets) -> None:
    finished(client, sheets)
    page = Page(client.get("/en/score/history/delete"))
    assert "Delete the games too" in page.text
    assert "can be deleted from here" not in page.text


def test_a_device_that_looks_at_many_sheets_keeps_them_once_it_writes(
    client: FlaskClient, sheets: Sheets, groups: Groups
) -> None:
    """All of them are in the history; to go on with are the last ones that are not finished."""
    phones = [Phone(client, sheets, sheets.create([Name("A", "blue")], 2, []).edit_key) for _ in range(22)]
    keys = [phone.key for phone in phones]
    for phone in phones:
        phone.get()
    with client.session_transaction() as session:
        assert "history" not in session
    phones[-2].send({"p1-buildings": "7"})
    with client.session_transaction() as session:
        device = groups.device(session["history"])
    assert device is not None
    assert set(groups.sheets(device, 99)) == set(keys)
    phones[-2].send({}, "/finish")
    assert {key for key in keys if key in client.get("/en/score/").text} == {keys[-1], *keys[-4:-2]}
    assert {key for key in keys[2:] if key in client.get(MINE).text} == {*keys[2:]}


def test_the_history_shows_what_was_looked_at_and_what_was_kept(
    client: FlaskClient, another: FlaskClient, sheets: Sheets
) -> None:
    """Also for somebody who has only followed a link, and has nothing kept anywhere."""
    client.post("/en/score/", data=people("Cem white"))
    seen = sheets.create([Name("Anna", "blue")], 2, [])
    for device, names in ((client, {"Anna", "Cem"}), (another, {"Anna"})):
        device.get(f"/en/score/{seen.view_key}")
        text = device.get(MINE).text
        assert {name for name in ("Anna", "Cem") if name in text} == names
        assert str(seen.edit_key) not in text
    assert another.get(f"{MINE}/delete").status_code == 200
    another.post(f"{MINE}/delete")
    assert "Anna" not in another.get(MINE).text


def test_what_a_group_tells(client: FlaskClient, full: Group) -> None:
    page = Page(client.get(of(full)))
    assert page.words(page.one("h1")) == "Saturday"
    assert table(page) == [
        ["Ben", "3", "1 33 %", "20", "10", "12.7"],
        ["anna", "2", "2 100 %", "10", "10", "10.0"],
        ["Cem", "2", "1 50 %", "30", "16.5", "16.5"],
    ]
    assert len(page.all("{http://www.w3.org/2000/svg}svg", class_="chart")) == 3


@every(
    ("query", "count"),
    [
        ("", 3),
        ("?players=2", 2),
        ("?players=3", 1),
        ("?variants=base", 2),
        ("?variants=simmental", 1),
        ("?variants=first-edition", 0),
        ("?players=2&variants=simmental", 1),
        ("?players=3&variants=simmental", 0),
        ("?players=x&edition=y", 3),
        # Pages of the list that there are not.
        *((f"?page={odd}", 3) for odd in ("0", "99", "x", "-1", "9" * 30)),
    ],
)
def test_which_games_are_counted(client: FlaskClient, full: Group, query: str, count: int) -> None:
    page = Page(client.get(of(full) + query))
    assert len(page.texts("li.played-game")) == count
    assert ("No games match this." in page.text) == (count == 0)


def test_a_filter_keeps_the_others_and_the_language(client: FlaskClient, full: Group) -> None:
    page = Page(client.get(f"{of(full)}?players=2"))
    links = dict(zip(page.texts("a.pick"), page.texts("a.pick@href"), strict=True))
    assert links["Simmental (1)"] == f"{of(full)}?players=2&variants=simmental"
    assert page.texts("a[lang=ko]@href") == [f"{of(full)}?players=2".replace("/en/", "/ko/")]


def test_looking_at_a_group_shows_no_key_for_writing(
    client: FlaskClient, sheets: Sheets, groups: Groups, group: Group
) -> None:
    key = finished(client, sheets).key
    groups.keep(group, [key])
    looked, shared = client.get(of(group)).text, client.get(f"{of(group)}/share").text
    assert sheets.read(key).view_key in looked
    assert (key in looked, str(group.edit_key) in looked + shared) == (False, False)
    assert key in client.get(of(group, writing=True)).text


def test_the_link_for_looking_changes_no_group(client: FlaskClient, groups: Groups, full: Group) -> None:
    for part in ("add", "people", "import", "delete"):
        form = {"who": "ben", "name": "X", "games": "too"}
        for response in (client.get(f"{of(full)}/{part}"), client.post(f"{of(full)}/{part}", data=form)):
            assert (response.status_code, "There is no such group" in response.text) == (404, True), part
    client.post(f"{of(full)}/share", data={"name": "X"})
    client.post(f"{of(full)}/take-out", data={"game": GAMES[0].id})
    assert (groups.group(full.view_key).name, len(groups.games(full))) == ("Saturday", 3)


def test_a_device_is_no_group(client: FlaskClient, groups: Groups) -> None:
    device = groups.create(None)
    for key in (device.edit_key, device.view_key, "nope", "한글"):
        assert client.get(f"/en/score/group/{key}").status_code == 404


def test_a_group_from_making_to_deleting(client: FlaskClient, sheets: Sheets) -> None:
    phone = finished(client, sheets)
    assert client.post(GROUPS, data={"name": "  "}).status_code == 422
    made = client.post(GROUPS, data={"name": " Friday   night "}).location
    assert re.fullmatch("/en/score/group/([A-Za-z0-9_-]{24})/add", made)
    (tick,) = Page(client.get(made)).texts("input[type=checkbox]@value")
    address = client.post(made, data={"game": [tick, "other"]}).location
    assert "Friday night" in client.get(GROUPS).text
    assert phone.key in client.get(address).text
    assert "Nothing to add" in client.get(made).text
    client.post(f"{address}/share", data={"name": "Sunday"})
    assert "Sunday" in client.get(address).text
    client.post(f"{address}/take-out", data={"game": tick})
    assert "No finished games yet" in client.get(address).text
    client.post(f"{address}/delete")
    assert client.get(address).status_code == 404
    assert phone.get("/result").status_code == 200
    assert "Sunday" not in client.get(GROUPS).text


def test_all_games_go_into_a_group_at_once(client: FlaskClient, sheets: Sheets, group: Group) -> None:
    finished(client, sheets)
    address = f"{of(group, writing=True)}/add"
    assert "Add all" not in client.get(address).text
    finished(client, sheets)
    assert "Add all 2" in client.get(address).text
    refused = Page(client.post(address, follow_redirects=True))
    told = {refused.words(one): one.get("class") for one in refused.all("p", class_="notice")}
    assert told["Tick at least one game."] == "notice bad"
    assert "2 games were added." in client.post(address, data={"all": "1"}, follow_redirects=True).text


def test_a_result_goes_into_a_group(client: FlaskClient, sheets: Sheets, groups: Groups, group: Group) -> None:
    phone = finished(client, sheets)
    assert phone.key in client.get(phone.send({"name": "New one"}, "/group").location).text
    client.get(of(group, writing=True))
    assert "Saturday" in phone.get("/result").text
    phone.send({"group": group.edit_key}, "/group")
    assert len(groups.games(group)) == 1
    assert "could not be added" in phone.send({"group": group.view_key}, "/group", follow_redirects=True).text
    assert client.post("/en/score/nope/group", data={"name": "X"}).status_code == 404


def test_knowing_the_link_for_writing_a_device_keeps_it(client: FlaskClient, group: Group) -> None:
    client.get(of(group))
    assert group.view_key in client.get(GROUPS).text
    client.get(of(group, writing=True))
    client.get(of(group))
    text = client.get(GROUPS).text
    assert (str(group.edit_key) in text, group.view_key in text) == (True, False)


def test_people_are_renamed_and_merged(client: FlaskClient, full: Group) -> None:
    address = f"{of(full, writing=True)}/people"
    for form, why in (
        ({"name": "X"}, "Tick at least one name."),
        ({"who": "cem"}, "Enter the name to display."),
        ({"who": ["ben", "cem"], "name": "Ben"}, "Ben and Cem played against each other"),
        # Calling somebody Ben makes them Ben.
        ({"who": "cem", "name": " BEN"}, "Ben and Cem played against each other"),
    ):
        refused = client.post(address, data=form)
        assert (refused.status_code, why in refused.text) == (422, True), form
    assert client.post(address, data={"who": "anna", "name": "Annika"}).status_code == 303
    assert table(Page(client.get(of(full))))[1][0] == "Annika"


def test_two_names_of_one_person(client: FlaskClient, groups: Groups, group: Group) -> None:
    put_in(groups.database, group, [game(1, Anna=10, Ben=8), game(2, Annika=9, Ben=8), game(3, Anna=1)])
    form = {"who": ["anna", "annika"]}
    assert client.post(f"{of(group, writing=True)}/people", data=form).status_code == 303
    assert [row[:2] for row in table(Page(client.get(of(group))))] == [["Anna", "3"], ["Ben", "2"]]


def test_people_who_were_made_one_by_mistake_are_two_again(client: FlaskClient, groups: Groups, group: Group) -> None:
    put_in(groups.database, group, [game(1, Anna=10, Ben=8), game(2, Anja=9, Ben=8), game(3, Anna=1, Ben=2)])
    address = f"{of(group, writing=True)}/people"
    assert "As on the sheets again" not in client.get(address).text
    client.post(address, data={"who": ["anna", "anja"]})
    assert len(table(Page(client.get(of(group))))) == 2
    assert client.post(address, data={"do": "apart"}).status_code == 422
    assert client.post(address, data={"who": ["anna"], "do": "apart"}).status_code == 303
    assert {row[0] for row in table(Page(client.get(of(group))))} == {"Anna", "Anja", "Ben"}


@pytest.mark.parametrize("form", ["json", "csv"])
def test_files_go_round(client: FlaskClient, another: FlaskClient, groups: Groups, full: Group, form: str) -> None:
    content = client.get(f"{of(full)}/games.{form}").data
    with client.application.test_request_context():
        assert content.decode() == (to_json(GAMES) if form == "json" else to_csv(GAMES))
    for told in ("3 games were imported.", "3 games were here already"):
        taken = send_file(another, FILE, content)
        assert taken.location == MINE
        assert told in another.get(MINE).text
    assert another.get(f"{MINE}/games.{form}").data == content
    assert send_file(another, f"{of(full, writing=True)}/import", content).status_code == 303
    assert len(groups.games(full)) == 3


def test_points_that_the_pieces_of_a_file_do_not_give_are_told(client: FlaskClient) -> None:
    fields = {"depth.stations": "things", "things.stations.1": "1"}
    (played,) = [game(1, Anna=10)]
    wrong = replace(played, players=tuple(replace(p, fields=fields, points={"stations": 50}) for p in played.players))
    assert send_file(client, FILE, to_json([wrong]).encode()).status_code == 303
    assert "In 1 game the pieces give other points than the file says" in client.get(MINE).text


def test_games_with_house_rules_are_not_counted_with_others_in_silence(
    client: FlaskClient, groups: Groups, group: Group
) -> None:
    said = "Games with house rules and games without are counted together here"
    put_in(groups.database, group, [game(day, Anna=10, Ben=8) for day in (1, 2, 3)])
    assert said not in client.get(of(group)).text
    put_in(groups.database, group, [replace(game(4, Anna=9, Ben=8), fields={"house.fee.green": "3"})])
    assert said in client.get(of(group)).text
    assert said not in client.get(f"{of(group)}?house=without").text


def test_a_game_out_of_a_file_and_by_its_link_is_one(
    client: FlaskClient, groups: Groups, sheets: Sheets, group: Group
) -> None:
    state = sheets.create((Name("Anna", "blue"), Name("Ben", "red")), 2, ())
    sheets.finish(state)
    groups.keep(group, [str(state.edit_key)])
    file = client.get(f"{of(group)}/games.json").data
    other = groups.create("Sunday")
    send_file(client, f"{of(other, writing=True)}/import", file)
    groups.keep(other, [str(state.edit_key)])
    assert client.get(f"{of(other)}/games.json").data == file
    assert [kept.key for kept in groups.games(other)] == [state.edit_key], "that it was scored here goes before"


def test_a_wrong_file_is_told_and_not_stored(client: FlaskClient) -> None:
    content = b"game,date,name,money\n1,2026-11-20,Anna,7\n2,x,,y\n"
    response = send_file(client, FILE, content, "games.csv")
    assert response.status_code == 422
    places = [line.split(":")[0] for line in re.findall(r'problem-place">([^<]+)<', response.text)]
    assert places == ["Line 3, date", "Line 3, name", "Line 3, money"]
    assert "No finished games yet" in client.get(MINE).text
    for sent, why in (({"file": (io.BytesIO(), "a.csv")}, "nothing in this file"), ({}, "Choose a file first")):
        answer = client.post(FILE, data=sent)
        assert (answer.status_code, why in answer.text) == (422, True)


def test_a_file_may_be_longer_than_a_form_and_not_endless(client: FlaskClient) -> None:
    rows = "".join(f"{number},2026-11-20,Anna,{number % 50}\n" for number in range(90))
    long = ("game,date,name,money\n" + rows).encode() + b",,,\n" * 80_000
    assert len(long) > 300_000
    assert send_file(client, FILE, long, "games.csv").status_code == 303
    form = "multipart/form-data; boundary=b"
    refused = client.post(FILE, data=b"x" * (MAX_BYTES + 100_000), content_type=form)
    assert (refused.status_code, "a smaller file" in refused.text) == (413, True)


def test_a_device_forgets_its_history(client: FlaskClient, sheets: Sheets) -> None:
    phone = finished(client, sheets)
    assert "cannot be undone" in client.get(f"{MINE}/delete").text
    client.post(f"{MINE}/delete")
    assert phone.key not in client.get(MINE).text + client.get("/en/score/").text
    assert phone.get("/result").status_code == 200


def test_a_device_deletes_its_history_with_the_games(client: FlaskClient, another: FlaskClient, sheets: Sheets) -> None:
    phone, theirs = finished(client, sheets), finished(another, sheets)
    client.get(f"/en/score/{sheets.read(theirs.key).view_key}/result")
    client.post(f"{MINE}/delete", data={"games": "too"})
    assert phone.get("/result").status_code == 404
    assert theirs.get("/result").status_code == 200, "what it could only look at stays"


def test_histories_do_not_get_about(client: FlaskClient, full: Group) -> None:
    for address in (MINE, GROUPS, of(full), f"{of(full)}/games.json"):
        headers = client.get(address).headers
        assert (headers["X-Robots-Tag"], headers["Cache-Control"]) == ("noindex, nofollow", "private, no-store")


def test_a_long_history_is_listed_page_by_page(client: FlaskClient, groups: Groups, group: Group) -> None:
    put_in(groups.database, group, [game(number, Anna=number % 60, Ben=30) for number in range(1, 106)])
    listed = 0
    for number, others in ((1, ["Older games"]), (2, ["Newer games", "Older games"]), (3, ["Newer games"])):
        page = Page(client.get(f"{of(group)}?page={number}"))
        listed += len(page.texts("time"))
        assert page.texts("nav.turn a") == others
        assert [row[1] for row in table(page)] == ["105", "105"], "all of them are counted"
        assert "The latest 100 games." in page.text
    assert listed == 105


def test_one_file_is_read_at_a_time(client: FlaskClient) -> None:
    """Each takes seconds of computing, which those who look something up would wait for."""
    with history_pages._one_file:
        answer = send_file(client, FILE, b"x", "games.csv")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "in a few seconds" in answer.text
    assert send_file(client, FILE, b"x", "games.csv").status_code == 422


def test_what_is_refused_stores_nothing(app: Flask) -> None:
    def rows() -> int:
        with database.opened(app).read() as connection:
            return int(connection.scalar(text("SELECT count(*) FROM collections")) or 0)

    before = rows()
    for _ in range(3):
        assert app.test_client().post("/en/score/history/people").status_code == 422
    assert rows() == before
