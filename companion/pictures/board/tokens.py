"""Pieces that lie on several regions: what players move and place, and what may lie in the place of something else.

A player's pieces show the player's shape besides the colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.components.effects import cattle, glyphs_of, signs_of
from companion.components.trail import draw_hazard
from companion.drawing import Box, Glyph, Sign
from companion.engine import Card, Pile, StationSlot, Tile
from companion.pictures.board.canvas import Canvas


def tile(canvas: Canvas, piece: Tile, box: Box) -> None:
    """Any tile of the bags."""
    if piece.hazard is not None:
        draw_hazard(canvas, piece.hazard, box)
    else:
        kind, key = ("outlaw", piece.outlaw) if piece.outlaw else ("worker", piece.worker)
        canvas.scene.part(kind, key).draw(canvas, box)


def disc(canvas: Canvas, colour: str, x: float, y: float, size: float = 20) -> None:
    """A disc; `x` and `y` are its upper left corner."""
    canvas.circle(x + size / 2, y + size / 2, size / 2 - 1, "disc-body")
    inner = size * 0.68
    canvas.symbol(f"player-{colour}", x + (size - inner) / 2, y + (size - inner) / 2, inner)


HERDER = (24.0, 30.0)
"""Width and height of a herder."""


def herder(canvas: Canvas, colour: str, x: float, y: float) -> None:
    """A herder: the player's shape under a hat."""
    canvas.symbol(f"player-{colour}", x + 1, y + 7, 22)
    canvas.path(f"M{x + 6} {y + 7}c0-8 3-7 6-5 3-2 6-3 6 5 3 0 4-1 5-2 0 7-22 7-22 0 1 1 2 2 5 2z", "hat")


def engine(canvas: Canvas, colour: str, x: float, y: float) -> None:
    """An engine, 32 wide and 32 high, with the player's shape on its boiler."""
    canvas.path(
        f"M{x + 3} {y + 26}V{y + 5}h10v6h16v15zM{x + 1} {y + 5}h14M{x + 24} {y + 11}v-6M{x + 21} {y + 5}h6", "loco"
    )
    canvas.circle(x + 9, y + 27, 4, "wheel")
    canvas.circle(x + 22, y + 27, 4, "wheel")
    canvas.symbol(f"player-{colour}", x + 10, y + 9, 16)


def card_glyph(canvas: Canvas, card: Card) -> Sign:
    """A card as one symbol: cattle with its breeding value, or an objective card."""
    # A position may tell a card of a variant that is not played; it is still shown for what it is.
    breeds = {*canvas.scene.catalog.cattle.breeds, *canvas.scene.words.catalog.cattle.breeds}
    return cattle(card.id) if card.id in breeds else Sign("objective")


def master(canvas: Canvas, slot: StationSlot, box: Box) -> None:
    """A station master tile, the worker in its place, or nothing."""
    if slot.worker:
        canvas.scene.part("worker", slot.worker).draw(canvas, box)
    elif slot.master:
        canvas.scene.part("station-master", slot.master).draw(canvas, box)
    else:
        canvas.slot(box)


def master_space(canvas: Canvas, number: int, box: Box) -> None:
    """The space of the station master beside a station, with what lies there."""
    scene, path = canvas.scene, f"board.station_masters.{number}"
    slots = scene.position.board.station_masters
    slot = slots.get(number)
    what = scene.unknown if number not in slots else scene.master(slot) if slot else scene.empty
    with canvas.place(path, box, what):
        if number not in slots:
            canvas.unknown(box)
        else:
            master(canvas, slot or StationSlot(), box)


def town_tile(canvas: Canvas, tile: str, box: Box) -> None:
    """A tile beside a medium town: what it does, and what else it may do."""
    x, y, width, height = box
    canvas.rect(x + 1, y + 1, width - 2, height - 2, "tile", 6)
    first, *others = canvas.scene.catalog.towns.tiles[tile].does
    row: list[Glyph] = glyphs_of(first.does)
    for other in others:
        row += ["/", *signs_of(other.does)]
    canvas.row(row, (x + 3, y + 6, width - 6, height - 12), 18)


# Cards as the pictures show them: piles by kind with how many of each, and objective cards with their tasks.

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
        sign = card_glyph(canvas, card)
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
