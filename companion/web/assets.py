"""Content that never changes while the app runs, in the encoding that the browser asks for: static files, kept pages.

Addresses of static files carry a fingerprint of their content, so browsers may keep them for good. Templates do not
change either, and stay compiled.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from flask import Flask, Response, abort, current_app, request
from jinja2.bccache import Bucket, BytecodeCache

from companion.made.static import ENCODERS, fingerprint, offered, sprite_address, static_files
from companion.made.store import FOLDER, write
from companion.paths import folder

FOREVER = "public, max-age=31536000, immutable"
_SHORTLY = "public, max-age=300"
_HASH_LENGTH = hashlib.sha256().digest_size


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


def respond(encoded: Encoded, cache: str = "") -> Response:
    """Answer with the best encoding, or with nothing but "not modified" when the browser has it. `cache`: for how long
    others may keep it, where that is settled."""
    encoding = request.accept_encodings.best_match(offered(encoded.mimetype)) or ""
    response = Response(encoded.encoded(encoding), mimetype=encoded.mimetype)
    if encoding:
        response.content_encoding = encoding
    if cache:
        response.headers["Cache-Control"] = cache
    response.vary.add("Accept-Encoding")
    response.set_etag(f"{encoded.fingerprint}{encoding}")
    response.make_conditional(request)
    return response


@functools.cache
def load() -> Mapping[str, Encoded]:
    """All files below the static folder by their name there."""
    files = static_files()
    return {
        name: Encoded(mimetype, version, functools.partial(files.content, name))
        for name, (mimetype, version) in files.listed().items()
    }


def sprite() -> str:
    """The address of the file with all symbols. Templates know it as `sprite`: a page has dozens of symbols."""
    return cast(str, current_app.extensions["sprite"])


class _CompiledTemplates(BytecodeCache):
    """Templates as they were compiled when they were first asked for, for every process that comes after.

    Jinja compares what a template says, and the version of Python; that a file is whole is told by a hash in front.
    """

    def get_cache_key(self, name: str, filename: str | None = None) -> str:  # noqa: ARG002
        """The same wherever the app lies."""
        return super().get_cache_key(name)

    def load_bytecode(self, bucket: Bucket) -> None:
        """What is missing or damaged is compiled again."""
        with contextlib.suppress(OSError):
            content = self._file(bucket).read_bytes()
            if content[:_HASH_LENGTH] == _hash(content[_HASH_LENGTH:]):
                bucket.bytecode_from_string(content[_HASH_LENGTH:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Where nothing can be written, each process compiles its own."""
        code = bucket.bytecode_to_string()
        with contextlib.suppress(OSError):
            write(self._file(bucket), _hash(code) + code)

    def _file(self, bucket: Bucket) -> Path:
        return FOLDER / f"{bucket.key}.template"


def _hash(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def init_app(app: Flask) -> None:
    """Serve the files, and put the fingerprint into every address of one."""
    files = load()
    # On a phone they are part of the picture of its memory, and its files lie in memory as well.
    if not app.config["ON_PHONE"]:
        app.jinja_env.bytecode_cache = _CompiledTemplates()

    @app.route("/static/<path:filename>", endpoint="static")
    def serve(filename: str) -> Response:
        file = files.get(filename)
        if file is None:
            abort(404)
        return respond(file, FOREVER if request.args.get("v") == file.fingerprint else _SHORTLY)

    @app.url_defaults
    def add_fingerprint(endpoint: str, values: dict[str, object]) -> None:
        file = files.get(str(values.get("filename"))) if endpoint == "static" else None
        if file and "v" not in values:
            values["v"] = file.fingerprint

    app.extensions["sprite"] = app.jinja_env.globals["sprite"] = sprite_address(folder("static"))
