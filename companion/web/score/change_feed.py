"""WSGI middleware for polling: every phone at every table asks every two seconds what has changed on its sheet.

Mostly nothing has. That is answered here, before the app, from the cached revision of the sheet, else with one batched
query for the revisions of all sheets that are polled (`revisions`). A response that tells changes is rendered once by
the app, mostly for the phone that made them, and cached for the others (`response_cache`).
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

_HEADERS = [("Cache-Control", "private, no-store"), ("X-Robots-Tag", "noindex, nofollow")]
_CHANGES = "/changes"
_TELLS = "companion.tells"
"""The key of the WSGI environment under which the app notes between which revisions its response tells all changes."""
_MAX_LENGTH = 200
"""Characters of the header Accept-Encoding."""


class _Asked(NamedTuple):
    """The request of a phone: a poll, or an entry."""

    address: str
    key: str
    player: str
    encodings: str
    since: str | None
    """The revision that the phone knows; None for a request that is no poll."""

    def cache_key(self, since: int, revision: int) -> str:
        """The cache key of the response that tells the changes from revision `since` to `revision`."""
        return "\n".join((self.address, self.key, self.player, self.encodings, str(since), str(revision)))


def tells(since: int, revision: int) -> None:
    """Note that the response to this request tells all changes from revision `since` to `revision`, for the cache."""
    note = request.environ.get(_TELLS)
    if note is not None:
        note.append((since, revision))


def init_app(app: Flask) -> None:
    """Answer polls, and pass on all other requests."""
    cache, inner, database = ResponseCache(), app.wsgi_app, app.extensions["database"]
    sheets = re.compile(rf"(/(?:{'|'.join(i18n.languages())})/score/([A-Za-z0-9_-]{{1,64}}))(/.*)?")
    watch, lock = Watch(Sheets(database)), _lock(database)

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = sheets.fullmatch(environ["PATH_INFO"])
        if path is None:
            return inner(environ, start_response)
        if path[3] not in (None, _CHANGES):
            # Another page of a sheet: a form there may change it too.
            return and_forget(environ, start_response, path[2])
        asked = _asked(environ, path)
        if asked and asked.since and asked.since == str(watch.known(asked.key)):
            return given(nothing_new(), start_response)
        try:
            with lock():
                if asked is None:
                    return and_forget(environ, start_response, path[2])
                return given(locked(environ, asked), start_response)
        except Busy:
            # The app says so in words.
            return and_forget(environ, start_response, path[2])

    def and_forget(environ: dict[str, Any], start_response: Callable[..., Any], key: str) -> Iterable[bytes]:
        parts = inner(environ, start_response)
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            watch.revisions.forget(key)
        return parts

    def locked(environ: dict[str, Any], asked: _Asked) -> CachedResponse:
        if asked.since is None:
            return passed_on(environ, asked)
        try:
            revision = watch.revision(asked.key)
        except (NoSuchSheet, SQLAlchemyError):
            # The app says it in words.
            return passed_on(environ, asked)
        if asked.since == str(revision):
            return nothing_new()
        return cache.get(asked.cache_key(int(asked.since), revision)) or passed_on(environ, asked)

    def passed_on(environ: dict[str, Any], asked: _Asked) -> CachedResponse:
        """The response of the app, cached where the app has noted which changes it tells."""
        note: list[tuple[int, int]] = []
        parts, status, headers = run_wsgi_app(inner, {**environ, _TELLS: note}, buffered=True)
        answer = CachedResponse(status, headers.to_wsgi_list(), b"".join(parts))
        if note and status.startswith("200"):
            cache.keep(asked.cache_key(*note[0]), answer)
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
    """The poll or entry of a phone; None for any other request, and for one that only the app can make sense of."""
    query, encodings = _query(environ.get("QUERY_STRING", "")), environ.get("HTTP_ACCEPT_ENCODING", "")
    wanted = "GET" if path[3] else "POST"
    if query is None or environ["REQUEST_METHOD"] != wanted or len(encodings) > _MAX_LENGTH:
        return None
    since = query.get("since", "")
    known = since if path[3] and _is_revision(since) else None
    return _Asked(path[1], path[2], query.get("player", ""), encodings, known)


def _lock(database: Database) -> Callable[[], AbstractContextManager[None]]:
    """A lock that is held while a sheet is read or written.

    With SQLite all the work is done in this process, where one thread computes at a time. Two that compute hand over
    to each other at every query and wait for milliseconds each time; one after the other, both are done sooner. With
    another database there is something to wait for, so there is no lock.
    """
    return Gate(1).passed if database.engine.dialect.name == "sqlite" else nullcontext


def _query(text: str) -> Mapping[str, str] | None:
    """The arguments of the query string, of each name the first as the app reads it; None when there are too many."""
    try:
        return {name: values[0] for name, values in parse_qs(text, max_num_fields=5).items()} if text else {}
    except ValueError:
        return None


def _is_revision(text: str) -> bool:
    """Whether a text is a revision as pages write it."""
    return whole(text) is not None and (text == "0" or text[0] != "0")
