"""Reading what came in the cookies of a device: texts, and what a quick question was told last. Whatever is malformed
counts as not there."""

from __future__ import annotations

from urllib.parse import parse_qsl, unquote

from flask import current_app, request, session
from werkzeug.wrappers import Response

KEPT_DAYS = 2 * 365
"""How long a device remembers its table and its games."""


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


def keep(response: Response, name: str, text: str, *, from_scripts: bool = False) -> None:
    """Write the text of a cookie, kept for long; scripts may read it too, unless it is kept from them."""
    secure = bool(current_app.config["SESSION_COOKIE_SECURE"])
    age = KEPT_DAYS * 24 * 3600
    response.set_cookie(name, text, max_age=age, secure=secure, httponly=from_scripts, samesite="Lax")


# A script writes this cookie: an answer that anybody may keep sets none.
_COOKIE = "asked"
_MAX_LENGTH = 1000
_MAX_FIELDS = 30


def last_question() -> list[tuple[str, str]]:
    """Names and values of the fields as they were asked last."""
    try:
        return parse_qsl(plain(_COOKIE, _MAX_LENGTH), max_num_fields=_MAX_FIELDS)
    except ValueError:
        return []
