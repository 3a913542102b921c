"""One sheet on several phones: whose phone is whose, who changed what, and writes that arrive twice."""

import re

import pytest
from companion.sheets.states import Name, SheetState
from companion.storage.sheets import Sheets
from companion.web.device import identity
from flask.testing import FlaskClient

from tests.conftest import every
from tests.storage import points_of
from tests.web.html import Page

HTMX = {"HX-Request": "true"}


def columns(client: FlaskClient, address: str) -> set[str]:
    """The seats whose fields are on a page."""
    page = Page(client.get(address))
    return {str(field.get("name"))[:2] for field in page.all("input", class_="points")}


def claim(client: FlaskClient, key: str, seat: str) -> None:
    client.get(f"/en/score/{key}")
    response = client.post(f"/en/score/{key}/claim", data={"seat": seat})
    assert (response.status_code, response.location) == (303, f"/en/score/{key}")


# Whose phone


def test_a_device_is_asked_whose_it_is_until_it_knows(client: FlaskClient, key: str) -> None:
    page = Page(client.get(f"/en/score/{key}"))
    asked = [page.words(button) for button in page.all("button", name="seat")]
    assert asked == ["Anna", "Ben", "I'm scoring for everyone"]
    claim(client, key, "everybody")
    page = Page(client.get(f"/en/score/{key}"))
    assert [page.words(button) for button in page.all("button", name="seat")] == ["Change"]
    assert columns(client, f"/en/score/{key}") == {"p1", "p2"}
    claim(client, key, "")
    assert len(Page(client.get(f"/en/score/{key}")).all("button", name="seat")) == 3


def test_the_own_column_comes_first_on_an_own_phone(client: FlaskClient, another: FlaskClient, key: str) -> None:
    claim(client, key, "2")
    assert columns(client, f"/en/score/{key}") == {"p2"}
    assert columns(client, f"/en/score/{key}?player=all") == {"p1", "p2"}
    assert columns(client, f"/en/score/{key}?player=1") == {"p1"}
    page = Page(client.get(f"/en/score/{key}"))
    assert "This is Ben’s phone." in page.text
    assert page.one("p", class_="alone").find("a").get("href") == f"/en/score/{key}?player=all"
    assert columns(another, f"/en/score/{key}") == {"p1", "p2"}, "on this device only"


def test_each_asks_for_its_own_view_of_what_changed(
    client: FlaskClient, another: FlaskClient, sheet: SheetState
) -> None:
    """Answers are shared among phones that ask alike, and by no others."""
    key = str(sheet.edit_key)
    client.post(f"/en/score/{key}", data={"p1-money": "5", "p2-money": "7"}, headers=HTMX)
    ways = (
        "en/{edit}?",
        "ko/{edit}?",
        "en/{view}?",
        "en/{edit}?player=1&",
        "en/{edit}?player=2&",
        "en/{edit}?missing=",
    )
    told = []
    for way in ways:
        address, _, asked = way.format(edit=key, view=sheet.view_key).partition("?")
        language, _, whose = address.partition("/")
        address = f"/{language}/score/{whose}/changes?{asked}&since=0"
        told.append(client.get(address, headers=HTMX).text)
        assert another.get(address, headers=HTMX).text == told[-1]
    assert len(set(told)) == len(ways) - 1
    assert told[0] == told[-1]
    client.post(f"/en/score/{key}", data={"p1-money": "6", "was-p1-money": "5"}, headers=HTMX)
    assert another.get(f"/en/score/{key}/changes?since=0", headers=HTMX).text != told[0]


def test_others_see_who_has_an_own_phone(client: FlaskClient, another: FlaskClient, sheet: SheetState) -> None:
    key = str(sheet.edit_key)
    claim(client, key, "2")
    response = another.get(f"/en/score/{key}/changes?since=0", headers=HTMX)
    assert response.status_code == 200, "within two seconds"
    for client_key in (key, sheet.view_key):
        page = Page(another.get(f"/en/score/{client_key}"))
        own = [
            page.words(li)
            for li in page.one("ol", class_="standings")
            if li.find(".//*[@aria-label='own phone']") is not None
        ]
        assert [words.split()[0] for words in own] == ["Ben"]


def test_another_phone_may_take_a_player_over(client: FlaskClient, another: FlaskClient, key: str) -> None:
    claim(client, key, "2")
    claim(another, key, "2")
    assert columns(another, f"/en/score/{key}") == {"p2"}
    assert columns(client, f"/en/score/{key}") == {"p1", "p2"}


def test_no_device_learns_the_name_of_another(
    client: FlaskClient, another: FlaskClient, sheets: Sheets, key: str
) -> None:
    claim(client, key, "2")
    with client.session_transaction() as session:
        secret = session["device"]
    assert sheets.read(key).players[1].phone == identity.signature_of(secret)
    for address in ("", "/log", "/players", "/share", "/changes?since=0"):
        assert secret not in another.get(f"/en/score/{key}{address}").text


@pytest.mark.parametrize("seat", ["3", "0", "x", "１", "-1"])
def test_only_players_can_be_claimed(client: FlaskClient, key: str, seat: str) -> None:
    assert client.post(f"/en/score/{key}/claim", data={"seat": seat}).status_code == 400


def test_the_view_link_claims_nothing(client: FlaskClient, sheet: SheetState) -> None:
    assert client.post(f"/en/score/{sheet.view_key}/claim", data={"seat": "1"}).status_code == 404
    assert Page(client.get(f"/en/score/{sheet.view_key}")).all("button", name="seat") == []


def test_the_own_name_and_colour_are_remembered(client: FlaskClient, sheets: Sheets, key: str) -> None:
    claim(client, key, "2")
    page = Page(client.get("/en/score/"))
    assert page.one("input", name="people-0-name").get("value") == "Ben"
    checked = [field.get("value") for field in page.all("input", type="radio") if field.get("checked") is not None]
    assert checked[0] == "red"
    assert len(set(checked)) == len(checked)
    other = sheets.create([Name("Clara", "white"), Name("Ben", "yellow")], 2, []).edit_key
    page = Page(client.get(f"/en/score/{other}"))
    assert page.words(page.one("button", class_="likely")) == "Ben"
    data = {"people-0-name": "Anna", "people-0-colour": "blue", "people-1-name": "Benno", "people-1-colour": "white"}
    client.post(f"/en/score/{key}/players", data=data)
    assert Page(client.get("/en/score/")).one("input", name="people-0-name").get("value") == "Benno"


# Writing


def test_a_write_whose_answer_was_lost_is_not_done_twice(client: FlaskClient, sheets: Sheets, key: str) -> None:
    data = {"p1-money": "7", "was-p1-money": "", "write": "0123456789abcdef"}
    client.post(f"/en/score/{key}", data=data, headers=HTMX)
    sheets.write(key, {(1, "money"): ("7", "9")})
    client.post(f"/en/score/{key}", data=data, headers=HTMX)
    player = sheets.read(key).players[0]
    assert (points_of(player), player.rivals) == ({"money": 9}, {})


@pytest.mark.parametrize("name", ["short", "x" * 41, "with space", "한글한글한글한글"])
def test_other_names_of_writes_are_left_alone(client: FlaskClient, sheets: Sheets, key: str, name: str) -> None:
    for points in ("7", "8"):
        client.post(
            f"/en/score/{key}", data={"p1-money": points, "was-p1-money": "" if points == "7" else "7", "write": name}
        )
    assert points_of(sheets.read(key).players[0]) == {"money": 8}


def test_an_offline_phone_comes_back(client: FlaskClient, another: FlaskClient, sheets: Sheets, key: str) -> None:
    """It had typed over what it saw hours ago; whatever else was typed meanwhile stays beside it."""
    claim(client, key, "1")
    claim(another, key, "2")
    client.post(f"/en/score/{key}", data={"p1-money": "3", "p2-money": "4"})
    client.post(f"/en/score/{key}", data={"p1-money": "5", "was-p1-money": "3"})
    late = {"p1-money": "6", "was-p1-money": "3", "p2-money": "9", "was-p2-money": "4", "write": "late-write-1"}
    response = another.post(f"/en/score/{key}", data=late, headers=HTMX)
    for page in (Page(response), Page(client.get(f"/en/score/{key}"))):
        conflict = page.words(page.one("div", id="conflicts"))
        assert conflict == "Two entries disagree Anna, Money: which one counts? 5 Anna 6 Ben", "on every phone"
    one, two = sheets.read(key).players
    assert [typed.text for typed in one.rivals["money"]] == ["5", "6"]
    assert {typed.by for typed in one.rivals["money"]} == {player.phone for player in sheets.read(key).players}
    assert (points_of(two), two.rivals) == ({"money": 9}, {})


@pytest.mark.parametrize(
    "do", ["choose:1:money:7", "choose:9:money:7", "choose:x", "choose:1:nothing:7", "redo", "undo"]
)
def test_buttons_for_what_is_not_there_do_nothing(client: FlaskClient, sheets: Sheets, key: str, do: str) -> None:
    assert client.post(f"/en/score/{key}", data={"do": do}).status_code == 303
    assert sheets.read(key).revision == 0


# What other phones are told


@pytest.fixture
def address(key: str) -> str:
    return f"/en/score/{key}"


def type_in(client: FlaskClient, address: str, since: int = 0, **fields: str) -> str:
    answer = client.post(address, data={"since": since, **fields}, headers=HTMX)
    assert answer.status_code == 200
    return answer.text


def test_an_entry_is_told_to_the_others_as_to_its_writer(
    client: FlaskClient, another: FlaskClient, address: str
) -> None:
    told = type_in(client, address, **{"p1-money": "12"})
    answer = another.get(f"{address}/changes?since=0", headers=HTMX)
    assert (answer.status_code, answer.text) == (200, told)
    assert 'value="12"' in answer.text
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert another.get(f"{address}/changes?since=1", headers=HTMX).status_code == 204


def test_changes_are_told_in_the_language_and_column_of_the_reader(client: FlaskClient, address: str) -> None:
    type_in(client, address, **{"p1-money": "12"})
    korean = client.get(f"{address}/changes?since=0".replace("/en/", "/ko/"), headers=HTMX).text
    assert ("위" in korean, "place 1" in korean) == (True, False)
    column = client.get(f"{address}/changes?since=0&player=2", headers=HTMX).text
    assert 'id="cell-p1-money"' not in column


def test_who_may_only_look_is_told_without_fields(client: FlaskClient, sheet: SheetState, address: str) -> None:
    assert "<input" in type_in(client, address, **{"p1-money": "12"})
    seen = client.get(f"/en/score/{sheet.view_key}/changes?since=0", headers=HTMX).text
    assert 'name="p1-money"' not in seen
    assert str(sheet.edit_key) not in seen


def test_what_concerns_the_writer_alone_is_not_told_to_others(
    client: FlaskClient, another: FlaskClient, address: str
) -> None:
    """A text that is no number, and what undo undid."""
    wrong = client.post(address, data={"since": 0, "p1-money": "many", "p2-money": "4"}, headers=HTMX)
    assert (wrong.status_code, "many" in wrong.text) == (422, True)
    told = another.get(f"{address}/changes?since=0", headers=HTMX).text
    assert ("many" in told, 'value="4"' in told) == (False, True)
    disputed = another.post(address, data={"since": 1, "p2-money": "9", "was-p2-money": ""}, headers=HTMX)
    assert "Choose which one counts" in disputed.text
    told = client.get(f"{address}/changes?since=1", headers=HTMX).text
    assert "Choose which one counts" in told
    assert "Undone:" in another.post(address, data={"since": 2, "do": "undo"}, headers=HTMX).text
    told = client.get(f"{address}/changes?since=2", headers=HTMX).text
    assert ("Undone:" in told, 'id="tools"' in told) == (False, False)


def test_a_finished_or_deleted_sheet_is_no_longer_told_of(
    client: FlaskClient, another: FlaskClient, address: str
) -> None:
    type_in(client, address, **{"p1-money": "12"})
    assert client.post(f"{address}/finish").status_code == 303
    answer = another.get(f"{address}/changes?since=0", headers=HTMX)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, f"{address}/reveal")
    assert client.post(f"{address}/delete", data={"sure": "yes"}).status_code == 303
    assert another.get(f"{address}/changes?since=0", headers=HTMX).status_code == 404


@every("query", ["", "since=", "since=-1", "since=00", "since=x", "since=9" * 9, "a&" * 9, "since=%FF"])
def test_odd_questions_get_an_answer(client: FlaskClient, address: str, query: str) -> None:
    type_in(client, address, **{"p1-money": "12"})
    assert client.get(f"{address}/changes?{query}", headers=HTMX).status_code == 200


@pytest.mark.parametrize("length", ["x", "-1", "9" * 12, str(2**20)])
def test_a_body_that_is_too_long_or_tells_no_length_is_the_apps_business(
    client: FlaskClient, address: str, length: str
) -> None:
    answer = client.post(address, data=b"p1-money=3", headers={**HTMX, "Content-Length": length})
    assert answer.status_code in (200, 400, 413)
    assert client.get(f"{address}/changes?since=0", headers=HTMX).status_code == 204


@pytest.mark.parametrize(
    ("below", "form"),
    [
        ("", {"do": "undo"}),
        ("/claim", {"seat": "1"}),
        ("/players", {"people-0-name": "Cleo", "people-0-colour": "blue"}),
        ("/1/money", {"number": "9", "was-number": "12"}),
    ],
)
def test_whatever_somebody_does_is_told_at_once(
    client: FlaskClient, another: FlaskClient, address: str, below: str, form: dict[str, str]
) -> None:
    type_in(client, address, **{"p1-money": "12"})
    assert another.get(f"{address}/changes?since=1", headers=HTMX).status_code == 204
    if below == "/players":
        form = {**form, "people-1-name": "Ben", "people-1-colour": "red"}
    assert client.post(address + below, data=form).status_code in (200, 303)
    assert another.get(f"{address}/changes?since=1", headers=HTMX).status_code == 200


def test_two_phones_of_one_player_take_back_each_its_own(
    client: FlaskClient, another: FlaskClient, sheets: Sheets, key: str
) -> None:
    claim(client, key, "1")
    client.post(f"/en/score/{key}", data={"p1-money": "7"})
    claim(another, key, "1")
    another.post(f"/en/score/{key}", data={"p2-money": "4"})
    client.post(f"/en/score/{key}", data={"do": "undo"})
    assert [points_of(player) for player in sheets.read(key).players] == [{}, {"money": 4}]
    page = Page(client.get(f"/en/score/{key}/log"))
    steps = [page.words(step).split(" ")[0] for step in page.all("li", class_="step")]
    assert steps == ["Anna"] * 3, "whoever had claimed a phone last"


def test_what_an_older_version_signed_by_name_is_still_the_own(
    client: FlaskClient, another: FlaskClient, sheets: Sheets, key: str
) -> None:
    sheets.write(key, {(1, "money"): (None, "7")}, "Anna")
    claim(another, key, "2")
    another.post(f"/en/score/{key}", data={"do": "undo"})
    assert points_of(sheets.read(key).players[0]) == {"money": 7}
    claim(client, key, "1")
    client.post(f"/en/score/{key}", data={"do": "undo"})
    assert points_of(sheets.read(key).players[0]) == {}


# Who changed what


def test_the_log(client: FlaskClient, another: FlaskClient, key: str) -> None:
    claim(client, key, "1")
    client.post(f"/en/score/{key}", data={"p1-money": "7", "p1-cities": "-6"})
    another.post(f"/en/score/{key}", data={"p2-money": "4"})
    another.post(f"/en/score/{key}", data={"do": "undo"})
    claim(another, key, "2")
    page = Page(client.get(f"/en/score/{key}/log"))
    steps = [page.words(step) for step in page.all("li", class_="step")]
    assert re.match(r"Ben undid .* Ben, Money: – → 4$", steps[0]), "by the name that was claimed later"
    assert re.match(r"Ben typed .* Ben, Money: – → 4 Was undone\.$", steps[1])
    assert re.match(r"Anna typed .* Anna, Cities: – → −6 Anna, Money: – → 7 Undo$", steps[2]), steps[2]


def test_the_log_tells_what_several_phones_typed(client: FlaskClient, sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "12")}, "Anna")
    sheets.write(key, {(1, "money"): (None, "14")}, "Ben")
    page = Page(client.get(f"/en/score/{key}/log"))
    assert page.words(page.all("span", class_="change")[0]) == "12 → 12 / 14"
    assert page.words(page.all("li", class_="step")[0]).startswith("Ben typed")


def test_one_change_is_taken_back_by_name(client: FlaskClient, another: FlaskClient, sheets: Sheets, key: str) -> None:
    """Whoever made it; not from under what was typed there since."""
    another.post(f"/en/score/{key}/claim", data={"seat": "2"})
    another.post(f"/en/score/{key}", data={"p2-money": "9"})
    client.post(f"/en/score/{key}", data={"p1-money": "7"})
    page = Page(client.get(f"/en/score/{key}/log"))
    own, others = page.all("button", name="step")
    assert others.get("aria-label") == "Undo: Ben, Money – → 9"
    client.post(f"/en/score/{key}/log", data={"step": others.get("value")})
    assert "Undone: Ben, Money – → 9" in client.get(f"/en/score/{key}/log").text
    assert [points_of(player) for player in sheets.read(key).players] == [{"money": 7}, {}]
    client.post(f"/en/score/{key}/log", data={"step": others.get("value")})
    assert "There was nothing to undo." in client.get(f"/en/score/{key}/log").text
    another.post(f"/en/score/{key}", data={"p1-money": "8", "was-p1-money": "7"})
    client.post(f"/en/score/{key}/log", data={"step": own.get("value")})
    assert "Ben has changed this since. Undo that first." in client.get(f"/en/score/{key}/log").text
    assert points_of(sheets.read(key).players[0]) == {"money": 8}


def test_taking_back_to_a_step(client: FlaskClient, sheets: Sheets, key: str) -> None:
    for points in range(1, 5):
        client.post(f"/en/score/{key}", data={"p1-money": str(points), "was-p1-money": str(points - 1 or "")})
    page = Page(client.get(f"/en/score/{key}/log"))
    buttons = [button.get("value") for button in page.all("button", name="to")]
    assert buttons == ["3", "2", "1"], "the last step is where the sheet is"
    response = client.post(f"/en/score/{key}/log", data={"to": "2"})
    assert response.location == f"/en/score/{key}/log"
    assert "2 changes were undone." in client.get(f"/en/score/{key}/log").text
    assert points_of(sheets.read(key).players[0]) == {"money": 2}


@pytest.mark.parametrize("to", ["", "x", "-1", "1" * 30, "٣"])
def test_what_is_no_step(client: FlaskClient, key: str, to: str) -> None:
    assert client.post(f"/en/score/{key}/log", data={"to": to}).status_code == 400


def test_the_view_link_tells_the_log_and_takes_nothing_back(
    client: FlaskClient, sheets: Sheets, sheet: SheetState
) -> None:
    assert sheet.edit_key
    for points in ("1", "2"):
        sheets.write(sheet.edit_key, {(1, "money"): (None if points == "1" else "1", points)}, "Anna")
    page = Page(client.get(f"/en/score/{sheet.view_key}/log"))
    assert len(page.all("li", class_="step")) == 2
    assert page.all("button", name="to") == []
    assert sheet.edit_key not in page.text
    assert client.post(f"/en/score/{sheet.view_key}/log", data={"to": "0"}).status_code == 404


def test_an_empty_log(client: FlaskClient, key: str) -> None:
    assert "Nothing has been entered yet." in client.get(f"/en/score/{key}/log").text
