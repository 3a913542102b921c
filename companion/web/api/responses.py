"""How the API answers: JSON always, and errors of one shape, whoever found them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from flask import Response, request
from flask_babel import gettext

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

MORE_CODES = (
    "bad-parameter",
    "not-utf-8",
    "impossible-outcome",
    "unreadable-action",
    "unreadable-outcome",
    "unreadable-question",
)
"""More ways in which a request can be wrong."""


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
        self.status, self.code, self.params = status, code or _code_of(status), params
        self.problems, self.reasons = problems, reasons
        super().__init__(self.code)

    def response(self) -> Response:
        """The refusal as JSON."""
        message = _message(self.code, **self.params)
        told = {"problems": list(self.problems), "reasons": list(self.reasons)}
        error = {"code": self.code, "message": message, **told}
        return as_json({"error": error}, self.status)


def asked() -> bool:
    """Whether this request is for the API, be it for an address that there is not."""
    return request.path.startswith("/api/")


def as_json(value: object, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(json.dumps(value, ensure_ascii=False) + "\n", status, mimetype="application/json")


def _code_of(status: int) -> str:
    return CODES.get(status, CODES[500 if status >= 500 else 400])


def _message(code: str, name: str = "", right: str = "") -> str:
    """What happened and what to do, in the reader's language."""
    messages: Mapping[str, str] = {
        "bad-request": gettext("The request was not understood."),
        "bad-parameter": gettext(
            "The parameter “%(name)s” is missing or wrong. It takes: %(right)s.", name=name, right=right
        ),
        "not-utf-8": gettext("The text is not UTF-8. Send it in UTF-8."),
        "not-found": gettext("There is no such address here. /api/v1/openapi.json lists them."),
        "wrong-method": gettext("This address does not take this method. /api/v1/openapi.json lists what it takes."),
        "too-much": gettext("That is more text than any position needs. Send less."),
        "wrong-type": gettext("Send JSON, and say so: Content-Type: application/json."),
        "unreadable": gettext("The text is no position. Its problems are listed."),
        "unreadable-question": gettext("This isn't a rules question. Its problems are listed."),
        "unreadable-action": gettext("That is no action. Its problems are listed."),
        "unreadable-outcome": gettext("That can't be drawn here. Its problems are listed."),
        "illegal-action": gettext("The rules do not allow this action here. The reasons are listed."),
        "impossible-outcome": gettext("What was drawn cannot have been drawn here. Its problems are listed."),
        "too-often": gettext("Too many requests. Wait a minute, then try again."),
        "our-fault": gettext("Something went wrong here. We've logged it. Try again in a moment."),
    }
    return messages[code]
