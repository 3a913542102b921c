"""The app as files of files, for phones that keep all of it: libraries, code and texts of ours, and what each language
but the default one needs besides.

Python on the phone compiles it, once. What any installation works out from the texts comes along: it would take a phone
longer than fetching it.

A file of files is a line of JSON, `[[path, length], ...]`, and the contents one after the other.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from companion import i18n
from companion.reference import kept
from companion.web.offline import packs

_PROJECT = "great-western-companion"
LEFT_OUT = frozenset(
    {
        # Compiled, or for servers only.
        *("brotli", "flask-compress", "flask-limiter", "greenlet", "prometheus-client"),
        *("rcssmin", "resvg-py", "rjsmin", "waitress"),
        # What others can do besides.
        *("pygments", "rich"),
    }
)
"""Libraries that do not come along."""
_NEVER = re.compile(r"(^|/)(tests?|testing|docs|__pycache__|[^/]*\.dist-info|zoneinfo)/|^\.\.")
_LOCALE = re.compile(r"babel/locale-data/(?P<name>.*)\.dat$")
_KEPT = (".py", ".dat")
_AS_IT_IS = "markdown/__meta__.py"
"""One of the sources of what comes along."""
UNPACKED_AT = 10**9
"""The time of all files on a phone, in seconds: see `static/js/whole.js`."""
_NOT_READ = (".ttf", ".png")
LIBRARIES = "lib"
"""The folder of what is not ours."""


def packed(entries: Iterator[tuple[str, bytes]]) -> bytes:
    """Files, by their paths, as one."""
    all_entries = list(entries)
    head = json.dumps([[name, len(content)] for name, content in all_entries], separators=(",", ":"))
    return b"".join((head.encode(), b"\n", *(content for _, content in all_entries)))


def own(language: str = i18n.DEFAULT_LANGUAGE) -> Iterator[tuple[str, bytes]]:
    """Code, templates, static files and the texts of the default language; of another `language` its texts alone."""
    for top in packs.sources().values():
        for file in (top, *sorted(top.rglob("*"))):
            name = file.relative_to(top.parent).as_posix()
            if file.is_file() and "__pycache__" not in file.parts and file.suffix not in _NOT_READ:
                path = name if top.name in packs.FOLDERS else f"companion/{name}"
                if _belongs(re.match(r"content/([^/]+)/", path), language):
                    yield path, file.read_bytes()
    if language == i18n.DEFAULT_LANGUAGE:
        yield "companion/__init__.py", (Path(__file__).parents[2] / "__init__.py").read_bytes()


def worked_out(python: str, language: str = i18n.DEFAULT_LANGUAGE) -> Iterator[tuple[str, bytes]]:
    """What is worked out from the texts, for a version of Python, likewise."""
    major, minor, micro = map(int, python.split("."))
    for file, content in kept.store().carried((major, minor, micro)):
        if _belongs(re.match(r"([^.]+)", file.name), language):
            yield f"companion/{file.relative_to(Path(__file__).parents[2]).as_posix()}", content


def _belongs(named: re.Match[str] | None, language: str) -> bool:
    """Whether what names a language, or none, belongs to the part of this one."""
    return (named[1] if named and named[1] in i18n.languages() else i18n.DEFAULT_LANGUAGE) == language


def libraries() -> Iterator[tuple[str, bytes]]:
    """Code and data of the libraries."""
    for name in needed():
        for entry in metadata.files(name) or ():
            path, file = entry.as_posix(), Path(str(entry.locate()))
            if path.endswith(_KEPT) and not _NEVER.search(path) and _wanted(path):
                content = file.read_bytes()
                terse = path.endswith(".py") and path != _AS_IT_IS
                yield f"{LIBRARIES}/{path}", _terse(content) if terse else content


def needed() -> list[str]:
    """The distributions that the app needs on a phone."""
    return sorted(_needed(_PROJECT, set()))


def _needed(project: str, projects: set[str]) -> set[str]:
    """The distributions that a project needs, and those that they need."""
    for requirement in metadata.requires(project) or ():
        name = re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0].lower().replace("_", "-")
        if "extra ==" in requirement or name in LEFT_OUT or name in projects:
            continue
        try:
            metadata.distribution(name)
        except metadata.PackageNotFoundError:
            # Needed elsewhere: by another Python, on another system.
            continue
        projects.add(name)
        _needed(name, projects)
    return projects


def _wanted(path: str) -> bool:
    locale = _LOCALE.match(path)
    return not locale or locale["name"] in {"root", *i18n.languages()}


def _terse(code: bytes) -> bytes:
    """Code without comments and without what it says of itself: half as much to send and to read."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                node.body[0] = ast.copy_location(ast.Expr(ast.Constant(".")), first)
    return ast.unparse(ast.fix_missing_locations(tree)).encode()
