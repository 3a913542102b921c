"""Cattle and objective cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.components.common import Confidence, PerPlayers


@dataclass(frozen=True)
class Breed:
    """A kind of cattle card: breeding value, deck it starts in, and victory points -> number of cards."""

    id: str
    type: str
    deck: Literal["player", "market", "supply"]
    colour: str
    value: int
    copies: Mapping[int, int]
    stage: int | None = None
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Cattle:
    """All breeds, and how many cards the market is filled up to."""

    market_size: PerPlayers
    breeds: Mapping[str, Breed]


@dataclass(frozen=True)
class Immediate:
    """What playing an objective card allows at once; `most` dollars, spaces, steps or cards."""

    effect: Literal["dollars", "auxiliary", "draw-then-discard", "engine-forward", "move-herder-free"]
    most: int | None = None


@dataclass(frozen=True)
class Objective:
    """An objective card: tasks, points when all are met, points (negative) when not."""

    id: str
    starting: bool
    copies: int
    tasks: tuple[str, ...]
    vp: int
    penalty: int
    immediate: Immediate | None = None
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Objectives:
    """All objective cards, and how many are displayed."""

    display: int
    cards: Mapping[str, Objective]
