"""Parts of the format that occur in several places: cards, piles, tiles, names of spaces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from companion.engine.core import position as p
from companion.engine.core.catalog import Catalog
from companion.engine.core.position import MAX_COUNT
from companion.engine.core.problems import Path
from companion.engine.format.bits import BitReader, BitWriter, OutOfBits
from companion.engine.format.containers import Places, Record, Sequence
from companion.engine.format.shapes import Plain, Reading, Shape, Whole, Word, nearest, shown

T = TypeVar("T")


def numbers(keys: Iterable[int]) -> list[str]:
    """Numbers as the format writes them when they are keys."""
    return [str(key) for key in keys]


def spaces(catalog: Catalog, *kinds: str) -> list[str]:
    """Ids of the trail spaces of these kinds."""
    return [space.id for space in catalog.trail.spaces.values() if space.kind in kinds]


class CardShape(Shape[p.Card]):
    """A card by its id; a cattle card perhaps with its points behind a colon: `shorthorn:4`."""

    def __init__(self, catalog: Catalog, *, cattle: bool = True, objectives: bool = True) -> None:
        self.points = {b.id: tuple(b.copies) for b in catalog.cattle.breeds.values()} if cattle else {}
        self.objectives = tuple(catalog.objectives.cards) if objectives else ()
        # Codes number breeds and objectives apart, so that either list may grow.
        self.breed_word, self.objective_word = Word(catalog.cattle.breeds), Word(catalog.objectives.cards)
        self.both = cattle and objectives

    def read(self, value: Plain, path: Path, reading: Reading) -> p.Card | None:
        name, colon, points = value.partition(":") if isinstance(value, str) else ("", "", "")
        known = [*self.points, *self.objectives]
        if name not in known:
            reading.problem("unknown-word", path, found=shown(value), known=nearest(name or shown(value), known))
        elif not colon:
            return p.Card(name)
        elif points in numbers(self.points.get(name, ())):
            return p.Card(name, int(points))
        else:
            choices = [f"{name}:{vp}" for vp in self.points.get(name, ())] or [name]
            reading.problem("unknown-word", path, found=shown(value), known=", ".join(choices))
        return None

    def plain(self, value: p.Card) -> Plain:
        return value.id if value.vp is None else f"{value.id}:{value.vp}"

    def schema(self) -> dict[str, Plain]:
        pointed = [f"{name}:{vp}" for name, points in self.points.items() for vp in points]
        return {"enum": [*self.points, *pointed, *self.objectives]}

    def pack(self, value: p.Card, bits: BitWriter) -> None:
        is_objective = value.id in self.objectives
        if self.both:
            bits.write(is_objective, 1)
        if is_objective:
            self.objective_word.pack(value.id, bits)
            return
        self.breed_word.pack(value.id, bits)
        bits.write(value.vp is not None, 1)
        if value.vp is not None:
            bits.write_count(value.vp)

    def unpack(self, bits: BitReader) -> p.Card:
        if bool(bits.read(1)) if self.both else bool(self.objectives):
            return p.Card(self.objective_word.unpack(bits))
        name = self.breed_word.unpack(bits)
        if not bits.read(1):
            return p.Card(name)
        points = bits.read_count()
        if points not in self.points[name]:
            raise OutOfBits("points that this card never shows")
        return p.Card(name, points)


class PileShape(Shape[p.Pile[T]]):
    """A hidden zone: a count, a list of everything in it, or a count with what is known of it."""

    def __init__(self, entry: Shape[T]) -> None:
        self.entries, self.count = Sequence(entry, MAX_COUNT), Whole(0, MAX_COUNT)
        self.both: Record[dict[str, Any]] = Record(
            dict, {"count": self.count, "known": self.entries}, required=("count", "known")
        )

    def read(self, value: Plain, path: Path, reading: Reading) -> p.Pile[T] | None:
        if isinstance(value, list):
            known = self.entries.read(value, path, reading)
            return None if known is None else p.Pile(len(known), known)
        if type(value) is int:
            number = self.count.read(value, path, reading)
            return None if number is None else p.Pile(number)
        if isinstance(value, dict):
            pile = self.both.read(value, path, reading)
            if pile is None:
                return None
            if pile["count"] >= len(pile["known"]):
                return p.Pile(pile["count"], pile["known"])
            reading.problem("more-known-than-there", path, known=len(pile["known"]), count=pile["count"])
            return None
        reading.problem("not-a-pile", path, found=shown(value))
        return None

    def plain(self, value: p.Pile[T]) -> Plain:
        if not value.known:
            return value.count
        known = self.entries.plain(value.known)
        return known if value.complete else {"count": value.count, "known": known}

    def schema(self) -> dict[str, Plain]:
        both = {**self.both.schema(), "description": "`count` is at least the number of those `known`."}
        return {"anyOf": [self.count.schema(), self.entries.schema(), both]}

    def pack(self, value: p.Pile[T], bits: BitWriter) -> None:
        self.entries.pack(value.known, bits)
        bits.write_count(value.count - len(value.known))

    def unpack(self, bits: BitReader) -> p.Pile[T]:
        known = self.entries.unpack(bits)
        unknown = bits.read_count()
        if len(known) + unknown > MAX_COUNT:
            raise OutOfBits("more pieces than there can be")
        return p.Pile(len(known) + unknown, known)


def hazard_fields(catalog: Catalog) -> dict[str, Shape[Any]]:
    """What can be told of a hazard tile."""
    points = [face.vp for face in catalog.tiles.hazards.faces.values()]
    hands = dict.fromkeys(face.hand for face in catalog.tiles.hazards.faces.values())
    return {
        "hazard": Word(catalog.tiles.hazards.types),
        "hand": Word(hands),
        "vp": Whole(min(points), max(points)),
    }


class HazardPlaces(Places[p.HazardTile]):
    """Hazards on the trail: the space says which hazard it is, so the entry does not."""

    def __init__(self, catalog: Catalog) -> None:
        fields = {name: shape for name, shape in hazard_fields(catalog).items() if name != "hazard"}
        super().__init__(str, spaces(catalog, "hazard"), Record(p.HazardTile, fields))
        self.hazards = {space.id: space.hazard for space in catalog.trail.spaces.values()}

    def _named(self, table: Any) -> dict[str, p.HazardTile | None]:
        return {space: tile and replace(tile, hazard=self.hazards[space]) for space, tile in table.items()}

    def read(self, value: Plain, path: Path, reading: Reading) -> dict[str, p.HazardTile | None] | None:
        table = super().read(value, path, reading)
        return None if table is None else self._named(table)

    def changed(
        self, value: Any, keys: tuple[str, ...], plain: Plain, path: Path, reading: Reading
    ) -> dict[str, p.HazardTile | None] | None:
        table = super().changed(value, keys, plain, path, reading)
        return None if table is None else self._named(table)

    def unpack(self, bits: BitReader) -> dict[str, p.HazardTile | None]:
        return self._named(super().unpack(bits))


class TileShape(Shape[p.Tile]):
    """A tile of the foresight display, told by the one key that says its kind."""

    kinds = ("hazard", "outlaw", "worker")

    def __init__(self, catalog: Catalog) -> None:
        self.hazard = Record(p.HazardTile, hazard_fields(catalog), required=("hazard",))
        self.outlaw = Record(p.Tile, {"outlaw": Word(catalog.tiles.outlaws)}, required=("outlaw",))
        self.worker = Record(p.Tile, {"worker": Word(catalog.tiles.workers)}, required=("worker",))

    def read(self, value: Plain, path: Path, reading: Reading) -> p.Tile | None:
        named = [kind for kind in self.kinds if isinstance(value, dict) and kind in value]
        if len(named) != 1:
            reading.problem("not-a-tile", path, found=shown(value), known=", ".join(self.kinds))
            return None
        if named[0] == "outlaw":
            return self.outlaw.read(value, path, reading)
        if named[0] == "worker":
            return self.worker.read(value, path, reading)
        found = self.hazard.read(value, path, reading)
        return None if found is None else p.Tile(hazard=found)

    def plain(self, value: p.Tile) -> Plain:
        if value.hazard:
            return self.hazard.plain(value.hazard)
        return (self.outlaw if value.outlaw else self.worker).plain(value)

    def schema(self) -> dict[str, Plain]:
        return {"anyOf": [self.hazard.schema(), self.outlaw.schema(), self.worker.schema()]}

    def pack(self, value: p.Tile, bits: BitWriter) -> None:
        bits.write(0 if value.hazard else 1 if value.outlaw else 2, 2)
        if value.hazard:
            self.hazard.pack(value.hazard, bits)
        else:
            (self.outlaw if value.outlaw else self.worker).pack(value, bits)

    def unpack(self, bits: BitReader) -> p.Tile:
        kind = bits.read(2)
        if kind == 0:
            return p.Tile(hazard=self.hazard.unpack(bits))
        if kind == 1:
            return self.outlaw.unpack(bits)
        if kind == 2:
            return self.worker.unpack(bits)
        raise OutOfBits("a kind of tile that is not known")
