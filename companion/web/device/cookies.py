"""Reading what came in the cookies of a device. Whatever is malformed counts as not there."""

from __future__ import annotations

from urllib.parse import unquote

from flask import request, session


def texts(name: str) -> list[str]:
    """A list of texts in the signed cookie."""
    values = session.get(name, [])
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


def note(name: str, value: object) -> None:
    """Write a value into the signed cookie, which is kept for long from then on."""
    session.permanent = True
    session[name] = value


def plain(name: str, max_length: int) -> str:
    """The text of a cookie that scripts read and write too, "" when there is none or it is too long."""
    text = request.cookies.get(name, "")
    return unquote(text) if len(text) <= max_length else ""
