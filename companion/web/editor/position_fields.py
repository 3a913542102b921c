"""All fields by path, as the format describes them, and the parts of the board that show them."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace

from companion import engine
from companion.engine import Described
from companion.pictures.board import brought_regions
from companion.sentences.names import WHOLE_TABLES

GAME, TRAIL, MARKET, RAILROAD = "game", "trail", "market", "railroad"
REGIONS = (GAME, TRAIL, MARKET, RAILROAD)
"""Parts of the board that are entered together; besides them every player is one."""

MAX_KNOWN = 60
"""No zone of cards holds so many, and no link is to become too long."""


NOBODY_KNOWS = engine.Position()
"""A position of which nothing was told yet: its game is the usual one."""


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
