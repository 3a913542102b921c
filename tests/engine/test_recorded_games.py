"""Recorded games (tests/games): every action is still among the options, and they still lead to the same end."""

import json
from functools import cache
from pathlib import Path

import pytest
from companion.engine import Unreadable, apply, decode, options, ruleset_of
from companion.engine.actions import vocabulary
from companion.engine.core.dealer import Scripted
from companion.engine.core.position import Position
from companion.engine.format.log import read_log
from companion.engine.play import LogEntry
from companion.engine.scoring.table import score

from tests.conftest import ROOT, every
from tests.engine.plain import entry_text, log_text

GAMES = sorted((ROOT / "tests" / "games").glob("*-*.json"))
ENDS = json.loads((ROOT / "tests" / "games" / "ends.json").read_text(encoding="utf-8"))


def test_there_are_games_of_all_kinds() -> None:
    names = [file.stem.split("-") for file in GAMES]
    assert len(names) == len(ENDS)
    assert [set(column) for column in zip(*names, strict=True)] == [
        {"2", "3", "4"},
        {"base", "simmental", "garth", "rails", "garth_rails", "first", "first_rails"},
        {"a", "b"},
    ]


def test_every_type_of_action_is_seen() -> None:
    logs = (json.loads(file.read_text(encoding="utf-8"))["log"] for file in GAMES)
    seen = {line.partition(" ")[0] for log in logs for line in log}
    # Who plays at random hardly ever has the builders for the building that copies; rulings/copying.yaml is about it.
    # Nor do they come to New York; rulings/rails_to_the_north/spare-masters.yaml is about that.
    assert set(vocabulary()) - seen == {"copy", "take-master"}


@cache
def recorded(file: Path) -> tuple[tuple[LogEntry, ...], tuple[Position, ...]]:
    """The log of a game, and its positions: before each entry, and the last one."""
    position, log = read_log(file.read_text(encoding="utf-8"))
    positions = [position]
    for entry in log:
        dealer = Scripted(entry.drawn)
        positions.append(apply(ruleset_of(position), positions[-1], entry.action, dealer))
        assert dealer.left == [], "everything that was told was drawn"
    return log, tuple(positions)


@every("file", GAMES, ids=lambda file: file.stem)
def test_a_recorded_game(file: Path) -> None:
    log, positions = recorded(file)
    for position, entry in zip(positions, log, strict=False):
        open_now = {option.action: option.verdict.answer for option in options(ruleset_of(position), position)}
        assert open_now.get(entry.action) == "yes", entry_text(entry)
    # The end is the one that was recorded, with its points.
    end = positions[-1]
    assert end.turn.phase == "end"
    wanted = ENDS[file.stem]
    assert {colour: result.total for colour, result in score(ruleset_of(end), end).items()} == wanted["points"]
    assert decode(wanted["end"]) == end
    # And the log is written as it was.
    assert log_text(positions[0], log) == file.read_text(encoding="utf-8")


@every(
    ("text", "path"),
    [
        ("{}", ()),
        ("[]", ()),
        ('{"start": {"players": 3}, "log": []}', ("start", "players")),
        ('{"start": {}, "log": ["fly"]}', ("log", 0, "type")),
        ('{"start": {}, "log": ["skip", "end < nowhere criollo"]}', ("log", 1, "from")),
        ('{"start": {}, "log": ["end < players.blue.draw pig"]}', ("log", 0, "drawn", 0)),
        ('{"start": {}, "log": [3]}', ("log",)),
    ],
)
def test_an_unreadable_log_is_named(text: str, path: tuple[str | int, ...]) -> None:
    with pytest.raises(Unreadable) as error:
        read_log(text)
    assert error.value.problems[0].path == path
