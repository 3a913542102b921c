"""The pages that count a category from the things on the table."""

import json
from urllib.parse import quote

import pytest
from companion import engine
from companion.sheets import counting, pieces
from companion.sheets.states import SheetState
from companion.storage.sheets import Sheets
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES
from tests.web.html import Page

HTMX = {"HX-Request": "true"}
CATEGORIES = list(engine.load_catalog().scoring.categories)


def press(client: FlaskClient, key: str, category: str, do: str, seat: int = 1, **more: str) -> int:
    return client.post(f"/en/score/{key}/{seat}/{category}", data={"do": do, **more}, headers=HTMX).status_code


def fields(sheets: Sheets, key: str, seat: int = 1) -> dict[str, str]:
    return dict(sheets.read(key).players[seat - 1].fields)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("category", CATEGORIES)
def test_every_thing_of_a_category_has_its_button(
    client: FlaskClient, sheets: Sheets, key: str, language: str, category: str
) -> None:
    sheets.write(key, {(1, pieces.depth_field(category)): (None, "things")})
    page = Page(client.get(f"/{language}/score/{key}/1/{category}"))
    values = [str(button.get("value")) for button in page.all("button")]
    for field in pieces.SheetPieces(2, ()).fields[category]:
        assert any(value.startswith(f"write|{field.name}|") for value in values), field.name


def test_pieces_are_offered_until_somebody_says_otherwise(client: FlaskClient, key: str) -> None:
    """For every category and player, and nothing is counted by looking at it."""
    for category, seat in (("stations", 1), ("cattle", 2), ("money", 1)):
        page = Page(client.get(f"/en/score/{key}/{seat}/{category}"))
        assert page.one("button", id="depth-things").get("aria-pressed") == "true", category
        assert page.one("p", class_="count-points").find("b").text == "–"
    press(client, key, "stations", "write|depth.stations||number")
    for category, pressed in (("hazards", "false"), ("stations", "false"), ("money", "true")):
        page = Page(client.get(f"/en/score/{key}/2/{category}"))
        shown = Page(client.get(f"/en/score/{key}/1/{category}")) if category == "stations" else page
        assert shown.one("button", id="depth-things").get("aria-pressed") == pressed, category
    press(client, key, "hazards", "write|depth.hazards||things")
    page = Page(client.get(f"/en/score/{key}/2/cattle"))
    assert page.one("button", id="depth-things").get("aria-pressed") == "true"


def test_sides_that_nobody_plays_stand_behind_a_tap(client: FlaskClient, sheets: Sheets, key: str) -> None:
    """What somebody else has says which side of a building is in play. What is tapped here stays where it is."""

    def behind() -> list[str]:
        page = Page(client.get(f"/en/score/{key}/1/buildings"))
        folded = page.all("details", class_="things-folded")
        return [str(one.get("data-field")) for part in folded for one in part.iter() if one.get("data-field")]

    assert behind() == []
    sheets.write(key, {(1, "things.buildings.4a"): (None, "1"), (2, "things.buildings.3b"): (None, "1")})
    assert behind() == ["things.buildings.3a"]
    sheets.write(key, {(1, "things.buildings.3a"): (None, "1")})
    assert behind() == [], "it is on the sheet"
    drawn = engine.read_draw("dIMgAAO77oBwP")
    sides = {**(drawn.position.game.sides or {}), 3: "b"}
    others = {f"things.buildings.{number}{'ab'[side == 'a']}" for number, side in sides.items()}
    for code, out in ((drawn.code, others - {"things.buildings.3a", "things.buildings.4a"}), ("d-nothing", set())):
        client.set_cookie("table", quote(json.dumps({"setup": code})))
        assert set(behind()) == out, code


def test_cards_of_a_breed_show_their_own_points(client: FlaskClient, key: str) -> None:
    page = Page(client.get(f"/en/score/{key}/1/cattle"))
    shown = {
        str(one.get("data-field")): page.words(one.find(".//span[@class='thing-picture']"))
        for one in page.all("li") if str(one.get("data-field")).startswith("things.cattle.shorthorn")
    }  # fmt: skip
    assert len(shown) == 3
    assert len(set(shown.values())) == 3
    assert not any("–" in text for text in shown.values())


def test_a_number_counts_until_a_piece_is_entered(client: FlaskClient, sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "stations"): (None, "12")})
    page = Page(client.get(f"/en/score/{key}/1/stations"))
    assert "The number 12 counts until you enter a piece." in page.words(page.one("main"))
    assert page.one("p", class_="count-points").find("b").text == "12"


def test_the_first_worker_entered_is_the_second_of_its_row(client: FlaskClient, key: str) -> None:
    """One is printed on the player board, whether anybody has entered something or not."""
    page = Page(client.get(f"/en/score/{key}/1/workers"))
    more = page.one("button", id="t-things.workers.cowboy-1")
    assert more.get("value") == "write|things.workers.cowboy||2"


def test_none_of_these_is_zero_points(client: FlaskClient, key: str) -> None:
    page = Page(client.get(f"/en/score/{key}/1/stations"))
    assert page.one("button", id="none").get("aria-pressed") == "false"
    press(client, key, "stations", str(page.one("button", id="none").get("value")))
    page = Page(client.get(f"/en/score/{key}/1/stations"))
    assert page.one("p", class_="count-points").find("b").text == "0"
    none = page.one("button", id="none")
    assert none.get("aria-pressed") == "true"
    press(client, key, "stations", str(none.get("value")))
    page = Page(client.get(f"/en/score/{key}/1/stations"))
    assert page.one("p", class_="count-points").find("b").text == "–", "pressed again it is not known any more"
    press(client, key, "stations", "write|things.stations.10||1")
    page = Page(client.get(f"/en/score/{key}/1/stations"))
    assert page.one("button", id="none").get("disabled") is not None


def test_one_thing_is_answered_with_yes_or_no(client: FlaskClient, key: str) -> None:
    for category, answer in (("job-market-token", "No: 0 points"), ("stations", "None of these: 0 points")):
        page = Page(client.get(f"/en/score/{key}/1/{category}"))
        assert page.words(page.one("button", id="none")) == answer


def test_what_is_pressed_counts_at_once(client: FlaskClient, sheets: Sheets, key: str) -> None:
    assert press(client, key, "stations", "write|things.stations.10||1") == 200
    assert fields(sheets, key) == {"things.stations.10": "1", "depth.stations": "things"}
    page = client.get(f"/en/score/{key}/1/stations").text
    assert "<b>9</b>" in page
    assert "<b>9</b>" not in client.get(f"/en/score/{key}/2/stations").text
    pad = Page(client.get(f"/en/score/{key}"))
    assert pad.words(pad.one("a", class_="by-things")) == "9"
    assert press(client, key, "stations", "write|things.stations.10|1|") == 200
    assert fields(sheets, key) == {"depth.stations": "things"}


def test_switching_back_and_forth_loses_nothing(client: FlaskClient, sheets: Sheets, key: str) -> None:
    press(client, key, "hazards", "save", number="3+6", **{"was-number": ""})
    press(client, key, "hazards", "write|things.hazards.flood-green-4||1")
    assert "The pieces come to 4, the number entered is 9." in client.get(f"/en/score/{key}/1/hazards").text
    press(client, key, "hazards", "write|depth.hazards|things|number")
    page = client.get(f"/en/score/{key}/1/hazards").text
    assert 'value="3+6"' in page
    assert "<b>9</b>" in page
    press(client, key, "hazards", "write|depth.hazards|number|things")
    assert "<b>4</b>" in client.get(f"/en/score/{key}/1/hazards").text
    assert fields(sheets, key)["hazards"] == "3+6"


def test_a_number_is_kept_when_the_depth_is_switched_with_it(client: FlaskClient, sheets: Sheets, key: str) -> None:
    press(client, key, "cattle", "write|depth.cattle||things", number="12", **{"was-number": ""})
    assert fields(sheets, key) == {"cattle": "12", "depth.cattle": "things"}


def test_what_is_no_number_stays_in_its_field(client: FlaskClient, sheets: Sheets, key: str) -> None:
    response = client.post(f"/en/score/{key}/1/cattle", data={"number": "many", "was-number": ""})
    assert response.status_code == 422
    assert 'value="many"' in response.text
    assert fields(sheets, key) == {}


def test_dollars_can_be_typed(client: FlaskClient, sheets: Sheets, key: str) -> None:
    assert (
        press(client, key, "money", "save", **{"things.money.dollars": "20+3", "was-things.money.dollars": ""}) == 200
    )
    assert fields(sheets, key) == {"things.money.dollars": "23", "depth.money": "things"}
    assert (
        press(client, key, "money", "save", **{"things.money.dollars": "-1", "was-things.money.dollars": "23"}) == 422
    )


def test_a_station_master_asks_for_what_is_known_by_number_only(client: FlaskClient, sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "hazards"): (None, "12"), (1, "things.station-masters.sm-4"): (None, "1"),
                       (1, "depth.station-masters"): (None, "things")})  # fmt: skip
    page = client.get(f"/en/score/{key}/1/station-masters").text
    assert "How many hazard tiles?" in page
    press(client, key, "station-masters", "write|things.counts.hazard||5")
    assert "<b>6</b>" in client.get(f"/en/score/{key}/1/station-masters").text


def test_two_phones_that_disagree_choose(client: FlaskClient, sheets: Sheets, key: str) -> None:
    press(client, key, "workers", "write|things.workers.cowboy||4")
    press(client, key, "workers", "write|things.workers.cowboy||6")
    assert "Which one counts?" in client.get(f"/en/score/{key}/1/workers").text
    press(client, key, "workers", "choose|things.workers.cowboy|6")
    assert "Which one counts?" not in client.get(f"/en/score/{key}/1/workers").text
    assert fields(sheets, key)["things.workers.cowboy"] == "6"


def test_undo_takes_back_the_last_press(client: FlaskClient, sheets: Sheets, key: str) -> None:
    press(client, key, "stations", "write|things.stations.10||1")
    press(client, key, "stations", "undo")
    assert fields(sheets, key) == {}


@pytest.mark.parametrize(
    "do",
    [
        "write|things.stations.11||1", "write|things.stations.1||2", "write|name||x", "write|stations||3",
        "write|depth.stations||deep", "write|things.stations.1||" + "9" * 1000, "write|../x||1",
    ],
)  # fmt: skip
def test_fields_that_there_are_not(client: FlaskClient, sheets: Sheets, key: str, do: str) -> None:
    assert press(client, key, "stations", do) == 400
    assert fields(sheets, key) == {}


def test_addresses_that_there_are_not(client: FlaskClient, key: str) -> None:
    for path in ("3/stations", "0/stations", "1/atlantis", "1/outlaws"):
        assert client.get(f"/en/score/{key}/{path}").status_code == 404
    assert client.get("/en/score/nokey/1/stations").status_code == 404


def test_who_may_only_look_sees_things_without_buttons(client: FlaskClient, sheets: Sheets, sheet: SheetState) -> None:
    sheets.write(str(sheet.edit_key), {(1, "depth.stations"): (None, "things"), (1, "things.stations.10"): (None, "1")})
    page = Page(client.get(f"/en/score/{sheet.view_key}/1/stations"))
    assert not [button for button in page.all("button") if button.get("name") == "do"]
    assert press(client, sheet.view_key, "stations", "write|things.stations.1||1") == 404


def test_nothing_is_sent_again_when_nothing_changed(client: FlaskClient, sheets: Sheets, key: str) -> None:
    address = f"/en/score/{key}/1/stations?since="
    assert client.get(address + str(sheets.read(key).revision), headers=HTMX).status_code == 204
    assert client.get(address + "0", headers=HTMX).status_code in (200, 204)
    press(client, key, "stations", "write|things.stations.10||1", seat=2)
    assert client.get(address + "0", headers=HTMX).status_code == 200


def test_a_sheet_opens_as_a_position(client: FlaskClient, key: str) -> None:
    press(client, key, "cities", "write|things.cities.chicago||1")
    response = client.get(f"/en/score/{key}/position")
    assert response.status_code == 303
    assert engine.decode(response.location.rpartition("/")[2]).players["blue"].deliveries == {"chicago": 1}


def test_a_position_becomes_a_sheet(client: FlaskClient, sheets: Sheets) -> None:
    told = {"players": {"red": {"seat": 2, "stations": [10]}, "white": {"seat": 1, "dollars": 11, "deliveries": {}}}}
    code = engine.encode(engine.read_position(json.dumps(told)))
    assert f"/en/score/from/{code}" in client.get(f"/en/position/{code}").text
    page = Page(client.get(f"/en/score/from/{code}"))
    names = {
        str(field.get("name")): str(field.get("value")) for field in page.all("input") if field.get("type") == "text"
    }
    response = client.post(f"/en/score/from/{code}", data={
        **names, "people-0-colour": "white", "people-1-colour": "red",
    })  # fmt: skip
    assert response.status_code == 303
    state = sheets.read(response.location.rpartition("/")[2])
    assert [player.colour for player in state.players] == ["white", "red"]
    points = {cell: count.points for cell, count in counting.counts(state).items() if count.points is not None}
    assert points == {(1, "money"): 2, (1, "cities"): 0, (2, "stations"): 9}


def make(client: FlaskClient, *variants: str) -> tuple[int, str]:
    data = {"people-0-name": "Anna", "people-0-colour": "red", "variants": list(variants)}
    response = client.post("/en/score/", data=data)
    return response.status_code, response.location or response.text


@pytest.mark.parametrize("layer", engine.scoring_layers(2))
def test_a_layer_that_only_scores(client: FlaskClient, sheets: Sheets, layer: str) -> None:
    """Every thing of it has a name, a picture and a button in every category; nothing opens as a position."""
    status, address = make(client, layer)
    assert status == 303
    key = address.rpartition("/")[2]
    sheets.write(key, {(1, pieces.depth_field(category)): (None, "things") for category in CATEGORIES})
    every = pieces.SheetPieces(2, (layer,)).fields
    for category in CATEGORIES:
        field = every[category][-1]
        press(client, key, category, f"write|{field.name}||{next(iter(sorted(field.piece.words)), '1')}")
        for language in LANGUAGES:
            page = Page(client.get(f"/{language}/score/{key}/1/{category}"))
            values = [str(button.get("value")) for button in page.all("button")]
            for field in every[category]:
                assert any(value.startswith(f"write|{field.name}|") for value in values), field.name
    assert "Open as a position" not in client.get(address).text
    assert client.get(f"{address}/position").status_code == 404


@pytest.mark.parametrize(
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
    boxes = Page(client.get("/en/score/")).all("input", type="checkbox")
    assert {box.get("value") for box in boxes if box.get("checked") is not None} == ticked


def test_layers_that_cannot_be_taken_together(client: FlaskClient) -> None:
    status, text = make(client, "simmental", "first-edition")
    assert status == 422
    assert "cannot be scored together" in text


def test_unsure_points_are_marked(client: FlaskClient) -> None:
    _, address = make(client, "rails-to-the-north")
    key = address.rpartition("/")[2]
    press(client, key, "cities", "write|things.cities.green-bay||1")
    press(client, key, "cities", "write|things.cities.san-francisco||1")
    press(client, key, "cities", "write|things.counts.bell||2")
    page = Page(client.get(f"{address}/1/cities"))
    # San Francisco is low, Green Bay medium: each is marked, and each mark is explained once.
    assert len(page.all("span", class_="badge unsure-badge")) == 2 + 2
    _, plain = make(client)
    press(client, plain.rpartition("/")[2], "cities", "write|things.cities.philadelphia||1")
    assert Page(client.get(f"{plain}/1/cities")).all("span", class_="badge unsure-badge") == []


def test_an_automa_plays(client: FlaskClient, sheets: Sheets, key: str) -> None:
    assert client.post(f"/en/score/{key}/automa", data={"plays": "2|garth"}).status_code == 303
    assert fields(sheets, key, seat=2) == {"player.automa": "garth"}
    assert "No points for automas." in client.get(f"/en/score/{key}/2/money").text
    assert "Who plays" in client.get(f"/en/score/{key}/log").text
    for plays in ("3|garth", "2|nobody", "x", "2"):
        assert client.post(f"/en/score/{key}/automa", data={"plays": plays}).status_code in (303, 400)
    assert fields(sheets, key, seat=2) == {}


def test_the_history_tells_things_by_name(client: FlaskClient, key: str) -> None:
    press(client, key, "objectives", "write|things.objectives.obj-3||deck")
    page = Page(client.get(f"/ko/score/{key}/log"))
    told = page.words(page.one("main"))
    assert "구성물 세기" in told
    assert "덱" in told
    assert "things" not in told
