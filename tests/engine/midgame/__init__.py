"""Positions in the middle of a game, as a real one could reach them, from a seed.

People who move at random, but by the rules, play some turns. The rules are read here once more from the rulebook,
apart from the engine, so that what the engine says about these positions can be compared with something: a check that
finds one of them impossible is wrong, or this is.

`table` holds the pieces and what happens to them, `railroad` the engines, stations and deliveries, `actions` what the
local actions do, `turn` the course of a turn, `recorded` some of the positions that are kept as a file.
"""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy
from typing import Any

from tests.engine.midgame.table import Plain
from tests.engine.midgame.turn import Turns

__all__ = ["Plain", "midgame", "thinned"]


def midgame(
    seed: int, players: int, variants: tuple[str, ...] = (), turns: int | None = None, *, within: bool = False
) -> Plain:
    """The plain position after so many turns of all players together (None: any number).

    It is before a turn, or at some moment `within` it. Everything is known. A game that is over sooner stops before
    its last turn.
    """
    dice = random.Random(seed)
    game = Turns(dice, players, variants)
    for _ in range(dice.randint(0, 35 * players) if turns is None else turns):
        if game.last_turn():
            break
        game.play()
    return game.within() if within else game.plain


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
