"""Positions in the middle of random games, from a seed: as games have them, and as somebody may have entered them."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

from companion.engine import Position, to_plain
from companion.engine.play import random_game

from tests.engine.tables import whole_game

Plain = dict[str, Any]

GAMES = 4
"""So many games of a kind are played to the end; further seeds are other moments of these."""


@cache
def moments(seed: int, players: int, variants: tuple[str, ...]) -> tuple[Position, ...]:
    """A whole game, action by action."""
    return tuple(moment.position for moment in whole_game(players, variants, seed))


def turns_of(seed: int, players: int, variants: tuple[str, ...]) -> Iterator[Position]:
    """The positions of a game in which somebody's turn begins."""
    before = None
    for moment in random_game(players, variants, seed):
        if moment.position.turn.player != before:
            yield moment.position
        before = moment.position.turn.player


def midgame(
    seed: int, players: int, variants: tuple[str, ...] = (), turns: int | None = None, *, within: bool = False
) -> Plain:
    """The plain position after so many turns of all players together (None: any number), or `within` one of them.

    Everything is known. A game that is over sooner stops before its last turn.
    """
    if turns is not None:
        *_, last = itertools.islice(turns_of(seed, players, variants), turns + 1)
        return plain_of(last)
    dice, game = random.Random(seed), moments(seed % GAMES, players, variants)
    return plain_of(dice.choice([one for one in game if within or (one.turn.phase == "A" and not one.turn.pending)]))


def plain_of(position: Position) -> Plain:
    """A position told to the end: empty zones are lists, which the format writes as 0, and nobody bought cattle yet."""
    plain: Plain = to_plain(position)
    if position.turn.phase == "A":
        plain["turn"].setdefault("cowboys_used", 0)
    board = plain["board"]
    tables = [(board, ("cattle_stack", "objective_stack")), (board["bags"], ("1", "2", "3"))]
    for table, zones in (*tables, *((player, ("hand", "draw", "discard")) for player in plain["players"].values())):
        table.update({zone: table[zone] or [] for zone in zones})
    return plain


def some_of_each() -> list[Plain]:
    """A position of every number of players, with and without the variant, before and within a turn."""
    return [midgame(n, 2 + n % 3, ("simmental",) if n % 2 else (), within=n % 4 > 0) for n in (0, 15, 31, 40, 57)]


PLACES = ("neutral", "buildings", "hazards", "outlaws", "foresight", "station_masters", "bags")
"""Tables of the board that may name some places only."""


def thinned(plain: Plain, dice: random.Random) -> Plain:
    """The same position as somebody may have entered it: keys left out, zones counted, tiles and cards half told."""
    result = {key: deepcopy(plain[key]) for key in plain if dice.random() < 0.9}
    result |= {name: _some(result[name], dice) for name in ("game", "turn", "board", "players") if name in result}
    board = result.get("board", {})
    board |= {name: _some(board[name], dice) for name in PLACES if name in board}
    board["job_market"] = _some(board.get("job_market", {}), dice)
    board["job_market"]["rows"] = _some(board["job_market"].get("rows", {}), dice)
    board["hazards"] = {space: tile and _some(tile, dice) for space, tile in board.get("hazards", {}).items()}
    board["bags"] = {number: _counted(bag, dice) for number, bag in board.get("bags", {}).items()}
    if "cattle_market" in board and dice.random() < 0.5:
        cards = Counter(board["cattle_market"]).elements()
        board["cattle_market"] = dict(Counter(card.partition(":")[0] for card in cards))
    _count(board, ("cattle_stack", "objective_stack"), dice)
    players = {colour: _some(player, dice) for colour, player in result.get("players", {}).items()}
    for player in players.values():
        _count(player, ("hand", "draw", "discard"), dice)
        if "hazards" in player:
            player["hazards"] = [{"hazard": tile["hazard"], **_some(tile, dice)} for tile in player["hazards"]]
    return result | {"board": board, "players": players}


def _some(table: Plain, dice: random.Random) -> Plain:
    """Some of the keys: mostly many, sometimes few."""
    share = dice.random() ** 0.5
    return {key: value for key, value in table.items() if dice.random() < share}


def _count(table: Plain, zones: tuple[str, ...], dice: random.Random) -> None:
    """Zones of cards, of which some may be told without their points."""
    for zone in zones:
        if zone in table:
            cards = [card.partition(":")[0] if dice.random() < 0.2 else card for card in table[zone]]
            table[zone] = _counted(cards, dice)


def _counted(pieces: list[Any], dice: random.Random) -> Any:
    """All of a zone, its number, or its number with some of it."""
    known = dice.sample(pieces, dice.randint(0, len(pieces)))
    return dice.choice([pieces, len(pieces), {"count": len(pieces), "known": known}])
