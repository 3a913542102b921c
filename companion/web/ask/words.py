"""Messages of the pages as plain text, in the reader's language."""

from __future__ import annotations

import flask_babel
from flask_babel import lazy_gettext

__all__ = ["capital", "gettext", "lazy_gettext", "ngettext"]


def gettext(text: str, /, **params: object) -> str:
    """A message with its parameters."""
    return str(flask_babel.gettext(text, **params))


def ngettext(one: str, more: str, number: int, /, **params: object) -> str:
    """A message that counts something, which it calls `num`."""
    return str(flask_babel.ngettext(one, more, number, **params))


def capital(text: str) -> str:
    """A name as the beginning of a line."""
    return text[:1].upper() + text[1:]
