"""Figures by where they stand among the components: a path, in which `*` stands for every id."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from companion.engine.core.catalog import Catalog
from companion.engine.core.components.common import Confidence


def listed(
    catalog: Catalog, figures: Mapping[str, object], *, partly: bool = False
) -> Iterator[tuple[str, int | Mapping[int, int], Confidence]]:
    """The figures that a layer lists by names of its own: how sure -> name -> the number, or where it stands.

    Those of "own" are as sure as the components around them. `partly`: what the components do not have is left out.
    """
    for sure, entries in figures.items():
        for name, where in cast(Mapping[str, int | str], entries).items():
            if isinstance(where, int):
                yield name, where, cast(Confidence, sure)
                continue
            with contextlib.suppress(*([LookupError] if partly else [])):
                for key, number, own in _figures_at(catalog, where.split("."), ("", "high")):
                    yield name.replace("*", key), number, own if sure == "own" else cast(Confidence, sure)


def figures_at(here: object, path: str) -> Iterator[tuple[str, int | Mapping[int, int]]]:
    """The figures at a path through components, such as `cities.cities.*.value`, by what `*` stands for.

    A table counts as many as it has entries, unless it tells a figure for each number of players. What pays `vp` for
    each of something pays `most` points at the most, where the components say how many are paid for.

    Raises LookupError.
    """
    for star, number, _ in _figures_at(here, path.split("."), ("", "high")):
        yield star, number


def _figures_at(
    here: object, path: Sequence[str], above: tuple[str, Confidence]
) -> Iterator[tuple[str, int | Mapping[int, int], Confidence]]:
    """The same with how sure they are; `above`: what `*` stands for, and how sure the components above are."""
    star, sure = above[0], getattr(here, "confidence", above[1])
    if not path:
        by_players = isinstance(here, Mapping) and {type(one) for entry in here.items() for one in entry} == {int}
        value: Any = len(here) if isinstance(here, (Mapping, tuple)) and not by_players else here
        if type(value) is not int and not by_players:
            raise LookupError(f"{here!r} is no figure")
        yield star, value, sure
        return
    first, *rest = path
    inner = _inner(here)
    if first == "*":
        for key, value in inner.items():
            yield from _figures_at(value, rest, (key, sure))
    elif first in inner:
        yield from _figures_at(inner[first], rest, (star, sure))
    elif isinstance(vars(type(here)).get(first), functools.cached_property):
        yield from _figures_at(getattr(here, first), rest, (star, sure))
    else:
        raise LookupError(f"there is no {first!r} (known: {', '.join(inner)})")


def _inner(here: object) -> Mapping[str, Any]:
    if isinstance(here, Mapping):
        return {str(key): value for key, value in here.items()}
    if isinstance(here, tuple):
        return {str(place): value for place, value in enumerate(here)}
    if not dataclasses.is_dataclass(here):
        return {}
    fields = {field.name: getattr(here, field.name) for field in dataclasses.fields(here)}
    if fields.get("most") and "vp" in fields:
        fields["most"] *= fields["vp"]
    return fields
