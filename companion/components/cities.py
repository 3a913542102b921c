"""Cities, and the arrows between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from companion.components.effects import COUNTED, glyphs_of, signs_of
from companion.components.part import Part, Row, Sentence, ability, of_kind
from companion.components.words import ComponentWords
from companion.drawing import Box, Glyph, Picture, Sign, signed
from companion.engine import Catalog, Choice

_LONG_NAME = 9
"""Letters of a name that fit in the usual size."""


class CityPart(Part, kind="city"):
    """A city that is delivered to."""

    rules = ("kansas-city/cities", "kansas-city/delivery", "kansas-city/transport", "scoring/overview#cities")
    rulings = ("kansas-city/no-disc#from-station", "kansas-city/no-disc")
    in_positions = True
    in_short = ("value", "vp")
    natural = (108, 96)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        for key, city in catalog.cities.cities.items():
            deeds = ability("delivered", Choice(city.does)) if city.does else ()
            # Points that are multiplied are not so many for each disc.
            vp = city.vp * (city.most or 1) if city.per else city.vp
            yield cls(catalog, key, city, deeds, city.confidence, corner=city.corner, vp=vp)

    def title(self, words: ComponentWords) -> str:
        return words.name("city", self.key)

    def facts(self, words: ComponentWords) -> Iterator[Row]:
        city = self.thing
        yield "city-value", self.figure("value")
        if city.dollars:
            yield "dollars", self.figure("dollars")
        if city.vp and not city.per:
            yield "vp-per-disc", self.figure("vp")
        yield "discs-there", words.name("part-value", "any-number" if city.repeatable else "one-of-each")
        arrows = [arrow for arrow in of_kind("arrow") if self.key in arrow.thing.between]
        # Of the same game: another one may have a city of this name and other figures.
        arrows = [arrow for arrow in arrows if arrow.near(self.own_id) == self.id]
        if arrows:
            yield "arrows", ", ".join(words.link(arrow.id) for arrow in arrows)

    def remark(self) -> Sentence:
        return ("city-town" if self.thing.town else "city"), {}

    def end(self) -> Sentence:
        if per := self.thing.per:
            return f"city.{per}", {"vp": self.figure("vp"), "most": self.thing.most}
        if self.vp:
            return "city", {"vp": self.figure("vp")}
        return ("arrow-none" if self.thing.town else "city-none"), {}

    def gives(self) -> tuple[str, ...]:
        return ("dollars",) if self.thing.dollars else ()

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        """Its shield with the value and the corners, its name, and what a disc brings."""
        city, x, y = self.thing, box[0] + box[2] / 2, box[1]
        picture.path(f"M{x - 26} {y + 1}h52v28c0 15-11 23-26 30-15-7-26-15-26-30z", "tile")
        picture.text(x, y + 17, city.value, 20)
        picture.symbol(f"corner-{city.corner}", x - 11, y + 30, 22)
        picture.text(x, y + 69, name, 13 if len(name) <= _LONG_NAME else 12)
        row: list[Glyph] = [signed(city.vp), Sign("victory-point")] if city.vp else []
        row += ["/", *COUNTED[city.per]] if city.per else []
        row += signs_of(city.does)
        row += [f"+{city.dollars}", Sign("dollar")] if city.dollars else []
        row += ["∞"] if city.repeatable else []
        picture.row(row, (x - 42, y + 78, 84, 15), 14)


class ArrowPart(Part, kind="arrow"):
    """An arrow between two cities."""

    rules = ("kansas-city/cities#actions", "kansas-city/cities#arrows", "scoring/overview#cities")
    rulings_of = {"arrow-st-louis-bloomington": ("kansas-city/cities#token-arrow",)}
    natural = (108, 44)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        for key, arrow in catalog.cities.arrows.items():
            deeds = ability("delivery", Choice(arrow.does)) if arrow.does else ()
            yield cls(catalog, key, arrow, deeds, arrow.confidence, vp=arrow.vp)

    def title(self, words: ComponentWords) -> str:
        one, other = (words.name("city", city) for city in self.thing.between)
        return words.name("part", "arrow", one=one, other=other)

    def facts(self, words: ComponentWords) -> Iterator[Row]:
        yield "between", ", ".join(words.link(self.near(f"city-{city}")) for city in self.thing.between)
        if self.vp:
            yield "vp", self.figure("vp")

    def remark(self) -> Sentence:
        return ("must" if self.deeds else "no-action"), {}

    def end(self) -> Sentence:
        return ("arrow", {"vp": self.figure("vp")}) if self.vp else ("arrow-none", {})

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        """Between the values of its cities."""
        x, y, width, height = box
        for middle, city in zip((x + 20, x + width - 20), self.thing.between, strict=True):
            picture.circle(middle, y + height / 2, 18, "tile")
            picture.text(middle, y + height / 2, self.catalog.cities.cities[city].value, 16)
        self.draw_arrow(picture, x + width / 2, y, glyphs_of(self.thing.does))

    def draw_arrow(self, picture: Picture, x: float, y: float, does: list[Glyph]) -> None:
        """What a player with discs on both neighbours gets, on the arrow: 28 wide, 44 high, the middle at `x`."""
        picture.path(f"M{x - 13} {y + 8}h16v-6l12 20-12 20v-6h-16z", "arrow")
        rows: list[list[Glyph]] = [does] if does else []
        rows += [[signed(self.vp), Sign("victory-point")]] if self.vp else []
        for place, row in enumerate(rows):
            high = 28 / len(rows)
            picture.row(row, (x - 13, y + 8 + place * high, 25, high), 18)
