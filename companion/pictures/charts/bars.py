"""Bars put together from categories: what a total is made of. Points below zero stand left of the zero line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.pictures.charts.canvas import WIDTH, Chart, Scale, width_of
from companion.pictures.charts.fills import segment

_ROW, _HEAD, _BAR = 68, 26, 30
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
    canvas = Chart(WIDTH, _ROW * len(bars) - (_ROW - _HEAD - _BAR) + 8, sprite)
    draw(canvas, bars, room or reach(bars), newest)
    return canvas


def draw(canvas: Chart, bars: Sequence[Bar], room: tuple[float, float], newest: int = 0) -> None:
    """Draw bars onto a picture, 68 units each, from its upper left corner on."""
    scale = Scale(*room, 1, WIDTH - 1)
    zero = scale(0)
    for row, bar in enumerate(bars):
        top = row * _ROW
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
            segment(canvas, number, at_left if value < 0 else at_right, top + _HEAD, width, _BAR, css)
            at_right += width if value > 0 else 0
        canvas.line(zero, top + _HEAD - 3, zero, top + _HEAD + _BAR + 3, "axis")
