"""Cards: objectives and cattle."""

from __future__ import annotations

from companion.pictures.glyphs import HEIGHT, draw_strip, value_of
from companion.pictures.marks import points
from companion.pictures.svg import Picture
from companion.reference.components import Part, parts

OBJECTIVE = _WIDE, _HIGH = 140, 188
"""Width and height of a card."""
_TASKS: dict[str, str] = {
    "building": "building-own",
    "station": "station",
    "hazard": "hazard-any",
    "outlaw-green": "outlaw-green",
    "outlaw-orange": "outlaw-orange",
    "value-3": "cattle-any",
    "shorthorn": "cattle-shorthorn",
    "hereford": "cattle-hereford",
    "west-highland": "cattle-any",
    "texas-longhorn": "cattle-any",
    "new-york": "city",
    "san-francisco": "city",
}
"""The symbols of the tasks."""
_BREEDS = {
    "value-3": "longhorn",
    "shorthorn": "shorthorn",
    "hereford": "hereford",
    "west-highland": "shorthorn",
    "texas-longhorn": "hereford",
}
"""Tasks that ask for cattle: a breed that has the value."""


def _value(task: str) -> int | None:
    return value_of(_BREEDS[task]) if task in _BREEDS else None


def objective(part: Part, sprite: str) -> Picture:
    """An objective card: the immediate action above, the tasks, points and penalty below."""
    picture = Picture(_WIDE, _HIGH, sprite)
    objective_card(picture, part)
    return picture


def objective_card(picture: Picture, part: Part) -> None:
    """Draw an objective card at the origin of any picture, as large as the picture of one."""
    card = part.thing
    picture.rect(2, 2, _WIDE - 4, _HIGH - 4, "tile start-card" if card.starting else "tile", 10)
    if part.deeds:
        draw_strip(picture, part.deeds[0].action, 8, 8, _WIDE - 16)
    else:
        picture.symbol("objective", _WIDE / 2 - 14, 10, 28)
    top = 8 + HEIGHT + 6
    picture.path(f"M2 {top}H{_WIDE - 2}", "rule")
    rows = [card.tasks[place : place + 2] for place in range(0, len(card.tasks), 2)]
    for line, row in enumerate(rows):
        y = top + (88 - 42 * len(rows)) / 2 + 42 * line
        for place, task in enumerate(row):
            value = _value(task)
            picture.symbol(_TASKS[task], _WIDE / 2 - 22 * len(row) + 44 * place + 4, y + 3, 36, value)
    foot = _HIGH - 46
    picture.path(f"M2 {foot}H{_WIDE - 2}", "rule")
    if card.penalty:
        picture.path(f"M{_WIDE / 2} {foot}V{_HIGH - 2}", "rule")
        points(picture, 5, foot + 7, card.vp)
        points(picture, _WIDE / 2 + 8, foot + 7, card.penalty)
    else:
        points(picture, _WIDE / 2 - 30, foot + 7, card.vp)


def cattle(part: Part, sprite: str, name: str) -> Picture:
    """A cattle card: its symbol with the breeding value, its points, its name."""
    breed = part.thing
    picture = Picture(_WIDE, _HIGH, sprite)
    picture.rect(2, 2, _WIDE - 4, _HIGH - 4, "tile", 10)
    picture.rect(8, 8, _WIDE - 16, 12, f"breed breed-{breed.colour}", 4)
    # Breeds that the reference does not know have no symbol of their own.
    symbol = f"cattle-{part.key}" if part.id in parts() else "cattle-any"
    picture.symbol(symbol, _WIDE / 2 - 42, 27, 84, breed.value)
    picture.fitting(_WIDE / 2, 128, name, 14, _WIDE - 16)
    least, most = min(breed.copies), max(breed.copies)
    picture.path(f"M2 {_HIGH - 46}H{_WIDE - 2}", "rule")
    if least != most:
        picture.text(48, _HIGH - 23, f"{least}–{most}", 20)
        picture.symbol("victory-point", 74, _HIGH - 37, 28)
    else:
        points(picture, _WIDE / 2 - 30, _HIGH - 39, most)
    return picture
