"""Checks over whole positions: what is partly known gives no false alarm, and every finding is told at once."""

import random

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
