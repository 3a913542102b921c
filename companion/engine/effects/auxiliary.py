"""Auxiliary actions as an effect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.engine.effects.base import Effect


@dataclass(frozen=True)
class Auxiliary(Effect):
    """Do one auxiliary action that is open, single or, with both its disc spaces cleared, double."""

    name: ClassVar[str] = "auxiliary"
    section: ClassVar[str] = "turn/auxiliary-actions"
