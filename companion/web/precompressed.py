"""Content that never changes while the app runs: encoded when first asked for, told apart by a fingerprint."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

from flask import Response, request

from companion.made.static import ENCODERS, fingerprint, offered


@dataclass(frozen=True)
class Encoded:
    """Content with its type and a few letters that change with it."""

    mimetype: str
    fingerprint: str
    encoded: Callable[[str], bytes]
    """The content in an encoding that is offered, or plain ("")."""


def encode(plain: bytes, mimetype: str) -> Encoded:
    """Prepare content for all encodings that browsers ask for."""
    return Encoded(mimetype, fingerprint(plain), functools.cache(lambda encoding: ENCODERS[encoding](plain)))


def respond(encoded: Encoded) -> Response:
    """Answer with the best encoding, or with nothing but "not modified" when the browser has it."""
    encoding = request.accept_encodings.best_match(offered(encoded.mimetype)) or ""
    response = Response(encoded.encoded(encoding), mimetype=encoded.mimetype)
    if encoding:
        response.content_encoding = encoding
    response.vary.add("Accept-Encoding")
    response.set_etag(f"{encoded.fingerprint}{encoding}")
    response.make_conditional(request)
    return response
