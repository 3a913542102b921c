"""What texts in a language refer to: figures, symbols, and names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from companion import i18n
from companion.book.rendered import KnownFigure, Sources
from companion.made.static import sprite_address
from companion.paths import folder


def symbol_ids(static: Path) -> frozenset[str]:
    """The symbols of the sprite, which pictures and texts share."""
    return frozenset(re.findall(r'<symbol id="([^"]+)"', (static / "symbols.svg").read_text(encoding="utf-8")))


def sources_in(language: str, figures: Mapping[str, KnownFigure]) -> Sources:
    """What texts in a language refer to."""
    static = folder("static")

    def label(context: str, key: str, /, **params: object) -> str:
        return i18n.name(language, context, key, **params)

    return Sources(figures, symbol_ids(static), sprite_address(static), label)
