"""All quick questions, one module each. A module that is put here is found; it holds a `QUESTION`."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any

from flask_babel import lazy_gettext

from companion.web.ask.situation import Question

PHASES: Mapping[str, Any] = {
    "A": lazy_gettext("Moving"),
    "B": lazy_gettext("At a location"),
    "K": lazy_gettext("Kansas City"),
    "any": lazy_gettext("At any time"),
}
"""The groups of the index, in the order of a turn."""


def names() -> tuple[str, ...]:
    """The ids of all questions: those of their modules, none of which is imported for it."""
    return tuple(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__))


@functools.cache
def questions() -> Mapping[str, Question]:
    """Every question by its id, in the order of a turn."""
    found: list[Question] = [
        importlib.import_module(f"{__name__}.{module.name}").QUESTION for module in pkgutil.iter_modules(__path__)
    ]
    found.sort(key=lambda question: (list(PHASES).index(question.phase), question.order))
    return {question.id: question for question in found}
