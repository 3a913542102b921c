"""What a player has besides the board: tokens, discs placed, buildings, tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from companion.components.trail import draw_hazard
from companion.drawing import Box
from companion.engine import Card, Pile, Player, StationSlot
from companion.pictures.board import tokens
from companion.pictures.board.canvas import Canvas
from companion.pictures.board.layout import WIDE

# The board of one player under construction, from the top down, and rows of things that all look alike.

T = TypeVar("T")

EDGE = 8
GAP = 4
ROOM = WIDE - 2 * EDGE
LABEL = 44
"""Width of the symbol that says what a row is."""
LEAST = 48.0
"""Height of the lowest row."""
_PAD = 3
MAX_COUNT = 40
"""Things of a kind that are drawn; a position may claim more than there are in the box."""


class Panel:
    """What is drawn of a player, and how far down it has come."""

    def __init__(self, canvas: Canvas, colour: str) -> None:
        self.canvas, self.colour = canvas, colour
        self.scene = canvas.scene
        self.player: Player = self.scene.player(colour)
        self.y = float(EDGE)

    def path(self, thing: str) -> str:
        """The place of a thing of this player."""
        return f"players.{self.colour}.{thing}"

    def row(self, thing: str, symbol: str, height: float, words: Sequence[str], fill: Callable[[Box], None]) -> None:
        """A row with its symbol and what is known of it in words; `fill` draws the rest into a box that is at least as
        high as asked for."""
        box = (float(EDGE), self.y, float(ROOM), max(height, LEAST))
        with self.canvas.place(self.path(thing), box, *words):
            self.canvas.symbol(symbol, EDGE + 6, self.y + 11, 26)
            fill((EDGE + LABEL, self.y, ROOM - LABEL, box[3]))
        self.y += box[3] + GAP

    def things(
        self,
        thing: str,
        symbol: str,
        items: Sequence[T] | None,
        size: tuple[float, float],
        draw: Callable[[T, Box], None],
        name: Callable[[T], str],
    ) -> None:
        """Things side by side, as many rows as they need; a dash for none, unknown when nobody told."""
        wide, high = size
        per_row = int((ROOM - LABEL - 2 * _PAD) // wide)
        shown, more = (items or ())[:MAX_COUNT], len(items or ()) - MAX_COUNT
        rows = -(-len(shown) // per_row)

        def fill(box: Box) -> None:
            if items is None:
                self.canvas.unknown(box)
                return
            self.canvas.slot(box)
            top = box[1] + (box[3] - rows * high) / 2
            for place, item in enumerate(shown):
                draw(item, (box[0] + _PAD + place % per_row * wide, top + place // per_row * high, wide, high))
            if more > 0:
                self.canvas.text(EDGE + LABEL / 2 - 3, self.y + 50, f"+{more}", 13)
            if not items:
                self.canvas.text(box[0] + box[2] / 2, box[1] + box[3] / 2, "–", 18, "soft")

        words = [*self.scene.each(None if items is None else shown, name), *([f"+{more}"] if more > 0 else [])]
        self.row(thing, symbol, rows * high + 2 * _PAD, words, fill)


_PILES = {"hand": "to-hand", "draw": "card", "discard": "remove-card"}
_TILE = (45.0, 48.0)
_CHIP = (42.0, 36.0)
_CARD = (68.0, 92.0)
_MASTER = (98.0, 48.0)
_ROWS = 2
"""Rows of a player's buildings."""


def draw(panel: Panel) -> None:
    """Draw all of it."""
    for thing, symbol in _PILES.items():
        _pile(panel, thing, symbol)
    _deliveries(panel)
    _stations(panel)
    _buildings(panel)
    _tiles(panel)
    _rewards(panel)


def _pile(panel: Panel, thing: str, symbol: str) -> None:
    pile: Pile[Card] | None = getattr(panel.player, thing)
    kinds = tokens.kinds(panel.canvas, pile)
    rest = pile.count - len(pile.known) if pile else 0
    height = tokens.height(len(kinds or ()) + bool(rest), ROOM - LABEL)
    words = [panel.scene.pile(pile), *([panel.scene.many(kinds)] if kinds else [])]
    top = panel.y

    def fill(box: Box) -> None:
        tokens.spread(panel.canvas, kinds, box, rest)
        if pile is not None:
            panel.canvas.text(EDGE + 36, top + 14, pile.count, 13)

    panel.row(thing, symbol, height, words, fill)


def _chip(panel: Panel, word: str, box: Box) -> None:
    x, y, width, height = box
    panel.canvas.rect(x + 2, y + 3, width - 4, height - 6, "tile", 6)
    panel.canvas.text(x + width / 2, y + height / 2, word, 15 if len(word) < 4 else 12)


def _times(number: int, value: int) -> str:
    return str(value) if number == 1 else f"{value} ×{number}"


def _deliveries(panel: Panel) -> None:
    """The cities with discs, by the value that they ask for."""
    deliveries, cities = panel.player.deliveries, panel.scene.catalog.cities.cities
    items = None if deliveries is None else [(city, number) for city, number in deliveries.items() if number]
    panel.things(
        "deliveries",
        "city",
        items,
        _CHIP,
        lambda item, box: _chip(panel, _times(item[1], cities[item[0]].value), box),
        lambda item: panel.scene.counted(item[1], panel.scene.name("city", item[0])),
    )


def _stations(panel: Panel) -> None:
    panel.things(
        "stations",
        "station",
        panel.player.stations,
        _CHIP,
        lambda number, box: _chip(panel, str(number), box),
        lambda number: panel.scene.title("station", number),
    )


def _buildings(panel: Panel) -> None:
    """All tiles: those on the trail, those out of the game, those left; the side as far as it is known."""
    scene, canvas = panel.scene, panel.canvas
    sides, gone, faces = scene.position.game.sides or {}, panel.player.placed_out, scene.catalog.buildings.faces
    pieces = scene.position.board.buildings.values()
    placed = {faces[piece.face].number: piece.face for piece in pieces if piece and piece.player == panel.colour}
    lost = {faces[face].number: face for face in gone or ()}
    numbers = sorted({face.number for face in faces.values()})
    per_row = -(-len(numbers) // _ROWS)
    # A building that is not seen may stand where nobody has told what stands there.
    spaces = {space.id for space in scene.catalog.trail.spaces.values() if space.kind == "building"}
    sure = gone is not None and spaces <= set(scene.position.board.buildings)
    words = [scene.unknown] if gone is None else [*gone] or [scene.empty]

    def fill(box: Box) -> None:
        wide, high = box[2] / per_row, box[3] / _ROWS
        for place, number in enumerate(numbers):
            x, y = box[0] + place % per_row * wide, box[1] + place // per_row * high
            middle = y + high / 2
            if number in placed:
                canvas.rect(x + 1, y + 1, wide - 3, high - 2, f"tile own-{panel.colour}", 4)
                canvas.symbol(f"player-{panel.colour}", x + 5, middle - 7, 14, css="on-roof")
                canvas.text(x + wide / 2 + 7, middle, placed[number], 13, f"on-{panel.colour}")
            elif number in lost:
                canvas.rect(x + 1, y + 1, wide - 3, high - 2, "slot", 4)
                canvas.text(x + wide / 2, middle, lost[number], 13, "soft")
                canvas.path(f"M{x + 9:g} {y + high - 5:g}L{x + wide - 11:g} {y + 5:g}", "struck")
            else:
                canvas.rect(x + 1, y + 1, wide - 3, high - 2, "tile" if sure else "unknown", 4)
                canvas.text(x + wide / 2, middle, f"{number}{sides.get(number, '')}", 13)

    panel.row("placed_out", "building-own", 54, words, fill)


def _tiles(panel: Panel) -> None:
    scene = panel.scene
    panel.things(
        "hazards",
        "hazard-any",
        panel.player.hazards,
        _TILE,
        lambda tile, box: draw_hazard(panel.canvas, tile, box),
        scene.hazard,
    )
    outlaws = panel.player.outlaws
    panel.things(
        "outlaws",
        "outlaw-any",
        None if outlaws is None else [(colour, number) for colour, number in outlaws.items() if number],
        (80, 40),
        lambda item, box: _outlaws(panel, *item, box),
        lambda item: scene.counted(item[1], scene.title("outlaw", item[0])),
    )


def _outlaws(panel: Panel, colour: str, number: int, box: Box) -> None:
    panel.canvas.symbol(f"outlaw-{colour}", box[0] + 6, box[1] + 5, 30)
    panel.canvas.text(box[0] + 42, box[1] + box[3] / 2, f"×{number}", 16, "", "start")


def _rewards(panel: Panel) -> None:
    """Objective cards that count, and station masters."""
    canvas, masters = panel.canvas, panel.player.station_masters
    panel.things(
        "objectives",
        "objective",
        panel.player.objectives,
        _CARD,
        lambda card, box: tokens.objective(canvas, card, (box[0] + 1, box[1] + 1, box[2] - 2, box[3] - 2)),
        panel.scene.card,
    )
    panel.things(
        "station_masters",
        "station-master",
        None if masters is None else [StationSlot(master=tile) for tile in masters],
        _MASTER,
        lambda slot, box: tokens.master(canvas, slot, (box[0] + 1, box[1], box[2] - 2, box[3])),
        panel.scene.master,
    )
