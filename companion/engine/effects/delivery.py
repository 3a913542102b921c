"""Deliveries outside Kansas City."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.engine.effects.base import Effect


@dataclass(frozen=True)
class ExtraordinaryDelivery(Effect):
    """Move the engine back, then deliver to a city whose value is at most the spaces moved."""

    name: ClassVar[str] = "extraordinary-delivery"
    section: ClassVar[str] = "actions/extraordinary-delivery"
