"""What charts are drawn on: a picture with lines, hatched areas, and text that keeps to its room; numbers to places."""

from __future__ import annotations

import math
import unicodedata
from dataclasses import dataclass

from companion.drawing import Picture

WIDTH = 328
"""The room between the margins of a phone; everything is drawn for it and may be shown larger."""

LABEL = "#1d1813"
"""What is written or hatched on a filled area, in every theme."""

_WIDE, _NARROW = 1.0, 0.6
"""How wide letters are, in their own size: those of East Asian scripts, and the others on average."""

_NICE = (1, 2, 2.5, 5, 10)
"""Steps between round numbers, times a power of ten."""


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

    def heading(self, top: float, name: str, note: str) -> None:
        """A line above somebody's part of a chart: a name, and a few words at the right."""
        self.fitting(0, top + 10, name, 14, WIDTH - width_of(note, 13) - 8)
        self.text(WIDTH, top + 10, note, 13, "soft", "end")

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
    left = words
    while left and width_of(f"{left}…", size) > room:
        left = left[:-1]
    return f"{left.rstrip()}…"


@dataclass(frozen=True)
class Scale:
    """Places a number of `least` to `most` between `start` and `end`."""

    least: float
    most: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The place of a number."""
        span = self.most - self.least
        return self.start + (self.end - self.start) * ((value - self.least) / span if span else 0.5)


def ticks(least: float, most: float, count: int = 4) -> tuple[int, ...]:
    """Round whole numbers within a range, about so many; those next to it when there are not two."""
    span = max(most - least, 1)
    power = 10.0 ** math.floor(math.log10(span / count))
    step = max(1, next(math.ceil(nice * power) for nice in _NICE if nice * power * count >= span))
    first, last = math.floor(least / step), math.ceil(most / step)
    around = tuple(number * step for number in range(first, max(last, first + 1) + 1))
    within = tuple(number for number in around if least <= number <= most)
    return within if len(within) > 1 else around
