"""Single pieces as they look on the board: what people pick, and what a page draws at once where it is put."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from markupsafe import Markup

from companion import engine
from companion.engine import Building, Card, HazardTile, StationSlot
from companion.pictures.board import cards, tokens
from companion.pictures.board.canvas import Canvas
from companion.pictures.board.scene import Scene

_SIDE = 48.0
_MASTER = 98.0
_CARD = (44.0, 58.0)
_SYMBOLS = {"empty": "ui-close", "unknown": "ui-unknown"}


@functools.lru_cache(maxsize=2048)
def piece(thing: str, sprite: str, language: str) -> Markup | None:
    """The picture of a thing that the board editor knows by this word, None when it has none.

    `hazard:green:3`, `hazard:flood:green:3`, `outlaw:green`, `worker:cowboy`, `building:blue:3a`, `neutral:A`,
    `master:sm-4`, `town-tile:town-hire`, `card:shorthorn:4`, `objective:obj-3`, `herder:blue`,
    `engine:blue`, `disc:blue`, `empty`, `unknown`.
    """
    kind, _, which = thing.partition(":")
    if kind not in _DRAWN and kind not in _SYMBOLS:
        return None
    edition = engine.editions()[-1]
    rules = engine.load_ruleset(edition, None, engine.variants(edition))
    canvas = Canvas(Scene(engine.Position(), rules, language), sprite)
    if kind in _SYMBOLS:
        canvas.resize(_SIDE, _SIDE)
        canvas.symbol(_SYMBOLS[kind], 10, 10, 28)
    else:
        canvas.resize(*_DRAWN[kind](canvas, which))
    return canvas.markup(css="piece-picture")


Size = tuple[float, float]


def _hazard(canvas: Canvas, which: str) -> Size:
    face = which.split(":") if which else []
    tile = HazardTile()
    if len(face) == 1:
        tile = HazardTile(face[0])
    elif face:
        tile = HazardTile(face[0] if len(face) == 3 else None, face[-2], int(face[-1]))
    tokens.hazard(canvas, tile, None, (0, 0, _SIDE, _SIDE))
    return _SIDE, _SIDE


def _outlaw(canvas: Canvas, which: str) -> Size:
    tokens.outlaw(canvas, which, (0, 0, _SIDE, _SIDE))
    return _SIDE, _SIDE


def _worker(canvas: Canvas, which: str) -> Size:
    tokens.worker(canvas, which, (0, 0, _SIDE, _SIDE))
    return _SIDE, _SIDE


def _building(canvas: Canvas, which: str) -> Size:
    colour, _, face = which.partition(":")
    tokens.building(canvas, Building(colour, face), (0, 0, _SIDE + 2, _SIDE + 2))
    return _SIDE + 2, _SIDE + 2


def _neutral(canvas: Canvas, which: str) -> Size:
    canvas.path(f"M2 14H12V2H36V14H46V{_SIDE - 2}H2z", "tile")
    canvas.path("M2 14H12V2H36V14H46V25H2z", "roof")
    canvas.text(_SIDE / 2, 14, which, 17)
    canvas.symbol("building", 15, 27, 18)
    canvas.path(f"M2 14H12V2H36V14H46V{_SIDE - 2}H2z", "frame")
    return _SIDE, _SIDE


def _master(canvas: Canvas, which: str) -> Size:
    tokens.master(canvas, StationSlot(master=which), (0, 0, _MASTER, _SIDE))
    return _MASTER, _SIDE


def _town_tile(canvas: Canvas, which: str) -> Size:
    tokens.town_tile(canvas, which, (0, 0, _SIDE, 36))
    return _SIDE, 36


def _card(canvas: Canvas, which: str) -> Size:
    breed, _, vp = which.partition(":")
    sign = tokens.card_glyph(canvas, Card(breed))
    canvas.symbol(sign.name, 4, 0 if vp else 4, 40, sign.value)
    if vp:
        canvas.symbol("victory-point", 9, 35, 13)
        canvas.text(31, 42, vp, 12)
    return _SIDE, _SIDE


def _objective(canvas: Canvas, which: str) -> Size:
    cards.objective(canvas, Card(which), (0, 0, *_CARD))
    return _CARD


def _herder(canvas: Canvas, which: str) -> Size:
    tokens.herder(canvas, which, 0, 0)
    return tokens.HERDER


def _engine(canvas: Canvas, which: str) -> Size:
    tokens.engine(canvas, which, 0, 0)
    return 32, 32


def _disc(canvas: Canvas, which: str) -> Size:
    tokens.disc(canvas, which, 0, 0, 22)
    return 22, 22


_DRAWN: Mapping[str, Callable[[Canvas, str], Size]] = {
    "hazard": _hazard,
    "outlaw": _outlaw,
    "worker": _worker,
    "building": _building,
    "neutral": _neutral,
    "master": _master,
    "town-tile": _town_tile,
    "card": _card,
    "objective": _objective,
    "herder": _herder,
    "engine": _engine,
    "disc": _disc,
}
