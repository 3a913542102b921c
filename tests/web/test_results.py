"""The end of a game: finishing, the result in all its forms, opening again, deleting."""

import json
from datetime import UTC, datetime
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from companion import i18n
from companion.engine import load_catalog, scoring_layers
from companion.sheets.games import GamePlayer, SheetGame
from companion.sheets.states import Name, SheetState
from companion.storage.sheets import Sheets
from companion.web.score.transfer import from_csv, to_bgstats
from flask import Flask
from flask.testing import FlaskClient

from tests.storage import points_of
from tests.web.html import Page

SVG = "{http://www.w3.org/2000/svg}"
HTMX = {"HX-Request": "true"}
CATEGORIES = list(load_catalog().scoring.categories)
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
def key(sheet: SheetState) -> str:
    return str(sheet.edit_key)


@pytest.fixture
def finished(client: FlaskClient, key: str) -> str:
    assert client.post(f"/en/score/{key}/finish").status_code == 303
    return key


def test_finishing_says_what_is_missing_and_what_looks_wrong(client: FlaskClient, sheets: Sheets) -> None:
    state = filled(sheets, {1: [7, 4], 2: [*POINTS[2][:8], 7]})
    page = Page(client.get(f"/en/score/{state.edit_key}/finish"))
    gaps, *_ = page.all("ul", class_="gaps")
    first, second = gaps.findall("li")
    assert page.words(first).startswith("Anna Cities Stations")
    assert page.words(second) == "Ben Step disc Job market token"
    column = f"/en/score/{state.edit_key}?player=2&finish=1"
    ways = [link.get("href") for link in second.iter("a")]
    assert ways == [f"{column}#cell-p2-step-disc", f"{column}#cell-p2-job-market-token"]
    assert "7 points for workers are not possible" in page.text
    (correct,) = [link.get("href") for link in page.all("a") if page.words(link) == "Correct it: Workers"]
    assert correct == f"{column}#cell-p2-workers"
    assert f"/en/score/{state.edit_key}/finish" in [link.get("href") for link in Page(client.get(correct)).all("a")]
    response = client.post(f"/en/score/{state.edit_key}/finish", data={"then": "reveal"})
    assert response.location == f"/en/score/{state.edit_key}/reveal"
    result = Page(client.get(f"/en/score/{state.edit_key}/result"))
    assert "Anna: Cities" in result.words(result.one("section", aria_labelledby="missing-title"))


def test_a_conflict_is_settled_before_the_end(client: FlaskClient, sheets: Sheets, key: str) -> None:
    sheets.write(key, {(1, "cattle"): (None, "6")}, "Ben")
    page = Page(client.get(f"/en/score/{key}/finish"))
    assert "Anna, Cattle: which one counts? 20 6 Ben" in page.words(page.one("div", id="conflicts"))
    assert page.all("button", name="then") == []
    response = client.post(f"/en/score/{key}/finish", data={"then": "result"})
    assert (response.status_code, sheets.finished_at(key)) == (422, None)
    response = client.post(f"/en/score/{key}/finish", data={"do": "choose:1:cattle:6"})
    assert response.location == f"/en/score/{key}/finish"
    assert client.post(f"/en/score/{key}/finish").status_code == 303
    assert points_of(sheets.read(key).players[0])["cattle"] == 6


def test_a_full_sheet_has_nothing_missing(client: FlaskClient, key: str) -> None:
    assert "Every field is filled in." in client.get(f"/en/score/{key}/finish").text


def test_an_empty_sheet_cannot_be_finished(client: FlaskClient, sheets: Sheets) -> None:
    key = str(sheets.create([Name("Anna", "blue")], 2, []).edit_key)
    assert "nothing to finish" in client.get(f"/en/score/{key}/finish").text
    assert client.post(f"/en/score/{key}/finish").status_code == 422
    assert sheets.finished_at(key) is None
    assert "Nobody has points yet" in client.get(f"/en/score/{key}/result").text


def test_a_finished_sheet_leads_to_its_result(
    client: FlaskClient, sheets: Sheets, sheet: SheetState, finished: str
) -> None:
    for key in (finished, sheet.view_key):
        assert client.get(f"/en/score/{key}").location == f"/en/score/{key}/result"
        poll = client.get(f"/ko/score/{key}/changes?since=0", headers=HTMX)
        assert poll.headers["HX-Redirect"] == f"/ko/score/{key}/reveal"
    written = client.post(f"/en/score/{finished}", data={"p1-money": "9", "was-p1-money": "7"}, headers=HTMX)
    assert written.headers["HX-Redirect"] == f"/en/score/{finished}/reveal"
    assert client.post(f"/en/score/{finished}", data={"p1-money": "9"}).status_code == 303
    names = {"people-0-name": "X", "people-0-colour": "blue", "people-1-name": "Y", "people-1-colour": "red"}
    assert client.post(f"/en/score/{finished}/players", data=names).status_code == 303
    state = sheets.read(finished)
    assert (points_of(state.players[0])["money"], state.players[0].name) == (7, "Anna")


def test_what_goes_round_the_door_is_refused_by_the_storage(client: FlaskClient, finished: str) -> None:
    """The log of changes has a way to write, too. It is not offered on a finished sheet."""
    page = Page(client.get(f"/en/score/{finished}/log"))
    assert page.all("li", class_="step")
    assert [button.get("name") for button in page.all("button") if button.get("name") in ("step", "to")] == []
    assert f"/en/score/{finished}/result" in [link.get("href") for link in page.all("a")]
    response = client.post(f"/en/score/{finished}/log", data={"to": "0"})
    assert response.location == f"/en/score/{finished}/reveal"
    assert client.get(f"/en/score/{finished}/result").status_code == 200


def test_what_came_too_late_is_looked_for_where_it_can_be(
    client: FlaskClient, sheet: SheetState, finished: str
) -> None:
    """By whoever may write, once the sheet is finished: before, it is simply sent."""
    for page in ("result", "reveal"):
        (form,) = Page(client.get(f"/en/score/{finished}/{page}")).all("form", id="too-late")
        assert form.get("data-sheet") == finished
        assert Page(client.get(f"/en/score/{sheet.view_key}/{page}")).all("form", id="too-late") == []
    client.post(f"/en/score/{finished}/reopen")
    assert Page(client.get(f"/en/score/{finished}/result")).all("form", id="too-late") == []


def test_finishing_again_leads_to_the_result(client: FlaskClient, finished: str) -> None:
    for response in (client.get(f"/en/score/{finished}/finish"), client.post(f"/en/score/{finished}/finish")):
        assert response.location == f"/en/score/{finished}/result"


def test_opened_again_it_can_be_changed(client: FlaskClient, sheets: Sheets, finished: str) -> None:
    assert client.post(f"/en/score/{finished}/reopen").location == f"/en/score/{finished}"
    client.post(f"/en/score/{finished}", data={"p1-money": "9", "was-p1-money": "7"})
    assert points_of(sheets.read(finished).players[0])["money"] == 9


def test_the_link_for_looking_ends_nothing(client: FlaskClient, sheet: SheetState) -> None:
    for part in ("finish", "reopen", "delete"):
        assert client.post(f"/en/score/{sheet.view_key}/{part}").status_code == 404
    text = client.get(f"/en/score/{sheet.view_key}/result").text
    assert str(sheet.edit_key) not in text
    assert "delete" not in text


def test_the_result(client: FlaskClient, finished: str) -> None:
    page = Page(client.get(f"/en/score/{finished}/result"))
    assert page.words(page.one("h1")) == "Ben wins with 65 points."
    ranking = [page.words(line) for line in page.one("ol", class_="ranking").findall("li")]
    assert ranking == ["1. Ben 65", "2. Anna 49"]
    rows = page.one("table", class_="numbers").findall("./tbody/tr")
    assert [page.words(rows[2].findall("td")[place]) for place in (0, 1)] == ["12", "−6"]
    assert (
        len(page.all(f"{SVG}rect", class_="segment"))
        == sum(bool(value) for values in POINTS.values() for value in values) + 11
    )


@pytest.mark.parametrize("layer", scoring_layers(2))
def test_a_layer_that_only_scores_has_its_name_there(client: FlaskClient, sheets: Sheets, layer: str) -> None:
    key = str(sheets.create([Name("Anna", "blue")], 2, [layer]).edit_key)
    sheets.write(key, {(1, "stations"): (None, "7")})
    assert client.post(f"/en/score/{key}/finish").status_code == 303
    for page in ("/result", "/result.txt", "/reveal"):
        assert client.get(f"/en/score/{key}{page}").status_code == 200
    told = client.get(f"/en/score/{key}/result").text
    assert i18n.name("en", "layer", layer) in told
    assert f" · {layer}" not in told


def test_a_tie_is_shared(client: FlaskClient, sheets: Sheets) -> None:
    state = filled(sheets, {1: [10, 5], 2: [5, 10], 3: [3, 3]}, ("Anna", "Ben", "Cem"))
    page = Page(client.get(f"/en/score/{state.view_key}/result"))
    assert page.words(page.one("h1")) == "Anna and Ben share the victory with 15 points."
    assert [page.words(line)[:2] for line in page.one("ol", class_="ranking").findall("li")] == ["1.", "1.", "3."]
    assert "함께 승리했습니다" in client.get(f"/ko/score/{state.view_key}/result.txt").text


TOLD = {"location": " Café  Rost ", "minutes": "95", "note": "Ben’s first game.\nRain."}


def test_place_duration_and_note(client: FlaskClient, sheets: Sheets, key: str) -> None:
    address = f"/en/score/{key}/finish"
    page = Page(client.post(address, data={**TOLD, "minutes": "1:35", "then": "result"}))
    assert page.words(page.one("textarea", name="note")) == TOLD["note"].replace("\n", " ")
    assert page.one("input", name="minutes").get("aria-invalid") == "true"
    assert sheets.read(key).finished_at is None
    assert client.post(address, data={**TOLD, "then": "result"}).status_code == 303
    page = Page(client.get(f"/en/score/{key}/result"))
    assert "· Café Rost · 95 minutes Ben’s first game. Rain." in page.words(page.one("main"))
    text = client.get(f"/en/score/{key}/result.txt").text
    assert text.partition("\n")[0].endswith(", Café Rost, 95 minutes")
    assert text.endswith("\n\nBen’s first game. Rain.\n")
    for where, told in (("history", "· Café Rost"), (f"{key}/log", "Place: – → Café Rost")):
        page = Page(client.get(f"/en/score/{where}"))
        assert told in page.words(page.one("main"))


def test_places_are_known_afterwards_and_finishing_again_leaves_what_was_told(
    client: FlaskClient, sheets: Sheets, key: str
) -> None:
    client.post(f"/en/score/{key}/finish", data=TOLD)
    client.get(f"/en/score/{key}/result")
    client.post(f"/en/score/{key}/reopen")
    page = Page(client.get(f"/en/score/{key}/finish"))
    assert [option.get("value") for option in page.one("datalist", id="places")] == ["Café Rost"]
    assert page.one("input", name="minutes").get("value") == "95"
    client.post(f"/en/score/{key}/finish", data={"then": "result", "minutes": ""})
    assert sheets.read(key).fields["about.location"] == "Café Rost"
    assert "about.minutes" not in sheets.read(key).fields


def test_a_finished_game_is_told_about_and_stays_finished(client: FlaskClient, sheets: Sheets, finished: str) -> None:
    end, address = sheets.finished_at(finished), f"/en/score/{finished}/about"
    assert address in [link.get("href") for link in Page(client.get(f"/en/score/{finished}/result")).all("a")]
    assert client.post(address, data={**TOLD, "minutes": "0"}).status_code == 422
    assert client.post(address, data=TOLD).location == f"/en/score/{finished}/result"
    assert (sheets.finished_at(finished), sheets.read(finished).fields["about.minutes"]) == (end, "95")
    assert "· Café Rost" in client.get("/en/score/history").text
    assert Page(client.get(address)).one("input", name="location").get("value") == "Café Rost"
    assert client.post(address, data={"location": "", "minutes": "95", "note": ""}).status_code == 303
    assert sheets.read(finished).fields == {"about.minutes": "95"}
    assert client.get(f"/en/score/{sheets.read(finished).view_key}/about").status_code == 404


def test_a_rematch(client: FlaskClient, another: FlaskClient, sheets: Sheets, finished: str) -> None:
    """The same people in the same colours; this phone stays whose it is, and nobody else's entry is taken along."""
    client.post(f"/en/score/{finished}/reopen")
    client.post(f"/en/score/{finished}/claim", data={"seat": "2"})
    client.post(f"/en/score/{finished}/finish")
    (form,) = [
        form for form in Page(client.get(f"/en/score/{finished}/result")).all("form")
        if (form.get("action") or "").endswith("/rematch")
    ]  # fmt: skip
    new = client.post(str(form.get("action"))).location
    page = Page(client.get(new))
    assert "This is Ben’s phone." in page.text
    state = sheets.read(new.rpartition("/")[2])
    assert [(player.name, player.colour, player.fields) for player in state.players] == [
        ("Anna", "blue", {}), ("Ben", "red", {})
    ]  # fmt: skip
    assert state.edit_key in client.get("/en/score/history").text
    view = sheets.read(finished).view_key
    other = another.post(f"/en/score/{view}/rematch").location
    assert other != new
    assert "Whose phone is this?" in another.get(other).text


def test_the_link_for_bg_stats(client: FlaskClient, sheets: Sheets, key: str) -> None:
    assert "bgstatsapp" not in client.get(f"/en/score/{key}/result").text
    client.post(f"/en/score/{key}/finish", data=TOLD)
    (link,) = [
        link.get("href") for link in Page(client.get(f"/en/score/{key}/result")).all("a")
        if (link.get("href") or "").startswith("https://app.bgstatsapp.com/")
    ]  # fmt: skip
    address, _, data = str(link).partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    play = json.loads(unquote(data))
    finished = sheets.read(key).finished_at
    assert finished is not None
    assert play == {
        "sourceName": "Trail Notebook",
        "sourcePlayId": client.get(f"/en/score/{key}/game.json").get_json()["games"][0]["game"],
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
    assert (play["board"], play["game"]["bggId"], play["game"]["name"]) == (
        "First edition",
        193738,
        "Great Western Trail",
    )
    assert play["players"][0] == {"name": "Anna", "sourcePlayerId": "anna", "winner": False, "startPlayer": False}


def test_the_result_as_text(client: FlaskClient, finished: str) -> None:
    response = client.get(f"/en/score/{finished}/result.txt")
    assert response.mimetype == "text/plain"
    lines = response.text.splitlines()
    assert lines[1:5] == ["Ben wins with 65 points.", "", "1. Ben 65", "2. Anna 49"]
    assert "Cities: Ben 12, Anna −6" in lines
    assert len(lines) == 6 + len(CATEGORIES)
    assert "도시: Ben 12, Anna −6" in client.get(f"/ko/score/{finished}/result.txt").text


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_result_as_a_picture(client: FlaskClient, sheets: Sheets, language: str) -> None:
    state = filled(sheets, POINTS, ("<&\"'> a very long name that does not fit", "지훈"))
    response = client.get(f"/{language}/score/{state.view_key}/result.svg")
    assert response.mimetype == "image/svg+xml"
    root = ElementTree.fromstring(response.data)  # noqa: S314 (it is our own)
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "style", "defs", "symbol", "use", "g", "rect", "text", "path", "line", "circle"}
    assert all(element.get("href", "#").startswith("#") for element in root.iter()), "nothing from elsewhere"
    assert "var(" not in response.text
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert {"65", "49", "−6", "12"} <= set(texts)
    assert any(text.startswith("<&\"'> a very") and text.endswith("…") for text in texts)


def test_step_by_step(client: FlaskClient, finished: str) -> None:
    start = client.get(f"/en/score/{finished}/reveal")
    page = Page(start)
    assert "wins" not in start.text
    seen = [page.one("a", id="next").get("href")]
    for shown in range(1, len(CATEGORIES) + 1):
        page = Page(client.get(str(seen[-1])))
        assert ("wins" in page.text) == (shown == len(CATEGORIES))
        totals = [sum(POINTS[seat][:shown]) for seat in (1, 2)]
        drawn = [
            page.words(text)
            for text in page.one(f"{SVG}svg", class_="chart").iter(f"{SVG}text")
            if text.get("text-anchor") == "end"
        ]
        assert drawn == [str(total).replace("-", "−") for total in totals]
        seen.append(page.one("a", id="next").get("href"))
    assert seen[-1] == f"/en/score/{finished}/result"


@pytest.mark.parametrize("shown", ["", "x", "-1", "99", "9999999", "²"])
def test_no_step_is_out_of_reach(client: FlaskClient, finished: str, shown: str) -> None:
    assert client.get(f"/en/score/{finished}/reveal", query_string={"shown": shown}).status_code == 200


def test_the_sheet_as_files(client: FlaskClient, sheets: Sheets, sheet: SheetState, key: str) -> None:
    sheets.write(key, {(1, "cattle"): ("20", "3+6+2")})
    plain = json.loads(client.get(f"/en/score/{key}/game.json").text)
    (game,) = plain["games"]
    assert game["finished"] is None
    assert game["players"][0]["fields"]["cattle"] == "3+6+2"
    assert game["players"][0]["points"]["cattle"] == 11
    assert key not in json.dumps(plain)
    assert sheet.view_key not in json.dumps(plain)
    assert client.get(f"/en/score/{key}/game.csv").status_code == 404, "only results are of use to other programs"
    client.post(f"/en/score/{key}/finish")
    response = client.get(f"/en/score/{key}/game.csv?delimiter=semicolon")
    assert "attachment" in response.headers["Content-Disposition"]
    assert response.text.startswith("\ufeffgame;date;")
    with client.application.test_request_context("/en/"):
        (read,) = from_csv(response.text).games
    assert read.id == game["game"]
    assert points_of(read.players[0])["cattle"] == 11


def test_deleting_asks_and_then_deletes(client: FlaskClient, sheet: SheetState, finished: str) -> None:
    assert "cannot be undone" in client.get(f"/en/score/{finished}/delete").text
    assert client.get(f"/en/score/{finished}/result").status_code == 200
    response = client.post(f"/en/score/{finished}/delete", follow_redirects=True)
    assert "The sheet is deleted." in response.text
    for key in (finished, sheet.view_key):
        for part in ("", "/result", "/reveal", "/result.svg", "/result.txt", "/game.json", "/share"):
            assert client.get(f"/en/score/{key}{part}").status_code == 404
    assert client.get("/en/score/history").status_code == 200


def test_results_do_not_get_about(client: FlaskClient, finished: str) -> None:
    for part in ("result", "reveal", "result.svg", "result.txt", "game.json", "game.csv"):
        headers = client.get(f"/en/score/{finished}/{part}").headers
        assert headers["X-Robots-Tag"] == "noindex, nofollow"
        assert headers["Cache-Control"] == "private, no-store"


def test_when_it_ended(sheets: Sheets, finished: str) -> None:
    at = sheets.finished_at(finished)
    assert at is not None
    assert abs((datetime.now(UTC) - at).total_seconds()) < 60


@pytest.mark.parametrize(
    ("zone", "day", "moment"),
    [
        ("America/Los_Angeles", "November 24, 2026", "2026-11-24 19:16:00"),
        ("Asia/Seoul", "November 25, 2026", "2026-11-25 12:16:00"),
        *((wrong, "November 25, 2026", "2026-11-25 03:16:00") for wrong in ("", "No/Where", "../../etc/passwd")),
    ],
)
def test_an_evening_has_the_day_that_it_was_there(
    client: FlaskClient, sheets: Sheets, key: str, zone: str, day: str, moment: str
) -> None:
    """In text, table and for BG Stats, wherever the server stands; and read back it is the same moment."""
    at = datetime(2026, 11, 25, 3, 16, tzinfo=UTC)
    sheets.finish(sheets.read(key), at)
    client.set_cookie("zone", zone)
    assert day in client.get(f"/en/score/{key}/result.txt").text
    with client:
        response = client.get(f"/en/score/{key}/game.csv")
        assert moment in response.text
        assert moment[:10] in response.headers["Content-Disposition"]
        assert from_csv(response.text).games[0].finished == at
    assert moment in unquote(unquote(client.get(f"/en/score/{key}/result").text))
