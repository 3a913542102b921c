"""Positions in the middle of a game: no check finds one impossible, however much of it was entered."""

from __future__ import annotations

import random

from companion.engine import check, hidden, ruleset_of
from companion.engine.core.position import Position
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.midgame import Plain, midgame, thinned
from tests.engine.plain import read
from tests.profiles import examples

SEEDS = st.integers(0, 10**6)
POSITIONS = st.builds(
    midgame, SEEDS, st.sampled_from([2, 3, 4]), st.sampled_from([(), ("simmental",)]), within=st.booleans()
)


def impossible(position: Position) -> list[str]:
    return [reason.code for reason in check(ruleset_of(position), position) if reason.severity == "impossible"]


@examples(100)
@given(POSITIONS, st.integers(0, 10**6))
def test_never_a_false_alarm(plain: Plain, seed: int) -> None:
    """About the whole, what the table or one of the players sees, what was entered of it."""
    whole, dice = read(plain), random.Random(seed)
    # Nobody stops people from removing all their cards; it is told, as something unusual.
    assert {reason.code for reason in check(ruleset_of(whole), whole)} <= {"deck-emptied"}
    for seen in (hidden(whole), *(hidden(whole, colour) for colour in whole.players)):
        assert impossible(seen) == []
    for _ in range(10):
        assert impossible(read(thinned(plain, dice))) == []
