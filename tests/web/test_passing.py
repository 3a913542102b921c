"""A sheet is passed on as codes between two apps that share nothing, and what does not belong there is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from companion.app import create_app
from companion.sheets import passing
from companion.sheets.states import Name
from companion.storage.sheets import Sheets
from companion.web import database
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES

PEOPLE = [Name("Anna", "blue"), Name("지훈", "red"), Name("Cleo", "white"), Name("Dan", "yellow")]


@pytest.fixture(scope="module")
def away(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app on another phone, with a database of its own."""
    settings = {"SECRET_KEY": "another, for tests", "WTF_CSRF_ENABLED": False, "TESTING": True}
    app = create_app({"INSTANCE": str(tmp_path_factory.mktemp("away")), "RATELIMIT_ENABLED": False, **settings})
    yield app
    database.opened(app).close()


def sheets(app: Flask) -> Sheets:
    return Sheets(database.opened(app))


@pytest.fixture
def key(app: Flask) -> str:
    return str(sheets(app).create(PEOPLE, 2, ()).edit_key)


def write(app: Flask, key: str, seat: int, text: str) -> None:
    sheets(app).write(key, {(seat, "cities"): (None, text)}, "#00000000")


def text_of(client: FlaskClient, key: str) -> str:
    return client.get(f"/en/score/{key}/pass-on.txt").text


def fields(app: Flask, key: str) -> list[dict[str, str]]:
    """What stands in the column of each player."""
    return [dict(player.fields) for player in sheets(app).read(key).players]


def test_a_game_on_two_phones_is_whole_on_both(app: Flask, away: Flask, client: FlaskClient, key: str) -> None:
    other = away.test_client()
    # The other phone has never seen the sheet.
    answer = other.post("/en/score/pass-on", data={"codes": text_of(client, key)})
    assert (answer.status_code, answer.location) == (303, f"/en/score/{key}/pass-on")
    for seat in (1, 2):
        write(app, key, seat, str(seat))
    for seat in (3, 4):
        write(away, key, seat, str(seat))
    codes = text_of(client, key)
    assert other.post(f"/en/score/{key}/pass-on", data={"codes": codes}).status_code == 303
    answer = client.post(
        f"/en/score/{key}/pass-on", data={"file": (BytesIO(text_of(other, key).encode()), "trail-sheet.txt")}
    )
    assert answer.status_code == 303
    assert fields(app, key) == fields(away, key)
    assert [column["cities"] for column in fields(app, key)] == ["1", "2", "3", "4"]
    # It belongs to what this phone has seen, and nothing more is to be had.
    assert key in other.get("/en/score/").text
    said = other.post(f"/en/score/{key}/pass-on", data={"codes": codes}, follow_redirects=True).text
    assert "is on this sheet already" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_this_page_may_use_the_camera(client: FlaskClient, key: str, language: str) -> None:
    for path in (f"{key}/pass-on", "pass-on"):
        answer = client.get(f"/{language}/score/{path}")
        assert "camera=(self)" in answer.headers["Permissions-Policy"]
        assert answer.headers["Cache-Control"] == "no-store"
    for path in ("", key, f"{key}/share"):
        assert "camera=()" in client.get(f"/{language}/score/{path}").headers["Permissions-Policy"]


def test_who_may_look_only_passes_nothing_on(client: FlaskClient, app: Flask, key: str) -> None:
    view = sheets(app).read(key).view_key
    for path in ("pass-on", "pass-on.txt"):
        assert client.get(f"/en/score/{view}/{path}").status_code == 404
    assert "pass-on" not in client.get(f"/en/score/{view}").text
    assert client.post(f"/en/score/{view}/pass-on", data={"codes": text_of(client, key)}).status_code == 404


def parcel(client: FlaskClient, key: str, **instead: Any) -> str:
    content = json.loads(json.dumps(passing.unpack(text_of(client, key))))
    for name, value in instead.items():
        place, _, inner = name.partition("__")
        if inner:
            content[place][inner] = value
        else:
            content[place] = value
    return passing.pack(content["sheet"]["edit_key"], content).text


CHANGE = {"id": "x", "time": 1, "by": "", "at": "2026-11-20T19:40:03+00:00", "kind": "write"}


@pytest.mark.parametrize(
    ("instead", "why"),
    [
        ({}, "is on this sheet already"),
        ({"changes": "none"}, "damaged"),
        ({"changes": [1]}, "damaged"),
        ({"changes": []}, "damaged"),
        ({"changes": [{**CHANGE, "told": {"cells": [[9, "cities", None, "1"]]}}]}, "damaged"),
        ({"sheet__edition": 7}, "damaged"),
        ({"sheet__variants": ["everything"]}, "damaged"),
        ({"sheet__view_key": "short"}, "damaged"),
        ({"sheet__view_key": "v" * 24}, "do not fit"),
        ({"sheet__edit_key": "e" * 24}, "about another sheet"),
    ],
)
def test_what_does_not_belong_there_is_refused(
    app: Flask, client: FlaskClient, key: str, instead: dict[str, Any], why: str
) -> None:
    before = fields(app, key)
    answer = client.post(
        f"/en/score/{key}/pass-on", data={"codes": parcel(client, key, **instead)}, follow_redirects=not instead
    )
    assert answer.status_code == (422 if instead else 200)
    assert why in answer.text
    assert fields(app, key) == before


@pytest.mark.parametrize(
    ("codes", "why"),
    [
        ("", "nothing to read"),
        ("\x00", "damaged"),
        ("TRAIL9:1/1:00000000:00000000:AA", "Another version"),
        ("TRAIL1:1/3:00000000:00000000:AA", "these are missing: 2, 3"),
    ],
)
def test_why_is_told(client: FlaskClient, codes: str, why: str) -> None:
    answer = client.post("/en/score/pass-on", data={"codes": codes})
    assert answer.status_code == 422
    assert why in answer.text


def test_a_sheet_that_is_refused_is_not_made(away: Flask, client: FlaskClient, key: str) -> None:
    other = away.test_client()
    start = passing.unpack(text_of(client, key))["changes"][0]
    bad = {**CHANGE, "told": {"cells": [[9, "cities", None, "1"]]}}
    assert other.post("/en/score/pass-on", data={"codes": parcel(client, key, changes=[start, bad])}).status_code == 422
    assert other.get(f"/en/score/{key}").status_code == 404


def test_the_codes_of_a_full_game_are_few(app: Flask, client: FlaskClient, key: str) -> None:
    for seat in (1, 2, 3, 4):
        for category in ("buildings", "cities", "stations", "hazards", "cattle", "objectives", "workers", "disc"):
            sheets(app).write(key, {(seat, category): (None, str(seat * 3))}, "#1a2b3c4d")
    shown = client.get(f"/en/score/{key}/pass-on").text
    assert 1 <= len(re.findall('class="qr"', shown)) <= 6
