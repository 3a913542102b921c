"""Parts of the format that occur in several places: cards, piles, tiles, names of spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from companion.engine.core import position as p
from companion.engine.core.catalog import Catalog
from companion.engine.core.position import MAX_COUNT
from companion.engine.core.reasons import Path
from companion.engine.format.containers import Alternative, OneOf, Places, Record, Sequence
from companion.engine.format.shapes import (
    NOT_KNOWN,
    BitReader,
    BitWriter,
    OutOfBits,
    Plain,
    Reading,
    Shape,
    Whole,
    Word,
    nearest,
    shown,
)

T = TypeVar("T")


def numbers(keys: Iterable[int]) -> list[str]:
    """Numbers as the format writes them when they are keys."""
    return [str(key) for key in keys]


def spaces(catalog: Catalog, *kinds: str) -> list[str]:
    """Ids of the trail spaces of these kinds."""
    return [space.id for space in catalog.trail.spaces.values() if space.kind in kinds]


class CardShape(Shape[p.Card]):
    """A card by its id; a cattle card perhaps with its points behind a colon: `shorthorn:4`.

    `supply`: where only cards of the supply lie, so that people are offered no others.
    """

    what = "card"

    def __init__(self, catalog: Catalog, *, cattle: bool = True, objectives: bool = True, supply: bool = False) -> None:
        self.catalog, self.supply = catalog, supply
        self.points = {b.id: tuple(b.copies) for b in catalog.cattle.breeds.values()} if cattle else {}
        self.objectives = tuple(catalog.objectives.cards) if objectives else ()
        # Codes number breeds and objectives apart, so that either list may grow.
        self.breed_word, self.objective_word = Word(catalog.cattle.breeds), Word(catalog.objectives.cards)
        self.both = cattle and objectives

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        name, colon, points = value.partition(":") if isinstance(value, str) else ("", "", "")
        words = [*self.points, *self.objectives]
        if name not in words:
            reading.problem("unknown-word", path, found=shown(value), known=nearest(name or shown(value), words))
        elif not colon:
            return p.Card(name)
        elif points in numbers(self.points.get(name, ())):
            return p.Card(name, int(points))
        else:
            choices = [f"{name}:{vp}" for vp in self.points.get(name, ())] or [name]
            reading.problem("unknown-word", path, found=shown(value), known=", ".join(choices))
        return NOT_KNOWN

    def plain(self, value: p.Card) -> Plain:
        return str(value)

    def schema(self) -> dict[str, Plain]:
        pointed = [f"{name}:{vp}" for name, points in self.points.items() for vp in points]
        return {"enum": [*self.points, *pointed, *self.objectives]}

    def things(self) -> Mapping[str, Plain]:
        """Cards, with their points where those of a breed differ."""
        breeds = [breed for breed in self.catalog.cattle.breeds.values() if breed.id in self.points]
        dealt = [breed for breed in breeds if not self.supply or breed.deck == "market"]
        pointed = [[f"{b.id}:{vp}" for vp in b.copies] if len(b.copies) > 1 else [] for b in dealt]
        cattle = [card for breed, others in zip(dealt, pointed, strict=True) for card in (breed.id, *others)]
        cards = [self.catalog.objectives.cards[card] for card in self.objectives]
        objectives = {f"objective:{card.id}": card.id for card in cards if not (self.supply and card.starting)}
        return {**{f"card:{card}": card for card in cattle}, **objectives}

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
        self.entries, self.count, self.what = Sequence(entry, MAX_COUNT), Whole(0, MAX_COUNT, (0, 60)), entry.what
        self.both: Record[dict[str, Any]] = Record(
            dict, {"count": self.count, "known": self.entries}, required=("count", "known")
        )

    def read(self, value: Plain, path: Path, reading: Reading) -> Any:
        if isinstance(value, list):
            pieces = self.entries.read(value, path, reading)
            return pieces if pieces is NOT_KNOWN else p.Pile(len(pieces), pieces)
        if type(value) is int:
            number = self.count.read(value, path, reading)
            return number if number is NOT_KNOWN else p.Pile(number)
        if not isinstance(value, dict):
            reading.problem("not-a-pile", path, found=shown(value))
            return NOT_KNOWN
        pile = self.both.read(value, path, reading)
        if pile is NOT_KNOWN or pile["count"] >= len(pile["known"]):
            return pile if pile is NOT_KNOWN else p.Pile(pile["count"], pile["known"])
        reading.problem("more-known-than-there", path, known=len(pile["known"]), count=pile["count"])
        return NOT_KNOWN

    def plain(self, value: p.Pile[T]) -> Plain:
        if not value.known:
            return value.count
        pieces = self.entries.plain(value.known)
        return pieces if value.complete else {"count": value.count, "known": pieces}

    def schema(self) -> dict[str, Plain]:
        both = {**self.both.schema(), "description": "`count` is at least the number of those `known`."}
        return {"anyOf": [self.count.schema(), self.entries.schema(), both]}

    def things(self) -> Mapping[str, Plain]:
        return self.entries.things()

    def pack(self, value: p.Pile[T], bits: BitWriter) -> None:
        self.entries.pack(value.known, bits)
        bits.write_count(value.count - len(value.known))

    def unpack(self, bits: BitReader) -> p.Pile[T]:
        pieces = self.entries.unpack(bits)
        unknown = bits.read_count()
        if len(pieces) + unknown > MAX_COUNT:
            raise OutOfBits("more pieces than there can be")
        return p.Pile(len(pieces) + unknown, pieces)


def hazard_fields(catalog: Catalog) -> dict[str, Shape[Any]]:
    """What can be told of a hazard tile."""
    points = [face.vp for face in catalog.tiles.hazards.faces.values()]
    hands = dict.fromkeys(face.hand for face in catalog.tiles.hazards.faces.values())
    return {
        "hazard": Word(catalog.tiles.hazards.types),
        "hand": Word(hands),
        "vp": Whole(min(points), max(points)),
    }


class HazardPlaces(Places):
    """Hazards on the trail: the space says which hazard it is, so the entry does not."""

    def __init__(self, catalog: Catalog) -> None:
        fields = {name: shape for name, shape in hazard_fields(catalog).items() if name != "hazard"}
        offered = {**_faces(catalog), "hazard": {}}
        super().__init__(str, spaces(catalog, "hazard"), Record(p.HazardTile, fields, offered=offered), region="trail")
        self.hazards = {space.id: space.hazard for space in catalog.trail.spaces.values()}

    def entry_of(self, name: str, entry: Any) -> Any:
        return entry and replace(entry, hazard=self.hazards[name])


def _faces(catalog: Catalog) -> dict[str, dict[str, str | int]]:
    """What can be seen of a hazard tile besides its type."""
    faces = sorted(
        catalog.tiles.hazards.faces.values(), key=lambda face: (("green", "black").index(face.hand), face.vp)
    )
    return {f"hazard:{face.hand}:{face.vp}": {"hand": face.hand, "vp": face.vp} for face in faces}


def hazard_shape(catalog: Catalog, required: tuple[str, ...] = ()) -> Record[p.HazardTile]:
    """A hazard tile by its type; people are offered those that there are, with and without their face."""
    types, faces = catalog.tiles.hazards.types, _faces(catalog).items()
    whole = {f"hazard:{h}:{thing.partition(':')[2]}": {"hazard": h, **face} for h in types for thing, face in faces}
    bare = {f"hazard:{hazard}": {"hazard": hazard} for hazard in types}
    return Record(p.HazardTile, hazard_fields(catalog), required, offered={**whole, **bare})


def record_of_one(kind: Callable[..., T], name: str, words: Iterable[str]) -> Record[T]:
    """A record with one key that has to be there: `{"worker": "cowboy"}`."""
    words = tuple(words)
    return Record(kind, {name: Word(words, name)}, (name,), {f"{name}:{word}": {name: word} for word in words})


class TileShape(OneOf):
    """A tile of the foresight display, told by the one key that says its kind."""

    def __init__(self, catalog: Catalog) -> None:
        kinds = ("hazard", "outlaw", "worker")

        def names(kind: str) -> Callable[[Plain], bool]:
            return lambda plain: isinstance(plain, dict) and [key for key in kinds if key in plain] == [kind]

        tiles = catalog.tiles
        hazard = Alternative(
            0,
            hazard_shape(catalog, ("hazard",)),
            names("hazard"),
            lambda tile: tile.hazard,
            lambda hazard: p.Tile(hazard=hazard),
            lambda tile: tile.hazard,
        )
        outlaw = record_of_one(p.Tile, "outlaw", tiles.outlaws)
        worker = record_of_one(p.Tile, "worker", tiles.workers)
        super().__init__(
            hazard,
            Alternative(1, outlaw, names("outlaw"), lambda tile: tile.outlaw),
            Alternative(2, worker, names("worker"), lambda _: True),
            width=2,
            refused=("not-a-tile", ", ".join(kinds)),
        )

    def things(self) -> Mapping[str, Plain]:
        return {thing: plain for option in self.options[::-1] for thing, plain in option.shape.things().items()}
