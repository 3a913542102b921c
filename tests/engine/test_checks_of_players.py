"""Checks of herders, engines, buildings, discs and turns: no false alarm, and every slip of a finger is found."""

import random
from typing import Any

from companion.engine import load_catalog
from hypothesis import given
from hypothesis import strategies as st

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
