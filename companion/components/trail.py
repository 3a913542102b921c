"""What lies beside the trail and is printed there: hazards, outlaws, risk actions and bounties."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from companion.components.effects import HEIGHT, draw_strip, glyphs_of
from companion.components.part import Part, Row, Sentence, ability
from companion.components.words import ComponentWords
from companion.drawing import Box, Picture
from companion.engine import Catalog, Choice, HazardTile


class RiskPart(Part, kind="risk"):
    """The risk action of a building space."""

    rules = ("turn/risk-actions",)
    rulings_of = {"risk-flood-risk-1": ("turn/risk-actions#flood-risk",)}
    natural = (62, 62)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        for key, space in catalog.trail.spaces.items():
            if space.risk:
                yield cls(catalog, key, space, ability("risk", space.risk), catalog.trail.confidence)

    def title(self, words: ComponentWords) -> str:
        section, _, number = self.key.partition("-risk-")
        hazards = self.catalog.tiles.hazards.types
        where = words.name("hazard", section) if section in hazards else words.name("symbol", "outlaw-any")
        return words.name("part", "risk", where=where, number=number)

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        x, y, width, height = box
        picture.rect(x + 6, y + 6, width - 12, height - 12, "space", 6)
        picture.symbol("building-own", x + width / 2 - 8, y + 11, 16)
        if self.thing.woods:
            picture.symbol("woods", x + width - 18, y, 18)
        self.draw_printed(picture, (x + 6, y + 6, width - 12, height - 12))

    def draw_printed(self, picture: Picture, box: Box) -> None:
        """What is printed on the space."""
        x, y, width, height = box
        draw_strip(picture, self.deeds[0].action, (x + 3, y + height - 31, width - 6, HEIGHT))


class HazardPart(Part, kind="hazard"):
    """A hazard tile."""

    rules = ("trail/hazards#tiles", "movement/hand-fees", "scoring/overview#hazards")
    rulings = ("trail/hazards#order",)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        hazards = catalog.tiles.hazards
        for hazard in hazards.types:
            for face in hazards.faces.values():
                yield cls(catalog, f"{hazard}-{face.id}", face, (), hazards.confidence, hand=face.hand, vp=face.vp)

    @property
    def hazard(self) -> str:
        """Its type."""
        return self.key.removesuffix(f"-{self.thing.id}")

    def title(self, words: ComponentWords) -> str:
        hand = words.name("hand", self.hand or "any")
        return words.name("hazard-tile", "face", hazard=words.name("hazard", self.hazard), hand=hand, vp=self.vp)

    def facts(self, words: ComponentWords) -> Iterator[Row]:
        yield "vp", str(self.vp)
        yield "copies", str(self.thing.copies)

    def end(self) -> Sentence:
        return "hazard", {"vp": self.vp}

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        draw_hazard(picture, HazardTile(self.hazard, self.thing.hand, self.vp), box)


def draw_hazard(picture: Picture, tile: HazardTile, box: Box, kind: str | None = None) -> None:
    """A hazard tile as far as it is known: what (of this kind where nothing is known), hand, points. 46 units high or
    more."""
    x, y, width, height = box
    picture.rect(x + 1, y + 1, width - 2, height - 2, "tile", 6)
    picture.symbol(f"hazard-{tile.hazard or kind or 'any'}", x + width / 2 - 12, y + 2, 24)
    foot = y + height - 21
    if tile.hand:
        picture.symbol(f"hand-{tile.hand}", x + 3, foot, 18)
    else:
        picture.text(x + 12, foot + 9, "?", 14, "soft")
    if tile.vp is None:
        picture.text(x + width - 13, foot + 10, "?", 16, "soft")
    else:
        picture.text(x + width - 20, foot + 10, tile.vp, 16)
        picture.symbol("victory-point", x + width - 15, foot + 4, 12)


class OutlawPart(Part, kind="outlaw"):
    """An outlaw tile."""

    rules = ("trail/outlaws#tiles", "movement/hand-fees")
    rows = ("copies",)
    counts = ()

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        for key, outlaw in catalog.tiles.outlaws.items():
            yield cls(catalog, key, outlaw, (), outlaw.confidence, hand=outlaw.hand)

    def title(self, words: ComponentWords) -> str:
        return words.name("symbol", f"outlaw-{self.key}")

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        x, y, width, height = box
        picture.rect(x + 1, y + 1, width - 2, height - 2, "tile", 6)
        picture.symbol(f"outlaw-{self.key}", x + width / 2 - 15, y + 1, 28)
        picture.symbol(f"hand-{self.hand}", x + width / 2 - 8, y + height - 19, 16)


class BountyPart(Part, kind="bounty"):
    """A space of the outlaw section with what it pays."""

    rules = ("trail/outlaws#tiles", "trail/placing-tiles")
    rulings = ("trail/outlaws#spaces",)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        for key, space in catalog.trail.spaces.items():
            if space.bounty:
                yield cls(catalog, key, space, ability("bounty", Choice((space.bounty,))), catalog.trail.confidence)

    @property
    def own_id(self) -> str:
        return f"bounty-{self.thing.number}"

    def title(self, words: ComponentWords) -> str:
        return words.name("part", "bounty", key=self.thing.number)

    def remark(self) -> None:
        return None

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        x, y, width, height = box
        picture.rect(x + 1.5, y + 1.5, width - 3, height - 3, "space", 6)
        picture.symbol("outlaw-any", x + width / 2 - 10, y + 5, 20)
        picture.text(x + 9, y + 12, self.thing.number, 8, "soft")
        self.draw_printed(picture, (x + 3, y, width - 6, height - 2))

    def draw_printed(self, picture: Picture, box: Box) -> None:
        """What is printed on the space."""
        x, y, width, height = box
        picture.row(glyphs_of((self.thing.bounty,)), (x + 3, y + height - 20, width - 6, 18), 16)
