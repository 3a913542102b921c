"""From text to a `Position`: the keys and values of the format, read strictly.

What cannot be read is reported all at once, each with its line, its key and what would be right. What can be
read may still be impossible: that is for `checks`.
"""

from __future__ import annotations

import functools
import re

from companion.engine import position as p
from companion.engine.catalog import editions, load_catalog, variants
from companion.engine.components import Catalog
from companion.engine.reading.board import board
from companion.engine.reading.jsontext import JsonError, read_json
from companion.engine.reading.parts import MOST, numbers
from companion.engine.reading.players import player
from companion.engine.reading.problems import Path, Problem
from companion.engine.reading.shapes import Reading, Shape, flag, mapping, record, sequence, shown, whole, word

PHASES = ("A", "B", "K1", "K2", "K3", "K4", "K5", "C")
"""The phases of a turn; K1 to K5 are the subphases of Kansas City."""


class Unreadable(Exception):
    """A text that is no position. `problems` tells all that is wrong, in the order of the text."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"line {problem.line}: {problem.code}" for problem in problems))
        self.problems = problems


def read_position(text: str) -> p.Position:
    """The position that a JSON text tells. Raises Unreadable."""
    try:
        document = read_json(text)
    except JsonError as error:
        raise Unreadable((error.problem,)) from error
    reading = Reading(document.lines)
    result = _shape()(document.value, (), reading)
    if reading.problems or result is None:
        raise Unreadable(tuple(sorted(reading.problems, key=lambda problem: problem.line)))
    return result


@functools.cache
def _shape() -> Shape[p.Position]:
    """The whole format. Words of all variants are readable; whether they fit the game is for the check."""
    edition = editions()[-1]
    catalog = load_catalog(edition, variants(edition))
    colours = catalog.table.players.colours
    return record(
        p.Position,
        {
            "schema": _schema,
            "game": _game(catalog),
            "turn": _turn(catalog),
            "board": board(catalog),
            "players": mapping(str, colours, player(catalog)),
        },
    )


def _schema(value: object, path: Path, reading: Reading) -> int | None:
    if value == p.SCHEMA and type(value) is int:
        return p.SCHEMA
    reading.problem("unknown-schema", path, found=shown(value), known=p.SCHEMA)
    return None


def _game(catalog: Catalog) -> Shape[p.Game]:
    players = catalog.table.players
    tiles = dict.fromkeys(face.number for face in catalog.buildings.faces.values())
    sides = sorted({face.side for face in catalog.buildings.faces.values()})
    return record(
        p.Game,
        {
            "edition": whole(min(editions()), max(editions())),
            "players": whole(players.least, players.most),
            "variants": sequence(word(variants(catalog.edition)), MOST),
            "sides": mapping(int, numbers(tiles), word(sides)),
        },
    )


def _turn(catalog: Catalog) -> Shape[p.Turn]:
    return record(
        p.Turn,
        {
            "player": word(catalog.table.players.colours),
            "phase": word(PHASES),
            "first_turn": flag,
            "used": sequence(_local_action(catalog), MOST),
            "final_round": flag,
        },
    )


def _local_action(catalog: Catalog) -> Shape[str]:
    """The name of a local action: a building and the number of the action on it, such as `A.1` or `3a.2`."""
    buildings = [*catalog.buildings.neutral, *catalog.buildings.faces]

    def read(value: object, path: Path, reading: Reading) -> str | None:
        name, _, number = value.partition(".") if isinstance(value, str) else ("", "", "")
        if isinstance(value, str) and name in buildings and re.fullmatch("[1-9]", number):
            return value
        reading.problem("not-a-local-action", path, found=shown(value))
        return None

    return read
