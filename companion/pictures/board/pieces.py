"""Single pieces as they look on the board: what people pick, and what a page draws at once where it is put."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from markupsafe import Markup

from companion import engine
from companion.components.buildings import BuildingPart
from companion.components.trail import draw_hazard
from companion.engine import Card, HazardTile
from companion.pictures.board import tokens
from companion.pictures.board.canvas import Canvas
from companion.pictures.board.scene import Scene

_SIDE = 48.0
Size = tuple[float, float]


@functools.lru_cache(maxsize=2048)
def piece(thing: str, sprite: str, language: str) -> Markup | None:
    """The picture of a thing that the board editor knows by this word, None when it has none.

    `hazard:green:3`, `hazard:flood:green:3`, `outlaw:green`, `worker:cowboy`, `building:blue:3a`, `neutral:A`,
    `master:sm-4`, `town-tile:town-hire`, `card:shorthorn:4`, `objective:obj-3`, `herder:blue`,
    `engine:blue`, `disc:blue`, `discs`, `empty`, `unknown`.
    """
    kind, _, which = thing.partition(":")
    if kind not in _DRAWN:
        return None
    edition = engine.editions()[-1]
    rules = engine.load_ruleset(edition, None, engine.variants(edition))
    canvas = Canvas(Scene(engine.Position(), rules, language), sprite)
    size, draw = _DRAWN[kind]
    canvas.width, canvas.height = size
    draw(canvas, which)
    return canvas.markup(css="piece-picture")


def _part(kind: str, width: float = _SIDE, height: float = _SIDE) -> tuple[Size, Callable[[Canvas, str], None]]:
    """A component into a box."""
    return (width, height), lambda canvas, which: canvas.scene.part(kind, which).draw(canvas, (0, 0, width, height))


def _hazard(canvas: Canvas, which: str) -> None:
    face = which.split(":") if which else []
    tile = HazardTile()
    if len(face) == 1:
        tile = HazardTile(face[0])
    elif face:
        tile = HazardTile(face[0] if len(face) == 3 else None, face[-2], int(face[-1]))
    draw_hazard(canvas, tile, (0, 0, _SIDE, _SIDE))


def _building(canvas: Canvas, which: str) -> None:
    colour, _, face = which.partition(":")
    BuildingPart.of(canvas.scene.catalog, face).draw_small(canvas, (0, 0, 50, 50), colour)


def _card(canvas: Canvas, which: str) -> None:
    breed, _, vp = which.partition(":")
    sign = tokens.card_glyph(canvas, Card(breed))
    canvas.symbol(sign.name, 4, 0 if vp else 4, 40, sign.value)
    if vp:
        canvas.symbol("victory-point", 9, 35, 13)
        canvas.text(31, 42, vp, 12)


def _discs(canvas: Canvas, _: str) -> None:
    for at, colour in enumerate(canvas.scene.catalog.table.players.colours):
        tokens.disc(canvas, colour, 2 + 22 * (at % 2), 2 + 22 * (at // 2), 22)


_DRAWN: Mapping[str, tuple[Size, Callable[[Canvas, str], None]]] = {
    "hazard": ((_SIDE, _SIDE), _hazard),
    "outlaw": _part("outlaw"),
    "worker": _part("worker"),
    "building": ((50, 50), _building),
    "neutral": _part("neutral", 84, 84),
    "master": _part("station-master", 98),
    "town-tile": ((_SIDE, 36), lambda canvas, which: tokens.town_tile(canvas, which, (0, 0, _SIDE, 36))),
    "card": ((_SIDE, _SIDE), _card),
    "objective": ((44, 58), lambda canvas, which: tokens.objective(canvas, Card(which), (0, 0, 44, 58))),
    "herder": (tokens.HERDER, lambda canvas, which: tokens.herder(canvas, which, 0, 0)),
    "engine": ((32, 32), lambda canvas, which: tokens.engine(canvas, which, 0, 0)),
    "disc": ((22, 22), lambda canvas, which: tokens.disc(canvas, which, 0, 0, 22)),
    "discs": ((_SIDE, _SIDE), _discs),
    "empty": ((_SIDE, _SIDE), lambda canvas, _: canvas.symbol("ui-close", 10, 10, 28)),
    "unknown": ((_SIDE, _SIDE), lambda canvas, _: canvas.symbol("ui-unknown", 10, 10, 28)),
}
