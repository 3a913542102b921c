"""The card that stands for a page where its link is passed on: what the page is called, and what it says."""

from __future__ import annotations

from markupsafe import Markup

from companion.drawing import Picture
from companion.pictures.charts import cut, width_of

WIDTH, HEIGHT = 600, 315
"""In pixels twice that: what messengers ask for."""
_LEFT, _LOGO = 36, 36
_ROOM = WIDTH - 2 * _LEFT
_ROW = ("hazard-flood", "cattle-longhorn", "worker-cowboy", "building", "station", "engine", "city", "objective")
"""What the game is about: symbols of our own along the lower edge."""


def card(app: str, title: str, text: str) -> Markup:
    """A card with the name of the app; what does not fit is cut off. Its sprite is its own: see `standalone`."""
    picture = Picture(WIDTH, HEIGHT, "")
    picture.symbol("logo", _LEFT, 24, _LOGO)
    picture.text(_LEFT + _LOGO + 12, 24 + _LOGO / 2, app, 18, "soft", "start")
    y = 96.0
    for words, size, css, most in ((title, 34, "", 2), (text, 19, "soft", 4)):
        for line in _lines(words, size, most):
            picture.text(_LEFT, y, line, size, css, "start")
            y += size * 1.25
        y += 2
    picture.path(f"M0 {HEIGHT - 26}H{WIDTH}", "road")
    picture.path(f"M0 {HEIGHT - 26}H{WIDTH}", "road-line")
    for place, name in enumerate(_ROW):
        picture.symbol(name, _LEFT + place * (_ROOM - 32) / (len(_ROW) - 1), HEIGHT - 42, 32)
    return picture.markup()


def _lines(words: str, size: float, most: int) -> list[str]:
    """A text in lines, the last of which may be cut off."""
    lines: list[str] = []
    for word in words.split():
        if lines and (len(lines) == most or width_of(f"{lines[-1]} {word}", size) <= _ROOM):
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [cut(line, size, _ROOM) for line in lines]
