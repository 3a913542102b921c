"""Things by name and picture, as people recognise them on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from companion import engine
from companion.web.parts import shelf
from companion.web.parts.telling import telling
from companion.web.present import Words
from companion.web.score.things.fields import CERTIFICATES, COUNTS, IN_DECK, OUTLAWS, PLAYED, Field, counted_in, groups

Name = tuple[str, str, frozenset[str], bool]


@dataclass(frozen=True)
class Look:
    """How a thing looks: the id of its picture in the reference, or of a symbol; and what it is called."""

    title: str
    part: str | None = None
    symbol: str | None = None


def look(field: Field, language: str) -> Look:
    """How the thing of a field looks."""
    told = _PARTS.get(field.group)
    if told:
        part = shelf.parts()[told(field.thing)]
        title = telling(language).title(part)
        if field.group == "cattle":
            title = Words(language).name("card", "with-points", card=title, vp=field.thing.rpartition("-")[2])
        return Look(title, part=part.id)
    words = Words(language)
    if field.group == "workers":
        return Look(words.name("symbol", f"worker-{field.thing}"), symbol=f"worker-{field.thing}")
    if field.group == COUNTS:
        return Look(_how_many(words, field.thing))
    return Look(words.name("counted-thing", field.group), symbol=_SYMBOLS[field.group])


def _how_many(words: Words, kind: str) -> str:
    """The question for things of another category, of which only the number matters."""
    catalog = words.catalog
    if kind in catalog.cities.cities:
        return words.name("how-many", "city", city=words.name("city", kind))
    if kind in catalog.cattle.breeds:
        return words.name("how-many", "breed", breed=words.name("breed", kind))
    head, dash, value = kind.partition("-")
    if dash and value.isdecimal():
        return words.name("how-many", head, value=value)
    return words.name("how-many", kind)


def title(field: Field, language: str) -> str:
    """What a field is called where it stands alone: its group and its thing, and for objective cards where they are."""
    words, told = Words(language), look(field, language).title
    where = field.thing.rpartition(".")[2]
    if where in (PLAYED, IN_DECK):
        return f"{told} ({words.name('objective-place', where)})"
    return told


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


def names() -> Iterator[Name]:
    """All names that the catalogues must have for this."""
    edition = engine.editions()[-1]
    catalog = engine.load_catalog(edition, engine.variants(edition))
    for group in groups(edition, catalog.variants):
        if group in _SYMBOLS:
            yield "counted-thing", group, frozenset(), True
    for kind in counted_in(catalog):
        if kind not in catalog.cities.cities and kind not in catalog.cattle.breeds and not kind.startswith("value-"):
            yield "how-many", kind, frozenset(), True
    for kind, param in (("city", "city"), ("breed", "breed"), ("value", "value")):
        yield "how-many", kind, frozenset({param}), True
    for group in (OUTLAWS, CERTIFICATES, COUNTS):
        yield "asked", group, frozenset(), True
    for where in (PLAYED, IN_DECK):
        yield "objective-place", where, frozenset(), True
    for category in catalog.scoring.categories:
        yield "count-hint", category, frozenset(), True
