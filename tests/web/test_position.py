"""A position by its link: entered, opened, shared, downloaded, refused."""

import json

import pytest
from companion import engine
from companion.engine.core.position import MAX_COUNT, Player, Position
from companion.engine.format.notation import MAX_LETTERS
from companion.sentences import answers
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every, message
from tests.engine.test_notation import REFUSED
from tests.web.html import Page

HTMX = {"HX-Request": "true"}
IMPOSSIBLE = '{"players": {"blue": {"workers": {"cowboy": 7}}}}'
CODE = engine.encode(engine.read_position(IMPOSSIBLE))
WHOLE = engine.encode(engine.hidden(engine.start(4, ["simmental"], chance=engine.Chance(1))))

# What people paste, and the code in it: None when it is meant as JSON.
ENTRIES = [
    (CODE, CODE),
    (f"  {CODE}\n", CODE),
    (f"{CODE[:5]}\n{CODE[5:]}", CODE),
    (f"https://example.org/ko/position/{CODE}", CODE),
    (f"/en/position/{CODE}/share", CODE),
    (f"/en/position/{CODE}.json", CODE),
    (f"http://127.0.0.1:8000/en/position/{CODE}?utm_source=chat#answer", CODE),
    (f"look at this (https://example.org/en/position/{CODE}), can it be?", CODE),
    ("https://example.org/en/position/", ""),
    ("not-a-code", "not-a-code"),
    (IMPOSSIBLE, None),
    ('{"game": "/en/position/x"}', None),
    ("[1]", None),
    ('"abc"', None),
    ("true", None),
    ("-12", None),
    ("two words", None),
    ("", None),
    ("https://example.org/en/check/", None),
]


@every(("text", "code"), ENTRIES)
def test_what_is_meant(text: str, code: str | None) -> None:
    assert answers.code_in(text) == code


@pytest.mark.parametrize("language", LANGUAGES)
@every("text", [text for text, code in ENTRIES if code == CODE])
def test_a_code_that_was_entered_opens_its_page(client: FlaskClient, language: str, text: str) -> None:
    response = client.post(f"/{language}/check/", data={"position": text})
    assert (response.status_code, response.location) == (303, f"/{language}/position/{CODE}")


def test_htmx_is_told_where_to_go(client: FlaskClient) -> None:
    response = client.post("/en/check/", data={"position": CODE}, headers=HTMX)
    assert (response.status_code, response.headers["HX-Redirect"]) == (204, f"/en/position/{CODE}")


UNREADABLE = [
    (CODE[:-1], "The link is damaged"),
    ("https://example.org/en/position/", "The link starts with “”"),
    ("z" + CODE[1:], "The link starts with “z”"),
    ("a" * (MAX_LETTERS + 1), "a position never needs more than 4000"),
]


@every(("text", "words"), UNREADABLE, ids=["damaged", "empty", "newer", "long"])
@every("headers", [{}, HTMX])
def test_an_unreadable_code_is_told(client: FlaskClient, text: str, words: str, headers: dict[str, str]) -> None:
    """Where it was entered."""
    response = client.post("/en/check/", data={"position": text}, headers=headers)
    assert response.status_code == 422
    page = Page(response)
    assert page.words(page.one("p", class_="verdict-word")) == "Unreadable"
    assert words in page.words(page.one("ol", class_="findings"))
    assert page.all("pre") == [], "a code has no lines"
    if not headers:
        assert page.words(page.one("textarea")) == text, "what was typed stays"


@every("code", [CODE, WHOLE])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_answer_as_to_the_same_text(client: FlaskClient, language: str, code: str) -> None:
    """The page of a link lays the position out as if it had been typed, and judges it."""
    text = engine.position_text(engine.decode(code))
    opened = Page(client.get(f"/{language}/position/{code}"))
    posted = Page(client.post(f"/{language}/check/", data={"position": text}))
    assert (opened.one("textarea").text or "").removeprefix("\n") == text
    for tag, name in (("div", "verdict"), ("section", "part"), ("span", "row")):
        told = [opened.words(element) for element in opened.all(tag, class_=name)]
        assert told == [posted.words(element) for element in posted.all(tag, class_=name)]
    assert code in (posted.one("input", id="link-position").get("value") or "")


@every("text", [IMPOSSIBLE, '{\r\n"game": {"players": 3}}'])
@every("headers", [{}, HTMX], ids=["page", "htmx"])
def test_the_language_switch_keeps_the_position(client: FlaskClient, text: str, headers: dict[str, str]) -> None:
    code = engine.encode(engine.read_position(text))
    page = Page(client.post("/en/check/", data={"position": text}, headers=headers))
    assert _in_languages(page) == [f"/{other}/position/{code}" for other in LANGUAGES]
    page = Page(client.get(f"/ko/position/{code}"))
    assert _in_languages(page) == [f"/{other}/position/{code}" for other in LANGUAGES]


def test_the_language_switch_after_an_unreadable_text(client: FlaskClient) -> None:
    page = Page(client.post("/en/check/", data={"position": "{"}))
    assert _in_languages(page) == [f"/{other}/check/" for other in LANGUAGES]


def _in_languages(page: Page) -> list[str | None]:
    """Where the list of languages leads."""
    return [link.get("href") for link in page.one("details", id="languages").iter("a")]


@pytest.mark.parametrize("language", LANGUAGES)
@every("code", [code for code, _ in REFUSED])
@every("part", ["", ".json", "/share"])
def test_refused_codes(client: FlaskClient, language: str, code: str, part: str) -> None:
    if not code or len(code) > 20_000:
        return  # No page at all, and nothing that a server lets through.
    response = client.get(f"/{language}/position/{code}{part}")
    assert response.status_code == (414 if len(code) > MAX_LETTERS else 400)
    page = Page(response)
    assert page.words(page.one("h1")) == message(language, "This position link does not work")
    assert [link.get("href") for link in page.one("main").iter("a")] == [f"/{language}/check/"]
    other = "ko" if language == "en" else "en"
    (switch,) = [link for link in page.all("a") if link.get("data-language") == other]
    assert (switch.get("href") or "").startswith(f"/{other}/position/")


def test_download(client: FlaskClient) -> None:
    response = client.get(f"/ko/position/{WHOLE}.json")
    assert response.status_code == 200
    assert response.mimetype == "application/json"
    assert response.headers["Content-Disposition"].startswith("attachment; filename=")
    position = engine.decode(WHOLE)
    assert response.text == engine.position_text(position) + "\n"
    assert engine.read_position(response.text) == position


def long_position(cards: int) -> Position:
    """A position in which everybody has discarded so many cards, whatever the game thinks of that."""
    player = {"discard": ["obj-3"] * cards}
    return engine.read_position(json.dumps({"players": dict.fromkeys(("blue", "red", "yellow", "white"), player)}))


def test_a_link_that_no_camera_reads_is_shared_without_a_picture(client: FlaskClient) -> None:
    code = engine.encode(long_position(300))
    page = Page(client.get(f"/en/position/{code}/share"))
    assert page.all("div", class_="qr") == []
    assert "too long for a QR code" in page.words(page.one("main"))
    assert page.one("input", id="link-position").get("value") == f"http://localhost/en/position/{code}"


def test_a_position_that_is_too_long_for_a_link_is_judged_all_the_same(client: FlaskClient) -> None:
    position = long_position(MAX_COUNT)
    assert len(engine.encode(position)) > MAX_LETTERS
    assert engine.share_code(position) is None
    page = Page(client.post("/en/check/", data={"position": engine.position_text(position)}))
    assert "too long for a link" in page.words(page.one("section", class_="take-along"))
    assert page.all("input", id="link-position") == []
    (switch,) = [link for link in page.all("a") if link.get("data-language") == "ko"]
    assert switch.get("href") == "/ko/check/"


@pytest.mark.parametrize("player", [Player(), Player(dollars=3)])
def test_whatever_has_a_share_code_can_be_opened(player: Player) -> None:
    position = Position(players={"blue": player})
    code = engine.share_code(position)
    assert code is not None
    assert engine.decode(code) == position
