"""All fields by path: what the format describes, with the words that stand for things in addresses."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion import engine
from companion.engine import Catalog, effects
from companion.pictures.board import brought_regions
from companion.sentences.names import WHOLE_TABLES
from companion.web.editor.field_kinds import (
    CLOSED,
    Cells,
    Counted,
    Heap,
    NumberField,
    Plain,
    PositionField,
    Spot,
    Things,
    TickField,
)

GAME, TRAIL, MARKET, RAILROAD = "game", "trail", "market", "railroad"
REGIONS = (GAME, TRAIL, MARKET, RAILROAD)
"""Parts of the board that are entered together; besides them every player is one."""

MAX_KNOWN = 60
"""No zone of cards holds so many, and no link is to become too long."""


NOBODY_KNOWS = engine.Position()
"""A position of which nothing was told yet: its game is the usual one."""


def fields(position: engine.Position = NOBODY_KNOWS) -> Mapping[str, PositionField]:
    """Every field of the game of a position by its path, with the things of variants that are thought of anyway.

    Whether those fit the game is for the check.
    """
    return _fields(*_game(position))


def _game(position: engine.Position) -> tuple[int, tuple[str, ...]]:
    return position.game.edition or engine.editions()[-1], tuple(sorted(set(position.game.variants or ())))


@functools.cache
def _fields(edition: int, chosen: tuple[str, ...]) -> Mapping[str, PositionField]:
    catalog = engine.load_catalog(edition, tuple(sorted({*engine.assumed(edition), *chosen})))
    usual = {one.path for one in engine.described(edition)}
    added = next(iter(brought_regions(chosen)), "")
    return {
        one.path: _field(one, catalog, _region(one.path, "" if one.path in usual else added))
        for one in engine.described(edition, chosen)
    }


def brought(position: engine.Position) -> tuple[str, ...]:
    """The parts of the board that the game of a position has besides the usual ones."""
    return brought_regions(_game(position)[1])


def _field(one: engine.Described, catalog: Catalog, region: str) -> PositionField:
    """How people enter a field that the format describes."""
    family = _family(one.path)
    limits = _LIMITS[family](catalog) if family in _LIMITS else {}
    if one.kind == "number":
        return NumberField(one.path, region, **{"least": one.least, "most": one.most, "base": one.least, **limits})
    if one.kind == "counts":
        return Counted(one.path, region, **{"keyed": one.values, "most": one.most, **limits})
    things = _THINGS[family](catalog) if family in _THINGS else _bare(one.values, _PREFIXES.get(family, ""))
    if one.kind == "once":
        return TickField(one.path, region, things)
    if one.kind in ("row", "gaps"):
        return Cells(one.path, region, things, one.most, gaps=one.kind == "gaps")
    if one.kind in ("many", "pile"):
        return Heap(one.path, region, things, min(one.most, MAX_KNOWN), pile=one.kind == "pile")
    if family == "board.job_market.token_row":
        return Spot(one.path, region, {**things, CLOSED: None})
    return Spot(one.path, region, things, one.nothing)


def _family(path: str) -> str:
    """A path without what tells fields of a kind apart: the player, the space, the number."""
    area, *rest = path.split(".")
    if area == "players":
        return f"players.{rest[1]}"
    return ".".join((area, *rest[: 2 if rest[0] == "job_market" else 1]))


def _region(path: str, added: str) -> str:
    """The part of the board that shows a field; `added` is the part that a field of the board came with."""
    area, name, *_ = path.split(".")
    if area == "players":
        return name
    if area != "board":
        return GAME
    return added or _REGIONS.get(name, MARKET)


def _bare(values: Iterable[Plain], prefix: str) -> Things:
    """Values that are words by themselves, in some fields with what they are before them."""
    words = {"yes" if value is True else "no" if value is False else str(value): value for value in values}
    return {f"{prefix}:{word}": value for word, value in words.items()} if prefix else words


def in_region(region: str, position: engine.Position = NOBODY_KNOWS) -> tuple[PositionField, ...]:
    """The fields that a part of the board shows."""
    return _in_region(region, *_game(position))


@functools.cache
def _in_region(region: str, edition: int, chosen: tuple[str, ...]) -> tuple[PositionField, ...]:
    return tuple(field for field in _fields(edition, chosen).values() if field.region == region)


def region_of(place: str, position: engine.Position = NOBODY_KNOWS) -> str:
    """The part of the board that shows a place of the position."""
    area, _, rest = place.partition(".")
    if area == "players":
        return rest.partition(".")[0] or GAME
    found = field_of(place, position)
    return found.region if found else GAME


def field_of(place: str, position: engine.Position = NOBODY_KNOWS) -> PositionField | None:
    """The field of a place of the position: the place itself, what it is part of, or the first of a table."""
    known = fields(position)
    if place in WHOLE_TABLES:
        return next(field for path, field in known.items() if path.startswith(f"{place}."))
    keys = place.split(".")
    paths = (".".join(keys[:length]) for length in range(len(keys), 0, -1))
    return next((known[path] for path in paths if path in known), None)


def hazard_faces(catalog: Catalog) -> dict[str, dict[str, str | int]]:
    """What can be seen of a hazard tile whose type the space tells: token -> plain value."""
    faces = sorted(
        catalog.tiles.hazards.faces.values(), key=lambda face: (("green", "black").index(face.hand), face.vp)
    )
    return {f"hazard:{face.hand}:{face.vp}": {"hand": face.hand, "vp": face.vp} for face in faces}


def hazard_tiles(catalog: Catalog) -> Things:
    """Hazard tiles with their type, with and without their face."""
    types = catalog.tiles.hazards.types
    bare = {f"hazard:{hazard}": {"hazard": hazard} for hazard in types}
    whole = {
        f"hazard:{hazard}:{token.partition(':')[2]}": {"hazard": hazard, **face}
        for hazard in types
        for token, face in hazard_faces(catalog).items()
    }
    return {**whole, **bare}


def tiles(catalog: Catalog) -> Things:
    """Tiles of the bags."""
    return {
        **{f"worker:{worker}": {"worker": worker} for worker in catalog.tiles.workers},
        **{f"outlaw:{outlaw}": {"outlaw": outlaw} for outlaw in catalog.tiles.outlaws},
        **hazard_tiles(catalog),
    }


def cattle(catalog: Catalog, *decks: str) -> Things:
    """Cattle cards of these decks (all, when none is named), with their points where cards of a breed differ."""
    found = {}
    for breed in catalog.cattle.breeds.values():
        if not decks or breed.deck in decks:
            pointed = [f"{breed.id}:{vp}" for vp in breed.copies] if len(breed.copies) > 1 else []
            found.update({f"card:{card}": card for card in [breed.id, *pointed]})
    return found


def objectives(catalog: Catalog, *, starting: bool = True) -> Things:
    """Objective cards."""
    cards = (card.id for card in catalog.objectives.cards.values() if starting or not card.starting)
    return _bare(cards, "objective")


def _buildings(catalog: Catalog) -> Things:
    return {
        f"building:{colour}:{face}": {"player": colour, "face": face}
        for colour in catalog.table.players.colours
        for face in catalog.buildings.faces
    }


def _masters(catalog: Catalog) -> Things:
    workers = {f"worker:{worker}": {"worker": worker} for worker in catalog.tiles.workers}
    return {**_bare(catalog.station_masters.tiles, "master"), **workers}


def _pending(catalog: Catalog) -> Things:
    """Effects that say nothing more; one that says how many, of what, comes from doing actions, or from the text."""
    return {
        name: {"effect": name}
        for name, kind in effects.pending_vocabulary(catalog.variants).items()
        if all(field.default is not dataclasses.MISSING for field in dataclasses.fields(kind))
    }


def _cards(catalog: Catalog) -> Things:
    return {**cattle(catalog), **objectives(catalog)}


def _for_sale(catalog: Catalog) -> Things:
    return cattle(catalog, "market")


def _drawn(catalog: Catalog) -> Things:
    return objectives(catalog, starting=False)


_REGIONS = {"neutral": TRAIL, "buildings": TRAIL, "hazards": TRAIL, "outlaws": TRAIL, "station_masters": RAILROAD}
_PREFIXES = {
    "board.neutral": "neutral",
    "board.outlaws": "outlaw",
    "board.job_market.rows": "worker",
    "board.town_tiles": "town-tile",
    "board.spare_masters": "master",
}
_THINGS: Mapping[str, Callable[[Catalog], Things]] = {
    "turn.pending": _pending,
    "board.buildings": _buildings,
    "board.hazards": lambda catalog: {**hazard_faces(catalog), "hazard": {}},
    "board.foresight": tiles,
    "board.cattle_stack": _for_sale,
    "board.objective_display": _drawn,
    "board.objective_stack": _drawn,
    "board.station_masters": _masters,
    "board.bags": tiles,
    "players.hand": _cards,
    "players.draw": _cards,
    "players.discard": _cards,
    "players.hazards": hazard_tiles,
    "players.objectives": objectives,
}
"""Fields whose things are more than words, or fewer than the format would take."""
_LIMITS: Mapping[str, Callable[[Catalog], dict[str, Any]]] = {
    "turn.cowboys_used": lambda catalog: {"most": catalog.player_board.worker_rows.spaces},
    "board.cattle_market": lambda catalog: {"keyed": tuple(_for_sale(catalog).values())},
    "players.workers": lambda c: {
        "base": c.player_board.worker_rows.printed,
        "most": c.player_board.worker_rows.spaces,
    },
    "players.deliveries": lambda catalog: {
        "limits": {city.id: 1 for city in catalog.cities.cities.values() if not city.repeatable}
    },
}
"""What bounds a number at a table, where the format takes slips of the finger for the check to find."""
