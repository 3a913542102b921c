"""The cities with the players' discs, and the arrows between them."""

from __future__ import annotations

from companion.components.cities import ArrowPart
from companion.components.effects import signs_of
from companion.engine import City
from companion.pictures.board import tokens
from companion.pictures.board.canvas import Canvas

_PER_ROW = 4
_PITCH = 84
_FIRST = 59
"""The middle of the first city in a row; left of it is room for an arrow."""
_HIGH = 124


def draw(canvas: Canvas) -> float:
    """Draw the cities at the origin in rows; the height of all."""
    cities = canvas.scene.catalog.cities.cities
    spots = {
        name: (_FIRST + place % _PER_ROW * _PITCH, 8 + place // _PER_ROW * _HIGH) for place, name in enumerate(cities)
    }
    for name, city in cities.items():
        _city(canvas, city, *spots[name])
    for arrow in ArrowPart.entries(canvas.scene.catalog):
        x, y = spots[arrow.thing.between[1]]
        arrow.draw_arrow(canvas, x - _PITCH / 2, y, signs_of(arrow.thing.does))
    return -(-len(cities) // _PER_ROW) * _HIGH + 8


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
    with canvas.place(f"city:{city.id}", (x - 28, y, 56, 112), *(contents or [scene.empty]), where=name):
        scene.part("city", city.id).draw(canvas, (x - 28, y, 56, 112), name)
        if untold:
            canvas.text(x, y + 41, "?", 10, "soft")
    size, step = 19, 19.5
    left = x - (len(discs) * step - 1) / 2
    with canvas.layer(f"discs:{city.id}"):
        for place, (colour, number) in enumerate(discs.items()):
            box = (left + place * step, y + 94, size, size)
            what = scene.counted(number, scene.colour(colour))
            with canvas.piece(f"players.{colour}.deliveries.{city.id}", box, what, where=name):
                tokens.disc(canvas, colour, box[0], box[1], size)
                if number > 1:
                    canvas.circle(box[0] + size - 3, box[1] + size - 1, 7, "plate")
                    canvas.text(box[0] + size - 3, box[1] + size - 1, number, 11, "on-plate")
