"""Pieces that people type: `2 criollo, Galloway, obj-3`, by their names in the reader's language or in the format."""

from __future__ import annotations

import re
from collections.abc import Mapping

from companion import engine
from companion.engine import MAX_COUNT, nearest, shown
from companion.integers import whole
from companion.web.editor.field_kinds import Plain, PositionField, Things
from companion.web.editor.labels import labels

MAX_LENGTH = 2000
"""Nobody types more letters into a field."""
_SEPARATORS = re.compile(r"[,;\n]+")
_COUNTED = re.compile(r"(\d{1,3})\s*[x×*]?\s+(.+)|(.+?)\s*[x×*]\s*(\d{1,3})", re.DOTALL)


class Mistyped(Exception):
    """Something typed that means nothing here. `problem` says what is wrong and what would be right."""

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(f"{code} {params}")
        self.problem = engine.Problem(code, params)
        self.field: str | None = None
        """The field of a form that it was typed into, where somebody knows."""


def read_things(text: str, things: Things, language: str, field: PositionField | None = None) -> list[Plain]:
    """The plain values of the things that a text names, each as often as it says. Raises Mistyped."""
    if len(text) > MAX_LENGTH:
        raise Mistyped("too-long", have=len(text), most=MAX_LENGTH)
    known = _names(things, language, field)
    found: list[Plain] = []
    for part in filter(None, (part.strip() for part in _SEPARATORS.split(text))):
        count, name = _counted(part, known)
        if name not in known:
            raise Mistyped("unknown-word", found=shown(part), known=nearest(name, list(known)))
        found += [things[known[name]]] * count
        if len(found) > MAX_COUNT:
            raise Mistyped("list-too-long", found=len(found), most=MAX_COUNT)
    return found


def read_number(text: str, least: int, most: int) -> int:
    """A whole number within bounds. Raises Mistyped."""
    text = text.strip()
    number = whole(text)
    if number is None:
        raise Mistyped("not-a-number", found=shown(text), least=least, most=most)
    if not least <= number <= most:
        raise Mistyped("number-out-of-range", found=number, least=least, most=most)
    return number


def _counted(part: str, known: Mapping[str, str]) -> tuple[int, str]:
    """How many of what: `2 criollo`, `criollo x2`, or one."""
    name = part.casefold()
    match = None if name in known else _COUNTED.fullmatch(name)
    if match is None:
        return 1, name
    before, after, what, number = match.groups()
    return int(before or number), (after or what).strip()


def _names(things: Things, language: str, field: PositionField | None) -> dict[str, str]:
    """Everything that a thing may be called -> the thing."""
    words = labels(language)
    called: dict[str, str] = {}
    for thing in things:
        for name in (words.thing(thing, field), thing.partition(":")[2], thing):
            if name:
                called.setdefault(name.casefold(), thing)
    return called


def told(values: list[Plain], things: Things, language: str, field: PositionField | None = None) -> str:
    """Pieces as text that `read_things` reads as the same."""
    words, counts = labels(language), dict[str, int]()
    for value in values:
        thing = next((thing for thing, plain in things.items() if plain == value), None)
        if thing is not None:
            counts[thing] = counts.get(thing, 0) + 1
    parts = ((count, _unambiguous(words.thing(thing, field), thing)) for thing, count in counts.items())
    return ", ".join(name if count == 1 else f"{count} {name}" for count, name in parts)


def _unambiguous(name: str, thing: str) -> str:
    """A name that can be typed; where it holds a separator, the name in the format."""
    return thing.partition(":")[2] or thing if _SEPARATORS.search(name) else name
