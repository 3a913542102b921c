"""Nothing comes from nowhere or gets lost: a position of a game is possible, and no more so with one piece changed."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from companion.engine import Position, Reason, possible, ruleset_of
from companion.engine.cards import check_all_cards as all_cards
from companion.engine.cards import check_cards as cards
from companion.engine.cards import check_decks as decks
from companion.engine.job_market import hiring
from companion.engine.kansas_city import foresight
from companion.engine.railroad import station_masters
from companion.engine.trail import check_bags as bags
from companion.engine.trail import check_sections as sections
from companion.engine.trail import tiles
from companion.engine.turn import check_table as table

from tests.engine.midgame import Plain, midgame, plain_of, turns_of
from tests.engine.plain import read

SUBJECTS = (table, tiles, bags, foresight, sections, hiring, station_masters, cards, all_cards, decks)


def findings(plain: Plain) -> list[Reason]:
    position = read(plain)
    return [reason for subject in SUBJECTS for reason in subject.check(ruleset_of(position), position)]


def in_the_middle(seed: int, players: int, variants: tuple[str, ...]) -> Plain:
    """A position in the middle of a game in which nothing can be out of the game.

    Tiles leave it only when a section is full, cards only once somebody has cleared a disc of the auxiliary action
    that removes them; from then on a piece less may be one that has left.
    """
    before, *later = turns_of(seed, players, variants)
    for position in later:
        removers = any({"aux-remove-1", "aux-remove-2"} & set(p.cleared or ()) for p in position.players.values())
        if removers or any(full(position, section) for section in ("flood", "drought", "rockfall", "outlaw")):
            break
        before = position
    return plain_of(before)


def richness(plain: Plain) -> int:
    """Of how many kinds pieces have come to players."""
    kinds = ("discard", "hazards", "outlaws", "station_masters")
    return sum(any(me[kind] for me in plain["players"].values()) for kind in kinds)


def counted(plain: Plain) -> Plain:
    """As a table sees it: of bags and stacks, only how many pieces they have."""
    board = plain["board"]
    board["bags"] = {bag: len(tiles) for bag, tiles in board["bags"].items()}
    board |= {name: len(board[name]) for name in ("cattle_stack", "objective_stack")}
    return plain


def full(position: Position, section: str) -> bool:
    """Whether every space of the section may have had a tile at once."""
    board, players = position.board, position.players.values()
    tiles: dict[str, Any] = dict(board.outlaws if section == "outlaw" else board.hazards)
    spaces = [tile for space, tile in tiles.items() if space.startswith(section)]
    collected = [
        sum(one.outlaws.values()) if section == "outlaw" else sum(tile.hazard == section for tile in one.hazards or ())
        for one in players
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


TABLES = [(players, variants) for players in (2, 3, 4) for variants in ((), ("simmental",))]


@pytest.mark.parametrize(
    ("seed", "players", "variants"),
    [
        *((0, *table) for table in TABLES[1::3]),
        *(pytest.param(seed, *table, marks=pytest.mark.thorough) for seed in (0, 1000) for table in TABLES),
    ],
)
def test_one_piece_more_or_less_is_always_found(seed: int, players: int, variants: tuple[str, ...]) -> None:
    middles = [in_the_middle(number, players, variants) for number in range(seed, seed + 2)]
    for plain in (midgame(seed, players, variants, turns=0), max(middles, key=richness)):
        text = json.dumps(counted(plain))
        assert findings(plain) == []
        for name, change in changes(plain):
            changed = json.loads(text)
            change(changed)
            assert not possible(findings(changed)), name


def test_objective_cards_may_be_dropped_when_the_game_is_over() -> None:
    plain = counted(midgame(1, 2, turns=0))
    plain["board"]["objective_stack"] -= 1
    assert [reason.code for reason in findings(plain)] == ["cards-missing"]
    del plain["turn"]
    del plain["board"]["job_market"]
    plain["players"]["red"]["job_market_token"] = True
    assert "cards-missing" not in [reason.code for reason in findings(plain)]
