"""The front matter of a rule text: a YAML block with a fixed set of keys, read strictly.

The facts of a section stand in the text of the reference language; its translations hold words.

A key that is unknown, missing, given twice or of the wrong type is a `ContentError` naming file and line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.book.fields import ContentError, Fields, KeyField, read_mapping, texts_of
from companion.book.sections import Section

SECTION_FIELDS: Fields = {
    "title": KeyField("text"),
    "order": KeyField("number"),
    "layers": KeyField("texts"),
    "answer": KeyField("text", required=False),
    "answers": texts_of(required=False),
    "question": KeyField("text", required=False),
    "questions": texts_of(required=False),
    "related": KeyField("texts"),
    "source": KeyField("text"),
    "enforced": KeyField("flag", required=False),
    "picture": KeyField("text", required=False),
}


def translation_fields(original: Section) -> Fields:
    """What the front matter of a translation holds: words for everything that the original has words for."""
    return {
        "title": KeyField("text"),
        **({"answer": KeyField("text")} if original.own.answer else {}),
        **({"answers": texts_of(original.parts)} if original.parts else {}),
        "source": KeyField("text", required=False),
        "translates": KeyField("text", required=False),
    }


@dataclass(frozen=True)
class FrontMatter:
    """The values of a front matter block, the line of each key, and the text below the block."""

    file: Path
    values: Mapping[str, Any]
    lines: Mapping[str, int]
    body: str
    body_line: int


def read_front_matter(file: Path, fields: Fields = SECTION_FIELDS) -> FrontMatter:
    """Read a file that starts with a `---` block. Raises ContentError."""
    text = file.read_text(encoding="utf-8")
    lines = text.split("\n")
    if lines[0] != "---" or "---" not in lines[1:]:
        raise ContentError(file, 1, "the text does not start with a front matter block between two lines '---'")
    end = lines.index("---", 1)
    values, places = read_mapping(file, "\n".join(lines[1:end]), fields, offset=1)
    return FrontMatter(file, values, places, "\n".join(lines[end + 1 :]), end + 2)
