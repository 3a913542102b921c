"""The closed vocabulary of effects. A data file names an effect; its module says what it takes.

Importing this package makes all of them known; `vocabulary` lists them.
"""

from companion.engine.effects import (
    auxiliary,
    buildings,
    cards,
    cattle,
    certificates,
    delivery,
    money,
    objectives,
    railroad,
    tokens,
    trail,
    workers,
)
from companion.engine.effects.base import Choice, Counted, Effect, LocalAction

__all__ = [
    "Choice",
    "Counted",
    "Effect",
    "LocalAction",
    "auxiliary",
    "buildings",
    "cards",
    "cattle",
    "certificates",
    "delivery",
    "money",
    "objectives",
    "railroad",
    "tokens",
    "trail",
    "vocabulary",
    "workers",
]


def vocabulary() -> dict[str, type[Effect]]:
    """All effects by the name that data files use."""
    return {kind.name: kind for kind in Effect.__subclasses__()}
