"""The Check page."""

import pytest
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES
from tests.engine.test_reading import UNREADABLE
from tests.web.html import Page

IMPOSSIBLE = """{
  "board": {"hazards": {"flood-1": {"hand": "green", "vp": 2}, "flood-2": {"hand": "green", "vp": 2}}},
  "players": {"blue": {"workers": {"cowboy": 7}}, "red": {"stations": [1, 1]}}
}"""


def test_an_empty_page_invites(client: FlaskClient) -> None:
    page = Page(client.get("/en/check/"))
    assert page.words(page.one("textarea")) == ""
    examples = page.one("section", class_="examples")
    assert len(list(examples.iter("a"))) >= 8


def test_impossible(client: FlaskClient) -> None:
    response = client.post("/en/check/", data={"position": IMPOSSIBLE})
    assert response.status_code == 200
    page = Page(response)
    assert page.words(page.one("p", class_="verdict-word")) == "Impossible"
    groups = page.all("section", class_="finding-group")
    assert [page.words(group.find("h2")) for group in groups] == ["The board and the table", "Blue", "Red"]
    told = page.words(groups[0])
    assert "Flood (green hand, 2 VP): 2 tiles are entered, there are 1." in told
    places = [page.words(link) for link in page.all("a", class_="where-link")]
    assert places[:2] == ["Line 2: 2Flood space 1", "Line 2: 2Flood space 2"]
    links = [link.get("href") for group in groups for link in group.iter("a")]
    assert links == ["/en/rules/components/hazards", "/en/rules/components/workers", "/en/rules/components/discs"]
    assert page.words(page.one("textarea")) == " ".join(IMPOSSIBLE.split()), "what was typed stays"


def test_nothing_found_is_not_reachable(client: FlaskClient) -> None:
    page = Page(client.post("/en/check/", data={"position": "{}"}))
    assert page.words(page.one("p", class_="verdict-word")) == "No contradiction"
    assert "does not say that a game can lead to this position" in page.words(page.one("div", class_="verdict"))


@pytest.mark.parametrize(
    ("language", "words"), [("en", ["Unreadable", "Line 3", "game.players"]), ("ko", ["읽을 수 없음", "3번째 줄"])]
)
def test_unreadable(client: FlaskClient, language: str, words: list[str]) -> None:
    text = '{\n  "game": {\n    "players": 7\n  }\n}'
    response = client.post(f"/{language}/check/", data={"position": text})
    assert response.status_code == 422
    page = Page(response)
    for word in words:
        assert word in page.words(page.one("div", id="answer"))
    row = page.one("span", class_="this")
    assert page.words(row) == '3 "players": 7'
    assert page.words(page.one("textarea")) == " ".join(text.split())
    assert page.one("textarea").get("aria-invalid") == "true"


ODD = [*(text for text, _ in UNREADABLE), "\x00", "1e999", "💥" * 1000, '{"a":' * 3000]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ODD, ids=[text[:40] for text in ODD])
def test_odd_texts_get_an_answer(client: FlaskClient, language: str, text: str) -> None:
    response = client.post(f"/{language}/check/", data={"position": text})
    assert response.status_code == 422
    Page(response)


def test_typed_markup_stays_text(client: FlaskClient) -> None:
    page = Page(client.post("/en/check/", data={"position": '{"</textarea><script>alert(1)</script>": 1}'}))
    assert all(script.get("src") for script in page.all("script"))


def test_htmx_gets_the_answer_only(client: FlaskClient) -> None:
    response = client.post("/en/check/", data={"position": IMPOSSIBLE}, headers={"HX-Request": "true"})
    page = Page(response)
    assert page.all("html") == []
    assert page.all("textarea") == []
    assert page.words(page.one("p", class_="verdict-word")) == "Impossible"


def test_an_example_that_is_not_there_opens_an_empty_page(client: FlaskClient) -> None:
    for name in ("nope", "nope.0", "components/discs.9", "components/discs.x", "components/discs.-1"):
        page = Page(client.get("/en/check/", query_string={"example": name}))
        assert page.words(page.one("textarea")) == ""
