"""The trail: its spaces in order with forks, what lies on them, and the herders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from companion.components.buildings import BuildingPart
from companion.components.trail import BountyPart, RiskPart, draw_hazard
from companion.drawing import Box
from companion.engine import Space
from companion.pictures.board import tokens
from companion.pictures.board.canvas import Canvas
from companion.pictures.board.layout import WIDE, Layout, Point, arrowhead, layout, way
from companion.pictures.board.scene import Scene

_SIZES = {"start": (48, 48), "neutral": (84, 84), "building": (50, 50), "hazard": (48, 48), "outlaw": (48, 48)}
_KANSAS_CITY = (88, 92)


def _layout(canvas: Canvas) -> Layout:
    return layout(canvas.scene.catalog.edition)


def _box(canvas: Canvas, space: Space) -> Box:
    x, y = _layout(canvas).spaces[space.id]
    width, height = _SIZES.get(space.kind, _KANSAS_CITY)
    return x - width / 2, y - height / 2, width, height


def path_of(space: Space) -> str:
    """The place of a trail space in a position; `trail:<space>` for those on which only herders stand."""
    return space.path or f"trail:{space.id}"


def draw(canvas: Canvas) -> float:
    """Draw the trail at the origin; its height."""
    trail = canvas.scene.catalog.trail
    _land(canvas)
    for space in trail.spaces.values():
        for following in space.next:
            canvas.path(_line(_layout(canvas).line(space.id, following)), "road")
    for space in trail.spaces.values():
        for following in space.next:
            canvas.path(_line(_layout(canvas).line(space.id, following)), "road-line")
    boxes = tuple(_box(canvas, space) for space in trail.spaces.values())
    for space in trail.spaces.values():
        for following in space.next:
            _forward(canvas, space, trail.spaces[following], boxes)
    stops = _stops(canvas)
    for space in trail.spaces.values():
        if space.id not in stops:
            _space(canvas, space)
    # A way runs over what it passes, and up to where it stops.
    with canvas.layer("way"):
        _way(canvas, stops)
    for stop in stops:
        _space(canvas, trail.spaces[stop])
    with canvas.layer("herders"):
        for space in trail.spaces.values():
            _herders(canvas, space)
    return _layout(canvas).height


def _line(points: list[Point]) -> str:
    return "M" + "L".join([f"{x:g} {y:g}" for x, y in points])


def _land(canvas: Canvas) -> None:
    """The land of the hazards, so that each stretch is known by its look, and the woods."""
    trail = canvas.scene.catalog.trail
    for kind in canvas.scene.catalog.tiles.hazards.types:
        spaces = [_layout(canvas).spaces[space.id] for space in trail.spaces.values() if space.hazard == kind]
        canvas.path(_line(spaces), f"land land-{kind}")
    for space in trail.spaces.values():
        if space.woods:
            x, y, width, height = _box(canvas, space)
            canvas.rect(x - 5, y - 5, width + 10, height + 10, "woods", 16)


def _stops(canvas: Canvas) -> list[str]:
    """The spaces of the way that is marked, in its order."""
    spaces = {path_of(space): space.id for space in canvas.scene.catalog.trail.spaces.values()}
    return [spaces[path] for path, kind in canvas.scene.marks.items() if kind.startswith("way") and path in spaces]


def _way(canvas: Canvas, stops: list[str]) -> None:
    """A move as a line along the trail."""
    points: list[Point] = []
    for start, end in pairwise(way(canvas.scene.catalog.trail, stops)):
        points += _layout(canvas).line(start, end)
    if points:
        canvas.path(_line(points), "way-edge")
        canvas.path(_line(points), "way")


def _forward(canvas: Canvas, space: Space, following: Space, boxes: tuple[Box, ...]) -> None:
    """An arrowhead where the way to the next space can be seen best."""
    arrow = arrowhead(canvas.scene.catalog.edition, space.id, following.id, boxes)
    if arrow:
        canvas.path(_line(arrow), "forward")


def _space(canvas: Canvas, space: Space) -> None:
    scene, box = canvas.scene, _box(canvas, space)
    where = f"{scene.space(space.id)} ({scene.name('picture', 'woods')})" if space.woods else scene.space(space.id)
    lying: Mapping[str, Any] = getattr(scene.position.board, space.path.split(".")[1]) if space.path else {}
    piece = lying.get(space.id)
    what = _words(scene, space, piece) if piece else scene.empty if space.id in lying else scene.unknown
    with canvas.place(path_of(space), box, *([what] if space.path else []), where=where):
        if not space.path:
            _end(canvas, space, box)
        elif piece:
            _piece(canvas, space, piece, box)
        else:
            if space.id in lying:
                canvas.slot(box)
            else:
                canvas.unknown(box, share=0.5 if space.kind == "neutral" else 0.35)
            _printed(canvas, space, box)
        if space.woods:
            canvas.symbol("woods", box[0] + box[2] - 9, box[1] - 9, 18)


def _words(scene: Scene, space: Space, piece: Any) -> str:
    """What lies on a space."""
    words: Mapping[str, Callable[[Any], str]] = {
        "neutral": scene.neutral,
        "building": scene.building,
        "hazard": lambda tile: scene.hazard(tile, space.hazard),
        "outlaw": lambda colour: scene.title("outlaw", colour),
    }
    return words[space.kind](piece)


def _printed(canvas: Canvas, space: Space, box: Box) -> None:
    """What is printed on a space without a piece: its name, or what may be done there."""
    x, y, width, height = box
    if space.risk:
        RiskPart.of(canvas.scene.catalog, space.id).draw_printed(canvas, box)
    elif space.bounty:
        BountyPart.of(canvas.scene.catalog, space.number).draw_printed(canvas, box)
    elif space.number:
        canvas.symbol(f"hazard-{space.hazard}", x + 5, y + height - 23, 18)
        canvas.text(x + width - 10, y + height - 13, space.number, 12, "soft")
    else:
        canvas.text(x + width / 2, y + height - 9, space.id, 11, "soft")


def _piece(canvas: Canvas, space: Space, piece: Any, box: Box) -> None:
    if space.kind == "hazard":
        draw_hazard(canvas, piece, box, space.hazard)
    elif space.kind == "building":
        BuildingPart.of(canvas.scene.catalog, piece.face).draw_small(canvas, box, piece.player)
    else:
        canvas.scene.part(space.kind, piece).draw(canvas, box)
        if space.kind == "neutral":
            canvas.text(box[0] + 9, box[1] + 7, space.id, 12, "soft")


def _end(canvas: Canvas, space: Space, box: Box) -> None:
    x, y, width, height = box
    canvas.rect(x + 1, y + 1, width - 2, height - 2, "tile", 10)
    if space.kind == "start":
        canvas.symbol("herder", x + 12, y + 4, 24)
        canvas.symbol("forward", x + 14, y + 27, 18)
    else:
        canvas.symbol("kansas-city", x + width / 2 - 27, y + 6, 54)
        canvas.row(("K", "C"), (x, y + 66, width, 18), 18)


def _herders(canvas: Canvas, space: Space) -> None:
    """The herders on a space, side by side: at the foot of a large one, else over the upper left corner."""
    x, y, width, height = _box(canvas, space)
    standing = [colour for colour, one in canvas.scene.position.players.items() if one.herder == space.id]
    large = space.kind in ("neutral", "kansas-city")
    step = min(tokens.HERDER[0] - 2, width / max(1, len(standing)))
    left = max(0, x + width / 2 - step * len(standing) / 2) if large else max(0, x - 8)
    top = y + height - 13 if large else y - 8
    for place, colour in enumerate(standing):
        here = min(left + place * step, WIDE - tokens.HERDER[0])
        box = (here - 1, top - 1, tokens.HERDER[0] + 2, tokens.HERDER[1] + 2)
        with canvas.piece(f"players.{colour}.herder", box, canvas.scene.space(space.id)):
            tokens.herder(canvas, colour, here, top)
