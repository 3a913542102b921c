"""The question that every phone at every table asks every two seconds: has anything changed?

Mostly nothing has. That is answered here, before the app, with one question to the database; everything else goes on
to the app, which tells what has changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any
from urllib.parse import parse_qs

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from companion import i18n
from companion.storage.sheets import NoSuchSheet, Sheets
from companion.web import security

_QUESTION = re.compile(rf"/(?:{'|'.join(i18n.languages())})/score/([A-Za-z0-9_-]{{1,64}})/changes")
_HEADERS = [("Cache-Control", "private, no-store"), ("X-Robots-Tag", "noindex, nofollow")]

_MOST_KEPT = 300
"""Answers kept in memory, each of a few thousand letters."""


class Told:
    """What was told lately about changes: the phones at a table ask the same one after the other."""

    def __init__(self) -> None:
        self._answers: dict[tuple[object, ...], str] = {}
        self._lock = Lock()

    def get(self, question: tuple[object, ...], answer: Callable[[], str]) -> str:
        """The answer to a question that has one answer for ever."""
        known = self._answers.get(question)
        if known is None:
            known = answer()
            with self._lock:
                while len(self._answers) >= _MOST_KEPT:
                    del self._answers[next(iter(self._answers))]
                self._answers[question] = known
        return known


def known_revision(query: str) -> str | None:
    """The revision that the asking page knows, as it stands in the address; None when it does not say."""
    told = parse_qs(query, max_num_fields=5).get("since", [""])[-1] if len(query) < 200 else ""
    return told if told.isascii() and told.isdecimal() and len(told) < 10 else None


def init_app(app: Flask) -> None:
    """Answer the question, and pass on all others."""
    app.extensions["told changes"] = Told()
    sheets, inner = Sheets(app.extensions["database"]), app.wsgi_app

    def unchanged(environ: dict[str, Any]) -> bool:
        asked = environ["REQUEST_METHOD"] == "GET" and _QUESTION.fullmatch(environ["PATH_INFO"])
        if not asked:
            return False
        try:
            return known_revision(environ.get("QUERY_STRING", "")) == str(sheets.revision(asked[1]))
        except (NoSuchSheet, SQLAlchemyError, ValueError):
            return False

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if not unchanged(environ):
            return inner(environ, start_response)
        start_response("204 No Content", [*_HEADERS, *security.headers(app).items()])
        return []

    app.wsgi_app = answer  # type: ignore[method-assign]
