"""Which things may be entered for a player: one field each, worked out from the components."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from companion import engine
from companion.engine import Automa, Catalog
from companion.integers import whole

Depth = Literal["number", "things"]

OUTLAWS, CERTIFICATES, COUNTS = "outlaws", "certificates", "counts"
"""Groups that are no category: what only objective cards and station masters count, and how many there are of things
of which nobody entered which they are."""
PLAYED, IN_DECK = "played", "deck"
"""Where an objective card is."""
AUTOMA = "player.automa"
"""The field that says which automa plays for a player."""
TYPED: Mapping[str, str] = {"money": "things.money.dollars"}
"""Category -> the field of the one thing that it counts, which is typed as a number and not tapped."""
_MAX, _MAX_DOLLARS = 99, 999
_MAX_DIGITS = len(str(_MAX_DOLLARS))
"""There are not a hundred of anything but dollars."""


class ThingsPlayer(Protocol):
    """A player of a sheet, as far as things are concerned."""

    @property
    def seat(self) -> int:
        """The number of the player, from one."""

    @property
    def colour(self) -> str:
        """The player's colour, which no other player has."""

    @property
    def fields(self) -> Mapping[str, str]:
        """What was entered, by name of field."""


@dataclass(frozen=True)
class ThingField:
    """Something that may be entered: how many of a thing a player has.

    `most`: no larger number may be stored. Impossible numbers may; they are pointed out. `words`: what besides a
    number says that the thing is there, and where.
    """

    group: str
    thing: str
    most: int = 1
    words: frozenset[str] = frozenset()

    @functools.cached_property
    def name(self) -> str:
        """The name of the field that holds it."""
        return f"things.{self.group}.{self.thing}"

    def takes(self, text: str) -> bool:
        """Whether a text can be stored in it."""
        return text in self.words or (len(text) <= _MAX_DIGITS and whole(text, 0, self.most) is not None)

    def count(self, row: ThingsPlayer) -> int | None:
        """How many there are. None: nothing was entered, or nothing that can be read."""
        text = row.fields.get(self.name)
        return None if text is None or not self.takes(text) else 1 if text in self.words else int(text)


Group = tuple[ThingField, ...]
"""The fields that belong together."""


def depth_field(category: str) -> str:
    """The name of the field that says how a category counts."""
    return f"depth.{category}"


def depth_of(row: ThingsPlayer, category: str) -> Depth:
    """How a category counts: as somebody said; else by its number, or by a thing that was typed in its place."""
    return depth_in(row.fields, category)


def depth_in(fields: Mapping[str, str], category: str) -> Depth:
    """How a category counts by what stands in the fields of a player."""
    said = fields.get(depth_field(category))
    if said is None:
        return "things" if TYPED.get(category) in fields and category not in fields else "number"
    return "things" if said == "things" else "number"


def asked_of(row: ThingsPlayer, category: str) -> str:
    """The field in which a category is typed: that of its thing where it has one, unless points are wanted."""
    if depth_field(category) not in row.fields and category not in row.fields:
        return TYPED.get(category, category)
    return TYPED.get(category, category) if depth_of(row, category) == "things" else category


def automa_of(row: ThingsPlayer) -> Automa | None:
    """The automa that plays for a player, None if somebody plays."""
    return engine.automas().get(row.fields.get(AUTOMA, ""))


def storable(edition: int, variants: tuple[str, ...], name: str, text: str) -> bool:
    """Whether a text may be stored in a field of things or depth. An empty text takes out what was entered."""
    kind, _, category = name.partition(".")
    if kind == "depth":
        return category in _catalog(edition, variants).scoring.categories and text in ("", "number", "things")
    if name == AUTOMA:
        return not text or text in engine.automas()
    field = field_of(edition, variants, name)
    return field is not None and (not text or field.takes(text))


def field_of(edition: int, variants: tuple[str, ...], name: str) -> ThingField | None:
    """The field with a name, None when there is none."""
    return _by_name(edition, variants).get(name)


@functools.cache
def groups(edition: int, variants: tuple[str, ...]) -> Mapping[str, Group]:
    """All fields: those of each category by its id, then the other groups."""
    catalog = _catalog(edition, variants)
    makers = {**{category: _MAKERS[category] for category in catalog.scoring.categories}, **_OTHERS}
    return {group: tuple(make(catalog, group)) for group, make in makers.items()}


@functools.cache
def _by_name(edition: int, variants: tuple[str, ...]) -> Mapping[str, ThingField]:
    return {field.name: field for group in groups(edition, variants).values() for field in group}


def _catalog(edition: int, variants: tuple[str, ...]) -> Catalog:
    return engine.load_catalog(edition, tuple(sorted(variants)))


def _money(_: Catalog, group: str) -> Iterator[ThingField]:
    yield ThingField(group, "dollars", _MAX_DOLLARS)


def _buildings(catalog: Catalog, group: str) -> Iterator[ThingField]:
    spaces = frozenset(space.id for space in catalog.trail.spaces.values() if space.kind == "building")
    for face in catalog.buildings.faces.values():
        yield ThingField(group, face.id, words=spaces)


def _cities(catalog: Catalog, group: str) -> Iterator[ThingField]:
    for city in catalog.cities.cities.values():
        yield ThingField(group, city.id, _MAX if city.repeatable else 1)


def _stations(catalog: Catalog, group: str) -> Iterator[ThingField]:
    for number in catalog.railroad.stations:
        yield ThingField(group, str(number))


def _hazards(catalog: Catalog, group: str) -> Iterator[ThingField]:
    for hazard in catalog.tiles.hazards.types:
        for face in catalog.tiles.hazards.faces.values():
            yield ThingField(group, f"{hazard}-{face.id}", face.copies)


def _cattle(catalog: Catalog, group: str) -> Iterator[ThingField]:
    for breed in catalog.cattle.breeds.values():
        for vp in breed.copies:
            if vp:
                yield ThingField(group, f"{breed.id}-{vp}", _MAX)


def _objectives(catalog: Catalog, group: str) -> Iterator[ThingField]:
    for card in catalog.objectives.cards.values():
        if card.copies == 1:
            # A starting card lies in the area from the start.
            yield ThingField(group, card.id, words=frozenset({PLAYED} if card.starting else {PLAYED, IN_DECK}))
        else:
            yield ThingField(group, f"{card.id}.{PLAYED}", card.copies)
            yield ThingField(group, f"{card.id}.{IN_DECK}", card.copies)


def objective_in(field: ThingField, row: ThingsPlayer) -> tuple[str, str, int]:
    """The card that a field of objective cards is about, where it is, and how many of it are there."""
    count = field.count(row) or 0
    card, dot, where = field.thing.rpartition(".")
    if dot:
        return card, where, count
    text = row.fields.get(field.name, "")
    return field.thing, text if text in field.words else PLAYED, count


def _station_masters(catalog: Catalog, group: str) -> Iterator[ThingField]:
    for tile in catalog.station_masters.tiles:
        yield ThingField(group, tile)


def _workers(catalog: Catalog, group: str) -> Iterator[ThingField]:
    for worker in catalog.tiles.workers:
        yield ThingField(group, worker, _MAX)


def _discs(catalog: Catalog, group: str) -> Iterator[ThingField]:
    for disc in catalog.player_board.discs:
        yield ThingField(group, disc)


def _token(_: Catalog, group: str) -> Iterator[ThingField]:
    yield ThingField(group, "token")


def _outlaws(catalog: Catalog, group: str) -> Iterator[ThingField]:
    for outlaw in catalog.tiles.outlaws:
        yield ThingField(group, outlaw, _MAX)


def _certificates(_: Catalog, group: str) -> Iterator[ThingField]:
    yield ThingField(group, "track", _MAX)


def _counts(catalog: Catalog, group: str) -> Iterator[ThingField]:
    for kind in counted_in(catalog):
        yield ThingField(group, kind, _MAX)


@functools.cache
def _counted_in(edition: int, variants: tuple[str, ...]) -> Mapping[str, str]:
    catalog = _catalog(edition, variants)
    kinds = {task for card in catalog.objectives.cards.values() for task in card.tasks}
    kinds |= {tile.task.per for tile in catalog.station_masters.tiles.values() if tile.task}
    kinds |= {city.per for city in catalog.cities.cities.values() if city.per}
    found = {kind: _category_of(catalog, kind) for kind in sorted(kinds)}
    return {kind: category for kind, category in found.items() if category is not None}


def counted_in(catalog: Catalog) -> Mapping[str, str]:
    """What is counted of other things -> the category that tells which they are, "" if only a number can be told."""
    return _counted_in(catalog.edition, catalog.variants)


def _category_of(catalog: Catalog, kind: str) -> str | None:
    if kind in catalog.cities.cities:
        return "cities"
    if kind in catalog.cattle.breeds or kind.startswith("value-"):
        return "cattle"
    return _CATEGORIES.get(kind)


_CATEGORIES: Mapping[str, str] = {
    "building": "buildings",
    "station": "stations",
    "hazard": "hazards",
    "objective-card": "objectives",
    "worker": "workers",
    "bell": "",
    "exchange-token": "",
    "area": "",
}

_MAKERS: Mapping[str, Callable[[Catalog, str], Iterator[ThingField]]] = {
    "money": _money,
    "buildings": _buildings,
    "cities": _cities,
    "stations": _stations,
    "hazards": _hazards,
    "cattle": _cattle,
    "objectives": _objectives,
    "station-masters": _station_masters,
    "workers": _workers,
    "step-disc": _discs,
    "job-market-token": _token,
}
_OTHERS: Mapping[str, Callable[[Catalog, str], Iterator[ThingField]]] = {
    OUTLAWS: _outlaws,
    CERTIFICATES: _certificates,
    COUNTS: _counts,
}
