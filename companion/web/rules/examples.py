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
    """An example as the page shows it: its title, and its answer in words (HTML), or else the engine's findings."""

    name: str
    title: str
    answer: str | None
    texts: tuple[str, ...]


def example_text(section: Section, number: int) -> str:
    """The position of an example as JSON that people can edit."""
    return engine.laid_out({"schema": engine.SCHEMA, **section.examples[number]["position"]}, depth=3)


def reasons_of(section: Section, number: int) -> tuple[engine.Reason, ...]:
    """What the engine finds in the position of an example. Raises Unreadable."""
    position = engine.read_position(example_text(section, number))
    return engine.check(engine.ruleset_of(position), position)


def examples_of(section: Section) -> Iterator[Example]:
    """All examples of a section. What the engine can answer comes from it, so it cannot be wrong about it."""
    for number, (told, answer) in enumerate(zip(section.examples, section.answers, strict=True)):
        name, title = f"{section.id}.{number}", told["title"]
        if answer:
            yield Example(name, title, answer.html, ())
        else:
            reasons = reasons_of(section, number)
            yield Example(name, title, None, tuple(present.finding(r, section.language).text for r in reasons))


def answer_of(reasons: tuple[engine.Reason, ...]) -> dict[str, Any]:
    """The answer as a rule text states it: whether it can be, and the codes of what cannot."""
    return {"possible": engine.possible(reasons), "findings": [reason.code for reason in reasons]}
