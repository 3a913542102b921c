"""What discs go on: spaces of the player board, auxiliary actions, stations, cities, and the arrows between them."""

from __future__ import annotations

from companion.engine import Choice, every_component
from companion.pictures.glyphs import Glyph, Loss, Sign, draw_row, draw_strip, glyphs_of, width_of
from companion.pictures.marks import corners, points, signed
from companion.pictures.svg import Picture
from companion.reference.components import Part, catalog_of


def _opens(part: Part) -> list[Glyph]:
    """What a disc space is about, by the first word of its name."""
    about = part.key.partition("-")[0]
    if about == "aux":
        board = every_component().player_board
        (action,) = (a for a in board.auxiliary.actions.values() if part.key in a.discs)
        return [Sign("auxiliary"), *(glyph for glyph in glyphs_of(action.single.does) if isinstance(glyph, Sign))]
    if about == "cert":
        return [part.key.partition("-")[2], Sign("certificate")]
    return [Sign("herder"), Sign("forward")] if about == "step" else [Sign("card")]


def disc(part: Part, sprite: str) -> Picture:
    """A disc space of the player board: its corners, what it opens, what clearing it costs or gives."""
    space = part.thing
    picture = Picture(132, 116, sprite)
    corners(picture, 30, 3, 72, space.corner)
    row = _opens(part)
    if space.gain:
        row += [f"+{space.gain}", Sign("dollar")]
    if space.cost:
        row += [Loss(signed(-space.cost)), Sign("dollar")]
    if part.vp:
        row += [str(part.vp), Sign("victory-point")]
    scale = min(1, 128 / width_of(row))
    with picture.group((132 - width_of(row) * scale) / 2, 84, scale):
        draw_row(picture, row, 0, 0)
    return picture


def auxiliary(part: Part, sprite: str) -> Picture:
    """An auxiliary action: its two disc spaces, single and double form."""
    action = part.thing
    spaces = catalog_of(part.layer).player_board.auxiliary.spaces
    picture = Picture(200, 96, sprite)
    picture.rect(2, 2, 196, 92, "tile", 10)
    for place in range(spaces):
        # The spaces that carry no disc at the start come first.
        covered = place >= spaces - len(action.discs)
        y = 26 + place * 44
        picture.circle(24, y, 14, "disc" if covered else "space")
    picture.path("M46 10V86", "rule")
    for place, form in enumerate((action.single, action.double)):
        draw_strip(picture, (form,), 52, 8 + place * 44 + 1, 142)
    return picture


def station(part: Part, sprite: str) -> Picture:
    """A station: number and cost, the space for discs, its points, the place of a station master."""
    tile = part.thing
    picture = Picture(176, 96, sprite)
    picture.rect(2, 2, 172, 92, "tile", 10)
    picture.symbol("station", 10, 8, 44)
    picture.text(32, 76, part.key, 22)
    corners(picture, 64, 10, 48, tile.corner)
    row: list[Glyph] = [Loss(signed(-tile.cost)), Sign("dollar")]
    draw_row(picture, row, 88 - width_of(row) / 2, 62)
    points(picture, 114, 14, tile.vp)
    if tile.station_master:
        picture.rect(126, 56, 38, 32, "space", 6)
        picture.symbol("station-master", 133, 60)
    return picture


_SHIELD = "M8 4H104V56C104 86 82 104 56 116C30 104 8 86 8 56z"


def city(part: Part, sprite: str, name: str) -> Picture:
    """A city: its shield with the value needed, the corners, points and dollars."""
    thing = part.thing
    picture = Picture(176, 144, sprite)
    beside = thing.vp or thing.dollars or thing.repeatable
    with picture.group(0 if beside else 32, 0):
        picture.path(_SHIELD, "tile")
        picture.text(56, 34, thing.value, 34)
        corners(picture, 36, 60, 40, thing.corner)
    if thing.vp:
        points(picture, 114, 14, thing.vp)
    if thing.dollars:
        draw_row(picture, (f"+{thing.dollars}", Sign("dollar")), 118, 48)
    if thing.repeatable:
        picture.text(142, 92, "∞", 28)
    picture.fitting(56 if beside else 88, 132, name, 18, 108 if beside else 168)
    return picture


def arrow(part: Part, sprite: str) -> Picture:
    """An arrow between the values of two cities: its action, its points."""
    thing = part.thing
    cities = catalog_of(part.layer).cities.cities
    picture = Picture(200, 96, sprite)
    for x, name in zip((28, 172), thing.between, strict=True):
        picture.circle(x, 48, 25, "tile")
        picture.text(x, 48, cities[name].value, 22)
    picture.path("M56 48l10-12v6h68v-6l10 12-10 12v-6H66v6z", "arrow")
    if thing.does:
        draw_strip(picture, (Choice(thing.does),), 60, 0, 80)
    if thing.vp:
        points(picture, 72, 62, thing.vp)
    return picture
