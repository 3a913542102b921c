"""What chance brought is told: true outcomes are taken, and whatever comes of any other is a possible position."""

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from companion.engine import (
    ImpossibleOutcome,
    Listening,
    Scripted,
    apply,
    check,
    decode,
    encode,
    position_text,
    read_action,
    read_position,
    ruleset_of,
)
from companion.engine.cards.piles import card_of
from companion.engine.core.catalog import every_component
from companion.engine.core.position import Card, HazardTile, Pile, Position, Tile
from companion.engine.setup.dealing import hidden
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every
from tests.engine.tables import SEEDS, TABLES, whole_game
from tests.engine.test_partial import thinned
from tests.profiles import examples


def impossible(position: Position) -> set[str]:
    """The codes of what cannot be."""
    found = check(ruleset_of(position), position)
    return {reason.code for reason in found if reason.severity == "impossible"}


def in_part(position: Position, dice: random.Random) -> Position:
    """The position with some of what lies in its piles known, or nothing of it."""

    def some(pile: Pile[Any] | None) -> Pile[Any] | None:
        if pile is None or dice.random() < 0.2:
            return pile
        keep = dice.choice([0, 0.5, 0.9])
        return Pile(pile.count, tuple(piece for piece in pile.known if dice.random() < keep))

    board = position.board
    board = replace(
        board,
        cattle_stack=some(board.cattle_stack),
        objective_stack=some(board.objective_stack),
        bags={bag: some(pile) for bag, pile in board.bags.items()},
    )
    players = {
        colour: replace(player, hand=some(player.hand), draw=some(player.draw), discard=some(player.discard))
        for colour, player in position.players.items()
    }
    return replace(position, board=board, players=players)


def told_less(position: Position, dice: random.Random) -> Position:
    """The position with less known of it, in one of several ways."""
    way = dice.randrange(4)
    if way == 0 or "rails-to-the-north" in (position.game.variants or ()) or len(position.players) == 2:
        return in_part(position, dice)
    seen = hidden(position, dice.choice([None, *position.players]))
    return seen if way == 1 else thinned(in_part(seen, dice) if way == 2 else seen, dice, dice.choice([0.7, 0.95]))


@given(st.sampled_from(TABLES), SEEDS, st.integers(10, 30))
@examples(40)
def test_every_true_outcome_is_taken(table: dict[str, Any], seed: int, every: int) -> None:
    dice = random.Random(seed)
    drawing = [moment for moment in whole_game(**table, seed=seed) if moment.entry.drawn]
    for moment in drawing[::every]:
        for position in (moment.position, told_less(moment.position, dice)):
            before, rules, listening = impossible(position), ruleset_of(position), Listening()
            apply(rules, position, moment.entry.action, listening)
            # Of a pile in part, what is known whole in the game is asked for as well.
            if position is not moment.position and [(z, n) for z, n, _ in listening.draws] != [
                (zone, len(pieces)) for zone, pieces in moment.entry.drawn
            ]:
                continue
            after = apply(rules, position, moment.entry.action, Scripted(moment.entry.drawn))
            assert impossible(after) <= before
            assert read_position(position_text(decode(encode(after)))) == decode(encode(after))


def anything(zone: str, dice: random.Random) -> object:
    """A piece of any game that the format can tell for a zone."""
    catalog = every_component()
    if ".bags." in zone:
        kind = dice.randrange(3)
        if kind == 0:
            hands, points = ["green", "yellow", "black"], [None, 2, 3, 4]
            hazard = dice.choice(list(catalog.tiles.hazards.types))
            return Tile(hazard=HazardTile(hazard, dice.choice([None, *hands]), dice.choice(points)))
        if kind == 1:
            return Tile(outlaw=dice.choice(list(catalog.tiles.outlaws)))
        return Tile(worker=dice.choice(list(catalog.tiles.workers)))
    if zone == "board.objective_stack" or (zone != "board.cattle_stack" and dice.random() < 0.3):
        return Card(dice.choice(list(catalog.objectives.cards)))
    breed = catalog.cattle.breeds[dice.choice(list(catalog.cattle.breeds))]
    return Card(breed.id, dice.choice([None, *breed.copies]))


@given(st.sampled_from(TABLES), SEEDS, st.integers(10, 30))
@examples(40)
def test_whatever_is_told_what_comes_of_it_is_possible(table: dict[str, Any], seed: int, every: int) -> None:
    dice = random.Random(seed)
    taken: Counter[bool] = Counter()
    drawing = [moment for moment in whole_game(**table, seed=seed) if moment.entry.drawn]
    for moment in drawing[::every]:
        position = told_less(moment.position, dice)
        listening, rules, before = Listening(), ruleset_of(position), impossible(position)
        apply(rules, position, moment.entry.action, listening)
        for _ in range(3):
            told = [
                (
                    zone,
                    (anything(zone, dice),) * count
                    if dice.random() < 0.3
                    else tuple(anything(zone, dice) for _ in range(count)),
                )
                for zone, count, _ in listening.draws
            ]
            try:
                after = apply(rules, position, moment.entry.action, Scripted(told))
            except ImpossibleOutcome as error:
                taken[False] += 1
                assert error.problem.code == "drawn-not-there"
                continue
            taken[True] += 1
            assert impossible(after) <= before, (told, impossible(after) - before)
            assert encode(decode(encode(after))) == encode(after)
            assert encode(read_position(position_text(after))) == encode(after)
    assert taken[False]


def test_what_nobody_draws_is_refused() -> None:
    """One draws; what is told of the other's draw stack fits nothing."""
    moment = next(one for one in whole_game(2, [], 1) if one.entry.action.type == "exchange")
    colour = moment.position.turn.player
    other = next(name for name in moment.position.players if name != colour)
    stranger = (f"players.{other}.draw", moment.position.players[other].draw.known[:1])  # type: ignore[union-attr]
    with pytest.raises(ImpossibleOutcome) as refused:
        apply(
            ruleset_of(moment.position), moment.position, moment.entry.action, Scripted([*moment.entry.drawn, stranger])
        )
    assert refused.value.problem.code == "drawn-by-nobody"


def test_a_zone_that_is_known_and_drawn_whole_brings_what_lies_there() -> None:
    position = read_position(
        '{"game": {"players": 2}, "turn": {"player": "blue", "phase": "B"}, "players": {"blue": {"exchange_tokens": 1,'
        ' "hand": ["galloway"], "draw": ["criollo", "criollo"], "discard": []}}}'
    )
    action, rules = read_action("exchange count=2"), ruleset_of(position)
    two = (Card("criollo"),) * 2
    assert apply(rules, position, action, Scripted([("players.blue.draw", two)])) == apply(rules, position, action)
    with pytest.raises(ImpossibleOutcome, match="drawn-not-there"):
        apply(rules, position, action, Scripted([("players.blue.draw", (Card("galloway"),) * 2)]))


# What is known, what is told of two cards drawn, and whether that can be.
PARTS: list[tuple[dict[str, object], list[str], bool]] = [
    ({"count": 2, "known": ["criollo"]}, ["galloway", "galloway"], False),
    ({"count": 2, "known": ["criollo"]}, ["galloway", "criollo"], True),
    ({"count": 3, "known": ["criollo"]}, ["galloway", "galloway"], True),
    ({"count": 3, "known": []}, ["jersey", "galloway"], False),
    ({"count": 3, "known": []}, ["start-1", "galloway"], False),
    ({"count": 3, "known": []}, ["obj-3", "obj-4"], True),
    ({"count": 3, "known": []}, ["obj-1", "obj-3"], False),
    ({"count": 3, "known": []}, ["shorthorn:4", "shorthorn"], True),
]


@every(("draw", "told", "may_be"), PARTS, ids=lambda value: str(value))
def test_against_what_is_known_in_part(draw: dict[str, object], told: list[str], may_be: bool) -> None:
    blue = {"exchange_tokens": 1, "hand": ["criollo"], "draw": draw, "discard": []}
    plain = {
        "game": {"players": 2},
        "turn": {"player": "blue", "phase": "B"},
        "board": {"objective_display": ["obj-1"]},
        "players": {"blue": blue},
    }
    position = read_position(json.dumps(plain))
    outcome = Scripted([("players.blue.draw", tuple(map(card_of, told)))])
    if may_be:
        apply(ruleset_of(position), position, read_action("exchange count=2"), outcome)
    else:
        with pytest.raises(ImpossibleOutcome, match="drawn-not-there"):
            apply(ruleset_of(position), position, read_action("exchange count=2"), outcome)
