"""Text from strangers, fit to be shown."""

from __future__ import annotations

import re

from companion.sheets.changes import MAX_NAME_LENGTH

# What HTML does not allow at all: control characters, halves of characters, and what Unicode keeps free for programs.
_UNFIT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)

# What turns the direction of all that follows: a name with it could make the numbers beside it read backwards.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")

BLANK = r"\t\n\r \u00a0\u1680\u2000-\u200a\u2028-\u202f\u205f\u2066-\u2069\u3000"
"""What a line has nothing to show for: white space and signs that turn; as in a class of a regular expression."""


def fit(text: str) -> str:
    """The text with a replacement sign for every character that no page may hold."""
    return _UNFIT.sub("\ufffd", text)


def one_line(text: str) -> str:
    """The text fit to be shown, its white space folded, without signs that turn what follows: names, queries."""
    return " ".join(_TURNING.sub("", fit(text)).split())


def plain_name(text: str) -> str:
    """A name that somebody typed for a person or a group, cut to the length that names may have."""
    return one_line(text)[:MAX_NAME_LENGTH].rstrip()
