"""Gaining objective cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.engine.effects.base import Effect


@dataclass(frozen=True)
class GainObjective(Effect):
    """Take an objective card to the discard pile or the hand. Delivery actions offer the display only."""

    name: ClassVar[str] = "gain-objective"
    section: ClassVar[str] = "actions/gain-objective"
    to: Literal["discard", "hand"] = "discard"
    source: Literal["display-or-stack", "display"] = "display-or-stack"
