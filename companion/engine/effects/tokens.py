"""Exchange tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.engine.effects.base import Effect


@dataclass(frozen=True)
class GainExchangeToken(Effect):
    """Take this many exchange tokens."""

    name: ClassVar[str] = "gain-exchange-token"
    section: ClassVar[str] = "turn/exchange-tokens"
    count: int = 1
