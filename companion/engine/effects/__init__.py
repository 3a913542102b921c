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
    steps,
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
    "steps",
    "tokens",
    "trail",
    "vocabulary",
    "workers",
]


def vocabulary() -> dict[str, type[Effect]]:
    """All effects by the name that data files use."""
    return {kind.name: kind for kind in Effect.__subclasses__() if kind.name}


def pending_vocabulary() -> dict[str, type[Effect]]:
    """Everything that can wait to be done in a turn: the effects and the steps that follow from them."""
    return {**vocabulary(), **{kind.name: kind for kind in steps.Step.__subclasses__()}}
