"""The position format, described once: read strictly, written, published as JSON Schema, packed into a code.

What cannot be read is reported all at once, each with its line, its key and what would be right. What can be
read may still be impossible: that is for `checks`.
"""

from __future__ import annotations

import functools
import json
from typing import Any

from companion.engine.core import position as p
from companion.engine.core.catalog import Catalog, assumed, editions, every_component, load_catalog, variants
from companion.engine.core.position import PHASES
from companion.engine.core.reasons import Path, Problem
from companion.engine.format.board import board_shape, player
from companion.engine.format.containers import Record, Table
from companion.engine.format.jsontext import Lines, Unreadable, read_json
from companion.engine.format.pieces import CardShape, PileShape, TileShape
from companion.engine.format.shapes import NOT_KNOWN, BitReader, BitWriter, Plain, Reading, Shape, Word, shown
from companion.engine.format.table import game, turn


class _SchemaNumber(Shape[int]):
    """The number of the format. Codes do not carry it: their own version says it."""

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        if value == p.SCHEMA and type(value) is int:
            return p.SCHEMA
        reading.problem("unknown-schema", path, found=shown(value), known=p.SCHEMA)
        return NOT_KNOWN

    def schema(self) -> dict[str, Plain]:
        return {"const": p.SCHEMA}

    def pack(self, value: int, bits: BitWriter) -> None:
        """Nothing: a code has a version of its own."""

    def unpack(self, bits: BitReader) -> int:
        return p.SCHEMA


@functools.cache
def position_format(edition: int | None = None, chosen: tuple[str, ...] = ()) -> Record[p.Position]:
    """The whole format for a game with these variants (sorted), and with those that are thought of anyway."""
    edition = edition or editions()[-1]
    return _format(load_catalog(edition, tuple(sorted({*assumed(edition), *chosen}))))


def format_of(game: p.Game) -> Record[p.Position]:
    """The format of the positions of a game. Words of variants that are not played are readable where those only add
    something; whether they fit the game is for the check."""
    return position_format(game.edition, tuple(sorted(set(game.variants or ()))))


def _format(catalog: Catalog) -> Record[p.Position]:
    return Record(
        p.Position,
        {
            "schema": _SchemaNumber(),
            "game": game(catalog),
            "turn": turn(catalog),
            "board": board_shape(catalog),
            "players": Table(str, catalog.table.players.colours, player(catalog), partial=True),
        },
    )


def read_position(text: str) -> p.Position:
    """The position that a JSON text tells.

    Raises Unreadable, with every problem and its line.

    >>> to_plain(read_position('{"players": {"blue": {"dollars": 4}}}'))
    {'schema': 1, 'players': {'blue': {'dollars': 4}}}
    """
    return read_with_lines(text)[0]


def read_with_lines(text: str) -> tuple[p.Position, Lines]:
    """The position that a JSON text tells, and which line of the text tells what. Raises Unreadable."""
    document = read_json(text)
    reading = Reading(document.lines)
    return reading.result(position_from(document.value, reading)), document.lines


def position_from(value: Plain, reading: Reading, path: Path = ()) -> p.Position | None:
    """A position from a plain value; None where it cannot be read: the problems are noted in `reading`."""
    position = format_of(_game_told(value)).read(value, path, reading)
    return None if position is NOT_KNOWN else position


def _game_told(value: Plain) -> p.Game:
    """The edition and the variants that a plain value tells, as far as they are known."""
    entered = value.get("game") if isinstance(value, dict) else None
    game: dict[str, Plain] = entered if isinstance(entered, dict) else {}
    edition = game.get("edition")
    playable = edition if type(edition) is int and edition in editions() else editions()[-1]
    named = game.get("variants")
    return p.Game(playable, None, tuple(v for v in variants(playable) if isinstance(named, list) and v in named))


def to_plain(position: p.Position) -> dict[str, Plain]:
    """The position as plain values, keys in the order of the format: equal positions give equal JSON."""
    plain: dict[str, Plain] = format_of(position.game).plain(position)
    return plain


def plain_at(position: p.Position, keys: tuple[str, ...]) -> Plain:
    """What `to_plain` has at a path, or NOT_KNOWN: one field is looked at, not the whole position.

    >>> plain_at(read_position('{"players": {"blue": {"dollars": 4}}}'), ("players", "blue", "dollars"))
    4
    """
    return format_of(position.game).plain_at(position, keys)


def with_plain(position: p.Position, keys: tuple[str, ...], value: Plain) -> p.Position:
    """The position with something else at a path; NOT_KNOWN takes away what is there. Raises Unreadable.

    A table of which nothing is known any more goes too.

    >>> to_plain(with_plain(p.Position(), ("players", "blue", "dollars"), 4))
    {'schema': 1, 'players': {'blue': {'dollars': 4}}}
    """
    reading = Reading()
    after: p.Position = reading.result(format_of(position.game).changed(position, keys, value, (), reading))
    return after


def position_text(position: p.Position) -> str:
    """The position as JSON that people can read and edit: a line for each key, what is deeper on that line."""
    return laid_out(to_plain(position), depth=3)


def laid_out(value: Plain, depth: int, indent: str = "") -> str:
    """JSON with a line for each key down to a depth, and everything deeper on the line of its key."""
    if not isinstance(value, dict) or not value or not depth:
        return json.dumps(value, ensure_ascii=False)
    inner = indent + "  "
    lines = (f"{inner}{json.dumps(str(key))}: {laid_out(one, depth - 1, inner)}" for key, one in value.items())
    return "{\n" + ",\n".join(lines) + "\n" + indent + "}"


def position_schema() -> dict[str, Plain]:
    """The format as JSON Schema (draft 2020-12), with the words of all games: a position takes those of its own."""
    catalog = every_component()
    parts: dict[str, Shape[Any]] = {
        "player": player(catalog),
        "pile": PileShape(CardShape(catalog)),
        "tile": TileShape(catalog),
        "card": CardShape(catalog),
        "disc_space": Word(catalog.player_board.discs),
        "face": Word(catalog.buildings.faces),
    }
    schema = _format(catalog).schema()
    schema["properties"]["game"]["allOf"] = [_variants_of(edition) for edition in editions()]
    definitions = {name: part.schema() for name, part in parts.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A position of Great Western Trail, second edition",
        "description": "Every key may be left out: what is absent is unknown. null: a place known to be empty.",
        **_referring(schema, definitions),
        "$defs": {
            name: {key: _referring(inner, definitions) for key, inner in one.items()}
            for name, one in definitions.items()
        },
    }


def _variants_of(edition: int) -> dict[str, Plain]:
    """That a game of an edition has variants of that edition only; a game without one is of the newest."""
    condition: dict[str, Plain] = {"properties": {"edition": {"const": edition}}}
    if edition != editions()[-1]:
        condition["required"] = ["edition"]
    playable = list(variants(edition))
    return {
        "if": condition,
        "then": {"properties": {"variants": {"items": {"enum": playable}} if playable else {"maxItems": 0}}},
    }


def _referring(schema: Plain, definitions: dict[str, dict[str, Plain]]) -> Plain:
    """The same schema, with what is defined under a name named instead of repeated."""
    for name, definition in definitions.items():
        if schema == definition:
            return {"$ref": f"#/$defs/{name}"}
    if isinstance(schema, dict):
        return {key: _referring(inner, definitions) for key, inner in schema.items()}
    return [_referring(inner, definitions) for inner in schema] if isinstance(schema, list) else schema
