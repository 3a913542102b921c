"""Finding things in the component data, so that no figure of a form is typed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import TypeVar

from companion.engine import Effect

E = TypeVar("E", bound=Effect)


def effects_of(thing: object, kind: type[E]) -> Iterator[E]:
    """Every effect of a kind in component data, however deep."""
    if isinstance(thing, kind):
        yield thing
    elif isinstance(thing, Mapping):
        for value in thing.values():
            yield from effects_of(value, kind)
    elif isinstance(thing, tuple | list):
        for value in thing:
            yield from effects_of(value, kind)
    elif dataclasses.is_dataclass(thing):
        for field in dataclasses.fields(thing):
            yield from effects_of(getattr(thing, field.name), kind)
