"""Static files: few and small, so they are kept in memory, compressed once as well as can be.

Their addresses carry a fingerprint of their content, so browsers may keep them for good.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import brotli
from flask import Flask, Response, abort, request

_FOREVER = "public, max-age=31536000, immutable"
_SHORTLY = "public, max-age=300"
_COMPRESSIBLE = re.compile(r"text/|.*(javascript|json|xml)$")


@dataclass(frozen=True)
class Asset:
    """A static file: its type, its fingerprint, and its content by encoding ("" is plain)."""

    mimetype: str
    fingerprint: str
    content: Mapping[str, bytes]


@functools.cache
def load(static: Path) -> Mapping[str, Asset]:
    """All files below the static folder by their name there."""
    return {file.relative_to(static).as_posix(): _asset(file) for file in sorted(static.rglob("*")) if file.is_file()}


def _asset(file: Path) -> Asset:
    plain = file.read_bytes()
    mimetype = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    content = {"": plain}
    if _COMPRESSIBLE.match(mimetype):
        content["gzip"] = gzip.compress(plain, 9, mtime=0)
        content["br"] = brotli.compress(plain, quality=11)
    return Asset(mimetype, hashlib.sha256(plain).hexdigest()[:10], content)


def symbol_ids(static: Path) -> frozenset[str]:
    """The symbols of the sprite."""
    return frozenset(re.findall(r'<symbol id="([^"]+)"', (static / "symbols.svg").read_text(encoding="utf-8")))


def init_app(app: Flask, static: Path) -> None:
    """Serve the files, and put the fingerprint into every address of one."""
    assets = load(static)

    @app.route("/static/<path:filename>", endpoint="static")
    def serve(filename: str) -> Response:
        asset = assets.get(filename)
        if asset is None:
            abort(404)
        encoding = request.accept_encodings.best_match([name for name in ("br", "gzip") if name in asset.content]) or ""
        response = Response(asset.content[encoding], mimetype=asset.mimetype)
        if encoding:
            response.content_encoding = encoding
        response.vary.add("Accept-Encoding")
        current = request.args.get("v") == asset.fingerprint
        response.headers["Cache-Control"] = _FOREVER if current else _SHORTLY
        response.set_etag(f"{asset.fingerprint}{encoding}")
        response.make_conditional(request)
        return response

    @app.url_defaults
    def add_fingerprint(endpoint: str, values: dict[str, object]) -> None:
        asset = assets.get(str(values.get("filename"))) if endpoint == "static" else None
        if asset and "v" not in values:
            values["v"] = asset.fingerprint
