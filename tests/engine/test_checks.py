"""Checks over whole positions: what is partly known gives no false alarm, and every finding is told at once."""

import random

import pytest
from companion.engine import check, ruleset_of
from hypothesis import given
from hypothesis import strategies as st

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


@given(STARTS)
def test_a_starting_card_more_is_found(plain: Plain) -> None:
    plain["players"]["blue"]["draw"].append("galloway")
    assert "too-many-starting-cards" in findings(plain)


@pytest.mark.parametrize("tile", [{}, {"hand": "green"}, {"vp": 3}])
def test_partly_known_hazards_give_no_false_alarm(tile: dict[str, object]) -> None:
    one = {"hazard": "flood", **tile}
    assert findings({"players": {"blue": {"hazards": [one, one]}}}) == []


def test_partly_known_hazards_that_cannot_all_be() -> None:
    """Of the floods, four show a green hand; a fifth green one must be a mistake, whatever its points."""
    one = {"hazard": "flood", "hand": "green"}
    assert findings({"players": {"blue": {"hazards": [one] * 4}}}) == []
    assert findings({"players": {"blue": {"hazards": [one] * 5}}}) == ["too-many-hazards"]


def test_everything_is_told_at_once() -> None:
    codes = findings(
        {
            "game": {"players": 2, "variants": []},
            "board": {"cattle_market": {"longhorn": 8, "criollo": 1}, "neutral": {"A": "B", "C": "B"}},
            "players": {"blue": {"seat": 1, "workers": {"cowboy": 7}}, "red": {"seat": 1}, "white": {}},
        }
    )
    assert sorted(codes) == [
        "neutral-building-twice",
        "seat-twice",
        "starting-card-on-the-market",
        "too-many-market-cards",
        "too-many-players",
        "worker-row-out-of-range",
    ]
