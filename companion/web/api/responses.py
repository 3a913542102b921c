"""How the API answers: JSON always, and errors of one shape, whoever found them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response, request
from flask_babel import lazy_gettext

from companion import i18n
from companion.web.language import current

CODES: Mapping[int, str] = {
    400: "bad-request",
    404: "not-found",
    405: "wrong-method",
    409: "illegal-action",
    413: "too-much",
    415: "wrong-type",
    422: "unreadable",
    429: "too-often",
    500: "our-fault",
}
"""What an error is called when nothing more is known of it than its status."""

MESSAGES: Mapping[str, Any] = {
    "bad-request": lazy_gettext("The request was not understood."),
    "bad-parameter": lazy_gettext("The parameter “%(name)s” is missing or wrong. It takes: %(right)s."),
    "not-utf-8": lazy_gettext("The text is not UTF-8. Send it in UTF-8."),
    "not-found": lazy_gettext("There is no such address here. /api/v1/openapi.json lists them."),
    "wrong-method": lazy_gettext("This address does not take this method. /api/v1/openapi.json lists what it takes."),
    "too-much": lazy_gettext("That is more text than any position needs. Send less."),
    "wrong-type": lazy_gettext("Send JSON, and say so: Content-Type: application/json."),
    "unreadable": lazy_gettext("The text is not a position. Its problems are listed."),
    "unreadable-question": lazy_gettext("This isn't a rules question. Its problems are listed."),
    "unreadable-action": lazy_gettext("That is not an action. Its problems are listed."),
    "unreadable-outcome": lazy_gettext("That can't be drawn here. Its problems are listed."),
    "illegal-action": lazy_gettext("The rules do not allow this action here. The reasons are listed."),
    "impossible-outcome": lazy_gettext("What was drawn cannot have been drawn here. Its problems are listed."),
    "too-often": lazy_gettext("Too many requests. Wait a minute, then try again."),
    "our-fault": lazy_gettext("Something went wrong here. We've logged it. Try again in a moment."),
}
"""What happened and what to do, by code."""


class Refused(Exception):
    """A request that gets no answer.

    `problems` say what cannot be read, `reasons` which rules forbid it. `params` fill the message: `name` and
    `right` for a bad parameter.
    """

    def __init__(
        self,
        status: int,
        code: str = "",
        problems: Sequence[Mapping[str, object]] = (),
        reasons: Sequence[Mapping[str, object]] = (),
        **params: str,
    ) -> None:
        usual = CODES.get(status, CODES[500 if status >= 500 else 400])
        self.status, self.code, self.params = status, code or usual, params
        self.problems, self.reasons = problems, reasons
        super().__init__(self.code)

    def response(self) -> Response:
        """The refusal as JSON."""
        message = i18n.filled(str(MESSAGES[self.code]), self.params, current())
        details = {"problems": list(self.problems), "reasons": list(self.reasons)}
        error = {"code": self.code, "message": message, **details}
        return as_json({"error": error}, self.status)


def is_api_request() -> bool:
    """Whether this request is for the API, be it for an address that there is not."""
    return request.path.startswith("/api/")


def as_json(value: object, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(json.dumps(value, ensure_ascii=False) + "\n", status, mimetype="application/json")
