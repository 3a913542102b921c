"""Stations and station masters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from companion.components.effects import COUNTED, HEIGHT, draw_strip, glyphs_of
from companion.components.part import Ability, Part, Row, Sentence
from companion.components.words import ComponentWords
from companion.drawing import Box, Glyph, Picture, Sign, signed
from companion.engine import Catalog

_TILE = 64
"""Width of a station on the page about it; the space of its station master is beside it."""


class StationPart(Part, kind="station"):
    """A station of the railroad, or of a town."""

    rules = (
        "railroad/upgrade-station",
        "railroad/track#turnouts",
        "railroad/station-master#tiles",
        "kansas-city/discs",
        "scoring/overview#stations",
        "kansas-city/transport#turnout",
    )
    rulings = ("kansas-city/no-disc#from-station",)
    rows = in_short = ("cost", "vp")
    counts = ("vp",)
    rulings_of = {"station-10": ("railroad/last-space", "railroad/last-space#details")}

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        railroad = catalog.railroad
        for number, station in railroad.stations.items():
            yield cls(*(catalog, str(number), station, (), railroad.confidence), corner=station.corner, vp=station.vp)

    def title(self, words: ComponentWords) -> str:
        if self.thing.town:
            return words.name("score-line", "town-station", town=words.name("town", self.thing.town))
        return words.name("part", "station", key=self.key)

    def facts(self, words: ComponentWords) -> Iterator[Row]:
        yield from super().facts(words)
        turnouts = self.catalog.railroad.turnouts
        if self.thing.town:
            yield "stop", words.name("part-value", "branchlet")
        elif self.thing.space in turnouts:
            one, other = turnouts[self.thing.space]
            yield "stop", words.name("part-value", "turnout", one=one, other=other)
        else:
            yield "stop", words.name("railroad", "space", which=self.thing.space)

    def remark(self) -> Sentence:
        return ("station-town" if self.thing.town else "station"), {}

    def sections(self) -> Iterator[str]:
        railroad = self.catalog.railroad
        turnout = railroad.turnouts.get(self.thing.space)
        by_number = {
            "railroad/track#turnouts": turnout is not None,
            "railroad/station-master#tiles": self.thing.station_master,
            # Only where a cross lies beside it.
            "kansas-city/transport#turnout": turnout is not None and turnout[0] in railroad.crosses,
        }
        yield from (section for section in self.rules if by_number.get(section, True))

    @property
    def size(self) -> tuple[float, float]:
        return _TILE + (52 if self.thing.station_master else 0), 56

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        x, y, width, height = box
        self.draw_tile(picture, (x, y, _TILE, height))
        if self.thing.station_master:
            picture.rect(x + _TILE + 3, y + 3, width - _TILE - 5, height - 6, "space", 6)
            picture.symbol("station-master", x + _TILE + 10, y + height / 2 - 18, 36)

    def draw_tile(self, picture: Picture, box: Box, *, corners: bool = True) -> None:
        """Its number, cost, points, and the corners for discs where these are not covered."""
        x, y, width, height = box
        picture.rect(x + 1, y + 1, width - 2, height - 2, "tile", 6)
        picture.rect(x + 1, y + 1, 20, 20, "plate", 6)
        picture.text(x + 11, y + 11, self.key, 13, "on-plate")
        picture.text(x + width - 20, y + 12, self.vp, 14, "", "end")
        picture.symbol("victory-point", x + width - 19, y + 3, 16)
        picture.text(x + 11, y + 31, signed(-self.thing.cost), 12, "bad")
        picture.symbol("dollar", x + 4, y + 38, 14)
        if corners:
            picture.symbol(f"corner-{self.corner}", x + 27, y + 22, 30)


_COUNTED: dict[str, tuple[Glyph, ...]] = {
    **COUNTED,
    "objective-card": (Sign("objective"),),
    "certificate": (Sign("certificate"),),
    "worker": (Sign("worker"),),
    "building": (Sign("building-own"),),
    "exchange-token": (Sign("exchange-token"),),
    "area": (Sign("town"), Sign("branchlet")),
}
"""What the tasks of station masters count."""


class StationMasterPart(Part, kind="station-master"):
    """A station master tile: at once or for good above, the task at the end below."""

    rules = ("railroad/station-master", "railroad/station-master#tiles", "scoring/overview#station-masters")
    in_positions = True
    natural = (98, 48)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        for key, tile in catalog.station_masters.tiles.items():
            yield cls(catalog, key, tile, (Ability("upgrade", tile.immediate),) if tile.immediate else ())

    def title(self, words: ComponentWords) -> str:
        task = self.thing.task
        counted = {"vp": task.vp, "each": task.each} if task else {}
        what = words.name("station-master", self.key, permanent=self.thing.permanent, **counted)
        return words.name("part", "station-master", what=what)

    def facts(self, words: ComponentWords) -> Iterator[Row]:
        if self.thing.permanent:
            yield "permanent", self.figure("permanent")

    def remark(self) -> Sentence:
        return ("immediate", {}) if self.deeds else ("permanent", {"number": self.figure("permanent")})

    def end(self) -> Sentence:
        task = self.thing.task
        if not task:
            return "station-master-none", {}
        names, key = (("vp", "each"), "station-master") if task.each > 1 else (("vp",), "station-master-one")
        return f"{key}.{task.per}", {name: self.figure(name) for name in names}

    def gives(self) -> tuple[str, ...]:
        return ("certificates",) if self.thing.permanent else ()

    def sections(self) -> Iterator[str]:
        yield from self.rules
        if self.thing.permanent:
            yield from ("kansas-city/certificates", "kansas-city/certificates#permanent")

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        x, y, width, height = box
        tile = self.thing
        picture.rect(x + 1, y + 1, width - 2, height - 2, "tile", 6)
        upper: list[Glyph] = [f"+{tile.permanent}", Sign("certificate-permanent")] if tile.permanent else []
        for place, choice in enumerate(tile.immediate):
            upper += [*(["/"] if place else []), *glyphs_of(choice.does)]
        half = height / 2 if tile.task else height
        picture.row(upper, (x + 3, y + 2, width - 6, half - 3), 20)
        if tile.task:
            picture.path(f"M{x + 1} {y + half}H{x + width - 1}", "rule")
            each = [*([str(tile.task.each)] if tile.task.each > 1 else []), *_COUNTED[tile.task.per]]
            lower: list[Glyph] = [signed(tile.task.vp), Sign("victory-point"), "/", *each]
            picture.row(lower, (x + 3, y + half + 1, width - 6, height - half - 3), 20)


class TownTilePart(Part, kind="town-tile"):
    """A tile beside a town: what whoever places a branchlet there may do at once."""

    natural = (132, 48)

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        for key, tile in catalog.towns.tiles.items():
            yield cls(catalog, key, tile, (Ability("branchlet", tile.does),), tile.confidence)

    @property
    def own_id(self) -> str:
        return self.key

    def title(self, words: ComponentWords) -> str:
        return words.name("town-tile", self.key)

    def facts(self, words: ComponentWords) -> Iterator[Row]:
        yield "copies", str(self.thing.copies)

    def remark(self) -> None:
        return None

    def sections(self) -> Iterator[str]:
        yield self.catalog.towns.tile_section

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        x, y, width, height = box
        picture.rect(x + 1, y + 1, width - 2, height - 2, "tile", 6)
        draw_strip(picture, self.thing.does, (x + 4, y + (height - HEIGHT) / 2, width - 8, HEIGHT))
