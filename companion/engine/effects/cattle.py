"""The cattle market."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.engine.effects.base import Effect


@dataclass(frozen=True)
class BuyCattle(Effect):
    """Buy cattle by assigning cowboys to the offers of the market; idle ones may add cards to it."""

    name: ClassVar[str] = "buy-cattle"
    section: ClassVar[str] = "actions/buy-cattle"
