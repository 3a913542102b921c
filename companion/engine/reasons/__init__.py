"""Reasons: what is wrong with a position, as codes with parameters. Sentences are made elsewhere.

Every code is registered here, by subject, with the names and kinds of its parameters, the section of the rules
reference that states the rule, and how bad it is. A text in every language uses exactly these parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.reasons import (
    actions,
    cards,
    discs,
    market,
    masters,
    points,
    railroad,
    table,
    tiles,
    trail,
    turn,
)
from companion.engine.reasons.spec import Kind, Severity, Spec

__all__ = ["REASONS", "Kind", "Reason", "Severity", "Spec", "Value"]

Value = int | str | tuple[str, ...]

_SUBJECTS = (table, turn, tiles, market, masters, trail, railroad, discs, cards, points, actions)

REASONS: Mapping[str, Spec] = {code: spec for subject in _SUBJECTS for code, spec in subject.REASONS.items()}


@dataclass(frozen=True)
class Reason:
    """Something that is wrong: a registered code, its parameters, and the keys of the position it is about."""

    code: str
    params: Mapping[str, Value]

    def __post_init__(self) -> None:
        registered = REASONS.get(self.code)
        if registered is None:
            raise ValueError(f"the reason {self.code!r} is not registered")
        if set(self.params) != set(registered.params):
            raise ValueError(f"{self.code} takes {sorted(registered.params)}, not {sorted(self.params)}")

    @property
    def section(self) -> str:
        """The section of the rules reference that states the rule."""
        return REASONS[self.code].section

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return REASONS[self.code].severity

    @property
    def places(self) -> tuple[str, ...]:
        """The keys of the position that clash, as dotted paths."""
        places = self.params.get("places", ())
        return places if isinstance(places, tuple) else ()
