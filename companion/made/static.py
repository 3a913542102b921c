"""Static files in the encodings that browsers ask for, compressed once; their addresses carry a fingerprint.

So do the addresses by which modules import each other: what a module imports belongs to its own content.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

from companion.made.store import Pieces, Store
from companion.paths import folder

_COMPRESSIBLE = re.compile(r"text/|.*(javascript|json|xml|wasm|octet-stream)$")
_IMPORT = re.compile(r"""(?<=\bfrom )(["'])(\./[\w.-]+)\1""")
_FILE, _LISTED = "static", "listed"


def _brotli(plain: bytes) -> bytes:
    # Imported here because what was compressed before needs it no more.
    import brotli

    compressed: bytes = brotli.compress(plain, quality=11)
    return compressed


ENCODERS: dict[str, Callable[[bytes], bytes]] = {
    "br": _brotli,
    "gzip": lambda plain: gzip.compress(plain, 9, mtime=0),
    "": lambda plain: plain,
}
"""By name, the best first; "" is plain."""
if not find_spec("brotli"):  # On a phone.
    del ENCODERS["br"]


def _minify(name: str, plain: bytes) -> bytes:
    """Scripts and styles of ours without comments and needless space; any other file as it is, a vendored one too."""
    if name.startswith("vendor/") or not find_spec("rjsmin"):  # On a phone, whose browser has the server's.
        return plain
    # Imported here because what was made before needs them no more.
    import rcssmin
    import rjsmin

    minify = {".js": rjsmin.jsmin, ".css": rcssmin.cssmin}.get(Path(name).suffix)
    return minify(plain.decode()).encode() if minify else plain


def offered(mimetype: str) -> tuple[str, ...]:
    """The encodings that content of a type can be sent in, the best first, besides plain."""
    return tuple(filter(None, ENCODERS)) if _COMPRESSIBLE.match(mimetype) else ()


def fingerprint(plain: bytes) -> str:
    """A few letters that change with the content."""
    return hashlib.sha256(plain).hexdigest()[:16]


def sprite_address(static: Path) -> str:
    """The address of the file with all symbols."""
    return f"/static/symbols.svg?v={fingerprint((static / 'symbols.svg').read_bytes())}"


def served(file: Path) -> bytes:
    """A file as it is sent: a module imports others by addresses with their fingerprints."""
    plain = file.read_bytes()
    if file.suffix != ".js":
        return plain
    return _IMPORT.sub(
        lambda match: f'"{match[2]}?v={fingerprint(served(file.parent / match[2]))}"', plain.decode()
    ).encode()


class StaticFiles:
    """All files below a folder, each in the encodings that it can be sent in."""

    def __init__(self, static: Path) -> None:
        self._static = static
        code = Path(__file__).parent
        self.store = Store({"static": static, "made": code}, (_FILE,), self._make, title="styles, scripts and symbols")

    def listed(self) -> Mapping[str, tuple[str, str]]:
        """Type and fingerprint of each file by its name there."""
        listed: Mapping[str, tuple[str, str]] = self.store.load(_FILE, _LISTED)
        return listed

    def content(self, name: str, encoding: str) -> bytes:
        """A file in an encoding that its type is offered in, or plain."""
        content: bytes = self.store.load(_FILE, f"{encoding} {name}")
        return content

    def _make(self) -> Mapping[str, Pieces]:
        listed: dict[str, tuple[str, str]] = {}
        pieces: dict[str, object] = {}
        for file in sorted(file for file in self._static.rglob("*") if file.is_file()):
            name, plain = file.relative_to(self._static).as_posix(), served(file)
            mimetype = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            listed[name] = (mimetype, fingerprint(plain))
            plain = _minify(name, plain)
            pieces |= {f"{encoding} {name}": ENCODERS[encoding](plain) for encoding in (*offered(mimetype), "")}
        return {_FILE: {_LISTED: listed, **pieces}}


def static_files() -> StaticFiles:
    """The static files of the app."""
    return StaticFiles(folder("static"))
