"""Rails to the North in pictures: the symbols of what only it brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.drawing import Glyph, Sign

GLYPHS: Mapping[str, str | Callable[[Any], tuple[Glyph, ...]]] = {
    "place-branchlet": lambda e: (*([str(e.count)] if e.count != 1 else []), Sign("branchlet")),
    "take-cattle": "cattle-market cattle-any:{value}",
    "take-master": "station-master",
}
"""The glyphs of its effects, by their names."""

REGIONS: Mapping[str, str] = {"north": "map"}
"""The regions of its pictures, and the module of each."""
