"""The Check page."""

import itertools
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from companion import engine
from companion.sentences import answers
from companion.web.check import PLACES_AT_ONCE
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, message
from tests.engine.test_reading import UNREADABLE
from tests.web.html import Page

ODD = [*(text for text, _ in UNREADABLE), "\x00", "1e999", "💥" * 1000, '{"a":' * 3000]


def test_odd_texts_get_an_answer(client: FlaskClient) -> None:
    for text, language in zip(ODD, itertools.cycle(LANGUAGES), strict=False):
        response = client.post(f"/{language}/check/", data={"position": text})
        assert response.status_code == 422, text[:40]
        Page(response)


TEXT = """{
  "board": {"hazards": {"flood-1": {"hand": "green", "vp": 2}, "flood-2": {"hand": "green", "vp": 2}}},
  "players": {
    "blue": {
      "workers": {"cowboy": 7}},
    "red": {"stations": [1, 1],
      "workers": {"builder": 9}}
  }
}"""


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes findings as bad as a test wants them: codes that are as bad by themselves may come and go."""
    check = answers.check

    def make(**severities: engine.Severity) -> None:
        def judge(text: str, language: str) -> answers.Checked:
            checked = check(text, language)
            findings = tuple(
                replace(finding, severity=severities.get(finding.code.replace("-", "_"), "impossible"))
                for finding in checked.findings
            )
            possible = all(finding.severity != "impossible" for finding in findings)
            return replace(checked, findings=findings, possible=possible)

        monkeypatch.setattr(answers, "check", judge)

    return make


Judged = Callable[..., None]


def test_findings_by_how_bad_they_are(client: FlaskClient, judged: Judged) -> None:
    judged(worker_row_out_of_range="suspicious", station_twice="note")
    page = Page(client.post("/en/check/", data={"position": TEXT}))
    assert page.words(page.one("div", class_="verdict")) == "Impossible One thing cannot be. 2 more are unusual."
    parts = page.all("section", class_="part")
    assert [part.get("class") for part in parts] == ["part impossible", "part suspicious", "part note"]
    headings = [[page.words(h) for tag in ("h2", "h3") for h in part.iter(tag)] for part in parts]
    assert headings == [["The board and the table"], ["Unusual", "Blue", "Red"], ["Worth knowing", "Red"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_unusual_is_not_impossible(client: FlaskClient, judged: Judged, language: str) -> None:
    judged(worker_row_out_of_range="suspicious", station_twice="suspicious", too_many_hazards="note")
    page = Page(client.post(f"/{language}/check/", data={"position": TEXT}))
    verdict = page.one("div", class_="verdict")
    assert "warn" in (verdict.get("class") or "")
    words = {
        "en": "No contradiction Nothing is impossible, but 3 things are unusual.",
        "ko": "모순 없음 불가능한 점은 없지만 드문 점이 3가지",
    }
    assert page.words(verdict).startswith(words.get(language, message(language, "No contradiction")))


def test_notes_alone_change_no_verdict(client: FlaskClient, judged: Judged) -> None:
    judged(worker_row_out_of_range="note", station_twice="note", too_many_hazards="note")
    page = Page(client.post("/en/check/", data={"position": TEXT}))
    assert "good" in (page.one("div", class_="verdict").get("class") or "")
    assert len(page.all("section", class_="part")) == 1


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_place_leads_to_its_line(client: FlaskClient, newline: str) -> None:
    page = Page(client.post("/en/check/", data={"position": TEXT.replace("\n", newline)}))
    links = {page.words(link): link for link in page.all("a", class_="where-link")}
    assert list(links) == [
        "Line 2: 2flood space 1",
        "Line 2: 2flood space 2",
        "Line 5: 5Blue's cowboys",
        "Line 7: 7Red's builders",
        "Line 6: 6Red's discs on stations",
    ]
    for link in links.values():
        line = link.get("data-line")
        assert link.get("href") == f"#line-{line}"
        row = page.one("span", id=f"line-{line}")
        assert page.words(row).startswith(f"{line} ")
        assert page.words(row).removeprefix(f"{line} ") == TEXT.split("\n")[int(line or 0) - 1].strip()
    assert page.one("details", class_="entry").get("open") is not None, "anchors within work without scripts"


def test_many_places_are_folded_up(client: FlaskClient) -> None:
    rows = {str(n): ["cowboy"] * 4 for n in range(1, 13)}
    position = {"board": {"job_market": {"rows": rows}}}
    page = Page(client.post("/en/check/", data={"position": json.dumps(position)}))
    (folded, *_) = page.all("details", class_="more-places")
    assert page.words(folded.find("summary")).endswith("more places")
    finding = next(li for li in page.all("li") if folded in list(li))
    shown, rest = ([*part.iter("a")] for part in (finding.find("ul"), folded))
    assert len(shown) == PLACES_AT_ONCE
    assert rest


def test_of_very_many_troubles_the_first_are_told(client: FlaskClient) -> None:
    keys = {f"x{number}": 1 for number in range(500)}
    text = json.dumps(keys)
    page = Page(client.post("/en/check/", data={"position": text}))
    answer = page.words(page.one("div", id="answer"))
    assert "500 things in the text cannot be read." in answer
    assert len(page.all("a", class_="where-link")) == answers.MAX_PROBLEMS
    assert "400 more are not shown." in answer
    response = client.post("/api/v1/check", data=text, content_type="application/json").json
    assert response is not None
    assert len(response["error"]["problems"]) == answers.MAX_PROBLEMS
