"""A picture as a file of its own: everything that the style sheet and the sprite would tell is written into it."""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

from companion.drawing import Picture

PAPER, INK, SOFT, LINE, RUST = "#fdf9f0", "#2a2118", "#655643", "#d9cab0", "#9c3f17"
FONT = "Noto Sans, Noto Sans KR, Noto Sans CJK KR, Apple SD Gothic Neo, Malgun Gothic, sans-serif"

_PAINT: Mapping[str, Mapping[str, str]] = {
    "paper": {"fill": PAPER},
    "soft": {"fill": SOFT, "font-weight": "400"},
    "title": {"fill": RUST},
    "first": {"fill": RUST},
    "plain": {"font-weight": "400"},
    "segment": {"stroke": INK, "stroke-width": "0.75"},
    "axis": {"stroke": INK, "stroke-width": "1.5"},
    "grid": {"stroke": LINE, "stroke-width": "1"},
}
_SVG = "{http://www.w3.org/2000/svg}"


def standalone(picture: Picture, title: str, sprite: Path) -> bytes:
    """The picture as an SVG file in light colours. `sprite`: the file with the symbols that it uses."""
    root = copy.deepcopy(picture.root)
    for parent in list(root.iter()):
        for place, child in enumerate(list(parent)):
            if child.tag == "use":
                parent[place] = _embedded(child, sprite)
    for element in root.iter():
        painted = [_PAINT[css] for css in (element.get("class") or "").split() if css in _PAINT]
        element.attrib.pop("class", None)
        for paint in painted:
            element.attrib.update(paint)
        if element.tag == "text":
            element.attrib.setdefault("fill", INK)
            element.attrib.setdefault("font-weight", "700")
    root.attrib |= {
        "xmlns": "http://www.w3.org/2000/svg",
        "width": f"{picture.width:g}",
        "height": f"{picture.height:g}",
        "font-family": FONT,
        "role": "img",
        "aria-label": title,
    }
    return ElementTree.tostring(root, encoding="unicode").encode()


def _embedded(use: ElementTree.Element, sprite: Path) -> ElementTree.Element:
    """A symbol of the sprite where it is used."""
    symbol = copy.deepcopy(_symbols(sprite)[use.get("href", "").partition("#")[2]])
    symbol.tag = "svg"
    symbol.attrib.pop("id", None)
    symbol.attrib |= {name: use.get(name, "0") for name in ("x", "y", "width", "height")}
    return symbol


@functools.cache
def _symbols(sprite: Path) -> Mapping[str, ElementTree.Element]:
    """The symbols of the sprite by name, without name spaces, in ink."""
    return {symbol.get("id", ""): symbol for symbol in _plain(sprite) if symbol.tag == "symbol"}


def _plain(sprite: Path) -> Iterator[ElementTree.Element]:
    root = ElementTree.parse(sprite).getroot()  # noqa: S314 (it is our own)
    for element in root.iter():
        element.tag = element.tag.removeprefix(_SVG)
        for name, value in element.attrib.items():
            if value == "currentColor":
                element.set(name, INK)
        yield element
