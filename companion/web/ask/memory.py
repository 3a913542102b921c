"""What a device knows before anything was asked: its table, and what was last entered.

The last question is a cookie that a script writes: an answer that anybody may keep sets none.
"""

from __future__ import annotations

from urllib.parse import parse_qsl, unquote

from flask import request
from werkzeug.datastructures import MultiDict

from companion.web import settings
from companion.web.ask.fields import Ticks

COOKIE = "asked"
_MAX_LENGTH = 1000
_MAX = 30


def prefilled() -> MultiDict[str, str]:
    """What the form starts with: what was entered last, and above it what was set under Table."""
    told: MultiDict[str, str] = MultiDict(_last())
    table = settings.remembered()
    if table.players:
        told["n"] = str(table.players)
    if table.people and table.people[0].name:
        told.setdefault("me", table.people[0].colour)
    if table.players or table.variants:
        told.setlist("with", list(table.variants) or [Ticks.NONE])
    return told


def _last() -> list[tuple[str, str]]:
    text = request.cookies.get(COOKIE, "")
    if not text or len(text) > _MAX_LENGTH:
        return []
    try:
        return parse_qsl(unquote(text), max_num_fields=_MAX)
    except ValueError:
        return []
