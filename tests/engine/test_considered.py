"""Everything of a kind with its verdict: what `options` lists, and what is refused besides."""

import random
from collections.abc import Iterable
from typing import Any

import pytest
from companion.engine import (
    State,
    actions,
    best_ways,
    considered,
    ends,
    is_location,
    judge,
    options,
    ruleset_of,
    shortest_ways,
)
from companion.engine.judging import MOST_CONSIDERED
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engine.midgame import midgame, thinned
from tests.engine.plain import read
from tests.profiles import examples


@given(st.integers(0, 10**6))
@examples(80)
def test_it_lists_every_option_and_judges_as_judge_does(seed: int) -> None:
    dice = random.Random(seed)
    position = read(thinned(midgame(seed, dice.choice([2, 3, 4]), within=bool(seed % 2)), dice))
    rules = ruleset_of(position)
    open_now = {one.action: one.verdict for one in options(rules, position)}
    for kind in actions.vocabulary(frozenset(rules.catalog.variants)):
        found = considered(rules, position, kind)
        wanted = {action: verdict for action, verdict in open_now.items() if action.type == kind}
        assert {action: found.get(action) for action in wanted} == wanted
        for action in dice.sample(list(found), min(5, len(found))):
            assert found[action] == judge(rules, position, action)


def test_more_than_can_be_tried_leaves_the_candidates() -> None:
    position = read({"turn": {"player": "blue", "phase": "B", "pending": [{"effect": "build", "dollars": 2}]}})
    rules = ruleset_of(position)
    faces = rules.catalog.buildings.faces
    assert len(faces) * len(rules.catalog.trail.spaces) > MOST_CONSIDERED
    assert considered(rules, position, "build") == {}
    assert len(considered(rules, position, "build", space=["A-1"])) == len(faces)


def test_a_field_that_the_action_does_not_have_is_a_mistake() -> None:
    position = read({"turn": {"player": "blue", "phase": "B"}})
    with pytest.raises(TypeError, match="'hire' has no field space"):
        considered(ruleset_of(position), position, "hire", space=["A-1"])


@given(st.integers(0, 10**6))
@examples(80)
@example(187)
def test_the_best_way_to_every_space_is_among_the_best_ways(seed: int) -> None:
    """By what is due, then by spaces, in positions of which much is unknown: as if all ways had been judged."""
    dice = random.Random(seed)
    plain = thinned(midgame(seed, dice.choice([2, 3, 4]), within=False), dice)
    plain["turn"] = {"player": "blue", "phase": "A"}
    plain.setdefault("players", {}).setdefault("blue", {})["herder"] = dice.choice(["A", "B", "C"])
    position = read(plain)
    rules = ruleset_of(position)
    state = State(rules, position)

    def best(ways: Iterable[tuple[str, ...]]) -> dict[str, tuple[Any, ...]]:
        found: dict[str, tuple[Any, ...]] = {}
        for way in ways:
            verdict = judge(rules, position, actions.Move(way))
            if verdict.answer != "no":
                least, most = ends(verdict.cost)
                rank = (verdict.answer != "yes", most, least, len(way), way)
                if way[-1] not in found or rank[:-1] < found[way[-1]][:-1]:
                    found[way[-1]] = rank
        return found

    every = [one.action.way for one in options(rules, position) if isinstance(one.action, actions.Move)]
    assert best(best_ways(state)) == best(every)
    assert len(best_ways(state)) == len({way[-1] for way in best_ways(state)})

    def steps(way: tuple[str, ...]) -> int:
        return sum(is_location(state, space) is True for space in way)

    fewest: dict[str, int] = {}
    for way in every:
        fewest[way[-1]] = min(steps(way), fewest.get(way[-1], steps(way)))
    shortest = shortest_ways(state)
    assert {space: steps(shortest[space]) for space in fewest} == fewest
    assert "kansas-city" in shortest, "as far as that is"
