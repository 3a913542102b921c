"""The front matter of a rule text: a YAML block with a fixed set of keys, read strictly.

A key that is unknown, missing, given twice or of the wrong type is a `ContentError` naming file and line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import yaml

Kind = Literal["text", "number", "flag", "texts", "table", "entries", "examples", "chapters"]


class ContentError(Exception):
    """A rule text that cannot be used. The message names the file and the line."""

    def __init__(self, file: Path, line: int, problem: str) -> None:
        super().__init__(f"{file}:{line}: {problem}")
        self.file, self.line, self.problem = file, line, problem


@dataclass(frozen=True)
class Field:
    """What a front matter key holds, and whether it may be left out."""

    kind: Kind
    required: bool = True


SECTION_FIELDS: Mapping[str, Field] = {
    "id": Field("text"),
    "title": Field("text"),
    "order": Field("number"),
    "layers": Field("texts"),
    "terms": Field("texts"),
    "related": Field("texts"),
    "source": Field("text"),
    "enforced": Field("flag", required=False),
    "ruling": Field("flag", required=False),
    "question": Field("text", required=False),
    "translates": Field("text", required=False),
    "examples": Field("examples", required=False),
}
ENTRY_KEYS: Mapping[Kind, tuple[set[str], set[str]]] = {
    "examples": ({"title", "position", "ask", "answer"}, {"text"}),
    "chapters": ({"id", "title"}, set()),
}
"""Lists of entries: the keys that every entry has, and those that it may have."""


@dataclass(frozen=True)
class FrontMatter:
    """The values of a front matter block, the line of each key, and the text below the block."""

    values: Mapping[str, Any]
    lines: Mapping[str, int]
    body: str
    body_line: int


def read_front_matter(file: Path, fields: Mapping[str, Field] = SECTION_FIELDS) -> FrontMatter:
    """Read a file that starts with a `---` block. Raises ContentError."""
    text = file.read_text(encoding="utf-8")
    lines = text.split("\n")
    if lines[0] != "---" or "---" not in lines[1:]:
        raise ContentError(file, 1, "the text does not start with a front matter block between two lines '---'")
    end = lines.index("---", 1)
    values, places = read_mapping(file, "\n".join(lines[1:end]), fields, offset=1)
    return FrontMatter(values, places, "\n".join(lines[end + 1 :]), end + 2)


def read_mapping(
    file: Path, text: str, fields: Mapping[str, Field], offset: int = 0
) -> tuple[dict[str, Any], dict[str, int]]:
    """Read YAML that must be a mapping with these `fields`; also tell the line of each key."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 + offset if error.problem_mark else 1 + offset
        raise ContentError(file, line, f"not readable as YAML: {error.problem}") from error
    if not isinstance(node, yaml.MappingNode):
        raise ContentError(file, 1 + offset, "the front matter is not a list of keys and values")
    loader = yaml.SafeLoader("")
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    for key_node, value_node in node.value:
        key, line = key_node.value, key_node.start_mark.line + 1 + offset
        if key not in fields:
            raise ContentError(file, line, f"unknown key {key!r} (known: {', '.join(fields)})")
        if key in values:
            raise ContentError(file, line, f"key {key!r} is given twice")
        value = loader.construct_object(value_node, deep=True)
        problem = _problem(fields[key].kind, value)
        if problem:
            raise ContentError(file, line, f"{key!r} {problem}")
        values[key], lines[key] = value, line
    for key, field in fields.items():
        if field.required and key not in values:
            raise ContentError(file, 1 + offset, f"key {key!r} is missing")
    return values, lines


def _problem(kind: Kind, value: object) -> str | None:
    if kind == "text" and not (isinstance(value, str) and value.strip()):
        return f"is {value!r}, not a text"
    if kind == "number" and type(value) is not int:
        return f"is {value!r}, not a whole number"
    if kind == "table" and not isinstance(value, dict):
        return f"is {value!r}, not a table"
    if kind == "entries" and not (isinstance(value, list) and all(isinstance(entry, dict) for entry in value)):
        return f"is {value!r}, not a list of tables"
    if kind == "flag" and not isinstance(value, bool):
        return f"is {value!r}, not true or false"
    if kind == "texts" and not (isinstance(value, list) and all(isinstance(item, str) for item in value)):
        return f"is {value!r}, not a list of texts"
    if kind in ENTRY_KEYS:
        keys, optional = ENTRY_KEYS[kind]
        if not isinstance(value, list) or not all(
            isinstance(entry, dict) and keys <= set(entry) <= keys | optional for entry in value
        ):
            return f"is not a list of entries with the keys {', '.join(sorted(keys))}"
    return None
