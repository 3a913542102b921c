"""The Simmental variant: a breed in three stages of growth. One of its cards may grow in each visit to Kansas City."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from companion.engine.core import Action, Effect, Position, Reason, Ruleset, reason
from companion.engine.core.layer import Layer
from companion.engine.layers.simmental.check_growth import check
from companion.engine.layers.simmental.growing import Grow, SimmentalUpgrade

reason("offer-of-a-variant", "simmental/overview#market")


class Simmental(Layer):
    """Its cards grow after the income."""

    effects: ClassVar[Mapping[int, type[Effect]]] = {29: SimmentalUpgrade}
    actions: ClassVar[Mapping[int, type[Action]]] = {15: Grow}
    after_income: ClassVar[tuple[Effect, ...]] = (SimmentalUpgrade(),)

    def check(self, ruleset: Ruleset, position: Position) -> Iterable[Reason]:
        return check(ruleset, position)


LAYER = Simmental
