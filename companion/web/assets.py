"""Static files: few and small, so they are kept in memory.

Their addresses carry a fingerprint of their content, so browsers may keep them for good.
"""

from __future__ import annotations

import functools
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from flask import Flask, Response, abort, current_app, request, url_for

from companion.web.precompressed import Encoded, encode, respond

_FOREVER = "public, max-age=31536000, immutable"
_SHORTLY = "public, max-age=300"


@functools.cache
def load(static: Path) -> Mapping[str, Encoded]:
    """All files below the static folder by their name there."""
    files = sorted(file for file in static.rglob("*") if file.is_file())
    return {file.relative_to(static).as_posix(): encode(file.read_bytes(), _mimetype(file)) for file in files}


def _mimetype(file: Path) -> str:
    return mimetypes.guess_type(file.name)[0] or "application/octet-stream"


def sprite() -> str:
    """The address of the file with all symbols. Templates know it as `sprite`: a page has dozens of symbols."""
    return cast(str, current_app.extensions["sprite"])


def init_app(app: Flask, static: Path) -> None:
    """Serve the files, and put the fingerprint into every address of one."""
    files = load(static)

    @app.route("/static/<path:filename>", endpoint="static")
    def serve(filename: str) -> Response:
        file = files.get(filename)
        if file is None:
            abort(404)
        response = respond(file)
        current = request.args.get("v") == file.fingerprint
        response.headers["Cache-Control"] = _FOREVER if current else _SHORTLY
        return response

    @app.url_defaults
    def add_fingerprint(endpoint: str, values: dict[str, object]) -> None:
        file = files.get(str(values.get("filename"))) if endpoint == "static" else None
        if file and "v" not in values:
            values["v"] = file.fingerprint

    with app.test_request_context():
        app.extensions["sprite"] = app.jinja_env.globals["sprite"] = url_for("static", filename="symbols.svg")
