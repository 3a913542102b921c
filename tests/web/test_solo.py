"""Solo play: the cards of an automa, tap by tap."""

from __future__ import annotations

import functools
import itertools
import json
import re
from collections.abc import Mapping
from urllib.parse import quote

import pytest
from companion import engine
from companion.i18n import name
from companion.storage.sheets import Sheets
from companion.web import database
from companion.web.solo import game as games
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.web.html import Page
from tests.web.solo import Setup, played, rare, setups, taps

GARTH = engine.automas()["garth"]
SETUPS = list(setups(GARTH))


@functools.cache
def whole(setup: Setup) -> tuple[games.SoloGame, ...]:
    """A game of three times all cards."""
    return tuple(played(GARTH, setup, 45))


def address(code: str, language: str = "en") -> str:
    return f"/{language}/solo/garth/{code}"


def workers(game: games.SoloGame) -> Mapping[str, int]:
    return game.him.workers or {}


def branchlets(game: games.SoloGame) -> tuple[str, ...]:
    return game.him.branchlets or ()


def offered(page: Page, code: str) -> set[str]:
    """The taps that a page offers: links to the same game with one more letter."""
    found = {str(link.get("href", "")).rpartition("/")[2] for link in page.all("a")}
    return {other[len(code) :] for other in found if other.startswith(code) and len(other) == len(code) + 1}


@pytest.mark.parametrize("language", LANGUAGES)
@every("setup", SETUPS[::4], ids=lambda setup: f"{setup.level}-{setup.board}")
def test_a_game_tap_by_tap(client: FlaskClient, setup: Setup, language: str) -> None:
    """Without a script: every page offers what can be tapped, and taking back the last tap."""
    for game in played(GARTH, setup, 17):
        response = client.get(address(game.code, language))
        assert response.status_code == 200
        page = Page(response)
        assert offered(page, game.code) == set(taps(game))
        backs = [link for link in page.all("a") if link.get("href") == address(game.code[:-1], language)]
        assert len(backs) == bool(game.revealed)
        assert len(page.all("div", class_="automa-card")) == bool(game.card)
        assert not page.words(page.one("h1"))[0].islower()


@every("setup", SETUPS, ids=lambda setup: f"{setup.level}-{setup.board}")
def test_every_card_comes_once_before_they_are_shuffled(setup: Setup) -> None:
    revealed = [game.card.id for game in whole(setup) if game.code.endswith(games.REVEAL) and game.card]
    rounds = [revealed[first : first + len(GARTH.cards)] for first in range(0, 45, len(GARTH.cards))]
    assert [sorted(one) for one in rounds] == [sorted(GARTH.cards)] * 3
    assert rounds[0] != rounds[1]


@every("setup", SETUPS, ids=lambda setup: f"{setup.level}-{setup.board}")
def test_what_he_has_follows_from_the_taps(setup: Setup) -> None:
    level = GARTH.levels[setup.level]
    first, *rest = whole(setup)
    extra = level.own + level.random + level.each * len(workers(first))
    assert sum(workers(first).values()) == len(workers(first)) + extra
    for before, game in itertools.pairwise([first, *rest]):
        hired = sum(workers(game).values()) - sum(workers(before).values())
        assert hired == (before.waits == "hire" and game.code[-1] != games.NOBODY)
        assert len(game.delivered) - len(before.delivered) == game.code.endswith(games.ARRIVED)
        if hired:
            assert workers(game)[str(game.state.specialization)] == max(workers(game).values())
        if game.waits == "move" and game.card and game.card.steps:
            assert game.steps == game.card.steps[setup.players]
        assert game.waits != "move" or game.steps >= GARTH.least_steps or game.revealed == 1
    # He delivers as in the engine: the cities of his level first, and in the end always to the last one.
    cities = (*game.delivered, game.next_city)
    assert cities[: len(level.first[setup.board])] == level.first[setup.board]
    assert len(set(cities)) < len(cities)
    # He places branchlets in towns of his list, in none twice, and only with their expansion.
    assert bool(branchlets(game)) == (setup.board == "rails-to-the-north")
    assert len(set(branchlets(game))) == len(branchlets(game))
    assert set(branchlets(game)) <= set(level.towns)


def test_the_figures_of_a_game_are_told(client: FlaskClient) -> None:
    setup = Setup("medium", "second-edition", 2, "engineer", "abcde")
    told: dict[str, str] = {}
    for game in played(GARTH, setup, 30):
        page = Page(client.get(address(game.code)))
        if game.card:
            told[game.card.id] = page.words(page.one("ol", class_="automa-steps"))
            if not game.idle and "engine" in game.card.does and game.waits != "hire":
                assert f"up to {workers(game)['engineer']} space" in told[game.card.id]
            if game.waits == "move" and game.revealed > 1:
                assert f"Move his herder {game.steps} step" in told[game.card.id]
        assert "Bloomington" in page.words(page.one("dl", class_="automa-now")) or game.delivered
    assert len(told) == len(GARTH.cards)


def test_with_branchlets_towns_and_cities_are_told(client: FlaskClient) -> None:
    """Where the next branchlet goes depends on the ones before and on his deliveries, and so does his next city."""
    setup = Setup("medium", "rails-to-the-north", 2, "builder", "abcde")
    catalog, towns = engine.load_catalog(2, (setup.board,)), []
    for game in played(GARTH, setup, 45):
        page = Page(client.get(address(game.code)))
        steps = page.words(page.one("ol", class_="automa-steps"))
        if game.town and game.waits == "reveal":
            towns.append(game.town)
            assert name("en", "town", game.town) in steps
            stations = {station.town for station in catalog.railroad.stations.values()}
            assert ("upgrades its station" in steps) == (game.town in stations)
        if game.arrived and game.waits == "reveal":
            assert name("en", "city", game.delivered[-1]) in steps
        now = page.words(page.one("dl", class_="automa-now"))
        assert name("en", "city", game.next_city) in now
        assert all(name("en", "town", town) in now for town in branchlets(game))
    assert tuple(towns) == branchlets(game)
    assert len(towns) > 4
    north = {city for city in game.delivered if catalog.cities.cities[city].town}
    assert all(catalog.cities.cities[city].town in branchlets(game) for city in north - {"san-francisco"})


def test_what_he_cannot_do_is_told(client: FlaskClient) -> None:
    told = [client.get(address(game.code)).text for game in rare(GARTH)]
    assert ["no cowboy left" in text for text in told] == [True, False]
    assert ["He places no branchlet" in text for text in told] == [False, True]


def test_how_far_his_engine_goes_is_told_when_he_has_hired(client: FlaskClient) -> None:
    setup = Setup("easy", "second-edition", 2, "engineer", "abcde")
    for game in played(GARTH, setup, 16):
        if game.card and game.card.id == "garth-11" and game.state.specialization == "engineer":
            told = client.get(address(game.code)).text
            assert (f"up to {workers(game)['engineer']} space" in told) == (game.waits == "reveal")


def test_one_says_whom_he_hired_and_is_told_which_tiles_he_takes(client: FlaskClient) -> None:
    seen = {game.waits: game for game in played(GARTH, SETUPS[0], 9) if game.waits == "hire"}
    hires = Page(client.get(address(seen["hire"].code)))
    assert {*hires.texts("li.now a")} == {"Cowboy", "Builder", "Engineer", "Nobody could be hired"}
    arrived = next(game for game in played(GARTH, SETUPS[0], 9) if game.arrived)
    tiles = Page(client.get(address(arrived.code))).texts("ol.automa-steps li strong")
    assert all(re.fullmatch(r"The (upper|lower) one of column \d\.", str(tile)) for tile in tiles[-3:])


@every(
    ("board", "said", "never"),
    [
        ("first-edition", {"teepee", "craftsmen"}, {"outlaw", "builder"}),
        ("second-edition", {"outlaw", "builders"}, {"teepee", "craftsm"}),
    ],
)
def test_pieces_are_called_as_in_the_edition(client: FlaskClient, board: str, said: set[str], never: set[str]) -> None:
    setup = Setup("hard", board, 2, "builder", "abcde")
    pages = [Page(client.get(address(game.code))) for game in played(GARTH, setup, 17)]
    told = " ".join(page.words(page.one("div", id="turn")) for page in pages).casefold()
    assert said == {word for word in said if word in told}
    assert not {word for word in never if word in told}
    client.set_cookie("table", quote(json.dumps({"edition": 1 if board == "first-edition" else 2})))
    page = Page(client.get("/en/solo/garth/cards"))
    assert ("teepee" in page.words(page.one("ol", class_="automa-cards"))) == (board == "first-edition")


def test_the_device_remembers_the_game(client: FlaskClient) -> None:
    assert "Continue your game" not in client.get("/en/solo/").text
    response = client.get("/en/solo/garth/new?level=hard&board=first-edition&players=3&specialization=builder")
    assert response.status_code == 303
    code = str(response.location).rpartition("/")[2]
    assert games.read(GARTH.id, code).code == games.code_of(GARTH, "hard", "first-edition", 3, "builder", code[4:])
    assert client.get(str(response.location)).status_code == 200
    page = Page(client.get("/ko/solo/"))
    assert address(code, "ko") in {link.get("href") for link in page.all("a")}


def test_an_old_link_does_not_lose_the_game(client: FlaskClient) -> None:
    """Whoever opens an earlier state or another game is told; the device keeps its own until it is taken over."""
    mine, *_, before, last = (game.code for game in played(GARTH, SETUPS[0], 3))
    other, other_revealed, *_ = (game.code for game in played(GARTH, SETUPS[1], 1))

    def kept() -> str:
        (link,) = (a for a in Page(client.get("/en/solo/")).all("a", class_="main"))
        return str(link.get("href")).rpartition("/")[2]

    client.get(address(last))
    for opened, told in ((mine, "you were further"), (other, "another game"), (other_revealed, "another game")):
        page = Page(client.get(address(opened)))
        assert told in page.words(page.one("div", id="turn"))
        assert address(last) in {link.get("href") for link in page.all("a")}
        assert kept() == last
    # One tap back is taking back, one further is playing on.
    for played_on in (before, last):
        assert "Continue that one" not in client.get(address(played_on)).text
        assert kept() == played_on
    # Taken over, or tapped with a script.
    client.get(address(other) + "?mine=")
    assert kept() == other
    client.get(address(last), headers={"HX-Request": "true"})
    assert kept() == last


@pytest.mark.parametrize("board", games.boards(GARTH))
def test_a_game_is_scored_on_a_sheet(client: FlaskClient, board: str) -> None:
    """Who he is, his workers and his deliveries, as far as his cards tell them, stand on it; the rest stays empty."""
    setup = Setup("medium", board, 2, "builder", "abcde")
    game = games.read(GARTH.id, games.code_of(GARTH, *setup) + "rm")
    page = Page(client.get(address(game.code)))
    (link,) = (a.get("href") for a in page.all("a") if "/score/from/" in str(a.get("href")))
    form = Page(client.get(str(link)))
    assert [form.one("input", name=f"people-{n}-name").get("value") for n in (0, 1)] == ["", "Garth"]
    people = {"people-0-name": "Anna", "people-0-colour": "blue", "people-1-name": "Garth", "people-1-colour": "red"}
    sheet = client.post(str(link), data=people)
    assert sheet.status_code == 303
    fields = Sheets(database.opened(client.application)).read(str(sheet.location).rpartition("/")[2]).players[1].fields
    assert fields["player.automa"] == "garth"
    assert fields["things.workers.builder"] == str(workers(game)["builder"])
    assert not [name for name in fields if "cattle" in name]


NO_GAMES = ["x", "9020abcde", "1920abcde", "1060abcde", "1029abcde", "1020abc", "1020abcdex", "1020abcderk"]
NO_GAMES += ["1020abcdem", "1020abcderr", "1020abcde" + "rm" * 300]


@every("code", NO_GAMES)
def test_what_is_no_game_is_not_found(client: FlaskClient, code: str) -> None:
    answer = client.get(address(code))
    assert (answer.status_code, "This link leads to no solo game" in answer.text) == (404, True)
    assert 'class="button" href="/en/solo/"' in answer.text
    with pytest.raises(games.NoGame):
        games.read(GARTH.id, code)


def test_a_game_of_as_many_taps_as_an_address_may_have(client: FlaskClient) -> None:
    """It is played again from its first card, tap by tap, in a server that has seen none of it."""
    last = next(game.code for game in played(GARTH, SETUPS[0], 200) if len(game.code) == games.MAX_TAPS)
    games._read.cache_clear()
    assert client.get(address(last)).status_code == 200


def test_all_cards_are_shown(client: FlaskClient) -> None:
    page = Page(client.get("/en/solo/garth/cards"))
    assert len(page.one("ol", class_="automa-cards").findall("li")) == len(GARTH.cards)


@every(
    ("table", "board"),
    [
        ({"edition": 1}, "first-edition"),
        ({"edition": 2}, "second-edition"),
        ({"edition": 2, "variants": ["rails-to-the-north"]}, "rails-to-the-north"),
    ],
)
def test_what_the_table_plays_is_chosen_already(client: FlaskClient, table: dict[str, object], board: str) -> None:
    client.set_cookie("table", quote(json.dumps(table)))
    assert Page(client.get("/en/solo/")).texts("input[name=board][checked]@value") == [board]


def test_a_game_goes_on_whatever_house_rule_is_set_meanwhile(client: FlaskClient) -> None:
    easy = next(setup for setup in SETUPS if setup.level == "easy")
    game = next(game for game in whole(easy) if max(workers(game).values(), default=0) > 4)
    client.post("/en/table/house-rules/", data={"save": "1", "solo.garth.easy.own": "2"})
    assert client.get(address(game.code)).status_code == 200
