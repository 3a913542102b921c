"""How somebody's scores went from game to game: a strip for everybody, all on one scale; a filled dot is a victory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawing import signed
from companion.pictures.charts.canvas import WIDTH, Chart, Scale, ticks

_ROW, _HEAD, _STRIP = 108, 24, 68
_TICK = 12
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
    height = _ROW * len(people)
    canvas = Chart(WIDTH, height + 8, "")
    all_points = [dot.points for person in people for dot in person.dots] or [0]
    marks = ticks(min(all_points), max(all_points), count=3)
    least, most = min(marks[0], *all_points), max(marks[-1], *all_points)
    right = Scale(0, max(games - 1, 0), _LEFT + 8, WIDTH - 8)
    radius = 5 if games < 2 or (WIDTH - _LEFT) / games > _CLOSE else 3
    for row, person in enumerate(people):
        top = row * _ROW
        up = Scale(least, most, top + _HEAD + _STRIP - 4, top + _HEAD + 4)
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
