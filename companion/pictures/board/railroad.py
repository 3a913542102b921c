"""The railroad: its spaces with the engines, the crosses, the turnouts, the stations with discs and masters."""

from __future__ import annotations

from companion.components.railroad import StationPart
from companion.drawing import Box
from companion.pictures.board import tokens
from companion.pictures.board.canvas import Canvas
from companion.pictures.board.layout import WIDE

_SIDE = 48
_PITCH = 50
_LEFT = 5
_PER_ROW = (WIDE - 2 * _LEFT) // _PITCH
_UNIT = _SIDE + 66
"""A turnout with its station beside it."""
_HIGH, _MASTER = 56, 48
_GAP = 8


def draw(canvas: Canvas) -> float:
    """Draw the railroad at the origin, a row of spaces above the stations that belong to it; its height."""
    railroad = canvas.scene.catalog.railroad
    numbers = range(railroad.first, railroad.last + 1)
    rows = [numbers[start : start + _PER_ROW] for start in range(0, len(numbers), _PER_ROW)]
    y: float = _GAP
    for row in rows:
        _rails(canvas, row, y)
        for number in row:
            _space(canvas, number, (_LEFT + (number - row[0]) * _PITCH + 1, y, _SIDE, _SIDE))
        _crosses(canvas, row, y)
        _stations(canvas, row, y)
        y += _height(canvas, row)
    return y


def _of_row(canvas: Canvas, row: range) -> list[tuple[str | int, int]]:
    """The spaces with stations that stand below a row, and their stations."""
    railroad = canvas.scene.catalog.railroad
    return [
        (space, station)
        for space, station in railroad.station_of.items()
        if (railroad.turnouts[space][0] if isinstance(space, str) else space) in row
    ]


def _height(canvas: Canvas, row: range) -> float:
    pieces = _of_row(canvas, row)
    masters = any(canvas.scene.catalog.railroad.stations[station].station_master for _, station in pieces)
    return _SIDE + _GAP + (_HIGH + _GAP if pieces else 0) + (_MASTER + _GAP if masters else 0)


def _rails(canvas: Canvas, row: range, y: float) -> None:
    middle, last = y + _SIDE / 2, canvas.scene.catalog.railroad.last
    start = 0 if row[0] != canvas.scene.catalog.railroad.first else _LEFT + _SIDE / 2
    end = WIDE if row[-1] != last else _LEFT + (row[-1] - row[0]) * _PITCH + _SIDE / 2
    canvas.path(f"M{start} {middle - 7}H{end}M{start} {middle + 7}H{end}", "rail")


def _space(canvas: Canvas, number: int, box: Box) -> None:
    scene = canvas.scene
    engines = _engines(canvas, number)
    where = scene.words.engine(str(number))
    with canvas.place(f"railroad:{number}", box, where=where):
        x, y, width, height = box
        canvas.rect(x + 4, y + 2, width - 8, height - 4, "stop", 8)
        if engines:
            canvas.text(x + 13, y + 10, number, 11, "soft")
        else:
            canvas.text(x + width / 2, y + height / 2, number, 17)
    with canvas.layer(f"engines:{number}"):
        _drawn(canvas, engines, box, where)


def _engines(canvas: Canvas, space: int | str) -> list[str]:
    return [colour for colour, player in canvas.scene.position.players.items() if player.engine == space]


def _drawn(canvas: Canvas, engines: list[str], box: Box, where: str) -> None:
    """The engines on a space; several overlap."""
    x, y, width, height = box
    step = 9
    left = x + (width - 32 - step * (len(engines) - 1)) / 2
    for place, colour in enumerate(engines):
        path = f"players.{colour}.engine"
        here = (left + place * step, y + height - 37, 34, 34)
        with canvas.piece(path, here, where):
            tokens.engine(canvas, colour, here[0], here[1])


def _crosses(canvas: Canvas, row: range, y: float) -> None:
    for before in canvas.scene.catalog.railroad.crosses:
        if before in row:
            x = _LEFT + (before - row[0] + 1) * _PITCH
            middle = y + _SIDE / 2
            canvas.circle(x, middle, 6, "cross-bed")
            canvas.path(f"M{x - 3.5} {middle - 3.5}l7 7M{x + 3.5} {middle - 3.5}l-7 7", "cross")


def _stations(canvas: Canvas, row: range, y: float) -> None:
    """Turnouts and stations, each as near to its place on the track as its neighbours allow."""
    pieces = _of_row(canvas, row)
    top, end = y + _SIDE + _GAP, 0.0
    for place, (space, of_space) in enumerate(pieces):
        at = _joint(canvas, space, row)
        rest = _UNIT * (len(pieces) - place) + _GAP / 2 * (len(pieces) - place - 1)
        x = max(end, min(at - _SIDE / 2, WIDE - _LEFT - rest), _LEFT)
        if isinstance(space, str):
            canvas.path(f"M{at} {y + _SIDE / 2 + 7}V{y + _SIDE + 1}L{x + _SIDE / 2} {top + 6}", "spur")
            _turnout(canvas, space, (x, top + 4, _SIDE, _SIDE))
            x += _SIDE + 2
        else:
            # The last space has its station right below.
            x = at - (_UNIT - _SIDE - 2) / 2
            canvas.path(f"M{at} {y + _SIDE}V{top + 6}", "spur")
        station(canvas, of_space, (x, top, _UNIT - _SIDE - 2, _HIGH))
        x -= _SIDE + 2
        if canvas.scene.catalog.railroad.stations[of_space].station_master:
            tokens.master_space(canvas, of_space, (x, top + _HIGH + 2, _UNIT, _MASTER))
        end = x + _UNIT + _GAP / 2


def _joint(canvas: Canvas, space: str | int, row: range) -> float:
    """Where a space with a station leaves the row."""
    if isinstance(space, int):
        return _LEFT + (space - row[0] + 0.5) * _PITCH
    before, _ = canvas.scene.catalog.railroad.turnouts[space]
    return _LEFT + (before - row[0] + 1) * _PITCH


def _turnout(canvas: Canvas, space: str, box: Box) -> None:
    scene, engines = canvas.scene, _engines(canvas, space)
    where = scene.words.engine(space)
    with canvas.place(f"railroad:{space}", box, where=where):
        x, y, width, height = box
        canvas.circle(x + width / 2, y + height / 2, width / 2 - 3, "stop")
        if not engines:
            canvas.symbol("turnout", x + 14, y + 14, 20)
    with canvas.layer(f"engines:{space}"):
        _drawn(canvas, engines, box, where)


def station(canvas: Canvas, number: int, box: Box) -> None:
    """A station: its number, cost, points and corners, and the discs on it."""
    scene, (x, y, width, height) = canvas.scene, box
    part = StationPart.of(scene.catalog, number)
    discs = [colour for colour, player in scene.position.players.items() if number in (player.stations or ())]
    title = scene.components.title(part)
    untold = scene.untold("stations")
    contents = [*map(scene.colour, discs), *([scene.unknown] if untold else [])]
    with canvas.place(f"station:{number}", box, *(contents or [scene.empty]), where=title):
        part.draw_tile(canvas, box, corners=not discs)
        if untold and not discs:
            canvas.text(x + 42, y + 37, "?", 12, "soft")
    with canvas.layer(f"discs:{number}"):
        for colour, here in zip(discs, _grid(len(discs), (x + 23, y + 21, width - 25, height - 23)), strict=True):
            with canvas.piece(f"players.{colour}.stations", here, title, where=scene.colour(colour)):
                tokens.disc(canvas, colour, here[0], here[1], here[2])


def _grid(number: int, box: Box) -> list[Box]:
    """Squares in the middle of a box for so many discs: as large as they fit, in two rows when there are many."""
    x, y, width, height = box
    columns = 1 if number <= 1 else 2
    rows = -(-number // columns) or 1
    size = min(26.0, width / columns, height / rows)
    left, top = x + (width - size * columns) / 2, y + (height - size * rows) / 2
    return [(left + place % columns * size, top + place // columns * size, size, size) for place in range(number)]
