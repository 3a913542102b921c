"""All quick questions, one module each. A module that is put here is found; it holds a `QUESTION`."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Mapping

from companion.web.ask.asked import Question

PHASES = ("A", "B", "C", "any")
"""The groups of the index: moving, using a location, drawing up, and what may be asked at any time."""


@functools.cache
def questions() -> Mapping[str, Question]:
    """Every question by its id, in the order of a turn."""
    found: list[Question] = [
        importlib.import_module(f"{__name__}.{module.name}").QUESTION for module in pkgutil.iter_modules(__path__)
    ]
    found.sort(key=lambda question: (PHASES.index(question.phase), question.order))
    return {question.id: question for question in found}
