"""Tiles: buildings, hazards, outlaws, workers, station masters, and what is printed beside their spaces."""

from __future__ import annotations

from companion.engine import Hand, LocalAction
from companion.pictures.glyphs import HEIGHT, Glyph, Sign, draw_row, draw_strip, width_of
from companion.pictures.marks import points, signed
from companion.pictures.svg import GRID, Picture
from companion.reference.components import Part

_WIDE = 176
_MIN_STRIPS = 2
_HANDS: dict[str, tuple[str, ...]] = {"none": (), "green": ("green",), "black": ("black",), "both": ("green", "black")}


def hands_of(hand: Hand | None) -> tuple[str, ...]:
    """The hands that are printed, one by one."""
    return _HANDS[hand or "none"]


def _hands(picture: Picture, hand: Hand | None, right: float, y: float, size: float = 28) -> None:
    for place, colour in enumerate(reversed(hands_of(hand))):
        picture.symbol(f"hand-{colour}", right - size - place * (size + 2), y, size)


def building(part: Part, sprite: str) -> Picture:
    """A building with its false front. Private ones: builders needed and hands above, number and points below."""
    own = part.builders is not None
    actions = [deed.action for deed in part.deeds]
    strips = max(_MIN_STRIPS, len(actions)) * (HEIGHT + 8)
    top, below = 46, 40 if own else 2
    height = top + strips + below
    picture = Picture(_WIDE, height, sprite)
    outline = f"M2 16H44V3H132V16H{_WIDE - 2}V"
    picture.path(f"{outline}{height - 2}H2z", "tile")
    picture.path(f"{outline}{top}H2z", "roof-own" if own else "roof")
    # What only scores has no actions that are known.
    share = strips / max(1, len(actions))
    for place, action in enumerate(actions):
        y = top + place * share
        if place:
            picture.path(f"M2 {y}H{_WIDE - 2}", "rule")
        draw_strip(picture, action, 8, y + (share - HEIGHT) / 2, _WIDE - 16)
    if own:
        draw_row(picture, (str(part.builders), Sign("worker-builder")), 10, 19)
        _hands(picture, part.hand, _WIDE - 8, 14)
        foot = height - below
        picture.path(f"M2 {foot}H{_WIDE - 2}", "rule")
        _plate(picture, 8, foot + 5, part.key)
        points(picture, _WIDE - 62, foot + 4, part.vp or 0)
    else:
        _plate(picture, _WIDE / 2 - 22, 10, part.key)
    picture.path(f"{outline}{height - 2}H2z", "frame")
    return picture


def _plate(picture: Picture, x: float, y: float, name: str) -> None:
    picture.rect(x, y, 44, 28, "plate", 6)
    picture.text(x + 22, y + 14, name, 20, "on-plate")


def risk(part: Part, sprite: str) -> Picture:
    """A building space that is empty, in the woods or not, with the risk action below it."""
    picture = Picture(_WIDE, 100, sprite)
    picture.rect(_WIDE / 2 - 26, 3, 52, 52, "space", 4)
    picture.symbol("building-own", _WIDE / 2 - 12, 17)
    if part.thing.woods:
        picture.symbol("woods", _WIDE / 2 + 34, 17)
    draw_strip(picture, part.deeds[0].action, 2, 63, _WIDE - 4)
    return picture


def _square(sprite: str) -> Picture:
    picture = Picture(96, 96, sprite)
    picture.rect(2, 2, 92, 92, "tile", 10)
    return picture


def hazard(part: Part, sprite: str) -> Picture:
    """A hazard tile: what it is, its hand, its points."""
    picture = _square(sprite)
    picture.symbol(f"hazard-{part.thing.hazard}", 26, 8, 44)
    _hands(picture, part.hand, 36, 59)
    points(picture, 36, 58, part.vp or 0)
    return picture


def outlaw(part: Part, sprite: str) -> Picture:
    """An outlaw tile: who it is, its hand."""
    picture = _square(sprite)
    picture.symbol(f"outlaw-{part.key}", 22, 8, 52)
    _hands(picture, part.hand, 62, 62)
    return picture


def bounty(part: Part, sprite: str) -> Picture:
    """A space of the outlaw section: its number and what it pays."""
    picture = Picture(96, 96, sprite)
    picture.rect(3, 3, 90, 90, "space", 10)
    picture.symbol("outlaw-any", 32, 8, 32)
    draw_strip(picture, part.deeds[0].action, 10, 44, 76)
    picture.text(48, 85, part.thing.number, 12, "soft")
    return picture


def worker(part: Part, sprite: str) -> Picture:
    """A worker tile."""
    picture = _square(sprite)
    picture.symbol(f"worker-{part.key}", 18, 16, 60)
    return picture


def worker_space(part: Part, sprite: str) -> Picture:
    """A space of a worker row: printed worker or outline, number, points, immediate action."""
    space = part.thing
    picture = Picture(132, 112 if part.deeds else 72, sprite)
    left = 3 if space.vp else 34
    picture.rect(left, 3, 64, 64, "tile" if space.printed else "space", 8)
    picture.symbol(f"worker-{space.worker}", left + 12, 14, 40)
    picture.text(left + 56, 13, space.number, 12, "soft")
    if space.vp:
        points(picture, 72, 20, space.vp)
    if part.deeds:
        draw_strip(picture, part.deeds[0].action, 3, 75, 126)
    return picture


MASTER_TASKS: dict[str, tuple[Glyph, ...]] = {
    "objective-card": (Sign("objective"),),
    "certificate": (Sign("certificate"),),
    "outlaw-pair": (Sign("outlaw-green"), Sign("outlaw-orange")),
    "hazard": (Sign("hazard-any"),),
    "worker": (Sign("worker"),),
    "station": (Sign("station"),),
    "building": (Sign("building-own"),),
    "exchange-token": (Sign("exchange-token"),),
    "area": (Sign("city"),),
}
"""What the tasks of station masters count."""


def _upper(picture: Picture, permanent: int, immediate: LocalAction) -> None:
    if not permanent and not immediate:
        return
    if permanent:
        row: tuple[Glyph, ...] = (f"+{permanent}", Sign("certificate-permanent"))
        draw_row(picture, row, (picture.width - width_of(row)) / 2, 18)
    else:
        draw_strip(picture, immediate, 10, 13, picture.width - 20)


def station_master(part: Part, sprite: str) -> Picture:
    """A station master: at once or for good above, the task at the end below."""
    tile = part.thing
    picture = Picture(_WIDE, 112, sprite)
    picture.rect(2, 2, _WIDE - 4, 108, "tile", 10)
    picture.path(f"M2 58H{_WIDE - 2}", "rule")
    _upper(picture, tile.permanent, tile.immediate)
    if tile.task:
        each = [*([str(tile.task.each)] if tile.task.each > 1 else []), *MASTER_TASKS[tile.task.per]]
        row: list[Glyph] = [signed(tile.task.vp), Sign("victory-point"), "/", *each]
        draw_row(picture, row, (_WIDE - width_of(row)) / 2, 72)
    else:
        picture.path(f"M{_WIDE / 2 - GRID / 2} 84h{GRID}", "rule")
    return picture
