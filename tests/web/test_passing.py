"""A sheet is passed on as codes between two apps that share nothing, and what does not belong there is refused."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import pytest
from companion.sheets import passing
from companion.sheets.states import Name
from companion.storage.sheets import Sheets
from companion.web import database
from flask import Flask
from flask.testing import FlaskClient

from tests.conftest import LANGUAGES, every
from tests.web.phones import CATEGORIES, Phone

PEOPLE = [Name("Anna", "blue"), Name("지훈", "red"), Name("Cleo", "white"), Name("Dan", "yellow")]


@pytest.fixture
def key(sheets: Sheets) -> str:
    return str(sheets.create(PEOPLE, 2, ()).edit_key)


@pytest.fixture
def far(away: Flask, key: str) -> Phone:
    """Another phone, without signal, which has never seen the sheet."""
    return Phone(away.test_client(), Sheets(database.opened(away)), key)


def codes(phone: Phone) -> dict[str, str]:
    """What another phone reads off this one."""
    return {"codes": phone.get("/pass-on.txt").text}


def test_a_game_on_two_phones_is_whole_on_both(phone: Phone, far: Phone) -> None:
    answer = far.client.post("/en/score/pass-on", data=codes(phone))
    assert (answer.status_code, answer.location) == (303, far.at("/pass-on"))
    for seat in (1, 2, 3, 4):
        writer = phone if seat < 3 else far
        writer.sheets.write(phone.key, {(seat, "cities"): (None, str(seat))}, "#00000000")
    read = codes(phone)
    assert far.send(read, "/pass-on").status_code == 303
    file = BytesIO(codes(far)["codes"].encode()), "trail-sheet.txt"
    assert phone.send({"file": file}, "/pass-on").status_code == 303
    assert phone.fields == far.fields == [{"cities": str(seat)} for seat in (1, 2, 3, 4)]
    # It belongs to what this phone has seen, and nothing more is to be had.
    assert far.key in far.client.get("/en/score/").text
    assert "is on this sheet already" in far.send(read, "/pass-on", follow_redirects=True).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_this_page_may_use_the_camera(phone: Phone, language: str) -> None:
    for address in (phone.at("/pass-on", language), f"/{language}/score/pass-on"):
        headers = phone.client.get(address).headers
        assert "camera=(self)" in headers["Permissions-Policy"]
        assert headers["Cache-Control"] == "no-store"
    for address in (f"/{language}/score/", phone.at("", language), phone.at("/share", language)):
        assert "camera=()" in phone.client.get(address).headers["Permissions-Policy"]


def test_who_may_look_only_passes_nothing_on(phone: Phone) -> None:
    looking = Phone(phone.client, phone.sheets, phone.sheets.read(phone.key).view_key)
    for below in ("/pass-on", "/pass-on.txt"):
        assert looking.get(below).status_code == 404
    assert "pass-on" not in looking.get().text
    assert looking.send(codes(phone), "/pass-on").status_code == 404


def parcel(phone: Phone, instead: Mapping[str, Any]) -> dict[str, str]:
    """The codes of a sheet with something else in them."""
    content = dict(passing.unpack(codes(phone)["codes"]))
    content["sheet"] = {**content["sheet"], **instead.get("sheet", {})}
    content["changes"] = instead.get("changes", content["changes"])
    return {"codes": passing.pack(content["sheet"]["edit_key"], content).text}


CHANGE = {"id": "x", "time": 1, "by": "", "at": "2026-11-20T19:40:03+00:00", "kind": "write"}


@every(
    ("instead", "why"),
    [
        ({"changes": "none"}, "damaged"),
        ({"changes": [1]}, "damaged"),
        ({"changes": []}, "damaged"),
        ({"changes": [{**CHANGE, "told": {"cells": [[9, "cities", None, "1"]]}}]}, "damaged"),
        ({"sheet": {"edition": 7}}, "damaged"),
        ({"sheet": {"variants": ["everything"]}}, "damaged"),
        ({"sheet": {"view_key": "short"}}, "damaged"),
        ({"sheet": {"view_key": "v" * 24}}, "do not fit"),
        ({"sheet": {"edit_key": "e" * 24}}, "about another sheet"),
    ],
)
def test_what_does_not_belong_there_is_refused(phone: Phone, instead: dict[str, Any], why: str) -> None:
    answer = phone.send(parcel(phone, instead), "/pass-on")
    assert (answer.status_code, why in answer.text) == (422, True)
    assert phone.fields == [{}] * 4


@every(
    ("text", "why"),
    [
        ("", "nothing to read"),
        ("\x00", "damaged"),
        ("TRAIL9:1/1:00000000:00000000:AA", "Another version"),
        ("TRAIL1:1/3:00000000:00000000:AA", "these are missing: 2, 3"),
    ],
)
def test_why_is_told(client: FlaskClient, text: str, why: str) -> None:
    answer = client.post("/en/score/pass-on", data={"codes": text})
    assert (answer.status_code, why in answer.text) == (422, True)


def test_a_sheet_that_is_refused_is_not_made(phone: Phone, far: Phone) -> None:
    start = passing.unpack(codes(phone)["codes"])["changes"][0]
    bad = {**CHANGE, "told": {"cells": [[9, "cities", None, "1"]]}}
    refused = far.client.post("/en/score/pass-on", data=parcel(phone, {"changes": [start, bad]}))
    assert (refused.status_code, far.get().status_code) == (422, 404)


def test_the_codes_of_a_full_game_are_few(phone: Phone) -> None:
    for seat in (1, 2, 3, 4):
        for category in CATEGORIES[:8]:
            phone.sheets.write(phone.key, {(seat, category): (None, str(seat * 3))}, "#1a2b3c4d")
    assert 1 <= len(phone.page("/pass-on").texts("div.qr")) <= 6
