"""The categories of the final scoring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.engine.core.components.common import Confidence


@dataclass(frozen=True)
class Category:
    """A category of the final scoring: `vp` for every `each`, or points printed on the things."""

    id: str
    number: int
    negative: bool = False
    vp: int | None = None
    each: int | None = None
    spaces: tuple[int, ...] = ()
    disc: str | None = None


@dataclass(frozen=True)
class Automa:
    """How a rival scores whom nobody plays: the categories in which it makes nothing, whether each of its objective
    cards counts as fulfilled, and what its discs on some cities are worth instead."""

    id: str
    nothing: tuple[str, ...]
    every_objective: bool = False
    cities: Mapping[str, int] = field(default_factory=dict)
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Scoring:
    """All categories in the order of the scoring pad, and those who score otherwise."""

    categories: Mapping[str, Category]
    automas: Mapping[str, Automa] = field(default_factory=dict)
