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
    return tuple(name for _, _, name in _modules())


@functools.cache
def quick_questions() -> Mapping[str, QuickQuestion]:
    """Every question by its id, in the order of a turn."""
    found = [replace(importlib.import_module(one).QUESTION, id=name, layer=layer) for one, layer, name in _modules()]
    found.sort(key=lambda question: (list(PHASES).index(question.phase), question.order))
    return {question.id: question for question in found}


def _modules() -> Iterator[tuple[str, str, str]]:
    """All modules below this one, each with the layer in whose folder it stands and the id of its question."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        if not module.ispkg:
            layer, _, name = module.name.removeprefix(f"{__name__}.").replace("_", "-").rpartition(".")
            yield module.name, layer, name
