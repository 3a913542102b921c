"""Which line of a text tells the place of a finding."""

import pytest
from companion.engine import Unreadable, read_with_lines

from tests.conftest import every

TEXT = """{
  "game": {"players": 3},
  "board": {
    "hazards": {"flood-1": null,
      "flood-2": {"hand": "green", "vp": 2}},
    "foresight": {"1": [
      {"outlaw": "green"},
      {"worker": "cowboy"}]}
  },
  "players": {
    "blue": {
      "workers":
        {"cowboy": 2, "builder": 1}
    }
  }
}"""


@every(
    ("place", "line"),
    [
        ("game.players", 2),
        ("board.hazards.flood-1", 4),
        ("board.hazards.flood-2", 5),
        ("board.foresight.1", 6),
        ("board.foresight.1.1", 8),
        ("players.blue.workers.cowboy", 13),
        # What is not there by itself is looked for where it would be.
        ("players.blue.workers.engineer", 12),
        ("players.blue.hand", 11),
        ("players.red", 10),
        ("board.bags.2", 3),
        ("turn.player", 1),
        ("", 1),
    ],
)
def test_lines(place: str, line: int) -> None:
    _, lines = read_with_lines(TEXT)
    assert lines.of_place(place) == line
    assert lines.of(tuple(place.split("."))) == line or "1.1" in place


def test_a_mark_at_the_beginning_moves_nothing() -> None:
    _, lines = read_with_lines("\ufeff\n" + TEXT)
    assert lines.of_place("game.players") == 3


def test_what_is_unreadable_has_no_lines() -> None:
    with pytest.raises(Unreadable):
        read_with_lines('{"gaem": 1}')
