"""Static files: addresses that change with the content, so that browsers may keep them for good."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

from flask import Flask, Response, request

_FOREVER = "public, max-age=31536000, immutable"
_SHORTLY = "public, max-age=300"


def fingerprints(static: Path) -> Mapping[str, str]:
    """File name below the static folder -> a few letters that change with its content."""
    return {
        file.relative_to(static).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()[:10]
        for file in sorted(static.rglob("*"))
        if file.is_file()
    }


def symbol_ids(static: Path) -> frozenset[str]:
    """The symbols of the sprite."""
    return frozenset(re.findall(r'<symbol id="([^"]+)"', (static / "symbols.svg").read_text(encoding="utf-8")))


def init_app(app: Flask, prints: Mapping[str, str]) -> None:
    """Give every address of a static file its fingerprint, and let browsers keep what has the right one."""

    @app.url_defaults
    def add_fingerprint(endpoint: str, values: dict[str, object]) -> None:
        if endpoint == "static" and "v" not in values and values.get("filename") in prints:
            values["v"] = prints[str(values["filename"])]

    @app.after_request
    def keep(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code in (200, 304):
            name = str((request.view_args or {}).get("filename"))
            current = name in prints and request.args.get("v") == prints[name]
            response.headers["Cache-Control"] = _FOREVER if current else _SHORTLY
        return response
