"""Error pages: what happened and what to do, in the reader's language; for htmx a short notice, for the API JSON."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from flask import Flask, Response, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, InternalServerError, MethodNotAllowed, TooManyRequests

from companion import engine
from companion.sentences.findings import problem_text
from companion.sheets.games import NoSuchGroup
from companion.sheets.states import NoSuchSheet, SheetFull
from companion.storage.errors import NoAnswer, Unstorable, Unusable
from companion.web import language
from companion.web.api import responses
from companion.web.links import htmx
from companion.web.sanitise import fit
from companion.web.solo.game import NoGame

log = logging.getLogger(__name__)

_RETRY_SECONDS = 10


def _advice(code: int) -> tuple[str, str]:
    """Title and advice for a status code."""
    advice = {
        400: (gettext("That request was not understood"), gettext("Go back and try again.")),
        404: (gettext("There is no such page"), gettext("The link may have been cut off, or the page may have moved.")),
        405: (gettext("This cannot be done here"), gettext("Go back and use the buttons of the page.")),
        413: (gettext("That is too much at once"), gettext("Go back and send less text, or a smaller file.")),
        429: (gettext("Too many requests"), gettext("Wait a minute, then try again.")),
        503: (
            gettext("The app cannot reach its data right now"),
            gettext("Nothing that was stored is lost. Your phone tries again by itself; or reload in a moment."),
        ),
        500: (gettext("Something went wrong here"), gettext("We've logged it. Try again in a moment.")),
    }
    return advice.get(code, (gettext("That did not work"), gettext("Go back and try again.")))


def _answer(code: int, title: str, advice: str, next_page: str = "rules.index") -> Response:
    if responses.is_api_request():
        response = responses.Refused(code).response()
    elif htmx and request.method == "POST":
        response = make_response(render_template("notice.html", title=title, advice=advice), code)
    else:
        response = make_response(
            render_template("error.html", code=code, title=title, advice=advice, next_page=next_page), code
        )
    response.headers["Cache-Control"] = "no-store"
    return response


def _no_such(title: str, next_page: str) -> Response:
    advice = gettext("Somebody has deleted it, or the link was cut off. Ask the person who shared it to send it again.")
    return _answer(404, title, advice, next_page)


def init_app(app: Flask) -> None:
    """Answer every error with a page of ours."""

    @app.errorhandler(HTTPException)
    def tell(error: HTTPException) -> ResponseReturnValue:
        if error.code is None or error.code < 400:
            return error.get_response()
        response = _answer(error.code, *_advice(error.code))
        if isinstance(error, MethodNotAllowed):
            response.allow.update(error.valid_methods or ())
        limit = getattr(error, "limit", None)
        if isinstance(error, TooManyRequests) and limit:
            response.headers["Retry-After"] = str(limit.limit.get_expiry())
        return response

    @app.errorhandler(engine.Unreadable)
    def tell_unreadable(error: engine.Unreadable) -> ResponseReturnValue:
        # What is typed is answered by its view; here it is a share code in an address.
        problem = error.problems[0]
        code = 414 if problem.code == "code-too-long" else 400
        advice = fit(problem_text(problem, language.current()))
        title = gettext("This position link does not work")
        if request.blueprint == "disputes":
            title = gettext("This link leads to no verdict")
        return _answer(code, title, advice, next_page="check.index")

    @app.errorhandler(CSRFError)
    def tell_expired(_: CSRFError) -> ResponseReturnValue:
        # What was typed is still in the page that sent it.
        response = _answer(
            400,
            gettext("This page was open for too long"),
            gettext("Go back, reload the page and send it again. This app needs cookies for forms."),
        )
        # A phone that has made the form itself sends it once more: see `static/js/whole.js`.
        response.headers["Form-Expired"] = "1"
        return response

    answers: Mapping[type[Exception], Callable[[], Response]] = {
        NoSuchSheet: lambda: _no_such(gettext("There is no such score sheet"), "score.index"),
        NoSuchGroup: lambda: _no_such(gettext("There is no such group"), "history.groups"),
        SheetFull: lambda: _answer(
            409,
            gettext("This score sheet takes no more changes"),
            gettext("What was entered so far stays. Finish the game, or go on with a new sheet."),
            "score.index",
        ),
        NoGame: lambda: _answer(
            404,
            gettext("This link leads to no solo game"),
            gettext(
                "Part of it is missing or changed. Ask for it once more, copy the whole link, or begin a new game."
            ),
            "solo.index",
        ),
        # Only visitors send those.
        Unstorable: lambda: _answer(400, *_advice(400)),
    }
    for kind in answers:
        app.register_error_handler(kind, lambda error: answers[type(error)]())

    @app.errorhandler(NoAnswer)
    @app.errorhandler(Unusable)
    def tell_no_database(error: Exception) -> ResponseReturnValue:
        log.error("the database failed", extra={"cause": str(error)})
        response = _answer(503, *_advice(503))
        response.headers["Retry-After"] = str(_RETRY_SECONDS)
        if request.method != "POST":
            # What was typed on a sheet waits in the page, which asks again; whoever only looks gets the page anew.
            response.headers["Refresh"] = str(_RETRY_SECONDS)
        return response

    @app.errorhandler(InternalServerError)
    def tell_broken(error: InternalServerError) -> ResponseReturnValue:
        log.error("request failed", exc_info=error.original_exception or error)
        return _answer(500, *_advice(500))
