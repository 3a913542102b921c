"""Changing a position one field at a time: pure, and every result is a position that can be read and shared."""

from __future__ import annotations

from collections.abc import Mapping

from companion import engine
from companion.engine import NOT_KNOWN, Described, Reading, position_from
from companion.web.editor.kinds import Mistyped, Plain, Unfitting, of_pieces, put, read_things
from companion.web.editor.labels import EMPTY, UNKNOWN
from companion.web.editor.position_fields import fields, in_region


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
    field = fields(position).get(place)
    if field is None:
        raise Unfitting(place, thing)
    try:
        value = put(field, value_of(position, field), thing)
    except KeyError as error:
        raise Unfitting(place, thing) from error
    return with_values(position, {field.keys: value})


def listed(position: engine.Position, place: str, text: str, language: str) -> engine.Position:
    """The position with what a list says of a field, or of the places of a table from the first one on.

    Raises Unfitting, Mistyped, TooLong and engine.Unreadable.
    """
    every = fields(position)
    spots = [every[place]] if place in every else [one for path, one in every.items() if path.startswith(f"{place}.")]
    if not spots or {one.kind for one in spots} - {"one", "gaps", "row", "many", "pile", "counts"}:
        raise Unfitting(place, text)
    first = spots[0]
    empty = {EMPTY: None} if first.nothing or first.kind == "gaps" else {}
    pieces = read_things(text, {**first.things, **empty}, language, first)
    if first.kind in ("many", "pile", "counts"):
        return with_values(position, {first.keys: of_pieces(first, value_of(position, first), pieces)})
    values: dict[tuple[str, ...], Plain] = {}
    for spot in spots:
        room = columns(position) if spot.kind == "gaps" else spot.most
        lying, pieces = pieces[:room], pieces[room:]
        if lying:
            values[spot.keys] = lying[0] if spot.kind == "one" else lying
    if pieces:
        most = sum(columns(position) if spot.kind == "gaps" else spot.most for spot in spots)
        raise Mistyped("list-too-long", found=most + len(pieces), most=most)
    return with_values(position, values)


def columns(position: engine.Position) -> int:
    """How many spaces a row of the job market has with this number of players."""
    rules = engine.ruleset_of(position)
    market = rules.catalog.job_market
    return rules.per_players(market.columns) or max(market.columns.values())


def value_of(position: engine.Position, field: Described) -> Plain:
    """What a field holds: a plain value, or NOT_KNOWN."""
    return engine.plain_at(position, field.keys)


def with_values(position: engine.Position, values: Mapping[tuple[str, ...], Plain]) -> engine.Position:
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


def _in_game(position: engine.Position, played: Mapping[str, Plain]) -> engine.Position:
    """The position as one of another game: `played` tells edition or variants. Raises engine.Unreadable."""

    def with_played(plain: dict[str, Plain]) -> dict[str, Plain]:
        return {name: value for name, value in {**plain, **played}.items() if value is not NOT_KNOWN}

    agreed = {name: engine.plain_at(position, ("game", name)) for name in ("edition", "variants")}
    now = fields(read_plain({"game": with_played(agreed)}))
    for path, field in fields(position).items():
        if path not in now and (field.keys[0] == "game" or value_of(position, field) in (None, [], {})):
            position = engine.with_plain(position, field.keys, NOT_KNOWN)
    plain = engine.to_plain(position)
    return read_plain({**plain, "game": with_played(plain.get("game", {}))})


def read_plain(plain: Plain) -> engine.Position:
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
        return UNKNOWN
    around = [
        other for other in in_region(field.region, position) if other.keys[:-1] == field.keys[:-1] and other != field
    ]
    complete = all(value_of(position, other) is not NOT_KNOWN for other in around)
    return EMPTY if complete and field.keys[0] == "board" else UNKNOWN
