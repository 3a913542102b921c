"""Rails to the North in pictures: the symbols of what only it brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.drawing import Glyph, Sign

GLYPHS: Mapping[str, Callable[[Any], tuple[Glyph, ...]]] = {
    "place-branchlet": lambda e: (*([str(e.count)] if e.count != 1 else []), Sign("branchlet")),
    "take-cattle": lambda e: (Sign("cattle-market"), Sign("cattle-any", e.value)),
    "take-master": lambda _: (Sign("station-master"),),
}
"""The glyphs of its effects, by their names."""

REGIONS: Mapping[str, str] = {"north": "map"}
"""The regions of its pictures, and the module of each."""
