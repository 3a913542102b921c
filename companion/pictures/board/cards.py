"""Cards as the pictures show them: piles by kind with how many of each, and objective cards with their tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.drawing import Box
from companion.engine import Card, Pile
from companion.pictures.board import tokens
from companion.pictures.board.canvas import Canvas

_WIDE, _HIGH = 56, 48
"""Room for a kind of card with its number."""


def height(kinds: int, width: float) -> float:
    """How high so many kinds of card stand in a width."""
    per_row = int((width - 4) // _WIDE)
    return 4 + _HIGH * max(1, -(-kinds // per_row))


def kinds(canvas: Canvas, cards: Pile[Card] | Mapping[Card, int] | None) -> Mapping[Card, int] | None:
    """Known cards by kind, by breeding value, objective cards last; None when nobody told."""
    if cards is None:
        return None
    counted = Counter(cards.known) if isinstance(cards, Pile) else cards
    breeds = canvas.scene.words.catalog.cattle.breeds

    def order(card: Card) -> tuple[bool, int, str, int]:
        breed = breeds.get(card.id)
        return breed is None, breed.value if breed else 0, card.id, -1 if card.vp is None else card.vp

    return {card: counted[card] for card in sorted(counted, key=order) if counted[card]}


def spread(canvas: Canvas, cards: Mapping[Card, int] | None, box: Box, unknown: int = 0) -> None:
    """Cards by kind with their number. `unknown` more are there that nobody knows."""
    x, y, width, _ = box
    if cards is None:
        canvas.unknown(box)
        return
    canvas.slot(box)
    per_row = int((width - 4) // _WIDE)
    entries: list[tuple[Card | None, int]] = [*cards.items(), *([(None, unknown)] if unknown else [])]
    for place, (card, number) in enumerate(entries):
        left, top = x + 4 + place % per_row * _WIDE, y + 2 + place // per_row * _HIGH
        _kind(canvas, card, number, left, top)
    if not entries:
        canvas.text(x + width / 2, y + 24, "–", 18, "soft")


def _kind(canvas: Canvas, card: Card | None, number: int, x: float, y: float) -> None:
    if card is None:
        canvas.rect(x + 2, y + 4, 27, 38, "back", 4)
        canvas.text(x + 15, y + 23, "?", 16, "soft")
    else:
        sign = tokens.card_glyph(canvas, card)
        canvas.symbol(sign.name, x, y + 3, 30, sign.value)
        if card.vp is not None:
            canvas.symbol("victory-point", x + 2, y + 32, 13)
            canvas.text(x + 22, y + 39, card.vp, 11)
    if number > 1 or card is None:
        canvas.text(x + 31, y + 16, f"×{number}", 12, "soft", "start")


def objective(canvas: Canvas, card: Card, box: Box) -> None:
    """An objective card, small; the task and the points are what matters."""
    x, y, width, high = box
    if card.id in canvas.scene.catalog.objectives.cards:
        canvas.scene.part("objective", card.id).draw(canvas, box)
    else:
        canvas.rect(x + 1, y + 1, width - 2, high - 2, "tile", 6)
        canvas.symbol("objective", x + width / 2 - 12, y + high / 2 - 12)
