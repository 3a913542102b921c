"""Things by name and picture, as people recognise them on the table."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from companion import engine, pictures
from companion.engine import Catalog
from companion.reference.components import Part, parts_of
from companion.reference.names import telling
from companion.sentences.names import Words
from companion.sheets.things.fields import CERTIFICATES, COUNTS, IN_DECK, OUTLAWS, PLAYED, Field, counted_in
from companion.web import assets

Name = tuple[str, str, frozenset[str], bool]


@dataclass(frozen=True)
class Look:
    """How a thing looks: a component, or a symbol; and what it is called."""

    title: str
    part: Part | None = None
    symbol: str | None = None

    @property
    def picture(self) -> Markup | None:
        """The picture of the component."""
        return None if self.part is None else _picture(self.part, self.title)


def look(catalog: Catalog, field: Field, language: str) -> Look:
    """How the thing of a field looks."""
    words, told = Words(language, catalog), _PARTS.get(field.group)
    if told:
        part = parts_of(catalog)[told(field.thing)]
        name = telling(language).title(part)
        if field.group == "cattle":
            points = field.thing.rpartition("-")[2]
            return Look(words.name("card", "with-points", card=name, vp=points), part)
        return Look(name, part)
    if field.group == "workers":
        return Look(words.name("symbol", f"worker-{field.thing}"), symbol=f"worker-{field.thing}")
    if field.group == COUNTS:
        return Look(_how_many(words, field.thing))
    return Look(words.name("counted-thing", field.group), symbol=_SYMBOLS[field.group])


def title(catalog: Catalog, field: Field, language: str) -> str:
    """What a field is called where it stands alone: its thing, and for objective cards where they are."""
    words, told = Words(language), look(catalog, field, language).title
    where = field.thing.rpartition(".")[2]
    return f"{told} ({words.name('objective-place', where)})" if where in (PLAYED, IN_DECK) else told


def _picture(part: Part, name: str) -> Markup:
    return pictures.draw(part, assets.sprite(), name).markup()


def _how_many(words: Words, kind: str) -> str:
    """The question for things of which only the number matters."""
    catalog = words.catalog
    if kind in catalog.cities.cities:
        return words.name("how-many", "city", city=words.name("city", kind))
    if kind in catalog.cattle.breeds:
        return words.name("how-many", "breed", breed=words.name("breed", kind))
    head, _, value = kind.partition("-")
    if value.isdecimal():
        return words.name("how-many", head, value=value)
    return words.name("how-many", kind)


def _of_card(thing: str) -> str:
    card, dot, _ = thing.rpartition(".")
    return f"objective-{card if dot else thing}"


_PARTS: Mapping[str, Callable[[str], str]] = {
    "buildings": lambda thing: f"building-{thing}",
    "cities": lambda thing: f"city-{thing}",
    "stations": lambda thing: f"station-{thing}",
    "hazards": lambda thing: f"hazard-{thing}",
    "cattle": lambda thing: f"cattle-{thing.rpartition('-')[0]}",
    "objectives": _of_card,
    "station-masters": lambda thing: f"station-master-{thing}",
    "step-disc": lambda thing: f"disc-{thing}",
    OUTLAWS: lambda thing: f"outlaw-{thing}",
}
"""Group -> the id of the component that a thing of it is."""
_SYMBOLS: Mapping[str, str] = {
    "money": "dollar",
    "job-market-token": "job-market-token",
    CERTIFICATES: "certificate",
}


@functools.cache
def catalogs() -> tuple[Catalog, ...]:
    """Everything that a sheet may be scored with: the newest edition with its variants, and each scoring layer."""
    edition = engine.editions()[-1]
    chosen = (engine.variants(edition), *((layer,) for layer in engine.scoring_layers(edition)))
    return tuple(engine.load_catalog(edition, layers) for layers in chosen)


def names() -> Iterator[Name]:
    """All names that the catalogues must have for this."""
    for group in _SYMBOLS:
        yield "counted-thing", group, frozenset(), True
    cities = {city for catalog in catalogs() for city in catalog.cities.cities}
    breeds = {breed for catalog in catalogs() for breed in catalog.cattle.breeds}
    kinds = {kind for catalog in catalogs() for kind in counted_in(catalog)}
    for kind in sorted(kinds - cities - breeds):
        if not kind.startswith("value-"):
            yield "how-many", kind, frozenset(), True
    for kind in ("city", "breed", "value"):
        yield "how-many", kind, frozenset({kind}), True
    for group in (OUTLAWS, CERTIFICATES, COUNTS, "other-discs"):
        yield "asked", group, frozenset(), True
    for where in (PLAYED, IN_DECK):
        yield "objective-place", where, frozenset(), True
    for category in engine.load_catalog().scoring.categories:
        yield "count-hint", category, frozenset(), True
    for per in sorted({city.per for catalog in catalogs() for city in catalog.cities.cities.values() if city.per}):
        yield "so-many", per, frozenset({"number"}), True
    for confidence in ("medium", "low"):
        yield "confidence-short", confidence, frozenset(), True
    yield "automa", "plays", frozenset(), True
    for automa in engine.load_catalog().scoring.automas:
        yield "automa", automa, frozenset(), True
    yield from _of_layers()


def _of_layers() -> Iterator[Name]:
    """What only scoring layers have."""
    played, *more = catalogs()
    for catalog in more:
        for city in catalog.cities.cities:
            yield "city", city, frozenset(), True
        for breed in catalog.cattle.breeds:
            yield "breed", breed, frozenset(), True
        for task in sorted({task for card in catalog.objectives.cards.values() for task in card.tasks}):
            yield "task", task, frozenset(), True
        for tile in catalog.station_masters.tiles.values():
            if tile.id not in played.station_masters.tiles:
                yield "station-master", tile.id, frozenset({"permanent", "vp", "each"}), False
        for station in catalog.railroad.stations.values():
            if station.town:
                yield "town", station.town, frozenset(), True
