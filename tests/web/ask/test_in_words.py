"""A quick question in somebody's own words: which one it is, what is filled in, what was not understood."""

from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

ASKED = [
    ("en", "4 players, 7 dollars, hire cowboy row 1", "hire", {"n": "4", "d": "7", "r1": "cowboy"}),
    ("en", "can i build 7a with $6", "build", {"d": "6"}),
    ("en", "how much to deliver to san francisco with 12 dollars", "delivery", {"d": "12"}),
    ("en", "may I play an objective card now", "play-card", {}),
    ("en", "move from A with 3 dollars 2 players", "move", {"n": "2", "d": "3", "at": "A"}),
    ("en", "buy cattle with 8 dollars and 4 cowboys", "buy-cattle", {"d": "8", "w-cowboy": "4"}),
    ("ko", "안녕 2명, 6달러로 7a 지을 수 있나", "build", {"d": "6"}),
    ("ko", "3명 8달러 카우보이 고용 1행", "hire", {"n": "3", "d": "8", "r1": "cowboy"}),
    ("ko", "인증 몇 개로 샌프란시스코 운송", "delivery", {}),
]


@pytest.mark.parametrize(("language", "text", "question", "told"), ASKED, ids=[text for _, text, _, _ in ASKED])
def test_it_opens_the_quick_question(
    client: FlaskClient, language: str, text: str, question: str, told: dict[str, str]
) -> None:
    answer = client.get(f"/{language}/check/words", query_string={"t": text})
    assert answer.status_code == 302
    address = urlsplit(answer.headers["Location"])
    assert address.path == f"/{language}/check/{question}/"
    said = {key: value[0] for key, value in parse_qs(address.query).items()}
    assert {key: said.get(key) for key in told} == told
    page = client.get(answer.headers["Location"])
    assert page.status_code == 200
    assert text.partition(" ")[0] in page.text


def test_what_was_not_understood_is_said(client: FlaskClient) -> None:
    page = client.get("/en/check/words?t=hire a blacksmith with 4 dollars", follow_redirects=True)
    assert "Not understood: blacksmith" in page.text


def test_a_number_that_cannot_be_is_left_out(client: FlaskClient) -> None:
    page = client.get("/en/check/words?t=hire with 40 cowboys and 3 dollars", follow_redirects=True)
    assert page.status_code == 200


@pytest.mark.parametrize("text", ["", "what's for dinner", "?" * 500, "7" * 200])
def test_where_no_question_fits_all_are_offered(client: FlaskClient, text: str) -> None:
    page = client.get("/en/check/words", query_string={"t": text})
    assert page.status_code == 200
    assert "/en/check/hire/" in page.text
    assert ("No quick question fits" in page.text) == bool(text)
