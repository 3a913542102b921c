"""Things by name and picture, as people recognise them on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from companion import pictures
from companion.engine import Catalog
from companion.reference.components import Part, parts_of
from companion.reference.names import telling
from companion.sentences.names import Words
from companion.sheets.things.fields import CERTIFICATES, COUNTS, IN_DECK, OUTLAWS, PLAYED, ThingField
from companion.web import assets


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


def look(catalog: Catalog, field: ThingField, language: str) -> Look:
    """How the thing of a field looks."""
    words, about_part = Words(language, catalog), _PARTS.get(field.group)
    if about_part:
        part = parts_of(catalog)[about_part(field.thing)]
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


def title(catalog: Catalog, field: ThingField, language: str) -> str:
    """What a field is called where it stands alone: its thing, and for objective cards where they are."""
    words, text = Words(language), look(catalog, field, language).title
    where = field.thing.rpartition(".")[2]
    return f"{text} ({words.name('objective-place', where)})" if where in (PLAYED, IN_DECK) else text


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
