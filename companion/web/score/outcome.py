"""How a game ended: who won, what the totals are made of, as pictures and as text to pass on."""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import format_date, format_decimal, gettext, ngettext
from markupsafe import Markup

from companion.engine import Standing
from companion.pictures import charts, standalone
from companion.pictures.charts import WIDTH, Chart
from companion.sheets.about import About
from companion.sheets.states import PlayerRow
from companion.web import assets
from companion.web.language import colon, name
from companion.web.score.view import CategoryView, Pad

NAMELESS = "–"
Counted = Mapping[int, Mapping[str, int]]
"""Seat -> category -> the points that count there."""


def shown(value: int | str | None) -> str:
    """Points with a real minus sign, a dash for none."""
    return NAMELESS if value is None else str(value).replace("-", "−")


def decimal(value: float) -> str:
    """A number with at most one decimal, a real minus sign, and the decimal sign of the reader."""
    return str(format_decimal(round(value, 1), format="#,##0.#")).replace("-", "−")


def counted(pad: Pad) -> Counted:
    """The points that count, typed or made of things: seat -> category -> points."""
    points: dict[int, dict[str, int]] = {player.seat: {} for player in pad.sheet.players}
    for (seat, category), cell in pad.cells.items():
        if cell.points is not None:
            points[seat][category] = cell.points
    return points


def remark(pad: Pad) -> str:
    """What of the outcome cannot be right, in one sentence; empty when nothing is doubted."""
    names = {player.seat: player.name for player in pad.sheet.players}
    cells = dict.fromkeys(cell for _, cells in pad.doubted for cell in cells)
    what = ", ".join(f"{names[seat]} ({name('category', category)})" for seat, category in cells)
    return str(gettext("Something can't be right: please check %(what)s.", what=what)) if what else ""


def missing(pad: Pad) -> list[tuple[PlayerRow, tuple[str, ...]]]:
    """Everybody for whom something was not entered, with the categories."""
    by_player = ((player, pad.standings[player.seat].missing) for player in pad.sheet.players)
    return [(player, categories) for player, categories in by_player if categories]


def variants(pad: Pad) -> str:
    """What was played with, in the reader's language."""
    return ", ".join(name("variant", variant) for variant in pad.sheet.variants)


def chart(pad: Pad, upto: int | None = None) -> Markup:
    """What the totals are made of, up to a category of the pad, which then comes in; all of it without one."""
    points, sprite = counted(pad), assets.sprite()
    whole = [bar(pad, player, points) for player in pad.sheet.players]
    parts = [bar(pad, player, points, upto) for player in pad.sheet.players]
    if upto is None:
        whole = parts = [bar(pad, player, points) for player in pad.rows]
    words = gettext("Bars made of the points in each category. The numbers stand in the text.")
    return charts.stacked(parts, sprite, charts.reach(whole), newest=upto or 0).markup(words, "chart")


def bar(pad: Pad, player: PlayerRow, points: Counted, upto: int | None = None) -> charts.Bar:
    """Somebody's bar, up to a category of the pad or whole."""
    numbers = {category.id: category.number for category in pad.categories}
    mine = {numbers[category]: value for category, value in points[player.seat].items() if category in numbers}
    parts = {number: mine[number] for number in sorted(mine) if upto is None or number <= upto}
    total = shown(sum(parts.values()) if parts else None)
    return charts.Bar(player.name, f"player-{player.colour}", total, parts)


def table(pad: Pad) -> list[tuple[CategoryView, list[int | None], int | None]]:
    """Category by category the points of everybody, in the order of their places, and the most that somebody has there,
    when the others have less.
    """
    points, rows = counted(pad), []
    for category in pad.categories:
        own = [points[player.seat].get(category.id) for player in pad.rows]
        entered = [value for value in own if value is not None]
        most = max(entered) if entered and len(own) > 1 and min(entered) < max(entered) else None
        rows.append((category, own, most))
    return rows


def text_of(pad: Pad) -> str:
    """The result as plain text, to be sent to somebody."""
    rows, standings = pad.rows, pad.standings
    details = About.of(pad.sheet.fields)
    head = [gettext("Great Western Trail, %(day)s", day=format_date(pad.sheet.day, "long")), details.location]
    head += [ngettext("%(num)d minute", "%(num)d minutes", details.minutes)] if details.minutes else []
    lines = [", ".join(filter(None, head)), pad.headline]
    lines += [] if pad.sheet.finished_at else [gettext("This game is not finished yet.")]
    lines += [remark(pad), ""] if pad.doubted else [""]
    lines += [f"{_place(standings, player)} {player.name} {shown(standings[player.seat].total)}" for player in rows]
    lines.append("")
    for category, points, _ in table(pad):
        numbers = ", ".join(f"{player.name} {shown(value)}" for player, value in zip(rows, points, strict=True))
        lines.append(name("category", category.id) + colon() + numbers)
    if details.note:
        lines += ["", details.note]
    return "\n".join(lines) + "\n"


def _place(standings: Mapping[int, Standing], player: PlayerRow) -> str:
    place = standings[player.seat].place
    return f"{place}." if place else NAMELESS


_MARGIN, _HEAD, _BAR, _LINE = 20, 64, 68, 26
_FIRST, _COLUMN = 150, 44


def card(pad: Pad) -> str:
    """The result as an SVG file."""
    rows, lines = pad.rows, table(pad)
    points = counted(pad)
    height = _HEAD + _BAR * len(rows) + _LINE * (len(lines) + 2) + 2 * _MARGIN
    canvas = Chart(WIDTH + 2 * _MARGIN, height, "")
    with canvas.group(_MARGIN, _MARGIN):
        title = pad.headline
        canvas.fitting(0, 10, title, 17, WIDTH, "title")
        day = gettext("Great Western Trail, %(day)s", day=format_date(pad.sheet.day, "long"))
        canvas.fitting(0, 34, remark(pad) or day, 13, WIDTH, "soft")
    all_bars = [bar(pad, player, points) for player in rows]
    with canvas.group(_MARGIN, _MARGIN + _HEAD):
        charts.draw(canvas, all_bars, charts.reach(all_bars))
    with canvas.group(_MARGIN, _MARGIN + _HEAD + _BAR * len(rows)):
        for column, player in enumerate(rows):
            canvas.symbol(f"player-{player.colour}", _right(column, len(rows)) - 18, 2, 18)
        for line, (category, own, most) in enumerate(lines, start=1):
            top = line * _LINE
            canvas.line(0, top, WIDTH, top, "grid")
            charts.segment(canvas, category.number, 1, top + 3, 20, 20)
            canvas.fitting(28, top + 13, name("category", category.id), 13, _FIRST - 28, "plain")
            for column, value in enumerate(own):
                best = value is not None and value == most
                canvas.text(_right(column, len(rows)), top + 13, shown(value), 14, "" if best else "plain", "end")
        top = (len(lines) + 1) * _LINE
        canvas.line(0, top, WIDTH, top, "axis")
        canvas.text(0, top + 14, gettext("Total"), 14, "", "start")
        for column, player in enumerate(rows):
            standing = pad.standings[player.seat]
            css = "first" if standing.place == 1 else ""
            canvas.text(_right(column, len(rows)), top + 14, shown(standing.total), 15, css, "end")
    return standalone.svg(canvas.markup(title), "light")


def _right(column: int, columns: int) -> float:
    """The right edge of a player's column."""
    return WIDTH - (columns - 1 - column) * _COLUMN
