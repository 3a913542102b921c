"""The Score pages."""

import re

import pytest
from companion.engine import load_catalog
from companion.i18n import name
from companion.sheets import changes
from companion.sheets.states import Name, SheetState
from companion.storage.sheets import Sheets
from flask.testing import FlaskClient

from tests.storage import points_of
from tests.web.html import Page

HTMX = {"HX-Request": "true"}
CATEGORIES = list(load_catalog().scoring.categories)


def points(sheets: Sheets, key: str) -> list[dict[str, int]]:
    return [points_of(player) for player in sheets.read(key).players]


def test_making_a_sheet(client: FlaskClient) -> None:
    response = client.post(
        "/en/score/",
        data={
            "people-0-name": "Anna", "people-0-colour": "red",
            "people-1-name": "", "people-1-colour": "blue",
            "people-2-name": "지훈", "people-2-colour": "white",
            "variants": "simmental",
        },
    )  # fmt: skip
    assert response.status_code == 303
    assert re.fullmatch("/en/score/[A-Za-z0-9_-]{24}", response.location)
    page = Page(client.get(response.location))
    heads = [page.words(head) for head in page.one("table", class_="pad").find("thead").iter("th")]
    assert heads == ["Category: Points", "Anna", "지훈"]
    assert len(page.all("input", class_="points")) == 2 * 11
    recent = Page(client.get("/en/score/"))
    assert response.location in [link.get("href") for link in recent.all("a")], "this device remembers it"
    assert response.location not in client.application.test_client().get("/en/score/").text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"people-0-name": " ", "people-0-colour": "red"}, "Enter at least one name."),
        (
            {"people-0-name": "A", "people-0-colour": "red", "people-1-name": "B", "people-1-colour": "red"},
            "same colour",
        ),
        ({"people-0-name": "A"}, "Choose a colour."),
        ({"people-0-name": "x" * 41, "people-0-colour": "red"}, "longer than 40"),
    ],
)  # fmt: skip
def test_a_sheet_that_cannot_be_made(client: FlaskClient, data: dict[str, str], message: str) -> None:
    response = client.post("/en/score/", data=data)
    assert response.status_code == 422
    page = Page(response)
    assert message in " ".join(page.words(error) for error in page.all("p", class_="field-error"))
    if "people-0-name" in data:
        assert page.one("input", name="people-0-name").get("value") == data["people-0-name"].strip()


def test_names_are_empty_with_a_hint(client: FlaskClient, another: FlaskClient, key: str) -> None:
    another.post(f"/en/score/{key}/claim", data={"seat": "2"})
    for device, known in ((client, ["", "", "", ""]), (another, ["Ben", "", "", ""])):
        page = Page(device.get("/en/score/"))
        fields = [page.one("input", name=f"people-{number}-name") for number in range(4)]
        assert [field.get("value") for field in fields] == known
        assert [field.get("placeholder") for field in fields] == [f"Player {number}" for number in range(1, 5)]


def seated(page: Page) -> list[tuple[str | None, str | None]]:
    """Name and colour of every row of the form."""
    rows = page.all("div", class_="person")
    chosen = [next(i.get("value") for i in row.iter("input") if i.get("checked") is not None) for row in rows]
    names = [page.one("input", name=f"people-{number}-name").get("value") for number in range(len(rows))]
    return list(zip(names, chosen, strict=True))


def tapped(page: Page, person: str) -> dict[str, str]:
    """What the form sends when somebody known is tapped."""
    rows = {
        f"people-{n}-{key}": told or ""
        for n, row in enumerate(seated(page))
        for key, told in zip(("name", "colour"), row, strict=True)
    }
    return {**rows, "person": person}


def test_known_people_take_a_seat_and_leave_it(client: FlaskClient, another: FlaskClient, sheets: Sheets) -> None:
    """Without scripts; in their colours, unless somebody named has them."""
    assert Page(client.get("/en/score/")).all("button", name="person") == []
    for names in ((("Cem", "red"), ("Dora", "blue")), (("Anna", "white"), ("cem", "blue"))):
        sheet = sheets.create([Name(*name) for name in names], 2, [])
        client.get(f"/en/score/{sheet.edit_key}")
    page = Page(client.get("/en/score/"))
    assert [button.get("value") for button in page.all("button", name="person")] == ["Anna", "cem", "Dora"]
    for person in ("Anna", "cem", "Dora"):
        response = client.post("/en/score/", data=tapped(page, person))
        assert response.status_code == 200
        page = Page(response)
    assert seated(page) == [("Anna", "white"), ("cem", "blue"), ("Dora", "yellow"), ("", "red")]
    assert [button.get("aria-pressed") for button in page.all("button", name="person")] == ["true"] * 3
    page = Page(client.post("/en/score/", data=tapped(page, "Anna")))
    assert seated(page)[0] == ("", "white")
    assert another.post("/en/score/", data=tapped(page, "Anna")).status_code == 303, "not known there: a plain start"


PEOPLE = {"people-0-name": "Anna", "people-0-colour": "red", "people-1-name": "anna ", "people-1-colour": "blue"}


def test_the_same_name_twice_is_asked_about(client: FlaskClient) -> None:
    response = client.post("/en/score/", data=PEOPLE)
    assert response.status_code == 422
    page = Page(response)
    error = page.one("p", id="people-error")
    assert error.get("role") == "alert"
    assert page.words(error) == "Two players are called Anna. Statistics count them as one person."
    assert error.get("autofocus") is not None, "where one looks"
    again = page.one("button", name="same_names")
    assert client.post("/en/score/", data={**PEOPLE, "same_names": again.get("value", "")}).status_code == 303


def test_a_wrong_name_has_the_focus(client: FlaskClient) -> None:
    page = Page(client.post("/en/score/", data={**PEOPLE, "people-1-name": "x" * 41}))
    assert [field.get("name") for field in page.all("input") if field.get("autofocus") is not None] == ["people-1-name"]


def test_saving_without_scripts(client: FlaskClient, sheets: Sheets, key: str) -> None:
    response = client.post(f"/en/score/{key}", data={"p1-money": "7", "p2-cities": "-6", "p2-money": ""})
    assert response.status_code == 303
    assert points(sheets, key) == [{"money": 7}, {"cities": -6}]
    page = Page(client.get(f"/en/score/{key}"))
    totals = [page.words(total) for total in page.all("span", class_="total")]
    assert totals == ["7", "−6"]
    ranks = [page.words(rank) for rank in page.all("span", class_="rank")]
    assert ranks == ["1st", "2nd"]
    assert [page.words(open_fields) for open_fields in page.all("span", class_="open")] == ["10 to go"] * 2


def test_only_what_was_typed_is_written(client: FlaskClient, sheets: Sheets, key: str) -> None:
    """A page that shows old numbers does not bring them back: only fields that were changed are written."""
    sheets.write(key, {(1, "money"): (None, "7"), (2, "money"): (None, "4")})
    old_page = {"p1-money": "7", "was-p1-money": "7", "p2-money": "4", "was-p2-money": "4"}
    sheets.write(key, {(1, "money"): ("7", "9")})
    client.post(f"/en/score/{key}", data={**old_page, "p2-money": "5"})
    assert points(sheets, key) == [{"money": 9}, {"money": 5}]


def test_what_two_phones_typed_is_shown_to_choose_from(client: FlaskClient, sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "9")}, "Anna")
    client.post(f"/en/score/{key}", data={"p1-money": "7", "was-p1-money": ""})
    page = Page(client.get(f"/en/score/{key}"))
    assert page.words(page.one("section", aria_labelledby="conflicts-title")).startswith(
        "Two entries disagree Anna, Money:"
    )
    choices = page.one("div", id="conflicts").findall(".//button")
    assert [page.words(button) for button in choices] == ["9 Anna", "7 This phone"]
    assert [button.get("value") for button in choices] == ["choose:1:money:9", "choose:1:money:7"]
    finish = Page(client.get(f"/en/score/{key}/finish")).one("div", id="conflicts")
    assert [page.words(button) for button in finish.findall(".//button")] == ["9 Anna", "7 This phone"]
    assert points(sheets, key)[0] == {"money": 9}
    client.post(f"/en/score/{key}", data={"do": choices[1].get("value", "")})
    assert points(sheets, key)[0] == {"money": 7}
    assert Page(client.get(f"/en/score/{key}")).all("button", class_="pick", name="do") == []


def test_sums_stay_as_they_were_typed(client: FlaskClient, sheets: Sheets, key: str) -> None:
    client.post(f"/en/score/{key}", data={"p1-cattle": " 3 + 6+2 ", "p2-cattle": "００7"})
    assert [player.fields for player in sheets.read(key).players] == [{"cattle": "3 + 6+2"}, {"cattle": "7"}]
    page = Page(client.get(f"/en/score/{key}"))
    assert page.one("input", name="p1-cattle").get("value") == "3 + 6+2"
    assert page.words(page.one("span", class_="comes-to")) == "= 11"
    assert [page.words(total) for total in page.all("span", class_="total")] == ["11", "7"]


def test_unreadable_points_stay_in_their_field_and_the_others_are_stored(
    client: FlaskClient, sheets: Sheets, key: str
) -> None:
    response = client.post(f"/en/score/{key}", data={"p1-money": "7", "p1-cattle": "1o"})
    assert response.status_code == 422
    page = Page(response)
    field = page.one("input", name="p1-cattle")
    assert field.get("value") == "1o"
    assert field.get("aria-invalid") == "true"
    assert page.words(page.one("p", id=str(field.get("aria-describedby")))) == "Not a number"
    assert "Anna, Cattle: “1o” isn't a number." in page.words(page.one("p", class_="bad"))
    assert points(sheets, key)[0] == {"money": 7}


@pytest.mark.parametrize(
    ("do", "typed", "stored"),
    [
        ("add:1:money:1", "", 1),
        ("add:1:money:-1", "3", 2),
        ("add:1:workers:4", "4", 8),
        ("flip:1:cities", "6", -6),
        ("flip:1:cities", "", None),
        ("set:1:step-disc:3", "", 3),
        ("set:1:step-disc:3", "3", None),
        ("add:9:money:1", "", None),
        ("add:1:nothing:1", "", None),
        ("add:1:money:x", "", None),
        ("dance", "", None),
        ("add:1:money:999", "999", 999),
    ],
)
def test_buttons_without_scripts(
    client: FlaskClient, sheets: Sheets, key: str, do: str, typed: str, stored: int | None
) -> None:
    category = do.split(":")[2] if do.count(":") > 1 else "money"
    if category not in CATEGORIES:
        category = "money"
    client.post(f"/en/score/{key}", data={f"p1-{category}": typed, f"was-p1-{category}": "", "do": do})
    assert points(sheets, key)[0].get(category) == stored


def test_dollars_go_up_and_down_and_not_below_zero(client: FlaskClient, sheets: Sheets, key: str) -> None:
    for steps, left in ((1, "1"), (1, "2"), (-1, "1"), (-1, "0"), (-1, "0")):
        seen = sheets.read(key).players[0].fields.get("things.money.dollars", "")
        data = {"p1-things.money.dollars": seen, "was-p1-things.money.dollars": seen}
        client.post(f"/en/score/{key}", data={**data, "do": f"add:1:things.money.dollars:{steps}"})
        assert sheets.read(key).players[0].fields["things.money.dollars"] == left


def told(page: Page) -> str:
    """What the tools tell."""
    return page.words(page.one("p", class_="tools-told"))


def test_undo_and_redo(client: FlaskClient, sheets: Sheets, key: str) -> None:
    address = f"/en/score/{key}"
    client.post(address, data={"p1-money": "7"})
    client.post(address, data={"p1-money": "8", "was-p1-money": "7"})
    assert told(Page(client.post(address, data={"do": "undo"}, headers=HTMX))) == "Undone: Anna, Money 7 → 8"
    assert points(sheets, key)[0] == {"money": 7}
    assert Page(client.get(address)).one("button", class_="redo").get("value") == "redo"
    assert told(Page(client.post(address, data={"do": "redo"}, headers=HTMX))) == "Redone: Anna, Money 7 → 8"
    assert points(sheets, key)[0] == {"money": 8}
    assert Page(client.get(address)).all("button", class_="redo") == []


def test_undo_is_of_this_device_alone(client: FlaskClient, another: FlaskClient, sheets: Sheets, key: str) -> None:
    address = f"/en/score/{key}"
    client.post(address, data={"p1-money": "7"})
    another.post(address, data={"p2-cattle": "5"})
    page = Page(another.post(address, data={"do": "undo"}, headers=HTMX))
    assert told(page) == "Undone: Ben, Cattle – → 5"
    assert told(Page(another.post(address, data={"do": "undo"}, headers=HTMX))).startswith(
        "There is no change from this"
    )
    assert points(sheets, key) == [{"money": 7}, {}]
    another.post(address, data={"p1-money": "9", "was-p1-money": "7"})
    another.post(f"{address}/claim", data={"seat": "2"})
    assert told(Page(client.post(address, data={"do": "undo"}, headers=HTMX))).startswith("Ben has changed this since.")
    assert points(sheets, key)[0] == {"money": 9}
    another.post(address, data={"do": "undo"})
    assert points(sheets, key)[0] == {"money": 7}, "typed before the phone was Ben's"


def test_impossible_values_are_pointed_out_and_kept(client: FlaskClient, sheets: Sheets, key: str) -> None:
    data = {"p1-workers": "7", "p1-stations": "50", "p2-hazards": "-1"}
    client.post(f"/en/score/{key}", data={**data, "p1-job-market-token": "2", "p2-job-market-token": "2"})
    page = Page(client.get(f"/en/score/{key}"))
    doubts = page.words(page.one("section", class_="doubts"))
    assert "Anna: 7 points for workers are not possible; the nearest are 4 and 8." in doubts
    assert "Anna: 50 points for stations are too many; the most possible is 44." in doubts
    assert "Ben: −1 point for hazards is too few; the least possible is 0." in doubts
    assert "Anna, Ben: 2 players count the job market token. There is one." in doubts
    assert len(page.all("div", class_="doubtful")) == 5
    assert points(sheets, key)[0]["workers"] == 7


# Money


def shown(page: Page, seat: int, category: str) -> str:
    """What stands in a cell besides the field."""
    return page.words(page.one("div", id=f"cell-p{seat}-{category}"))


def test_money_asks_for_dollars_and_shows_the_points_they_make(client: FlaskClient, key: str) -> None:
    client.post(f"/en/score/{key}", data={"p1-things.money.dollars": "40+7", "p2-things.money.dollars": "4"})
    page = Page(client.get(f"/en/score/{key}"))
    assert page.one("input", name="p1-things.money.dollars").get("value") == "47"
    assert page.one("input", name="p1-things.money.dollars").get("aria-label") == "Anna: Money, dollars"
    assert (shown(page, 1, "money"), shown(page, 2, "money")) == ("9 points", "0 points")
    assert [page.words(total) for total in page.all("span", class_="total")] == ["9", "0"]
    client.post(f"/en/score/{key}", data={"p1-things.money.dollars": "", "was-p1-things.money.dollars": "47"})
    page = Page(client.get(f"/en/score/{key}"))
    assert [page.words(total) for total in page.all("span", class_="total")] == ["–", "0"], "empty is not zero"
    assert "9점" in client.post(f"/ko/score/{key}", data={"p1-things.money.dollars": "49"}, headers=HTMX).text


def test_money_of_sheets_from_before_stays_points(client: FlaskClient, sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "money"): (None, "9")})
    page = Page(client.get(f"/en/score/{key}"))
    assert page.one("input", name="p1-money").get("value") == "9"
    assert page.one("input", name="p1-money").get("aria-label") == "Anna: Money, points"
    assert shown(page, 1, "money") == "points"
    assert page.words(page.all("span", class_="total")[0]) == "9"
    assert page.one("input", name="p2-things.money.dollars").get("value") == ""


def test_points_can_be_typed_in_place_of_dollars(client: FlaskClient, key: str) -> None:
    """Nobody's points change with it."""
    client.post(f"/en/score/{key}", data={"p1-things.money.dollars": "47"})
    switch = Page(client.get(f"/en/score/{key}")).one("button", class_="unit")
    assert switch.get("value") == "unit:money:number"
    response = client.post(f"/en/score/{key}", data={"do": switch.get("value", ""), "since": "1"}, headers=HTMX)
    assert all(part in response.text for part in ('id="unit-money"', 'id="cell-p1-money"', 'id="cell-p2-money"'))
    page = Page(client.get(f"/en/score/{key}"))
    assert (page.one("input", name="p1-money").get("value"), shown(page, 1, "money")) == ("9", "points")
    assert page.one("input", name="p2-money").get("value") == ""
    assert [page.words(total) for total in page.all("span", class_="total")] == ["9", "–"]
    client.post(f"/en/score/{key}", data={"p2-money": "3"})
    client.post(f"/en/score/{key}", data={"do": "unit:money:things"})
    page = Page(client.get(f"/en/score/{key}"))
    assert page.one("input", name="p1-things.money.dollars").get("value") == "47"
    assert page.one("input", name="p2-money").get("value") == "3", "which dollars made them nobody knows"
    assert [page.words(total) for total in page.all("span", class_="total")] == ["9", "3"]


@pytest.mark.parametrize(
    ("data", "category", "short"),
    [
        ({"p1-money": "999"}, "money", "please check"),
        ({"p1-things.money.dollars": "999"}, "money", "199 points please check"),
        ({"p1-money": "-7"}, "money", "points at least 0"),
        ({"p1-step-disc": "5"}, "step-disc", "at most 3"),
        ({"p1-workers": "-6"}, "workers", "at least 0"),
        ({"p1-workers": "7"}, "workers", "4 or 8"),
    ],
)
def test_an_impossible_value_decides_nothing_unremarked(
    client: FlaskClient, key: str, data: dict[str, str], category: str, short: str
) -> None:
    """It is marked at its field, at the total, beside the winner, before the end, and in every form of the result."""
    zero = {f"p{seat}-{other}": "0" for seat in (1, 2) for other in CATEGORIES if (seat, other) != (1, category)}
    client.post(f"/en/score/{key}", data={**zero, **data})
    page = Page(client.get(f"/en/score/{key}"))
    assert shown(page, 1, category).endswith(short)
    marked = [page.words(li) for li in page.all("li", class_="marked")]
    assert [words.split()[0] for words in marked] == ["Anna"]
    assert "something can't be right" in page.words(page.one("p", class_="winner"))
    told = f"Something can't be right: please check Anna ({name('en', 'category', category)})."
    for part in ("finish", "result"):
        page = Page(client.get(f"/en/score/{key}/{part}"))
        assert "Anna:" in page.words(page.one("section", aria_labelledby="doubts-title")), part
    assert told in client.get(f"/en/score/{key}/reveal?shown=11").text.replace("&#39;", "'")
    assert told in client.get(f"/en/score/{key}/result.txt").text
    assert "please check" in client.get(f"/en/score/{key}/result.svg").text


@pytest.mark.parametrize("typed", ["-7", "1000", "5x"])
def test_dollars_that_cannot_be(client: FlaskClient, sheets: Sheets, key: str, typed: str) -> None:
    response = client.post(f"/en/score/{key}", data={"p1-things.money.dollars": typed})
    assert response.status_code == 422
    page = Page(response)
    assert page.one("input", name="p1-things.money.dollars").get("value") == typed
    assert shown(page, 1, "money") == "0 to 999"
    assert [page.words(li).split()[0] for li in page.all("li", class_="marked")] == ["Anna"]
    assert "Type dollars from 0 to 999" in page.words(page.one("p", class_="bad"))
    assert points(sheets, key)[0] == {}


def test_warnings_speak_of_people_by_name(client: FlaskClient, sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "things.workers.cowboy"): (None, "7"), (1, "depth.workers"): (None, "things")})
    for address in (f"/en/score/{key}", f"/en/score/{key}/1/workers"):
        page = Page(client.get(address))
        doubts = page.words(page.one("section", class_="doubts"))
        assert ("Anna" in doubts, "lue" in doubts) == (True, False), doubts


def test_the_keypad_has_what_is_needed(client: FlaskClient, key: str) -> None:
    """Digits, and a key for the sign where points may be lost; digits and a plus, for sums, where they may not."""
    page = Page(client.get(f"/en/score/{key}"))
    modes = {str(field.get("name")): field.get("inputmode") for field in page.all("input", class_="points")}
    signs = {str(button.get("value")) for button in page.all("button", class_="flip")}
    signed = [(seat, category) for seat in (1, 2) for category in ("cities", "objectives")]
    assert {name for name, mode in modes.items() if mode == "numeric"} == {f"p{s}-{category}" for s, category in signed}
    assert signs == {f"flip:{seat}:{category}" for seat, category in signed}
    assert set(modes.values()) == {"numeric", "tel"}


def test_shared_victory(client: FlaskClient, sheets: Sheets, key: str) -> None:
    both = {(seat, category): (None, "0") for seat in (1, 2) for category in CATEGORIES}
    sheets.write(key, {**both, (1, "money"): (None, "5"), (2, "cattle"): (None, "5")})
    page = Page(client.get(f"/en/score/{key}"))
    assert page.words(page.one("p", class_="winner")) == "Anna and Ben share the victory with 5 points."
    sheets.write(key, {(1, "money"): ("5", "6")})
    page = Page(client.get(f"/ko/score/{key}"))
    assert page.words(page.one("p", class_="winner")) == "Anna 님이 6점으로 승리했습니다."


def test_one_player_alone(client: FlaskClient, sheets: Sheets) -> None:
    key = sheets.create([Name("Anna", "blue")], 2, []).edit_key
    assert key is not None
    sheets.write(key, {(1, category): (None, "0") for category in CATEGORIES})
    page = Page(client.get(f"/en/score/{key}"))
    assert page.words(page.one("p", class_="winner")) == "Anna scores 0."


def test_one_players_column(client: FlaskClient, key: str) -> None:
    page = Page(client.get(f"/en/score/{key}?player=2"))
    names = {str(field.get("name")) for field in page.all("input", class_="points")}
    assert all(name.startswith("p2-") for name in names)
    assert len(page.all("button", class_="step")) == 2 * 9
    assert len(page.all("button", class_="pick", name="do")) == 4
    assert len(page.all("button", class_="flip")) == 2


def test_the_view_link_shows_and_does_not_write(
    client: FlaskClient, sheets: Sheets, sheet: SheetState, key: str
) -> None:
    sheets.write(key, {(1, "cities"): (None, "-6")})
    page = Page(client.get(f"/en/score/{sheet.view_key}"))
    assert key not in page.text, "the view page must not tell the edit key"
    assert page.all("input", class_="points") == []
    assert page.words(page.all("span", class_="points")[2 * 2]) == "−6"
    assert client.post(f"/en/score/{sheet.view_key}", data={"p1-money": "7"}).status_code == 404
    assert client.get(f"/en/score/{sheet.view_key}/players").status_code == 404
    share = client.get(f"/en/score/{sheet.view_key}/share").text
    assert sheet.view_key in share
    assert key not in share


def test_sharing(client: FlaskClient, sheet: SheetState, key: str) -> None:
    page = Page(client.get(f"/en/score/{key}/share"))
    links = [field.get("value") for field in page.all("input", class_="link")]
    assert links == [f"http://localhost/en/score/{key}", f"http://localhost/en/score/{sheet.view_key}"]
    assert len(page.all("div", class_="qr")) == 2


def test_renaming(client: FlaskClient, sheets: Sheets, key: str) -> None:
    data = {"people-0-name": "Ann", "people-0-colour": "white", "people-1-name": "Ben", "people-1-colour": "red"}
    assert client.post(f"/en/score/{key}/players", data=data).status_code == 303
    assert [(player.name, player.colour) for player in sheets.read(key).players] == [("Ann", "white"), ("Ben", "red")]
    response = client.post(f"/en/score/{key}/players", data={**data, "people-1-name": ""})
    assert response.status_code == 422
    assert "Every player needs a name." in response.text


def joining(client: FlaskClient, key: str) -> dict[str, str]:
    """What the form for names and colours holds."""
    page = Page(client.get(f"/en/score/{key}/players"))
    texts = {str(field.get("name")): field.get("value") or "" for field in page.all("input")}
    chosen = {
        str(field.get("name")): str(field.get("value"))
        for field in page.all("input", type="radio")
        if field.get("checked") is not None
    }
    return texts | chosen


def test_players_join(client: FlaskClient, sheets: Sheets, key: str) -> None:
    form = joining(client, key)
    assert (form["seats"], form["people-2-name"], form["people-2-colour"]) == ("12", "", "yellow")
    data = {**form, "people-2-name": "Dora", "people-2-colour": "white", "people-3-colour": "yellow"}
    assert client.post(f"/en/score/{key}/players", data=data).status_code == 303
    assert [(player.seat, player.name) for player in sheets.read(key).players][2:] == [(4, "Dora")]
    assert client.post(f"/en/score/{key}", data={"p4-money": "7", "p3-money": "8"}).status_code == 303
    assert points_of(sheets.read(key).players[2]) == {"money": 7}
    page = Page(client.get(f"/en/score/{key}"))
    assert page.one("input", name="p4-money").get("value") == "7"
    assert "Dora, Player: – → Dora" in page.words(Page(client.get(f"/en/score/{key}/log")).one("ol", class_="steps"))
    # Somebody else opened the form before Dora joined.
    for joins, status in (("Emil", 303), ("Frida", 422)):
        response = client.post(f"/en/score/{key}/players", data={**form, "people-2-name": joins})
        assert response.status_code == status
    assert "took the last seat" in response.text
    assert [player.name for player in sheets.read(key).players][2:] == ["Emil", "Dora"]
    assert (
        client.post(
            f"/en/score/{key}/players", data={"seats": "12", "people-0-name": "A", "people-0-colour": "blue"}
        ).status_code
        == 422
    )


def test_return_makes_no_sheet_for_one(client: FlaskClient) -> None:
    data = {f"people-{place}-colour": colour for place, colour in enumerate(("blue", "red", "yellow", "white"))}
    alone = {**data, "people-0-name": "Anna"}
    assert client.post("/en/score/", data={**alone, "enter": "1"}).status_code == 422
    assert client.post("/en/score/", data=alone).status_code == 303
    assert client.post("/en/score/", data={**alone, "people-1-name": "Ben", "enter": "1"}).status_code == 303


def test_htmx_gets_what_changed(client: FlaskClient, sheets: Sheets, key: str) -> None:
    sheets.write(key, {(2, "hazards"): (None, "5")})
    response = client.post(f"/en/score/{key}", data={"p1-money": "7", "since": "0"}, headers=HTMX)
    page = Page(response)
    swapped = [element.get("id") for element in page.root.iter() if element.get("hx-swap-oob")]
    assert swapped == ["standings", "conflicts", "notes", "since", "cell-p1-money", "cell-p2-hazards"]
    assert page.one("input", name="since").get("value") == "2"


def test_changes_of_other_phones(client: FlaskClient, sheet: SheetState, key: str) -> None:
    assert client.get(f"/en/score/{key}/changes?since=0").status_code == 204
    assert client.post(f"/en/score/{key}", data={"p1-money": "7"}).status_code == 303
    for asked in (key, sheet.view_key):
        response = client.get(f"/en/score/{asked}/changes?since=0", headers=HTMX)
        assert response.status_code == 200
        assert 'id="cell-p1-money"' in response.text
    assert client.get(f"/en/score/{key}/changes?since=1").status_code == 204
    assert client.get(f"/en/score/{key}/changes?since=abc").status_code == 200


def test_sheets_do_not_get_about(client: FlaskClient, key: str) -> None:
    assert client.get(f"/en/score/{key}").headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "Disallow: /*/score/" in client.get("/robots.txt").text


def test_a_device_remembers_what_is_not_finished(client: FlaskClient, sheets: Sheets) -> None:
    keys = [str(sheets.create([Name("A", "blue")], 2, []).edit_key) for _ in range(22)]
    for key in keys:
        client.get(f"/en/score/{key}")
    client.post(f"/en/score/{keys[-2]}", data={"p1-buildings": "7"})
    client.post(f"/en/score/{keys[-2]}/finish")
    last = {keys[-1], *keys[-4:-2]}
    assert {key for key in keys if key in client.get("/en/score/").text} == last
    assert {key for key in keys[2:] if key in client.get("/en/score/history").text} == {*keys[2:]}


@pytest.mark.parametrize("turning", ["\u202e", "\u202a", "\u2066", "\u2069"])
def test_no_name_turns_what_stands_beside_it(client: FlaskClient, turning: str) -> None:
    names = {"people-0-name": f"An{turning}na", "people-0-colour": "blue"}
    page = client.post("/en/score/", data=names, follow_redirects=True)
    assert "Anna" in page.text
    assert turning not in page.text


def test_a_full_sheet_says_so(client: FlaskClient, sheets: Sheets, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sheets.write(key, {(1, "money"): (None, "3")})
    monkeypatch.setattr(changes, "MAX_CHANGES", 2)
    for below, form in (("", {"p1-money": "5", "was-p1-money": "3"}), ("/claim", {"seat": "1"})):
        answer = client.post(f"/en/score/{key}{below}", data=form)
        assert (answer.status_code, "takes no more changes" in answer.text) == (409, True)
    assert client.post(f"/en/score/{key}/finish").status_code == 303
    assert "3" in client.get(f"/en/score/{key}/result").text


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("token=12&row=1", "The next visit to Kansas City fills the job market"),
        ("token=12", "1 to 2 more visits to Kansas City fill the job market."),
        ("token=11&row=0", "Everybody has 1 more turn at least and 4 more deliveries at most."),
        ("token=2&row=0", "11 to 14 more visits to Kansas City fill the job market."),
        # What is no row of the token, or no number of workers, counts as not told.
        ("token=12&row=2", "1 to 2 more visits"),
        ("token=99", ""),
        ("token=x&row=-1", ""),
    ],
)
def test_the_clock_under_the_sheet(client: FlaskClient, sheets: Sheets, query: str, sentence: str) -> None:
    made = sheets.create([Name("Anna", "blue"), Name("Ben", "red")], 2, [])
    response = client.get(f"/en/score/{made.edit_key}?{query}")
    assert response.status_code == 200
    assert sentence in response.text
    assert ("more visit" in response.text or "next visit" in response.text) == bool(sentence)
