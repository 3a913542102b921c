"""Pictures of whole positions: the common board by regions, and every player's own board.

`board_picture` draws regions that stand for themselves, each 360 units wide, or several of them side by side. What
nobody has told is shown as unknown, which differs from what is known to be empty.

Places are named as in the position format:

- on the board, `board.neutral.A`, `board.buildings.A-1`, `board.hazards.flood-1`, `board.outlaws.outlaw-4`,
  `board.job_market.token_row`, `board.job_market.rows.3`, `board.foresight.1`, `board.bags.1`, `board.cattle_market`,
  `board.cattle_stack`, `board.objective_display`, `board.objective_stack`, `board.station_masters.1`;
- `board.job_market.rows.3:2` for a space of a row;
- of a player, `players.blue.<thing>` for everything that a player has, `players.blue.workers.<worker>` for each row,
  `players.blue.workers.<worker>:4` for a space of it and `players.blue.cleared:<disc space>` for each disc space;
- where pieces of several players stand, which the format tells with the players: `trail:start`, `trail:kansas-city`,
  `railroad:7` and `railroad:t7` for engines, `station:3` and `city:peoria` for discs, `town:memphis` for branchlets.

Herders, engines and discs on those are pieces, not places: they are never links, but a mark on `players.blue.herder`,
`players.blue.engine`, `players.blue.stations` or `players.blue.deliveries.peoria` shows on them too.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence

from markupsafe import Markup

from companion import engine
from companion.pictures.board import cities, market, player, railroad, trail
from companion.pictures.board.canvas import MARKS, Canvas
from companion.pictures.board.layout import WIDE
from companion.pictures.board.pieces import piece
from companion.pictures.board.scene import Link, Note, Scene

_DRAWN: Mapping[str, Callable[[Canvas], float]] = {
    "trail": trail.draw,
    "railroad": railroad.draw,
    "cities": cities.draw,
    "market": market.draw,
}

REGIONS = tuple(_DRAWN)
"""The regions of the common board; those of the players are `player:<colour>`."""

_PLAYER, _BOARD = "player", "board"
"""A player with everything, and the player's board alone."""
_GAP = 12
_COLUMNS = 2


def regions_of(position: engine.Position) -> tuple[str, ...]:
    """All regions of a position: those of the common board, and those of the players it tells of, by seat."""
    seats = sorted(position.players, key=lambda colour: (position.players[colour].seat or 0, colour))
    brought = _of_layers(tuple(layer.id for layer in engine.ruleset_of(position).layers))
    return (*REGIONS, *brought, *(f"{_PLAYER}:{colour}" for colour in seats))


def brought_regions(layers: tuple[str, ...]) -> tuple[str, ...]:
    """The regions of the common board that these layers bring."""
    return tuple(_of_layers(layers))


@functools.cache
def _of_layers(layers: tuple[str, ...]) -> Mapping[str, Callable[[Canvas], float]]:
    """The regions that layers bring, from the modules that their folders in `pictures` name."""
    drawers: dict[str, Callable[[Canvas], float]] = {}
    for layer in layers:
        folder = f"companion.pictures.{layer.replace('-', '_')}"
        if importlib.util.find_spec(folder):
            for region, module in importlib.import_module(folder).REGIONS.items():
                drawers[region] = importlib.import_module(f"{folder}.{module}").draw
    return drawers


class BoardPicture(Markup):
    """A picture that gives every place and layer by itself, too, for whoever changes places of one that is shown."""

    places: Mapping[str, str]


def board_picture(
    position: engine.Position,
    language: str,
    *,
    parts: Sequence[str] | None = None,
    link: Link | None = None,
    marks: Mapping[str, str] | None = None,
    held: Mapping[str, str] | None = None,
    notes: Mapping[str, Note] | None = None,
    sprite: str,
) -> BoardPicture:
    """Regions of a position as SVG; all that there are when `parts` are not told.

    One region is 360 units wide, several stand in two columns. `link` gives the address of a place: there the picture
    has a link of at least 48 units each way. `marks` are kinds of `MARKS` by place; the places of a way are joined by a
    line in their order. `notes` stand on places. `held` tells scripts what lies on a place. `sprite` is the address of
    the symbols. Raises KeyError for a region or mark that does not exist.
    """
    scene = Scene(position, engine.ruleset_of(position), language, link, marks or {}, held or {}, notes or {})
    canvas = Canvas(scene, sprite)
    chosen = regions_of(position) if parts is None else tuple(parts)
    columns = [0.0] * min(_COLUMNS, len(chosen))
    for region in chosen:
        column = columns.index(min(columns))
        with canvas.group(column * (WIDE + _GAP), columns[column]):
            columns[column] += _draw(canvas, region) + _GAP
    canvas.width, canvas.height = len(columns) * (WIDE + _GAP) - _GAP, max(columns) - _GAP
    label = scene.name("picture", "position" if len(chosen) > 1 else _kind(chosen[0]))
    picture = BoardPicture(canvas.markup(label, "board", role="group"))
    picture.places = canvas.apart
    return picture


def _kind(region: str) -> str:
    kind = region.partition(":")[0]
    return _PLAYER if kind == _BOARD else kind


def marked(picture: str) -> bool:
    """Whether any place of a picture carries a mark."""
    return 'class="mark ' in picture


def _draw(canvas: Canvas, region: str) -> float:
    """Draw a region on its ground at the origin; its height."""
    kind, _, colour = region.partition(":")
    kind, scene = _kind(region), canvas.scene
    name, label = kind, scene.name("picture", kind)
    if kind == _PLAYER:
        if colour not in scene.catalog.table.players.colours:
            raise KeyError(region)
        name, label = f"{kind} {colour}", scene.label(label, scene.colour(colour))
    with canvas.region(name, label):
        if kind == _PLAYER:
            height = player.draw(canvas, colour, belongings=region.startswith(_PLAYER))
        else:
            height = {**_DRAWN, **_of_layers(tuple(layer.id for layer in scene.ruleset.layers))}[region](canvas)
        canvas.ground(WIDE, height)
    return height


def places(ruleset: engine.Ruleset, region: str) -> tuple[str, ...]:
    """All places of a region that a link can be on, in the order in which people enter them.

    Raises KeyError for a region that does not exist.
    """
    canvas = Canvas(Scene(engine.Position(), ruleset, "en"), "")
    _draw(canvas, region)
    return tuple(canvas.places)
