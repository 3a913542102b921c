"""The files that a phone needs to answer by itself: Python for the browser, the libraries, the app, and its language.

`companion make` fetches Python for the browser; where there is none, phones can keep the pages only. Python
and libraries change seldom, so they have a version of their own.
"""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import metadata
from itertools import chain
from pathlib import Path

from companion import i18n
from companion.made import pyodide
from companion.made.store import Pieces, Store
from companion.paths import folder
from companion.web.assets import Encoded
from companion.web.offline import archive, packs

_ARCHIVE = "application/octet-stream"
_TYPES = {
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.mjs": "text/javascript",
    "pyodide.asm.wasm": "application/wasm",
    "pyodide-lock.json": "application/json",
    "python_stdlib.zip": "application/zip",
    "libraries": _ARCHIVE,
}
APP = "app"
_RUNTIME, _APP = "phone-python", "phone-app"
_QUALITY = 9
"""Of the compression: the highest takes ten times as long and saves a tenth."""


@dataclass(frozen=True)
class File:
    """A file as phones ask for it."""

    address: str
    """Its version, and its name."""
    size: int
    sent: int
    """Its size on the line, at best."""


def available() -> bool:
    """Whether there is Python for the browser."""
    return pyodide.available()


@functools.cache
def stores() -> Mapping[str, Store]:
    """What the files are kept in, by name of the file: the app, which changes often, and all others."""
    libraries = {name: _record(name) for name in archive.needed()}
    # The libraries come with the formats of just these languages.
    languages = {code: folder("content") / code / "chapters.yaml" for code in i18n.languages()}
    runtime = {"python": pyodide.FOLDER, "archive": Path(archive.__file__), **libraries, **languages}
    others = Store(runtime, (_RUNTIME,), lambda: {_RUNTIME: _runtime()}, title="Python and libraries for phones")
    own = Store(packs.sources(), (_APP,), lambda: {_APP: _app()}, title="the app for phones")
    return dict.fromkeys(_TYPES, others) | dict.fromkeys(apps().values(), own)


@functools.cache
def apps() -> Mapping[str, str]:
    """The files that the app is in, by language: that of the default one has everything but the texts of others."""
    return {code: APP if code == i18n.DEFAULT_LANGUAGE else f"{APP}-{code}" for code in i18n.languages()}


def files(*languages: str) -> dict[str, File]:
    """What phones keep for readers of these languages, by name; nothing where there is no Python for the browser."""
    own = {apps()[language] for language in (i18n.DEFAULT_LANGUAGE, *languages)}
    return {name: _file(name) for name in (*_TYPES, *sorted(own))} if available() else {}


def encoded(name: str) -> Encoded:
    """A file with its encodings."""
    return Encoded(_TYPES.get(name, _ARCHIVE), _version(name), functools.partial(_content, name))


@functools.cache
def _version(name: str) -> str:
    return stores()[name].version()[:16] if name in _TYPES else packs.version()


@functools.cache
def _file(name: str) -> File:
    size, sent = _content(name, "size"), _content(name, "sent")
    return File(f"{_version(name)}/{name}", int(size), int(sent))


def _content(name: str, encoding: str) -> bytes:
    content: bytes = stores()[name].load(_RUNTIME if name in _TYPES else _APP, f"{encoding} {name}")
    return content


def _app() -> Pieces:
    python = json.loads((pyodide.FOLDER / "pyodide-lock.json").read_bytes())["info"]["python"]
    pieces: dict[str, object] = {}
    for language, name in apps().items():
        files = chain(archive.own(language), archive.worked_out(python, language))
        pieces |= _encoded(name, archive.packed(files))
    return pieces


def _runtime() -> Pieces:
    pieces: dict[str, object] = {}
    for name in _TYPES:
        if name != "libraries":
            pieces |= _encoded(name, (pyodide.FOLDER / name).read_bytes())
    return {**pieces, **_encoded("libraries", archive.packed(archive.libraries()))}


def _encoded(name: str, plain: bytes) -> Pieces:
    # Imported here because a phone, which imports this too, has none.
    import brotli

    encoders: dict[str, Callable[[bytes], bytes]] = {
        "": bytes,
        "gzip": functools.partial(gzip.compress, mtime=0),
        "br": functools.partial(brotli.compress, quality=_QUALITY, lgwin=24),
    }
    made = {encoding: encode(plain) for encoding, encode in encoders.items()}
    numbers = {"size": len(plain), "sent": min(map(len, made.values()))}
    return {
        f"{key} {name}": value for key, value in (*made.items(), *((k, str(v).encode()) for k, v in numbers.items()))
    }


def _record(name: str) -> Path:
    """The file that tells what belongs to a distribution: another one with every version."""
    for file in metadata.files(name) or ():
        if file.name == "RECORD":
            return Path(str(file.locate()))
    raise FileNotFoundError(f"{name} tells not what belongs to it")
