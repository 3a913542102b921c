"""What the documentation shows is what the app says."""

import dataclasses
import json
import re
from pathlib import Path
from typing import Any

from companion.engine import actions
from companion.engine.cards.piles import MAX_NAMED
from companion.sheets.changes import MAX_CHANGES, MAX_SIZE, ROOM_TO_END
from companion.sheets.log import Change
from companion.web.api.responses import MESSAGES
from flask.testing import FlaskClient

from tests.conftest import ROOT, every

DOCS = ROOT / "docs"
API, ACTIONS, SHEETS = ((DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("api", "actions", "sheets"))
SHOWN = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", API, re.DOTALL)]
QUESTIONS = re.findall(r"```json ask (\S+)\n(.*?)```.*?```json answer\n(.*?)```", API, re.DOTALL)


@every(
    ("body", "shown"),
    [({"players": {"blue": {"workers": {"cowboy": 7}}}}, SHOWN[0]), ({"game": {"players": 9}}, SHOWN[1])],
)
def test_answers_of_the_api(client: FlaskClient, body: Any, shown: Any) -> None:
    assert client.post("/api/v1/check", json=body).json == shown


def test_every_error_of_the_api_is_told() -> None:
    told = {
        code for row in re.findall(r"^\| \d{3} \| ([^|]+) \|", API, re.MULTILINE) for code in re.findall("`(.+?)`", row)
    }
    assert told == set(MESSAGES)


@every(("route", "asked", "answer"), QUESTIONS, ids=[route for route, _, _ in QUESTIONS])
def test_answers_of_the_engine(client: FlaskClient, route: str, asked: str, answer: str) -> None:
    assert client.post(f"/api/v1/{route}", json=json.loads(asked)).json == json.loads(answer)


def test_costs_that_are_not_known(client: FlaskClient) -> None:
    asked, shown = (re.search(rf"```json {name}\n(.*?)```", API, re.DOTALL) for name in ("costs of", "costs"))
    assert asked is not None
    assert shown is not None
    answer = client.post("/api/v1/judge", json=json.loads(asked[1])).json
    assert answer is not None
    assert answer["answer"] == "yes"
    assert {key: answer["effects"][key] for key in ("payments", "cost")} == json.loads(shown[1])


def test_every_question_of_the_engine_is_shown() -> None:
    asked = sorted(route.partition("?")[0] for route, _, _ in QUESTIONS)
    assert asked == ["apply", "clock", "judge", "odds", "options", "score"]


def test_the_figure_of_the_selections() -> None:
    assert f"at most {MAX_NAMED} cards" in " ".join(API.split())


def test_every_action_is_told_with_its_fields() -> None:
    rows = re.findall(r"^\| (`.+?`) \| (.*?) \|", ACTIONS, re.MULTILINE)
    told = {name: fields for names, fields in rows for name in re.findall("`(.+?)`", names)}
    assert told.keys() == actions.vocabulary().keys()
    for name, kind in actions.vocabulary().items():
        assert all(f"`{field.name}`" in told[name] for field in dataclasses.fields(kind)), name


@every("file", [ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))], ids=lambda f: f.name)
def test_every_file_that_is_named_is_there(file: Path) -> None:
    """Paths from the top, from the package, from the engine, or within a language."""
    named = re.findall(r"`([\w./<>-]+/(?:[\w.-]+\.\w+)?)`", file.read_text(encoding="utf-8"))
    paths = [path.replace("<lang>", "ko") for path in named if not path.startswith("/")]
    places = [ROOT, ROOT / "companion", ROOT / "companion" / "engine", ROOT / "content" / "en"]
    assert [path for path in paths if "<" not in path and not any((place / path).exists() for place in places)] == []


def test_every_kind_of_change_is_told() -> None:

    def kinds(table: str) -> set[str]:
        rows = re.findall(r"^ *\| (`[a-z`, ]+`) \|", table, re.MULTILINE)
        return {kind for row in rows for kind in re.findall(r"`(\w+)`", row)}

    told = SHEETS.partition("| `kind` |")[2].partition("A log holds")[0]
    assert kinds(told) == kinds(str(Change.__doc__))
    figures = [f"{figure:,}" for figure in (MAX_CHANGES, MAX_SIZE, ROOM_TO_END)]
    assert re.findall(r"\d[\d,]*", re.search(r"^A log holds .*$", SHEETS, re.MULTILINE)[0]) == figures  # type: ignore[index]


def test_the_change_that_is_shown_can_be_sent(client: FlaskClient) -> None:
    shown = re.search(r"```json\n(.*?)```", SHEETS, re.DOTALL)
    assert shown
    start = {"id": "start", "time": 0, "by": "", "at": "2026-11-20T17:00:00+00:00", "kind": "start",
             "told": {"players": [["Anna", "blue"], ["Ben", "red"]]}}  # fmt: skip
    sheet = {"edit_key": "d" * 24, "view_key": "s" * 24, "edition": 2, "variants": [], "made": start["at"]}
    answer = client.post("/en/score/exchange", json={"sheet": sheet, "changes": [start]})
    assert answer.status_code == 200
    change = {**json.loads(shown[1]), "time": 1}
    answer = client.post(f"/en/score/{'d' * 24}/exchange", json={"changes": [change], "known": 0})
    told = answer.json or {}
    assert [one["id"] for one in told["changes"]] == [change["id"]]
    # Nobody but its sender says that it was made by that phone.
    assert told["changes"][0] == {**change, "via": told["device"]}
