"""Dollars paid to and gained from the bank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.engine.effects.base import Counted, Effect


@dataclass(frozen=True)
class Pay(Effect):
    """Pay this many dollars to the bank."""

    name: ClassVar[str] = "pay"
    section: ClassVar[str] = "turn/requirements-and-rewards"
    dollars: int


@dataclass(frozen=True)
class GainDollars(Effect):
    """Gain this many dollars, or this many for each of what is counted. Never in part."""

    name: ClassVar[str] = "gain-dollars"
    section: ClassVar[str] = "actions/dollars"
    dollars: int
    per: Counted | None = None
