"""The end of a game: finishing, the result in all its forms, opening again, deleting."""

import json
from datetime import UTC, datetime
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from companion import i18n
from companion.engine import scoring_layers
from companion.sheets.games import GamePlayer, SheetGame
from companion.sheets.states import Name, SheetState
from companion.storage.sheets import Sheets
from companion.web.score.transfer import from_csv, to_bgstats
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import every
from tests.storage import points_of
from tests.web.html import Page
from tests.web.phones import CATEGORIES, Phone, people

SVG = "{http://www.w3.org/2000/svg}"
POINTS = {1: [7, 4, -6, 9, 8, 20, -3, 3, 4, 3, 0], 2: [3, 8, 12, 5, 6, 12, 9, 0, 8, 0, 2]}


def filled(
    sheets: Sheets, points: dict[int, list[int]] = POINTS, names: tuple[str, ...] = ("Anna", "Ben")
) -> SheetState:
    colours = ("blue", "red", "yellow", "white")
    made = sheets.create([Name(name, colour) for name, colour in zip(names, colours, strict=False)], 2, [])
    cells = {
        (seat, category): (None, str(value))
        for seat, values in points.items()
        for category, value in zip(CATEGORIES, values, strict=False)
    }
    sheets.write(str(made.edit_key), cells)
    return sheets.read(str(made.edit_key))


@pytest.fixture
def sheet(sheets: Sheets) -> SheetState:
    return filled(sheets)


@pytest.fixture
def finished(phone: Phone) -> Phone:
    """Whoever finished the sheet."""
    assert phone.send({}, "/finish").status_code == 303
    return phone


def test_finishing_says_what_is_missing_and_what_looks_wrong(client: FlaskClient, sheets: Sheets) -> None:
    phone = Phone(client, sheets, filled(sheets, {1: [7, 4], 2: [*POINTS[2][:8], 7]}).edit_key)
    page = phone.page("/finish")
    first, second = page.all("ul", class_="gaps")[0].findall("li")
    assert page.words(first).startswith("Anna Cities Stations")
    assert page.words(second) == "Ben Step disc Job market token"
    column = phone.at("?player=2&finish=1")
    ways = [link.get("href") for link in second.iter("a")]
    assert ways == [f"{column}#cell-p2-step-disc", f"{column}#cell-p2-job-market-token"]
    assert "7 points for workers are not possible" in page.text
    doubts = page.one("section", class_="notice warn doubts")
    (correct,) = [str(link.get("href")) for link in doubts.iter("a") if page.words(link) == "Workers"]
    assert correct == f"{column}#cell-p2-workers"
    assert phone.at("/finish") in Page(client.get(correct)).texts("a@href")
    assert phone.send({"then": "reveal"}, "/finish").location == phone.at("/reveal")
    result = phone.page("/result")
    assert "Anna: Cities" in result.words(result.one("section", aria_labelledby="missing-title"))


def test_a_conflict_is_settled_before_the_end(phone: Phone) -> None:
    phone.sheets.write(phone.key, {(1, "cattle"): (None, "6")}, "Ben")
    page = phone.page("/finish")
    assert "Anna, Cattle: which one counts? 20 6 Ben" in page.words(page.one("div", id="conflicts"))
    assert page.texts("button[name=then]") == []
    assert phone.send({"then": "result"}, "/finish").status_code == 422
    assert phone.sheets.finished_at(phone.key) is None
    assert phone.send({"do": "choose:1:cattle:6"}, "/finish").location == phone.at("/finish")
    assert phone.send({}, "/finish").status_code == 303
    assert phone.points[0]["cattle"] == 6


def test_an_empty_sheet_cannot_be_finished_and_a_full_one_has_nothing_missing(phone: Phone) -> None:
    assert "Every field is filled in." in phone.get("/finish").text
    empty = Phone(phone.client, phone.sheets, phone.sheets.create([Name("Anna", "blue")], 2, []).edit_key)
    assert "nothing to finish" in empty.get("/finish").text
    assert empty.send({}, "/finish").status_code == 422
    assert empty.sheets.finished_at(empty.key) is None
    assert "Nobody has points yet" in empty.get("/result").text


def test_a_finished_sheet_leads_to_its_result(finished: Phone, looking: Phone) -> None:
    at = finished.sheets.finished_at(finished.key)
    assert at is not None
    assert abs((datetime.now(UTC) - at).total_seconds()) < 60
    for phone in (finished, looking):
        assert phone.get().location == phone.at("/result")
        assert phone.news(0, language="ko").headers["HX-Redirect"] == phone.at("/reveal", "ko")
    for again in (finished.get("/finish"), finished.send({}, "/finish")):
        assert again.location == finished.at("/result")
    typed = {"p1-money": "9", "was-p1-money": "7"}
    assert finished.asks(typed).headers["HX-Redirect"] == finished.at("/reveal")
    assert finished.send(typed).status_code == 303
    assert finished.send(people("X blue", "Y red"), "/players").status_code == 303
    assert (finished.points[0]["money"], finished.sheets.read(finished.key).players[0].name) == (7, "Anna")
    # Opened again it can be changed.
    assert finished.send({}, "/reopen").location == finished.at()
    finished.send(typed)
    assert finished.points[0]["money"] == 9


def test_what_goes_round_the_door_is_refused_by_the_storage(finished: Phone) -> None:
    """The log of changes has a way to write, too. It is not offered on a finished sheet."""
    page = finished.page("/log")
    assert page.texts("li.step")
    assert page.texts("button[name=step]") + page.texts("button[name=to]") == []
    assert finished.at("/result") in page.texts("a@href")
    assert finished.send({"to": "0"}, "/log").location == finished.at("/reveal")
    assert finished.get("/result").status_code == 200


def test_what_came_too_late_is_looked_for_where_it_can_be(finished: Phone, looking: Phone) -> None:
    """By whoever may write, once the sheet is finished: before, it is simply sent."""
    for page in ("/result", "/reveal"):
        assert finished.page(page).texts("form#too-late@data-sheet") == [finished.key]
        assert looking.page(page).texts("form#too-late") == []
    finished.send({}, "/reopen")
    assert finished.page("/result").texts("form#too-late") == []


def test_the_link_for_looking_ends_nothing(phone: Phone, looking: Phone) -> None:
    for part in ("/finish", "/reopen", "/delete", "/about"):
        assert looking.send({}, part).status_code == 404
    text = looking.get("/result").text
    assert (phone.key in text, "delete" in text) == (False, False)


def test_the_result(finished: Phone) -> None:
    page = finished.page("/result")
    assert page.texts("h1") == ["Ben wins with 65 points."]
    assert page.texts("ol.ranking li") == ["1. Ben 65", "2. Anna 49"]
    rows = page.one("table", class_="numbers").findall("./tbody/tr")
    assert [page.words(rows[2].findall("td")[place]) for place in (0, 1)] == ["12", "−6"]
    drawn = sum(bool(value) for values in POINTS.values() for value in values)
    assert len(page.all(f"{SVG}rect", class_="segment")) == drawn + 11


@pytest.mark.parametrize("layer", scoring_layers(2))
def test_a_layer_that_only_scores_has_its_name_there(client: FlaskClient, sheets: Sheets, layer: str) -> None:
    phone = Phone(client, sheets, sheets.create([Name("Anna", "blue")], 2, [layer]).edit_key)
    phone.send({"p1-stations": "7"})
    assert phone.send({}, "/finish").status_code == 303
    for page in ("/result.txt", "/reveal"):
        assert phone.get(page).status_code == 200
    told = phone.get("/result").text
    assert (i18n.name("en", "layer", layer) in told, f" · {layer}" in told) == (True, False)


def test_a_tie_is_shared(client: FlaskClient, sheets: Sheets) -> None:
    tied = filled(sheets, {1: [10, 5], 2: [5, 10], 3: [3, 3]}, ("Anna", "Ben", "Cem"))
    looking = Phone(client, sheets, tied.view_key)
    page = looking.page("/result")
    assert page.texts("h1") == ["Anna and Ben share the victory with 15 points."]
    assert [str(words)[:2] for words in page.texts("ol.ranking li")] == ["1.", "1.", "3."]
    assert "함께 승리했습니다" in looking.get("/result.txt", "ko").text


TOLD = {"location": " Café  Rost ", "minutes": "95", "note": "Ben’s first game.\nRain."}


def test_place_duration_and_note(phone: Phone) -> None:
    page = Page(phone.send({**TOLD, "minutes": "1:35", "then": "result"}, "/finish"))
    assert page.texts("textarea[name=note]") == [TOLD["note"].replace("\n", " ")]
    assert page.texts("input[name=minutes]@aria-invalid") == ["true"]
    assert page.texts("p#minutes-error") == ["Write minutes as a number from 1 to 999, like 90."]
    assert phone.sheets.finished_at(phone.key) is None
    assert phone.send({**TOLD, "then": "result"}, "/finish").status_code == 303
    text = phone.get("/result.txt").text
    assert text.partition("\n")[0].endswith(", Café Rost, 95 minutes")
    assert text.endswith("\n\nBen’s first game. Rain.\n")
    for below, told in (
        ("/result", "· Café Rost · 95 minutes Ben’s first game. Rain."),
        ("/log", "Place: – → Café Rost"),
    ):
        assert told in str(phone.page(below).texts("main"))
    assert "· Café Rost" in phone.client.get("/en/score/history").text


def test_places_are_known_afterwards_and_finishing_again_leaves_what_was_told(phone: Phone) -> None:
    phone.send(TOLD, "/finish")
    phone.get("/result")
    phone.send({}, "/reopen")
    page = phone.page("/finish")
    assert page.texts("datalist#places option@value") == ["Café Rost"]
    assert page.texts("input[name=minutes]@value") == ["95"]
    phone.send({"then": "result", "minutes": ""}, "/finish")
    fields = phone.sheets.read(phone.key).fields
    assert (fields["about.location"], "about.minutes" in fields) == ("Café Rost", False)


def test_a_finished_game_is_told_about_and_stays_finished(finished: Phone) -> None:
    end = finished.sheets.finished_at(finished.key)
    assert finished.at("/about") in finished.page("/result").texts("a@href")
    assert finished.send({**TOLD, "minutes": "0"}, "/about").status_code == 422
    assert finished.send({**TOLD, "minutes": "1000"}, "/about").status_code == 422
    assert finished.send(TOLD, "/about").location == finished.at("/result")
    state = finished.sheets.read(finished.key)
    assert (state.finished_at, state.fields["about.minutes"]) == (end, "95")
    assert finished.page("/about").texts("input[name=location]@value") == ["Café Rost"]
    assert finished.send({"location": "", "minutes": "95", "note": ""}, "/about").status_code == 303
    assert finished.sheets.read(finished.key).fields == {"about.minutes": "95"}


def test_what_another_phone_has_told_meanwhile_stays(finished: Phone) -> None:
    shown = {f"was-{name}": "" for name in TOLD}
    assert finished.page("/about").texts("input[name=was-location]@value") == [""]
    finished.send({**shown, "location": "Berlin", "minutes": "", "note": "Rain."}, "/about")
    finished.send({**shown, "location": "", "minutes": "95", "note": "Rain again."}, "/about")
    told = {"about.location": "Berlin", "about.minutes": "95", "about.note": "Rain again."}
    assert finished.sheets.read(finished.key).fields == told


def test_a_rematch(finished: Phone, looking: Phone, another: FlaskClient) -> None:
    """The same people in the same colours; this phone stays whose it is, and nobody else's entry is taken along."""
    finished.send({}, "/reopen")
    finished.send({"seat": "2"}, "/claim")
    finished.send({}, "/finish")
    assert finished.at("/rematch") in finished.page("/result").texts("form@action")
    new = finished.send({}, "/rematch").location
    assert "This is Ben’s phone." in finished.client.get(new).text
    state = finished.sheets.read(new.rpartition("/")[2])
    players = [(player.name, player.colour, player.fields) for player in state.players]
    assert players == [("Anna", "blue", {}), ("Ben", "red", {})]
    assert state.edit_key in finished.client.get("/en/score/history").text
    theirs = another.post(looking.at("/rematch")).location
    assert theirs != new
    assert "Whose phone is this?" in another.get(theirs).text


def test_the_link_for_bg_stats(phone: Phone) -> None:
    assert "bgstatsapp" not in phone.get("/result").text
    phone.send(TOLD, "/finish")
    (link,) = [str(one) for one in phone.page("/result").texts("a@href") if "bgstatsapp" in str(one)]
    address, _, data = link.partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    finished = phone.sheets.finished_at(phone.key)
    assert json.loads(unquote(data)) == {
        "sourceName": "Trail Notebook",
        "sourcePlayId": phone.get("/game.json").get_json()["games"][0]["game"],
        "playDate": f"{finished:%Y-%m-%d %H:%M:%S}",
        "durationMin": 95,
        "location": "Café Rost",
        "comments": "Ben’s first game. Rain.",
        "game": {
            "name": "Great Western Trail: Second Edition", "sourceGameId": "great-western-trail-2", "bggId": 341169,
            "highestWins": True, "noPoints": False,
        },
        "players": [
            {"name": "Anna", "sourcePlayerId": "anna", "winner": False, "startPlayer": False, "score": 49, "rank": 2},
            {"name": "Ben", "sourcePlayerId": "ben", "winner": True, "startPlayer": False, "score": 65, "rank": 1},
        ],
    }  # fmt: skip


def test_the_link_for_bg_stats_names_the_edition_and_what_was_played_with(app: Flask) -> None:
    players = (GamePlayer(1, "Anna", "blue", {}, {}), GamePlayer(2, "Ben", "red", {}, {"money": 3}))
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    game = SheetGame("0" * 24, 2, ("first-edition",), noon, noon, players)
    with app.test_request_context():
        play = json.loads(unquote(to_bgstats(game, "First edition").partition("?data=")[2]))
    game = play["game"]
    assert (play["board"], game["bggId"], game["name"]) == ("First edition", 193738, "Great Western Trail")
    assert play["players"][0] == {"name": "Anna", "sourcePlayerId": "anna", "winner": False, "startPlayer": False}


def test_the_result_as_text(finished: Phone) -> None:
    response = finished.get("/result.txt")
    assert response.mimetype == "text/plain"
    lines = response.text.splitlines()
    assert lines[1:5] == ["Ben wins with 65 points.", "", "1. Ben 65", "2. Anna 49"]
    assert "Cities: Ben 12, Anna −6" in lines
    assert len(lines) == 6 + len(CATEGORIES)
    assert "도시: Ben 12, Anna −6" in finished.get("/result.txt", "ko").text


@every("language", ["en", "ko"])
def test_the_result_as_a_picture(client: FlaskClient, sheets: Sheets, language: str) -> None:
    state = filled(sheets, names=("<&\"'> a very long name that does not fit", "지훈"))
    response = Phone(client, sheets, state.view_key).get("/result.svg", language)
    assert response.mimetype == "image/svg+xml"
    root = ElementTree.fromstring(response.data)  # noqa: S314 (it is our own)
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "style", "defs", "symbol", "use", "g", "rect", "text", "path", "line", "circle"}
    assert all(element.get("href", "#").startswith("#") for element in root.iter()), "nothing from elsewhere"
    assert "var(" not in response.text
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert {"65", "49", "−6", "12"} <= set(texts)
    assert any(text.startswith("<&\"'> a very") and text.endswith("…") for text in texts)


def test_step_by_step(finished: Phone) -> None:
    page = finished.page("/reveal")
    assert "wins" not in page.text
    for shown in range(1, len(CATEGORIES) + 1):
        page = Page(finished.client.get(str(page.one("a", id="next").get("href"))))
        assert ("wins" in page.text) == (shown == len(CATEGORIES))
        chart = page.one(f"{SVG}svg", class_="chart")
        drawn = [page.words(text) for text in chart.iter(f"{SVG}text") if text.get("text-anchor") == "end"]
        assert drawn == [str(sum(POINTS[seat][:shown])).replace("-", "−") for seat in (1, 2)]
    assert page.texts("a#next@href") == [finished.at("/result")]


@every("shown", ["", "x", "-1", "99", "9999999", "²"])
def test_no_step_is_out_of_reach(finished: Phone, shown: str) -> None:
    assert finished.get(f"/reveal?shown={shown}").status_code == 200


def test_the_sheet_as_files(phone: Phone, looking: Phone) -> None:
    phone.sheets.write(phone.key, {(1, "cattle"): ("20", "3+6+2")})
    plain = phone.get("/game.json").text
    (game,) = json.loads(plain)["games"]
    player = game["players"][0]
    assert (game["finished"], player["fields"]["cattle"], player["points"]["cattle"]) == (None, "3+6+2", 11)
    assert (phone.key in plain, looking.key in plain) == (False, False)
    assert phone.get("/game.csv").status_code == 404, "only results are of use to other programs"
    phone.send({}, "/finish")
    response = phone.get("/game.csv?delimiter=semicolon")
    assert "attachment" in response.headers["Content-Disposition"]
    assert response.text.startswith("\ufeffgame;date;")
    with phone.client.application.test_request_context("/en/"):
        (read,) = from_csv(response.text).games
    assert (read.id, points_of(read.players[0])["cattle"]) == (game["game"], 11)


def test_deleting_asks_and_then_deletes(finished: Phone, looking: Phone) -> None:
    assert "cannot be undone" in finished.get("/delete").text
    assert finished.get("/result").status_code == 200
    response = finished.send({}, "/delete", follow_redirects=True)
    assert "The sheet is deleted." in response.text
    for phone in (finished, looking):
        for part in ("", "/result", "/reveal", "/result.svg", "/result.txt", "/game.json", "/share"):
            assert phone.get(part).status_code == 404
    assert finished.client.get("/en/score/history").status_code == 200


def test_sheets_and_results_do_not_get_about(finished: Phone) -> None:
    assert "Disallow: /*/score/" in finished.client.get("/robots.txt").text
    for part in ("", "/result", "/reveal", "/result.svg", "/result.txt", "/game.json", "/game.csv"):
        headers = finished.get(part).headers
        assert (headers["X-Robots-Tag"], headers["Cache-Control"]) == ("noindex, nofollow", "private, no-store"), part


@pytest.mark.parametrize(
    ("zone", "day", "moment"),
    [
        ("America/Los_Angeles", "November 24, 2026", "2026-11-24 19:16:00"),
        ("Asia/Seoul", "November 25, 2026", "2026-11-25 12:16:00"),
        *((wrong, "November 25, 2026", "2026-11-25 03:16:00") for wrong in ("", "No/Where", "../../etc/passwd")),
    ],
)
def test_an_evening_has_the_day_that_it_was_there(phone: Phone, zone: str, day: str, moment: str) -> None:
    """In text, table and for BG Stats, wherever the server stands; and read back it is the same moment."""
    at = datetime(2026, 11, 25, 3, 16, tzinfo=UTC)
    phone.sheets.finish(phone.sheets.read(phone.key), at)
    phone.client.set_cookie("zone", zone)
    assert day in phone.get("/result.txt").text
    with phone.client:
        response = phone.get("/game.csv")
        assert moment in response.text
        assert moment[:10] in response.headers["Content-Disposition"]
        assert from_csv(response.text).games[0].finished == at
    assert moment in unquote(unquote(phone.get("/result").text))
