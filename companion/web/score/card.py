"""The result as one picture to send: who won, the bars, and every number."""

from __future__ import annotations

from datetime import datetime

from flask_babel import format_date, gettext

from companion.paths import folder
from companion.pictures.charts import bars, fills
from companion.pictures.charts.canvas import WIDTH, Chart
from companion.pictures.charts.standalone import standalone
from companion.web.language import name
from companion.web.score import outcome
from companion.web.score.view import Pad

_MARGIN, _HEAD, _BAR, _LINE = 20, 64, 68, 26
_FIRST, _COLUMN = 150, 44


def card(pad: Pad, at: datetime) -> bytes:
    """The result as an SVG file."""
    rows, lines = pad.rows, outcome.table(pad)
    points = outcome.counted(pad)
    height = _HEAD + _BAR * len(rows) + _LINE * (len(lines) + 2) + 2 * _MARGIN
    canvas = Chart(WIDTH + 2 * _MARGIN, height, "")
    canvas.rect(0, 0, canvas.width, height, "paper")
    with canvas.group(_MARGIN, _MARGIN):
        title = outcome.headline(pad)
        canvas.fitting(0, 10, title, 17, WIDTH, "title")
        day = gettext("Great Western Trail, %(day)s", day=format_date(at, "long"))
        canvas.fitting(0, 34, outcome.remark(pad) or day, 13, WIDTH, "soft")
    all_bars = [outcome.bar(pad, player, points) for player in rows]
    with canvas.group(_MARGIN, _MARGIN + _HEAD):
        bars.draw(canvas, all_bars, bars.reach(all_bars))
    with canvas.group(_MARGIN, _MARGIN + _HEAD + _BAR * len(rows)):
        for column, player in enumerate(rows):
            canvas.symbol(f"player-{player.colour}", _right(column, len(rows)) - 18, 2, 18)
        for line, row in enumerate(lines, start=1):
            top = line * _LINE
            canvas.line(0, top, WIDTH, top, "grid")
            fills.segment(canvas, row.number, 1, top + 3, 20, 20)
            canvas.fitting(28, top + 13, name("category", row.id), 13, _FIRST - 28, "plain")
            for column, value in enumerate(row.points):
                best = value is not None and value == row.most
                canvas.text(
                    _right(column, len(rows)), top + 13, outcome.shown(value), 14, "" if best else "plain", "end"
                )
        top = (len(lines) + 1) * _LINE
        canvas.line(0, top, WIDTH, top, "axis")
        canvas.text(0, top + 14, gettext("Total"), 14, "", "start")
        for column, player in enumerate(rows):
            standing = pad.standings[player.seat]
            css = "first" if standing.place == 1 else ""
            canvas.text(_right(column, len(rows)), top + 14, outcome.shown(standing.total), 15, css, "end")
    return standalone(canvas, title, folder("static") / "symbols.svg")


def _right(column: int, columns: int) -> float:
    """The right edge of a player's column."""
    return WIDTH - (columns - 1 - column) * _COLUMN
