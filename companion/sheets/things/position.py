"""The position that a sheet tells, and the fields that a position fills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion import engine
from companion.engine import Board, Building, Catalog, Game, Player
from companion.sheets.things.fields import AUTOMA, TYPED, ThingsPlayer, depth_field, depth_of, groups, held

_SOMEWHERE = "somewhere"
"""What the made-up name of a space begins with, for a building of which nobody said where it lies."""


def entered(catalog: Catalog, row: ThingsPlayer, group: str) -> bool:
    """Whether the things of a group are known: somebody entered one, or said that the category counts by them.

    A number that is typed is known only once it is: an empty field is no zero.
    """
    if group not in TYPED and depth_of(row, group) == "things":
        return True
    fields = groups(catalog.edition, catalog.variants)[group]
    return any(field.count(row) is not None for field in fields if field.name in row.fields)


def position_of(catalog: Catalog, rows: Sequence[ThingsPlayer], *, on_spaces: bool = False) -> engine.Position:
    """The position that the things on a sheet tell. A category without things stays unknown.

    A building of which nobody said where it lies is put on a space of its own that the trail does not have, or with
    `on_spaces` on the first free one, as far as there are any.
    """
    limits = catalog.table.players
    players = len(rows) if limits.least <= len(rows) <= limits.most else None
    return engine.Position(
        game=Game(edition=catalog.edition, players=players, variants=catalog.variants),
        board=Board(buildings=_on_trail(catalog, rows, on_spaces)),
        players={row.colour: _player(catalog, row) for row in rows},
    )


def _on_trail(catalog: Catalog, rows: Sequence[ThingsPlayer], on_spaces: bool) -> dict[str, Building | None]:
    placed: dict[str, Building | None] = {}
    waiting: list[Building] = []
    for row in rows:
        for field in groups(catalog.edition, catalog.variants)["buildings"]:
            if not field.count(row):
                continue
            tile, space = Building(row.colour, field.piece.id), row.fields[field.name]
            if space in field.piece.words and space not in placed:
                placed[space] = tile
            else:
                waiting.append(tile)
    if on_spaces:
        free = [
            space.id for space in catalog.trail.spaces.values() if space.kind == "building" and space.id not in placed
        ]
        return placed | dict(zip(free, waiting, strict=False))
    return placed | {f"{_SOMEWHERE}-{tile.player}-{tile.face}": tile for tile in waiting}


def _player(catalog: Catalog, row: ThingsPlayer) -> Player:
    """The things of one player, as the engine knows them. What was not entered is None."""
    values: dict[str, Any] = {}
    for name, group in engine.piece_groups(catalog).items():
        if entered(catalog, row, name):
            values |= group.player(catalog, held(catalog, row, name))
    return Player(**values)


def fields_of(position: engine.Position, colour: str) -> dict[str, str]:
    """The fields that a position fills for a player. What it does not tell stays empty."""
    catalog, player = engine.ruleset_of(position).catalog, position.players[colour]
    fields: dict[str, str] = {AUTOMA: player.automa.id} if player.automa else {}
    for name, group in engine.piece_groups(catalog).items():
        pieces = group.held(catalog, position, colour)
        if pieces is None:
            continue
        is_category = name in catalog.scoring.categories
        if is_category:
            fields[depth_field(name)] = "things"
        for field in groups(catalog.edition, catalog.variants)[name]:
            count = pieces.get(field.piece.id)
            # Of a category it is known that there is nothing else; the other groups have to say so.
            if count or (count is not None and (name in TYPED or not is_category)):
                text = str(count)
                fields[field.name] = text if field.takes(text) else str(field.piece.most)
    return fields
