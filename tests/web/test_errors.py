"""Error pages: the right code, in the reader's language, and what to do."""

import logging

import pytest
from companion.storage.database import Database
from companion.web import rules
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from tests.web.html import Page

WORDS = {"en": "There is no such page", "ko": "없는 페이지입니다"}


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("address", ["rules/no/section", "rules/turn", "nowhere", "score/nope/share/x"])
def test_not_found(client: FlaskClient, language: str, address: str) -> None:
    response = client.get(f"/{language}/{address}", headers={"Accept-Language": "en" if language == "ko" else "ko"})
    assert response.status_code == 404
    page = Page(response)
    assert page.words(page.one("h1")) == WORDS[language]
    assert page.one("html").get("lang") == language


@pytest.mark.parametrize("address", ["score/nope", "score/nope/share", "score/nope/players", "score/nope/changes"])
def test_no_such_sheet(client: FlaskClient, address: str) -> None:
    response = client.get(f"/ko/{address}")
    assert response.status_code == 404
    assert Page(response).words(Page(response).one("h1")) == "없는 점수판입니다"


def test_wrong_method(client: FlaskClient) -> None:
    assert client.post("/en/rules/").status_code == 405


def test_a_fault_of_ours(app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(rules, "reference", fail)
    monkeypatch.setitem(app.config, "TESTING", False)
    with caplog.at_level(logging.ERROR):
        response = app.test_client().get("/ko/rules/")
    assert response.status_code == 500
    assert "a secret detail" not in response.get_data(as_text=True)
    assert "문제가 생겼습니다" in response.get_data(as_text=True)
    assert "a secret detail" in caplog.text


def test_health(client: FlaskClient) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json) == (200, {"status": "ok"})


def test_health_without_a_database(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("SELECT 1", {}, Exception("gone"))

    monkeypatch.setattr(Database, "answers", fail)
    response = app.test_client().get("/healthz")
    assert response.status_code == 503
    assert response.json == {"status": "the database does not answer"}


def test_htmx_gets_a_notice_instead_of_a_page(client: FlaskClient) -> None:
    response = client.post("/en/score/nope", headers={"HX-Request": "true"})
    assert response.status_code == 404
    assert "<html" not in response.get_data(as_text=True)
    assert "There is no such score sheet" in response.get_data(as_text=True)
