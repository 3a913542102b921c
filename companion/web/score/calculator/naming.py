"""Things by name and picture, as people recognise them on the table."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from companion import pictures
from companion.engine import IN_DECK, PLAYED, Catalog
from companion.reference.components import Part, parts_of
from companion.reference.names import telling
from companion.sentences.names import Words
from companion.sheets.things.fields import COUNTS, ThingField, groups
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
    words, piece = Words(language, catalog), field.piece
    if piece.part:
        part = parts_of(catalog)[piece.part]
        name = telling(language).title(part)
        return Look(words.name("card", "with-points", card=name, vp=piece.vp) if piece.vp else name, part)
    if field.group == COUNTS:
        return Look(_how_many(words, piece.id))
    alone = len(groups(catalog.edition, catalog.variants)[field.group]) == 1
    named = words.name("counted-thing", field.group) if alone else words.name("symbol", piece.symbol)
    return Look(named, symbol=piece.symbol)


def title(catalog: Catalog, field: ThingField, language: str) -> str:
    """What a field is called where it stands alone: its thing, and for objective cards where they are."""
    words, text = Words(language), look(catalog, field, language).title
    where = field.piece.id.rpartition(".")[2]
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
