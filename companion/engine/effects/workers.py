"""Hiring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.engine.effects.base import Effect


@dataclass(frozen=True)
class Hire(Effect):
    """Hire one worker from the job market for the cost of its row plus `extra` dollars (negative: cheaper)."""

    name: ClassVar[str] = "hire"
    section: ClassVar[str] = "actions/hire"
    extra: int = 0
