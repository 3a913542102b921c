"""Worked examples of rule texts: a position and what the engine says about it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion import engine
from companion.rules.library import Section
from companion.web import present


@dataclass(frozen=True)
class Example:
    """An example as the page shows it: its title, and the engine's findings as sentences."""

    name: str
    title: str
    texts: tuple[str, ...]


def example_text(section: Section, number: int) -> str:
    """The position of an example as JSON that people can edit."""
    return _laid_out({"schema": engine.SCHEMA, **section.examples[number]["position"]}, depth=3)


def _laid_out(value: object, depth: int, indent: str = "") -> str:
    """JSON with a line for each key down to a depth, and everything deeper on the line of its key."""
    if not isinstance(value, dict) or not value or not depth:
        return json.dumps(value, ensure_ascii=False)
    inner = indent + "  "
    lines = (f"{inner}{json.dumps(str(key))}: {_laid_out(one, depth - 1, inner)}" for key, one in value.items())
    return "{\n" + ",\n".join(lines) + "\n" + indent + "}"


def reasons_of(section: Section, number: int) -> tuple[engine.Reason, ...]:
    """What the engine finds in the position of an example. Raises Unreadable."""
    position = engine.read_position(example_text(section, number))
    return engine.check(engine.ruleset_of(position), position)


def examples_of(section: Section) -> Iterator[Example]:
    """All examples of a section. Their answers come from the engine, so they cannot be wrong about it."""
    for number, told in enumerate(section.examples):
        texts = tuple(present.finding(reason, section.language).text for reason in reasons_of(section, number))
        yield Example(f"{section.id}.{number}", told["title"], texts)


def answer_of(reasons: tuple[engine.Reason, ...]) -> dict[str, Any]:
    """The answer as a rule text states it: whether it can be, and the codes of what cannot."""
    return {"possible": not reasons, "findings": [reason.code for reason in reasons]}
