"""The cities with the players' discs, and the arrows between them."""

from __future__ import annotations

from companion.engine import Arrow, City
from companion.pictures.board import tokens
from companion.pictures.board.canvas import Canvas
from companion.pictures.board.layout import WIDE
from companion.pictures.glyphs import Glyph, Sign, glyphs_of
from companion.pictures.marks import corners, signed

_PER_ROW = 4
_PITCH = 84
_FIRST = 59
"""The middle of the first city in a row; left of it is room for an arrow."""
_HIGH = 124
_SHIELD = "M{x} {y}h52v28c0 15-11 23-26 30-15-7-26-15-26-30z"
_LONG_NAME = 9
"""Letters of a name that fit in the usual size."""


def draw(canvas: Canvas) -> float:
    """Draw the cities at the origin in rows; the height of all."""
    cities, arrows = canvas.scene.catalog.cities.cities, canvas.scene.catalog.cities.arrows.values()
    rows = -(-len(cities) // _PER_ROW)
    total = rows * _HIGH + 8
    spots = {
        name: (_FIRST + place % _PER_ROW * _PITCH, 8 + place // _PER_ROW * _HIGH) for place, name in enumerate(cities)
    }
    with canvas.region("cities", canvas.scene.name("picture", "cities")):
        canvas.rect(0, 0, WIDE, total, "ground", 12)
        for name, city in cities.items():
            _city(canvas, city, *spots[name])
        for arrow in arrows:
            x, y = spots[arrow.between[1]]
            _arrow(canvas, arrow, x - _PITCH / 2, y)
    return total


def _city(canvas: Canvas, city: City, x: float, y: float) -> None:
    scene = canvas.scene
    discs = {
        colour: player.deliveries.get(city.id, 0)
        for colour, player in scene.position.players.items()
        if player.deliveries and player.deliveries.get(city.id)
    }
    name = scene.name("city", city.id)
    untold = scene.untold("deliveries")
    contents = [scene.counted(number, scene.colour(colour)) for colour, number in discs.items()]
    contents += [scene.unknown] if untold else []
    with canvas.place(f"city:{city.id}", (x - 28, y, 56, 112), scene.label(name, *(contents or [scene.empty]))):
        canvas.path(_SHIELD.format(x=x - 26, y=y + 1), "tile")
        canvas.text(x, y + 17, city.value, 20)
        corners(canvas, x - 11, y + 30, 22, city.corner)
        canvas.text(x, y + 69, name, 13 if len(name) <= _LONG_NAME else 12)
        if untold:
            canvas.text(x, y + 41, "?", 10, "soft")
        row: list[Glyph] = [signed(city.vp), Sign("victory-point")] if city.vp else []
        row += [f"+{city.dollars}", Sign("dollar")] if city.dollars else []
        canvas.row(row, (x - 42, y + 78, 84, 15), 14)
    size, step = 19, 19.5
    left = x - (len(discs) * step - 1) / 2
    with canvas.layer(f"discs:{city.id}"):
        for place, (colour, number) in enumerate(discs.items()):
            box = (left + place * step, y + 94, size, size)
            label = scene.label(name, scene.counted(number, scene.colour(colour)))
            with canvas.piece(f"players.{colour}.deliveries.{city.id}", box, label):
                tokens.disc(canvas, colour, box[0], box[1], size)
                if number > 1:
                    canvas.circle(box[0] + size - 3, box[1] + size - 1, 7, "plate")
                    canvas.text(box[0] + size - 3, box[1] + size - 1, number, 11, "on-plate")


def _arrow(canvas: Canvas, arrow: Arrow, x: float, y: float) -> None:
    """What a player with discs on both neighbours gets, on an arrow in the gap between them."""
    canvas.path(f"M{x - 13} {y + 8}h16v-6l12 20-12 20v-6h-16z", "arrow")
    rows: list[list[Glyph]] = []
    if arrow.does:
        rows.append([glyph for glyph in glyphs_of(arrow.does) if isinstance(glyph, Sign)])
    if arrow.vp:
        rows.append([signed(arrow.vp), Sign("victory-point")])
    for place, row in enumerate(rows):
        high = 28 / len(rows)
        canvas.row(row, (x - 13, y + 8 + place * high, 25, high), 18)
