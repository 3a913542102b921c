"""House rules: which figures a table may change, how a position tells them, and that verdicts go by them."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

import pytest
from companion.engine import (
    MAX_HOUSE_RULES,
    Catalog,
    Chance,
    Game,
    Position,
    Unreadable,
    apply,
    changeable_in,
    check,
    clock,
    decode,
    encode,
    every_component,
    judge,
    load_catalog,
    named_figures,
    options,
    possible,
    random_game,
    reachable,
    read_action,
    read_position,
    ruleset_of,
    score,
    start,
    to_plain,
)
from companion.engine.core.components.house import contradictions, with_figure
from companion.engine.format import position_format, with_plain
from companion.engine.format.shapes import BitReader, BitWriter, OutOfBits
from companion.reference.layers import figures
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every
from tests.profiles import examples

GAMES = (Game(2), Game(2, variants=("rails-to-the-north",)), Game(1))


@st.composite
def house_rules(draw: st.DrawFn, game: Game = GAMES[0]) -> dict[str, int]:
    """Some figures with values that they may have, and that hold together."""
    allowed = changeable_in(game)
    names = draw(st.lists(st.sampled_from(sorted(allowed)), max_size=8, unique=True))
    chosen = {name: draw(st.integers(allowed[name].least, allowed[name].most)) for name in names}
    chosen = {name: value for name, value in chosen.items() if {*allowed[name].values} != {value}}
    for wrong in [*contradictions(load_catalog().house, allowed, chosen)]:
        chosen.pop(wrong.low, None)
        chosen.pop(wrong.high, None)
    return chosen


def told(house: dict[str, Any], **more: Any) -> Position:
    return read_position(json.dumps({"game": {"players": 3, "house": house}, **more}))


STRUCTURE = r"""
    (auxiliary|bags|buildings|neutral-buildings|station-masters|stations|score|hazards)\.(total|spaces|categories|types)
    auxiliary.open-at-start station-masters.in-play stations.with-master foresight.columns players.(least|most)
    discs.(total|dark|white) job-market.(rows|yellow-arrow..*) railroad.(crosses|last) trail..*-spaces.*
    worker-row.(spaces|printed) score..*.number station.[1-9].after

    breed..*.vp-(least|most) hazards.vp-.* (rails.)?city.kansas-city.(value|crosses)

    first.(buildings|station-masters|coins|teepees|teepees.each|promo.station-masters)
    rails.(towns.*|regions|groups?|discs)
    rails.(town-tiles|station-masters|objectives|first-print|brahman|bell-token|aux.total|building.number).*
    solo.(as-for|bag|garth.cards|automa.money|sam..*)

    first.(13a.per-builder|13b.per-station|5a.hire-less|trade.[123]) rails.(tile.hire-less|town.objectives)
    rails.(aux.single.cards|transport.per-cross)
"""
"""Figures that stay as they are printed, part by part as docs/house-rules.md tells why: the shape of the game, what is
printed on cards and tiles, what only texts count, what they tell otherwise than the components."""


def _all_changed(catalog: Catalog, by: int) -> Catalog:
    """Components in which every figure that may be changed is another one."""
    for figure in catalog.changeable.values():
        # Cities move less than the crosses in front of them.
        value = max(figure.values) + (1 if figure.path[0] == "cities" else by)
        catalog = with_figure(catalog, figure.path, figure.to(value))
    return catalog


def test_every_figure_that_texts_name_can_be_changed_or_belongs_to_the_shape_of_the_game() -> None:
    changed = {*every_component().changeable}
    # What texts call otherwise.
    levels = {"medium": "medium.own", "hard": "hard.random", "very-hard.more": "very-hard.random"}
    changed |= {f"solo.garth.{name}" for name, level in levels.items() if f"solo.garth.{level}" in changed}
    for catalog, told in named_figures.games():
        before, *after = (
            {name: str(value) for name, value, _ in told(one)}
            for one in (catalog, _all_changed(catalog, 30), _all_changed(catalog, -3))
        )
        changed |= {name for name, value in before.items() if any(one[name] != value for one in after)}
    patterns = [re.compile(pattern) for pattern in STRUCTURE.split()]
    left = {*figures()} - changed
    assert not {name for name in left if not any(pattern.fullmatch(name) for pattern in patterns)}
    assert not [pattern.pattern for pattern in patterns if not any(pattern.fullmatch(name) for name in left)]


def test_every_figure_stands_within_its_limits_and_has_a_number_of_its_own() -> None:
    for game in GAMES:
        figures = changeable_in(game)
        for name, figure in figures.items():
            assert figure.least <= min(figure.values) <= max(figure.values) <= figure.most, name
        assert len({(figure.rule, figure.places) for figure in figures.values()}) == len(figures)
    rules = load_catalog().house
    assert len(rules.by_code) == len(rules.figures)
    assert {figure.rule for figure in every_component().changeable.values()} == {*rules.figures}


@given(st.sampled_from(GAMES).flatmap(lambda game: st.tuples(st.just(game), house_rules(game))))
@examples(60)
def test_they_come_back_from_text_and_code(drawn: tuple[Game, dict[str, int]]) -> None:
    game, house = drawn
    plain = {"edition": game.edition, **({"variants": [*game.variants]} if game.variants else {}), "house": house}
    position = read_position(json.dumps({"game": plain}))
    assert dict(position.game.house or {}) == house
    assert decode(encode(position)) == position
    reversed_order = {**plain, "house": dict(reversed(house.items()))}
    assert encode(read_position(json.dumps({"game": reversed_order}))) == encode(position)


def test_what_is_printed_says_nothing() -> None:
    assert told({"steps.least": 1, "score.money.vp": 1}) == told({})
    assert encode(told({})) == encode(read_position('{"game": {"players": 3}}'))


@every(
    ("house", "code", "key"),
    [
        ([], "not-a-table", "house"),
        ({"fees.green": 2}, "unknown-key", "fees.green"),
        ({"fee.green": "2"}, "not-a-number", "fee.green"),
        ({"fee.green": True}, "not-a-number", "fee.green"),
        ({"fee.green": -1}, "number-out-of-range", "fee.green"),
        ({"fee.green": 11}, "number-out-of-range", "fee.green"),
        ({"score.money.each": 0}, "number-out-of-range", "score.money.each"),
        ({"hand-limit.base": 7}, "house-contradiction", "hand-limit.base"),
        ({"hand-limit.most": 3}, "house-contradiction", "hand-limit.most"),
        ({"steps.least": 4}, "house-contradiction", "steps.least"),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(house: Any, code: str, key: str) -> None:
    with pytest.raises(Unreadable) as refused:
        told(house)
    assert [(one.code, one.path[-1]) for one in refused.value.problems] == [(code, key)]


def test_there_are_never_more_than_a_few() -> None:
    names = [*changeable_in(Game())][: MAX_HOUSE_RULES + 1]
    with pytest.raises(Unreadable) as refused:
        told(dict.fromkeys(names, 1))
    assert refused.value.problems[0].code == "list-too-long"


def test_two_that_fit_together_only_are_read() -> None:
    assert told({"hand-limit.base": 7, "hand-limit.most": 8}).game.house == {"hand-limit.base": 7, "hand-limit.most": 8}


def test_a_code_with_what_cannot_be_is_refused() -> None:
    shape = position_format(2).fields["game"].fields["house"]  # type: ignore[attr-defined]
    for house in ({"hand-limit.base": 7}, dict.fromkeys([*shape.figures][: MAX_HOUSE_RULES + 1], 3)):
        bits = BitWriter()
        shape.pack(house, bits)
        with pytest.raises(OutOfBits):
            shape.unpack(BitReader(bits.to_bytes()))


def test_what_is_counted_by_cards_follows_them() -> None:
    """A deck that is smaller than the first hand is dealt whole; another one is complete as it is."""
    small = start(2, chance=Chance(7), house={"seat.1.cards": 14, "breed.criollo.copies.0": 1, "hand-limit.most": 14})
    first = small.players["blue"]
    assert (first.hand.count, first.draw.count) == (10, 0)  # type: ignore[union-attr]
    assert possible(check(ruleset_of(small), small))


def test_the_cards_that_are_depicted_are_those_that_are_printed() -> None:
    """A Longhorn whose breeding value is another one is still one of the cards of value 3."""
    house = {"breed.longhorn.value": 5, "local.5a.1.gain-dollars": 9}
    using = {
        "turn": {
            "player": "blue",
            "phase": "B",
            "used": ["5a.1"],
            "pending": [{"effect": "discard", "card": "value-3"}],
        }
    }
    position = told(house, **using, players={"blue": {"hand": ["longhorn"]}})
    assert judge(ruleset_of(position), position, read_action("discard cards=longhorn")).answer == "yes"


def test_what_an_action_brings_is_what_the_house_rule_says() -> None:
    blue, turn = {"dollars": 1, "cleared": []}, {"player": "blue", "pending": [{"effect": "auxiliary"}]}
    position = told({"auxiliary.aux-1.single.gain-dollars": 7}, turn=turn, players={"blue": blue})
    after = apply(ruleset_of(position), position, read_action("auxiliary action=aux-1"))
    assert after.players["blue"].dollars == 8


def test_garth_and_whoever_plays_against_him_begin_as_his_house_rules_say() -> None:
    house = {"solo.garth.money": 9, "solo.garth.easy.own": 2, "city.colorado-springs.value": 40}
    for edition in (1, 2):
        allowed = changeable_in(Game(edition, variants=()))
        mine = {name: value for name, value in house.items() if name in allowed}
        game = random_game(2, (), 5, automa="garth", level="easy", edition=edition, house=mine)
        moments = [*itertools.islice(game, 120)]
        first = moments[0].position
        assert {one.dollars for one in first.players.values()} == {9, None}
        assert [sum(one.automa.extra.values()) for one in first.players.values() if one.automa] == [2]  # type: ignore[union-attr]
        for moment in moments[::40]:
            assert possible(check(ruleset_of(moment.position), moment.position))


MARKET = {"board": {"job_market": {"token_row": 3, "rows": {"1": ["cowboy"]}}}}
HIRING = {"turn": {"player": "blue", "phase": "B", "pending": [{"effect": "hire"}]}, **MARKET}


def _hire(house: dict[str, int], dollars: int) -> Any:
    position = told(house, **HIRING, players={"blue": {"dollars": dollars, "workers": {"cowboy": 1}}})
    return judge(ruleset_of(position), position, read_action("hire row=1 column=1"))


def test_a_verdict_goes_by_them() -> None:
    """A builder in row one costs 6 as printed."""
    assert (_hire({}, 5).answer, _hire({"job-market.row.1.cost": 5}, 5).answer) == ("no", "yes")
    assert _hire({"job-market.row.1.cost": 9}, 8).reasons[0].params["needs"] == 9


def test_what_belongs_to_a_variant_that_is_not_played_changes_nothing() -> None:
    position = read_position(json.dumps({"game": {"variants": [], "house": {"price.simmental-for-1.dollars": 3}}}))
    assert position.game.house
    assert ruleset_of(position).house == ()


def test_a_change_of_the_game_leaves_out_what_the_game_has_no_more() -> None:
    rails = {"edition": 2, "variants": ["rails-to-the-north"], "house": {"city.denver.vp": 4, "fee.green": 3}}
    position = read_position(json.dumps({"game": rails}))
    after = with_plain(position, ("game", "variants"), [])
    assert to_plain(after)["game"] == {"edition": 2, "variants": [], "house": {"fee.green": 3}}
    assert decode(encode(after)) is not None
    assert check(ruleset_of(after), after) is not None


@given(st.integers(2, 4), house_rules(Game(2, variants=())), st.integers(0, 99))
@examples(6)
def test_a_game_with_any_of_them_can_be_played_and_scored(players: int, house: dict[str, int], seed: int) -> None:
    before = start(players, chance=Chance(seed), house=house)
    assert dict(before.game.house or {}) == house
    assert not [one for one in check(ruleset_of(before), before) if one.code != "box-of-coins"], house
    moments = [*itertools.islice(random_game(players, (), seed, house=house), 150)]
    for moment in moments[::25]:
        position, rules = moment.position, ruleset_of(moment.position)
        assert options(rules, position)
        assert apply(rules, position, moment.entry.action) if not moment.entry.drawn else True
        assert decode(encode(position)).game.house == (house or None)
        assert score(rules, position)
        assert clock(rules, position)
        assert possible(check(rules, position)), house


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_points_can_be_made_at_both_ends_of_every_figure(game: Game) -> None:
    # What the base game has counts in the same way with the expansion, where all the sums take seconds.
    told = changeable_in(GAMES[0]) if game.variants else {}
    for name, figure in changeable_in(game).items():
        if figure.kind.group == "scoring" and name not in told:
            for value in {figure.least, figure.most} - {*figure.values}:
                assert reachable(game.edition or 2, game.variants or (), ((name, value),)), name


FEW_CATTLE = {"breed.black-angus.copies.1": 1, "breed.longhorn.copies.2": 1, "breed.corriente.copies.3": 1}


@pytest.mark.parametrize(
    "house",
    [
        {"worker.cowboy.bag-2": 5, "worker.builder.bag-2": 5, "job-market.token-start-row": 6},
        {"cattle-market.size": 20, **FEW_CATTLE},
    ],
    ids=["workers", "cattle"],
)
def test_a_set_up_deals_what_there_is(house: dict[str, int]) -> None:
    """House rules may ask for more workers or cattle than the box then holds."""
    assert house.keys() <= changeable_in(Game(2)).keys()
    assert len(start(4, chance=Chance(7), house=house).players) == 4
