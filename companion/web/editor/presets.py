"""What is right most of the time, entered at one go: only what nobody has entered yet is filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion import engine
from companion.engine import NOT_KNOWN, Player, State, hand_limit, spaces
from companion.web.editor import editing
from companion.web.entry import Plain

Filling = Callable[[engine.Position, str], Mapping[str, Plain]]
"""What a filling says of a region: path -> value."""

_ROWS = "board.job_market.rows."


def fill(position: engine.Position, region: str, how: str) -> engine.Position:
    """The position with what a filling adds to it. Raises KeyError for a filling that the region does not have."""
    filling = fillings(region, position)[how]
    filled = [(editing.fields(position)[path], value) for path, value in filling(position, region).items()]
    return editing.with_values(
        position,
        {
            field.keys: value
            for field, value in filled
            # What is known of a row stays in what a filling says of it.
            if editing.value_of(position, field) is NOT_KNOWN or field.path.startswith(_ROWS)
        },
    )


def fillings(region: str, position: engine.Position) -> Mapping[str, Filling]:
    """The fillings of a region by name, the most useful first."""
    own = _FILLINGS.get(editing.RAILROAD if region in editing.brought(position) else region, _OF_PLAYER)
    return {**own, "all": _nothing_anywhere}


def _others_empty(position: engine.Position, region: str) -> dict[str, Plain]:
    """Nothing lies on the places that nobody has named; neutral buildings and town tiles lie everywhere."""
    return {
        field.path: None
        for field in editing.in_region(region, position)
        if field.kind == "one"
        and field.keys[1] not in ("neutral", "town_tiles")
        and editing.value_of(position, field) is NOT_KNOWN
    }


def _empty_market(position: engine.Position, _region: str = editing.MARKET) -> dict[str, Plain]:
    """Rows of the job market without the workers that were entered, as wide as this number of players makes them."""
    width, rows = editing.columns(position), position.board.job_market.rows
    return {
        f"board.job_market.rows.{row}": [*rows.get(row, ()), *[None] * (width - len(rows.get(row, ())))]
        for row in engine.ruleset_of(position).catalog.job_market.rows
    }


def _first_game(position: engine.Position, _region: str) -> dict[str, Plain]:
    """Neutral buildings where the rules put them in a first game."""
    tiles = engine.ruleset_of(position).catalog.buildings.neutral.values()
    return {f"board.neutral.{tile.first_game}": tile.id for tile in tiles}


def _nothing_else(position: engine.Position, region: str) -> dict[str, Plain]:
    """What a player can have none of, and has none of; the hand is full, as it is between turns."""
    none = {field.path: editing.field_at(position, field).none() for field in editing.in_region(region, position)}
    none[f"players.{region}.hand"] = _full_hand(position, region)
    return {
        path: value
        for path, value in none.items()
        if value is not NOT_KNOWN and editing.value_of(position, editing.fields(position)[path]) is NOT_KNOWN
    }


def _full_hand(position: engine.Position, colour: str) -> int:
    """The hand limit of a player whose cleared disc spaces are those that were entered."""
    state = State(engine.ruleset_of(position), position)
    player = position.players.get(colour, Player())
    limit = hand_limit(state, replace(player, cleared=player.cleared or ()))
    return limit or engine.ruleset_of(position).catalog.table.hand_limit.base


def _nothing_anywhere(position: engine.Position, _region: str) -> dict[str, Plain]:
    """Nothing lies where nobody has named anything, on the board and before everybody who plays."""
    values = _empty_market(position)
    for part in (editing.TRAIL, editing.RAILROAD, *editing.brought(position)):
        values |= _others_empty(position, part)
    for colour in position.players:
        values |= _nothing_else(position, colour)
    return values


def forced(position: engine.Position) -> engine.Position:
    """The position with what follows from it.

    That is: the last neutral building, the sides of buildings that are seen, the last starting objective, and how many
    tiles are left in the other bags: every visit to Kansas City takes one from each.
    """
    catalog, board = engine.ruleset_of(position).catalog, position.board
    values: dict[tuple[str, ...], Plain] = {}
    left = [tile for tile in catalog.buildings.neutral if tile not in board.neutral.values()]
    free = [space for space in spaces(catalog, "neutral") if space not in board.neutral]
    if len(left) == len(free) == 1:
        values["board", "neutral", free[0]] = left[0]
    seen = [catalog.buildings.faces[tile.face] for tile in board.buildings.values() if tile]
    for face in seen:
        if face.number not in (position.game.sides or {}):
            values["game", "sides", str(face.number)] = face.side
    starting = {card.id for card in catalog.objectives.cards.values() if card.starting}
    played = [{card.id for card in player.objectives or ()} & starting for player in position.players.values()]
    last = [colour for colour, player in position.players.items() if player.objectives is None]
    if len(last) == 1 and len(played) == len(starting) and sum(map(bool, played)) == len(played) - 1:
        values["players", last[0], "objectives"] = [*starting.difference(*played)]
    for bag, count in _bags(position).items():
        values["board", "bags", str(bag)] = count
    return editing.with_values(position, values) if values else position


def _bags(position: engine.Position) -> dict[int, int]:
    """The bags that nobody has counted, as the one that was counted tells between two visits to Kansas City."""
    turn, market, players = position.turn, position.board.job_market, tuple(position.players)
    counts = {bag: pile.count for bag, pile in position.board.bags.items()}
    rows = engine.ruleset_of(position).catalog.job_market.rows
    if len(counts) != 1 or turn.phase not in ("A", "B", "C") or market.token_row not in rows:
        return {}
    if len(players) != position.game.players:
        return {}
    start = engine.hidden(engine.start(players, position.game.variants or (), chance=engine.Chance(0))).board.bags
    (visits,) = (start[bag].count - count for bag, count in counts.items())
    left = {bag: pile.count - visits for bag, pile in start.items() if bag not in counts}
    return left if visits >= 0 and min(left.values()) >= 0 else {}


def _as_at_start(position: engine.Position, region: str) -> dict[str, Plain]:
    """What the player in this seat begins with, as far as it is the same in every game."""
    player = position.players.get(region)
    rules = engine.ruleset_of(position)
    seat = player.seat if player and player.seat else len([p for p in position.players.values() if p.seat]) + 1
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


def _not_first(*_: object) -> dict[str, Plain]:
    """The middle of a game: nobody's first turn, no end in sight, nothing done yet in this turn."""
    turn = engine.to_plain(engine.Position(turn=engine.Turn.begun(None, first=False)))["turn"]
    return {f"turn.{name}": value for name, value in turn.items()}


def _sides(position: engine.Position, side: str) -> dict[str, Plain]:
    """All buildings on the same side."""
    faces = engine.ruleset_of(position).catalog.buildings.faces.values()
    return {f"game.sides.{face.number}": side for face in faces}


_FILLINGS: Mapping[str, Mapping[str, Filling]] = {
    editing.GAME: {
        "not-first": _not_first,
        "sides-a": lambda position, _: _sides(position, "a"),
        "sides-b": lambda position, _: _sides(position, "b"),
    },
    editing.TRAIL: {"first-game": _first_game, "others-empty": _others_empty},
    editing.MARKET: {"others-empty": _empty_market},
    editing.RAILROAD: {"others-empty": _others_empty},
}
_OF_PLAYER: Mapping[str, Filling] = {"others-usual": _nothing_else, "as-at-start": _as_at_start}
