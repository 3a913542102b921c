"""Content that never changes while the app runs: encoded when first asked for, told apart by a fingerprint."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import brotli
from flask import Response, request

_COMPRESSIBLE = re.compile(r"text/|.*(javascript|json|xml)$")


_ENCODERS: Mapping[str, Callable[[bytes], bytes]] = {
    "br": lambda plain: brotli.compress(plain, quality=11),
    "gzip": lambda plain: gzip.compress(plain, 9, mtime=0),
}


@dataclass(frozen=True)
class Encoded:
    """Content with its type and a few letters that change with it."""

    mimetype: str
    fingerprint: str
    content: dict[str, bytes]
    """By encoding, "" is plain: those that somebody has asked for."""

    @property
    def offered(self) -> tuple[str, ...]:
        """The encodings that it can be sent in, the best first."""
        return tuple(_ENCODERS) if _COMPRESSIBLE.match(self.mimetype) else ()

    def encoded(self, encoding: str) -> bytes:
        """The content in an encoding that is offered, or plain."""
        if encoding not in self.content:
            self.content[encoding] = _ENCODERS[encoding](self.content[""])
        return self.content[encoding]


def encode(plain: bytes, mimetype: str) -> Encoded:
    """Prepare content for all encodings that browsers ask for."""
    return Encoded(mimetype, hashlib.sha256(plain).hexdigest()[:16], {"": plain})


def respond(encoded: Encoded) -> Response:
    """Answer with the best encoding, or with nothing but "not modified" when the browser has it."""
    encoding = request.accept_encodings.best_match(encoded.offered) or ""
    response = Response(encoded.encoded(encoding), mimetype=encoded.mimetype)
    if encoding:
        response.content_encoding = encoding
    response.vary.add("Accept-Encoding")
    response.set_etag(f"{encoded.fingerprint}{encoding}")
    response.make_conditional(request)
    return response
