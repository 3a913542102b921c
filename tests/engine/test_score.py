"""The scoring pad: what can be made, totals and places."""

from dataclasses import replace
from typing import Any

import pytest
from companion.engine import load_catalog, load_ruleset, ranking, ruleset_of
from companion.engine.core.position import Position
from companion.engine.scoring.categories import reachable
from companion.engine.scoring.entries import standings
from companion.engine.scoring.table import score
from companion.sentences.scores import line_sentence

from tests.conftest import every
from tests.engine.plain import read
from tests.engine.tables import end_of, whole_game

# Category -> lowest and highest points, and some numbers between them that no pieces give.
REACH = {
    "buildings": (0, 78, []),
    "stations": (0, 44, []),
    "hazards": (0, 54, [1, 53]),
    "cattle": (0, 114, []),
    "workers": (0, 24, [1, 2, 3, 5, 22, 23]),
    "step-disc": (0, 3, [1, 2]),
    "job-market-token": (0, 2, [1]),
    "cities": (-84, 126, [-83, -77]),
    "objectives": (-57, 105, []),
}


@every("category", REACH)
def test_what_can_be_made(category: str) -> None:
    least, most, gaps = REACH[category]
    points = reachable(2, ())[category]
    assert points is not None
    assert (min(points), max(points)) == (least, most)
    assert not points & set(gaps)


def test_money_has_no_upper_end() -> None:
    assert reachable(2, ())["money"] is None


def test_orange_cattle_raise_what_can_be_made() -> None:
    cattle = reachable(2, ("simmental",))["cattle"]
    assert cattle is not None
    assert max(cattle) == 114 + 8 * (3 + 4 + 5)


def test_every_category_knows_what_can_be_made() -> None:
    assert set(reachable(2, ())) == set(load_catalog().scoring.categories)


def test_the_city_example_of_the_rules() -> None:
    """Discs on Pittsburgh and Philadelphia, none on Toledo: 6 for Philadelphia and 4 for the arrow."""
    cities = reachable(2, ())["cities"]
    assert cities is not None
    assert 6 + 4 in cities


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ({"a": 50, "b": 70, "c": 60}, {"a": 3, "b": 1, "c": 2}),
        ({"a": 70, "b": 70, "c": 60}, {"a": 1, "b": 1, "c": 3}),
        ({"a": 60, "b": 70, "c": 60, "d": 10}, {"a": 2, "b": 1, "c": 2, "d": 4}),
        ({"a": 0}, {"a": 1}),
    ],
)
def test_equal_totals_share_a_place(totals: dict[str, int], places: dict[str, int]) -> None:
    entries = {player: {"money": total} for player, total in totals.items()}
    standing = standings(load_ruleset(2, None, ()), entries)
    assert {player: entry.place for player, entry in standing.items()} == places
    assert {player: entry.total for player, entry in standing.items()} == totals


@pytest.mark.parametrize(
    ("player", "counts", "points"),
    [
        # San Francisco: 2 points a disc for every bell, five at most.
        ({"deliveries": {"san-francisco": 1}}, {"bell": 4}, {"cities": 8}),
        ({"deliveries": {"san-francisco": 1}}, {"bell": 5}, {"cities": 10}),
        ({"deliveries": {"san-francisco": 1}}, {"bell": 7}, {"cities": 10}),
        # A station master: 2 points for every region, six at most.
        ({"station_masters": ["sm-11"]}, {"area": 6}, {"station-masters": 12}),
        ({"station_masters": ["sm-11"]}, {"area": 8}, {"station-masters": 12}),
    ],
)
def test_only_so_many_count(player: dict[str, Any], counts: dict[str, int], points: dict[str, int]) -> None:
    position = read({"game": {"variants": ["rails-to-the-north"]}, "players": {"red": player}})
    made = score(ruleset_of(position), position, {"red": counts})["red"].categories
    assert {category: made[category] for category in points} == points


@every(
    ("house", "points", "sentence"),
    [
        ({}, 8, "2 cowboys on space 5 or 6"),
        ({"score.workers.space.1": 4}, 8, "2 cowboys on space 4 or 6"),
        ({"score.workers.space.1": 6}, 4, "1 cowboy on space 6"),
    ],
)
def test_spaces_of_workers_are_those_of_the_house_rules(house: dict[str, int], points: int, sentence: str) -> None:
    """A space that is named twice counts once."""
    position = read({"game": {"edition": 2, "house": house}, "players": {"blue": {"workers": {"cowboy": 6}}}})
    rules = ruleset_of(position)
    (line,) = score(rules, position)["blue"].lines
    assert (line.points, line_sentence(line, "en", rules.catalog)) == (points, sentence)


def test_what_was_not_entered_is_missing_not_zero() -> None:
    standing = standings(load_ruleset(2, None, ()), {"a": {"money": 0}, "b": {}})
    assert "money" not in standing["a"].missing
    assert len(standing["a"].missing) == 10
    assert standing["a"].total == 0
    assert len(standing["b"].missing) == 11
    assert (standing["b"].total, standing["b"].place) == (None, None)


def test_what_objective_cards_ask_for_and_nobody_entered_is_missing() -> None:
    position = read({"players": {"red": {"objectives": ["start-4"]}}})
    missing = score(ruleset_of(position), position)["red"].missing
    assert {"players.red.hazards", "players.red.outlaws", "players.red.stations", "players.red.deliveries"} < {*missing}


@pytest.mark.parametrize(
    ("buildings", "hazards", "told"),
    [
        # Own buildings may lie on any space that nobody entered.
        ({"A-1": {"player": "blue", "face": "1a"}}, {}, []),
        # There are none elsewhere.
        ({"A-1": {"player": "blue", "face": "1a"}, "*": None}, {}, ["objective-failed"]),
        # Without a hazard, no building helps.
        ({"A-1": {"player": "blue", "face": "1a"}}, {"hazards": []}, ["objective-failed"]),
    ],
)
def test_a_building_that_nobody_entered_may_fulfil_a_card(
    buildings: dict[str, Any], hazards: dict[str, Any], told: list[str]
) -> None:
    spaces = [space.id for space in load_catalog().trail.spaces.values() if space.kind == "building"]
    elsewhere = dict.fromkeys(spaces) if "*" in buildings else {}
    lying = elsewhere | {space: tile for space, tile in buildings.items() if space != "*"}
    player = {"objectives": ["start-3"], "hand": [], "draw": [], "discard": [], **hazards}
    position = read({"game": {"players": 2}, "board": {"buildings": lying}, "players": {"blue": player}})
    result = score(ruleset_of(position), position)["blue"]
    assert [line.code for line in result.lines if line.category == "objectives"] == told


def with_totals(position: Position, totals: dict[str, int]) -> Position:
    """The same with so many points for everybody, made with dollars."""
    each = ruleset_of(position).catalog.scoring.categories["money"].each or 1
    plain = replace(position, players={c: replace(p, dollars=0) for c, p in position.players.items()})
    made = score(ruleset_of(plain), plain)
    dollars = {colour: (total - made[colour].total) * each for colour, total in totals.items()}
    return replace(plain, players={c: replace(p, dollars=dollars[c]) for c, p in plain.players.items()})


@pytest.mark.parametrize(
    ("totals", "places", "shared"),
    [
        ({"blue": 150, "red": 149, "yellow": 140}, (1, 2, 3), False),
        ({"blue": 150, "red": 150, "yellow": 140}, (1, 1, 3), True),
        ({"blue": 140, "red": 150, "yellow": 140}, (2, 1, 2), False),
        ({"blue": 150, "red": 150, "yellow": 150}, (1, 1, 1), True),
    ],
)
def test_places_of_a_position(totals: dict[str, int], places: tuple[int, ...], shared: bool) -> None:
    position = with_totals(end_of(whole_game(3, [], 1)), totals)
    placed = ranking(ruleset_of(position), score(ruleset_of(position), position))
    assert tuple(placed.places[colour] for colour in totals) == places
    assert placed.winners == tuple(colour for colour, place in zip(totals, places, strict=True) if place == 1)
    assert placed.shared is shared
    assert placed.missing == ()


def test_places_are_unknown_while_a_total_is() -> None:
    position = end_of(whole_game(2, [], 1))
    everybody = dict(position.players)
    red = replace(everybody["red"], dollars=None)
    for part, missing in (
        (replace(position, players={**everybody, "red": red}), "players.red.dollars"),
        (replace(position, players={"blue": everybody["blue"]}), "game.players"),
        (replace(position, game=replace(position.game, players=None)), "game.players"),
    ):
        placed = ranking(ruleset_of(part), score(ruleset_of(part), part))
        assert set(placed.places.values()) == {None}
        assert (placed.winners, placed.shared, placed.missing) == ((), None, (missing,))
