"""What is right most of the time, entered at one go: only what nobody has entered yet is filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion import engine
from companion.engine import Player, State, hand_limit
from companion.web.editor.edit import read, set_at, value_at
from companion.web.editor.fields import NOT_KNOWN, Plain, Spot
from companion.web.editor.position_fields import GAME, MARKET, RAILROAD, TRAIL, fields, in_region

Filling = Callable[[engine.Position, str], Mapping[str, Plain]]
"""What a filling says of a region: path -> value."""

OTHERS_EMPTY, FIRST_GAME, AS_AT_START, NOT_FIRST = "others-empty", "first-game", "as-at-start", "not-first"
OTHERS_USUAL, ALL_USUAL = "others-usual", "all-usual"
SIDES = {"sides-a": "a", "sides-b": "b"}
"""Fillings that put all buildings on one side."""


def fill(position: engine.Position, region: str, how: str) -> engine.Position:
    """The position with what a filling adds to it. Raises KeyError for a filling that the region does not have."""
    filling = fillings(region)[how]
    plain = engine.to_plain(position)
    for path, value in filling(position, region).items():
        field = fields()[path]
        if value_at(plain, field) is NOT_KNOWN or how == OTHERS_EMPTY:
            set_at(plain, field.keys, value)
    return read(plain)


def fillings(region: str) -> Mapping[str, Filling]:
    """The fillings of a region by name, the most useful first."""
    return _FILLINGS.get(
        region,
        {OTHERS_USUAL: _nothing_else, ALL_USUAL: lambda position, _: _all_players(position), AS_AT_START: _as_at_start},
    )


def _others_empty(position: engine.Position, region: str) -> dict[str, Plain]:
    """Nothing lies on the places that nobody has named; neutral buildings lie everywhere, so they stay unknown."""
    plain = engine.to_plain(position)
    return {
        field.path: None
        for field in in_region(region)
        if isinstance(field, Spot) and field.keys[1] != "neutral" and value_at(plain, field) is NOT_KNOWN
    }


def _empty_market(position: engine.Position) -> dict[str, Plain]:
    """Rows of the job market without the workers that were entered, as wide as this number of players makes them."""
    rules = engine.ruleset_of(position)
    market = rules.catalog.job_market
    columns = rules.per_players(market.columns) or max(market.columns.values())
    rows = position.board.job_market.rows
    return {
        f"board.job_market.rows.{row}": [*rows.get(row, ()), *[None] * (columns - len(rows.get(row, ())))]
        for row in market.rows
    }


def _first_game(position: engine.Position) -> dict[str, Plain]:
    """Neutral buildings where the rules put them in a first game."""
    tiles = engine.ruleset_of(position).catalog.buildings.neutral.values()
    return {f"board.neutral.{tile.first_game}": tile.id for tile in tiles}


def _nothing_else(position: engine.Position, region: str) -> dict[str, Plain]:
    """What a player can have none of, and has none of; the hand is full, as it is between turns."""
    at, rules = f"players.{region}", engine.ruleset_of(position)
    none: dict[str, Plain] = dict.fromkeys(("dollars", "exchange_tokens", "discard"), 0)
    none |= {name: [] for name in ("cleared", "stations", "placed_out", "hazards", "objectives", "station_masters")}
    none |= {name: {} for name in ("deliveries", "outlaws")}
    none["certificates"] = min(rules.catalog.table.certificates.track)
    none["job_market_token"] = False
    none["workers"] = dict.fromkeys(rules.catalog.tiles.workers, rules.catalog.player_board.worker_rows.printed)
    none["hand"] = _full_hand(position, region)
    plain = engine.to_plain(position)
    told = {f"{at}.{name}": value for name, value in none.items()}
    return {path: value for path, value in told.items() if value_at(plain, fields()[path]) is NOT_KNOWN}


def _full_hand(position: engine.Position, colour: str) -> int:
    """The hand limit of a player whose cleared disc spaces are those that were entered."""
    state = State(engine.ruleset_of(position), position)
    player = position.players.get(colour, Player())
    limit = hand_limit(state, replace(player, cleared=player.cleared or ()))
    return limit or engine.ruleset_of(position).catalog.table.hand_limit.base


def _all_players(position: engine.Position) -> dict[str, Plain]:
    """The same for everybody who plays."""
    told: dict[str, Plain] = {}
    for colour in position.players:
        told |= _nothing_else(position, colour)
    return told


def _as_at_start(position: engine.Position, region: str) -> dict[str, Plain]:
    """What the player in this seat begins with, as far as it is the same in every game."""
    known = position.players.get(region)
    rules = engine.ruleset_of(position)
    seat = known.seat if known and known.seat else len([p for p in position.players.values() if p.seat]) + 1
    if seat > max(rules.catalog.table.seats):
        return {}
    fixed = rules.catalog.table.seats[seat]
    at = f"players.{region}"
    return {
        **_nothing_else(position, region),
        f"{at}.seat": seat,
        f"{at}.dollars": fixed.money,
        f"{at}.exchange_tokens": fixed.exchange_tokens,
        f"{at}.engine": rules.catalog.railroad.first,
        f"{at}.hand": fixed.cards,
    }


def _not_first() -> dict[str, Plain]:
    """The middle of a game: nobody's first turn, no end in sight, nothing done yet in this turn."""
    told: dict[str, Plain] = {"turn.phase": "A", "turn.first_turn": False, "turn.final_round": False}
    told |= {path: [] for path in ("turn.used", "turn.buildings_used", "turn.stations_upgraded")}
    return told | {"turn.auxiliary_used": False, "turn.cowboys_used": 0}


def _sides(position: engine.Position, side: str) -> dict[str, Plain]:
    """All buildings on the same side."""
    faces = engine.ruleset_of(position).catalog.buildings.faces.values()
    return {f"game.sides.{face.number}": side for face in faces}


_FILLINGS: Mapping[str, Mapping[str, Filling]] = {
    GAME: {
        NOT_FIRST: lambda *_: _not_first(),
        "sides-a": lambda position, _: _sides(position, SIDES["sides-a"]),
        "sides-b": lambda position, _: _sides(position, SIDES["sides-b"]),
    },
    TRAIL: {OTHERS_EMPTY: _others_empty, FIRST_GAME: lambda position, _: _first_game(position)},
    MARKET: {OTHERS_EMPTY: lambda position, _: _empty_market(position)},
    RAILROAD: {OTHERS_EMPTY: _others_empty},
}


def table_of(colours: tuple[str, ...], variants: tuple[str, ...]) -> engine.Position:
    """A game of these players of which nothing else is known yet."""
    seats = {colour: {"seat": seat} for seat, colour in enumerate(colours, start=1)}
    game = {"edition": engine.editions()[-1], "players": len(colours), "variants": list(variants)}
    return read({"game": game, "players": seats})
