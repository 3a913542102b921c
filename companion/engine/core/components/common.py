"""What all kinds of component share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Confidence = Literal["high", "medium", "low"]

Corner = Literal["white", "dark"]

Hand = Literal["none", "green", "black", "both"]

PerPlayers = Mapping[int, int]
"""A figure that depends on the number of players: players -> figure."""
