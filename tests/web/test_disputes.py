"""Saved verdicts and the library of disputes, as pages."""

import datetime
from dataclasses import replace

import pytest
from companion import engine
from companion.engine.format.verdict_record import fingerprint
from companion.reference.library import Reference
from companion.web import disputes
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.engine.test_verdict_record import DAY, HIRE, KEPT, POSITION, REFUSED, code
from tests.web.html import Page

DISPUTES = "/{}/check/disputes/"
SHARE = engine.encode(POSITION)


def verdict(client: FlaskClient, kept: engine.VerdictRecord, language: str = "en") -> Page:
    return Page(client.get(f"/{language}/check/verdict/{code(kept)}"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verdict_is_saved_and_opened(client: FlaskClient, language: str) -> None:
    data = {"position": SHARE, "action": "hire row=1 column=1"}
    response = client.post(f"/{language}/check/verdict/", data=data)
    assert response.status_code == 303
    kept = engine.read_record(response.location.rpartition("/")[2])
    assert (kept.position, kept.action, kept.answer) == (POSITION, HIRE, "no")
    assert abs((kept.day - datetime.datetime.now(datetime.UTC).date()).days) <= 1
    page = Page(client.get(response.location))
    assert len(page.all("div", class_="verdict")) == 1
    assert page.one("input", id="link-verdict").get("value") == f"http://localhost{response.location}"


def test_the_page_of_a_verdict(client: FlaskClient) -> None:
    page = verdict(client, KEPT)
    text = page.words(page.one("main"))
    assert "Hire the worker in row 1, column 1 of the job market." in text
    assert "Blue · phase B" in text
    assert page.words(page.one("p", class_="verdict-word")) == "No"
    assert "One rule forbids it." in text
    assert "This costs $6; you have $3." in text
    assert "Saved on November 20, 2026. Today's rules give the same answer, for the same reasons." in text
    assert "You need $3 more." in text
    assert [link.get("href") for link in page.all("a", class_="rule-link")] == [
        "/en/rules/turn/requirements-and-rewards"
    ]
    assert f"/en/position/{SHARE}" in [link.get("href") for link in page.all("a", class_="button")]
    switch = next(link for link in page.all("a") if link.get("data-language") == "ko")
    assert switch.get("href") == f"/ko/check/verdict/{code(KEPT)}"


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (replace(KEPT, answer="yes", reasons=()), "with the answer “Yes”. Today's rules say “No”."),
        (replace(KEPT, answer="depends", reasons=()), "with the answer “It depends”. Today's rules say “No”."),
        (replace(KEPT, reasons=(fingerprint("row-of-the-token"),)), "the same answer, but for other reasons"),
        (replace(KEPT, reasons=(fingerprint("no-such-reason"),)), "the same answer, but for other reasons"),
        (replace(KEPT, details=KEPT.details ^ 1), "the same answer, but its figures have changed"),
    ],
)
def test_what_has_changed_is_told(client: FlaskClient, then: engine.VerdictRecord, said: str) -> None:
    page = verdict(client, then)
    assert said in page.words(page.one("div", class_="then-and-now"))
    # The bar tells what holds today.
    assert page.words(page.one("p", class_="verdict-word")) == "No"


def test_the_rules_of_old_reasons_are_linked(client: FlaskClient) -> None:
    page = verdict(client, replace(KEPT, reasons=(fingerprint("row-of-the-token"),)))
    links = page.one("div", class_="then-and-now").iter("a")
    assert [link.get("href") for link in links] == ["/en/rules/job-market/hire"]


def test_versions_of_the_rules(client: FlaskClient) -> None:
    now = f"{engine.rules_version():06x}"
    same = page_text(verdict(client, replace(KEPT, rules=engine.rules_version())))
    assert f"version {now}, then as now" in same
    older = page_text(verdict(client, replace(KEPT, rules=0xABC)))
    assert f"version 000abc then, {now} now" in older


def page_text(page: Page) -> str:
    return page.words(page.one("main"))


def with_dollars(dollars: int | None) -> engine.Position:
    return replace(POSITION, players={"blue": replace(POSITION.players["blue"], dollars=dollars)})


def test_what_is_paid_and_what_decides(client: FlaskClient) -> None:
    rich, unknown = (with_dollars(dollars) for dollars in (9, None))
    assert "You pay $6 to the bank." in page_text(verdict(client, engine.record_verdict(rich, HIRE, DAY)))
    text = page_text(verdict(client, engine.record_verdict(unknown, HIRE, DAY)))
    assert "It depends" in text
    assert "Blue's dollars" in text


@pytest.mark.parametrize("language", LANGUAGES)
@every(("wrong", "problem"), REFUSED[:-1], ids=range(len(REFUSED) - 1))
def test_a_damaged_link_is_refused(client: FlaskClient, language: str, wrong: str, problem: str) -> None:
    response = client.get(f"/{language}/check/verdict/{wrong}")
    assert response.status_code == {"code-too-long": 414}.get(problem, 405 if not wrong else 400)


@pytest.mark.parametrize(
    "data",
    [{}, {"position": SHARE}, {"position": SHARE, "action": "hire"}, {"position": "x", "action": "end"}],
)
def test_a_question_that_is_none_is_refused(client: FlaskClient, data: dict[str, str]) -> None:
    assert client.post("/en/check/verdict/", data=data).status_code == 400


def test_the_address_of_a_verdict(app: Flask) -> None:
    with app.test_request_context("/ko/check/"):
        address = disputes.verdict_address(POSITION, HIRE)
    assert address is not None
    assert address.startswith("/ko/check/verdict/a")


@pytest.mark.parametrize("language", ["en", pytest.param("ko", marks=pytest.mark.thorough)])
def test_every_dispute_has_its_page(client: FlaskClient, reference: Reference, language: str) -> None:
    library = reference.disputes[language]
    listed = Page(client.get(DISPUTES.format(language)))
    addresses = [link.get("href") for link in listed.one("main").iter("a")]
    for name, dispute in library.disputes.items():
        address = f"{DISPUTES.format(language)}{name}"
        assert address in addresses
        page = Page(client.get(address))
        reading = reference.books[language].place_of(dispute.facts.sections[0]).ruling
        assert bool(page.all("span", class_="badge ruling")) == reading, name
        heading = page.one("h1")
        for word in heading.findall(".//span[@class='word-of-edition']"):
            # Hidden, where the table plays this edition.
            word.text = ""
        assert page.words(heading) == dispute.title
        assert len(page.all("div", class_="verdict")) == 1
        rules = {link.get("href") for link in page.all("a", class_="rule-link")}
        assert {f"/{language}/rules/{section}" for section in dispute.facts.sections} <= rules


ABOUT_ALL = "hire/?v=1&d=7&token=6&extra=0&w-cowboy=2&w-builder=1&w-engineer=1&r3=cowboy"


def test_an_answer_about_all_actions_is_no_verdict_to_keep(client: FlaskClient) -> None:
    assert not Page(client.get(f"/en/check/{ABOUT_ALL}")).all("form", class_="save-verdict")


@every(
    "address",
    [
        "disputes/left-behind",
        f"{ABOUT_ALL}&do=hire%20row%3D3%20column%3D1",
        f"board/{SHARE}/judge?line=end",
    ],
)
def test_an_answer_about_one_action_can_be_kept_with_its_verdict(client: FlaskClient, address: str) -> None:
    page = Page(client.get(f"/en/check/{address}"))
    form = page.one("form", class_="save-verdict")
    data = {str(field.get("name")): str(field.get("value")) for field in form.iter("input")}
    kept = client.post(str(form.get("action")), data=data, follow_redirects=True)
    assert kept.request.path.startswith("/en/check/verdict/")
    assert "same answer, for the same reasons" in page_text(Page(kept))


def test_a_section_names_its_disputes(client: FlaskClient, reference: Reference) -> None:
    for section in ("movement/move-again", "cards/exchange-tokens", "scoring/overview"):
        page = Page(client.get(f"/en/rules/{section}"))
        about = page.one("section", aria_labelledby="disputes-title")
        found = reference.disputes["en"].of_section(section)
        assert [page.words(link) for link in about.iter("a")] == [dispute.title for dispute in found]
        assert found
    assert not Page(client.get("/en/rules/setup/board#bank")).all("section", aria_labelledby="disputes-title")
