"""The pages of all quick questions: any input gets an answer, in every language, at an address that can be kept."""

import itertools
import re
import tomllib
from collections.abc import Iterator
from urllib.parse import parse_qsl, quote, urlsplit

import pytest
from companion.web.ask.answer import QuestionResult
from companion.web.ask.fields import AskField
from companion.web.ask.question import Form
from companion.web.ask.questions import quick_questions
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from tests.conftest import ROOT, every
from tests.web.ask.test_cases import FOLDER, given
from tests.web.html import Page

QUESTIONS = sorted(file.stem for file in FOLDER.glob("*.toml"))
SYMBOLS = set(re.findall(r'<symbol id="([^"]+)"', (ROOT / "static" / "symbols.svg").read_text(encoding="utf-8")))
WRONG = ("", " ", "-1", "9" * 20, "1e9", "١٢")
NO_CHOICES = ("", "move", "move way=", "hire row=1 column=99", "x" * 5000, ";;;", "deliver city=nowhere")


def recorded(question: str) -> str:
    """The first recorded case: it fills in nearly everything."""
    return str(tomllib.loads((FOLDER / f"{question}.toml").read_text(encoding="utf-8"))["case"][0]["asks"])


def fields(app: Flask, question: str) -> Iterator[AskField]:
    with app.test_request_context(f"/en/check/{question}/"):
        app.preprocess_request()
        form = Form(given(recorded(question)))
        quick_questions()[question].ask(form)
        yield from form.fields.values()


@every("question", QUESTIONS)
def test_a_recorded_question_has_a_page(client: FlaskClient, question: str) -> None:
    address, choices = f"/en/check/{question}/?v=1&{recorded(question)}", set()
    for other in ("ko", "en"):
        response = client.get(address)
        assert response.status_code == 200
        assert "public" in response.headers["Cache-Control"]
        page = Page(response)
        assert len(page.all("p", class_="verdict-word")) == (not quick_questions()[question].figure)
        choices.add(len(page.all("li", class_="ask-choice")))
        (switch,) = [a for a in page.all("a") if a.get("data-language") == other]
        address = switch.get("href", "")
    assert len(choices) == 1


@pytest.mark.parametrize(
    "address", ["?v=1", *(pytest.param(address, marks=pytest.mark.thorough) for address in ("", "?v=1&d="))]
)
@every("question", QUESTIONS)
def test_nothing_is_said_before_something_was_entered(client: FlaskClient, question: str, address: str) -> None:
    page = Page(client.get(f"/en/check/{question}/{address}"))
    assert "It depends" not in page.text
    assert page.all("li", class_="ask-choice") == []
    assert "For example" in page.words(page.one("div", id="ask-verdict"))


def test_what_is_set_under_table_alone_asks_nothing(client: FlaskClient) -> None:
    client.set_cookie("table", quote('{"players": 3, "variants": ["simmental"]}'))
    assert 'value="3" id="n-3" checked' in client.get("/en/check/hire/").text
    for question in quick_questions():
        assert "It depends" not in Page(client.get(f"/en/check/{question}/")).text


def test_questions_are_about_the_game_that_table_says(client: FlaskClient) -> None:
    """Its edition and what takes components away; the usual game leaves no trace in a question."""
    assert 'name="ed"' not in client.get("/en/check/move/").text
    client.set_cookie("table", quote('{"players": 3, "edition": 1, "variants": ["rails-to-the-north", "simmental"]}'))
    for question in quick_questions():
        page = Page(client.get(f"/en/check/{question}/"))
        hidden = {one.get("name"): one.get("value") for one in page.all("input") if one.get("type") == "hidden"}
        assert hidden["ed"] == "1", question
        assert "First edition" in page.text
        symbols = {one.get("href", "").partition("#")[2] for one in page.all("use")}
        assert symbols <= SYMBOLS, question
    words = client.get("/en/check/words", query_string={"t": "4 dollars, hire a cowboy row 1"})
    assert {"ed": "1", "with": "rails-to-the-north"}.items() <= dict(parse_qsl(urlsplit(words.location).query)).items()
    # A link says by itself which game it is about.
    page = Page(client.get("/en/check/move/?v=1&at=A&n=3"))
    assert "First edition" not in page.text


def all_tried(field: AskField) -> bool:
    """Whether the values that are offered are all that a field can be."""
    values = field.most - field.least + 1 if field.kind == "number" else len(field.options)
    return field.kind != "once" and len(field.tries) == values


@every("question", QUESTIONS)
def test_what_is_asked_for_can_change_the_answer(app: Flask, question: str) -> None:
    """One fact of a recorded case is not told. If it is asked for, its values lead to more than one answer."""
    recorded_case = given(recorded(question))
    for gone in list(recorded_case):
        told = MultiDict((key, value) for key, value in recorded_case.items(multi=True) if key != gone)
        with app.test_request_context(f"/en/check/{question}/"):
            app.preprocess_request()
            now = QuestionResult(quick_questions()[question], Form(told), "en")
            asked_for = now.missing.key if now.missing else ""
            form = Form(told)
            quick_questions()[question].ask(form)
            if asked_for == gone and all_tried(form.fields[gone]):
                answers: set[str] = set()
                for value in form.fields[gone].tries:
                    one = quick_questions()[question].ask(Form(MultiDict([*told.items(multi=True), (gone, value)])))
                    answers.add(repr((one.missing, one.yes, one.choices)))
                    if len(answers) > 1:
                        break
                assert len(answers) > 1, gone


@pytest.mark.parametrize("each", [1, pytest.param(6, marks=pytest.mark.thorough)])
@every("question", QUESTIONS)
def test_every_field_alone(app: Flask, question: str, each: int) -> None:
    """With everything else as recorded, nothing that one field may hold spoils the answer."""
    # One value of every second field, or six of each.
    for number, field in list(enumerate(fields(app, question)))[:: 2 if each == 1 else 1]:
        turn = number % len(WRONG)
        for value in (*(WRONG[turn:] + WRONG[:turn])[:each], *field.tries[number % 3 :][:each]):
            told = given(recorded(question))
            told[field.key] = value
            with app.test_request_context(f"/en/check/{question}/"):
                app.preprocess_request()
                assert quick_questions()[question].ask(Form(told)).position


@every("question", QUESTIONS)
def test_what_was_typed_stays(app: Flask, client: FlaskClient, question: str) -> None:
    typed = {field.key: f"many {field.key}" for field in fields(app, question) if field.kind == "number"}
    asked = dict(parse_qsl(recorded(question)))
    page = Page(client.get(f"/en/check/{question}/", query_string={"v": "1", **asked, **typed}))
    assert {one.get("name"): one.get("value") for one in page.all("input") if one.get("name") in typed} == typed


def test_an_action_that_is_none_of_the_choices_is_not_asked_about(client: FlaskClient) -> None:
    for question, action in zip(QUESTIONS, itertools.cycle(NO_CHOICES), strict=False):
        response = client.get(f"/en/check/{question}/", query_string={"v": "1", "do": action})
        assert response.status_code == 200, (question, action)


def test_many_fields_and_values(client: FlaskClient) -> None:
    for question in QUESTIONS[::4]:
        many = "&".join([f"x{number}=1" for number in range(1000)] + ["d=1"] * 500)
        assert client.get(f"/en/check/{question}/?v=1&{many}").status_code == 200


@every("question", QUESTIONS)
def test_htmx_gets_the_answer_only(client: FlaskClient, question: str) -> None:
    response = client.get(f"/en/check/{question}/?v=1&{recorded(question)}", headers={"HX-Request": "true"})
    page = Page(response)
    assert page.all("form") == []
    assert page.one("div", id="ask-verdict").get("hx-swap-oob") == "innerHTML"
    assert "HX-Request" in response.headers["Vary"]


@pytest.mark.parametrize("asked", ["d%3Dx", "n%3D9", "%", "a" * 2000, "%26" * 900])
def test_a_spoilt_memory_is_forgotten(client: FlaskClient, asked: str) -> None:
    client.set_cookie("asked", asked)
    response = client.get("/en/check/hire/")
    assert response.status_code == 200
    assert Page(response).one("input", id="d").get("value") == ""


def test_questions_of_a_layer_stand_under_its_heading(client: FlaskClient) -> None:
    """Table hides them where it is not played; nothing outside the folder of a layer names it."""
    layers = {question.layer for question in quick_questions().values()} - {""}
    assert layers
    parts = Page(client.get("/en/check/")).all("ul", class_="ask-doors")
    doors = {str(a.get("href")): part.get("data-layer", "") for part in parts for a in part.iter("a")}
    assert {f"/en/check/{one.id}/": one.layer for one in quick_questions().values()}.items() <= doors.items()
    for layer in layers:
        folder, names = layer.replace("-", "_"), (layer, layer.replace("-", "_"))
        files = [*(ROOT / "companion" / "web").rglob("*.py"), *(ROOT / "templates").rglob("*.html")]
        named = [f for f in files if any(one in f.read_text(encoding="utf-8") for one in names)]
        assert [f for f in named if f.parent.name != folder] == []


@every("question", QUESTIONS)
def test_what_a_tap_fills_in_is_a_field(client: FlaskClient, question: str) -> None:
    """Every link of the picture, and every button of "it depends", leads to an answer that holds what it says."""
    for asked in ("", recorded(question)):
        page = Page(client.get(f"/en/check/{question}/?v=1&{asked}"))
        addresses = [a.get("href", "") for a in page.all("a") if a.get("data-place") or a.get("class") == "button"]
        for address in [a for a in addresses if f"/check/{question}/?" in a][:3]:
            told = dict(parse_qsl(urlsplit(address).query))
            answer = Page(client.get(address))
            assert answer.words(answer.one("p", class_="verdict-word"))
            for key, value in told.items():
                if key not in ("v", "do"):
                    fields_of = [one for one in answer.all("input") if one.get("name") == key]
                    assert value in [one.get("value") for one in fields_of], (key, value)


def test_a_way_out_leads_to_its_answer(client: FlaskClient) -> None:
    address = "/en/check/hire/?v=1&d=6&token=6&w-cowboy=2&w-builder=1&w-engineer=1&r3=cowboy&do=hire+row%3D3+column%3D1"
    page = Page(client.get(address))
    (way,) = [a for part in page.all("ul", class_="ask-ways") for a in part.iter("a")]
    better = Page(client.get(way.get("href", "")))
    assert better.words(better.one("p", class_="verdict-word")) == "Yes"
    assert better.one("input", id="d").get("value") == "7"
