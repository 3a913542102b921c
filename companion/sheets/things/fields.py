"""Which pieces may be entered for a player: a field for each, as the categories of the engine tell them."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from companion import engine
from companion.engine import Automa, Catalog, EnteredPiece, ScoringPiece
from companion.integers import whole

Depth = Literal["number", "things"]

COUNTS = "counts"
"""The group of how many there are of things of which nobody entered which they are."""
AUTOMA = "player.automa"
"""The field that says which automa plays for a player."""
TYPED: Mapping[str, str] = {"money": "things.money.dollars"}
"""Category -> the field of the one thing that it counts, which is typed as a number and not tapped."""
_MAX_DIGITS = 3


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
    """Where a piece of a group is entered."""

    group: str
    piece: ScoringPiece

    @functools.cached_property
    def name(self) -> str:
        """The name of the field."""
        return f"things.{self.group}.{self.piece.id}"

    def takes(self, text: str) -> bool:
        """Whether a text can be stored in it."""
        return text in self.piece.words or (len(text) <= _MAX_DIGITS and whole(text, 0, self.piece.most) is not None)

    def count(self, row: ThingsPlayer) -> int | None:
        """How many there are. None: nothing was entered, or nothing that can be read."""
        text = row.fields.get(self.name)
        return None if text is None or not self.takes(text) else 1 if text in self.piece.words else int(text)


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
    return {
        name: tuple(ThingField(name, piece) for piece in group.pieces(catalog))
        for name, group in engine.piece_groups(catalog).items()
    }


@functools.cache
def _by_name(edition: int, variants: tuple[str, ...]) -> Mapping[str, ThingField]:
    return {field.name: field for group in groups(edition, variants).values() for field in group}


def _catalog(edition: int, variants: tuple[str, ...]) -> Catalog:
    return engine.load_catalog(edition, tuple(sorted(variants)))


def held(catalog: Catalog, row: ThingsPlayer, group: str) -> list[EnteredPiece]:
    """The pieces of a group that a player has."""
    fields = ((field, field.count(row)) for field in groups(catalog.edition, catalog.variants)[group])
    return [EnteredPiece(field.piece, count, row.fields[field.name]) for field, count in fields if count]


def source_of(catalog: Catalog, kind: str) -> str:
    """The group that tells how many there are of something that categories count; `COUNTS` if only a number does."""
    group = engine.group_that_counts(catalog, kind)
    return group.id if group else COUNTS
