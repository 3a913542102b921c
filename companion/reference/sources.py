"""What texts in a language refer to: figures, symbols, and names."""

from __future__ import annotations

from collections.abc import Mapping

from companion import i18n
from companion.book.rendered import KnownFigure, Sources
from companion.made.static import sprite_address
from companion.paths import folder
from companion.reference.symbols import symbol_ids


def sources_in(language: str, figures: Mapping[str, KnownFigure]) -> Sources:
    """What texts in a language refer to."""
    static = folder("static")

    def label(context: str, key: str, /, **params: object) -> str:
        return i18n.name(language, context, key, **params)

    return Sources(figures, symbol_ids(static), sprite_address(static), label)
