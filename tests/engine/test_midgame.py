"""Positions in the middle of a game: no check finds one impossible, however much of it was entered."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from companion.engine import check, decode, encode, hidden, load_catalog, read_position, ruleset_of
from companion.engine.position import Position
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.midgame import midgame, thinned

Plain = dict[str, Any]
ANY = settings(max_examples=60)

SEEDS = st.integers(0, 10**6)
POSITIONS = st.builds(
    midgame, SEEDS, st.sampled_from([2, 3, 4]), st.sampled_from([(), ("simmental",)]), within=st.booleans()
)


def impossible(position: Position) -> list[str]:
    return [reason.code for reason in check(ruleset_of(position), position) if reason.severity == "impossible"]


@ANY
@given(POSITIONS)
def test_never_a_false_alarm(plain: Plain) -> None:
    assert impossible(read_position(json.dumps(plain))) == []


@ANY
@given(POSITIONS)
def test_never_a_false_alarm_about_what_the_table_sees(plain: Plain) -> None:
    whole = read_position(json.dumps(plain))
    for position in (hidden(whole), *(hidden(whole, colour) for colour in whole.players)):
        assert impossible(position) == []


@ANY
@given(POSITIONS, st.integers(0, 10**6))
def test_never_a_false_alarm_about_what_was_entered(plain: Plain, seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(10):
        assert impossible(read_position(json.dumps(thinned(plain, dice)))) == []


@ANY
@given(POSITIONS)
def test_text_and_code_tell_the_same(plain: Plain) -> None:
    position = read_position(json.dumps(plain))
    assert decode(encode(position)) == position


# What the positions are worth as a test: pieces are kept, rules are followed, and everything happens in some game.


@ANY
@given(SEEDS, st.booleans())
def test_a_seed_gives_the_same_position_again(seed: int, within: bool) -> None:
    assert midgame(seed, 3, within=within) == midgame(seed, 3, within=within)


@ANY
@given(POSITIONS)
def test_pieces_neither_appear_nor_vanish(plain: Plain) -> None:
    catalog = load_catalog(2, tuple(plain["game"]["variants"]))
    board, players = plain["board"], plain["players"].values()
    rows = catalog.player_board.worker_rows
    shown = [tile for tiles in (*board["foresight"].values(), *board["bags"].values()) for tile in tiles]
    workers = Counter(tile["worker"] for tile in shown if "worker" in tile)
    workers.update(worker for row in board["job_market"]["rows"].values() for worker in row if worker)
    workers.update(slot["worker"] for slot in board["station_masters"].values() if isinstance(slot, dict))
    for player in players:
        workers.update({kind: count - rows.printed for kind, count in player["workers"].items()})
        assert len(player["cleared"]) == sum(player["deliveries"].values()) + len(player["stations"])
    assert workers == {worker.id: sum(worker.bags.values()) for worker in catalog.tiles.workers.values()}
    masters = [slot for slot in board["station_masters"].values() if isinstance(slot, str)]
    masters += [master for player in players for master in player["station_masters"]]
    assert len(set(masters)) == len(masters) == catalog.station_masters.in_play


@ANY
@given(POSITIONS)
def test_rules_of_the_board(plain: Plain) -> None:
    catalog = load_catalog(2, tuple(plain["game"]["variants"]))
    board, players = plain["board"], plain["players"].values()
    moved = [player["engine"] for player in players if player["engine"] != catalog.railroad.first]
    assert len(moved) == len(set(moved)), "one engine on a space"
    assert catalog.railroad.last not in moved, "no engine rests at the end"
    faces = catalog.buildings.faces
    for player in players:
        assert player["dollars"] >= 0
        assert player["certificates"] in catalog.table.certificates.track
        assert max(player["workers"].values()) <= catalog.player_board.worker_rows.spaces
        assert len(player["hand"]) <= catalog.table.hand_limit.most or player["herder"] is None
    for lies in filter(None, board["buildings"].values()):
        assert faces[lies["face"]].side == plain["game"]["sides"][str(faces[lies["face"]].number)]
    # The token's row is filled from the left, and those below it are empty.
    token = board["job_market"].get("token_row")
    for row, spaces in board["job_market"]["rows"].items():
        filled = [worker is not None for worker in spaces]
        if token is not None and int(row) >= token:
            assert filled == sorted(filled, reverse=True)
            assert not filled[-1]
            assert int(row) == token or not any(filled)


# Something that happens in some games, and how it shows.
HAPPENS: dict[str, Callable[[Plain, Plain], bool]] = {
    "before the first turn": lambda plain, _: plain["turn"]["first_turn"],
    "on the way": lambda plain, _: plain["turn"]["phase"] == "A",
    "at a location": lambda plain, _: plain["turn"]["phase"] == "B",
    "in Kansas City": lambda plain, _: plain["turn"]["phase"] == "K5",
    "before new cards": lambda plain, _: plain["turn"]["phase"] == "C",
    "local actions done": lambda plain, _: len(plain["turn"]["used"]) > 1,
    "risk action done": lambda plain, _: "risk" in plain["turn"]["used"],
    "auxiliary action done": lambda plain, _: plain["turn"]["auxiliary_used"],
    "moved on to another building": lambda plain, _: len(plain["turn"]["buildings_used"]) > 1,
    "upgraded in this turn": lambda plain, _: bool(plain["turn"]["stations_upgraded"]),
    "final round": lambda plain, _: plain["turn"]["final_round"],
    "token taken": lambda _, player: player["job_market_token"],
    "delivered": lambda _, player: player["herder"] == "start",
    "far delivery": lambda _, player: any(city in player["deliveries"] for city in ("chicago", "toledo", "new-york")),
    "Kansas City twice": lambda _, player: player["deliveries"].get("kansas-city", 0) > 1,
    "discs on stations": lambda _, player: len(player["stations"]) > 2,
    "engine on a turnout": lambda _, player: isinstance(player["engine"], str),
    "station master": lambda _, player: bool(player["station_masters"]),
    "six workers of a kind": lambda _, player: 6 in player["workers"].values(),
    "certificate limit raised": lambda _, player: player["certificates"] > 3,
    "building replaced": lambda _, player: bool(player["placed_out"]),
    "many buildings": lambda plain, _: sum(lies is not None for lies in plain["board"]["buildings"].values()) > 9,
    "hazards of a kind full": lambda plain, _: all(plain["board"]["hazards"][f"flood-{n}"] for n in range(1, 5)),
    "outlaws full": lambda plain, _: all(plain["board"]["outlaws"].values()),
    "hazards and outlaws collected": lambda _, player: bool(player["hazards"] and player["outlaws"]),
    "objective played": lambda _, player: len(player["objectives"]) > 1,
    "objective in the deck": lambda _, player: any("obj" in card for card in player["hand"] + player["discard"]),
    "exchange tokens": lambda _, player: player["exchange_tokens"] > 2,
    "small deck": lambda _, player: len(player["hand"] + player["draw"] + player["discard"]) < 12,
    "dearest cattle": lambda _, player: any("hereford" in card for card in player["discard"]),
    "no money": lambda _, player: player["dollars"] == 0,
    "hand limit raised": lambda _, player: len(player["hand"]) > 4 and player["herder"] is not None,
    "Simmental grown up": lambda _, player: "simmental-cow" in player["discard"],
    "worker space taken": lambda plain, _: any(isinstance(m, dict) for m in plain["board"]["station_masters"].values()),
}


@pytest.fixture(scope="module")
def many() -> list[Plain]:
    return [midgame(seed, 2 + seed % 3, ("simmental",) if seed % 2 else (), within=seed % 4 > 0) for seed in range(500)]


@pytest.mark.parametrize("name", HAPPENS)
def test_everything_happens_in_some_game(many: list[Plain], name: str) -> None:
    assert any(HAPPENS[name](plain, player) for plain in many for player in plain["players"].values())
