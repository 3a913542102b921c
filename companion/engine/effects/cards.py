"""Cards drawn, discarded and removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.engine.effects.base import Counted, Effect

CardKind = Literal["criollo", "santa-gertrudis", "pineywoods", "galloway", "any-cattle", "pair", "value-3", "objective"]
"""What is to be discarded: a breed, any one cattle card, two of one type, a yellow, red or blue card, an
objective card."""


@dataclass(frozen=True)
class Discard(Effect):
    """Discard exactly this from the hand to the own discard pile."""

    name: ClassVar[str] = "discard"
    section: ClassVar[str] = "actions/discarding"
    card: CardKind


@dataclass(frozen=True)
class DrawThenDiscard(Effect):
    """Draw up to `most` cards (or as many as are counted), then discard as many as were drawn."""

    name: ClassVar[str] = "draw-then-discard"
    section: ClassVar[str] = "actions/draw"
    most: int | None = None
    per: Counted | None = None


@dataclass(frozen=True)
class RemoveCards(Effect):
    """Return up to this many hand cards, cattle or objective, to the box for good."""

    name: ClassVar[str] = "remove-cards"
    section: ClassVar[str] = "actions/auxiliary-remove"
    count: int
