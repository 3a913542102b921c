"""Selections of cards: every one of a hand that a game knows, and not without end of one that only a text has."""

import json
from itertools import combinations

from companion.engine import options, read_position, ruleset_of
from companion.engine.cards.piles import MAX_NAMED, selections
from hypothesis import given
from hypothesis import strategies as st


@given(st.lists(st.sampled_from("abcde"), max_size=8), st.integers(0, 9))
def test_all_selections_in_order(names: list[str], count: int) -> None:
    assert list(selections(names, count)) == list(dict.fromkeys(combinations(sorted(names), count)))


def named(hand: list[str], step: dict[str, object]) -> list[int]:
    """How many cards each option names."""
    turn = {"player": "blue", "phase": "B", "pending": [step]}
    position = read_position(json.dumps({"turn": turn, "players": {"blue": {"hand": hand}}}))
    found = (option.action for option in options(ruleset_of(position), position))
    return [len(action.cards) for action in found if hasattr(action, "cards")]


def test_a_hand_without_end_has_an_end_of_options() -> None:
    kinds = ["criollo", "galloway", "pineywoods", "longhorn", "simmental-calf", "simmental-heifer", "obj-1", "obj-2"]
    for count in (6, 400, 799, 800):
        lengths = named(kinds * 100, {"effect": "discard-cards", "count": count})
        assert lengths
        assert set(lengths) == {count}
        assert sum(lengths) <= MAX_NAMED
    assert 0 < sum(named(kinds * 100, {"effect": "simmental-upgrade"})) <= MAX_NAMED
