"""The editor's pages: every step is a link, what does not fit is told, everything is asked of the engine."""

import functools
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import pytest
from bench.entering import EDGE_CASES, MOST_TAPS, AtTheBoard, EdgeCase
from companion import engine
from companion.engine import actions
from companion.engine.play import Moment, random_game
from companion.engine.scoring.table import score
from companion.i18n import all_names, name_in
from companion.i18n.forms import Noun
from companion.web.editor.board_answers import types
from companion.web.editor.editing import REGIONS
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.conftest import LANGUAGES, every
from tests.web.html import Page

EMPTY = engine.encode(engine.Position())
MARKET = "board.job_market.rows"
COLOURS = engine.load_catalog().table.players.colours
SVG = "{http://www.w3.org/2000/svg}"
HTMX = {"HX-Request": "true"}


@functools.cache
def game() -> list[Moment]:
    return list(random_game(4, [], 1))


@functools.cache
def whole() -> engine.Position:
    """A moment of the game as those at the table see it."""
    return as_linked(engine.hidden(game()[300].position))


def as_linked(position: engine.Position) -> engine.Position:
    """The position with its lists in the order of the code."""
    return engine.decode(engine.encode(position))


@functools.cache
def code() -> str:
    return engine.encode(whole())


POSITIONS = {"empty": engine.Position, "whole": whole, "open": lambda: as_linked(game()[60].position)}


def board(client: FlaskClient, query: str = "", code: str = EMPTY, **options: object) -> TestResponse:
    return client.get(f"/en/check/board/{code}{query}", **options)  # type: ignore[arg-type]


def led_to(response: TestResponse) -> engine.Position:
    """The position that a step leads to."""
    address = response.headers.get("HX-Push-Url") or response.headers["Location"]
    return engine.decode(urlsplit(address).path.rsplit("/", 1)[1])


def first_row(*workers: str | None) -> dict[str, Any]:
    """A board of which only the first row of the job market is known."""
    return {"job_market": {"rows": {"1": list(workers)}}}


def test_a_tap_leads_to_the_address_of_the_next_position(client: FlaskClient) -> None:
    response = board(client, "?show=trail&pick=hazard:green:3&at=board.hazards.flood-1")
    assert response.status_code == 303
    tile = led_to(response).board.hazards["flood-1"]
    assert tile is not None
    assert (tile.hand, tile.vp) == ("green", 3)
    assert parse_qs(urlsplit(response.headers["Location"]).query) == {"show": ["trail"], "pick": ["hazard:green:3"]}


def shown_in(page: Page) -> str:
    """The code of the position that a page of the editor shows."""
    return page.one("data", id="editor-state").get("value", "").partition("?")[0]


def test_htmx_gets_the_editor_only_and_the_address(client: FlaskClient) -> None:
    response = board(client, "?show=trail&pick=hazard:green:3&at=board.hazards.flood-1", headers=HTMX)
    assert response.status_code == 200
    page = Page(response)
    assert not page.all("html")
    assert shown_in(page) == engine.encode(led_to(response))


def test_the_row_of_the_token_takes_taps_from_another_part_of_the_board(client: FlaskClient) -> None:
    row = whole().board.job_market.token_row
    tapped = board(client, f"?at={MARKET}.{row}&pick=clear&show=trail", code())
    assert led_to(tapped).board.job_market.token_row is None


def test_of_things_that_there_is_one_of_each_the_next_one_is_picked(client: FlaskClient) -> None:
    response = board(client, "?show=trail&pick=neutral:A&at=board.neutral.A")
    assert "pick=neutral:B" in response.headers["Location"]
    response = board(client, "?show=trail&pick=herder:blue&at=board.neutral.A")
    assert "pick=herder:red" in response.headers["Location"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tap_without_a_pick_offers_what_fits(client: FlaskClient, language: str) -> None:
    response = client.get(f"/{language}/check/board/{EMPTY}?show=trail&at=board.outlaws.outlaw-1")
    assert response.status_code == 422
    page = Page(response)
    told = page.one("div", id="editor-told")
    links = [href for link in told.iter("a") if "at=" in (href := link.get("href", ""))]
    assert "options?at=board.outlaws.outlaw-1" in links.pop(0)
    assert len(links) == 2
    assert led_to(client.get(f"/{language}/check/board/{EMPTY}{links[0]}")).board.outlaws == {"outlaw-1": "green"}


def test_what_lies_there_can_be_taken_away_without_a_pick(client: FlaskClient) -> None:
    lies = engine.encode(engine.read_position('{"board": {"outlaws": {"outlaw-1": "green"}}}'))
    page = Page(board(client, "?show=trail&pick=nothing&at=board.outlaws.outlaw-1", lies))
    (away,) = (
        link.get("href", "")
        for link in page.one("div", id="editor-told").iter("a")
        if "do=clear" in link.get("href", "")
    )
    assert led_to(board(client, away, lies)) == engine.Position()


def test_what_cannot_be_is_marked_where_it_is_and_told_with_its_rule(client: FlaskClient) -> None:
    position = engine.read_position(
        '{"board": {"hazards": {"flood-1": {"hand": "green", "vp": 2}, "flood-2": {"hand": "green", "vp": 2}}}}'
    )
    page = Page(board(client, "?show=trail", engine.encode(position)))
    marked = [one for one in page.root.iter(f"{SVG}a") if one.get("data-place") == "board.hazards.flood-1"]
    assert any("mark-bad" in inner.get("class", "") for inner in marked[0].iter())
    assert "you entered 2; the game has 1" in page.words(page.one("ol", class_="findings"))
    assert page.one("a", class_="rule-link").get("href") == "/en/rules/trail/hazards#tiles"
    form = Page(client.get(f"/en/check/board/{engine.encode(position)}/form?show=trail"))
    assert "you entered 2; the game has 1" in form.words(form.one("ol", class_="findings"))
    elsewhere = Page(board(client, "?show=market", engine.encode(position)))
    assert "One finding elsewhere" in elsewhere.text


@pytest.mark.parametrize("filling", ["others-empty", "first-game"])
def test_fillings(client: FlaskClient, filling: str) -> None:
    after = led_to(board(client, f"?show=trail&fill={filling}"))
    assert after.board.neutral if filling == "first-game" else set(after.board.hazards.values()) == {None}
    assert board(client, "?show=blue&fill=first-game").status_code == 422


def test_filling_says_nothing_else_of_what_was_entered(client: FlaskClient) -> None:
    for region in (*REGIONS, *COLOURS):
        page = Page(board(client, f"?show={region}", code()))
        for link in page.all("a"):
            if "fill=" in link.get("href", ""):
                after = led_to(board(client, link.get("href", ""), code()))
                told, before = engine.to_plain(after), engine.to_plain(whole())
                assert {name: told["players"][name]["hand"] for name in COLOURS} == {
                    name: before["players"][name]["hand"] for name in COLOURS
                }
                assert after.board.hazards == whole().board.hazards


@every("region", [*REGIONS, *COLOURS])
@every("position", ["empty", "whole"])
@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.thorough)])
def test_every_link_of_a_step_does_something(client: FlaskClient, region: str, position: str, every: int) -> None:
    where = engine.encode(POSITIONS[position]())
    page = Page(board(client, f"?show={region}", where))
    steps = [link.get("href", "") for link in page.all("a") if link.get("data-step") is not None]
    assert steps
    for step in steps[::every]:
        response = board(client, step, where)
        if "at=game.variants" in step and response.status_code == 422:
            # What lies there has no place in that game: the page says what to clear first.
            assert page_says_why(response)
            continue
        assert response.status_code == 303, step
        led_to(response)


def page_says_why(response: TestResponse) -> bool:
    return bool(Page(response).words(Page(response).one("div", role="alert")))


NORTH = engine.read_position(
    '{"game": {"edition": 2, "players": 2, "variants": ["rails-to-the-north"]}, "players": {"blue": {}, "red": {}}}'
)


@pytest.mark.parametrize("region", ["game", "trail", "railroad", "north", "blue"])
def test_every_step_of_a_game_with_a_map_does_something(client: FlaskClient, region: str) -> None:
    where = engine.encode(NORTH)
    page = Page(board(client, f"?show={region}&group=pieces", where))
    steps = [link.get("href", "") for link in page.all("a") if link.get("data-step") is not None]
    steps += [link.get("href", "") for link in page.root.iter(f"{SVG}a") if "at=town" in link.get("href", "")]
    assert steps
    for step in steps[::3]:
        assert board(client, step, where).status_code == 303, step


def test_a_variant_whose_pieces_lie_there_stays(client: FlaskClient) -> None:
    placed = led_to(board(client, "?show=north&pick=disc:blue&at=town:memphis", engine.encode(NORTH)))
    assert placed.players["blue"].branchlets == ("memphis",)
    where = engine.encode(placed)
    refused = board(client, "?show=game&at=game.variants&do=rails-to-the-north", where)
    assert refused.status_code == 422
    page = Page(refused)
    assert shown_in(page) == where
    assert "Blue's branchlets" in page.words(page.one("div", role="alert"))
    address = f"/en/check/board/{where}/form?show=game"
    sent = controls(Page(client.get(address))) | {"game.variants": [], "game.variants.none": ["1"]}
    refused = client.post(address, data=sent)
    assert refused.status_code == 422
    assert "branchlets" in Page(refused).words(Page(refused).one("div", role="alert"))


def test_the_form_of_a_colour_that_does_not_play_is_that_of_the_trail(client: FlaskClient) -> None:
    code = engine.encode(engine.read_position('{"game": {"players": 2}, "players": {"blue": {}, "red": {}}}'))
    shown = client.get(f"/en/check/board/{code}/form?show=green")
    assert shown.status_code == 200
    assert shown.text == client.get(f"/en/check/board/{code}/form?show=trail").text


@every("region", [*REGIONS, *COLOURS])
@every("position", POSITIONS)
def test_the_form_says_what_the_position_says(client: FlaskClient, region: str, position: str) -> None:
    """Sent back as it is, it changes nothing."""
    before = POSITIONS[position]()
    address = f"/en/check/board/{engine.encode(before)}/form?show={region}"
    response = client.post(address, data=controls(Page(client.get(address))))
    assert response.status_code == 303
    assert led_to_form(response) == before


def controls(page: Page) -> dict[str, list[str]]:
    """What a browser would send."""
    (form,) = (form for form in page.all("form") if form.get("method") == "post")
    sent: dict[str, list[str]] = {}
    for one in form.iter("input"):
        if one.get("type") != "checkbox" or one.get("checked") is not None:
            sent.setdefault(one.get("name", ""), []).append(one.get("value", ""))
    for one in form.iter("select"):
        sent[one.get("name", "")] = [
            option.get("value", "") for option in one.iter("option") if option.get("selected") is not None
        ]
    return sent


def led_to_form(response: TestResponse) -> engine.Position:
    return engine.decode(urlsplit(response.headers["Location"]).path.split("/")[-2])


@pytest.mark.parametrize(
    ("entered", "hand"),
    [
        ({"players.blue.hand": "6"}, 6),
        ({"players.blue.hand.known": "2 Criollo, galloway"}, ["criollo", "criollo", "galloway"]),
        ({"players.blue.hand": "4", "players.blue.hand.known": "criollo x2"}, {"count": 4, "known": ["criollo"] * 2}),
        ({"players.blue.hand.known": "none"}, 0),
        # "unknown" is what the field itself shows and says.
        ({"players.blue.hand": "5", "players.blue.dollars": "unknown"}, 5),
    ],
)
def test_cards_are_typed_by_name(client: FlaskClient, entered: dict[str, str], hand: object) -> None:
    response = client.post(f"/en/check/board/{EMPTY}/form?show=blue", data=entered)
    assert engine.to_plain(led_to_form(response))["players"]["blue"]["hand"] == hand


HAND = "players.blue.hand"
GREEN_AND_BLACK = {
    "hazards": {"flood-1": {"hand": "green", "vp": 3}, "flood-2": None, "flood-3": {"hand": "black", "vp": 2}}
}
GREEN_AND_ORANGE = {"outlaws": {"outlaw-1": "green", "outlaw-2": None, "outlaw-3": "orange"}}
LISTED: list[tuple[str, str, str, Any]] = [
    ("en", HAND, "3 galloway 2 criollo", {"galloway": 3, "criollo": 2}),
    ("en", HAND, "galloway 3, criollo 2", {"galloway": 3, "criollo": 2}),
    ("en", HAND, "3ga 2cr", {"galloway": 3, "criollo": 2}),
    ("en", HAND, "angus, sa ge; 2 × longhorn", {"black-angus": 1, "santa-gertrudis": 1, "longhorn": 2}),
    ("en", HAND, "2 shorthorn 4 hereford", {"shorthorn": 2, "hereford": 4}),
    ("en", HAND, "2 shorthorn 4 1 sh 3", {"shorthorn:4": 2, "shorthorn:3": 1}),
    ("en", HAND, "obj-12", {"obj-12": 1}),
    ("ko", HAND, "갤러웨이 3 롱혼 2", {"galloway": 3, "longhorn": 2}),
    ("ko", HAND, "3 갤 숏 4", {"galloway": 3, "shorthorn:4": 1}),
    ("ko", HAND, "앵거스, 숏혼(4점)", {"black-angus": 1, "shorthorn:4": 1}),
    ("en", HAND, "co", {"corriente": 1}),
    *(("en", HAND, text, None) for text in ("c", ",", "4", "galloway, guernsey", "61 criollo")),
    ("en", "board.neutral", "FCEADG", {"neutral": dict(zip("ABCDEFG", "FCEADGB", strict=True))}),
    ("en", "board.outlaws", "g–o", GREEN_AND_ORANGE),
    ("en", "board.outlaws", "g o", {"outlaws": {"outlaw-1": "green", "outlaw-2": "orange"}}),
    ("fr", "board.outlaws", "v-o", GREEN_AND_ORANGE),
    ("ko", MARKET, "카건-기", first_row("cowboy", "builder", None, "engineer")),
    # Letters are those of the words that all editions have; what one edition alone says is read as well.
    ("en", MARKET, "cb-e", first_row("cowboy", "builder", None, "engineer")),
    ("en", MARKET, "craftsmen, cowboy", first_row("builder", "cowboy")),
    ("en", MARKET, "engineer builder empty", first_row("engineer", "builder", None)),
    ("en", "board.cattle_market", "4 long, sh 3", {"cattle_market": {"longhorn": 4, "shorthorn:3": 1}}),
    ("en", "board.hazards", "g3-b2", GREEN_AND_BLACK),
    ("en", "board.hazards", "green 3, empty, black 2", GREEN_AND_BLACK),
    ("ko", "board.hazards", "초3-검2", GREEN_AND_BLACK),
    ("de", "board.hazards", "g3-sc2", GREEN_AND_BLACK),
    ("en", "board.hazards", "g5", None),
    ("en", "board.neutral", "FCEADGBA", None),
    ("en", "board.outlaws", "gox", None),
    ("en", "board.nothing", "g", None),
    ("en", "players.blue.dollars", "12", None),
]


@every(("language", "place", "text", "lying"), LISTED, ids=[f"{place} {text}" for _, place, text, _ in LISTED])
def test_things_are_typed_as_one_says_them(
    client: FlaskClient, language: str, place: str, text: str, lying: dict[str, Any] | None
) -> None:
    """Cards with numbers before or behind them, what lies in places from the first one on. Few letters are enough; what
    is not clear is said, and changes nothing."""
    response = client.get(f"/{language}/check/board/{EMPTY}?{urlencode({'at': place, 'listed': text})}")
    if lying is None:
        assert response.status_code == 422
        assert Page(response).one("div", role="alert")
        return
    after = engine.to_plain(led_to(response))
    assert lying == (Counter(after["players"]["blue"]["hand"]) if place == HAND else after["board"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_either_edition_are_read_of_one_and_of_several(client: FlaskClient, language: str) -> None:
    pieces = [(key, name) for (of, key), name in all_names(language).items() if of in ("worker", "outlaw")]
    assert {"builder@1", "orange@1"} < {key for key, _ in pieces}
    for key, name in pieces:
        thing = key.removesuffix("@1")
        place = "board.outlaws" if thing in ("green", "orange") else MARKET
        for form in Noun.forms_of(name).values():
            response = client.get(f"/{language}/check/board/{EMPTY}?{urlencode({'at': place, 'listed': form})}")
            board = engine.to_plain(led_to(response))["board"]
            assert board in ({"job_market": {"rows": {"1": [thing]}}}, {"outlaws": {"outlaw-1": thing}}), form
    several = name_in(language, None, "breed", "galloway") + "s" * (language != "ko")
    listed = urlencode({"at": "players.blue.hand", "listed": f"2 {several}"})
    held = engine.to_plain(led_to(client.get(f"/{language}/check/board/{EMPTY}?{listed}")))["players"]["blue"]["hand"]
    assert held == ["galloway", "galloway"]


def test_a_game_goes_on_from_the_set_up_that_was_drawn_for_the_table(client: FlaskClient) -> None:
    """What nobody moves lies there already; what was drawn and is long gone does not. Any other set-up can be told."""
    draw = engine.DrawnSetUp(("white", "red", "blue"), seed=4)
    client.set_cookie("table", quote(json.dumps({"players": 3, "setup": draw.code})))
    page = Page(client.get("/en/check/board/"))
    offered = [one.get("value") for one in page.all("input", name="setup")]
    assert offered == [draw.code, ""]
    begun = led_to(client.get(f"/en/check/board/?start=empty&setup={draw.code}&turn=red&players=4"))
    assert begun.board == engine.Board(
        neutral=draw.position.board.neutral, station_masters=draw.position.board.station_masters
    )
    assert begun.game.sides == draw.position.game.sides
    assert begun.turn.player == "red"
    assert {colour: (one.seat, one.objectives) for colour, one in begun.players.items()} == {
        colour: (one.seat, one.objectives) for colour, one in draw.position.players.items()
    }
    assert begun.players["red"].dollars is None
    nothing = led_to(client.get("/en/check/board/?start=empty&setup=&players=4"))
    assert len(nothing.players) == 4
    assert not nothing.board.neutral
    assert not Page(client.get("/en/check/board/?setup=dxyz")).all("input", name="setup")


@pytest.mark.parametrize("language", LANGUAGES)
@every(
    ("field", "text"),
    [
        ("players.blue.dollars", "many"),
        ("players.blue.certificates", "99"),
        ("players.blue.hand.known", "criolo"),
        ("players.blue.hand.known", "999 criollo, 999 criollo"),
        ("players.blue.hand.known", "x" * 3000),
        ("players.blue.engine", "t99"),
    ],
)
def test_what_cannot_be_read_stays_with_why(client: FlaskClient, language: str, field: str, text: str) -> None:
    response = client.post(
        f"/{language}/check/board/{EMPTY}/form?show=blue", data={field: text, "players.blue.seat": "2"}
    )
    assert response.status_code == 422
    page = Page(response)
    assert page.all("p", class_="field-error")
    assert page.one("input", name="players.blue.seat").get("value") == "2"
    if field != "players.blue.engine":
        wrong = page.one("input", name=field)
        assert wrong.get("aria-invalid") == "true"
        assert text.startswith(wrong.get("value", ""))


@every("players", [2, 3, 4])
@every("drawn", ["typed", "seed"])
@every("sides", ["a", "b", "mixed"])
def test_a_set_up_asks_only_what_was_random(client: FlaskClient, players: int, drawn: str, sides: str) -> None:
    query = f"?start=setup&players={players}&drawn={drawn}&sides={sides}&neutral=first-game&seed=7"
    position = led_to(client.get(f"/en/check/board/{query}"))
    assert engine.possible(engine.check(engine.ruleset_of(position), position))
    assert len(position.players) == players
    plain = engine.to_plain(position)
    assert plain["board"]["neutral"]
    assert ("hazards" in plain["board"]) == (drawn == "seed")
    if drawn == "typed":
        # Rows without workers are known; those that workers were drawn for are asked.
        assert set(map(str, range(6, 13))) <= set(plain["board"]["job_market"]["rows"])
        assert "1" not in plain["board"]["job_market"]["rows"]


def test_an_empty_table_has_the_players_of_the_device(client: FlaskClient) -> None:
    position = led_to(client.get("/en/check/board/?start=empty&players=3&variants=simmental"))
    assert position.game.players == 3
    assert position.game.variants == ("simmental",)
    assert [player.seat for player in position.players.values()] == [1, 2, 3]


def test_a_text_a_code_and_a_link_open(client: FlaskClient) -> None:
    for text in (engine.position_text(whole()), code(), f"http://example.org/en/position/{code()}"):
        assert led_to(client.post("/en/check/board/", data={"position": text})) == whole()


@pytest.mark.parametrize("language", LANGUAGES)
@every("text", ["{", '{"players": {"blue": {"dollars": -1}}}', "aaaa", "", "💥"])
def test_an_unreadable_text_stays_with_why(client: FlaskClient, language: str, text: str) -> None:
    response = client.post(f"/{language}/check/board/", data={"position": text})
    assert response.status_code == 422
    page = Page(response)
    assert page.all("p", class_="field-error")
    assert page.words(page.one("textarea")) == text


def test_an_example_opens(client: FlaskClient) -> None:
    page = Page(client.get("/en/check/board/"))
    links = [link.get("href", "") for link in page.all("a") if "example=" in link.get("href", "")]
    assert len(links) >= 8
    for link in links[:3]:
        assert client.get(link).status_code == 303
    assert client.get("/en/check/board/?example=nope.9").status_code == 200


def test_everything_that_may_be_done_is_offered_and_leads_on(client: FlaskClient) -> None:
    """Every option, of moves the best to each place; each leads to its verdict, and from there on."""
    for moment in game()[::61]:
        position = engine.hidden(moment.position)
        address = f"/ko/check/board/{engine.encode(position)}"
        page = Page(client.get(f"{address}/options"))
        lines = {parse_qs(urlsplit(link.get("href", "")).query).get("line", [""])[0] for link in page.all("a")} - {""}
        options = [option.action for option in engine.options(engine.ruleset_of(position), position)]
        moves = [action for action in options if isinstance(action, actions.Move)]
        assert lines <= {engine.action_text(action) for action in options}
        assert {engine.action_text(action) for action in options if action not in moves} <= lines
        ends = {action.way[-1] for action in map(engine.read_action, lines) if isinstance(action, actions.Move)}
        assert ends == {move.way[-1] for move in moves}
        for line in sorted(lines)[:3]:
            judged = Page(client.get(f"{address}/options", query_string={"line": line}))
            link = next(link.get("href", "") for link in judged.all("a") if "/do?" in link.get("href", ""))
            response = client.get(link)
            assert response.status_code in (200, 303)
            if response.status_code == 200:
                assert led_to(client.get(f"{link}&how=told"))


OPEN_TRAIL = """{"game": {"players": 3}, "turn": {"player": "blue", "phase": "A"},
 "board": {"buildings": {"D-1": {"player": "red", "face": "1a"}, "C-1": null}},
 "players": {"blue": {"herder": "C", "dollars": 5, "cleared": []}, "red": {}, "white": {}}}"""


def asked(client: FlaskClient, text: str, **query: str) -> Page:
    """The page of what may be done in a position."""
    code = engine.encode(engine.read_position(text))
    return Page(client.get(f"/en/check/board/{code}/options", query_string=query))


def test_a_tap_is_answered_with_what_changes_on_the_board_that_is_shown(client: FlaskClient) -> None:
    address = f"/en/check/board/{engine.encode(engine.read_position(OPEN_TRAIL))}/options"

    def tap(shown: str, **query: str) -> tuple[TestResponse, Page]:
        answer = client.get(address, query_string=query, headers={"HX-Request": "true", "Board-Shown": shown})
        return answer, Page(answer)

    shown = next(one for one in asked(client, OPEN_TRAIL).all("div") if one.get("id") == "board-answers")
    at_rest = shown.get("data-shown", "")
    for where, whole in ((at_rest, False), ("", True), (at_rest.replace("trail", "market"), True)):
        answer, page = tap(where, at="board.neutral.E")
        assert ("board-answers" in {one.get("id") for one in page.all("div")}) is whole
        assert ("HX-Reswap" in answer.headers) is not whole
        assert whole or len(answer.data) < 15_000
        apart = next(one for one in page.all("div") if one.get("id") == "answers-places")
        named = [one.get("data-place") or one.get("data-layer") for one in apart.find(f"{SVG}svg") or ()]
        assert "board.neutral.E" in named
        assert "way" in named
        assert "board.neutral.A" not in named
    assert "Board-Shown" in answer.headers["Vary"]


def test_the_board_lights_what_may_be_done_with_price_and_payee(client: FlaskClient) -> None:
    page = asked(client, OPEN_TRAIL)
    lit = {place.get("data-place"): place for place in page.all(f"{SVG}a") if place.get("data-place")}
    classes = {name: [e.get("class", "") for e in place.iter()] for name, place in lit.items()}
    assert "mark mark-may" in classes["board.neutral.D"]
    assert "mark mark-maybe" in classes["board.buildings.C-2"]
    assert not any(css.startswith("mark ") for css in classes["board.neutral.A"])
    assert lit["board.neutral.E"].get("aria-label", "").endswith("$2 to Red")
    assert "note" in classes["board.neutral.E"]


@every(
    ("place", "word", "words"),
    [
        ("board.neutral.E", "Yes", "pay $2 to Red"),
        ("board.neutral.A", "No", ""),
        ("board.buildings.C-2", "It depends", "building space C-2"),
        ("board.job_market.rows.3:1", "No", "This costs $7; you have $5"),
        ("city:peoria", "It depends", "Nothing allows it right now"),
        ("board.hazards.flood-1", "No", "This costs $7; you have $5"),
    ],
)
def test_a_tap_on_the_board_is_answered(client: FlaskClient, place: str, word: str, words: str) -> None:
    """Also where nothing allows it now: then it is said what it would be."""
    page = asked(client, OPEN_TRAIL, at=place)
    assert page.words(page.one("p", class_="verdict-word")) == word
    assert words in page.words(page.one("section", id="answer"))


def test_what_the_answer_depends_on_is_asked_one_after_the_other(client: FlaskClient) -> None:
    """The place is lit; its first answer is "empty", and the last answer decides."""
    page, address = asked(client, OPEN_TRAIL, at="board.buildings.C-2"), ""
    assert any("mark-way-ask" in e.get("class", "") for e in page.one("main").iter())
    for _ in range(9):
        if page.words(page.one("p", class_="verdict-word")) != "It depends":
            break
        answers = page.one("ul", class_="answers-open").iter("a")
        address = next(link.get("href", "") for link in answers if "thing=building" in link.get("href", ""))
        led = client.get(address)
        assert led.status_code == 303
        page = Page(client.get(led.location))
    assert page.words(page.one("p", class_="verdict-word")) == "Yes"
    wrong = client.get(address.replace("thing=building", "thing=zzz"))
    assert wrong.status_code == 422
    assert "does not fit" in Page(wrong).words(Page(wrong).one("p", class_="field-error"))


def test_chance_is_typed_in_or_drawn(client: FlaskClient) -> None:
    number, moment = next(
        (number, moment)
        for number, moment in enumerate(game())
        if len(moment.entry.drawn) == 1
        and moment.entry.drawn[0][0].endswith(".draw")
        and len(moment.entry.drawn[0][1]) == 2
    )
    line = engine.action_text(moment.entry.action)
    known, after = engine.encode(moment.position), game()[number + 1].position
    names = ", ".join(card.id for card in moment.entry.drawn[0][1])
    told = client.get(f"/en/check/board/{known}/do", query_string={"line": line, "how": "told", "drawn-0": names})
    assert led_to(told) == as_linked(after)
    drawn = [
        led_to(client.get(f"/en/check/board/{known}/do", query_string={"line": line, "how": "seed", "seed": "123456"}))
        for _ in range(2)
    ]
    assert drawn[0] == drawn[1]
    wrong = client.get(f"/en/check/board/{known}/do", query_string={"line": line, "how": "told", "drawn-0": "criolo"})
    assert wrong.status_code == 422
    assert "criolo" in Page(wrong).words(Page(wrong).one("p", class_="field-error"))


def test_a_link_of_any_type_of_action_with_its_fields_is_judged(client: FlaskClient) -> None:
    """As forms sent them: the first of each choice and the least number; with nonsense it says which field is wrong."""
    seen = {"type", "ask"}
    for kind in types():
        sent = {"type": kind, "ask": "1"}
        for field in engine.described_action(kind):
            thing = "criollo" if field.what == "card" and field.kind == "row" else next(iter(field.things), "1")
            sent |= {field.path: thing} if set(field.values) != {True, False} else {}
        response = client.get(f"/en/check/board/{code()}/judge", query_string=sent)
        assert response.status_code == 200, kind
        assert Page(response).all("div", class_="verdict"), kind
        # What is a field of several is read in one way.
        for name in sent.keys() - seen:
            wrong = client.get(f"/en/check/board/{code()}/judge", query_string={**sent, name: "zzz"})
            assert wrong.status_code == 422, (kind, name)
            assert Page(wrong).all("p", class_="field-error"), (kind, name)
        seen |= sent.keys()


@pytest.mark.parametrize(
    ("game", "players", "more"),
    [
        ('"players": 2, "variants": []', '"blue": {}, "red": {}', set()),
        ('"edition": 1, "players": 2, "variants": []', '"blue": {}, "red": {}', set()),
        ('"players": 2, "variants": ["simmental"]', '"blue": {}, "red": {}', {"grow"}),
        ('"players": 2, "variants": ["rails-to-the-north"]', '"blue": {}, "red": {}', {"branchlet"}),
        ('"players": 2, "variants": []', '"blue": {}, "red": {"automa": {"id": "garth"}}', {"reveal"}),
    ],
)
def test_only_actions_of_the_game_are_offered(client: FlaskClient, game: str, players: str, more: set[str]) -> None:
    """Nobody who plays neither Rails to the North nor Garth is asked about branchlets or his cards."""
    position = engine.read_position(f'{{"game": {{{game}}}, "players": {{{players}}}}}')
    page = Page(client.get(f"/en/check/board/{engine.encode(position)}/judge"))
    offered = {link.get("href", "").partition("type=")[2].removesuffix("#answer") for link in page.all("a")}
    assert {"move", "hire", "end"} <= offered
    foreign = {"grow", "branchlet", "reveal"}
    assert offered & foreign == more


def test_a_verdict_names_reasons_ways_out_and_what_it_depends_on(client: FlaskClient) -> None:
    text = '{"turn": {"player": "blue", "phase": "B"}, "players": {"blue": {"herder": "A"}}}'
    code = engine.encode(engine.read_position(text))
    page = Page(client.get(f"/en/check/board/{code}/judge?line=use+action=A.1"))
    assert page.words(page.one("p", class_="verdict-word")) == "It depends"
    missing = page.one("ul", class_="answers-open")
    regions = {
        parse_qs(urlsplit(link.get("href", "")).query)["show"][0]
        for link in missing.iter("a")
        if "show=" in link.get("href", "")
    }
    assert regions == {"game", "trail", "blue"}
    assert any(link.get("href", "").endswith("&open=turn.used#turn.used") for link in missing.iter("a"))
    page = Page(client.get(f"/en/check/board/{code}/judge?line=hire+row=1+column=1"))
    assert page.words(page.one("p", class_="verdict-word")) == "No"
    assert page.all("a", class_="rule-link")


def test_costs_that_are_not_known_lead_to_what_decides_them(client: FlaskClient) -> None:
    text = """{"game": {"players": 4}, "turn": {"player": "blue", "phase": "A"},
     "board": {"buildings": {"A-1": {"player": "red", "face": "1a"}}},
     "players": {"blue": {"herder": "A", "cleared": []}, "red": {}}}"""
    code = engine.encode(engine.read_position(text))
    page = Page(client.get(f"/en/check/board/{code}/judge?line=move+way=A-1,A-2,A-3,B"))
    told = page.words(page.one("div", class_="verdict"))
    assert "at least $1 to Red" in told
    assert "depending on building space A-2 and building space A-3" in told
    links = [link.get("href", "") for link in page.one("ul", class_="answers-open").iter("a")]
    assert [link.rpartition("#")[2] for link in links if "#board." in link] == [
        "board.buildings.A-2",
        "board.buildings.A-3",
    ]
    options = Page(client.get(f"/ko/check/board/{code}/options"))
    assert any(
        "빨간색 플레이어에게 최소 1달러" in options.words(cost) for cost in options.all("span", class_="editor-cost")
    )


def test_the_score_is_told_line_by_line(client: FlaskClient) -> None:
    page = Page(client.get(f"/en/check/board/{code()}/score"))
    assert len(page.all("section", class_="editor-score")) == 4
    lines = page.all("dd", class_="editor-lines")
    assert lines
    for link in [link for line in lines for link in line.iter("a")][:20]:
        assert client.get(link.get("href", "")).status_code == 200


def test_the_score_tells_who_wins(client: FlaskClient) -> None:
    """A tie is a shared victory; as long as anything that counts is unknown, so are the places."""
    last = game()[-1]
    rules = engine.ruleset_of(last.position)
    end = engine.apply(rules, last.position, last.entry.action, engine.Scripted(last.entry.drawn))
    totals = {colour: made.total for colour, made in score(rules, end).items()}
    # Five dollars are a point.
    players = {
        colour: replace(player, dollars=(player.dollars or 0) + 5 * (max(totals.values()) - totals[colour]))
        for colour, player in end.players.items()
    }
    for position, winner, places in (
        (replace(end, players=players), "share the victory with", ["1st"] * 4),
        (end, "wins with", ["1st", "2nd", "3rd", "4th"]),
    ):
        page = Page(client.get(f"/en/check/board/{engine.encode(position)}/score"))
        assert winner in page.words(page.one("p", class_="winner"))
        assert [page.words(badge) for badge in page.all("span", class_="badge")] == places
    page = Page(client.get(f"/en/check/board/{code()}/score"))
    assert page.all("p", class_="winner") == []
    assert "No ranking yet" in page.words(page.one("main"))


@every("region", [*REGIONS, *COLOURS])
def test_pages_are_small(client: FlaskClient, region: str) -> None:
    """What a first visit moves over the wire, compressed: at most 62 KB, and a step a small part of it."""
    address = f"/ko/check/board/{code()}?show={region}"
    encoding = {"Accept-Encoding": "br"}
    response = client.get(address, headers=encoding)
    files = set(re.findall(r'(?:src|href)="(/static/[^"#]+)', Page(client.get(address)).text))
    whole = len(response.data) + sum(len(client.get(file, headers=encoding).data) for file in files)
    assert whole <= 62_000
    assert len(client.get(address, headers={**encoding, **HTMX}).data) <= 20_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_positions_are_compared(client: FlaskClient, language: str) -> None:
    """What differs is told, field by field, and marked in both pictures; a link leads to the same as its code."""
    before = whole()
    players = dict(before.players)
    players["blue"] = replace(players["blue"], dollars=99, herder="A")
    other = engine.encode(replace(before, players=players))
    address = f"/{language}/check/board/{code()}/compare"
    led = client.get(address, query_string={"with": f"http://example.org/{language}/check/board/{other}?show=blue"})
    assert led.status_code == 303
    page = Page(client.get(led.headers["Location"]))
    rows = [[page.words(cell) for cell in row] for row in page.all("tr") if any(cell.tag == "td" for cell in row)]
    assert len(rows) == 2
    assert rows[0][2] == "99"
    assert rows[0][1] == str(before.players["blue"].dollars)
    assert sum("mark-chosen" in one.get("class", "") for one in page.root.iter()) >= 4
    same = Page(client.get(f"{address}?with={code()}"))
    assert same.all("tr") == []
    assert same.all("p", class_="notice")
    for strange in ("aaaa", "nonsense here", "{", "x" * 9000):
        wrong = client.get(address, query_string={"with": strange})
        assert wrong.status_code == 422
        assert Page(wrong).all("p", class_="field-error")
    assert client.get(address).status_code == 200


@every("start", ["empty", "setup"])
@every("drawn", ["typed", "seed"])
@every(("edition", "variants"), [(1, ()), (1, ("rails-to-the-north",)), (2, ("simmental",))])
def test_a_game_of_any_edition_begins(
    client: FlaskClient, start: str, drawn: str, edition: int, variants: tuple[str, ...]
) -> None:
    """A variant without a print for the edition is not played."""
    asked = {"start": start, "players": 3, "edition": edition, "turn": "blue", "sides": "a", "drawn": drawn}
    response = client.get("/en/check/board/", query_string={**asked, "variants": ["simmental", *variants]})
    position = engine.decode(str(response.location).rpartition("/")[2].partition("?")[0])
    assert (position.game.edition or 2, position.game.variants) == (edition, variants)
    assert engine.possible(engine.check(engine.ruleset_of(position), position))
    assert client.get(str(response.location)).status_code == 200


@pytest.mark.parametrize("case", EDGE_CASES, ids=lambda case: case.asked.replace(" ", "-"))
def test_a_question_takes_few_taps_from_an_empty_board(client: FlaskClient, case: EdgeCase) -> None:
    """The board asks for what the answer needs and for nothing else, likely answers first."""
    visitor = AtTheBoard(client)
    for on in case.taps:
        visitor.tap(on)
    assert case.answer in visitor.verdict
    assert visitor.taps <= MOST_TAPS


@every(
    ("taps", "things"),
    [
        # An engineer is hired: how many cowboys there are changes nothing.
        (EDGE_CASES[1].taps[:-1], [f"engineer={number}" for number in range(1, 7)]),
        # A figure can come from few places.
        (("What may I do?", "@board.buildings.A-1"), ["A", "start"]),
    ],
)
def test_only_what_matters_is_asked(client: FlaskClient, taps: Sequence[str], things: list[str]) -> None:
    visitor = AtTheBoard(client)
    for on in taps:
        visitor.tap(on)
    picks = [str(one.get("href")) for one in visitor.page.one("ul", class_="answers-open").iter("a")]
    asked = [parse_qs(urlsplit(link).query) for link in picks if "put=" in link]
    assert [query["thing"][0] for query in asked] == things
