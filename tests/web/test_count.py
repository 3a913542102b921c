"""The pages that count a category from the things on the table."""

import json
from urllib.parse import quote

import pytest
from companion import engine
from companion.sheets import counting, pieces
from companion.storage.sheets import Sheets
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.web.html import Page
from tests.web.phones import CATEGORIES, HTMX, Phone, people


def press(phone: Phone, category: str, do: str, seat: int = 1, **more: str) -> int:
    return phone.send({"do": do, **more}, f"/{seat}/{category}", headers=HTMX).status_code


def worth(phone: Phone, category: str) -> str | None:
    """What a category comes to."""
    return phone.page(f"/1/{category}").texts("p.count-points b")[0]


def made(client: FlaskClient, sheets: Sheets, *variants: str) -> Phone:
    """A new sheet for one, with what may change what is scored."""
    response = client.post("/en/score/", data={**people("Anna red"), "variants": list(variants)})
    assert response.status_code == 303
    return Phone(client, sheets, response.location.rpartition("/")[2])


LAYERS = [(), *((layer,) for layer in engine.scoring_layers(2))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layers", LAYERS, ids=lambda layers: "-".join(layers) or "none")
def test_every_thing_of_a_category_has_its_button(
    client: FlaskClient, sheets: Sheets, layers: tuple[str, ...], language: str
) -> None:
    """So have those of a layer that only scores, with name and picture; nothing of such a one opens as a position."""
    phone = made(client, sheets, *layers)
    phone.sheets.write(phone.key, {(1, pieces.depth_field(category)): (None, "things") for category in CATEGORIES})
    fields = pieces.SheetPieces(2, layers).fields
    for category in CATEGORIES:
        field = fields[category][-1]
        press(phone, category, f"write|{field.name}||{next(iter(sorted(field.piece.words)), '1')}")
        values = phone.page(f"/1/{category}", language).texts("button@value")
        written = {str(value).rpartition("|")[0].rpartition("|")[0] for value in values}
        assert {f"write|{field.name}" for field in fields[category]} - written == set()
    assert ("Open as a position" in phone.get().text, phone.get("/position").status_code) == (
        (False, 404) if layers else (True, 303)
    )


def test_pieces_are_offered_until_somebody_says_otherwise(phone: Phone) -> None:
    """For every category and player, and nothing is counted by looking at it."""

    def offered(seat: int, category: str) -> bool:
        return phone.page(f"/{seat}/{category}").texts("button#depth-things@aria-pressed") == ["true"]

    for category, seat in (("stations", 1), ("cattle", 2), ("money", 1)):
        assert offered(seat, category), category
        assert phone.page(f"/{seat}/{category}").texts("p.count-points b") == ["–"]
    press(phone, "stations", "write|depth.stations||number")
    assert [offered(2, "hazards"), offered(1, "stations"), offered(2, "money")] == [False, False, True]
    press(phone, "hazards", "write|depth.hazards||things")
    assert offered(2, "cattle")


def test_sides_that_nobody_plays_stand_behind_a_tap(phone: Phone) -> None:
    """What somebody else has says which side of a building is in play. What is tapped here stays where it is."""

    def behind() -> list[str]:
        folded = phone.page("/1/buildings").all("details", class_="things-folded")
        return [str(one.get("data-field")) for part in folded for one in part.iter() if one.get("data-field")]

    assert behind() == []
    things = {(1, "things.buildings.4a"): (None, "1"), (2, "things.buildings.3b"): (None, "1")}
    phone.sheets.write(phone.key, things)
    assert behind() == ["things.buildings.3a"]
    phone.sheets.write(phone.key, {(1, "things.buildings.3a"): (None, "1")})
    assert behind() == [], "it is on the sheet"
    drawn = engine.read_draw("dIMgAAO77oBwP")
    sides = {**(drawn.position.game.sides or {}), 3: "b"}
    others = {f"things.buildings.{number}{'ab'[side == 'a']}" for number, side in sides.items()}
    for code, out in ((drawn.code, others - {"things.buildings.3a", "things.buildings.4a"}), ("d-nothing", set())):
        phone.client.set_cookie("table", quote(json.dumps({"setup": code})))
        assert set(behind()) == out, code


def test_cards_of_a_breed_show_their_own_points(phone: Phone) -> None:
    page = phone.page("/1/cattle")
    cards = [one for one in page.all("li") if str(one.get("data-field")).startswith("things.cattle.shorthorn")]
    shown = [
        page.words(picture)
        for card in cards
        for picture in card.iter("span")
        if "thing-picture" in picture.get("class", "")
    ]
    assert (len(cards), len(set(shown))) == (3, 3)
    assert not any("–" in text for text in shown)


def test_a_number_counts_until_a_piece_is_entered(phone: Phone) -> None:
    phone.send({"p1-stations": "12"})
    page = phone.page("/1/stations")
    assert "The number 12 counts until you enter a piece." in page.words(page.one("main"))
    assert page.texts("p.count-points b") == ["12"]


def test_the_first_worker_entered_is_the_second_of_its_row(phone: Phone) -> None:
    """One is printed on the player board, whether anybody has entered something or not."""
    more = phone.page("/1/workers").one("button", id="t-things.workers.cowboy-1")
    assert more.get("value") == "write|things.workers.cowboy||2"


def test_none_of_these_is_zero_points(phone: Phone) -> None:
    def pressed(points: str) -> str:
        """Press the button; whether it is pressed then."""
        (button,) = phone.page("/1/stations").texts("button#none@value")
        press(phone, "stations", str(button))
        assert worth(phone, "stations") == points
        return str(phone.page("/1/stations").texts("button#none@aria-pressed")[0])

    assert phone.page("/1/stations").texts("button#none@aria-pressed") == ["false"]
    assert pressed("0") == "true"
    assert pressed("–") == "false", "pressed again it is not known any more"
    press(phone, "stations", "write|things.stations.10||1")
    assert phone.page("/1/stations").one("button", id="none").get("disabled") is not None


def test_one_thing_is_answered_with_yes_or_no(phone: Phone) -> None:
    for category, answer in (("job-market-token", "No: 0 points"), ("stations", "None of these: 0 points")):
        assert phone.page(f"/1/{category}").texts("button#none") == [answer]


def test_what_is_pressed_counts_at_once_and_undo_takes_it_back(phone: Phone) -> None:
    assert press(phone, "stations", "write|things.stations.10||1") == 200
    assert phone.fields == [{"things.stations.10": "1", "depth.stations": "things"}, {}]
    assert worth(phone, "stations") == "9"
    assert phone.page("/2/stations").texts("p.count-points b") == ["–"]
    assert phone.page().texts("a.by-things") == ["9"]
    press(phone, "stations", "undo")
    assert phone.fields[0] == {}
    press(phone, "stations", "write|things.stations.10||1")
    assert press(phone, "stations", "write|things.stations.10|1|") == 200
    assert phone.fields[0] == {"depth.stations": "things"}


def test_switching_back_and_forth_loses_nothing(phone: Phone) -> None:
    press(phone, "hazards", "save", number="3+6")
    press(phone, "hazards", "write|things.hazards.flood-green-4||1")
    assert "The pieces come to 4, the number entered is 9." in phone.get("/1/hazards").text
    press(phone, "hazards", "write|depth.hazards|things|number")
    assert phone.page("/1/hazards").texts("input[name=number]@value") == ["3+6"]
    assert worth(phone, "hazards") == "9"
    press(phone, "hazards", "write|depth.hazards|number|things")
    assert worth(phone, "hazards") == "4"
    assert phone.fields[0]["hazards"] == "3+6"


def test_a_number_is_kept_when_the_depth_is_switched_with_it(phone: Phone) -> None:
    press(phone, "cattle", "write|depth.cattle||things", number="12")
    assert phone.fields[0] == {"cattle": "12", "depth.cattle": "things"}


@pytest.mark.parametrize(("typed", "button", "status", "kept"), [
    ("40", "7|8", 200, "41"),
    ("40", "7|2", 200, "35"),
    ("3", "7|2", 200, "0"),
    ("forty", "7|8", 422, "7"),
    ("40", "many|1", 422, "7"),
])  # fmt: skip
def test_a_step_goes_on_from_what_was_typed_and_not_left(
    phone: Phone, typed: str, button: str, status: int, kept: str
) -> None:
    field = "things.money.dollars"
    phone.sheets.write(phone.key, {(1, field): (None, "7")})
    assert press(phone, "money", f"write|{field}|{button}", **{field: typed, f"was-{field}": "7"}) == status
    assert phone.fields[0][field] == kept


def test_what_is_no_number_stays_in_its_field(phone: Phone) -> None:
    response = phone.send({"number": "many"}, "/1/cattle")
    assert response.status_code == 422
    assert 'value="many"' in response.text
    assert phone.fields[0] == {}


def test_dollars_can_be_typed(phone: Phone) -> None:
    dollars = "things.money.dollars"
    assert press(phone, "money", "save", **{dollars: "20+3"}) == 200
    assert phone.fields[0] == {dollars: "23", "depth.money": "things"}
    assert press(phone, "money", "save", **{dollars: "-1", f"was-{dollars}": "23"}) == 422


def test_a_station_master_asks_for_what_is_known_by_number_only(phone: Phone) -> None:
    told = {"hazards": "12", "things.station-masters.sm-4": "1", "depth.station-masters": "things"}
    phone.sheets.write(phone.key, {(1, field): (None, text) for field, text in told.items()})
    assert "How many hazard tiles?" in phone.get("/1/station-masters").text
    press(phone, "station-masters", "write|things.counts.hazard||5")
    assert worth(phone, "station-masters") == "6"


def test_two_phones_that_disagree_choose(phone: Phone) -> None:
    press(phone, "workers", "write|things.workers.cowboy||4")
    press(phone, "workers", "write|things.workers.cowboy||6")
    assert "Which one counts?" in phone.get("/1/workers").text
    press(phone, "workers", "choose|things.workers.cowboy|6")
    assert "Which one counts?" not in phone.get("/1/workers").text
    assert phone.fields[0]["things.workers.cowboy"] == "6"


@every(
    "do",
    [
        "write|things.stations.11||1", "write|things.stations.1||2", "write|name||x", "write|stations||3",
        "write|depth.stations||deep", "write|things.stations.1||" + "9" * 1000, "write|../x||1",
    ],
)  # fmt: skip
def test_fields_that_there_are_not(phone: Phone, do: str) -> None:
    assert press(phone, "stations", do) == 400
    assert phone.fields[0] == {}


def test_addresses_that_there_are_not(phone: Phone) -> None:
    for below in ("/3/stations", "/0/stations", "/1/atlantis", "/1/outlaws"):
        assert phone.get(below).status_code == 404
    assert phone.client.get("/en/score/nokey/1/stations").status_code == 404


def test_who_may_only_look_sees_things_without_buttons(phone: Phone, looking: Phone) -> None:
    press(phone, "stations", "write|things.stations.10||1")
    assert looking.page("/1/stations").texts("button[name=do]") == []
    assert press(looking, "stations", "write|things.stations.1||1") == 404


def test_nothing_is_sent_again_when_nothing_changed(phone: Phone) -> None:
    def asked(since: int) -> int:
        return phone.get(f"/1/stations?since={since}", headers=HTMX).status_code

    assert asked(phone.sheets.read(phone.key).revision) == 204
    assert asked(0) in (200, 204)
    press(phone, "stations", "write|things.stations.10||1", seat=2)
    assert asked(0) == 200


def test_a_sheet_opens_as_a_position(phone: Phone) -> None:
    press(phone, "cities", "write|things.cities.chicago||1")
    response = phone.get("/position")
    assert response.status_code == 303
    assert engine.decode(response.location.rpartition("/")[2]).players["blue"].deliveries == {"chicago": 1}


def test_a_position_becomes_a_sheet(client: FlaskClient, sheets: Sheets) -> None:
    told = {"players": {"red": {"seat": 2, "stations": [10]}, "white": {"seat": 1, "dollars": 11, "deliveries": {}}}}
    code = engine.encode(engine.read_position(json.dumps(told)))
    assert f"/en/score/from/{code}" in client.get(f"/en/position/{code}").text
    page = Page(client.get(f"/en/score/from/{code}"))
    names = {str(field.get("name")): field.get("value") for field in page.all("input", type="text")}
    colours = {"people-0-colour": "white", "people-1-colour": "red"}
    response = client.post(f"/en/score/from/{code}", data={**names, **colours})
    assert response.status_code == 303
    state = sheets.read(response.location.rpartition("/")[2])
    assert [player.colour for player in state.players] == ["white", "red"]
    points = {cell: count.points for cell, count in counting.counts(state).items() if count.points is not None}
    assert points == {(1, "money"): 2, (1, "cities"): 0, (2, "stations"): 9}


@every(
    ("table", "ticked"),
    [
        ({}, set()),
        ({"edition": 2, "variants": ["simmental"]}, {"simmental"}),
        ({"edition": 1}, {"first-edition"}),
        ({"edition": 2, "layers": ["rails-to-the-north", "solo"]}, {"rails-to-the-north"}),
    ],
)
def test_a_new_sheet_is_for_what_was_set_under_table(
    client: FlaskClient, table: dict[str, object], ticked: set[str]
) -> None:
    client.set_cookie("table", quote(json.dumps(table)))
    assert {*Page(client.get("/en/score/")).texts("input[type=checkbox][checked]@value")} == ticked


def test_layers_that_cannot_be_taken_together(client: FlaskClient) -> None:
    form = {**people("Anna red"), "variants": ["simmental", "first-edition"]}
    response = client.post("/en/score/", data=form)
    assert response.status_code == 422
    assert "cannot be scored together" in response.text


def test_unsure_points_are_marked(client: FlaskClient, sheets: Sheets) -> None:
    phone = made(client, sheets, "rails-to-the-north")
    for thing, count in (("cities.green-bay", 1), ("cities.san-francisco", 1), ("counts.bell", 2)):
        press(phone, "cities", f"write|things.{thing}||{count}")
    # San Francisco is low, Green Bay medium: each is marked, and each mark is explained once.
    assert len(phone.page("/1/cities").texts("span.unsure-badge")) == 2 + 2
    plain = made(client, sheets)
    press(plain, "cities", "write|things.cities.philadelphia||1")
    assert plain.page("/1/cities").texts("span.unsure-badge") == []


def test_an_automa_plays(phone: Phone) -> None:
    assert phone.send({"plays": "2|garth"}, "/automa").status_code == 303
    assert phone.fields[1] == {"player.automa": "garth"}
    assert "No points for automas." in phone.get("/2/money").text
    assert "Who plays" in phone.get("/log").text
    for plays in ("3|garth", "2|nobody", "x", "2"):
        assert phone.send({"plays": plays}, "/automa").status_code in (303, 400)
    assert phone.fields[1] == {}


def test_the_history_tells_things_by_name(phone: Phone) -> None:
    press(phone, "objectives", "write|things.objectives.obj-3||deck")
    page = phone.page("/log", "ko")
    told = page.words(page.one("main"))
    assert [word in told for word in ("구성물 세기", "덱", "things")] == [True, True, False]


def test_a_game_that_begins_has_an_empty_sheet(client: FlaskClient, sheets: Sheets) -> None:
    """Before the first move nothing of a set-up counts in the end, and what is forgotten then is told."""
    code = engine.encode(engine.DrawnSetUp(("blue", "red"), seed=7).position)
    made = client.post(f"/en/score/from/{code}", data=people("Anna blue", "Ben red")).location
    assert [player.fields for player in sheets.read(made.rpartition("/")[2]).players] == [{}, {}]


def test_a_slip_in_the_dollars_leaves_dollars_asked_for(phone: Phone) -> None:
    answer = phone.send({"things.money.dollars": "4o"}, "/1/money", headers=HTMX)
    assert (answer.status_code, Page(answer).texts("button#depth-things@aria-pressed")) == (422, ["true"])
    field = Page(answer).one("input", name="things.money.dollars")
    assert (field.get("value"), field.get("aria-invalid")) == ("4o", "true")
