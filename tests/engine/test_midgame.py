"""Positions in the middle of a game: no check finds one impossible, however much of it was entered."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest
from companion.engine import check, decode, encode, hidden, load_catalog, ruleset_of
from companion.engine.core.position import Position
from companion.engine.format.notation import _encoded
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.midgame import Plain, midgame, thinned
from tests.engine.midgame.recorded import HAPPENS, made, recorded
from tests.engine.plain import read
from tests.profiles import examples

ANY = examples(100)

SEEDS = st.integers(0, 10**6)
POSITIONS = st.builds(
    midgame, SEEDS, st.sampled_from([2, 3, 4]), st.sampled_from([(), ("simmental",)]), within=st.booleans()
)


def impossible(position: Position) -> list[str]:
    return [reason.code for reason in check(ruleset_of(position), position) if reason.severity == "impossible"]


@ANY
@given(POSITIONS)
def test_never_a_false_alarm(plain: Plain) -> None:
    position = read(plain)
    found = {reason.code for reason in check(ruleset_of(position), position)}
    # Nobody stops people from removing all their cards; it is told, as something unusual.
    assert found <= {"deck-emptied"}


@ANY
@given(POSITIONS)
def test_never_a_false_alarm_about_what_the_table_sees(plain: Plain) -> None:
    whole = read(plain)
    for position in (hidden(whole), *(hidden(whole, colour) for colour in whole.players)):
        assert impossible(position) == []


@ANY
@given(POSITIONS, st.integers(0, 10**6))
def test_never_a_false_alarm_about_what_was_entered(plain: Plain, seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(10):
        assert impossible(read(thinned(plain, dice))) == []


@ANY
@given(POSITIONS)
def test_text_and_code_tell_the_same(plain: Plain) -> None:
    position = read(plain)
    assert encode(decode(encode(position))) == encode(position)
    assert decode(_encoded(position, sorting=False)) == position


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


@pytest.mark.parametrize("name", HAPPENS)
def test_everything_happens_in_some_game(name: str) -> None:
    assert any(HAPPENS[name](plain, player) for _, plain in recorded() for player in plain["players"].values())


def test_the_recorded_positions_are_made_again() -> None:
    """Otherwise `python -m tests.engine.midgame` records them anew."""
    for seed, plain in itertools.islice(recorded(), 5):
        assert made(seed) == plain
