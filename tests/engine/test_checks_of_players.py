"""Checks of herders, engines, buildings, discs and turns: no false alarm, and every slip of a finger is found."""

import random
from typing import Any

import pytest
from companion.engine import load_catalog
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every
from tests.engine.histories import discs, estate
from tests.engine.midgame import Plain
from tests.engine.test_checks import SEEDS, STARTS, findings

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


@given(STARTS, st.integers(1, 39))
def test_an_engine_on_the_space_of_another_is_found(plain: Plain, space: int) -> None:
    for colour in ("blue", "red"):
        plain["players"][colour]["engine"] = space
    found = findings(plain)
    assert "engines-on-one-space" in found
    # Nobody has had a turn, so nobody can have moved an engine either.
    assert found.count("things-before-first-turn") == 2


@given(STARTS, st.sampled_from([4, 5, 6]))
def test_too_many_certificates_at_the_start_are_found(plain: Plain, have: int) -> None:
    plain["players"]["blue"]["certificates"] = have
    on_track = have in CATALOG.table.certificates.track
    assert ("certificates-over-limit" if on_track else "no-such-certificates") in findings(plain)


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


def with_herders(blue: Any, red: Any) -> dict[str, Any]:
    return {"blue": {"seat": 1, "herder": blue}, "red": {"seat": 2, "herder": red}}


@every(
    ("turn", "players", "codes"),
    [
        # The second player has begun while the first is still beside the board.
        ({}, with_herders(None, "A"), ["first-turn-order"]),
        ({"player": "red"}, with_herders(None, None), ["first-turn-order"]),
        # The first player's first turn is over, the second's is not.
        ({}, with_herders("A", None), []),
        ({"player": "red", "first_turn": True}, with_herders("A", "B"), []),
        ({"player": "red", "first_turn": False}, with_herders("A", "B"), []),
        # A second turn needs everybody to be through the first, whoever sits where.
        ({"player": "blue", "first_turn": False}, with_herders("A", None), ["first-turn-missed"]),
        ({"player": "red", "first_turn": True}, with_herders("start", "B"), ["first-turn-missed"]),
        ({"player": "blue", "first_turn": True}, with_herders("A", "start"), ["first-turn-missed"]),
        ({"player": "blue", "first_turn": False}, with_herders(None, "B"), None),
    ],
)
def test_the_order_of_first_turns(turn: dict[str, Any], players: dict[str, Any], codes: list[str] | None) -> None:
    found = findings({"turn": turn, "players": players})
    assert found == codes if codes is not None else "things-before-first-turn" in found


@every(
    ("phase", "herder", "fits"),
    [
        ("A", None, True),
        ("A", "start", True),
        ("A", "kansas-city", False),
        ("B", None, False),
        ("B", "kansas-city", True),
        ("B", "start", False),
        ("K1", "kansas-city", True),
        ("K3", "G", False),
        ("K5", "start", True),
        ("K5", "A", False),
        ("C", "start", True),
        ("C", "kansas-city", False),
        ("C", None, False),
    ],
)
def test_the_herder_in_each_phase(phase: str, herder: str | None, fits: bool) -> None:
    found = findings({"turn": {"player": "blue", "phase": phase}, "players": {"blue": {"herder": herder}}})
    assert found == ([] if fits else ["phase-unlike-herder"])


@every(
    ("turn", "face", "codes"),
    [
        # A building that uses its neighbour's actions: nearly everything can be in the list.
        ({"used": ["risk", "A.1", "risk"], "buildings_used": ["6b"]}, "6b", []),
        ({"used": ["A.1"], "auxiliary_used": True}, "6b", []),
        ({"used": ["A.1", "A.1"]}, "6b", ["used-twice"]),
        # A building that moves the herder on, where the next location is used in full.
        ({"used": ["3a.1", "3a.2"], "buildings_used": ["3a"]}, "2a", []),
        ({"used": ["3a.2"], "auxiliary_used": True}, "2a", []),
        ({"used": ["2a.1"], "buildings_used": ["3a"]}, "2a", []),
        # Elsewhere the rules hold as they are.
        ({"used": ["risk", "2a.1", "risk"]}, "2a", ["used-twice"]),
        ({"used": ["risk"], "auxiliary_used": True}, "2a", ["used-and-auxiliary"]),
        ({"used": ["5b.1"], "buildings_used": ["3a"]}, "2a", ["used-elsewhere"]),
        ({"used": ["5b.1"]}, "2a", []),
    ],
)
def test_local_actions_of_special_buildings(turn: dict[str, Any], face: str, codes: list[str]) -> None:
    board = {"buildings": {"flood-risk-1": {"player": "blue", "face": face}}}
    players = {"blue": {"herder": "flood-risk-1"}}
    assert findings({"turn": {"player": "blue", **turn}, "board": board, "players": players}) == codes


@every(
    ("turn", "holder", "row", "fits"),
    [
        ({"player": "blue", "final_round": False}, "blue", None, True),
        ({"player": "red", "final_round": False}, "blue", None, False),
        ({"player": "red", "final_round": True}, "blue", None, True),
        ({"final_round": True}, None, None, False),
        ({"final_round": True}, None, 12, False),
        ({"final_round": False}, None, 12, True),
    ],
)
def test_the_final_round_goes_with_the_token(
    turn: dict[str, Any], holder: str | None, row: int | None, fits: bool
) -> None:
    board = {"job_market": {"token_row": row}} if row else {}
    players = {colour: {"job_market_token": colour == holder} for colour in ("blue", "red")}
    found = findings({"game": {"players": 2}, "turn": turn, "board": board, "players": players})
    assert found == ([] if fits else ["final-round-unlike-token"])


def test_an_upgraded_station_whose_disc_moved_on_is_possible() -> None:
    """With all white-cornered discs gone a disc can leave a station, even one upgraded in this turn."""
    white = [name for name, disc in CATALOG.player_board.discs.items() if disc.corner == "white"]
    turn = {"player": "blue", "stations_upgraded": [5]}
    assert findings({"turn": turn, "players": {"blue": {"cleared": white, "stations": [1]}}}) == []
    assert findings({"turn": turn, "players": {"blue": {"cleared": white[1:], "stations": [1]}}}) == [
        "upgraded-without-disc"
    ]


def test_two_herders_in_kansas_city_are_one_too_many() -> None:
    players = {"blue": {"herder": "kansas-city"}, "red": {"herder": "kansas-city"}}
    assert findings({"players": players}) == ["at-kansas-city-out-of-turn"]


def test_a_missing_player_is_a_note_only() -> None:
    game = {"game": {"players": 2}}
    assert findings({**game, "players": {"blue": {}}}) == ["players-missing"]
    assert findings({**game, "players": {}}) == []


@pytest.mark.parametrize("builders", [1, 2, 6])
def test_high_buildings_share_the_tiles_they_can_have_replaced(builders: int) -> None:
    """9a and 10b need seven and eight builders; one replaced tile cannot carry both."""
    buildings = {"A-1": {"player": "blue", "face": "9a"}, "A-2": {"player": "blue", "face": "10b"}}
    player = {"workers": {"builder": builders}, "station_masters": [], "placed_out": ["8b"]}
    found = findings({"board": {"buildings": buildings}, "players": {"blue": player}})
    assert "building-beyond-builders" in found
