"""Teaching: steps that can be listened to, for the game that is played, each with its place on the board."""

import json
from urllib.parse import quote

import pytest
from companion import engine
from companion.reference.library import load
from companion.web.teach import differences, steps, watching
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.web.html import Page

MOST_SECONDS, MOST_LINES = 40, 25
"""No step of a lesson takes longer to tell, and no list of what is new is longer: nobody listens longer."""

TWO = engine.DrawnSetUp(("blue", "red"), seed=9)
COLOURS = ("blue", "red", "yellow", "white")
GAMES = [
    engine.DrawnSetUp(COLOURS[:players], edition, variants, seed=4)
    for players in (2, 4)
    for edition in engine.editions()
    for variants in ((), engine.variants(edition))
]


@pytest.mark.parametrize("language", LANGUAGES)
@every("game", GAMES, ids=lambda game: game.code)
def test_no_step_is_longer_than_people_listen(app: Flask, language: str, game: engine.DrawnSetUp) -> None:
    with app.test_request_context(f"/{language}/teach/"):
        app.preprocess_request()
        every = [steps.taught(name, game.position, language) for name in steps.order()]
        assert {one.id: one.seconds for one in every if not 10 <= one.seconds <= MOST_SECONDS} == {}
        assert 4 * 60 <= sum(one.seconds for one in every) <= 8 * 60
        # Only what is lit is told: every step lights something on the board of every game.
        assert [
            name for name in steps.order() if 'class="mark ' not in steps.picture(name, game.position, language)
        ] == []


@every("game", GAMES, ids=lambda game: game.code)
def test_exchange_tokens_are_told_where_there_are_any(app: Flask, game: engine.DrawnSetUp) -> None:
    with app.test_request_context("/en/teach/"):
        said = steps.taught("turn", game.position, "en").say
        tokens = engine.load_catalog(game.edition, game.variants).table.seats[1].exchange_tokens
        assert said.count("Exchange tokens") == bool(tokens)


def test_the_steps_are_there_in_every_language() -> None:
    for language in LANGUAGES:
        told = steps.words(language)
        assert tuple(told) == steps.order()
        english = steps.words("en")
        for name in steps.order():
            assert set(told[name]) == set(english[name])
            assert set(told[name].get("with", {})) == set(english[name].get("with", {}))


@pytest.mark.parametrize(("text", "seconds"), [("", 0), ("word " * 26, 10), ("가나다라 마바사" * 11, 14), ("소 3", 1)])
def test_how_long_it_takes_to_say(text: str, seconds: int) -> None:
    assert steps.spoken(text) == seconds


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_leads_on_and_to_its_section(client: FlaskClient, language: str) -> None:
    code, seen = GAMES[0].code, []
    address = f"/{language}/teach/{code}/{steps.order()[0]}"
    while "/turn/" not in address:
        page = Page(client.get(address))
        seen.append(address.rpartition("/")[2])
        assert (
            page.one("a", class_="rule-link").get("href") == f"/{language}/rules/{steps.facts()[seen[-1]]['section']}"
        )
        bar = page.one("progress", class_="teach-bar")
        assert (bar.get("value"), bar.get("max")) == (str(len(seen)), str(len(steps.order())))
        address = str(page.one("nav", class_="teach-turn").findall("a")[-1].get("href"))
    assert tuple(seen) == steps.order()
    assert address == f"/{language}/teach/turn/{code}"


@every(
    ("edition", "variants", "players", "step", "told", "untold"),
    [
        (2, (), 4, "fees", "1 for a green hand, 2 for a black one", "3"),
        (2, (), 2, "trail", "at most 3", "5"),
        (2, (), 4, "trail", "at most 4", "3"),
        (2, (), 3, "cattle", "same 14 cows", "calves"),
        (2, ("simmental",), 3, "cattle", "orange calves", "base"),
        (2, ("rails-to-the-north",), 3, "kansas-city", "branchlets", "base"),
        (1, (), 3, "turn", "draw cards", "Exchange"),
        (2, (), 3, "turn", "Exchange tokens", "4p"),
    ],
)
def test_only_what_this_table_plays(
    client: FlaskClient, edition: int, variants: tuple[str, ...], players: int, step: str, told: str, untold: str
) -> None:
    client.set_cookie("table", quote(json.dumps({"players": players, "edition": edition, "variants": variants})))
    first = str(Page(client.get("/en/teach/")).one("a", class_="main").get("href"))
    page = Page(client.get(first.replace("/wins", f"/{step}")))
    said = page.words(page.one("p", class_="teach-say"))
    assert untold not in said
    assert told in said


def test_figures_for_this_many_players_look_like_all_others(client: FlaskClient) -> None:
    said = Page(client.get(f"/en/teach/{GAMES[0].code}/fees")).one("p", class_="teach-say")
    assert len([span for span in said.iter("span") if span.get("class") == "figure"]) == 2


def test_a_lesson_of_a_position_has_the_steps_that_there_are(client: FlaskClient) -> None:
    assert client.get(f"/en/teach/{GAMES[0].code}/nothing").status_code == 404
    hand = engine.encode(GAMES[0].position)
    assert client.get(f"/en/teach/{hand}/wins").status_code == 200


@pytest.mark.parametrize("code", [GAMES[0].code, engine.encode(GAMES[0].position)], ids=["drawn", "laid-out"])
def test_two_phones_on_the_same_step(client: FlaskClient, another: FlaskClient, code: str) -> None:
    begin = Page(client.get(f"/en/teach/{code}/")).one("form", method="post").get("action")
    leads = client.post(str(begin)).location
    page = Page(client.get(leads))
    join = str(page.one("input", class_="link").get("value")).partition("localhost")[2]
    lead = str(page.one("form", method="post").get("action"))
    first = another.get(join).location
    assert first.partition("?")[0] == leads.partition("?")[0]
    assert client.post(lead, data={"step": "fees"}).location.startswith(f"/en/teach/{code}/fees?lead=")
    assert another.get(f"{join}/step").text == "fees"
    assert another.get(join.replace("/en/", "/ko/")).location.startswith(f"/ko/teach/{code}/fees?with=")
    # Whoever follows does not lead, and what is no step is none.
    assert not Page(another.get(first)).all("form", action=lead)
    another.post(join, data={"step": "end"})
    assert another.get(f"{join}/step").text == "fees"
    assert client.post(lead, data={"step": "nothing"}).status_code == 400


def test_a_lesson_that_is_over_says_so(client: FlaskClient) -> None:
    assert client.get("/en/teach/lessons/nothing/step").status_code == 404
    page = Page(client.get("/en/teach/lessons/nothing", follow_redirects=True))
    assert "This lesson is over" in page.text
    assert client.post("/en/teach/lessons/nothing", data={"step": "fees"}).status_code == 303


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_to_watch_action_by_action(app: Flask, client: FlaskClient, language: str) -> None:
    """Two rounds of everybody: each action with its sentence, the place where it is done, and its rules."""
    every = watching.game()
    assert [one.round for one in every] == sorted(one.round for one in every)
    assert {one.round for one in every} == {1, 2}
    turns = {(one.round, one.before.turn.player) for one in every}
    assert len(turns) == 2 * len(every[0].before.players)
    with app.test_request_context(f"/{language}/teach/watch/"):
        app.preprocess_request()
        shown = [watching.seen(one, language) for one in every]
    assert [one["sentence"] for one in shown if 'class="mark ' not in one["picture"]] == []
    assert [one["sentence"] for one in shown if not one["grounds"]] == []
    # "Use action 2 of building C" says nothing to who does not know the building.
    uses = [told for one, told in zip(every, shown, strict=True) if one.action.type == "use"]
    assert [one["sentence"] for one in uses if not one["worth"]] == []
    for number in (1, len(every)):
        page = Page(client.get(f"/{language}/teach/watch/{number}", follow_redirects=True))
        assert shown[number - 1]["sentence"] in page.words(page.one("p", class_="teach-say"))
    # One page has one address, which it names in every language.
    assert client.get(f"/{language}/teach/watch/1").location.endswith(f"/{language}/teach/watch/")
    for number in (0, len(every) + 1, 10**9):
        assert client.get(f"/{language}/teach/watch/{number}").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
@every("asked", differences.lists())
def test_what_is_new_for_who_knows_another_game(app: Flask, client: FlaskClient, language: str, asked: str) -> None:
    """Few lines; what one text tells with the figures of both games differs, or it would be no line."""
    with app.test_request_context(f"/{language}/teach/new/{asked}"):
        app.preprocess_request()
        lines = list(differences.differences(asked, language))
    assert 4 <= len(lines) <= MOST_LINES
    assert [about for about, known, new, _ in lines if known == new] == []
    page = Page(client.get(f"/{language}/teach/new/{asked}"))
    assert len(page.all("tbody")) == len(lines)
    assert client.get(f"/{language}/teach/new/garth").status_code == 404


def test_the_other_way_round(app: Flask) -> None:
    with app.test_request_context("/en/teach/"):
        app.preprocess_request()
        forth = [(known, new) for _, known, new, _ in differences.differences("first-edition", "en")]
        back = [(new, known) for _, known, new, _ in differences.differences("second-edition", "en")]
    assert forth == back
    assert ("4, 4, 4, 4 cards", "4, 5, 6, 7 cards") in [(a.striptags(), b.striptags()) for a, b in forth]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_newcomer_goes_through_two_turns(client: FlaskClient, language: str) -> None:
    """Colour, hand, then what the engine lists, a tap each, until the turn has passed; then the same once more."""
    page = Page(client.get(f"/{language}/teach/turn/{TWO.code}"))
    address = next(str(link.get("href")) for link in page.all("a") if "me=blue" in str(link.get("href")))
    done: list[str] = []
    for turn in (1, 2):
        for _ in range(30):
            answer = client.get(address, follow_redirects=True)
            assert answer.status_code == 200
            page, asked = Page(answer), answer.request.path
            if page.all("input", name="told"):
                hand = engine.decode(asked.rpartition("/")[2]).players["blue"].hand
                held = hand.count if hand else 0
                address = f"{asked}?me=blue&told=1&jersey=0&criollo=2&galloway=1&pineywoods={held - 3}"
                continue
            every = page.all("ul", class_="teach-hints")
            if not every:
                break
            lines = [str(link.get("href")) for link in every[0].iter("a")]
            assert lines
            assert all(link.findall(".//strong") for link in every[0].iter("a"))
            kinds = ("place", "move", "discard", "end")
            address = min(lines, key=lambda line: next((n for n, k in enumerate(kinds) if f"line={k}" in line), 3.5))
            done.append(address.partition("line=")[2].partition("+")[0])
        links = [str(link.get("href")) for link in page.all("a", class_="main")]
        address = next(link for link in links if "/teach/turn/" in link)
        assert done.count("end") == turn
    assert {"place", "move", "end"} <= set(done)


def test_a_place_says_what_it_offers(client: FlaskClient) -> None:
    me = TWO.position.turn.player
    page = client.get(f"/en/teach/turn/{TWO.code}?me={me}", follow_redirects=True)
    assert "How many cards of each kind do you hold? That makes 4 cards in all." in Page(page).text
    told = client.get(f"{page.request.path}?me={me}&told=1&criollo=2&galloway=2", follow_redirects=True)
    assert "Buy cattle at the market with your cowboys." in Page(told).text


@every(
    ("query", "status"),
    [("me=green", 200), ("me=blue&line=nonsense", 422), ("me=blue&line=end", 422), ("me=blue&told=1", 303)],
)
def test_odd_requests_for_hints(client: FlaskClient, query: str, status: int) -> None:
    start = client.get(f"/en/teach/turn/{TWO.code}?me=blue").location
    assert client.get(f"{start.partition('?')[0]}?{query}").status_code == status


@pytest.mark.parametrize(
    ("cards", "field", "message"),
    [
        ("criollo=x&pineywoods=2", "criollo", "valid"),
        ("criollo=-1&pineywoods=2", "criollo", "between 0 and 20"),
        ("longhorn=21&pineywoods=2", "longhorn", "between 0 and 20"),
        ("criollo=9&pineywoods=2", "", "cards, not more."),
    ],
)
def test_a_hand_that_cannot_be_is_told_at_its_field(client: FlaskClient, cards: str, field: str, message: str) -> None:
    """And what was typed stays."""
    start = client.get(f"/en/teach/turn/{TWO.code}?me=blue").location
    answer = client.get(f"{start.partition('?')[0]}?me=blue&told=1&{cards}")
    page = Page(answer)
    assert answer.status_code == 422
    assert message in page.text
    assert [one.get("name") for one in page.all("input", aria_invalid="true")] == [field] * bool(field)
    for name, value in (pair.split("=") for pair in cards.split("&")):
        assert page.one("input", name=name).get("value") == value


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_before_and_after(client: FlaskClient, language: str) -> None:
    """Every action of an example that may be done is seen on the board, and only those."""
    held = load()
    done = {one.name: one.done for every in held.examples[language].values() for one in every}
    shown = [name for name, does in done.items() if does]
    assert len(shown) > 20
    for name in shown[:: 3 if language == "en" else 9]:
        page = Page(client.get(f"/{language}/teach/example", query_string={"name": name}))
        assert len(page.all("div", class_="teach-board")) == 2, name
    for name in (next(name for name, does in done.items() if not does), "nothing", "turn/overview.99", ""):
        assert client.get(f"/{language}/teach/example", query_string={"name": name}).status_code == 404


def test_who_leaves_cards_out_is_asked_again(client: FlaskClient) -> None:
    """Whoever has to discard can do so, whatever nobody has named."""
    start = client.get(f"/en/teach/turn/{TWO.code}?me=blue").location.partition("?")[0]
    told = Page(client.get(f"{start}?me=blue&told=1&criollo=2&pineywoods=3", follow_redirects=True))
    (exchange,) = [line for link in told.all("a") if (line := str(link.get("href"))).endswith("exchange+count%3D2")]
    token = client.get(exchange).location.partition("?")[0]
    page = Page(client.get(f"{token}?me=blue&told=1&criollo=1", follow_redirects=True))
    assert page.all("input", name="told")
    assert "Nothing can be done" not in page.text
