"""Static files: few and small, so those that were asked for are kept in memory.

Their addresses carry a fingerprint of their content, so browsers may keep them for good.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import cast

from flask import Flask, Response, abort, current_app, request

from companion.made.static import sprite_address, static_files
from companion.paths import folder
from companion.web.precompressed import Encoded, respond

_FOREVER = "public, max-age=31536000, immutable"
_SHORTLY = "public, max-age=300"


@functools.cache
def load() -> Mapping[str, Encoded]:
    """All files below the static folder by their name there."""
    files = static_files()
    return {
        name: Encoded(mimetype, fingerprint, functools.partial(files.content, name))
        for name, (mimetype, fingerprint) in files.listed().items()
    }


def sprite() -> str:
    """The address of the file with all symbols. Templates know it as `sprite`: a page has dozens of symbols."""
    return cast(str, current_app.extensions["sprite"])


def init_app(app: Flask) -> None:
    """Serve the files, and put the fingerprint into every address of one."""
    files = load()

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

    app.extensions["sprite"] = app.jinja_env.globals["sprite"] = sprite_address(folder("static"))
