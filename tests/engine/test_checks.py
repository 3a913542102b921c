"""Checks over whole positions: no false alarm where parts are known, every slip of a finger is found, all at once.

What is found in single positions stands in `positions.yaml`.
"""

import random
from typing import Any

from companion.engine import check, load_catalog, ruleset_of
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every
from tests.engine.histories import discs, estate
from tests.engine.midgame import Plain, midgame
from tests.engine.plain import read


def findings(plain: object) -> list[str]:
    position = read(plain)
    return [reason.code for reason in check(ruleset_of(position), position)]


SEEDS = st.integers(0, 10**6)
STARTS = st.builds(midgame, SEEDS, st.sampled_from([2, 3, 4]), st.sampled_from([(), ("simmental",)]), st.just(0))


@given(STARTS, SEEDS)
def test_a_start_of_which_parts_were_entered_is_possible(plain: Plain, seed: int) -> None:
    dice = random.Random(seed)
    for part in (plain["game"], plain["board"], *plain["players"].values()):
        for key in list(part):
            if dice.random() < 0.5:
                del part[key]
    assert findings(plain) == []


CATALOG = load_catalog(2, ())
SPACES = CATALOG.trail.spaces


def forgetful(parts: list[dict[str, Any]], dice: random.Random) -> None:
    """Leave out some keys, as people do."""
    for part in parts:
        for key in list(part):
            if dice.random() < 0.3:
                del part[key]


@given(SEEDS, st.booleans())
def test_discs_placed_by_the_rules_are_possible(seed: int, forget: bool) -> None:
    player = discs(seed)
    if forget:
        forgetful([player], random.Random(seed))
    assert findings({"players": {"blue": player}}) == []


@given(SEEDS, st.booleans())
def test_buildings_built_by_the_rules_are_possible(seed: int, forget: bool) -> None:
    player, board, sides = estate(seed)
    if forget:
        forgetful([player, *board.values(), sides], random.Random(seed))
    assert findings({"game": {"sides": sides}, "board": board, "players": {"blue": player}}) == []


@given(SEEDS)
def test_a_replaced_building_without_any_other_is_found(seed: int) -> None:
    player, board, _ = estate(seed)
    gone = player["placed_out"]
    board["buildings"] = dict.fromkeys(board["buildings"])
    found = findings({"board": board, "players": {"blue": player}})
    assert ("replaced-by-nothing" in found) == bool(gone)


@given(SEEDS)
def test_a_disc_moved_from_a_dark_to_a_white_place_is_found(seed: int) -> None:
    """With as many white discs on the trail as white spaces cleared, no other can have come to a white city."""
    player = discs(seed)
    white = {name for name, disc in CATALOG.player_board.discs.items() if disc.corner == "white"}
    cities, stations = CATALOG.cities.cities, CATALOG.railroad.stations
    on_white = sum(n for city, n in player["deliveries"].items() if cities[city].corner == "white")
    on_white += sum(stations[number].corner == "white" for number in player["stations"])
    cleared = len(white & set(player["cleared"]))
    player["deliveries"]["kansas-city"] = player["deliveries"].get("kansas-city", 0) + cleared - on_white + 1
    player["deliveries"] = {city: n for city, n in player["deliveries"].items() if n > 0}
    found = findings({"players": {"blue": player}})
    if cleared == len(white):
        assert "dark-discs-on-white" not in found
    elif cleared >= on_white:
        assert "dark-discs-on-white" in found


@given(STARTS, st.sampled_from(sorted(SPACES)))
def test_a_herder_anywhere_but_on_a_neutral_building_before_all_have_begun(plain: Plain, space: str) -> None:
    plain["players"]["blue"]["herder"] = space
    found = findings(plain)
    assert ("first-turn-elsewhere" in found) == ("first-turn-missed" in found) == (SPACES[space].kind != "neutral")


BLUE = {"player": "blue"}
DISCARD = {"effect": "discard-cards", "count": 1, "token": True}


@every(
    ("effect", "phases"),
    [
        # Exchange tokens are used at any time before the end.
        (DISCARD, "A B K1 K2 K3 K4 K5 C"),
        # An objective card is played in phases A and B; some let one move, draw, or do an auxiliary action.
        ({"effect": "immediate", "of": "obj-3"}, "A B"),
        ({"effect": "move-herder-free", "most": 3}, "A B"),
        ({"effect": "engine-forward", "most": 2}, "A B"),
        ({"effect": "auxiliary"}, "A B"),
        ({"effect": "remove-cards", "count": 1}, "A B"),
        # What follows from moving the engine.
        ({"effect": "upgrade-station", "station": 1}, "A B"),
        ({"effect": "place-disc", "station": 1}, "A B"),
        ({"effect": "appoint", "station": 1}, "A B"),
        ({"effect": "turn-back"}, "A B"),
        # What only buildings and workers do.
        ({"effect": "hire"}, "B"),
        ({"effect": "build", "dollars": 2}, "B"),
        ({"effect": "buy-cattle"}, "B"),
        ({"effect": "immediate", "of": "engineer.3"}, "B"),
        ({"effect": "use-adjacent"}, "B"),
        ({"effect": "upgrade-behind"}, "B"),
        ({"effect": "extraordinary-delivery"}, "B"),
        ({"effect": "move-herder", "most": 1}, "B"),
        # Deliveries, in Kansas City or from a building, and what cities set off.
        ({"effect": "place-disc", "city": "fulton"}, "B K5"),
        ({"effect": "gain-objective", "source": "display"}, "B K5"),
        ({"effect": "deliver", "limit": 5}, "B K5"),
        ({"effect": "pay-transport", "city": "fulton"}, "K5"),
        ({"effect": "leave-kansas-city"}, "K5"),
        ({"effect": "simmental-upgrade"}, "K4"),
        ({"effect": "discard-hand"}, "K4"),
    ],
    ids=lambda value: value if isinstance(value, str) else value["effect"],
)
def test_what_can_be_under_way_in_a_phase(effect: dict[str, Any], phases: str) -> None:
    for phase in ("A", "B", "K1", "K2", "K3", "K4", "K5", "C", "end"):
        found = findings({"turn": {**BLUE, "phase": phase, "pending": [effect]}})
        kind = "subphase" if phase.startswith("K") else "phase"
        assert found == ([] if phase in phases.split() else [f"under-way-in-another-{kind}"]), phase


@every("phase", ["A", "B", "K1", "K2", "K3", "K4", "K5", "C", "end"])
def test_each_phase_has_its_figures(phase: str) -> None:
    """The income is known from subphase 4 on; local actions belong to phase B, and are remembered in phase C."""
    income = findings({"turn": {"phase": phase, "breeding_value": 5}})
    assert income == ([] if phase in ("K4", "K5", "C", "end") else ["income-still-to-come"])
    used = findings({"turn": {"phase": phase, "used": ["A.1"]}})
    assert used == (
        [] if phase in ("B", "C", "end") else [f"used-{'before-moving' if phase == 'A' else 'in-kansas-city'}"]
    )
    put_to_use = findings({"turn": {"phase": phase, "cowboys_used": 1}})
    assert put_to_use == (["used-before-moving"] if phase == "A" else [])


@every(
    ("phase", "herder", "columns"),
    [
        ("A", None, []),
        ("K1", None, []),
        ("K2", None, [1]),
        ("K3", None, [1, 2]),
        ("K4", None, [1, 2, 3]),
        ("K5", "kansas-city", [1, 2, 3]),
        # On the start, the gaps may have been filled; who is there is not known.
        ("K5", "start", []),
        ("K5", None, []),
    ],
)
def test_columns_that_were_chosen_from(phase: str, herder: str | None, columns: list[int]) -> None:
    outlaws, workers = [{"outlaw": "green"}] * 2, [{"worker": "cowboy"}] * 2
    shown = {"1": outlaws, "2": workers, "3": outlaws}
    players = {"blue": {"herder": herder} if herder else {}}
    for row, still in ((5, columns), (None, [column for column in columns if column != 2])):
        # Once the market is closed, a column of workers is passed over.
        board = {"foresight": shown, "job_market": {"token_row": row}}
        found = findings({"turn": {**BLUE, "phase": phase}, "board": board, "players": players})
        assert found == ["foresight-not-chosen"] * len(still)


def test_more_deliveries_than_visits_by_way_of_9a() -> None:
    """They are possible as long as 9a may have been used."""
    spaces = ("A-1", "A-2", "A-3", "flood-risk-1", "flood-risk-2", "B-1", "B-2", "B-3", "drought-risk-1", "C-1", "C-2",
              "D-1", "outlaw-risk-1", "outlaw-risk-2", "E-1", "E-2", "rockfall-risk-1", "rockfall-risk-2", "F-1", "F-2",
              "G-1", "G-2")  # fmt: skip
    empty: dict[str, Any] = dict.fromkeys(spaces)
    delivered = {"deliveries": {"kansas-city": 3}, "stations": []}
    for game, buildings, placed_out, behind in (
        ({}, {}, None, False),
        ({"sides": {"9": "a"}}, {}, None, False),
        ({"sides": {"9": "b"}}, {}, None, True),
        ({}, {"A-1": {"player": "red", "face": "9b"}}, None, True),
        ({}, empty, None, True),
        ({}, {**empty, "A-1": {"player": "red", "face": "9a"}}, None, False),
        # It may have given way to a higher building, unless somebody said what left the game.
        ({}, {**empty, "A-1": {"player": "blue", "face": "10a"}}, None, False),
        ({}, {**empty, "A-1": {"player": "blue", "face": "10a"}}, ["3a"], True),
        ({}, {**empty, "A-1": {"player": "blue", "face": "10a"}}, ["9a"], False),
    ):
        blue = {**delivered, "placed_out": placed_out} if placed_out is not None else delivered
        position = {
            "game": {"players": 2, **game},
            "turn": {"phase": "A"},
            "board": {"bags": {"1": 26}, "buildings": buildings},
            "players": {"blue": blue, "red": delivered},
        }
        assert ("bag-behind-visits" in findings(position)) is behind, (game, buildings)
