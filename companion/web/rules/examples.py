"""Worked examples of rule texts: a position and what the engine says about it."""

from __future__ import annotations

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
    return engine.laid_out({"schema": engine.SCHEMA, **section.examples[number]["position"]}, depth=3)


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
    return {"possible": engine.possible(reasons), "findings": [reason.code for reason in reasons]}
