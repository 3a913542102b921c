"""Buildings: neutral ones, and both sides of the private ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from companion.components.effects import HEIGHT, draw_strip
from companion.components.part import Ability, Part, Row
from companion.components.words import ComponentWords
from companion.drawing import Box, Picture, Sign
from companion.engine import Catalog, LocalAction

_HANDS: dict[str | None, tuple[str, ...]] = {"green": ("green",), "black": ("black",), "both": ("green", "black")}
_WIDE, _ROOF, _FOOT = 176, 46, 40


def _front(box: Box, shoulder: float, gable: float) -> str:
    """The false front as a path that only lacks its foot: V<y>H<left>z."""
    x, y, width, _ = box
    left, right = x + 2, x + width - 2
    return f"M{left} {y + shoulder}H{left + gable}V{y + 2}H{right - gable}V{y + shoulder}H{right}V"


def _actions(picture: Picture, actions: tuple[LocalAction, ...], box: Box) -> None:
    x, y, width, height = box
    # What only scores has no actions that are known.
    share = height / max(1, len(actions))
    for place, action in enumerate(actions):
        draw_strip(picture, action, (x + 3, y + place * share + 1, width - 6, share - 2))


class NeutralPart(Part, kind="neutral"):
    """A neutral building."""

    rules = ("turn/own-or-neutral", "buildings/tiles")
    rulings = ("turn/own-or-neutral#pass",)
    counts = ()
    natural = (84, 84)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        for key, tile in catalog.buildings.neutral.items():
            deeds = tuple(Ability("local", action) for action in tile.actions)
            yield cls(catalog, key, tile, deeds, tile.confidence, hand="none")

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        x, y, width, height = box
        left, low, front = x + 2, y + height - 2, _front(box, 14, 20)
        picture.path(f"{front}{low}H{left}z", "tile")
        picture.path(f"{front}{y + 25}H{left}z", "roof")
        picture.text(x + width / 2, y + 13, self.key, 17)
        _actions(picture, self.thing.actions, (left, y + 25, width - 4, height - 27))
        picture.path(f"{front}{low}H{left}z", "frame")


class BuildingPart(Part, kind="building"):
    """A side of a private building."""

    rules = ("turn/own-or-neutral", "buildings/tiles", "scoring/overview#buildings")
    rulings = ("turn/own-or-neutral#pass",)
    unsure = ("buildings/tiles#figures",)
    figures = "face"
    rows = in_short = ("builders", "vp")
    counts = ("vp",)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        for key, face in catalog.buildings.faces.items():
            deeds = tuple(Ability("local", action) for action in face.actions)
            yield cls(
                *(catalog, key, face, deeds, face.confidence, face.hand),
                side=face.side,
                builders=face.builders,
                vp=face.vp,
            )

    def facts(self, words: ComponentWords) -> Iterator[Row]:
        yield from super().facts(words)
        other = self.key.removesuffix(self.side or "") + {"a": "b", "b": "a"}[self.side or "a"]
        yield "other-side", words.link(self.near(f"building-{other}"))

    @property
    def size(self) -> tuple[float, float]:
        return _WIDE, _ROOF + max(2, len(self.deeds)) * (HEIGHT + 8) + _FOOT

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        """Builders needed and hands above, number and points below."""
        x, y, width, height = box
        left, low, front = x + 2, y + height - 2, _front(box, 16, 42)
        foot = y + height - _FOOT
        picture.path(f"{front}{low}H{left}z", "tile")
        picture.path(f"{front}{y + _ROOF}H{left}z", "roof-own")
        _actions(picture, self.thing.actions, (x + 5, y + _ROOF, width - 10, foot - y - _ROOF))
        picture.glyphs((str(self.builders), Sign("worker-builder")), x + 10, y + 19)
        for place, colour in enumerate(reversed(_HANDS.get(self.hand, ()))):
            picture.symbol(f"hand-{colour}", x + width - 36 - place * 30, y + 14, 28)
        picture.path(f"M{left} {foot}H{x + width - 2}", "rule")
        picture.rect(x + 8, foot + 5, 44, 28, "plate", 6)
        picture.text(x + 30, foot + 19, self.key, 20, "on-plate")
        picture.points(x + width - 62, foot + 4, self.vp or 0)
        picture.path(f"{front}{low}H{left}z", "frame")

    def draw_small(self, picture: Picture, box: Box, owner: str) -> None:
        """On the trail: owner, side and hands."""
        x, y, width, height = box
        left, right, low, front = x + 2, x + width - 2, y + height - 2, _front(box, 9, 11)
        picture.path(f"{front}{low}H{left}z", "tile")
        picture.path(f"{front}{y + 22}H{left}z", f"own-{owner}")
        picture.symbol(f"player-{owner}", x + width / 2 - 8, y + 4, 16, css="on-roof")
        hands = _HANDS.get(self.hand, ())
        middle = y + 22 + (low - y - 22) / 2
        size = 15 if len(hands) < 2 else 12
        row = size * len(hands)
        picture.text(x + (width - row) / 2, middle, self.key, size if hands else 16)
        for place, hand in enumerate(hands):
            picture.symbol(f"hand-{hand}", right - row - 1 + size * place, middle - size / 2, size)
        picture.path(f"{front}{low}H{left}z", "frame")
