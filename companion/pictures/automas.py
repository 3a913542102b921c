"""Cards of automas: the steps above, what they do below, and what the automa must be specialized in for it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.drawing import Picture
from companion.engine import Automa, AutomaCard

_WIDE, _HIGH = 140, 188

_DEEDS: Mapping[str, tuple[str, ...]] = {
    "hire-cheapest": ("hire", "dollar"),
    "hire-own": ("hire", "worker"),
    "hire-engineer": ("hire", "worker-engineer"),
    "engine": ("engine", "forward"),
    "objective": ("objective",),
    "outlaw": ("outlaw-any",),
    "hazard": ("hazard-any",),
    "more-cattle": ("cattle-market", "ui-plus"),
    "cattle": ("cattle-any", "dollar"),
    "build": ("building-own",),
}
"""The symbols of what a card does."""

_COUNTED: Mapping[str, str] = {"buildings": "building-own", "cowboys": "worker-cowboy", "specialists": "worker"}
"""The symbol of what steps are counted by."""


def automa_card(automa: Automa, card: AutomaCard, players: int, sprite: str, *, branchlet: bool = False) -> Picture:
    """A card as a game with so many players reads it; `branchlet`: whether it places one there."""
    picture = Picture(_WIDE, _HIGH, sprite)
    picture.rect(2, 2, _WIDE - 4, _HIGH - 4, "tile", 10)
    picture.text(_WIDE - 16, 18, 1 + list(automa.cards).index(card.id), 15)
    if branchlet and card.branchlet:
        picture.text(18, 20, "★", 20)
    picture.symbol("herder", 24, 26, 44)
    if card.counts is None:
        picture.text(98, 50, card.steps[players], 40)
    else:
        picture.text(84, 50, "×", 24)
        picture.symbol(_COUNTED[card.counts], 92, 34, 32)
    picture.path(f"M2 80H{_WIDE - 2}", "rule")
    for line, deed in enumerate(card.does):
        symbols, size = _DEEDS[deed], 32 if len(card.does) > 1 else 46
        left = (_WIDE - len(symbols) * (size + 6) + 6) / 2
        for place, symbol in enumerate(symbols):
            picture.symbol(symbol, left + place * (size + 6), 87 + line * (size + 2), size)
    if card.only is not None:
        picture.path(f"M2 156H{_WIDE - 2}", "rule")
        picture.symbol(f"worker-{card.only}", _WIDE / 2 - 13, 158, 26)
    return picture
