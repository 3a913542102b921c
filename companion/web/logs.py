"""Every request is told in the log by its route, never by its address: that of a score sheet is its key."""

from __future__ import annotations

import logging
import secrets
import time

from flask import Flask, Response, g, request

from companion.logs import REQUESTS

_requests = logging.getLogger(REQUESTS)


def init_app(app: Flask) -> None:
    """Log every request with its route, status, duration and a number to find it again."""
    # Flask would tell the address of whatever fails; `errors.py` tells the fault without it.
    app.logger.disabled = True

    @app.before_request
    def start() -> None:
        g.started = time.perf_counter()
        g.request_id = secrets.token_hex(6)

    @app.after_request
    def note(response: Response) -> Response:
        response.headers["X-Request-Id"] = g.get("request_id", "")
        # That nothing has changed on a sheet is no news, and five of six answers.
        unchanged = request.method == "GET" and response.status_code == 204
        if request.endpoint != "static" and not unchanged:
            _requests.log(
                logging.WARNING if response.status_code >= 500 else logging.INFO,
                "request",
                extra={
                    "request_id": g.get("request_id"),
                    "method": request.method,
                    "route": str(request.url_rule) if request.url_rule else None,
                    "status": response.status_code,
                    "milliseconds": round((time.perf_counter() - g.get("started", time.perf_counter())) * 1000, 1),
                },
            )
        return response
