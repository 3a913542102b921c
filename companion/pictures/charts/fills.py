"""How the categories are told apart: by their number, by a hatching, and by a colour, in this order of trust."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from companion.pictures.charts.canvas import Chart, width_of

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
