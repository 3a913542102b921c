"""The categories of the final scoring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class CategoryFigures:
    """The figures of a category of the final scoring: `vp` for every `each`, or points printed on the things."""

    id: str
    number: int
    negative: bool = False
    vp: int | None = None
    each: int | None = None
    spaces: tuple[int, ...] = ()
    disc: str | None = None


@dataclass(frozen=True)
class Scoring:
    """All categories in the order of the scoring pad."""

    categories: Mapping[str, CategoryFigures]
