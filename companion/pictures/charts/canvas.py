"""What charts are drawn on: a picture with lines, hatched areas, and text that keeps to its room."""

from __future__ import annotations

import unicodedata

from companion.drawing import Picture

WIDTH = 328
"""The room between the margins of a phone; everything is drawn for it and may be shown larger."""

LABEL = "#1d1813"
"""What is written or hatched on a filled area, in every theme."""

_WIDE, _NARROW = 1.0, 0.6
"""How wide letters are, in their own size: those of East Asian scripts, and the others on average."""


class Chart(Picture):
    """A picture with what charts need besides."""

    def line(self, x: float, y: float, to_x: float, to_y: float, css: str) -> None:
        """A straight line."""
        self._add("line", css, x1=x, y1=y, x2=to_x, y2=to_y)

    def area(self, x: float, y: float, width: float, height: float, fill: str, css: str = "") -> None:
        """A rectangle in a colour that is the same in every theme, for it is data."""
        self._add("rect", css, x=x, y=y, width=width, height=height, fill=fill)

    def strokes(self, d: str, css: str = "") -> None:
        """Thin lines on a filled area."""
        self._add("path", css, d=d, fill="none", stroke=LABEL, stroke_width=1, stroke_opacity=0.45)

    def label(self, x: float, y: float, words: object, size: float) -> None:
        """A word on a filled area; `y` is its middle."""
        element = self._add("text", "on-fill", x=x, y=y + size * 0.36, font_size=size, fill=LABEL)
        element.text = str(words)

    def fitting(
        self, x: float, y: float, words: str, size: float, room: float, css: str = "", anchor: str = "start"
    ) -> None:
        """A line of text that is cut off with an ellipsis where its room ends."""
        self.text(x, y, cut(words, size, room), size, css, anchor)


def width_of(words: str, size: float) -> float:
    """About how wide a line of bold text becomes."""
    return size * sum(_WIDE if unicodedata.east_asian_width(sign) in "WF" else _NARROW for sign in words)


def cut(words: str, size: float, room: float) -> str:
    """As much of a text as fits into a room."""
    if width_of(words, size) <= room:
        return words
    kept = words
    while kept and width_of(f"{kept}…", size) > room:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"
