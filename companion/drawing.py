"""SVG written element by element, so that whatever goes in comes out well-formed.

Colours are classes of the style sheet (`.pic ...`): one picture serves light, dark and paper. Symbols are those of
the sprite, on its 24 px grid; rows of them with digits between are made of glyphs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from unicodedata import east_asian_width

from markupsafe import Markup

GRID = 24
"""Side of a symbol in the sprite."""
_VALUE_X, _VALUE_Y, _VALUE_SIZE = 17 / GRID, 20.2 / GRID, 9 / GRID
"""Where a cattle symbol leaves room for its breeding value."""
_LETTER, _FULL = 0.66, 0.92
"""How wide a bold letter is, of the size of its type; and one of Korean."""
_WIDTHS = dict.fromkeys("Iijl.,()1 ", 0.38) | dict.fromkeys("frt", 0.5) | dict.fromkeys("Mmw", 0.98)
_DIGIT, _DIGIT_SIZE, _GAP = 10.5, 18, 3
"""A digit or sign beside symbols: its width and its size; and what is between two glyphs."""

Box = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(frozen=True)
class Sign:
    """A symbol of the sprite, perhaps with a breeding value on it."""

    name: str
    value: int | None = None


class Loss(str):
    """A number that is paid."""

    __slots__ = ()


Glyph = Sign | str
"""A symbol, or a few digits and signs."""


def signed(value: int) -> str:
    """A number with a real minus sign."""
    return f"−{-value}" if value < 0 else str(value)


def width_of(glyphs: Iterable[Glyph]) -> float:
    """The width of glyphs side by side."""
    widths = [GRID if isinstance(glyph, Sign) else _DIGIT * len(glyph) for glyph in glyphs]
    return sum(widths) + _GAP * max(0, len(widths) - 1)


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def _element(tag: str, attributes: Mapping[str, str | float], content: str = "") -> str:
    # A picture of the board has 2,000 attributes: none is worth a call of its own.
    named = "".join(
        [
            f' {name}="{value.translate(_ESCAPED) if isinstance(value, str) else f"{round(value, 2):g}"}"'
            for name, value in attributes.items()
        ]
    )
    return f"<{tag}{named}>{content}</{tag}>" if content else f"<{tag}{named} />"


class Picture:
    """A picture under construction, `width` by `height` units wide; pages show it `scale` times as large."""

    def __init__(self, width: float, height: float, sprite: str, scale: float = 1) -> None:
        self.width, self.height, self.sprite, self.scale = width, height, sprite, scale
        self._drawn: list[str] = []

    def _add(self, tag: str, css: str, words: object = "", **attributes: str | float) -> None:
        named = {"class": css, **attributes} if css else attributes
        self._drawn.append(_element(tag, named, str(words).translate(_ESCAPED)))

    def rect(self, x: float, y: float, width: float, height: float, css: str, radius: float = 0) -> None:
        """A rectangle."""
        self._add("rect", css, x=x, y=y, width=width, height=height, **({"rx": radius} if radius else {}))

    def circle(self, x: float, y: float, radius: float, css: str) -> None:
        """A circle around a point."""
        self._add("circle", css, cx=x, cy=y, r=radius)

    def path(self, d: str, css: str) -> None:
        """A path."""
        self._add("path", css, d=d)

    def text(self, x: float, y: float, words: object, size: float, css: str = "", anchor: str = "middle") -> None:
        """A line of text; `y` is its middle."""
        anchoring: dict[str, str | float] = {"text-anchor": anchor} if anchor != "middle" else {}
        self._add("text", css, words, x=x, y=y + size * 0.36, **{"font-size": size, **anchoring})

    def fitting(self, x: float, y: float, words: str, size: float, room: float) -> None:
        """A line of text around `x`, smaller where it would be wider than `room`."""
        wide = size * sum(
            _WIDTHS.get(letter, _FULL if east_asian_width(letter) in "WF" else _LETTER) for letter in words
        )
        self.text(x, y, words, size if wide <= room else round(size * room / wide, 1))

    def symbol(self, name: str, x: float, y: float, size: float = GRID, value: object = None, css: str = "") -> None:
        """A symbol of the sprite with its upper left corner at a point; `value` is what a cattle card says."""
        self._add("use", css, href=f"{self.sprite}#{name}", x=x, y=y, width=size, height=size)
        if value is not None:
            place = {"x": x + _VALUE_X * size, "y": y + _VALUE_Y * size}
            self._add("text", "", value, **place, **{"font-size": _VALUE_SIZE * size})

    def points(self, x: float, y: float, vp: int) -> None:
        """Victory points: the number before its wreath. 54 wide, 30 high."""
        self.text(x + 22, y + 16, signed(vp), 20, "bad" if vp < 0 else "", "end")
        self.symbol("victory-point", x + 25, y + 2, 28)

    def glyphs(self, glyphs: Iterable[Glyph], x: float, y: float) -> None:
        """Glyphs in their natural size from the left; `y` is their top."""
        for glyph in glyphs:
            if isinstance(glyph, Sign):
                self.symbol(glyph.name, x, y, value=glyph.value)
                x += GRID + _GAP
            else:
                width = _DIGIT * len(glyph)
                self.text(x + width / 2, y + GRID / 2, glyph, _DIGIT_SIZE, "bad" if isinstance(glyph, Loss) else "")
                x += width + _GAP

    def row(self, glyphs: tuple[Glyph, ...] | list[Glyph], box: Box, size: float = GRID) -> None:
        """Glyphs in the middle of a box, as large as `size` or as fits."""
        x, y, width, height = box
        natural = width_of(glyphs)
        scale = min(size / GRID, width / natural if natural else 1, height / GRID)
        with self.group(x + (width - natural * scale) / 2, y + (height - GRID * scale) / 2, scale):
            self.glyphs(glyphs, 0, 0)

    @contextmanager
    def within(self, tag: str, attributes: Mapping[str, str]) -> Iterator[None]:
        """Draw what follows within `with` into an element of its own."""
        outer, self._drawn = self._drawn, []
        yield
        outer.append(_element(tag, attributes, "".join(self._drawn)))
        self._drawn = outer

    @contextmanager
    def group(self, x: float, y: float, scale: float = 1) -> Iterator[None]:
        """Draw what follows within `with` moved to a point and scaled."""
        move = f"translate({_number(x)} {_number(y)})" + (f" scale({_number(scale)})" if scale != 1 else "")
        with self.within("g", {"transform": move} if x or y or scale != 1 else {}):
            yield

    def markup(self, label: str = "", css: str = "", role: str = "img") -> Markup:
        """The picture as HTML: an image with a text alternative, or decoration when there is no label."""
        attributes = {
            "viewBox": f"0 0 {_number(self.width)} {_number(self.height)}",
            "preserveAspectRatio": "xMinYMid",
            "text-anchor": "middle",
            "class": f"pic {css}".strip(),
            "width": _number(self.width * self.scale),
            "height": _number(self.height * self.scale),
            **({"role": role, "aria-label": label} if label else {"aria-hidden": "true"}),
        }
        return Markup(_element("svg", attributes, "".join(self._drawn)))  # noqa: S704 (escaped)
