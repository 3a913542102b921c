"""A picture as a file of its own: with its colours and symbols in it, and as pixels.

On pages, the style sheet colours a picture and the sprite lends it symbols. A file takes along what it needs of both,
with the colours of one theme put in, because neither variables nor other files reach it.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator, Mapping

from markupsafe import Markup

from companion import painter
from companion.drawing import Picture
from companion.paths import folder
from companion.pictures.charts import cut, width_of

# The card that stands for a page where its link is passed on: what the page is called, and what it says.

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


THEMES = ("light", "dark")

MAX_PIXELS = 8_000_000
"""Pixels of the largest picture: 32 MB while it is painted."""

_SHARPEST = 2.0
"""Pixels for each unit, where that is not too many."""
_FONT = "Notebook Gothic"
_STYLES = ("app.css", "css/board.css", "css/result.css")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{((?:[^{}]*\{[^{}]*\})*)\s*\}")
_AT_RULE = re.compile(r"@[a-z-]+[^{}]*\{(?:[^{}]*\{[^{}]*\})*\s*\}")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_TOKEN = re.compile(r"(--[a-z-]+):\s*([^;]+);")
_VARIABLE = re.compile(r"var\((--[a-z-]+)(?:,[^()]*)?\)")
_BOX = re.compile(r'viewBox="0 0 (\S+) (\S+)"')
_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)


@functools.cache
def _sheets() -> str:
    """All rules about pictures and colours."""
    texts = ((folder("static") / name).read_text(encoding="utf-8") for name in _STYLES)
    return _COMMENT.sub("", "\n".join(texts))


@functools.cache
def tokens(theme: str) -> Mapping[str, str]:
    """The colours of a theme by name: `--ink`. Raises KeyError for a theme that does not exist."""
    dark = "".join(_DARK.findall(_sheets()))
    css = {"light": _AT_RULE.sub("", _sheets()), "dark": _AT_RULE.sub("", _sheets()) + dark}[theme]
    roots = "".join(body for selector, body in _RULE.findall(css) if selector.strip() == ":root")
    return dict(_TOKEN.findall(roots))


@functools.cache
def style(theme: str) -> str:
    """The rules that colour a picture, with the theme's colours in them."""
    return "\n".join(_rules(theme))


def _rules(theme: str) -> Iterator[str]:
    colours = tokens(theme)
    for selector, body in _RULE.findall(_AT_RULE.sub("", _sheets())):
        # Nothing can be hovered or focused in a file.
        names = [name.strip() for name in selector.split(",") if name.strip().startswith(".pic ") and ":" not in name]
        if names:
            yield f"{','.join(names)}{{{_colours(body.strip(), colours)}}}"


def _colours(text: str, colours: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda match: colours[match[1]], text)


@functools.cache
def _symbols() -> Mapping[str, str]:
    sprite = (folder("static") / "symbols.svg").read_text(encoding="utf-8")
    return {match[1]: match[0] for match in _SYMBOL.finditer(sprite)}


def svg(picture: Markup, theme: str) -> str:
    """A picture drawn with an empty address of the sprite, as a file. Raises KeyError for an unknown theme."""
    colours = tokens(theme)
    used = sorted(set(re.findall(r'href="#([^"]+)"', picture)))
    symbols = _colours("".join(_symbols()[name] for name in used), colours)
    head, _, rest = str(picture).partition(">")
    head = f'{head} xmlns="http://www.w3.org/2000/svg" color="{colours["--ink"]}"'
    style_text = style(theme).replace("&", "&amp;").replace("<", "&lt;")
    paper = f'<rect width="100%" height="100%" fill="{colours["--paper"]}"/>'
    return f"{head}><style>{style_text}</style><defs>{symbols}</defs>{paper}{rest}\n"


def size(picture: str) -> tuple[float, float]:
    """How many units wide and high a picture of ours is."""
    match = _BOX.search(picture)
    if match is None:
        raise ValueError("not a picture")
    return float(match[1]), float(match[2])


def png(file: str) -> bytes:
    """The pixels of a file of ours, sharp on a phone, within bounds. Raises painter.PainterBusy."""
    width, height = size(file)
    font = folder("static") / "vendor" / "notebook-gothic-bold.ttf"
    zoom = min(_SHARPEST, math.sqrt(MAX_PIXELS / (width * height)))
    return painter.paint(file, max(1, int(width * zoom)), font, _FONT)
