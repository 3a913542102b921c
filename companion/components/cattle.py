"""Cattle cards by breed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from companion.components.effects import cattle
from companion.components.part import Part, Row, Sentence
from companion.components.words import ComponentWords
from companion.drawing import Box, Picture
from companion.engine import Catalog


class CattlePart(Part, kind="cattle"):
    """The cards of a breed."""

    rules = ("cattle/cards", "cattle/buying#prices", "kansas-city/income", "scoring/overview#cattle")
    rulings = ("scoring/overview#cattle-points", "cattle/cards#colours")
    figures = "breed"
    in_positions = True
    natural = (140, 188)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        for key, breed in catalog.cattle.breeds.items():
            yield cls(catalog, key, breed, (), breed.confidence, vp=max(breed.copies))

    def title(self, words: ComponentWords) -> str:
        return words.name("breed", self.key)

    def facts(self, words: ComponentWords) -> Iterator[Row]:
        breed = self.thing
        ends = ("most",) if min(breed.copies) == max(breed.copies) else ("least", "most")
        yield "value", self.figure("value")
        yield "vp", "–".join(self.figure(f"vp-{end}") for end in ends)
        yield "per-player" if breed.deck == "player" else "copies", self.figure("copies")
        for price in self.catalog.cattle.prices.values():
            if self.key in price.breeds:
                params = {"cowboys": price.cowboys, "dollars": price.dollars, "cards": price.cards}
                yield "price", words.name("part-value", "price", **params)

    def about(self) -> Sentence:
        return self.thing.deck, {}

    def end(self) -> Sentence:
        return ("cattle" if self.vp else "cattle-none"), {}

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        """Its symbol with the breeding value, its points, its name."""
        breed, (x, y, width, height) = self.thing, box
        picture.rect(x + 2, y + 2, width - 4, height - 4, "tile", 10)
        picture.rect(x + 8, y + 8, width - 16, 12, f"breed breed-{breed.colour}", 4)
        picture.symbol(cattle(self.key).name, x + width / 2 - 42, y + 27, 84, breed.value)
        picture.fitting(x + width / 2, y + 128, name, 14, width - 16)
        least, most = min(breed.copies), max(breed.copies)
        foot = y + height - 46
        picture.path(f"M{x + 2} {foot}H{x + width - 2}", "rule")
        if least != most:
            picture.text(x + 48, foot + 23, f"{least}–{most}", 20)
            picture.symbol("victory-point", x + 74, foot + 9, 28)
        else:
            picture.points(x + width / 2 - 30, foot + 7, most)
