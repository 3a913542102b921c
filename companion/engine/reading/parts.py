"""Parts of the format that occur in several places: cards, piles, tiles, names of spaces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine import position as p
from companion.engine.components import Catalog
from companion.engine.reading.problems import Path
from companion.engine.reading.shapes import Reading, Shape, nearest, record, sequence, shown, whole, word

MOST = 999
"""No count in the game comes near this; larger numbers are slips of the finger."""


def numbers(keys: Iterable[int]) -> list[str]:
    """Numbers as the format writes them when they are keys."""
    return [str(key) for key in keys]


def spaces(catalog: Catalog, *kinds: str) -> list[str]:
    """Ids of the trail spaces of these kinds."""
    return [space.id for space in catalog.trail.spaces.values() if space.kind in kinds]


def card(catalog: Catalog, *, cattle: bool = True, objectives: bool = True) -> Shape[p.Card]:
    """A card by its id; a cattle card perhaps with its points behind a colon: `shorthorn:4`."""
    breeds = catalog.cattle.breeds if cattle else {}
    known = [*breeds, *(catalog.objectives.cards if objectives else ())]

    def read(value: object, path: Path, reading: Reading) -> p.Card | None:
        text = value if isinstance(value, str) else ""
        name, colon, points = text.partition(":")
        if name not in known:
            reading.problem("unknown-word", path, found=shown(value), known=nearest(name, known))
        elif not colon:
            return p.Card(name)
        elif name in breeds and points in (choices := numbers(breeds[name].copies)):
            return p.Card(name, int(points))
        else:
            choices = [f"{name}:{vp}" for vp in breeds[name].copies] if name in breeds else [name]
            reading.problem("unknown-word", path, found=shown(value), known=", ".join(choices))
        return None

    return read


def pile(entry: Shape[p.Card]) -> Shape[p.Pile]:
    """A zone of cards: a count, or a list of all of them."""
    cards, count = sequence(entry, MOST), whole(0, MOST)

    def read(value: object, path: Path, reading: Reading) -> p.Pile | None:
        if isinstance(value, list):
            known = cards(value, path, reading)
            return None if known is None else p.Pile(len(known), known)
        if isinstance(value, int):
            number = count(value, path, reading)
            return None if number is None else p.Pile(number)
        reading.problem("not-a-pile", path, found=shown(value))
        return None

    return read


def hazard_fields(catalog: Catalog) -> dict[str, Shape[Any]]:
    """What can be told of a hazard tile."""
    points = [face.vp for face in catalog.tiles.hazards.faces.values()]
    return {
        "hazard": word(catalog.tiles.hazards.types),
        "hand": word({face.hand for face in catalog.tiles.hazards.faces.values()}),
        "vp": whole(min(points), max(points)),
    }


def tile(catalog: Catalog) -> Shape[p.Tile]:
    """A tile of the foresight display, told by the one key that says its kind."""
    kinds = ("hazard", "outlaw", "worker")
    hazard = record(p.HazardTile, hazard_fields(catalog))
    one_of = {
        "outlaw": record(p.Tile, {"outlaw": word(catalog.tiles.outlaws)}),
        "worker": record(p.Tile, {"worker": word(catalog.tiles.workers)}),
    }

    def read(value: object, path: Path, reading: Reading) -> p.Tile | None:
        named = [kind for kind in kinds if isinstance(value, dict) and kind in value]
        if len(named) != 1:
            reading.problem("not-a-tile", path, found=shown(value), known=", ".join(kinds))
            return None
        if named[0] != "hazard":
            return one_of[named[0]](value, path, reading)
        found = hazard(value, path, reading)
        return None if found is None else p.Tile(hazard=found)

    return read
