"""The board of one player under construction, from the top down, and rows of things that all look alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from companion.drawing import Box
from companion.engine import Player
from companion.pictures.board.canvas import Canvas
from companion.pictures.board.layout import WIDE

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
