"""Reading a position: what is unreadable is told all at once, each with its line, its key and a code."""

import json
from dataclasses import fields

import pytest
from companion.engine import PROBLEMS, Unreadable, read_position
from companion.engine.core.position import OFF_BOARD, Board, Card, Game, HazardTile, Pile, Player, Tile, Turn
from companion.engine.core.reasons import Problem
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every

# A text, and for each problem its code, its line and its dotted key.
UNREADABLE = [
    ("", [("empty", 1, "")]),
    ("   \n ", [("empty", 2, "")]),
    ("no", [("not-json", 1, "")]),
    ("{", [("key-expected", 1, "")]),
    ("{a: 1}", [("key-expected", 1, "")]),
    ('{"game" {}}', [("colon-expected", 1, "game")]),
    ('{"game": {"players": 3}\n"turn": {}}', [("comma-expected", 2, "")]),
    ('{"game": {"players": 3,\n}}', [("comma-too-many", 2, "game")]),
    ('{"game": {},\n\n"game": {}}', [("key-twice", 3, "game")]),
    ('{"turn": {"player": "blue', [("text-not-closed", 1, "turn.player")]),
    ('{"turn": {"player": "\\ud800"}}', [("half-character", 1, "turn.player")]),
    ('{"players": {"blue": {"dollars": 1234567890123456789}}}', [("number-too-long", 1, "players.blue.dollars")]),
    ("[" * 20, [("too-deep", 1, ".".join("0" * 13))]),
    ("{} {}", [("more-after-end", 1, "")]),
    ('{"players": {"blue": {"dollars": NaN}}}', [("not-json", 1, "players.blue.dollars")]),
    (" " * 70_000, [("too-long", 1, "")]),
    ('{"players": {"blue": {"hand": {"count": 1, "known": ["criollo", "obj-1"]}}}}',
     [("more-known-than-there", 1, "players.blue.hand")]),
    ('{"board": {"bags": {"2": {"count": 3}}}}', [("key-missing", 1, "board.bags.2")]),
    ("[]", [("not-a-table", 1, "")]),
    ('{"schema": 2}', [("unknown-schema", 1, "schema")]),
    ('{"schema": true}', [("unknown-schema", 1, "schema")]),
    ('{"gaem": {}}', [("unknown-key", 1, "gaem")]),
    ('{"game": {"players": 5}}', [("number-out-of-range", 1, "game.players")]),
    ('{"game": {"house": {"steps.least": 4}}}', [("house-contradiction", 1, "game.house.steps.least")]),
    ('{"game": {"players": "3"}}', [("not-a-number", 1, "game.players")]),
    ('{"game": {"players": 3.0}}', [("not-a-number", 1, "game.players")]),
    ('{"game": {"edition": 1, "variants": ["simmental"]}}', [("variant-of-other-edition", 1, "game.variants.0")]),
    ('{"game": {"variants": "simmental"}}', [("not-a-list", 1, "game.variants")]),
    ('{"turn": {"first_turn": 1}}', [("not-a-flag", 1, "turn.first_turn")]),
    ('{"turn": {"used": ["A.9"]}}', [("unknown-word", 1, "turn.used.0")]),
    ('{"board": {"outlaws": {"outlaw-1": "blue"}}}', [("unknown-word", 1, "board.outlaws.outlaw-1")]),
    ('{"board": {"buildings": {"A-1": {"face": "1a"}}}}', [("key-missing", 1, "board.buildings.A-1")]),
    ('{"board": {"foresight": {"1": [{"vp": 2}]}}}', [("not-a-tile", 1, "board.foresight.1.0")]),
    ('{"board": {"foresight": {"1": [{},{},{}]}}}', [("list-too-long", 1, "board.foresight.1")]),
    ('{"board": {"cattle_market": {"shorthorn:9": 1}}}', [("unknown-word", 1, "board.cattle_market.shorthorn:9")]),
    ('{"board": {"cattle_market": [1]}}', [("not-a-table", 1, "board.cattle_market")]),
    ('{"players": {"blue": {"hand": "criollo"}}}', [("not-a-pile", 1, "players.blue.hand")]),
    ('{"players": {"blue": {"hand": -1}}}', [("number-out-of-range", 1, "players.blue.hand")]),
    ('{"players": {"blue": {"engine": "t5"}}}', [("unknown-word", 1, "players.blue.engine")]),
    ('{"players": {"blue": {"engine": 40}}}', [("number-out-of-range", 1, "players.blue.engine")]),
    (
        '{\n"game": {"players": 9},\n"players": {\n"bleu": {},\n"red": {"herder": "Z"}\n}}',
        [
            ("number-out-of-range", 2, "game.players"),
            ("unknown-key", 4, "players.bleu"),
            ("unknown-word", 5, "players.red.herder"),
        ],
    ),
]  # fmt: skip


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


FULL = """
{
  "schema": 1,
  "game": {
    "edition": 2, "players": 3, "variants": ["simmental"], "sides": {"1": "a", "2": "b"},
    "readings": {"pass-phase-b": "forbidden"}, "house": {"job-market.row.1.cost": 4}
  },
  "turn": {"player": "blue", "phase": "B", "first_turn": false, "used": ["A.1", "risk"], "final_round": false,
           "buildings_used": ["A", "3a"], "auxiliary_used": false, "cowboys_used": 1, "stations_upgraded": [3],
           "breeding_value": 9, "pending": [{"effect": "deliver", "limit": 9}, {"effect": "hire", "extra": -2}]},
  "board": {
    "neutral": {"A": "C", "B": null},
    "buildings": {"A-1": {"player": "blue", "face": "3a"}, "A-2": null},
    "hazards": {"flood-1": {"hand": "green", "vp": 3}, "flood-2": null, "flood-3": {}},
    "outlaws": {"outlaw-1": "green", "outlaw-4": null},
    "job_market": {"token_row": 3, "rows": {"1": ["cowboy", "builder", null], "2": ["engineer"]}},
    "foresight": {"1": [{"hazard": "flood", "hand": "green", "vp": 2}, {"outlaw": "orange"}], "2": [{"worker": "cowboy"}], "3": []},
    "cattle_market": {"longhorn": 2, "shorthorn:4": 1},
    "cattle_stack": 26,
    "objective_display": ["obj-3", "obj-6"],
    "objective_stack": 20,
    "station_masters": {"1": "sm-4", "2": {"worker": "cowboy"}, "3": null},
    "bags": {"1": 20, "2": {"count": 24, "known": [{"worker": "builder"}]}, "3": []}
  },
  "players": {
    "blue": {
      "seat": 1, "dollars": 6, "exchange_tokens": 1, "certificates": 2, "herder": "A-1", "engine": 7,
      "workers": {"cowboy": 2, "builder": 1, "engineer": 3}, "cleared": ["aux-money-2", "step-left"],
      "deliveries": {"kansas-city": 1, "peoria": 1}, "stations": [1, 3], "hand": ["criollo", "galloway", "obj-3"],
      "draw": 5, "discard": ["longhorn"], "placed_out": ["2b"],
      "hazards": [{"hazard": "flood", "hand": "green", "vp": 4}, {"hazard": "drought"}],
      "outlaws": {"green": 1, "orange": 0}, "objectives": ["start-2", "obj-7"], "station_masters": ["sm-2"],
      "job_market_token": false,
      "automa": {"id": "garth", "level": "hard", "specialization": "cowboy", "extra": {"cowboy": 1}, "used": ["garth-7"]}
    },
    "red": {"herder": null, "engine": "t7"}
  }
}
"""  # noqa: E501 (one zone a line)


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


def test_absent_is_unknown() -> None:
    position = read_position("{}")
    assert position.game.players is None
    assert position.players == {}
    assert read_position('{"players": {"red": {}}}').players["red"].dollars is None


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read_position(text)
    except Unreadable as error:
        assert error.problems


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
