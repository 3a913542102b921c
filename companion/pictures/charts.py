"""Charts as SVG, made on the server: pure functions from numbers and words to pictures.

They are read without colours: a category has its number and a hatching, a victory a filled dot, everybody a name.
The words come from the caller in the reader's language.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from companion.drawing import Picture, signed

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
        self._add("path", css, d=d, fill="none", stroke=LABEL, **{"stroke-width": 1, "stroke-opacity": 0.45})

    def label(self, x: float, y: float, words: object, size: float) -> None:
        """A word on a filled area; `y` is its middle."""
        self._add("text", "on-fill", words, x=x, y=y + size * 0.36, fill=LABEL, **{"font-size": size})

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


_GAP = 5
_SIZE = 11
_SWATCH = 24


@dataclass(frozen=True)
class Fill:
    """A light colour, on which dark signs can be read, and a hatching: `/`, `\\`, `-`, `|`, `.` or none."""

    colour: str
    hatching: str = ""


_FILLS = (
    Fill("#e9c46a"),
    Fill("#d19f78", "-"),
    Fill("#9cc3e6"),
    Fill("#bfaede", "/"),
    Fill("#eb9a88"),
    Fill("#adcb66", "."),
    Fill("#f3bccb", "\\"),
    Fill("#84cbc2"),
    Fill("#d8d2c6", "|"),
    Fill("#f6dfae", "/"),
    Fill("#a4b3bf"),
)


def fill(number: int) -> Fill:
    """How the category with this number on the pad looks."""
    return _FILLS[(number - 1) % len(_FILLS)]


def segment(canvas: Chart, number: int, x: float, y: float, width: float, height: float, css: str = "") -> None:
    """The area of a category; it carries its number where there is room."""
    look = fill(number)
    canvas.area(x, y, width, height, look.colour, f"segment {css}".strip())
    hatched = hatching(look.hatching, x, y, width, height)
    if hatched:
        canvas.strokes(hatched, css)
    room = width_of(str(number), _SIZE) + 3
    if width >= room:
        if hatched:
            canvas.area(x + (width - room) / 2, y + height / 2 - 7, room, 14, look.colour, css)
        canvas.label(x + width / 2, y + height / 2, number, _SIZE)


def swatch(number: int) -> Markup:
    """The look of a category beside its name."""
    canvas = Chart(_SWATCH, _SWATCH, "")
    segment(canvas, number, 1, 1, _SWATCH - 2, _SWATCH - 2)
    return canvas.markup(css="swatch")


def hatching(kind: str, x: float, y: float, width: float, height: float) -> str:
    """The strokes of a hatching within a rectangle, as a path."""
    right, bottom = x + width, y + height
    if kind == "-":
        return "".join(f"M{x:.1f} {at:.1f}H{right:.1f}" for at in _steps(y, bottom))
    if kind == "|":
        return "".join(f"M{at:.1f} {y:.1f}V{bottom:.1f}" for at in _steps(x, right))
    if kind == ".":
        return "".join(f"M{a:.1f} {b:.1f}h1.5" for b in _steps(y, bottom) for a in _steps(x, right - 1.5))
    if kind in ("/", "\\"):
        return "".join(_diagonal(kind, x, y, width, height, along) for along in _steps(0, width + height))
    return ""


def _diagonal(kind: str, x: float, y: float, width: float, height: float, along: float) -> str:
    # From the lower edge or the right side up to the left side or the upper edge, and mirrored for the other kind.
    start = (min(along, width), max(0.0, along - width))
    end = (max(0.0, along - height), min(along, height))
    (ax, ay), (bx, by) = start, end
    if kind == "\\":
        ax, bx = width - ax, width - bx
    return f"M{x + ax:.1f} {y + ay:.1f}L{x + bx:.1f} {y + by:.1f}"


def _steps(start: float, end: float) -> list[float]:
    count = int((end - start) / _GAP)
    return [start + _GAP * (number + 0.5) for number in range(count)]


# Bars put together from categories: what a total is made of. Points below zero stand left of the zero line.

_BAR_ROW, _BAR_HEAD, _BAR = 68, 26, 30
_NAME, _TOTAL = 14, 18


@dataclass(frozen=True)
class Bar:
    """Somebody's points: `parts` are numbers of categories and their points, in the order of the pad."""

    name: str
    symbol: str
    """The symbol of the player's colour; "" for none."""
    total: str
    """The total as it is written at the end of the line above the bar."""
    parts: Mapping[int, float]


def reach(bars: Sequence[Bar]) -> tuple[float, float]:
    """How far the bars go below and above zero."""
    below = min((sum(min(value, 0) for value in bar.parts.values()) for bar in bars), default=0)
    above = max((sum(max(value, 0) for value in bar.parts.values()) for bar in bars), default=0)
    return below, max(above, 1)


def stacked(bars: Sequence[Bar], sprite: str, room: tuple[float, float] | None = None, newest: int = 0) -> Chart:
    """The bars one below the other.

    `room`: how far below and above zero there is room, when more than these bars needs; `newest`: the number of
    a category that has only just been added and may be shown coming in.
    """
    canvas = Chart(WIDTH, _BAR_ROW * len(bars) - (_BAR_ROW - _BAR_HEAD - _BAR) + 8, sprite)
    draw(canvas, bars, room or reach(bars), newest)
    return canvas


def draw(canvas: Chart, bars: Sequence[Bar], room: tuple[float, float], newest: int = 0) -> None:
    """Draw bars onto a picture, 68 units each, from its upper left corner on."""
    scale = Scale(*room, 1, WIDTH - 1)
    zero = scale(0)
    for row, bar in enumerate(bars):
        top = row * _BAR_ROW
        left = 0
        if bar.symbol:
            canvas.symbol(bar.symbol, 0, top, 20)
            left = 26
        canvas.fitting(left, top + 10, bar.name, _NAME, WIDTH - left - width_of(bar.total, _TOTAL) - 8)
        canvas.text(WIDTH, top + 10, bar.total, _TOTAL, "", "end")
        at_right, at_left = zero, zero
        for number, value in bar.parts.items():
            width = abs(scale(value) - zero)
            if not width:
                continue
            at_left -= width if value < 0 else 0
            css = "newest" if number == newest else ""
            segment(canvas, number, at_left if value < 0 else at_right, top + _BAR_HEAD, width, _BAR, css)
            at_right += width if value > 0 else 0
        canvas.line(zero, top + _BAR_HEAD - 3, zero, top + _BAR_HEAD + _BAR + 3, "axis")


# Where scores lie: a line from the lowest to the best, a box around the middle half of them, a bar at the median.

_RANGE_ROW, _RANGE_HEAD, _BOX = 58, 24, 20
_TICK = 12
_AXIS = 22


@dataclass(frozen=True)
class Range:
    """One line of the chart: a name, a few words at the right, and the lowest, the quartiles and the best."""

    name: str
    note: str
    marks: tuple[float, float, float, float, float]


def spreads(ranges: Sequence[Range]) -> Chart:
    """The ranges one below the other, on one scale."""
    height = _RANGE_ROW * len(ranges)
    canvas = Chart(WIDTH, height + _AXIS, "")
    least, most = min((one.marks[0] for one in ranges), default=0), max((one.marks[-1] for one in ranges), default=1)
    marks = ticks(least, most)
    scale = Scale(min(least, marks[0]), max(most, marks[-1]), 12, WIDTH - 12)
    for mark in marks:
        canvas.text(scale(mark), height + 10, signed(mark), _TICK, "soft")
    for row, one in enumerate(ranges):
        top, middle = row * _RANGE_ROW, row * _RANGE_ROW + _RANGE_HEAD + _BOX / 2
        canvas.heading(top, one.name, one.note)
        for mark in marks:
            canvas.line(scale(mark), top + _RANGE_HEAD - 2, scale(mark), top + _RANGE_HEAD + _BOX + 2, "grid")
        low, lower, median, upper, high = map(scale, one.marks)
        canvas.line(low, middle, high, middle, "whisker")
        for end in (low, high):
            canvas.line(end, middle - 6, end, middle + 6, "whisker")
        canvas.rect(lower - 1, middle - _BOX / 2, upper - lower + 2, _BOX, "box", 3)
        canvas.rect(median - 2, middle - _BOX / 2 - 2, 4, _BOX + 4, "median", 1)
    return canvas


# How somebody's scores went from game to game: a strip for everybody, all on one scale; a filled dot is a victory.

_COURSE_ROW, _COURSE_HEAD, _STRIP = 108, 24, 68
_LEFT = 30
_CLOSE = 10
"""Dots nearer to each other than this are drawn smaller."""


@dataclass(frozen=True)
class Dot:
    """One score: the number of the game, from 0, the points, and whether it won."""

    at: int
    points: float
    won: bool


@dataclass(frozen=True)
class Course:
    """Somebody's scores, the oldest first, and a few words at the right of the name."""

    name: str
    note: str
    dots: Sequence[Dot]


def courses(people: Sequence[Course], games: int, first: str, last: str) -> Chart:
    """The courses one below the other over so many games; `first` and `last` are the days at the ends."""
    height = _COURSE_ROW * len(people)
    canvas = Chart(WIDTH, height + 8, "")
    all_points = [dot.points for person in people for dot in person.dots] or [0]
    marks = ticks(min(all_points), max(all_points), count=3)
    least, most = min(marks[0], *all_points), max(marks[-1], *all_points)
    right = Scale(0, max(games - 1, 0), _LEFT + 8, WIDTH - 8)
    radius = 5 if games < 2 or (WIDTH - _LEFT) / games > _CLOSE else 3
    for row, person in enumerate(people):
        top = row * _COURSE_ROW
        up = Scale(least, most, top + _COURSE_HEAD + _STRIP - 4, top + _COURSE_HEAD + 4)
        canvas.heading(top, person.name, person.note)
        for mark in marks:
            canvas.line(_LEFT, up(mark), WIDTH, up(mark), "grid")
            canvas.text(_LEFT - 4, up(mark), signed(mark), _TICK, "soft", "end")
        places = [(right(dot.at), up(dot.points)) for dot in person.dots]
        if len(places) > 1:
            canvas.path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places), "course")
        for (x, y), dot in zip(places, person.dots, strict=True):
            canvas.circle(x, y, radius, "dot won" if dot.won else "dot")
    if games > 1:
        canvas.text(_LEFT, height - 4, first, _TICK, "soft", "start")
        canvas.text(WIDTH, height - 4, last, _TICK, "soft", "end")
    return canvas
