"""Content that never changes while the app runs: encoded once, told apart by a fingerprint, sent as it is."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

import brotli
from flask import Response, request

_COMPRESSIBLE = re.compile(r"text/|.*(javascript|json|xml)$")


@dataclass(frozen=True)
class Encoded:
    """Content by encoding ("" is plain), with its type and a few letters that change with it."""

    mimetype: str
    fingerprint: str
    content: Mapping[str, bytes]


def encode(plain: bytes, mimetype: str) -> Encoded:
    """Prepare content for all encodings that browsers ask for."""
    content = {"": plain}
    if _COMPRESSIBLE.match(mimetype):
        content["br"] = brotli.compress(plain, quality=11)
        content["gzip"] = gzip.compress(plain, 9, mtime=0)
    return Encoded(mimetype, hashlib.sha256(plain).hexdigest()[:16], content)


def respond(encoded: Encoded) -> Response:
    """Answer with the best encoding, or with nothing but "not modified" when the browser has it."""
    offered = [name for name in ("br", "gzip") if name in encoded.content]
    encoding = request.accept_encodings.best_match(offered) or ""
    response = Response(encoded.content[encoding], mimetype=encoded.mimetype)
    if encoding:
        response.content_encoding = encoding
    response.vary.add("Accept-Encoding")
    response.set_etag(f"{encoded.fingerprint}{encoding}")
    response.make_conditional(request)
    return response
