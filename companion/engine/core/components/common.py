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
    """Which edition a layer is, or which layer it builds on.

    `scores_only`: the layer tells what is scored and nothing else, so that no game can be played with it. It cannot
    be taken together with the layers that it is `without`.
    """

    id: str
    edition: int | None = None
    extends: str | None = None
    scores_only: bool = False
    without: tuple[str, ...] = ()
