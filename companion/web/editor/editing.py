"""Changing a position one field at a time: pure, and every result is a position that can be read and shared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion import engine
from companion.engine import Reading, position_from
from companion.web.editor.field_kinds import NOT_KNOWN, UNKNOWN, Plain, PositionField, Spot, Unfitting
from companion.web.editor.position_fields import fields, in_region


class TooLong(Exception):
    """A change after which the position would fit into no link."""


def edit(position: engine.Position, place: str, thing: str) -> engine.Position:
    """The position after a thing was put in the field at `place`. Raises Unfitting and TooLong."""
    field = fields(position).get(place)
    if field is None:
        raise Unfitting(place, thing)
    plain = engine.to_plain(position)
    try:
        value = field.put(value_at(plain, field), thing)
    except KeyError as error:
        raise Unfitting(place, thing) from error
    set_at(plain, field.keys, value)
    return read(in_game(position, plain))


def in_game(before: engine.Position, plain: dict[str, Plain]) -> dict[str, Plain]:
    """Plain values without what only the game `before` has places for, as far as nothing lies there."""
    game = {name: value for name, value in plain.get("game", {}).items() if name in ("edition", "variants")}
    if (game.get("edition"), game.get("variants")) != _agreed(before):
        now = fields(read({"game": game}))
        for path, field in fields(before).items():
            gone = path not in now and (field.keys[0] == "game" or value_at(plain, field) in (None, [], {}))
            if gone and value_at(plain, field) is not NOT_KNOWN:
                set_at(plain, field.keys, NOT_KNOWN)
    return plain


def _agreed(position: engine.Position) -> tuple[Plain, Plain]:
    game = engine.to_plain(position).get("game", {})
    return game.get("edition"), game.get("variants")


def read(plain: Mapping[str, Plain]) -> engine.Position:
    """The position that plain values tell. Raises TooLong, and engine.Unreadable for values that are none."""
    reading = Reading()
    position = position_from(plain, reading)
    if position is None or reading.problems:
        raise engine.Unreadable(tuple(reading.problems))
    if engine.share_code(position) is None:
        raise TooLong
    return position


def value_at(plain: Mapping[str, Plain], field: PositionField) -> Plain:
    """What a field holds: a plain value, or NOT_KNOWN."""
    inner: Any = plain
    for key in field.keys:
        if not isinstance(inner, Mapping) or key not in inner:
            return NOT_KNOWN
        inner = inner[key]
    return inner


def set_at(plain: dict[str, Plain], keys: tuple[str, ...], value: Plain) -> None:
    """Put a value at a path, or take it away; tables that hold nothing any more go too."""
    key, *rest = keys
    if rest:
        inner = plain.setdefault(key, {})
        set_at(inner, tuple(rest), value)
        if not inner:
            del plain[key]
    elif value is NOT_KNOWN:
        plain.pop(key, None)
    else:
        plain[key] = value


def cleared(position: engine.Position, field: Spot) -> str:
    """What a place for one thing holds after its thing was taken away again: `empty` or `unknown`.

    Where everything around is known, a place without a thing is empty; where somebody has only just begun to enter
    things, nothing is said about it.
    """
    if not field.may_be_empty:
        return UNKNOWN
    plain = engine.to_plain(position)
    around = [
        other for other in in_region(field.region, position) if other.keys[:-1] == field.keys[:-1] and other != field
    ]
    known = all(value_at(plain, other) is not NOT_KNOWN for other in around)
    return "empty" if known and field.keys[0] == "board" else UNKNOWN
