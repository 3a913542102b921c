"""Changing a position one field at a time: pure, and every result is a position that can be read and shared.

All fields stand here by path, as the format describes them, with the parts of the board that show them, and what a tap
on the picture means: which field it changes, given what was picked. Places are named as in the pictures of positions
(`companion.pictures.board`): paths of the format, and places where pieces of several players stand, such as
`trail:start`, `railroad:7`, `station:3` and `city:peoria`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from companion import engine
from companion.engine import NOT_KNOWN, Described, Reading, position_from
from companion.pictures.board import brought_regions
from companion.sentences.names import WHOLE_TABLES
from companion.web import entry

GAME, TRAIL, MARKET, RAILROAD = "game", "trail", "market", "railroad"
REGIONS = (GAME, TRAIL, MARKET, RAILROAD)
"""Parts of the board that are entered together; besides them every player is one."""

MAX_KNOWN = 60
"""No zone of cards holds so many, and no link is to become too long."""

NOBODY_KNOWS = engine.Position()
"""A position of which nothing was told yet: its game is the usual one."""


class PiecePlace(NamedTuple):
    """A kind of place where pieces of several players stand: which figure, which field of its player tells it, and the
    part of the board that shows it, if every game has it.
    """

    figure: str
    field: str
    region: str


PIECE_PLACES: Mapping[str, PiecePlace] = {
    "trail": PiecePlace(entry.HERDER, "herder", TRAIL),
    "railroad": PiecePlace(entry.ENGINE, "engine", RAILROAD),
    "station": PiecePlace(entry.DISC, "stations", RAILROAD),
    "city": PiecePlace(entry.DISC, "deliveries", RAILROAD),
    "town": PiecePlace(entry.DISC, "branchlets", ""),
}
_ROWS = "board.job_market.rows."


def fields(position: engine.Position = NOBODY_KNOWS) -> Mapping[str, Described]:
    """Every field of the game of a position by its path, with the things of variants that are thought of anyway.

    Whether those fit the game is for the check.
    """
    return _fields(*_game(position))


def _game(position: engine.Position) -> tuple[int, tuple[str, ...]]:
    return position.game.edition or engine.editions()[-1], tuple(sorted(set(position.game.variants or ())))


@functools.cache
def _fields(edition: int, chosen: tuple[str, ...]) -> Mapping[str, Described]:
    usual = {one.path for one in engine.described(edition)}
    added = next(iter(brought_regions(chosen)), "")
    return {
        one.path: _entered(one, added if one.path not in usual and one.keys[0] == "board" else one.region)
        for one in engine.described(edition, chosen)
    }


def _entered(one: Described, region: str) -> Described:
    """A field as people enter it: what is usual at a table, and no more cards than any zone holds."""
    if one.kind in ("number", "counts"):
        return replace(one, region=region, least=one.usual[0], most=one.usual[1])
    if one.kind in ("many", "pile"):
        return replace(one, region=region, most=min(one.most, MAX_KNOWN))
    return replace(one, region=region, nothing=one.nothing and None not in one.things.values())


def brought(position: engine.Position) -> tuple[str, ...]:
    """The parts of the board that the game of a position has besides the usual ones."""
    return brought_regions(_game(position)[1])


def in_region(region: str, position: engine.Position = NOBODY_KNOWS) -> tuple[Described, ...]:
    """The fields that a part of the board shows."""
    return regions(position).get(region, ())


def regions(position: engine.Position) -> Mapping[str, tuple[Described, ...]]:
    """The parts of the board, each with its fields."""
    return _regions(*_game(position))


@functools.cache
def _regions(edition: int, chosen: tuple[str, ...]) -> Mapping[str, tuple[Described, ...]]:
    every = _fields(edition, chosen).values()
    names = dict.fromkeys(field.region for field in every)
    return {name: tuple(field for field in every if field.region == name) for name in names}


def region_of(place: str, position: engine.Position = NOBODY_KNOWS) -> str:
    """The part of the board that shows a place of the position."""
    area, _, rest = place.partition(".")
    if area == "players":
        return rest.partition(".")[0] or GAME
    field = field_of(place, position)
    return field.region if field else GAME


def field_of(place: str, position: engine.Position = NOBODY_KNOWS) -> Described | None:
    """The field of a place of the position: the place itself, what it is part of, or the first of a table."""
    by_path = fields(position)
    if place in WHOLE_TABLES:
        return next(field for path, field in by_path.items() if path.startswith(f"{place}."))
    keys = place.split(".")
    paths = (".".join(keys[:length]) for length in range(len(keys), 0, -1))
    return next((by_path[path] for path in paths if path in by_path), None)


def colours(position: engine.Position) -> tuple[str, ...]:
    """Who plays, in the order of their seats: those who were entered, and while some are missing all the others."""
    table = engine.ruleset_of(position).catalog.table.players
    whole = len(position.players) >= (position.game.players or table.most)
    order = {colour: place for place, colour in enumerate(table.colours)}
    return tuple(
        sorted(position.players if whole else order, key=lambda colour: (_seat(position, colour), order[colour]))
    )


def _seat(position: engine.Position, colour: str) -> int:
    player = position.players.get(colour)
    return player.seat if player and player.seat else len(position.players) + (player is None) + 1


class TooLong(Exception):
    """A change after which the position would fit into no link."""


def code_of(position: engine.Position) -> str:
    """The share code of a position that was changed. Raises TooLong."""
    code = engine.share_code(position)
    if code is None:
        raise TooLong
    return code


def edit(position: engine.Position, place: str, thing: str) -> engine.Position:
    """The position after a thing was put in the field at `place`. Raises Unfitting and engine.Unreadable."""
    try:
        field = field_at(position, fields(position)[place])
        value = field.put(thing)
    except KeyError as error:
        raise entry.Unfitting(place, thing) from error
    return with_values(position, {field.of.keys: value})


def listed(position: engine.Position, place: str, text: str, language: str) -> engine.Position:
    """The position with what a list says of a field, or of the places of a table from the first one on.

    Raises Unfitting, Mistyped, TooLong and engine.Unreadable.
    """
    every = fields(position)
    spots = [every[place]] if place in every else [one for path, one in every.items() if path.startswith(f"{place}.")]
    if not spots or {one.kind for one in spots} - {"one", "gaps", "row", "many", "pile", "counts"}:
        raise entry.Unfitting(place, text)
    first = spots[0]
    empty = {entry.EMPTY: None} if first.nothing or first.kind == "gaps" else {}
    pieces = entry.read_things(text, {**first.things, **empty}, language, first)
    if first.kind in ("many", "pile", "counts"):
        return with_values(position, {first.keys: field_at(position, first).holding(pieces)})
    values: dict[tuple[str, ...], entry.Plain] = {}
    for spot in spots:
        room = columns(position) if spot.kind == "gaps" else spot.most
        lying, pieces = pieces[:room], pieces[room:]
        if lying:
            values[spot.keys] = lying[0] if spot.kind == "one" else lying
    if pieces:
        most = sum(columns(position) if spot.kind == "gaps" else spot.most for spot in spots)
        raise entry.Mistyped("list-too-long", found=most + len(pieces), most=most)
    return with_values(position, values)


def columns(position: engine.Position) -> int:
    """How many spaces a row of the job market has with this number of players."""
    rules = engine.ruleset_of(position)
    market = rules.catalog.job_market
    return rules.per_players(market.columns) or max(market.columns.values())


def value_of(position: engine.Position, field: Described) -> entry.Plain:
    """What a field holds: a plain value, or NOT_KNOWN."""
    return engine.plain_at(position, field.keys)


def field_at(position: engine.Position, of: Described, language: str = "", **options: Any) -> entry.Field:
    """A field with what it holds, in the words of the edition of the position."""
    return entry.KINDS[of.kind](of, value_of(position, of), language, edition=position.game.edition, **options)


def with_values(position: engine.Position, values: Mapping[tuple[str, ...], entry.Plain]) -> engine.Position:
    """The position with other values at some paths. Raises engine.Unreadable.

    What only the game had places for that is no longer played goes too, as far as nothing lies there.
    """
    game = [keys for keys in values if keys[:2] in _PLAYED]
    for keys, value in values.items():
        if keys not in game:
            position = engine.with_plain(position, keys, value)
    if game:
        position = _in_game(position, {keys[1]: values[keys] for keys in game})
    return position


_PLAYED = (("game", "edition"), ("game", "variants"))
"""What decides which fields there are."""


def _in_game(position: engine.Position, played: Mapping[str, entry.Plain]) -> engine.Position:
    """The position as one of another game: `played` tells edition or variants. Raises engine.Unreadable."""

    def with_played(plain: dict[str, entry.Plain]) -> dict[str, entry.Plain]:
        return {name: value for name, value in {**plain, **played}.items() if value is not NOT_KNOWN}

    agreed = {name: engine.plain_at(position, ("game", name)) for name in ("edition", "variants")}
    now = fields(read_plain({"game": with_played(agreed)}))
    for path, field in fields(position).items():
        if path not in now and (field.keys[0] == "game" or value_of(position, field) in (None, [], {})):
            position = engine.with_plain(position, field.keys, NOT_KNOWN)
    plain = engine.to_plain(position)
    return read_plain({**plain, "game": with_played(plain.get("game", {}))})


def read_plain(plain: entry.Plain) -> engine.Position:
    """The position that plain values tell. Raises engine.Unreadable."""
    reading = Reading()
    position = position_from(plain, reading)
    if position is None or reading.problems:
        raise engine.Unreadable(tuple(reading.problems))
    return position


def cleared(position: engine.Position, field: Described) -> str:
    """What a place for one thing holds after its thing was taken away again: `empty` or `unknown`.

    Where everything around is known, a place without a thing is empty; where somebody has only just begun to enter
    things, nothing is said about it.
    """
    if not field.nothing:
        return entry.UNKNOWN
    around = [
        other for other in in_region(field.region, position) if other.keys[:-1] == field.keys[:-1] and other != field
    ]
    complete = all(value_of(position, other) is not NOT_KNOWN for other in around)
    return entry.EMPTY if complete and field.keys[0] == "board" else entry.UNKNOWN


def tap(position: engine.Position, place: str, pick: str) -> engine.Position:
    """The position after a tap. A second tap with the same thing takes it away. Raises Unfitting and TooLong."""
    path, colon, which = place.partition(":")
    figure, _, colour = pick.partition(":")
    stands = PIECE_PLACES.get(path) if colon else None
    try:
        if figure == entry.HERDER and path.partition(".")[0] == "board":
            return _stand(position, f"players.{colour}.herder", path.rpartition(".")[2])
        if stands and pick == entry.DISCS and stands.figure == entry.DISC:
            return _everyone(position, stands.field, which)
        if stands:
            if figure != stands.figure:
                raise entry.Unfitting(place, pick)
            return (_disc if figure == entry.DISC else _stand)(position, f"players.{colour}.{stands.field}", which)
        if path.startswith(_ROWS) and not colon and pick != entry.CLEAR:
            # The label of a row is where the token stands.
            return _stand(position, "board.job_market.token_row", path.rpartition(".")[2])
        return _field(position, path, which, pick)
    except entry.Unfitting as error:
        raise entry.Unfitting(place, pick) from error


def takes_taps(position: engine.Position, place: str) -> bool:
    """Whether a tap changes something there. Other places are entered in their field beside the picture."""
    (path, colon, _), by_path = place.partition(":"), fields(position)
    if colon:
        return path in PIECE_PLACES or path in by_path or path.rpartition(".")[0] in by_path
    return path in by_path and by_path[path].kind in ("one", "row", "gaps") and path.startswith("board.")


def holds(position: engine.Position, region: str) -> dict[str, str]:
    """What lies on the places of a part of the board: place -> the thing that a tap on it would take away."""
    entered = (field_at(position, field) for field in in_region(region, position))
    return {place: thing for field in entered if field.known for place, thing in field.holds().items()}


def _stand(position: engine.Position, path: str, where: str) -> engine.Position:
    """A figure goes to a place, or off the board again when it stands there."""
    field = fields(position).get(path)
    if field is None or where not in field.things:
        raise entry.Unfitting(path, where)
    stands = value_of(position, field) == field.things[where]
    return edit(position, path, entry.UNKNOWN if stands else where)


def _disc(position: engine.Position, path: str, where: str) -> engine.Position:
    """A disc goes to a station or city; where only one may lie, a second tap takes it away."""
    field = fields(position).get(path)
    if field is None or field.kind != "counts":
        return edit(position, path, where)
    value = value_of(position, field)
    have = value.get(where, 0) if isinstance(value, dict) else 0
    return edit(position, path, f"{where}=0" if have >= field.limits.get(where, field.most) else f"{where}+1")


def _everyone(position: engine.Position, name: str, where: str) -> engine.Position:
    """A disc of everybody who may have one more there; where nobody may, theirs go away again."""
    before = position
    for colour in colours(position):
        after = _disc(position, path := f"players.{colour}.{name}", where)
        if _discs(after, path) > _discs(position, path):
            position = after
    if position == before:
        for colour in colours(position):
            position = _disc(position, f"players.{colour}.{name}", where)
    return position


def _discs(position: engine.Position, path: str) -> int:
    return len(field_at(position, fields(position)[path]).held())


def _field(position: engine.Position, path: str, which: str, pick: str) -> engine.Position:
    by_path, (parent, _, name) = fields(position), path.rpartition(".")
    if parent in by_path and by_path[parent].kind == "counts":
        path, which = parent, f"{name}:{which}"
    field = by_path.get(path)
    if field is None:
        raise entry.Unfitting(path, pick)
    try:
        thing = field_at(position, field).tap(which, pick, lambda: cleared(position, field))
    except KeyError as error:
        raise entry.Unfitting(path, pick) from error
    return edit(position, path, thing)
