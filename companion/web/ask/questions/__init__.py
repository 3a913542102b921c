"""All quick questions, one module each. A module that is put here is found; it holds a `QUESTION`.

Questions that only a layer of the rules brings stand in a folder of its name.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from flask_babel import lazy_gettext

from companion.web.ask.question import QuickQuestion

PHASES: Mapping[str, Any] = {
    "A": lazy_gettext("Moving"),
    "B": lazy_gettext("At a location"),
    "K": lazy_gettext("Kansas City"),
    "any": lazy_gettext("At any time"),
}
"""The groups of the index, in the order of a turn."""


def names() -> tuple[str, ...]:
    """The ids of all questions: those of their modules, none of which is imported for it."""
    return tuple(_id(module.rpartition(".")[2]) for module in _modules())


@functools.cache
def quick_questions() -> Mapping[str, QuickQuestion]:
    """Every question by its id, in the order of a turn."""
    found: list[QuickQuestion] = []
    for module in _modules():
        layer, _, name = map(_id, module.rpartition("."))
        found.append(replace(importlib.import_module(f"{__name__}.{module}").QUESTION, id=name, layer=layer))
    found.sort(key=lambda question: (list(PHASES).index(question.phase), question.order))
    return {question.id: question for question in found}


def _modules() -> Iterator[str]:
    """All modules below this one, those of a layer behind its folder."""
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            folders = [f"{path}/{module.name}" for path in __path__]
            yield from (f"{module.name}.{inner.name}" for inner in pkgutil.iter_modules(folders))
        else:
            yield module.name


def _id(name: str) -> str:
    return name.replace("_", "-")
