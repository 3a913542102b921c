"""The categories of the final scoring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


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


@dataclass(frozen=True)
class RuleReading:
    """How a rule can be read: the value that a figure of the components then has. The first choice is ours.

    `figure` is its dotted path among the components, `section` where the rules reference tells why we read it so, and
    `code` its number in share codes; there a choice is its place, so that new ones are added at the end.
    """

    id: str
    code: int
    section: str
    figure: str
    choices: Mapping[str, bool]

    @property
    def ours(self) -> str:
        """The choice of a table that said nothing."""
        return next(iter(self.choices))

    @property
    def others(self) -> tuple[str, ...]:
        """The choices that are not ours."""
        return tuple(self.choices)[1:]


@dataclass(frozen=True)
class Readings:
    """All rules of a game that a table may read in its own way."""

    readings: Mapping[str, RuleReading] = field(default_factory=dict)
