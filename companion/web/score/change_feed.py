"""The question that every phone at every table asks every two seconds: has anything changed?

Mostly nothing has. That is answered here, before the app, from memory where it is known how far the sheet is, else with
one question to the database for all sheets of interest (`revisions`). What has changed the app tells once, mostly to
the phone that changed it; the others are told the same from memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from flask import Flask, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.test import run_wsgi_app

from companion import i18n
from companion.integers import whole
from companion.storage.database import Database
from companion.storage.gate import Busy, Gate
from companion.storage.sheets import NoSuchSheet, Sheets
from companion.web import security
from companion.web.score.response_cache import CachedResponse, ResponseCache
from companion.web.score.revisions import Watch

_SHEET = re.compile(rf"(/(?:{'|'.join(i18n.languages())})/score/([A-Za-z0-9_-]{{1,64}}))(/.*)?")
_HEADERS = [("Cache-Control", "private, no-store"), ("X-Robots-Tag", "noindex, nofollow")]
_CHANGES = "/changes"
_TELLS = "companion.tells"
"""Where the app notes from which revision to which its answer tells all changes."""
_MAX_LENGTH = 200
"""Characters of the header that says how an answer may be packed."""


class _Asked(NamedTuple):
    """What a phone asks or writes."""

    address: str
    key: str
    player: str
    packing: str
    since: str | None
    """The revision that it knows; None when it does not ask what has changed since."""

    def question(self, since: int, revision: int) -> str:
        """How it is remembered what a phone is told that knows `since`, at `revision`."""
        return "\n".join((self.address, self.key, self.player, self.packing, str(since), str(revision)))


def tells(since: int, revision: int) -> None:
    """Note that the answer to this request is what a phone that knows `since` is to be told at `revision`."""
    note = request.environ.get(_TELLS)
    if note is not None:
        note.append((since, revision))


def init_app(app: Flask) -> None:
    """Answer the question, and pass on all other requests."""
    told, inner, database = ResponseCache(), app.wsgi_app, app.extensions["database"]
    watch, turn = Watch(Sheets(database)), _turn(database)

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = _SHEET.fullmatch(environ["PATH_INFO"])
        if path is None:
            return inner(environ, start_response)
        if path[3] not in (None, _CHANGES):
            # Another page of a sheet: a form there may change it too.
            return and_forget(environ, start_response, path[2])
        asked = _asked(environ, path)
        if asked and asked.since and asked.since == str(watch.known(asked.key)):
            return given(nothing_new(), start_response)
        try:
            with turn():
                if asked is None:
                    return and_forget(environ, start_response, path[2])
                return given(in_turn(environ, asked), start_response)
        except Busy:
            # The app says so in words.
            return and_forget(environ, start_response, path[2])

    def and_forget(environ: dict[str, Any], start_response: Callable[..., Any], key: str) -> Iterable[bytes]:
        parts = inner(environ, start_response)
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            watch.revisions.forget(key)
        return parts

    def in_turn(environ: dict[str, Any], asked: _Asked) -> CachedResponse:
        if asked.since is None:
            return passed_on(environ, asked)
        try:
            revision = watch.revision(asked.key)
        except (NoSuchSheet, SQLAlchemyError):
            # The app says it in words.
            return passed_on(environ, asked)
        if asked.since == str(revision):
            return nothing_new()
        return told.get(asked.question(int(asked.since), revision)) or passed_on(environ, asked)

    def passed_on(environ: dict[str, Any], asked: _Asked) -> CachedResponse:
        """What the app answers, kept where the app says what it tells."""
        note: list[tuple[int, int]] = []
        parts, status, headers = run_wsgi_app(inner, {**environ, _TELLS: note}, buffered=True)
        answer = CachedResponse(status, headers.to_wsgi_list(), b"".join(parts))
        if note and status.startswith("200"):
            told.keep(asked.question(*note[0]), answer)
            watch.revisions.note(asked.key, note[0][1])
        elif environ["REQUEST_METHOD"] == "POST":
            watch.revisions.forget(asked.key)
        return answer

    def nothing_new() -> CachedResponse:
        return CachedResponse("204 No Content", [*_HEADERS, *security.headers(app).items()], b"")

    def given(answer: CachedResponse, start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response(answer.status, answer.headers)
        return [answer.body]

    app.wsgi_app = answer  # type: ignore[method-assign]


def _asked(environ: Mapping[str, Any], path: re.Match[str]) -> _Asked | None:
    """What a phone asks, or writes; None for anything else, and for what only the app makes sense of."""
    query, packing = _query(environ.get("QUERY_STRING", "")), environ.get("HTTP_ACCEPT_ENCODING", "")
    wanted = "GET" if path[3] else "POST"
    if query is None or environ["REQUEST_METHOD"] != wanted or len(packing) > _MAX_LENGTH:
        return None
    since = query.get("since", "")
    known = since if path[3] and _is_revision(since) else None
    return _Asked(path[1], path[2], query.get("player", ""), packing, known)


def _turn(database: Database) -> Callable[[], AbstractContextManager[None]]:
    """Held while a sheet is asked or written to.

    With SQLite all the work is done in this process, where one thread computes at a time. Two that compute hand over
    to each other at every question to the database and wait for milliseconds each time; one after the other, both are
    done sooner. With another database there is something to wait for.
    """
    return Gate(1).passed if database.engine.dialect.name == "sqlite" else nullcontext


def _query(text: str) -> Mapping[str, str] | None:
    """What stands behind the question mark, of each name the first as the app reads it; None when it is too much."""
    try:
        return {name: values[0] for name, values in parse_qs(text, max_num_fields=5).items()} if text else {}
    except ValueError:
        return None


def _is_revision(text: str) -> bool:
    """Whether a text is a revision as pages write it."""
    return whole(text) is not None and (text == "0" or text[0] != "0")
