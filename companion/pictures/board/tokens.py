"""Pieces that lie on several regions: tiles, cards, and the discs, herders and engines of the players.

A player's pieces show the player's shape besides the colour.
"""

from __future__ import annotations

from companion.engine import Building, Card, HazardTile, StationSlot, Tile
from companion.pictures.board.canvas import Box, Canvas
from companion.pictures.glyphs import Glyph, Sign, cattle, glyphs_of
from companion.pictures.marks import signed
from companion.pictures.tiles import MASTER_TASKS, hands_of


def hazard(canvas: Canvas, tile: HazardTile, kind: str | None, box: Box) -> None:
    """A hazard tile as far as it is known: what, hand, points. 46 units high or more."""
    x, y, width, height = box
    canvas.rect(x + 1, y + 1, width - 2, height - 2, "tile", 6)
    what = tile.hazard or kind
    middle = x + width / 2
    if what:
        canvas.symbol(f"hazard-{what}", middle - 12, y + 2, 24)
    else:
        canvas.symbol("hazard-any", middle - 12, y + 2, 24)
    foot = y + height - 21
    if tile.hand:
        canvas.symbol(f"hand-{tile.hand}", x + 3, foot, 18)
    else:
        canvas.text(x + 12, foot + 9, "?", 14, "soft")
    canvas.text(x + width - 13, foot + 10, "?" if tile.vp is None else tile.vp, 16, "soft" if tile.vp is None else "")


def outlaw(canvas: Canvas, colour: str, box: Box) -> None:
    """An outlaw tile with its hand."""
    x, y, width, height = box
    canvas.rect(x + 1, y + 1, width - 2, height - 2, "tile", 6)
    canvas.symbol(f"outlaw-{colour}", x + width / 2 - 15, y + 1, 28)
    hand = canvas.scene.catalog.tiles.outlaws[colour].hand
    canvas.symbol(f"hand-{hand}", x + width / 2 - 8, y + height - 19, 16)


def worker(canvas: Canvas, kind: str, box: Box, css: str = "tile") -> None:
    """A worker tile."""
    x, y, width, height = box
    canvas.rect(x + 1, y + 1, width - 2, height - 2, css, 6)
    size = min(width, height) - 10
    canvas.symbol(f"worker-{kind}", x + (width - size) / 2, y + (height - size) / 2, size)


def tile(canvas: Canvas, piece: Tile, box: Box) -> None:
    """Any tile of the bags."""
    if piece.hazard is not None:
        hazard(canvas, piece.hazard, None, box)
    elif piece.outlaw:
        outlaw(canvas, piece.outlaw, box)
    elif piece.worker:
        worker(canvas, piece.worker, box)


def building(canvas: Canvas, piece: Building, box: Box) -> None:
    """A private building on the trail: owner, face, hands."""
    x, y, width, height = box
    left, right, low = x + 2, x + width - 2, y + height - 2
    front = f"M{left} {y + 9}H{left + 11}V{y + 2}H{right - 11}V{y + 9}H{right}V"
    canvas.path(f"{front}{low}H{left}z", "tile")
    canvas.path(f"{front}{y + 22}H{left}z", f"own-{piece.player}")
    canvas.symbol(f"player-{piece.player}", x + width / 2 - 8, y + 4, 16, css="on-roof")
    hands = hands_of(canvas.scene.catalog.buildings.faces[piece.face].hand)
    middle = y + 22 + (low - y - 22) / 2
    size = 15 if len(hands) < 2 else 12
    row = size * len(hands)
    canvas.text(x + (width - row) / 2, middle, piece.face, size if hands else 16)
    for place, hand in enumerate(hands):
        canvas.symbol(f"hand-{hand}", right - row - 1 + size * place, middle - size / 2, size)
    canvas.path(f"{front}{low}H{left}z", "frame")


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
    breed = canvas.scene.catalog.cattle.breeds.get(card.id)
    # A position may tell a card of a variant that is not played; it is still shown for what it is.
    if breed is None and card.id in canvas.scene.words.catalog.cattle.breeds:
        breed = canvas.scene.words.catalog.cattle.breeds[card.id]
    return cattle(card.id) if breed else Sign("objective")


def master(canvas: Canvas, slot: StationSlot, box: Box) -> None:
    """A station master tile: at once or for good above, the task below; or the worker in its place."""
    if slot.worker:
        worker(canvas, slot.worker, box)
        return
    if not slot.master:
        canvas.slot(box)
        return
    x, y, width, height = box
    piece = canvas.scene.catalog.station_masters.tiles[slot.master]
    canvas.rect(x + 1, y + 1, width - 2, height - 2, "tile", 6)
    upper: list[Glyph] = []
    if piece.permanent:
        upper = [f"+{piece.permanent}", Sign("certificate-permanent")]
    for place, choice in enumerate(piece.immediate):
        upper += [*(["/"] if place else []), *glyphs_of(choice.does)]
    half = height / 2 if piece.task else height
    canvas.row(upper, (x + 3, y + 2, width - 6, half - 3), 20)
    if piece.task:
        canvas.path(f"M{x + 1} {y + half}H{x + width - 1}", "rule")
        each = [*([str(piece.task.each)] if piece.task.each > 1 else []), *MASTER_TASKS[piece.task.per]]
        lower: list[Glyph] = [signed(piece.task.vp), Sign("victory-point"), "/", *each]
        canvas.row(lower, (x + 3, y + half + 1, width - 6, height - half - 3), 20)


def town_tile(canvas: Canvas, tile: str, box: Box) -> None:
    """A tile beside a medium town: what it does, and what else it may do."""
    x, y, width, height = box
    canvas.rect(x + 1, y + 1, width - 2, height - 2, "tile", 6)
    first, *others = canvas.scene.catalog.towns.tiles[tile].does
    row: list[Glyph] = [*glyphs_of(first.does)]
    for other in others:
        row += ["/", *(glyph for glyph in glyphs_of(other.does) if isinstance(glyph, Sign))]
    canvas.row(row, (x + 3, y + 6, width - 6, height - 12), 18)
