"""Where scores lie: a line from the lowest to the best, a box around the middle half of them, a bar at the median."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawing import signed
from companion.pictures.charts.canvas import WIDTH, Chart, Scale, ticks

_ROW, _HEAD, _BOX = 58, 24, 20
_TICK = 12
_AXIS = 22


@dataclass(frozen=True)
class Range:
    """One line of the chart: a name, a few words at the right, and five numbers."""

    name: str
    note: str
    least: float
    lower: float
    median: float
    upper: float
    most: float


def spreads(ranges: Sequence[Range]) -> Chart:
    """The ranges one below the other, on one scale."""
    height = _ROW * len(ranges)
    canvas = Chart(WIDTH, height + _AXIS, "")
    least, most = min((one.least for one in ranges), default=0), max((one.most for one in ranges), default=1)
    marks = ticks(least, most)
    scale = Scale(min(least, marks[0]), max(most, marks[-1]), 12, WIDTH - 12)
    for mark in marks:
        canvas.text(scale(mark), height + 10, signed(mark), _TICK, "soft")
    for row, one in enumerate(ranges):
        top, middle = row * _ROW, row * _ROW + _HEAD + _BOX / 2
        canvas.heading(top, one.name, one.note)
        for mark in marks:
            canvas.line(scale(mark), top + _HEAD - 2, scale(mark), top + _HEAD + _BOX + 2, "grid")
        canvas.line(scale(one.least), middle, scale(one.most), middle, "whisker")
        for end in (one.least, one.most):
            canvas.line(scale(end), middle - 6, scale(end), middle + 6, "whisker")
        lower, upper = scale(one.lower), scale(one.upper)
        canvas.rect(lower - 1, middle - _BOX / 2, upper - lower + 2, _BOX, "box", 3)
        canvas.rect(scale(one.median) - 2, middle - _BOX / 2 - 2, 4, _BOX + 4, "median", 1)
    return canvas
