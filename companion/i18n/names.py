"""Names of things as people write them: one TOML file per subject, in it a table per context, in it `key = "text"`.

A name that messages decline is a table of its forms: `cowboy = {one = "cowboy", more = "cowboys"}`.

What is not understood is a `NamesError` that names file and line. A name that is asked for and is not there is an error
in tests, and elsewhere shows as its key.
"""

from __future__ import annotations

import functools
import logging
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from companion.i18n.forms import Noun

Key = tuple[str, str]
"""The context of a name, and its key there."""

PARAMETER = re.compile(r"%\((\w+)(?::[\w-]+)?\)[sd]")
"""What a text says for one of its values, in one of its forms."""

_TABLE = re.compile(r"\s*\[\s*\"?([^\"\]]+?)\"?\s*\]")
_KEY = re.compile(r"\s*(?:\"([^\"]*)\"|([\w-]+))\s*[.=]")
_LINE = re.compile(r" \(at line (\d+), column \d+\)$")

log = logging.getLogger(__name__)

strict = False
"""Whether a missing name raises MissingName, as in tests, instead of showing its key."""


class NamesError(Exception):
    """A file of names that cannot be used. The message names the file and the line."""

    def __init__(self, file: Path, line: int, problem: str) -> None:
        super().__init__(f"{file}:{line}: {problem}")
        self.file, self.line, self.problem = file, line, problem


class MissingName(KeyError):
    """A name that was asked for, and that a language does not have."""


def read(folder: Path) -> dict[Key, str]:
    """All names of a folder, subject by subject. Raises NamesError, and OSError where there is no such folder."""
    texts: dict[Key, str] = {}
    homes: dict[str, Path] = {}
    for file in sorted(file for file in folder.iterdir() if file.suffix == ".toml"):
        text = file.read_text(encoding="utf-8")
        for context, table in _tables(file, text).items():
            if not isinstance(table, dict):
                raise NamesError(file, _line(text, "", context), f"{context!r} stands outside of a table")
            if context in homes:
                raise NamesError(file, _line(text, context), f"[{context}] is in {homes[context].name} already")
            homes[context] = file
            for key, value in table.items():
                if problem := _problem(value):
                    raise NamesError(file, _line(text, context, key), f"{context}/{key}: {problem}")
                texts[context, key] = Noun(value) if isinstance(value, dict) else value
    return texts


def parameters(text: str) -> frozenset[str]:
    """The values that a text says."""
    return frozenset(PARAMETER.findall(text))


def where(folder: Path, context: str, key: str) -> str:
    """The file and line of a name, for whoever mends it."""
    for file in sorted(folder.glob("*.toml")):
        if line := _find(file.read_text(encoding="utf-8"), context, key):
            return f"{file}:{line}"
    return f"{folder}: {context}/{key}"


def missing(language: str, context: str, key: str) -> str:
    """What is said for a name that is not there: its key, and once a line in the log. Raises MissingName in tests."""
    if strict:
        raise MissingName(f"{language}: {context}/{key}")
    _log_once(language, context, key)
    return key


@functools.lru_cache(maxsize=1000)
def _log_once(language: str, context: str, key: str) -> None:
    log.error("no name for %s/%s in %s", context, key, language)


def _tables(file: Path, text: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _LINE.search(str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        raise NamesError(file, line, f"not readable as TOML: {_LINE.sub('', str(error))}") from error


def _problem(value: object) -> str | None:
    """What is wrong with the value of a key."""
    if isinstance(value, dict):
        if "one" not in value:
            return "not a text; a key with a full stop stands in quotation marks, and a table of forms has “one”"
        return next((f"{form}: {problem}" for form, text in value.items() if (problem := _problem(text))), None)
    if not isinstance(value, str):
        return "not a text"
    if not value:
        return "empty"
    if "%" in PARAMETER.sub("", value):
        return "a percent sign that begins no %(parameter)s"
    return None


def _line(text: str, context: str, key: str | None = None) -> int:
    return _find(text, context, key) or 1


def _find(text: str, context: str, key: str | None) -> int | None:
    """The line of a table, or of a key in it."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _TABLE.match(line):
            table = header[1]
            if table == (context if key is None else f"{context}.{key}"):
                return number
        elif key is not None and table == context and (match := _KEY.match(line)) and key in match.groups():
            return number
    return None
