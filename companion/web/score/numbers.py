"""Points as people type them."""

from __future__ import annotations

import re
import unicodedata

MOST_DIGITS = 3
"""No category of the game reaches four digits; longer numbers are slips of the finger."""

_POINTS = re.compile(rf"[+-]?\d{{1,{MOST_DIGITS}}}")


class NotPoints(ValueError):
    """A text that is no whole number, or too long to be meant."""


def read_points(text: str) -> int | None:
    """The points that a text tells: a whole number with or without a sign, None for an empty text.

    Takes the minus signs and digits of all keyboards. Raises NotPoints.
    """
    plain = unicodedata.normalize("NFKC", text).replace("−", "-").replace("–", "-").strip()
    if not plain:
        return None
    if not _POINTS.fullmatch(plain) or not plain.isascii():
        raise NotPoints(text)
    return int(plain)


def shown_points(points: int | None) -> str:
    """Points as they stand in a field."""
    return "" if points is None else str(points)
