"""What a query asks for besides its words: operators, for people who want them.

    "step limit"    these words, in this order
    -hazard         nothing that has this word; -"black hand" too, but -6 is a number
    phase:b         a field: what fields there are, and what may stand in them, whoever searches knows

Whatever is no operator is words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

MAX_QUERY_LENGTH = 120
"""Characters of a query that are looked at."""

_PIECE = re.compile(
    r"""(?P<minus>(?:(?<=\s)|^)-(?!\d+(?!\S)))?(?:["“”„](?P<phrase>[^"“”„]+)["“”]|(?P<field>\w+):(?P<value>[\w-]+)(?!\S)|(?P<word>\S+))"""
)
_NUMBER = re.compile(r"(?<![0-9])(\d{1,2})(?:([ab])번?(?![a-z0-9])| ([ab])$)", re.IGNORECASE)
"""The number of a building, also where it is written into the words beside it or with a space: 건물7a로, house 7 a."""
_PLAYERS = re.compile(r"(?<![^\W_])([2-4]) ?(?:p|players?|ppl|인|명)(?![a-z])", re.IGNORECASE)
_HAS_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True)
class Query:
    """A query taken apart: words, exact phrases, what must not be there, and fields that were set."""

    text: str
    phrases: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()

    @property
    def players(self) -> int:
        """The number of players that it names, 0 when it names none: 3p, 4 players, 2인플."""
        named = _PLAYERS.search(self.text)
        return int(named[1]) if named else 0

    @property
    def narrows(self) -> bool:
        """Whether it says which sections are looked for without any words."""
        return bool(self.fields)


def read_query(text: str, knows: Callable[[str, str], bool] | None = None) -> Query:
    """Take a query apart. `knows(field, value)` says which fields there are; without it there are none."""
    applied: list[str] = []
    query = Query("")
    for piece in _PIECE.finditer(text[:MAX_QUERY_LENGTH]):
        minus, phrase, field, value, word = piece.group("minus", "phrase", "field", "value", "word")
        if field and knows and not minus and knows(field.casefold(), value.casefold()):
            query = replace(query, fields=(*query.fields, (field.casefold(), value.casefold())))
        elif minus and _HAS_WORD.search(phrase or word or ""):
            query = replace(query, without=(*query.without, phrase or word))
        elif phrase and _HAS_WORD.search(phrase):
            query = replace(query, phrases=(*query.phrases, phrase))
        else:
            applied.append(word or f"{field} {value}")
    return replace(query, text=_NUMBER.sub(_apart, " ".join(applied)).strip())


def _apart(number: re.Match[str]) -> str:
    return f" {number[1]}{number[2] or number[3]} "
