"""Garth: what he does, owns and scores. `test_games.py` plays whole games with him."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from companion import i18n
from companion.engine import (
    Action,
    Chance,
    Position,
    apply,
    automas,
    check,
    judge,
    load_catalog,
    options,
    position_text,
    read_position,
    ruleset_of,
    score,
    start,
    to_plain,
)
from companion.engine.core.catalog import automa_layer
from companion.engine.core.state import State
from companion.engine.layers.garth.moving import GarthMove
from companion.engine.layers.garth.taking import GarthBuy
from companion.engine.trail.tiles import is_location
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import LANGUAGES, ROOT, every
from tests.engine.counting import count_points
from tests.engine.plain import read
from tests.engine.tables import RAILS, SEEDS, end_of, whole_game
from tests.profiles import examples

GARTH = automas()["garth"]
LEVELS = sorted(GARTH.levels)
CATALOG = load_catalog()
KINDS: list[tuple[int, tuple[str, ...]]] = [(2, ()), (2, ("simmental",)), (2, (RAILS,)), (1, ()), (1, (RAILS,))]
"""Editions and variants that he plays with."""


def his(position: Position) -> str:
    return next(colour for colour, player in position.players.items() if player.automa)


def told_otherwise(position: Position, action: Action) -> Iterator[Action]:
    """The same thing in other words: cards in another order, another way past the same locations."""
    if isinstance(action, GarthBuy):
        yield from map(GarthBuy, set(itertools.permutations(action.cards)))
    if isinstance(action, GarthMove) and position.players[his(position)].herder in CATALOG.trail.spaces:
        state = State(ruleset_of(position), position)
        stops = [space for space in action.way if is_location(state, space)]
        ways: list[tuple[tuple[str, ...], str, list[str]]] = [((), str(state.me.herder), stops)]
        for way, here, left in ways:
            if not left:
                yield GarthMove(way)
                continue
            ways += [
                ((*way, space), space, left[1:] if space == left[0] else left)
                for space in state.catalog.trail.spaces[here].next
                if space == left[0] or not is_location(state, space)
            ][: max(0, 60 - len(ways))]


def turned_round(value: Any) -> Any:
    """A plain value with its keys in the opposite order."""
    return {k: turned_round(v) for k, v in reversed(value.items())} if isinstance(value, dict) else value


@given(seed=SEEDS, kind=st.sampled_from(KINDS))
@examples(20)
def test_what_he_does_is_the_same_however_it_is_told(seed: int, kind: tuple[int, tuple[str, ...]]) -> None:
    for moment in whole_game(2, kind[1], seed, automa="garth", level="hard", edition=kind[0]):
        position, action = moment.position, moment.entry.action
        if position.turn.player != his(position):
            continue
        rules = ruleset_of(position)
        after = apply(rules, position, action)
        assert judge(rules, read(turned_round(to_plain(position))), action).answer == "yes"
        for other in told_otherwise(position, action):
            assert judge(rules, position, other).answer == "yes", (action, other)
            assert apply(rules, position, other) == after


@pytest.mark.parametrize("level", LEVELS)
def test_extra_workers_that_nobody_told_are_no_contradiction(level: str) -> None:
    """Any of his workers may be one of them."""
    for moment in whole_game(2, [], 3, automa="garth", level=level)[::12]:
        position, him = moment.position, his(moment.position)
        player = position.players[him]
        assert player.automa
        untold = replace(player, automa=replace(player.automa, extra=None))
        untold_position = replace(position, players={**position.players, him: untold})
        assert [*check(ruleset_of(position), position)] == []
        assert [*check(ruleset_of(untold_position), untold_position)] == []


@pytest.mark.parametrize("level", LEVELS)
def test_what_he_scores(level: str) -> None:
    """By another hand: no money, no step disc, no station masters; every objective card its points."""
    end = end_of(whole_game(2, [], 3, automa="garth", level=level))
    colour = his(end)
    me, result = end.players[colour], score(ruleset_of(end), end)[colour]
    assert result.complete
    counted = count_points(CATALOG, end, colour)
    del counted["objectives-and-masters"]
    cards = sum(CATALOG.objectives.cards[card.id].vp for card in me.objectives or ())
    assert dict(result.categories) == {**counted, "station-masters": 0, "objectives": cards}
    assert not any(counted[category] for category in ("money", "step-disc"))
    assert all(line.section == GARTH.section for line in result.lines if line.code.startswith("automa"))


def test_how_he_is_set_up() -> None:
    """Workers as his level says, without money and cards; whoever plays against him starts with as much as is told."""
    layer = automa_layer("garth")
    for number, (level, told) in enumerate(GARTH.levels.items()):
        position = layer.take_seat(start(GARTH.as_for, (), chance=Chance(number)), Chance(number), level)
        me, (human, *_) = position.players[his(position)], position.players.values()
        assert me.automa is not None
        assert (me.dollars, me.hand, me.draw, me.exchange_tokens, me.certificates, me.cleared) == (None,) * 6
        assert me.workers == {worker: 1 + (me.automa.extra or {}).get(worker, 0) for worker in CATALOG.tiles.workers}
        assert sum((me.automa.extra or {}).values()) == told.own + told.random + told.each * len(CATALOG.tiles.workers)
        assert human.dollars == GARTH.dollars
        assert options(ruleset_of(position), position)


def test_his_steps_are_told_for_every_number_of_players() -> None:
    numbers = range(CATALOG.table.players.least, CATALOG.table.players.most + 1)
    for card in GARTH.cards.values():
        assert (list(card.steps) == list(numbers)) != bool(card.counts), card.id
    # A card that asks for a specialization names a kind of worker.
    assert {card.only for card in GARTH.cards.values()} == {None, *CATALOG.tiles.workers}
    # In every edition, a level begins with cities that are there.
    for level in GARTH.levels.values():
        for layer, cities in level.first.items():
            chosen = () if layer == "second-edition" else (layer,)
            assert set(cities) <= set(load_catalog(2, chosen).cities.cities)


@pytest.mark.parametrize("language", LANGUAGES)
def test_his_towns_are_those_that_the_rules_list(language: str) -> None:
    """In the order of the list: a line for the two weaker levels, one for the two stronger."""
    text = (ROOT / "content" / language / "solo" / "garth-rails.md").read_text(encoding="utf-8")
    lists = [" ".join(item.split()) for item in re.findall(r"- \*\*.*?:\*\* (.*?)\.\n(?=- |\n)", text, re.DOTALL)]
    towns = [
        ", ".join(i18n.name(language, "town", town) for town in GARTH.levels[level].towns) for level in GARTH.levels
    ]
    assert towns == [lists[0], lists[0], lists[1], lists[1]]


def test_a_table_without_him_sees_nothing_of_him() -> None:
    moments = whole_game(2, [], 0)
    types = {type(option.action).__module__ for moment in moments for option in moment.options}
    assert not any("garth" in module for module in types)
    assert "automa" not in position_text(moments[-1].position)


@every("phase", ["A", "B", "K4", "K5", None])
@every("card", [None, *GARTH.cards])
def test_what_he_cannot_do_is_left_out_at_once(phase: str | None, card: str | None) -> None:
    """However much of it somebody enters: nothing of it goes on for ever."""
    step = {"effect": "garth", "done": 0, "owed": 9} | ({"card": card} if card else {})
    turn = {"player": "red", "pending": [step]} | ({"phase": phase} if phase else {})
    red = {"automa": {"id": "garth"}, "herder": "kansas-city", "objectives": []}
    plain = {"game": {"players": 2}, "turn": turn, "board": {"objective_display": []}, "players": {"red": red}}
    position = read_position(json.dumps(plain))
    options(ruleset_of(position), position)
