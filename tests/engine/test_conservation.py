"""Nothing comes from nowhere and nothing gets lost: positions out of a game are possible, one piece changed is not."""

import itertools
import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from companion.engine import Reason, possible, read_position, ruleset_of
from companion.engine.checks import (
    all_cards,
    bags,
    cards,
    decks,
    foresight,
    job_market,
    sections,
    station_masters,
    table,
    tiles,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.dealing import deal
from tests.engine.moving import snapshots

Plain = dict[str, Any]

SUBJECTS = (table, tiles, bags, foresight, sections, job_market, station_masters, cards, all_cards, decks)

GAMES = st.tuples(st.integers(0, 10**6), st.sampled_from([2, 3, 4]), st.sampled_from([[], ["simmental"]]))


def findings(plain: Plain) -> list[Reason]:
    position = read_position(json.dumps(plain))
    return [reason for subject in SUBJECTS for reason in subject.check(ruleset_of(position), position)]


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(GAMES)
def test_positions_of_a_game_are_possible(game: tuple[int, int, list[str]]) -> None:
    for plain in itertools.islice(snapshots(*game, turns=120), game[0] % 7, None, 7):
        assert findings(plain) == []


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(GAMES)
def test_whatever_part_of_them_is_entered(game: tuple[int, int, list[str]]) -> None:
    dice = random.Random(game[0])
    for plain in itertools.islice(snapshots(*game, turns=120), game[0] % 7, None, 7):
        part = deepcopy(plain)
        forget(part, dice)
        assert possible(findings(part)), part


def forget(plain: Plain, dice: random.Random) -> None:
    """Leave out some of what is known: keys, places, the cards of a pile, the look of a hazard tile."""
    board, players = plain["board"], plain["players"]
    maps = ("job_market", "hazards", "outlaws", "bags", "foresight", "station_masters")
    tables = [plain["game"], plain["turn"], board, *(board[name] for name in maps), board["job_market"]["rows"]]
    share = dice.random() / 2
    for table_ in (*tables, *players.values(), players):
        for key in [key for key in table_ if dice.random() < share]:
            del table_[key]
    for player in players.values():
        for name in {"hand", "draw", "discard"} & player.keys():
            pile, dice_says = player[name], dice.random()
            if dice_says < 0.7:
                player[name] = len(pile) if dice_says < 0.4 else {"count": len(pile), "known": pile[: len(pile) // 2]}
        for tile in player.get("hazards", ()):
            for key in [key for key in ("hand", "vp") if dice.random() < 0.3]:
                del tile[key]


def in_the_middle(seed: int, players: int, variants: list[str]) -> Plain:
    """A position in the middle of a game in which nothing can be out of the game.

    Tiles leave it only when a section is full, cards only once somebody has cleared a disc of the auxiliary action
    that removes them; from then on a piece less may be one that has left.
    """
    kept = deal(seed, players, variants)
    for plain in snapshots(seed, players, variants, turns=40):
        removers = any({"aux-remove-1", "aux-remove-2"} & set(p["cleared"]) for p in plain["players"].values())
        if removers or any(full(plain, section) for section in ("flood", "drought", "rockfall", "outlaw")):
            break
        kept = deepcopy(plain)
    return kept


def full(plain: Plain, section: str) -> bool:
    """Whether every space of the section may have had a tile at once."""
    key = "outlaws" if section == "outlaw" else "hazards"
    spaces = [tile for space, tile in plain["board"][key].items() if space.startswith(section)]
    collected = [
        sum(p["outlaws"].values()) if section == "outlaw" else sum(t["hazard"] == section for t in p["hazards"])
        for p in plain["players"].values()
    ]
    return sum(tile is not None for tile in spaces) + sum(collected) >= len(spaces)


Change = tuple[str, Callable[[Plain], object]]


def changes(plain: Plain) -> Iterator[Change]:
    """Every way to add or to take away a single piece."""
    yield from changes_of_the_board(plain["board"])
    for colour, player in plain["players"].items():
        yield from ((f"{colour}: {name}", change) for name, change in changes_of_a_player(colour, player))


def at(*keys: str | int) -> Callable[[Plain], Any]:
    """What lies at a path of a position."""

    def look(plain: Plain) -> Any:
        found: Any = plain
        for key in keys:
            found = found[key]
        return found

    return look


def put(value: object, *keys: str | int) -> Callable[[Plain], object]:
    return lambda plain: at(*keys[:-1])(plain).__setitem__(keys[-1], value)


def changes_of_the_board(board: Plain) -> Iterator[Change]:
    counts = [("bags", bag) for bag in board["bags"]] + [("cattle_stack",), ("objective_stack",)]
    for path in (*counts, *(("cattle_market", card) for card in board["cattle_market"])):
        count = at(*path)(board)
        yield f"one more in {path}", put(count + 1, "board", *path)
        if count:
            yield f"one less in {path}", put(count - 1, "board", *path)
    for column, shown in board["foresight"].items():
        if shown:
            yield f"a tile less in column {column}", lambda p, c=column: p["board"]["foresight"][c].pop()
    for section, piece in (("hazards", {"hand": "green", "vp": 4}), ("outlaws", "green")):
        for space, lies in board[section].items():
            yield f"{space} changed", put(None if lies else piece, "board", section, space)
    for row, spaces in board["job_market"]["rows"].items():
        for place, worker in enumerate(spaces):
            changed = put(None if worker else "builder", "board", "job_market", "rows", row, place)
            yield f"row {row}, space {place} changed", changed
    yield "a displayed objective less", lambda p: p["board"]["objective_display"].pop()
    for slot in board["station_masters"]:
        yield f"nothing at station {slot}", put(None, "board", "station_masters", slot)


def changes_of_a_player(colour: str, player: Plain) -> Iterator[Change]:
    mine = ("players", colour)
    lists = {
        "hand": ["criollo", "longhorn", "obj-3"],
        "draw": ["galloway", "hereford:7", "obj-6"],
        "discard": ["pineywoods", "shorthorn", "obj-21"],
        "objectives": ["obj-1"],
        "hazards": [{"hazard": "flood", "hand": "green", "vp": 4}],
        "station_masters": ["sm-8" if "sm-9" in player["station_masters"] else "sm-9"],
    }
    for key, more in lists.items():
        for piece in more:
            yield f"{piece} more in {key}", lambda p, k=key, one=piece: at(*mine, k)(p).append(one)
        if player[key]:
            yield f"one less in {key}", lambda p, k=key: at(*mine, k)(p).pop()
    for worker, count in player["workers"].items():
        yield f"a {worker} more", put(count + 1, *mine, "workers", worker)
        yield f"a {worker} less", put(count - 1, *mine, "workers", worker)
    for outlaw in ("green", "orange"):
        count = player["outlaws"].get(outlaw, 0)
        yield f"an outlaw more, {outlaw}", put(count + 1, *mine, "outlaws", outlaw)
        if count:
            yield f"an outlaw less, {outlaw}", put(count - 1, *mine, "outlaws", outlaw)
    yield "the job market token", put(True, *mine, "job_market_token")


@pytest.mark.parametrize("variants", [[], ["simmental"]], ids=["base", "simmental"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_one_piece_more_or_less_is_always_found(seed: int, players: int, variants: list[str]) -> None:
    for plain in (deal(seed, players, variants), in_the_middle(seed, players, variants)):
        assert findings(plain) == []
        for name, change in changes(plain):
            changed = deepcopy(plain)
            change(changed)
            assert not possible(findings(changed)), name


def test_objective_cards_may_be_dropped_when_the_game_is_over() -> None:
    plain = deal(1, 2, [])
    plain["board"]["objective_stack"] -= 1
    assert [reason.code for reason in findings(plain)] == ["cards-missing"]
    del plain["turn"]
    del plain["board"]["job_market"]
    plain["players"]["red"]["job_market_token"] = True
    assert "cards-missing" not in [reason.code for reason in findings(plain)]
