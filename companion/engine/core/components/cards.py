"""Cattle and objective cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.engine.core.components.common import Confidence, PerPlayers
from companion.engine.core.effect import Choice


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
class Price:
    """An offer of the cattle market: cowboys put to use and dollars paid for so many cards of these breeds."""

    id: str
    breeds: tuple[str, ...]
    cowboys: int
    dollars: int
    cards: int


@dataclass(frozen=True)
class MoreCards:
    """What an idle cowboy may do instead: add so many cards from the stack to the market."""

    cowboys: int
    cards: int


@dataclass(frozen=True)
class Cattle:
    """All breeds, how many cards the market is filled up to, and what can be bought there."""

    market_size: PerPlayers
    breeds: Mapping[str, Breed]
    prices: Mapping[str, Price]
    more_cards: MoreCards


@dataclass(frozen=True)
class ObjectiveCard:
    """An objective card: tasks, points when all are met, points (negative) when not, and what playing it allows."""

    id: str
    starting: bool
    copies: int
    tasks: tuple[str, ...]
    vp: int
    penalty: int
    immediate: Choice | None = None
    confidence: Confidence = "high"


@dataclass(frozen=True)
class Objectives:
    """All objective cards, how many are displayed, and how many more no source describes: in a stack they count."""

    display: int
    cards: Mapping[str, ObjectiveCard]
    unlisted: int = 0

    @property
    def stack(self) -> int:
        """How many cards the stack begins with at most, those of the display included."""
        return self.unlisted + sum(card.copies for card in self.cards.values() if not card.starting)
