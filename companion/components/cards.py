"""Objective cards, and cattle cards by breed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Self

from companion.components.effects import HEIGHT, cattle, draw_strip, value_of
from companion.components.part import Part, Row, Sentence, ability
from companion.components.words import ComponentWords
from companion.drawing import Box, Picture
from companion.engine import Catalog

_WIDE, _HIGH = 140, 188

_TASKS: dict[str, tuple[str, str | None]] = {
    "building": ("building-own", None),
    "station": ("station", None),
    "hazard": ("hazard-any", None),
    "outlaw-green": ("outlaw-green", None),
    "outlaw-orange": ("outlaw-orange", None),
    "value-3": ("cattle-any", "longhorn"),
    "shorthorn": ("cattle-shorthorn", "shorthorn"),
    "hereford": ("cattle-hereford", "hereford"),
    "west-highland": ("cattle-any", "shorthorn"),
    "texas-longhorn": ("cattle-any", "hereford"),
    "new-york": ("city", None),
    "san-francisco": ("city", None),
}
"""The symbols of the tasks; of those that ask for cattle, a breed that has the value."""


def _tasks(words: ComponentWords, tasks: tuple[str, ...]) -> str:
    """Tasks in words: two alike are told once, with their number."""
    counted = ((words.name("task", task), number) for task, number in Counter(tasks).items())
    return " + ".join(text if number == 1 else f"{number} × {text}" for text, number in counted)


class ObjectivePart(Part, kind="objective"):
    """An objective card: the immediate action above, the tasks, points and penalty below."""

    rules = ("objectives/play", "objectives/gain#cards", "scoring/overview#objectives")
    rulings = ("objectives/play#kansas-city",)
    in_positions = True
    natural = (_WIDE, _HIGH)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        for key, card in catalog.objectives.cards.items():
            yield cls(catalog, key, card, ability("played", card.immediate), card.confidence, vp=card.vp)

    @property
    def series(self) -> str:
        return "objective-start" if self.thing.starting else "objective"

    def title(self, words: ComponentWords) -> str:
        number = self.key.rpartition("-")[2]
        return words.name("part", self.series, number=number, tasks=_tasks(words, self.thing.tasks))

    def facts(self, words: ComponentWords) -> Iterator[Row]:
        yield "tasks", _tasks(words, self.thing.tasks)
        yield "vp", self.figure("vp")
        yield "penalty", self.figure("penalty")
        yield "copies", str(self.thing.copies)

    def remark(self) -> Sentence:
        return ("starting" if self.thing.starting else "immediate"), {}

    def end(self) -> Sentence:
        names, key = (("vp", "penalty"), "objective") if self.thing.penalty else (("vp",), "objective-start")
        return key, {name: self.figure(name) for name in names}

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        scale = min(box[2] / _WIDE, box[3] / _HIGH)
        with picture.group(box[0] + (box[2] - _WIDE * scale) / 2, box[1], scale):
            self._draw(picture)

    def _draw(self, picture: Picture) -> None:
        card = self.thing
        picture.rect(2, 2, _WIDE - 4, _HIGH - 4, "tile start-card" if card.starting else "tile", 10)
        if self.deeds:
            draw_strip(picture, self.deeds[0].action, (8, 8, _WIDE - 16, HEIGHT))
        else:
            picture.symbol("objective", _WIDE / 2 - 14, 10, 28)
        top = 8 + HEIGHT + 6
        picture.path(f"M2 {top}H{_WIDE - 2}", "rule")
        rows = [card.tasks[place : place + 2] for place in range(0, len(card.tasks), 2)]
        for line, row in enumerate(rows):
            y = top + (88 - 42 * len(rows)) / 2 + 42 * line
            for place, task in enumerate(row):
                symbol, breed = _TASKS[task]
                x = _WIDE / 2 - 22 * len(row) + 44 * place
                picture.symbol(symbol, x + 4, y + 3, 36, value_of(breed) if breed else None)
        foot = _HIGH - 46
        picture.path(f"M2 {foot}H{_WIDE - 2}", "rule")
        if card.penalty:
            picture.path(f"M{_WIDE / 2} {foot}V{_HIGH - 2}", "rule")
            picture.points(5, foot + 7, card.vp)
            picture.points(_WIDE / 2 + 8, foot + 7, card.penalty)
        else:
            picture.points(_WIDE / 2 - 30, foot + 7, card.vp)


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

    def remark(self) -> Sentence:
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
