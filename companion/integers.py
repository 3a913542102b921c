"""Whole numbers from strangers."""

from __future__ import annotations

_MAX_DIGITS = 9


def whole(text: str, least: int = 0, most: int = 10**_MAX_DIGITS - 1) -> int | None:
    """The number that a text of ASCII digits tells, None for any other text and for a number out of these bounds."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS):
        return None
    number = int(text)
    return number if least <= number <= most else None
