"""Logs of sheets go to and fro between the app here and the app on a phone that was without signal."""

import json
import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from companion.sheets import changes
from companion.sheets.states import ChangedSince, Name, SheetState, Typed
from companion.storage.copying import back_up, restore
from companion.storage.sheets import Sheets
from companion.web import database
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from werkzeug.test import TestResponse

from tests.conftest import every
from tests.profiles import examples
from tests.storage import points_of
from tests.web.html import Page

PEOPLE = [Name("Anna", "blue"), Name("지훈", "red")]
Message = dict[str, Any]


class Side:
    """One of two apps, and how far the other one knows its log."""

    def __init__(self, app: Flask) -> None:
        self.client, self.sheets = app.test_client(), Sheets(database.opened(app))
        self.told_to_other = -1
        self.signature = str((self.client.get("/offline/device").json or {})["device"])

    def asked(self, key: str, **message: Any) -> Message:
        answer = self.client.post(f"/en/score/{key}/exchange", json=message)
        assert answer.status_code == 200, answer.text
        return dict(answer.json or {})


def tell(giving: Side, taking: Side, key: str) -> None:
    """All that one side has and the other may not know goes there, as `docs/sheets.md` says."""
    more = True
    while more:
        news = giving.asked(key, known=giving.told_to_other)
        giving.told_to_other, more = news["known"], news["more"]
        if news["changes"]:
            taking.asked(key, changes=news["changes"], known=0)


def bring(giving: Side, taking: Side, key: str) -> None:
    """A sheet that one side does not know yet goes there."""
    news = giving.asked(key)
    giving.told_to_other = news["known"]
    message = {"sheet": {**news["sheet"], "edit_key": key}, "changes": news["changes"]}
    answer = taking.client.post("/en/score/exchange", json=message)
    assert answer.status_code == 200, answer.text


def told(side: Side, key: str) -> list[object]:
    """What a sheet and its log tell, but for what is the database's own, and who has brought what was typed."""
    state = side.sheets.read(key)
    own = ("revision", "changed_at", "changed_cells", "players")
    head = {name: value for name, value in vars(state).items() if name not in own}
    players = [
        (one.name, one.colour, one.phone, one.fields, {field: bare(typed) for field, typed in one.rivals.items()})
        for one in state.players
    ]
    log = side.sheets.changes(key, 5000)
    steps = [(step.kind, step.at, step.undone) for step in log]
    fields = [[(one.seat, one.field, bare(one.before.all), bare(one.after.all)) for one in step.fields] for step in log]
    return [head, players, steps, fields]


def bare(those: Iterable[Typed]) -> list[Typed]:
    return [typed._replace(via="") for typed in those]


def same_on(here: Side, there: Side, key: str) -> None:
    assert told(here, key) == told(there, key)


@pytest.fixture
def sides(app: Flask, away: Flask) -> tuple[Side, Side]:
    """The app here, and on the phone."""
    return Side(app), Side(away)


@pytest.fixture
def shared(sides: tuple[Side, Side]) -> tuple[Side, Side, str]:
    """Both sides, and the key of a sheet that was made here and brought to the phone."""
    here, phone = sides
    return here, phone, begun(here, phone)


def begun(here: Side, phone: Side) -> str:
    """A sheet that was made here and brought to the phone."""
    key = str(here.sheets.create(PEOPLE, 2, []).edit_key)
    bring(here, phone, key)
    return key


def test_a_sheet_made_without_signal_comes_with_all_that_is_on_it(sides: tuple[Side, Side]) -> None:
    here, phone = sides
    state = phone.sheets.create(PEOPLE, 2, ["simmental"])
    key = str(state.edit_key)
    own = here.signature
    phone.sheets.write(key, {(1, "money"): (None, "3+4"), (2, "things.deliveries.kansas-city"): (None, "2")}, own)
    phone.sheets.claim(key, 2, own)
    phone.sheets.write(key, {(1, "money"): ("3+4", "9")}, own)
    phone.sheets.undo(key, own)
    bring(phone, here, key)
    same_on(here, phone, key)
    assert here.sheets.read(state.view_key).writable is False
    assert "지훈" in Page(here.client.get("/en/score/")).text, "the device that brought it finds it again"
    # The answer was lost: it comes again.
    bring(phone, here, key)
    same_on(here, phone, key)
    assert here.sheets.redoable(key, [own])


def test_both_sides_write_and_hear_of_each_other(shared: tuple[Side, Side, str]) -> None:
    here, phone, key = shared
    here.sheets.write(key, {(1, "money"): (None, "5")}, "#a")
    tell(here, phone, key)
    here.sheets.write(key, {(1, "money"): ("5", "6"), (2, "cattle"): (None, "3")}, "#a")
    phone.sheets.write(key, {(1, "money"): ("5", "7"), (2, "money"): (None, "4")}, "#b")
    tell(phone, here, key)
    tell(here, phone, key)
    same_on(here, phone, key)
    one, two = here.sheets.read(key).players
    assert {typed.text for typed in one.rivals["money"]} == {"6", "7"}
    assert points_of(two) == {"cattle": 3, "money": 4}
    here.sheets.choose(key, (1, "money"), "7", "#a")
    tell(here, phone, key)
    same_on(here, phone, key)
    assert points_of(phone.sheets.read(key).players[0]) == {"money": 7}


def test_other_phones_hear_of_what_was_brought(shared: tuple[Side, Side, str]) -> None:
    here, phone, key = shared
    here.sheets.write(key, {(1, "cattle"): (None, "1")})
    phone.sheets.write(key, {(2, "stations"): (None, "2")})
    since = here.sheets.now(key).revision
    tell(phone, here, key)
    assert here.sheets.read(key, since).changed_cells == {(2, "stations")}
    html = here.client.get(f"/en/score/{key}/changes?since={since}", headers={"HX-Request": "true"}).text
    assert 'id="cell-p2-stations"' in html
    assert 'id="cell-p1-cattle"' not in html


def test_what_is_finished_on_one_side_is_finished_on_the_other_unless_it_missed_something(
    shared: tuple[Side, Side, str],
) -> None:
    here, phone, key = shared
    here.sheets.write(key, {(1, "money"): (None, "5")})
    tell(here, phone, key)
    phone.sheets.finish(phone.sheets.read(key))
    tell(phone, here, key)
    assert here.sheets.now(key).finished_at == phone.sheets.now(key).finished_at is not None
    here.sheets.reopen(key)
    here.sheets.finish(here.sheets.read(key))
    # Meanwhile the phone has opened it too, and goes on.
    phone.sheets.reopen(key)
    phone.sheets.write(key, {(2, "money"): (None, "6")})
    tell(phone, here, key)
    assert here.sheets.now(key).finished_at is None
    assert points_of(here.sheets.read(key).players[1]) == {"money": 6}


@given(chance=st.randoms(use_true_random=False))
@examples(50)
def test_in_the_end_both_have_the_same(app: Flask, away: Flask, chance: random.Random) -> None:
    here, phone = Side(app), Side(away)
    key = begun(here, phone)
    phone.told_to_other = phone.sheets.now(key).revision
    for _ in range(25):
        side, by = chance.choice([(here, "#a"), (here, "#b"), (phone, "#c")])
        cell = (chance.randint(1, 2), chance.choice(["money", "cattle", "things.money.dollars"]))
        stands = {player.seat: player.fields for player in side.sheets.read(key).players}[cell[0]].get(cell[1])
        match chance.randrange(6):
            case 0 | 1 | 2:
                entry = chance.choice([None, "1", "2", "1+1", "5"])
                if entry != stands:
                    side.sheets.write(key, {cell: (stands, entry)}, by)
            case 3:
                try:
                    side.sheets.undo(key, by)
                except ChangedSince:
                    side.sheets.choose(key, cell, stands, by)
            case 4:
                side.sheets.redo(key, by)
            case _:
                tell(*chance.choice([(here, phone), (phone, here)]), key)
    tell(here, phone, key)
    tell(phone, here, key)
    tell(here, phone, key)
    same_on(here, phone, key)


def test_a_long_log_is_told_in_parts(shared: tuple[Side, Side, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.sheets.exchange.MAX_AT_ONCE", 4)
    here, phone, key = shared
    for number in range(11):
        here.sheets.write(key, {(1, "money"): (str(number - 1) if number else None, str(number))})
    tell(here, phone, key)
    same_on(here, phone, key)


# What is refused


def message(**more: Any) -> Message:
    return {"id": "0123456789", "time": 1, "by": "#a", "at": "2026-11-20T20:00:00+00:00", "kind": "write",
            "told": {"cells": [[1, "money", None, "7"]]}, **more}  # fmt: skip


def refused(answer: TestResponse) -> tuple[int, str]:
    """Status and code of an answer that is none."""
    return answer.status_code, (answer.json or {})["error"]["code"]


def test_one_change_is_taken_once(client: FlaskClient, sheets: Sheets, key: str) -> None:
    for _ in range(2):
        answer = client.post(f"/en/score/{key}/exchange", json={"changes": [message(), message()], "known": -1})
        assert answer.status_code == 200
        assert [change["id"] for change in (answer.json or {})["changes"]] == ["start", "0123456789"]
    assert points_of(sheets.read(key).players[0]) == {"money": 7}
    assert sheets.now(key).revision == 1


def test_the_link_for_looking_fetches_and_brings_nothing(client: FlaskClient, sheet: SheetState) -> None:
    address = f"/en/score/{sheet.view_key}/exchange"
    answer = client.post(address, json={})
    assert (answer.status_code, str(sheet.edit_key) in answer.text) == (200, False)
    assert refused(client.post(address, json={"changes": [message()]})) == (404, "no-such-sheet")


@every(
    "wrong",
    [
        {"id": "with space"}, {"id": ""}, {"id": "x" * 41}, {"id": 7}, {"time": 0}, {"time": -1},
        {"time": 2}, {"time": 2**31}, {"time": True}, {"time": "1"}, {"by": None}, {"by": "x" * 41}, {"by": "\x00"},
        {"by": "\ud800"}, {"at": "yesterday"}, {"at": "2026-11-20T20:00:00"}, {"at": 5}, {"kind": "start"},
        {"kind": "dance"}, {"kind": ["write"]}, {"told": None}, {"told": {}}, {"told": {"cells": 5}},
        {"told": {"cells": [[1, "money", None]]}}, {"told": {"cells": [[5, "money", None, "7"]]}},
        {"told": {"cells": [["1", "money", None, "7"]]}}, {"told": {"cells": [[1, "Money", None, "7"]]}},
        {"told": {"cells": [[1, "money", None, "many"]]}}, {"told": {"cells": [[1, "money", None, ""]]}},
        {"told": {"cells": [[1, "things.x", None, "x" * 401]]}}, {"told": {"cells": [[1, "things.x", 7, "x"]]}},
        {"told": {"cells": [[1, f"things.x{n}", None, "x"] for n in range(10_001)]}},
        {"via": 7}, {"via": "x" * 41},
        {"kind": "choose", "told": {"seat": 1, "field": "money", "text": "x", "upon": ["1"]}},
        {"kind": "choose", "told": {"seat": 9, "field": "money", "text": "1", "upon": ["1"]}},
        {"kind": "choose", "told": {"seat": 1, "field": "money", "text": "1", "upon": []}},
        {"kind": "undo", "told": {"of": None}}, {"kind": "claim", "told": {"seat": 5, "phone": "#a"}},
        {"kind": "claim", "told": {"seat": 1, "phone": 7}}, {"kind": "people", "told": {"players": [["Anna", "blue"]]}},
        {"kind": "people", "told": {"players": [["Anna", "blue"], ["Ben", "blue"]]}},
        {"kind": "people", "told": {"players": [["Anna", "blue"], ["Ben", "green"]]}},
        {"kind": "people", "told": {"players": [["Anna", "blue"], ["", "red"]]}},
        {"kind": "finish", "told": {"upon": -1}},
        {"kind": "values", "told": {"cells": [[1, "money", [["x", ""]]]]}},
        {"kind": "values", "told": {"cells": [[1, "money", []]]}},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_wrong_is_told_and_nothing_is_taken(
    client: FlaskClient, sheets: Sheets, key: str, wrong: Mapping[str, Any]
) -> None:
    right = message(id="another-one", told={"cells": [[2, "money", None, "1"]]})
    changed = [right, message(**wrong)] if wrong != {"time": 2} else [message(**wrong)]
    body = json.dumps({"changes": changed})
    answer = client.post(f"/en/score/{key}/exchange", data=body, content_type="application/json")
    assert refused(answer) == (400, "malformed")
    assert all((answer.json or {})["error"][part] for part in ("at", "message"))
    assert sheets.now(key).revision == 0


@every("body", [b"", b"[]", b"{", b"\xff", b"[" * 50_000, b"9" * 9000, b'{"known": "x"}',
                                  b'{"known": -2}', b'{"changes": {}}', b'{"changes": [[]]}'])  # fmt: skip
def test_what_is_no_message(client: FlaskClient, key: str, body: bytes) -> None:
    for address in (f"/en/score/{key}/exchange", "/en/score/exchange"):
        assert refused(client.post(address, data=body, content_type="application/json")) == (400, "malformed")
        assert client.post(address, data=body).status_code == 415


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.sampled_from(["write", "money", "2026-01-01"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*message(), "cells", "x"]), inner),
    max_leaves=9,
)


@given(part=st.sampled_from([*message(), "cells"]), value=JSON)
@examples(200)
def test_whatever_comes_is_answered(app: Flask, part: str, value: Any) -> None:
    sheets = Sheets(database.opened(app))
    key = sheets.create(PEOPLE, 2, []).edit_key
    change = message(told={"cells": value}) if part == "cells" else message(**{part: value})
    client = app.test_client()
    body = json.dumps({"changes": [change]})
    answer = client.post(f"/en/score/{key}/exchange", data=body, content_type="application/json")
    assert answer.status_code in (200, 400)
    assert client.get(f"/en/score/{key}").status_code == 200


def test_a_full_sheet_takes_no_more(client: FlaskClient, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "MAX_CHANGES", 1)
    answer = client.post(f"/en/score/{key}/exchange", json={"changes": [message()]})
    assert refused(answer) == (409, "sheet-full")


def brought(**more: Any) -> Message:
    start = message(id="start", time=0, by="", kind="start", told={"players": [["Anna", "blue"]]})
    sheet = {"edit_key": "e" * 24, "view_key": "v" * 24, "edition": 2, "variants": ["simmental"],
             "made": "2026-11-20T20:00:00+00:00", **more.pop("sheet", {})}  # fmt: skip
    return {"sheet": sheet, "changes": [start], **more}


@every(
    "wrong",
    [
        {"sheet": {"edit_key": "short"}}, {"sheet": {"edit_key": "v" * 24}}, {"sheet": {"view_key": "/" * 24}},
        {"sheet": {"edition": 7}}, {"sheet": {"edition": True}}, {"sheet": {"variants": ["none"]}},
        {"sheet": {"variants": "simmental"}}, {"sheet": {"variants": [[]]}}, {"sheet": {"made": "once"}},
        {"changes": []}, {"changes": [message()]},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_new_sheet(client: FlaskClient, wrong: Mapping[str, Any]) -> None:
    assert refused(client.post("/en/score/exchange", json=brought(**wrong))) == (400, "malformed")
    assert client.get(f"/en/score/{'e' * 24}").status_code == 404


def test_nobody_takes_the_keys_of_another_sheet(client: FlaskClient, sheet: SheetState) -> None:
    """Who may only look could otherwise make a sheet that opens with the link for looking."""
    new = "n" * 24
    for edit, view in ((sheet.view_key, new), (new, sheet.view_key), (new, sheet.edit_key), (sheet.edit_key, new)):
        answer = client.post("/en/score/exchange", json=brought(sheet={"edit_key": edit, "view_key": view}))
        assert refused(answer) == (409, "keys-taken")


def test_what_was_deleted_stays_deleted(shared: tuple[Side, Side, str]) -> None:
    here, _, key = shared
    here.sheets.delete(key)
    answer = here.client.post(f"/en/score/{key}/exchange", json={"changes": [message()]})
    assert answer.status_code == 404, "only a sheet that the server has never answered for is brought as a new one"


def test_a_phone_learns_how_it_signs_and_needs_no_token(
    client: FlaskClient, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(client.application.config, "WTF_CSRF_ENABLED", True)
    answer = client.post(f"/en/score/{key}/exchange", json={})
    assert answer.status_code == 200
    assert (answer.json or {})["device"].startswith("#")


# What a message holds


def test_a_log_of_long_texts_is_told_in_parts_that_the_other_side_takes(shared: tuple[Side, Side, str]) -> None:
    here, phone, key = shared
    for number in range(40):
        cells = {(1, f"things.stations.{place}"): (None, f"{number:03}" + "글" * 397) for place in range(12)}
        here.sheets.write(key, cells)
    told, more, known = [], True, 0
    while more:
        answer = here.client.post(f"/en/score/{key}/exchange", json={"known": known})
        told.append(len(answer.data))
        news = dict(answer.json or {})
        known, more = news["known"], news["more"]
        sent = phone.client.post(f"/en/score/{key}/exchange", json={"changes": news["changes"]})
        assert sent.status_code == 200
    assert len(told) == 4
    assert max(told) < 210_000
    same_on(here, phone, key)
    # The other way round.
    phone.sheets.write(key, {(2, "money"): (None, "5")})
    phone.told_to_other = -1
    tell(phone, here, key)
    same_on(here, phone, key)


def test_the_longest_change_that_there_is_fits_into_a_message(
    client: FlaskClient, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sent(letters: int) -> int:
        cells = [[1, f"things.{'x' * 100}{place:03}", None, "글" * letters] for place in range(250)]
        body = json.dumps({"changes": [message(told={"cells": cells})]}, ensure_ascii=False).encode()
        assert len(body) > 256 * 1024
        return client.post(f"/en/score/{key}/exchange", data=body, content_type="application/json").status_code

    assert sent(400) == 200
    monkeypatch.setattr("companion.sheets.exchange.MAX_CHANGE_BYTES", 300_000)
    assert sent(399) == 400
    answer = client.post(f"/en/score/{key}/exchange", data=b" " * (1024 * 1024 + 1), content_type="application/json")
    assert answer.status_code == 413


# Another database


@pytest.fixture
def moved(shared: tuple[Side, Side, str], tmp_path: Path) -> tuple[Side, Side, str, Path]:
    """Both sides know five entries of a sheet, of which there is a backup; the phone knows five more."""
    here, phone, key = shared
    for number in range(10):
        here.sheets.write(key, {(1, f"things.stations.{number}"): (None, "1")}, "#a")
        if number == 4:
            back_up(here.sheets.database, tmp_path / "backup")
    tell(here, phone, key)
    return here, phone, key, tmp_path / "backup"


def test_who_knows_more_than_a_server_that_was_put_back_is_told_all_of_it(moved: tuple[Side, Side, str, Path]) -> None:
    here, phone, key, backup = moved
    before = here.asked(key, known=here.told_to_other)
    assert here.asked(key, known=before["known"], check=before["check"])["anew"] is False
    restore(here.sheets.database, backup, force=True)
    # Others go on, until the server counts further than what the phone knows.
    for number in range(12):
        here.sheets.write(key, {(2, f"things.stations.{number}"): (None, "2")}, "#b")
    after = here.asked(key, known=before["known"], check=before["check"])
    assert (after["anew"], after["server"] == before["server"]) == (True, False)
    assert len(after["changes"]) == 1 + 5 + 12
    # Without the check nobody could have known.
    assert len(here.asked(key, known=before["known"])["changes"]) == 17 - before["known"]
    phone.asked(key, changes=after["changes"])
    phone.told_to_other = -1
    tell(phone, here, key)
    same_on(here, phone, key)
    assert len(here.sheets.read(key).players[0].fields) == 10
    assert len(phone.sheets.read(key).players[1].fields) == 12


def test_a_database_that_was_moved_back_by_other_means_is_noticed_too(moved: tuple[Side, Side, str, Path]) -> None:
    here, _, key, backup = moved
    before = here.asked(key)
    identity = here.sheets.database.identity
    restore(here.sheets.database, backup, force=True)
    with here.sheets.database.write() as connection:
        connection.execute(text("UPDATE identity SET id = :id"), {"id": identity})
    for number in range(5):
        here.sheets.write(key, {(2, f"things.stations.{number}"): (None, "2")}, "#b")
    after = here.asked(key, known=before["known"], check=before["check"])
    assert (after["known"], after["anew"]) == (before["known"], True), "it has come as far, with other changes"


def test_every_answer_names_the_database(client: FlaskClient, key: str) -> None:
    right = client.post(f"/en/score/{key}/exchange", json={})
    wrong = [client.post(f"/en/score/{'x' * 24}/exchange", json={}), client.post(f"/en/score/{key}/exchange", data="x")]
    assert [answer.status_code for answer in wrong] == [404, 415]
    assert {(answer.json or {})["server"] for answer in (right, *wrong)} == {(right.json or {})["server"]}


# Who signs


def test_who_signs_for_another_phone_is_noted_and_undo_leaves_it(app: Flask, sheets: Sheets, key: str) -> None:
    ana, ben = Side(app), Side(app)
    assert ana.signature != ben.signature
    sheets.write(key, {(1, "money"): (None, "5")}, ana.signature)
    forged = message(id="forged-by-ben", time=2, by=ana.signature, told={"cells": [[1, "money", "5", "50"]]})
    claim = message(id="claimed-by-ben", time=3, by="", kind="claim", told={"seat": 2, "phone": ana.signature})
    ben.asked(key, changes=[forged, claim])
    told = {change["id"]: change for change in ana.asked(key)["changes"]}
    assert (told["forged-by-ben"]["by"], told["forged-by-ben"]["via"]) == (ana.signature, ben.signature)
    assert sheets.read(key).players[1].phone is None, "whose phone hers is only she says"
    # Undo takes back what is hers for certain, and finds that somebody has written over it.
    with pytest.raises(ChangedSince):
        sheets.undo(key, ana.signature)
    first, second = sheets.changes(key)
    assert (first.by, first.via, second.by) == ("", ben.signature, ana.signature)
    html = ana.client.get(f"/en/score/{key}/log").text
    assert html.count("This phone") == 1
    assert "came by another phone" in html


def test_what_another_phone_has_brought_is_ones_own_once_one_says_so(app: Flask, sheets: Sheets, key: str) -> None:
    """As when the entries of a phone without signal have come by way of another one."""
    ana, ben = Side(app), Side(app)
    entry = message(id="made-by-ana", by=ana.signature)
    ben.asked(key, changes=[entry])
    assert sheets.undo(key, ana.signature) is None
    other = message(id="made-by-ana", by=ana.signature, told={"cells": [[1, "money", None, "8"]]})
    ana.asked(key, changes=[other])
    assert sheets.undo(key, ana.signature) is None, "she says something else"
    ana.asked(key, changes=[entry])
    assert [step.by for step in sheets.changes(key)] == [ana.signature]
    assert sheets.undo(key, ana.signature)
    assert sheets.read(key).players[0].fields == {}


def test_a_step_of_a_list_that_the_phone_has_made_is_no_other_one_here(shared: tuple[Side, Side, str]) -> None:
    """Each counts its own: once the phone has sent what it has, its numbers mean other steps here."""
    here, phone, key = shared
    phone.sheets.write(key, {(1, "money"): (None, "5")}, here.signature)
    here.sheets.write(key, {(2, "cattle"): (None, "3")}, "#b")
    listed = Page(phone.client.get(f"/en/score/{key}/log"))
    (number,), database_id = listed.texts("button[name=step]@value"), listed.one("input", name="database").get("value")
    tell(phone, here, key)
    for verb in ("step", "to"):
        here.client.post(f"/en/score/{key}/log", data={verb: number, "database": database_id})
    assert [points_of(player) for player in here.sheets.read(key).players] == [{"money": 5}, {"cattle": 3}]


def test_undo_that_the_phone_did_is_no_answer_of_the_server(shared: tuple[Side, Side, str]) -> None:
    here, phone, key = shared
    for seen, points in ((None, "7"), ("7", "8"), ("8", "9")):
        phone.sheets.write(key, {(1, "money"): (seen, points)}, here.signature)
    phone.sheets.undo(key, here.signature)
    knows, database_id = phone.sheets.now(key).revision, phone.sheets.database.identity
    for number in range(5):
        here.sheets.write(key, {(2, f"things.stations.{number}"): (None, "1")}, "#b")
    tell(phone, here, key)
    here.client.post(f"/en/score/{key}", data={"do": "undo", "since": knows, "database": database_id})
    assert points_of(here.sheets.read(key).players[0]) == {"money": 7}
