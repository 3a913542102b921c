"""Scoring by the things on the table: what they give, what is asked, what cannot be."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import pytest
from companion import engine
from companion.engine import reachable, score
from companion.engine.play import random_game
from companion.engine.scoring.lines import ScoreLine
from companion.sheets import counting, pieces
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import every


@dataclass(frozen=True)
class Row:
    """A player of a sheet, without a database."""

    seat: int
    colour: str
    fields: Mapping[str, str]


@dataclass(frozen=True)
class Sheet:
    """A sheet, without a database."""

    players: tuple[Row, ...]
    edition: int = 2
    variants: tuple[str, ...] = field(default=())
    played_otherwise: engine.House = ()


COLOURS = engine.load_catalog().table.players.colours


def sheet(*players: Mapping[str, str], variants: tuple[str, ...] = ()) -> Sheet:
    rows = zip(range(1, 5), COLOURS, players, strict=False)
    return Sheet(tuple(Row(seat, colour, fields) for seat, colour, fields in rows), variants=variants)


def told(category: str, *names: str, **others: str) -> dict[str, str]:
    """The fields of a category that counts by its things: "name" or "name=text"."""
    fields = {f"things.{category}.{name.partition('=')[0]}": name.partition("=")[2] or "1" for name in names}
    return {f"depth.{category}": "things", **fields, **{f"things.{k.replace('__', '.')}": v for k, v in others.items()}}


def look_at(fields: Mapping[str, str], variants: tuple[str, ...], category: str, lines: list[tuple[str, int]]) -> None:
    """Somebody has these lines in a category, and the points that they come to, which are possible there."""
    count = counting.counts(sheet(fields, variants=variants))[1, category]
    assert Counter((line.code, line.points) for line in count.lines) == Counter(lines)
    assert count.points == sum(points for _, points in lines)
    possible = None if "player.automa" in fields else reachable(2, variants)[category]
    assert possible is None or count.points in possible


GIVES = [
    ("", "money", ["dollars=23"], {}, [("money", 4)]),
    ("", "buildings", ["3a", "5b=A-1"], {}, [("building-somewhere", 1), ("building", 4)]),
    ("", "cities", ["kansas-city=2", "pittsburgh", "philadelphia"], {}, [("city", -12), ("city", 6), ("arrow", 4)]),
    ("", "stations", ["1", "10"], {}, [("station", 1), ("station", 9)]),
    ("", "hazards", ["flood-green-4=2", "rockfall-black-3"], {}, [("hazard", 4), ("hazard", 4), ("hazard", 3)]),
    ("", "cattle", ["shorthorn-4=2", "black-angus-1"], {}, [("cattle", 8), ("cattle", 1)]),
    ("", "station-masters", ["sm-3"], {"outlaws__green": "2", "outlaws__orange": "1"}, [("station-master", 3)]),
    ("", "station-masters", ["sm-2"], {"certificates__track": "4"}, [("station-master", 6)]),
    ("", "workers", ["cowboy=6", "builder=5"], {}, [("workers", 8), ("workers", 4)]),
    ("", "step-disc", ["step-right", "step-left"], {}, [("step-disc", 3)]),
    ("", "job-market-token", ["token"], {}, [("job-market-token", 2)]),
    ("", "hazards", [], {}, []),
    ("rails-to-the-north", "cities", ["kansas-city", "minneapolis", "pittsburgh", "new-york"], {},
     [("city", -8), ("city", 10), ("city", 3), ("arrow", 6)]),
    ("rails-to-the-north", "cities", ["san-francisco=2"], {"counts__bell": "3"}, [("city-per", 12)]),
    ("rails-to-the-north", "cities", ["san-francisco"], {"counts__bell": "9"}, [("city-per", 10)]),
    ("rails-to-the-north", "stations", ["1", "11", "12"], {},
     [("station", 1), ("town-station", 6), ("town-station", 8)]),
    ("rails-to-the-north", "station-masters", ["sm-10", "sm-11"], {"counts__exchange-token": "3", "counts__area": "9"},
     [("station-master", 5), ("station-master", 12)]),
    ("rails-to-the-north", "buildings", ["13b"], {}, [("building-somewhere", 4)]),
    ("first-edition", "cities", ["wichita", "colorado-springs", "san-francisco=2"], {}, [("arrow", -1), ("city", 18)]),
    ("first-edition", "buildings", ["11a", "13a"], {}, [("building-somewhere", 25), ("building-somewhere", 5)]),
    ("first-edition", "cattle", ["texas-longhorn-7", "holstein-1=2"], {}, [("cattle", 7), ("cattle", 2)]),
]  # fmt: skip


@every(("layer", "category", "names", "others", "lines"), GIVES)
def test_what_things_give(
    layer: str, category: str, names: list[str], others: dict[str, str], lines: list[tuple[str, int]]
) -> None:
    look_at(told(category, *names, **others), (layer,) if layer else (), category, lines)


def test_what_nobody_entered_is_unknown_not_zero() -> None:
    assert counting.entries(counting.counts(sheet({}))) == {"1": {}}
    assert not counting.counts(sheet({"hazards": "9"}))[1, "hazards"].differs


def test_both_depths_are_kept_and_their_difference_is_told() -> None:
    by_things = told("hazards", "flood-green-4") | {"hazards": "3+6"}
    count = counting.counts(sheet(by_things))[1, "hazards"]
    assert (count.points, count.typed, count.by_pieces, count.differs) == (4, 9, 4, True)
    count = counting.counts(sheet({**by_things, "depth.hazards": "number"}))[1, "hazards"]
    assert (count.points, count.typed, count.by_pieces, count.differs) == (9, 9, 4, True)


ASKS = [
    ("station-masters", ["sm-4"], {}, ("hazard",)),
    ("station-masters", ["sm-4"], {"hazards": "12"}, ("hazard",)),
    ("station-masters", ["sm-4"], told("hazards", "flood-green-4"), ()),
    ("station-masters", ["sm-4"], {"things.counts.hazard": "3"}, ()),
    ("station-masters", ["sm-4"], told("hazards"), ()),
    ("station-masters", ["sm-2", "sm-3"], {}, ("certificates", "outlaws")),
    ("station-masters", ["sm-1"], {}, ("objective-card",)),
    ("station-masters", ["sm-8", "sm-9"], {}, ()),
    ("objectives", ["obj-9=played"], {}, ("hereford", "hazard")),
    ("objectives", ["obj-6.deck=2"], told("cities"), ()),
    ("objectives", ["start-1=played"], {"things.outlaws.green": "0"}, ("value-3", "shorthorn", "building")),
    ("objectives", [], {}, ()),
]  # fmt: skip


@every(("category", "names", "others", "asks"), ASKS)
def test_what_is_to_be_told_before_counting(
    category: str, names: list[str], others: dict[str, str], asks: tuple[str, ...]
) -> None:
    count = counting.counts(sheet({**told(category, *names), **others}))[1, category]
    assert count.asks == asks
    assert (count.points is None) == bool(asks)


def test_a_number_that_is_told_counts_in_place_of_things() -> None:
    fields = told("station-masters", "sm-4") | {"hazards": "12", "things.counts.hazard": "5"}
    count = counting.counts(sheet(fields))[1, "station-masters"]
    assert [(line.points, line.params["have"]) for line in count.lines] == [(6, 5)]
    assert counting.counts(sheet(fields | told("hazards", "flood-green-4")))[1, "station-masters"].points == 0


def test_who_uses_what_is_told() -> None:
    fields = told("objectives", "obj-9=played", "start-3=played") | told("hazards", "flood-green-4", "flood-green-2")
    fields |= told("cattle", "hereford-6") | told("buildings", "1a", "2a")
    lines = counting.counts(sheet(fields))[1, "objectives"].lines
    assert {line.params["objective"]: line.params["uses"] for line in lines} == {
        "start-3": ("building:1a", "building:2a", "hazard:flood:green:2"),
        "obj-9": ("card:hereford:6", "hazard:flood:green:4"),
    }


CANNOT_BE = [
    ([told("job-market-token", "token"), told("job-market-token", "token")], "job-market-token-twice",
     {(1, "job-market-token"), (2, "job-market-token")}),
    ([told("workers", "cowboy=7")], "worker-row-out-of-range", {(1, "workers")}),
    ([told("cities", "kansas-city", "fulton") | told("stations", "1") | told("step-disc", "aux-draw-2")],
     "discs-unlike-cleared", {(1, "cities"), (1, "stations"), (1, "step-disc")}),
    ([told("station-masters", "sm-4"), told("station-masters", "sm-4")], "station-master-twice",
     {(1, "station-masters"), (2, "station-masters")}),
    ([told("hazards", "flood-green-4=2"), told("hazards", "flood-green-4")], "too-many-hazards",
     {(1, "hazards"), (2, "hazards")}),
    ([told("buildings", "3a", "3b")], "building-twice", {(1, "buildings")}),
    ([told("cattle", "shorthorn-4=4")], "too-many-market-cards", {(1, "cattle")}),
    ([told("job-market-token", "token"), {"job-market-token": "2"}], "token-claimed-twice",
     {(1, "job-market-token"), (2, "job-market-token")}),
    ([{"stations": "2"}, {"stations": "99"}], "points-too-high", {(2, "stations")}),
]  # fmt: skip


@every(("players", "code", "cells"), CANNOT_BE)
def test_what_cannot_be_is_pointed_out_at_its_place(
    players: list[dict[str, str]], code: str, cells: set[tuple[int, str]]
) -> None:
    entered = sheet(*players)
    found = {doubt.reason.code: set(doubt.cells) for doubt in counting.findings(entered)}
    assert code in found, found
    assert found[code] == cells


SEEDS = [0, 2, 4, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (1, 3, 5))]
"""Each layer, and each number of players, once; all of it twice in the long run."""


@cache
def final(seed: int) -> engine.Position:
    """The end of a random game."""
    *_, last = random_game(2 + seed % 3, ((), ("simmental",), ("rails-to-the-north",))[seed // 2 % 3], seed)
    rules = engine.ruleset_of(last.position)
    return engine.apply(rules, last.position, last.entry.action, engine.Scripted(last.entry.drawn))


def of(position: engine.Position) -> Sheet:
    variants = position.game.variants or ()
    of_game = pieces.pieces_of(engine.ruleset_of(position).catalog)
    return sheet(*(of_game.of_player(position, colour) for colour in position.players), variants=variants)


def plain(lines: list[ScoreLine]) -> Counter[str]:
    """What the lines say, in any order; of things that do equally well, a card may use one or the other."""
    told = ((line.category, line.code, line.points, sorted(map(kinds, line.params.items()))) for line in lines)
    return Counter(map(str, told))


def kinds(param: tuple[str, Any]) -> tuple[str, Any]:
    name, value = param
    return (name, sorted(thing.partition(":")[0] for thing in value)) if name == "uses" else param


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sheet_gives_the_lines_of_the_position(seed: int) -> None:
    """The end of a random game, turned into a sheet: the same lines, nothing asked, nothing impossible."""
    position = final(seed)
    entered = of(position)
    counted = counting.counts(entered)
    results = score(engine.ruleset_of(position), position)
    for row in entered.players:
        of_player = [count for (seat, _), count in counted.items() if seat == row.seat]
        result = results[list(position.players)[row.seat - 1]]
        assert plain([line for count in of_player for line in count.lines]) == plain(list(result.lines))
        assert sum(count.points or 0 for count in of_player) == result.total
        assert all(count.points is not None for count in of_player)
    assert counting.findings(entered) == ()
    may = pieces.SheetPieces(2, entered.variants).storable
    assert [(name, text) for row in entered.players for name, text in row.fields.items() if not may(name, text)] == []


def has(position: engine.Position, colour: str) -> dict[str, Any]:
    """What a player of a position has that pieces tell; where in the deck cards are makes no difference."""
    player = position.players[colour]
    piles = [pile for pile in (player.hand, player.draw, player.discard) if pile]
    breeds = engine.ruleset_of(position).catalog.cattle.breeds
    # Cattle without points are not counted; those of one breed may all be worth the same.
    worth = {name: next(iter(breed.copies)) for name, breed in breeds.items() if len(breed.copies) == 1}
    deck = [replace(card, vp=card.vp or worth.get(card.id)) for pile in piles for card in pile.known]
    lists = (player.cleared, player.stations, player.hazards, player.objectives, player.station_masters)
    tables = (player.deliveries, player.workers, player.outlaws)
    on_trail = {space: tile.face for space, tile in position.board.buildings.items() if tile and tile.player == colour}
    return {
        "numbers": (player.dollars, player.certificates, player.job_market_token),
        "lists": [Counter(one) for one in lists if one is not None],
        "tables": [{what: count for what, count in one.items() if count} for one in tables if one is not None],
        "deck": Counter(card for card in deck if card.vp or card.id not in breeds),
        "buildings": on_trail,
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_the_pieces_of_a_player_are_those_of_the_sheet(seed: int) -> None:
    """A position filled into a sheet and opened again: every player has the same."""
    position = final(seed)
    catalog = engine.ruleset_of(position).catalog
    again = pieces.pieces_of(catalog).position(of(position).players, on_spaces=True)
    for colour in position.players:
        assert has(again, colour) == has(position, colour), colour


def entered(game: pieces.SheetPieces) -> st.SearchStrategy[list[dict[str, str]]]:
    """What two players may have entered, each building on a space of its own."""
    spaces = [space.id for space in game.catalog.trail.spaces.values() if space.kind == "building"]
    texts: dict[str, list[str]] = {}
    for one in [one for group in game.fields.values() for one in group]:
        words = sorted(one.piece.words) if one.group == "objectives" else []
        texts[one.name] = words or [str(count) for count in range(1, one.piece.most + 1)][:12]
    seat = st.fixed_dictionaries({}, optional={name: st.sampled_from(several) for name, several in texts.items()})

    def spread(seats: list[dict[str, str]]) -> list[dict[str, str]]:
        free = iter(spaces)
        for fields in seats:
            for name in [name for name in sorted(fields) if name.startswith("things.buildings.")]:
                space = next(free, None)
                fields |= {name: space} if space else {}
                if space is None:
                    del fields[name]
            for name, group in game.fields.items():
                if name in game.catalog.scoring.categories and any(one.name in fields for one in group):
                    fields[pieces.depth_field(name)] = "things"
                elif name == "counts":
                    # Only how many there are, of what a position tells piece by piece.
                    for one in group:
                        fields.pop(one.name, None)
        return seats

    return st.lists(seat, min_size=1, max_size=2).map(spread)


@pytest.mark.parametrize("variants", [(), ("simmental",), ("rails-to-the-north",), ("first-edition",)])
@given(data=st.data())
def test_what_is_entered_comes_back_from_the_position(variants: tuple[str, ...], data: st.DataObject) -> None:
    """A sheet opened as a position and filled into a sheet again: the same texts in the same fields."""
    game = pieces.SheetPieces(2, variants)
    seats = data.draw(entered(game))
    position = game.position(sheet(*seats, variants=variants).players)
    for colour, fields in zip(COLOURS, seats, strict=False):
        back = game.of_player(position, colour)
        # One who plays has printed workers and no outlaws without entering them.
        more = {f.name: str(f.piece.base) for g in game.fields.values() for f in g if f.piece.base is not None}
        for name in back.keys() - fields.keys():
            assert back[name] == more.get(name) or name == "depth.buildings", (name, back[name])
        assert {name: back.get(name) for name in fields} == fields


def test_a_building_keeps_its_space_and_others_are_put_on_free_ones() -> None:
    entered = sheet(told("buildings", "3a=B-1", "4a"), told("buildings", "3a=B-1"))
    catalog = engine.load_catalog()
    on_trail = pieces.pieces_of(catalog).position(entered.players, on_spaces=True).board.buildings
    assert on_trail["B-1"] == engine.Building(COLOURS[0], "3a")
    assert set(on_trail) <= set(catalog.trail.spaces)
    assert len(on_trail) == 3


GROUPS = pieces.SheetPieces(2, ("simmental",)).fields
FIELDS = [field for group in GROUPS.values() for field in group]


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from([f.name for f in FIELDS] + [pieces.depth_field(c) for c in GROUPS] + list(GROUPS)),
            st.sampled_from(
                ["", "0", "1", "2", "9", "99", "999", "-1", "١", "played", "deck", "things", "A-1", "x" * 50]
            ),
            max_size=60,
        ),
        min_size=1,
        max_size=4,
    )
)
def test_anything_stored_can_be_counted(players: list[dict[str, str]]) -> None:
    """Also what an older or newer version stored: nothing raises, nothing takes long."""
    entered = sheet(*players, variants=("simmental",))
    counted = counting.counts(entered)
    counting.findings(entered)
    for cell, count in counted.items():
        assert count.by_pieces is None or count.entered, cell


STORABLE = [
    ("things.cities.kansas-city", "12", True),
    ("things.cities.fulton", "2", False),
    ("things.cities.atlantis", "1", False),
    ("things.buildings.3a", "A-1", True),
    ("things.buildings.3a", "A", False),
    ("things.objectives.obj-3", "deck", True),
    ("things.objectives.start-1", "deck", False),
    ("things.objectives.obj-6.played", "4", True),
    ("things.objectives.obj-6.played", "5", False),
    ("things.workers.cowboy", "7", True),
    ("things.workers.cowboy", "100", False),
    ("things.cattle.simmental-calf-3", "1", False),
    ("things.money.dollars", "999", True),
    ("things.money.dollars", "1e3", False),
    ("things.counts.hazard", "3", True),
    ("depth.cities", "things", True),
    ("depth.cities", "deep", False),
    ("depth.atlantis", "things", False),
    ("cities", "3", False),
    ("things.stations.1", "", True),
]  # fmt: skip


@every(("name", "text", "may"), STORABLE)
def test_what_may_be_stored(name: str, text: str, may: bool) -> None:
    assert pieces.SheetPieces(2, ()).storable(name, text) is may


def test_bells_are_asked_for_where_they_count() -> None:
    fields = told("cities", "san-francisco")
    assert counting.counts(sheet(fields, variants=("rails-to-the-north",)))[1, "cities"].asks == ("bell",)
    assert counting.counts(sheet(told("cities", "denver"), variants=("rails-to-the-north",)))[1, "cities"].asks == ()


def test_an_objective_card_asks_for_the_cattle_of_its_edition() -> None:
    fields = told("objectives", "obj-9=played") | told("hazards", "flood-green-4") | told("cattle", "texas-longhorn-5")
    (line,) = counting.counts(sheet(fields, variants=("first-edition",)))[1, "objectives"].lines
    assert line.params["uses"] == ("card:texas-longhorn:5", "hazard:flood:green:4")


AUTOMA = [
    ((), told("money", "dollars=50"), "money", [("automa-nothing", 0)]),
    ((), {"stations": "12"}, "station-masters", [("automa-nothing", 0)]),
    ((), told("objectives", "obj-3=played", "obj-6.played=2"), "objectives",
     [("automa-objective", 3), ("automa-objective", 5), ("automa-objective", 5)]),
    ((), told("cities", "new-york=2"), "cities", [("city", 18)]),
    (("rails-to-the-north",), told("cities", "san-francisco=2"), "cities", [("city", 12)]),
    ((), told("workers", "cowboy=6"), "workers", [("workers", 8)]),
]  # fmt: skip


@every(("variants", "fields", "category", "lines"), AUTOMA)
def test_what_an_automa_scores(
    variants: tuple[str, ...], fields: dict[str, str], category: str, lines: list[tuple[str, int]]
) -> None:
    """Garth: no money, step disc and station masters; every objective card; a city of the expansion otherwise."""
    look_at({**fields, "player.automa": "garth"}, variants, category, lines)


def test_what_lies_face_down_is_not_nothing() -> None:
    position = engine.hidden(final(0))
    assert any(player.draw and player.draw.count for player in position.players.values())
    for colour, player in position.players.items():
        fields = pieces.pieces_of(engine.ruleset_of(position).catalog).of_player(position, colour)
        assert ("depth.cattle" in fields) == bool(player.draw and player.draw.complete)
