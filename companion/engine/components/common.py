"""What all kinds of component share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Confidence = Literal["high", "medium", "low"]
Corner = Literal["white", "dark"]
Hand = Literal["none", "green", "black", "both"]
PerPlayers = Mapping[int, int]
"""A figure that depends on the number of players: players -> figure."""


@dataclass(frozen=True)
class Layer:
    """Which edition a layer is, or which layer it builds on."""

    id: str
    edition: int | None = None
    extends: str | None = None
