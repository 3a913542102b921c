"""A quick question in somebody's own words: which one it is, what is filled in, what was not understood."""

import re
import tomllib
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from companion import i18n
from companion.web.ask.question import Form
from companion.web.ask.questions import quick_questions
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.web.ask.test_cases import cases, given
from tests.web.html import Page

GENERAL = (
    *("mine", "theirs"),
    *("small", "before", "from", "instead-before", "instead-after"),
    *("having", "to-before", "to-after", "from-before", "from-after"),
    *(
        "row",
        "numbers",
        "ordinals",
        "unit",
        "at-before",
        "at-after",
        "engine-own",
        "turning",
        "telling",
        "times",
        "already",
        "d.other",
    ),
)
"""Words that belong to no question."""

PHRASES = tomllib.loads((Path(__file__).parent / "phrases.toml").read_text(encoding="utf-8"))
LEAST = 40
"""Phrases of each language."""


UNANSWERED = ("moving past red and blue buildings", "빨강 파랑 건물 지나서 가면")
"""Phrases of which the rest is asked about: whose buildings they are was said, and not where they stand."""


def not_understood(language: str) -> str:
    """What a page says beside the words that nobody understood, behind a particle that depends on them."""
    sentence = i18n.translations(language).ugettext("We did not understand “%(words)s”.")
    return max(re.split(r"%\(words\)s|[^\s%]+\(\S+\)", sentence), key=len)


def asked(language: str) -> list[tuple[str, str, dict[str, str]]]:
    return [
        (question, text, dict(part.split("=", 1) for part in told.split()))
        for question, phrases in PHRASES[language].items()
        for text, told in phrases
    ]


def test_all_questions_have_phrases_in_every_language() -> None:
    assert set(PHRASES) == set(LANGUAGES)
    for about in PHRASES.values():
        assert set(about) == set(quick_questions())
        assert sum(map(len, about.values())) >= LEAST


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("share", [3, pytest.param(1, marks=pytest.mark.thorough)])
def test_it_opens_the_quick_question(client: FlaskClient, language: str, share: int) -> None:
    """Every third page is looked at; where every phrase leads is known from its address."""

    @every(("number", "question", "text", "told"), [(number, *one) for number, one in enumerate(asked(language))])
    def opens(number: int, question: str, text: str, told: dict[str, str]) -> None:
        answer = client.get(f"/{language}/check/words", query_string={"t": text})
        assert answer.status_code == 302
        address = urlsplit(answer.headers["Location"])
        assert address.path == f"/{language}/check/{question}/"
        said = {key: set(values) for key, values in parse_qs(address.query).items()}
        assert said.pop("t") == {text}
        assert said.pop("v") == {"1"}
        assert said == {key: set(value.split("+")) for key, value in told.items()}
        if number % share:
            return
        page = client.get(answer.headers["Location"])
        assert page.status_code == 200
        (read_back,) = Page(page).all("p", class_="read-back") if said else [[]]
        assert "|" not in "".join(one for each in read_back for one in each.itertext())
        # What is wanted by its name, its fields say.
        assert len(list(read_back)) == len(said) - (said.get("do") == {"named"})
        assert not_understood(language) not in page.text or text in UNANSWERED

    opens()


def test_what_is_said_is_of_some_question(app: Flask) -> None:
    """Every key of the words that people say names a question, a field or an option that there is."""
    known = (
        set(GENERAL)
        | set(quick_questions())
        | {f"{question}.{key}" for question in quick_questions() for key in ("heard", "asked", "offered")}
    )
    for question in quick_questions():
        for about, case in cases():
            if about == question:
                with app.test_request_context("/en/"):
                    app.preprocess_request()
                    form = Form(given(case["asks"]))
                    quick_questions()[question].ask(form)
                for key, field in form.fields.items():
                    known |= {key, f"{question}.{key}"}
                    known |= {f"{of}{key}.{one.value}" for one in field.options for of in ("", f"{question}.")}
    assert {key for context, key in i18n.all_names("en") if context == "said"} - known == set()


@every(
    ("text", "question"),
    [
        ("can I hire a cowboy with 7 dollars", "hire"),
        ("move from A-1 to B-2", "move"),
        ("hand fee", None),
        ("what does 7a do", None),
        ("4 eggs and 3 tomatoes", None),
        ("can I go from C to E", "move"),
        ("8 dollars hire engineer row 3 token row 5", "hire"),
        ("certificates", None),
        ("who pays the hands on my own building", None),
        ("how do I hire a builder", None),
        ("buy longhorn", None),
    ],
)
def test_a_search_about_a_situation_offers_the_quick_question(
    client: FlaskClient, text: str, question: str | None
) -> None:
    """A search for a rule is none, whatever question it could be."""
    offers = Page(client.get("/en/rules/search", query_string={"q": text})).all("a", class_="boxed-link")
    addresses = [urlsplit(link.get("href", "")).path for link in offers]
    assert addresses == ([f"/en/check/{question}/"] if question else [])


PLAIN = tomllib.loads((Path(__file__).parent / "plain.toml").read_text(encoding="utf-8"))["phrases"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_answered_that_was_not_understood(client: FlaskClient, language: str) -> None:
    """Pages are looked at where something was not understood, and every fifth of the others."""

    @every(("number", "text", "told"), [(number, *one[1:]) for number, one in enumerate(PLAIN) if one[0] == language])
    def answers(number: int, text: str, told: str) -> None:
        page = client.get(f"/{language}/check/words", query_string={"t": text})
        if urlsplit(page.headers["Location"]).path == f"/{language}/rules/search":
            return  # No question fits: the rules are searched.
        said = parse_qs(urlsplit(page.headers["Location"]).query)
        meant: dict[str, set[str]] = {}
        for part in told.split():
            key, value = part.split("=", 1)
            meant.setdefault(key, set()).update(value.split("+"))
        filled = {key: set(values) for key, values in said.items() if key not in ("t", "v")}
        assert all(values <= meant.get(key, set()) for key, values in filled.items())
        if filled == meant and number % 5:
            return
        answer = client.get(page.headers["Location"]).text
        asks = not_understood(language) in answer
        assert filled == meant or asks
        if asks or not filled:
            assert "verdict quiet" in answer
            assert "ask-begin" not in answer

    answers()


@pytest.mark.parametrize(("language", "text"), [one[:2] for one in PLAIN[::15]], ids=[one[1] for one in PLAIN[::15]])
def test_the_box_says_what_the_question_says(client: FlaskClient, language: str, text: str) -> None:
    """The same sentences and the same words left over, and a verdict only where the page of the question has one."""
    for box in Page(client.get(f"/{language}/rules/search", query_string={"q": text})).all("div", class_="boxed"):
        page = Page(client.get([*box.iter("a")][-1].get("href", "")))
        said = {one.get("class", ""): page.words(one) for one in box.iter("span")}
        read_back = page.all("p", class_="read-back")
        assert said.get("read-back", "") == "".join(map(page.words, read_back))
        verdicts = [page.words(one) for one in box.iter("b")]
        assert verdicts == [page.words(one) for one in page.all("p", class_="verdict-word")]
        assert bool(verdicts) == ("boxed-left" not in said)


@pytest.mark.parametrize(
    ("language", "text", "sentences"),
    [
        ("en", "8 dollars hire engineer row 3 token row 5", "You have $8. Engineers in row 3. Token in row 5."),
        ("en", "hire a cowboy in row 2, row 3 is empty, 7 dollars", "You have $7. Cowboys in row 2."),
        ("en", "3 steps back from 8 red on 9", "Backward. 3 spaces. Your engine stands on 8. Red stands on 9."),
        ("ko", "토큰 5행, 기관사 3행, 8달러", "돈 8달러. 3행에 기관사. 토큰은 5행."),
    ],
)
def test_what_was_understood_is_read_back_before_the_verdict(
    client: FlaskClient, language: str, text: str, sentences: str
) -> None:
    page = client.get(f"/{language}/check/words", query_string={"t": text}, follow_redirects=True)
    (read_back,) = Page(page).all("p", class_="read-back")
    assert " ".join(read_back.itertext()).split() == sentences.split()
    assert page.text.index("read-back") < page.text.index('id="ask-verdict"')


@pytest.mark.parametrize(
    ("text", "meanings"),
    [
        ("hire a cowboy, 5", {"5": ["Your dollars", "Row of the job market token"]}),
        ("hire a cowboy", {}),
    ],
)
def test_a_number_that_could_mean_two_things_is_asked(
    client: FlaskClient, text: str, meanings: dict[str, list[str]]
) -> None:
    """Each meaning is a tap, and with it the number is understood; each part that was understood leads to its field."""
    page = Page(client.get("/en/check/words", query_string={"t": text}, follow_redirects=True))
    asked = [one for one in page.all("p", class_="actions") if "What is" in page.words(one)]
    links = [link for one in asked for link in one.iter("a")]
    assert {number: [page.words(link) for link in links] for number in meanings} == meanings
    for link in links:
        led = Page(client.get(link.get("href", "")))
        assert "did not understand" not in led.text
    (read_back,) = page.all("p", class_="read-back")
    ids = {one.get("id") for one in page.one("main").iter()}
    assert {link.get("href", "").removeprefix("#") for link in read_back.iter("a")} <= ids


def test_what_was_not_understood_stays_said_until_somebody_sets_it_aside(client: FlaskClient) -> None:
    """Whatever is changed in the form meanwhile, no verdict stands beside it."""
    page = Page(client.get("/en/check/words?t=hire a blacksmith with 4 dollars row 1 cowboy", follow_redirects=True))
    form = {one.get("name", ""): one.get("value", "") for one in page.all("input") if one.get("type") == "hidden"}
    for headers in ({}, {"HX-Request": "true"}):
        changed = Page(client.get("/en/check/hire/", query_string={**form, "d": "9", "r1": "cowboy"}, headers=headers))
        assert "did not understand “blacksmith”" in changed.text
        assert changed.all("p", class_="verdict-word") == []
        assert "t=hire" in changed.one("div", id="ask-parts").get("data-query", "")
        (aside,) = [one for one in changed.all("a") if "Answer without this" in changed.words(one)]
        settled = client.get(aside.get("href", ""), headers=headers).text
        assert "not understand" not in settled
        assert "verdict-word" in settled


@pytest.mark.parametrize("text", ["", "what's for dinner", "7 dollars, 3 players", "?" * 500, "7" * 200])
def test_where_no_question_fits_the_rules_are_searched(client: FlaskClient, text: str) -> None:
    page = client.get("/en/check/words", query_string={"t": text}, follow_redirects=True)
    assert (page.status_code, page.request.path) == (200, "/en/rules/search")
    assert Page(page).one("input", id="q").get("value") == text[:200]
