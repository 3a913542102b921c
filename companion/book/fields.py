"""YAML that people write, read strictly: a fixed set of keys, each with its kind of value.

A key that is unknown, missing, given twice or of the wrong kind is a `ContentError` naming file and line.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:  # What was read before is used without the library: it is imported where a text is read.
    import yaml

Kind = Literal["text", "number", "flag", "texts", "table", "entries"]

Reader = Callable[[Path, "yaml.Node", int], Any]


class ContentError(Exception):
    """A rule text that cannot be used. The message names the file and the line."""

    def __init__(self, file: Path, line: int, problem: str) -> None:
        super().__init__(f"{file}:{line}: {problem}")
        self.file, self.line, self.problem = file, line, problem

    def __reduce__(self) -> tuple[type[ContentError], tuple[Path, int, str]]:
        # Another process may find it.
        return type(self), (self.file, self.line, self.problem)


@dataclass(frozen=True)
class KeyField:
    """What a key holds, and whether it may be left out.

    `reader` reads what the kind alone does not tell: it is given the file, the node and the lines before it.
    """

    kind: Kind
    required: bool = True
    reader: Reader | None = None


Fields = Mapping[str, KeyField]


def read_file(file: Path, fields: Fields) -> tuple[dict[str, Any], dict[str, int]]:
    """Read a file of YAML, as `read_mapping` does."""
    return read_mapping(file, file.read_text(encoding="utf-8"), fields)


def read_mapping(file: Path, text: str, fields: Fields, offset: int = 0) -> tuple[dict[str, Any], dict[str, int]]:
    """Read YAML that must be a mapping with these `fields`; also tell the line of each key. Raises ContentError."""
    import yaml

    # The loader written in C reads the same ten times as fast; not every build of the library has it.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        node = yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 + offset if error.problem_mark else 1 + offset
        raise ContentError(file, line, f"not readable as YAML: {error.problem}") from error
    if not isinstance(node, yaml.MappingNode):
        raise ContentError(file, 1 + offset, "the front matter is not a list of keys and values")
    return read_table(file, node, fields, offset)


def read_table(file: Path, node: yaml.Node, fields: Fields, offset: int) -> tuple[dict[str, Any], dict[str, int]]:
    """Read a node that must be a mapping with these `fields`; also tell the line of each key. Raises ContentError."""
    import yaml

    start = line_of(node, offset)
    if not isinstance(node, yaml.MappingNode):
        raise ContentError(file, start, "this is not a table of keys and values")
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    for key_node, value_node in node.value:
        key, line = key_node.value, line_of(key_node, offset)
        if key not in fields:
            raise ContentError(file, line, f"unknown key {key!r} (known: {', '.join(fields)})")
        if key in values:
            raise ContentError(file, line, f"key {key!r} is given twice")
        field, value = fields[key], plain(value_node)
        problem = _problem(field.kind, value)
        if problem:
            raise ContentError(file, line, f"{key!r} {problem}")
        values[key] = field.reader(file, value_node, offset) if field.reader else value
        lines[key] = line
    for key, field in fields.items():
        if field.required and key not in values:
            raise ContentError(file, start, f"key {key!r} is missing")
    return values, lines


def texts_of(ids: Collection[str] | None = None, required: bool = True) -> KeyField:
    """A table with a text for each of the `ids`; without them it is the table that says which there are."""

    def read(file: Path, node: yaml.Node, offset: int) -> dict[str, str]:
        named = [key.value for key, _ in node.value] if ids is None else ids
        return read_table(file, node, dict.fromkeys(named, KeyField("text")), offset)[0]

    return KeyField("table", required, read)


def plain(node: yaml.Node) -> Any:
    """The value of a node."""
    import yaml

    return yaml.SafeLoader("").construct_object(node, deep=True)


def line_of(node: yaml.Node, offset: int) -> int:
    """The line of the file in which a node begins."""
    return int(node.start_mark.line) + 1 + offset


def _problem(kind: Kind, value: object) -> str | None:
    called, fits = _KINDS[kind]
    return None if fits(value) else f"is {value!r}, not {called}"


def _list_of(kind: type, value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)


_KINDS: Mapping[Kind, tuple[str, Callable[[Any], bool]]] = {
    "text": ("a text", lambda value: isinstance(value, str) and bool(value.strip())),
    "number": ("a whole number", lambda value: type(value) is int),
    "flag": ("true or false", lambda value: isinstance(value, bool)),
    "texts": ("a list of texts", lambda value: _list_of(str, value)),
    "table": ("a table", lambda value: isinstance(value, dict)),
    "entries": ("a list of tables", lambda value: _list_of(dict, value)),
}
"""What a value of each kind is called, and whether one is of it."""
