"""Reading a position: what is unreadable is told all at once, each with its line, its key and a code."""

import json
from dataclasses import fields

import pytest
from companion.engine import PROBLEMS, Unreadable, read_position
from companion.engine.core.position import OFF_BOARD, Board, Card, Game, HazardTile, Pile, Player, Tile, Turn
from companion.engine.core.reasons import Problem
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ROOT, every
from tests.situations import read_yaml

HERE = ROOT / "tests" / "engine"

UNREADABLE = [
    (" " * 70_000, [("too-long", 1, "")]),
    *((text, list(map(tuple, problems))) for text, problems in read_yaml(HERE / "unreadable.yaml")),
]
FULL = (HERE / "full.json").read_text(encoding="utf-8")
"""A position that tells everything that there is."""


def told(problem: Problem) -> tuple[str, int, str]:
    return problem.code, problem.line, ".".join(map(str, problem.path))


@every(("text", "problems"), UNREADABLE, ids=[text[:40] for text, _ in UNREADABLE])
def test_unreadable(text: str, problems: list[tuple[str, int, str]]) -> None:
    with pytest.raises(Unreadable) as caught:
        read_position(text)
    assert [told(problem) for problem in caught.value.problems] == problems


def test_every_problem_has_a_case() -> None:
    elsewhere = "too-many-values"  # no position is long enough: with the files of games
    of_texts = {code for code in PROBLEMS if not code.startswith(("code-", "draw-", "drawn-", elsewhere))}
    assert {code for _, problems in UNREADABLE for code, _, _ in problems} == of_texts


def test_a_slip_is_answered_with_what_was_meant() -> None:
    with pytest.raises(Unreadable) as caught:
        read_position('{"players": {"bleu": {}}}')
    assert caught.value.problems[0].params["known"] == "blue"


def test_problems_take_their_registered_parameters_only() -> None:
    with pytest.raises(ValueError, match="takes"):
        Problem("empty", {"found": "x"})


def test_every_key_is_read() -> None:
    position = read_position(FULL)
    board, blue = position.board, position.players["blue"]
    assert position.game.sides == {1: "a", 2: "b"}
    assert position.turn.used == ("A.1", "risk")
    assert position.turn.stations_upgraded == (3,)
    assert board.neutral == {"A": "C", "B": None}
    assert board.hazards["flood-1"] == HazardTile("flood", "green", 3)
    assert board.hazards["flood-2"] is None
    assert board.hazards["flood-3"] == HazardTile("flood")
    assert board.job_market is not None
    assert board.job_market.rows[1] == ("cowboy", "builder", None)
    assert board.cattle_market == {Card("longhorn"): 2, Card("shorthorn", 4): 1}
    assert board.cattle_stack == Pile(26)
    assert board.station_masters[2] is not None
    assert board.station_masters[2].worker == "cowboy"
    assert blue.hand == Pile(3, (Card("criollo"), Card("galloway"), Card("obj-3")))
    assert blue.hazards == (HazardTile("flood", "green", 4), HazardTile("drought"))
    assert board.bags == {1: Pile(20), 2: Pile(24, (Tile(worker="builder"),)), 3: Pile(0)}
    assert position.players["red"].herder == OFF_BOARD
    assert position.players["red"].engine == "t7"


OF_LAYERS = {"town_tiles", "spare_masters", "branchlets"}
"""What only some games have."""


def test_the_full_position_has_every_key() -> None:
    """What is tested on it is tested on the whole format."""
    full = json.loads(FULL)
    for part, kind in (("game", Game), ("turn", Turn), ("board", Board)):
        assert set(full[part]) == {field.name for field in fields(kind)} - OF_LAYERS
    assert set(full["players"]["blue"]) == {field.name for field in fields(Player)} - OF_LAYERS


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["game", "players", "board", "blue", "hand", "hazards", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_read_or_refused(value: object) -> None:
    try:
        read_position(json.dumps(value))
    except Unreadable as error:
        assert error.problems
