"""Points as people type them: a whole number, or a small sum that is worked out."""

from __future__ import annotations

import functools
import re
import unicodedata

MAX_LENGTH = 60
"""Characters of a sum. A number for every building of a player, with signs between, is shorter."""
MAX_COUNT = 999
"""No category of the game reaches four digits; larger numbers are slips of the finger."""

_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "＋": "+"})
_NUMBER = rf"\d{{1,{len(str(MAX_COUNT))}}}"
_PRODUCT = rf"{_NUMBER}(?: *\* *{_NUMBER})*"
_SUM = re.compile(rf"[+-]? *{_PRODUCT}(?: *[+-] *{_PRODUCT})*", re.ASCII)
_TERM = re.compile(rf"([+-]?) *({_PRODUCT})", re.ASCII)


class NotPoints(ValueError):
    """A text that is no whole number and no sum of such, or too large to be meant."""


def tidy(text: str) -> str | None:
    """A text as it is stored: a number in its plainest form, a sum as it was typed; None for an empty text.

    Takes the signs and digits of all keyboards. Raises NotPoints.
    """
    plain = " ".join(unicodedata.normalize("NFKC", text).translate(_SIGNS).split())
    if not plain:
        return None
    points = _worked_out(plain)
    return plain if re.search(r"\d *[*+-]", plain) else str(points)


def points(text: str) -> int:
    """What a stored text comes to. Raises NotPoints."""
    return _worked_out(text)


# With every entry all numbers of a sheet are read, and at all tables they are mostly the same few.
@functools.lru_cache(maxsize=4096)
def _worked_out(plain: str) -> int:
    """Sums, differences and products of small whole numbers; products come first, as everywhere."""
    if len(plain) > MAX_LENGTH or not _SUM.fullmatch(plain):
        raise NotPoints(plain)
    total = 0
    for sign, product in _TERM.findall(plain):
        value = 1
        for factor in product.split("*"):
            value *= int(factor)
        total += -value if sign == "-" else value
    if abs(total) > MAX_COUNT:
        raise NotPoints(plain)
    return total
