"""Logs, on standard error: one line for people on a terminal, one JSON object a line elsewhere."""

from __future__ import annotations

import logging
import os
import re
import sys
from typing import Any

import click

REQUESTS = "companion.requests"
"""The name of the log of requests."""
_OWN = {*vars(logging.makeLogRecord({})), "message", "asctime"}
"""What every record tells."""
_COLOURS = {logging.WARNING: "yellow", logging.ERROR: "red", logging.CRITICAL: "red"}


def default_format() -> str:
    """For people on a terminal, for programs elsewhere."""
    return "text" if sys.stderr.isatty() else "json"


def configure(log_format: str | None = None) -> None:
    """Send all logs of this process to standard error, in the format that suits it unless one is named."""
    log_format = log_format or default_format()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_json() if log_format == "json" else _Text())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("waitress").addFilter(_without_address)
    # That requests wait for each other is no news.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)


def _json() -> logging.Formatter:
    # Imported here because on a terminal nobody needs it.
    from pythonjsonlogger.json import JsonFormatter

    return JsonFormatter(
        "%(asctime)s %(levelname)s %(name)s %(message)s",
        rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
    )


class _Text(logging.Formatter):
    """A line for people; what is wrong is coloured where the terminal has colours."""

    def __init__(self) -> None:
        super().__init__(datefmt="%H:%M:%S")
        self.coloured = sys.stderr.isatty() and not os.environ.get("NO_COLOR")

    def format(self, record: logging.LogRecord) -> str:
        more = {name: value for name, value in vars(record).items() if name not in _OWN}
        message = _request_line(more) if record.name == REQUESTS else _message_line(record.getMessage(), more)
        line = f"{self.formatTime(record, self.datefmt)} {message}"
        if record.exc_info:
            line += f"\n{self.formatException(record.exc_info)}"
        colour = _COLOURS.get(record.levelno)
        return click.style(line, fg=colour) if self.coloured and colour else line


def _message_line(message: str, more: dict[str, Any]) -> str:
    return f"{message} ({', '.join(f'{name} {value}' for name, value in more.items())})" if more else message


def _request_line(request_told: dict[str, Any]) -> str:
    # "<any(...):why>" and "<language:language>" are the app's business.
    route = re.sub(r"<[^>]*:(\w+)>", r"<\1>", request_told["route"] or "no such address")
    return f"{request_told['status']} {request_told['method']} {route} {request_told['milliseconds']:.0f} ms"


def _without_address(record: logging.LogRecord) -> bool:
    """Of what the server tells, the address that failed is left out."""
    record.args = tuple("..." for _ in record.args or ())
    return True
