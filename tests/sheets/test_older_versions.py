"""What older versions of the app stored, passed on and wrote into files is read, and what they take is written.

`made_by_*.json` holds logs with nearly every piece, and what the version that is named made of them. The first is of
the time before changes told by way of whom they came, the second of the last one before pieces were fields of a player.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from companion import engine
from companion.sheets import counting, passing
from companion.sheets.exchange import Reader
from companion.sheets.log import Change, Log, fold
from companion.sheets.pieces import SheetPieces
from companion.sheets.states import Name
from companion.storage.sheets import Sheets
from companion.web import database
from companion.web.sanitise import fit
from companion.web.score.transfer import read_file
from flask import Flask
from flask.testing import FlaskClient

from tests.sheets.test_pieces import Row, Sheet

HERE = Path(__file__).parent
MADE = {
    (path.stem.removeprefix("made_by_"), name): made
    for path in sorted(HERE.glob("made_by_*.json"))
    for name, made in json.loads(path.read_text(encoding="utf-8")).items()
}
COLOURS = engine.load_catalog().table.players.colours

each = pytest.mark.parametrize("made", MADE.values(), ids=map(" ".join, MADE))


def changes_of(made: dict[str, Any]) -> list[Change]:
    return Reader(COLOURS, lambda text: fit(text) == text).read(made["changes"])


def sheet_of(made: dict[str, Any], log: Log) -> Sheet:
    rows = []
    for seat, person in enumerate(log.names, start=1):
        values = {name: value.text for (place, name), value in log.values.items() if place == seat}
        rows.append(Row(seat, person.colour, {name: text for name, text in values.items() if text is not None}))
    return Sheet(tuple(rows), made["edition"], tuple(made["variants"]))


@each
def test_a_log_comes_to_the_same_in_any_order_of_arrival(made: dict[str, Any]) -> None:
    changes = changes_of(made)
    for seed in range(8):
        random.Random(seed).shuffle(changes)
        # Half of it arrives a second time.
        log = fold([*changes, *changes[: len(changes) // 2]])
        assert [dict(sorted(row.fields.items())) for row in sheet_of(made, log).players] == [
            stood["fields"] for stood in made["stood"]
        ]
        rivals = [
            {
                name: [typed.text for typed in value.all]
                for (place, name), value in sorted(log.values.items())
                if place == seat and value.rivals
            }
            for seat in range(1, len(made["stood"]) + 1)
        ]
        assert rivals == [stood["rivals"] for stood in made["stood"]]


@each
def test_its_pieces_come_to_the_same(made: dict[str, Any]) -> None:
    """Points, what is asked, what cannot be, and the position that the sheet opens as."""
    sheet = sheet_of(made, fold(changes_of(made)))
    counts = {
        f"{seat} {category}": [count.points, count.by_pieces, list(count.asks)]
        for (seat, category), count in counting.counts(sheet).items()
    }
    assert counts == made["points"]
    doubts = [[doubt.reason.code, [list(cell) for cell in doubt.cells]] for doubt in counting.findings(sheet)]
    assert doubts == made["doubts"]
    position = SheetPieces(sheet.edition, sheet.variants).position(sheet.players, on_spaces=True)
    assert engine.encode(position) == made["position"]


@each
def test_an_older_app_reads_what_is_written_now(made: dict[str, Any]) -> None:
    """On the other side of an exchange may be a phone with that version: the same fields take the same texts."""
    pieces = SheetPieces(made["edition"], tuple(made["variants"]))
    fields = [field for group in pieces.fields.values() for field in group]
    assert {field.name: [field.piece.most, sorted(field.piece.words)] for field in fields} == made["takes"]


@each
def test_files_of_games_are_read(app: Flask, made: dict[str, Any]) -> None:
    with app.test_request_context("/en/score/history/import"):
        reading, why = read_file(made["file"].encode())
    assert reading is not None, why
    assert reading.problems == ()
    (game,) = reading.games
    for player, stood in zip(game.players, made["stood"], strict=True):
        # What an automa gets without pieces is noted as points.
        assert player.fields.items() >= stood["fields"].items()
        assert all("." not in name for name in player.fields.keys() - stood["fields"].keys())
    assert {
        f"{player.seat} {category}": points for player in game.players for category, points in player.points.items()
    } == {cell: points for cell, (points, _, _) in made["points"].items() if points is not None}


@pytest.mark.parametrize("made", [made for made in MADE.values() if "parcel" in made])
def test_what_a_phone_showed_as_codes_is_read(made: dict[str, Any]) -> None:
    assert passing.unpack(made["parcel"])["changes"] == made["changes"]


@each
def test_what_waits_in_an_older_page_is_taken(app: Flask, client: FlaskClient, made: dict[str, Any]) -> None:
    """A browser that was without signal sends its queue, however much later."""
    sheets = Sheets(database.opened(app))
    key = str(sheets.create([Name("Anna", "blue"), Name("Ben", "red")], made["edition"], made["variants"]).edit_key)
    texts = {name: [*words, str(most)][0] for name, (most, words) in made["takes"].items()}
    queue = {f"p1-{name}": text for name, text in texts.items()} | {f"was-p1-{name}": "" for name in texts}
    answer = client.post(f"/en/score/{key}", data={**queue, "write": "b8Xw2-kTq0", "since": "0"})
    assert answer.status_code == 303
    assert dict(sheets.read(key).players[0].fields) == texts
