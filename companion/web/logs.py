"""Logs: one JSON object a line, on standard error. A request is told by its route, never by its address,
because the address of a score sheet is its key."""

from __future__ import annotations

import logging
import secrets
import sys
import time

from flask import Flask, Response, g, request

_requests = logging.getLogger("companion.requests")


def configure(level: int = logging.INFO) -> None:
    """Send all logs of this process to standard error as JSON lines."""
    # Imported here because who makes an app for something else has logs of its own.
    from pythonjsonlogger.json import JsonFormatter

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        JsonFormatter(
            "%(asctime)s %(levelname)s %(name)s %(message)s",
            rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    logging.getLogger("waitress").addFilter(_without_address)
    # That requests wait for each other is no news.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)


def _without_address(record: logging.LogRecord) -> bool:
    """Of what the server tells, the address that failed is left out."""
    record.args = tuple("..." for _ in record.args or ())
    return True


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
            _requests.info(
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
