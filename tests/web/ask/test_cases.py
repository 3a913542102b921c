"""Every quick question answers as the rules do: recorded cases, each with the section that it is about."""

import tomllib
from pathlib import Path
from typing import Any

from companion.web.ask.answer import QuestionResult
from companion.web.ask.question import Form
from companion.web.ask.questions import quick_questions
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.urls import iri_to_uri

from tests.conftest import every, is_told

FOLDER = Path(__file__).parent / "cases"
KEYS = {
    *("title", "rule", "asks", "verdict", "sentence", "best", "choices", "undecided", "refused", "reasons"),
    *("ways-out", "ask", "costs", "facts"),
}


def cases() -> list[tuple[str, dict[str, Any]]]:
    """Each recorded case, behind its question."""
    return [
        (file.stem, case)
        for file in sorted(FOLDER.glob("*.toml"))
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]
    ]


def given(asks: str) -> MultiDict[str, str]:
    return MultiDict(part.split("=", 1) for part in asks.split("&") if part)


def answered(app: Flask, question: str, asks: str) -> QuestionResult:
    with app.test_request_context(f"/en/check/{question}/?v=1&{iri_to_uri(asks)}"):
        app.preprocess_request()
        return QuestionResult(quick_questions()[question], Form(given(asks)), "en")


@every(("question", "case"), cases(), ids=[f"{question}: {case['title']}" for question, case in cases()])
def test_case(app: Flask, question: str, case: dict[str, Any]) -> None:
    assert set(case) <= KEYS
    assert is_told(case["rule"])
    told = answered(app, question, case["asks"])
    assert told.judged.answer == case["verdict"]
    if "sentence" in case:
        assert told.sentence == case["sentence"]
    if "best" in case:
        assert told.best == case["best"]
    for key, part in (("choices", told.allowed), ("undecided", told.undecided), ("refused", told.refused)):
        if key in case:
            assert [f"{one.choice.title} ${one.choice.verdict.cost}" for one in part] == case[key]
    if "reasons" in case:
        alone = told.judged.reasons or tuple(reason for one in told.refused for reason in one.reasons[:1])
        assert [reason.code for reason in alone] == case["reasons"]
    if "ways-out" in case:
        assert list(told.ways_out) == case["ways-out"]
    if "facts" in case:
        assert [f"{fact.label}: {fact.value}" for fact in told.facts] == case["facts"]
    if "costs" in case:
        # What decides the costs can be entered, each with its values to tap.
        assert [fact.key for fact in told.costs] == case["costs"]
        assert all(map(told.buttons, told.costs))
    if "ask" in case:
        assert (told.missing.key if told.missing else "") == case["ask"]
    # What was entered is read back as one says it, and is no form that was filled in.
    with app.test_request_context("/en/"):
        app.preprocess_request()
        assert not [text for text in told.form.sentences.values() if ":" in text or "×" in text]


@every("question", sorted(file.stem for file in FOLDER.glob("*.toml")))
def test_its_example_is_a_clear_answer(app: Flask, question: str) -> None:
    told = answered(app, question, quick_questions()[question].example)
    assert (told.judged.answer, told.missing) == ("yes", None)
    assert told.sentence
    with app.test_request_context("/en/"):
        app.preprocess_request()
        form = Form(given(quick_questions()[question].example))
        quick_questions()[question].ask(form)
    assert form.errors == []


def test_every_question_has_cases_of_every_verdict() -> None:
    told = {question: set() for question in quick_questions()}
    for question, case in cases():
        told[question].add(case["verdict"])
    assert {question: verdicts for question, verdicts in told.items() if verdicts != {"yes", "no", "depends"}} == {}
