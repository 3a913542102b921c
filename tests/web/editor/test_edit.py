"""Entering a position: every field takes its things and no others, and every step leads to a position with a link."""

import functools
import itertools
import json
from bisect import bisect
from typing import Any
from unittest.mock import Mock

import pytest
from companion import engine
from companion.engine import NOT_KNOWN, Described
from companion.engine.format import position_format
from companion.engine.play import random_game
from companion.web import entry
from companion.web.editor.editing import TooLong, code_of, edit, fields, in_region, region_of, tap
from companion.web.editor.presets import fill, forced
from companion.web.entry import CLEAR, EMPTY, NONE, UNKNOWN, Unfitting
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.conftest import every
from tests.engine.strategies import situations
from tests.engine.test_format import more_known_than_there
from tests.profiles import examples

NOTHING = engine.Position()


@functools.cache
def late() -> engine.Position:
    """A position of a game that has gone on for long."""
    return next(itertools.islice(random_game(4, [], 1), 300, None)).position


def things_of(field: Described) -> list[str]:
    """Everything that a field takes."""
    things = field.things
    return [
        UNKNOWN,
        *{
            "one": [*things, *([EMPTY] if field.nothing else [])],
            "number": ["+1", "-1", str(field.least), str(field.most)],
            "once": [NONE, *things],
            "many": [NONE, *things],
            "pile": [NONE, *things, "+1", "-1", "7"],
            "counts": [NONE, *(f"{name}{change}" for name in things for change in ("+1", "-1", "=2"))],
        }.get(field.kind, [NONE, *(f"{place}={thing}" for place in range(1, field.most + 1) for thing in things)]),
    ]


def steps() -> list[tuple[str, str]]:
    return [(field.path, thing) for field in fields().values() for thing in things_of(field)]


def test_every_key_of_the_format_can_be_entered() -> None:
    colours = engine.load_catalog().table.players.colours

    def keys(schema: dict[str, Any], path: str = "") -> set[str]:
        inner = schema.get("properties")
        tables = {"game", "game.sides", "game.readings", "turn", "board", "board.job_market", "board.job_market.rows"}
        of_board = ("neutral", "buildings", "hazards", "outlaws", "foresight", "bags", "station_masters")
        tables |= {f"board.{name}" for name in of_board} | {"players", *(f"players.{colour}" for colour in colours)}
        if path and path not in tables:
            return {path}
        return {key for name, one in inner.items() for key in keys(one, f"{path}.{name}".lstrip("."))}

    # What an automa is and has revealed is told in the text of a position only; house rules are made at the table.
    by_text = {"schema", "game.house", *(f"players.{colour}.automa" for colour in colours)}
    assert set(fields()) == keys(position_format().schema()) - by_text


@pytest.mark.parametrize("share", [3, pytest.param(1, marks=pytest.mark.thorough)])
def test_every_thing_can_be_put_on_an_empty_board(share: int) -> None:
    for path, thing in steps()[::share]:
        after = edit(NOTHING, path, thing)
        assert engine.decode(engine.encode(after)) == after, (path, thing)
        assert edit(after, path, UNKNOWN) == NOTHING, (path, thing)


@examples(40)
@given(
    st.deferred(situations)
    .filter(lambda plain: not more_known_than_there(plain))
    .map(lambda plain: engine.read_position(engine.laid_out(plain, 3))),
    st.deferred(lambda: st.sampled_from(steps())),
)
def test_a_step_leads_to_a_position_with_a_link(position: engine.Position, step: tuple[str, str]) -> None:
    known = fields(position)
    # Another edition has other things.
    assume(step[0] in known and step[1] in things_of(known[step[0]]))
    try:
        after = edit(position, *step)
        code = code_of(after)
    except TooLong:
        return
    except engine.Unreadable:
        # Another game is not played as long as there lies what it does not have.
        assert step[0] in ("game.edition", "game.variants")
        return
    assert engine.encode(engine.decode(code)) == code
    there = {path: field for path, field in known.items() if path != step[0] and path in fields(after)}
    others = {path: engine.plain_at(position, field.keys) for path, field in there.items()}
    assert {path: engine.plain_at(after, known[path].keys) for path in others} == others, "nothing else changes"


@given(
    st.text(max_size=20), st.text(max_size=20) | st.sampled_from(["+1", "9999", "-", "1=", "=1", "٣", "-card:criollo"])
)
def test_what_does_not_fit_is_refused(place: str, thing: str) -> None:
    with pytest.raises(Unfitting):
        edit(NOTHING, place, thing)
    for path in ("board.hazards.flood-1", "players.blue.cleared", "players.blue.workers", "board.foresight.1"):
        if thing in ("+1", "9999", "-", "1=", "=1", "٣", "-card:criollo"):
            with pytest.raises(Unfitting):
                edit(NOTHING, path, thing)


@pytest.mark.parametrize("whole", [False, True], ids=["empty board", "whole board"])
def test_a_second_tap_takes_away(whole: bool) -> None:
    """On an empty board the place is unknown again, on a whole one it is empty again."""
    position = late() if whole else NOTHING
    for field in [field for field in in_region("trail") if field.kind == "one"]:
        before = edit(position, field.path, EMPTY) if whole else position
        thing = next(iter(field.things))
        there = tap(before, field.path, thing)
        assert engine.plain_at(there, field.keys) == field.things[thing]
        assert tap(there, field.path, thing) == before
        assert tap(there, field.path, CLEAR) == before


TAPS = [
    ("board.hazards.flood-1", "hazard:green:3", "board.hazards.flood-1", {"hand": "green", "vp": 3}),
    ("board.buildings.A-1", "building:blue:3a", "board.buildings.A-1", {"player": "blue", "face": "3a"}),
    ("board.buildings.A-1", "herder:blue", "players.blue.herder", "A-1"),
    ("board.hazards.flood-1", "herder:red", "players.red.herder", "flood-1"),
    ("trail:kansas-city", "herder:red", "players.red.herder", "kansas-city"),
    ("railroad:7", "engine:red", "players.red.engine", 7),
    ("railroad:t7", "engine:red", "players.red.engine", "t7"),
    ("station:3", "disc:white", "players.white.stations", [3]),
    ("city:peoria", "disc:white", "players.white.deliveries", {"peoria": 1}),
    ("board.station_masters.1", "master:sm-4", "board.station_masters.1", "sm-4"),
    ("board.station_masters.1", "worker:cowboy", "board.station_masters.1", {"worker": "cowboy"}),
    ("board.job_market.rows.3:2", "worker:cowboy", "board.job_market.rows.3", [None, "cowboy"]),
    ("board.job_market.rows.3", "worker:cowboy", "board.job_market.token_row", 3),
    ("board.foresight.1", "hazard:flood:green:2", "board.foresight.1", [{"hazard": "flood", "hand": "green", "vp": 2}]),
    ("players.blue.cleared:cert-4", "", "players.blue.cleared", ["cert-4"]),
    ("players.blue.workers.cowboy:4", "", "players.blue.workers", {"cowboy": 4, "builder": 1, "engineer": 1}),
]


@every(("place", "pick", "path", "value"), TAPS, ids=[f"{place} {pick}" for place, pick, *_ in TAPS])
def test_tap(place: str, pick: str, path: str, value: object) -> None:
    assert engine.plain_at(tap(NOTHING, place, pick), fields()[path].keys) == value


UNFIT = [
    ("board.hazards.flood-1", ""),
    ("board.hazards.flood-1", "building:blue:3a"),
    ("board.hazards.flood-1", "herder:green"),
    ("railroad:99", "engine:blue"),
    ("railroad:7", "disc:blue"),
    ("station:99", "disc:blue"),
    ("city:atlantis", "disc:blue"),
    ("trail:nowhere", "herder:blue"),
    ("players.blue.dollars", "worker:cowboy"),
    ("board.job_market.rows.3:1", "engine:blue"),
    ("board.job_market.rows.3:99", "worker:cowboy"),
    ("nowhere", "empty"),
]


@every(("place", "pick"), UNFIT)
def test_a_tap_that_does_not_fit_is_refused(place: str, pick: str) -> None:
    with pytest.raises(Unfitting) as refused:
        tap(NOTHING, place, pick)
    assert refused.value.place == place


NORTH = engine.read_position(
    '{"game": {"edition": 2, "players": 2, "variants": ["rails-to-the-north"]}, "players": {"blue": {}, "red": {}}}'
)
NORTHERN = [
    ("town:memphis", "disc:blue", "players.blue.branchlets", ["memphis"]),
    ("station:11", "disc:blue", "players.blue.stations", [11]),
    ("city:denver", "disc:red", "players.red.deliveries", {"denver": 1}),
    ("board.town_tiles.red-south", "town-tile:town-hire", "board.town_tiles.red-south", "town-hire"),
    ("board.station_masters.11", "master:sm-10", "board.station_masters.11", "sm-10"),
    ("board.buildings.A-1", "building:blue:13a", "board.buildings.A-1", {"player": "blue", "face": "13a"}),
]


@every(("place", "pick", "path", "value"), NORTHERN, ids=[place for place, *_ in NORTHERN])
def test_a_game_has_fields_of_its_own(place: str, pick: str, path: str, value: object) -> None:
    """A second tap takes away what lies there; the usual game has no such place, and the variant stays meanwhile."""
    after = tap(NORTH, place, pick)
    assert engine.plain_at(after, fields(NORTH)[path].keys) == value
    assert engine.plain_at(tap(after, place, pick), fields(NORTH)[path].keys) in (NOT_KNOWN, [], {})
    with pytest.raises(Unfitting):
        tap(NOTHING, place, pick)
    with pytest.raises(engine.Unreadable):
        edit(after, "game.variants", "rails-to-the-north")


def test_everybody_puts_a_disc_at_one_go() -> None:
    """Those who have theirs keep it; where everybody has, all are taken away again."""
    table = engine.read_position(
        '{"game": {"players": 2}, "players": {"red": {}, "blue": {"deliveries": {"fulton": 1}}}}'
    )
    both = tap(table, "city:fulton", "discs")
    assert {colour: player.deliveries for colour, player in both.players.items()} == {
        "red": {"fulton": 1},
        "blue": {"fulton": 1},
    }
    assert all(not player.deliveries for player in tap(both, "city:fulton", "discs").players.values())
    stations = tap(tap(both, "station:3", "disc:red"), "station:3", "discs")
    assert [player.stations for player in stations.players.values()] == [(3,), (3,)]


def test_every_field_of_every_game_takes_its_things() -> None:
    for path, field in fields(NORTH).items():
        for thing in things_of(field) if path not in fields() else []:
            after = edit(NORTH, path, thing)
            assert engine.decode(engine.encode(after)) == after, (path, thing)
    assert set(fields()) == set(fields(engine.read_position('{"game": {"variants": ["simmental"]}}')))
    added = {path for path in fields(NORTH) if path not in fields() and path.startswith("board.")}
    assert {field.path for field in in_region("north", NORTH)} == added
    assert in_region("north") == ()


def test_what_is_only_known_to_be_empty_goes_with_its_variant() -> None:
    position = fill(NORTH, "blue", "all")
    assert position.players["blue"].branchlets == ()
    after = edit(position, "game.variants", "rails-to-the-north")
    assert after.game.variants == ()
    assert after.players["blue"].branchlets is None


def test_a_row_is_filled_space_by_space() -> None:
    """A second tap with the same thing empties a space, another thing takes its place."""
    position, row = NOTHING, fields()["board.job_market.rows.3"]
    seen = []
    for space, pick in ((1, "cowboy"), (3, "builder"), (3, "engineer"), (1, "cowboy")):
        position = tap(position, f"{row.path}:{space}", f"worker:{pick}")
        seen.append(engine.plain_at(position, row.keys))
    assert seen == [
        ["cowboy"],
        ["cowboy", None, "builder"],
        ["cowboy", None, "engineer"],
        [None, None, "engineer"],
    ]


def test_what_follows_is_filled_in() -> None:
    """The last neutral building, the side of a building that is seen, the other bags, the last starting objective."""
    tiles = list(engine.load_catalog().buildings.neutral)
    position = NOTHING
    for tile in tiles[:-1]:
        position = forced(tap(position, f"board.neutral.{tile}", f"neutral:{tile}"))
    assert position.board.neutral == {tile: tile for tile in tiles}
    position = forced(tap(position, "board.buildings.A-1", "building:blue:3b"))
    assert position.game.sides == {3: "b"}
    before = engine.hidden(late())
    plain = engine.to_plain(before)
    counted = dict(plain["board"]["bags"])
    plain["turn"]["phase"] = "A"
    plain["board"]["bags"] = {"1": counted["1"]}
    one = next(iter(plain["players"].values()))
    start = next(card for card in one["objectives"] if card.startswith("start"))
    one.pop("objectives")
    after = engine.to_plain(forced(engine.read_position(json.dumps(plain))))
    assert after["board"]["bags"] == counted
    assert next(iter(after["players"].values()))["objectives"] == [start]


def test_so_many_of_a_kind_are_one_step() -> None:
    position = edit(edit(NOTHING, "players.blue.discard", "card:criollo=3"), "players.blue.discard", "card:galloway=1")
    assert engine.to_plain(position)["players"]["blue"]["discard"] == ["criollo"] * 3 + ["galloway"]
    position = edit(position, "players.blue.discard", "card:criollo=1")
    assert engine.to_plain(position)["players"]["blue"]["discard"] == ["criollo", "galloway"]


def test_a_hand_is_counted_and_named() -> None:
    position = NOTHING
    for thing in ("4", "card:criollo", "card:criollo", "objective:obj-3", "+1", "-card:criollo"):
        position = edit(position, "players.blue.hand", thing)
    assert engine.to_plain(position)["players"]["blue"]["hand"] == {"count": 4, "known": ["criollo", "obj-3"]}


def test_a_position_too_long_for_a_link_is_refused() -> None:
    # The first number of cards that is too long for a link, and one less.
    too_many = bisect(range(400), False, key=lambda cards: engine.share_code(_piles(cards)) is None)
    on_the_board = [(path, thing) for path, thing in steps() if path.startswith("board.") and not thing.isdecimal()]
    with pytest.raises(TooLong):
        code_of(functools.reduce(lambda grown, one: edit(grown, *one), on_the_board, _piles(too_many - 1)))


def _piles(cards: int) -> engine.Position:
    """So many cards in each pile of everybody."""
    player = dict.fromkeys(("hand", "draw", "discard"), ["obj-1"] * cards)
    players = dict.fromkeys(engine.load_catalog().table.players.colours, player)
    return engine.read_position(json.dumps({"players": players}))


@every(
    ("region", "places"),
    [
        ("trail", ["board.hazards.flood-1"]),
        ("market", ["board.job_market.rows.3", "board.foresight.1", "board.cattle_market.longhorn"]),
        ("railroad", ["board.station_masters.1"]),
        ("blue", ["players.blue.workers.cowboy"]),
        ("game", ["players", "turn.player", "sheet.money"]),
    ],
)
def test_findings_belong_to_the_part_that_shows_their_place(region: str, places: list[str]) -> None:
    assert {region_of(place) for place in places} == {region}


def test_a_thousand_letters_that_mean_nothing_are_seen_through_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    field = engine.described_player(engine.load_catalog(2))["hand"]
    meant = Mock(wraps=entry._meant)
    monkeypatch.setattr(entry, "_meant", meant)
    with pytest.raises(entry.Mistyped):
        entry.read_words("".join(map(chr, range(0x4E00, 0x4E00 + 1900))), field.things, "en", field)
    assert meant.call_count < 10
