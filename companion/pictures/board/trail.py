"""The trail: its spaces in order with forks, what lies on them, and the herders."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from companion.components.buildings import BuildingPart
from companion.components.trail import BountyPart, RiskPart, draw_hazard
from companion.drawing import Box
from companion.engine import Space
from companion.pictures.board import tokens
from companion.pictures.board.canvas import Canvas
from companion.pictures.board.layout import WIDE, Layout, Point, arrowhead, layout, way

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
    with canvas.region("trail", canvas.scene.name("picture", "trail")):
        canvas.rect(0, 0, WIDE, _layout(canvas).height, "ground", 12)
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
    return [spaces[path] for path, kind in canvas.scene.marks.items() if kind == "way" and path in spaces]


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
    found = arrowhead(canvas.scene.catalog.edition, space.id, following.id, boxes)
    if found:
        canvas.path(_line(found), "forward")


def _space(canvas: Canvas, space: Space) -> None:
    scene, box = canvas.scene, _box(canvas, space)
    where = scene.space(space.id)
    if space.woods:
        where = f"{where} ({scene.name('picture', 'woods')})"
    known, what = _content(canvas, space)
    with canvas.place(path_of(space), box, *([what] if what else []), where=where):
        if space.kind in ("start", "kansas-city"):
            _end(canvas, space, box)
        elif not known:
            canvas.unknown(box, share=0.35 if space.kind in ("building", "hazard", "outlaw") else 0.5)
            _printed(canvas, space, box)
        elif what == scene.empty:
            canvas.slot(box)
            _printed(canvas, space, box)
        else:
            _thing(canvas, space, box)
        if space.woods:
            canvas.symbol("woods", box[0] + box[2] - 9, box[1] - 9, 18)


def _content(canvas: Canvas, space: Space) -> tuple[bool, str]:
    """Whether it is known what lies on a space, and what, in words."""
    scene, board = canvas.scene, canvas.scene.position.board
    if space.kind in ("start", "kansas-city"):
        return True, ""
    if space.kind == "neutral":
        neutral = board.neutral.get(space.id)
        return _told(canvas, space.id in board.neutral, scene.neutral(neutral) if neutral else "")
    if space.kind == "building":
        building = board.buildings.get(space.id)
        return _told(canvas, space.id in board.buildings, scene.building(building) if building else "")
    if space.kind == "hazard":
        tile = board.hazards.get(space.id)
        return _told(canvas, space.id in board.hazards, scene.hazard(tile, space.hazard) if tile else "")
    colour = board.outlaws.get(space.id)
    return _told(canvas, space.id in board.outlaws, scene.outlaw(colour) if colour else "")


def _told(canvas: Canvas, known: bool, what: str) -> tuple[bool, str]:
    return known, (what or canvas.scene.empty) if known else canvas.scene.unknown


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


def _thing(canvas: Canvas, space: Space, box: Box) -> None:
    scene, board = canvas.scene, canvas.scene.position.board
    if neutral := board.neutral.get(space.id):
        scene.part("neutral", neutral).draw(canvas, box)
        canvas.text(box[0] + 9, box[1] + 7, space.id, 12, "soft")
    elif building := board.buildings.get(space.id):
        BuildingPart.of(scene.catalog, building.face).draw_small(canvas, box, building.player)
    elif tile := board.hazards.get(space.id):
        draw_hazard(canvas, tile, box, space.hazard)
    elif colour := board.outlaws.get(space.id):
        scene.part("outlaw", colour).draw(canvas, box)


def _end(canvas: Canvas, space: Space, box: Box) -> None:
    x, y, width, height = box
    canvas.rect(x + 1, y + 1, width - 2, height - 2, "tile", 10)
    if space.kind == "start":
        canvas.symbol("herder", x + 12, y + 4, 24)
        canvas.symbol("forward", x + 14, y + 27, 18)
    else:
        canvas.symbol("kansas-city", x + width / 2 - 27, y + 6, 54)
        canvas.row(("K", "C"), (x, y + 66, width, 18), 18)


def _standing(canvas: Canvas, space: str) -> Iterator[str]:
    for colour, player in canvas.scene.position.players.items():
        if player.herder == space:
            yield colour


def _herders(canvas: Canvas, space: Space) -> None:
    """The herders on a space, side by side: at the foot of a large one, else over the upper left corner."""
    x, y, width, height = _box(canvas, space)
    standing = list(_standing(canvas, space.id))
    large = space.kind in ("neutral", "kansas-city")
    step = min(tokens.HERDER[0] - 2, width / max(1, len(standing)))
    left = max(0, x + width / 2 - step * len(standing) / 2) if large else max(0, x - 8)
    top = y + height - 13 if large else y - 8
    for place, colour in enumerate(standing):
        here = min(left + place * step, WIDE - tokens.HERDER[0])
        box = (here - 1, top - 1, tokens.HERDER[0] + 2, tokens.HERDER[1] + 2)
        with canvas.piece(f"players.{colour}.herder", box, canvas.scene.space(space.id)):
            tokens.herder(canvas, colour, here, top)
