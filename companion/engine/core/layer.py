"""Layers: an edition, an expansion, a variant. Each is a folder under `layers/`, and no file outside of it names it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.engine.core.action import Action
from companion.engine.core.effect import Effect

if TYPE_CHECKING:
    from companion.engine.core.position import Position
    from companion.engine.core.reasons import Reason
    from companion.engine.core.ruleset import Ruleset


@dataclass(frozen=True)
class Layer:
    """What a layer brings besides its components: which edition it is, or which layer it builds on.

    `scores_only`: it tells what is scored and nothing else, so that no game can be played with it. It cannot be taken
    together with the layers that it is `without`. `sections` of the rules reference tell of its components.

    Where its rules differ, the package of its folder has a subclass of this as `LAYER`.
    """

    id: str
    edition: int | None = None
    extends: str | None = None
    scores_only: bool = False
    without: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()

    effects: ClassVar[Mapping[int, type[Effect]]] = {}
    """Its effects, by the number that each has in share codes."""
    actions: ClassVar[Mapping[int, type[Action]]] = {}
    """Its actions, by the place among all in which options are told."""
    after_income: ClassVar[tuple[Effect, ...]] = ()
    """What follows the income in Kansas City, before the hand is discarded."""

    def check(self, ruleset: Ruleset, position: Position) -> Iterable[Reason]:
        """What cannot be about its components."""
        return ()
