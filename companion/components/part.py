"""What all kinds of component have: a stable id, a title, facts, rules to read, a picture.

Components come from the engine's catalogue; nothing of the game is written here. Each kind is a subclass of `Part`,
which registers itself; a component that a variant adds belongs to that variant's layer.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, cast

from companion import engine
from companion.components.effects import view
from companion.drawing import Box, Picture
from companion.engine import Catalog, Choice, Confidence, Corner, Effect, Hand, LocalAction

if TYPE_CHECKING:
    from companion.components.words import ComponentWords

When = Literal[
    "local", "risk", "bounty", "placed", "single", "double", "upgrade", "delivery", "played", "branchlet", "delivered"
]
"""Forms and occasions: what may be done at a building, on placing a worker, on upgrading a station ..."""
Row = tuple[str, str]
"""A fact: the key of its label in the context "part-fact", and its value as rule text."""
Sentence = tuple[str, dict[str, object]]
"""A sentence of rule text: its key in a context, and what goes into it."""

_SECTIONS_OF_AMOUNTS: Mapping[str, tuple[str, ...]] = {"woods-building": ("turn/dollars#woods",)}
"""What is worth reading about things that amounts depend on."""

_SHOWN = 96
"""Pixels that a picture is high on pages, at least."""


def figure(name: str) -> str:
    """A figure in rule text."""
    return f"{{{{{name}}}}}"


@dataclass(frozen=True)
class Ability:
    """Something that a component lets a player do."""

    when: When
    action: LocalAction

    @property
    def effects(self) -> tuple[Effect, ...]:
        """All effects of all its choices, requirements too."""
        return tuple(effect for choice in self.action for effect in (*choice.requires, *choice.does))


def ability(when: When, *choices: Choice | None) -> tuple[Ability, ...]:
    """An ability for each choice that there is."""
    return tuple(Ability(when, (choice,)) for choice in choices if choice)


KINDS: dict[str, type[Part]] = {}
"""All kinds of component by name, in reading order."""


@dataclass(frozen=True)
class Part:
    """A component: its key within a catalogue, what it is there, and what is asked of components of any kind.

    The class of a kind says: `rules`, the sections about all of its components; `rulings`, what else is known about
    them where the rulebook is silent; `rulings_of`, the same about single ones by id; `unsure`, the sections that tell
    which figures are not sure; `figures`, what the names of figures begin with; `rows`, the facts that are figures of
    these names; `counts`, the figures in the sentence about the end of the game, None where there is no such sentence;
    `in_short`, the figures that a line about it begins with;
    `in_positions`, whether the names in positions are not what people call them; `natural`, width and height of the
    picture.
    """

    kind: ClassVar[str]
    rules: ClassVar[tuple[str, ...]] = ()
    rulings: ClassVar[tuple[str, ...]] = ()
    rulings_of: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    unsure: ClassVar[tuple[str, ...]] = ()
    figures: ClassVar[str] = ""
    rows: ClassVar[tuple[str, ...]] = ()
    counts: ClassVar[tuple[str, ...] | None] = None
    in_short: ClassVar[tuple[str, ...]] = ()
    in_positions: ClassVar[bool] = False
    natural: ClassVar[tuple[float, float]] = (48, 48)

    catalog: Catalog = field(repr=False, compare=False)
    key: str
    thing: Any
    deeds: tuple[Ability, ...] = ()
    confidence: Confidence = "high"
    hand: Hand | None = None
    side: str | None = None
    corner: Corner | None = None
    builders: int | None = None
    vp: int | None = None
    layer: str = ""
    prefix: str = ""
    """Before its id, where the newest edition has another component of that id."""

    def __init_subclass__(cls, *, kind: str) -> None:
        super().__init_subclass__()
        cls.kind = kind
        cls.figures = cls.figures or kind
        KINDS[kind] = cls

    @classmethod
    def entries(cls, catalog: Catalog) -> Iterator[Self]:
        """All components of the kind that a catalogue has."""
        raise NotImplementedError

    @classmethod
    def of(cls, catalog: Catalog, key: object) -> Self:
        """A component of the kind."""
        return cast(Self, parts_of(catalog)[f"{cls.kind}-{key}"])

    @property
    def id(self) -> str:
        """The stable id, which addresses have."""
        return f"{self.prefix}{self.own_id}"

    @property
    def own_id(self) -> str:
        """The id within a game."""
        return f"{self.kind}-{self.key}"

    def near(self, name: str) -> str:
        """The id of another component of the same game."""
        own = f"{self.layer}-{name}"
        return own if own in parts() else name

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of its picture."""
        return self.natural

    @property
    def series(self) -> str:
        """Whatever is numbered from one up: the kind, where it is not divided."""
        return self.kind

    @property
    def effects(self) -> Iterator[Effect]:
        """Everything that it does or asks for."""
        for deed in self.deeds:
            yield from deed.effects

    @property
    def families(self) -> frozenset[str]:
        """Everything that it gives, does or asks for, as people look for it."""
        return frozenset((*(view(effect).family for effect in self.effects), *self.gives())) - {""}

    def gives(self) -> Iterable[str]:
        """What it gives without an action."""
        return ()

    def figure(self, name: str) -> str:
        """A figure of this component in rule text."""
        return figure(f"{self.figures}.{self.key}.{name}")

    def title(self, words: ComponentWords) -> str:
        """What it is called; no two are called the same."""
        return words.name("part", self.kind, key=self.key)

    def facts(self, words: ComponentWords) -> Iterator[Row]:
        """Its facts beyond those that components of all kinds have."""
        yield from ((row, self.figure(row)) for row in self.rows)

    def remark(self) -> Sentence | None:
        """What there is to say beyond its actions."""
        return self.kind, {}

    def end(self) -> Sentence | None:
        """What it counts at the end of the game; None when the question does not come up."""
        return None if self.counts is None else (self.kind, {name: self.figure(name) for name in self.counts})

    def sections(self) -> Iterator[str]:
        """The sections about it and about all of its kind."""
        yield from self.rules

    def related(self) -> tuple[str, ...]:
        """The sections worth reading about it: the nearest first, none twice."""
        sections = [*self.sections(), *(["movement/hand-fees"] if self.hand and self.hand != "none" else [])]
        for effect in self.effects:
            sections += view(effect).further
            sections += _SECTIONS_OF_AMOUNTS.get(getattr(effect, "per", None) or "", ())
        sections += (*self.rulings_of.get(self.id, ()), *self.rulings)
        sections += self.unsure if self.confidence == "low" else ()
        sections += engine.playable_layers()[self.layer].sections if self.layer in engine.playable_layers() else ()
        return tuple(dict.fromkeys(sections))

    def draw(self, picture: Picture, box: Box, name: str = "") -> None:
        """Draw it into a box of about its size, with its name where the picture has one."""
        raise NotImplementedError

    def picture(self, sprite: str, name: str) -> Picture:
        """The picture of it by itself. `sprite` is the address of the symbols, `name` what the reader calls it."""
        picture = Picture(*self.size, sprite, max(1, _SHOWN / self.size[1]))
        self.draw(picture, (0, 0, *self.size), name)
        return picture


def _entries(catalog: Catalog, layer: str) -> Iterator[Part]:
    for kind in KINDS.values():
        for part in kind.entries(catalog):
            yield replace(part, layer=layer)


@functools.cache
def parts() -> Mapping[str, Part]:
    """All components by id, kind by kind: of the newest edition, and of its variants and older ones what differs."""
    *older, newest = engine.editions()
    base = {layer.edition: layer.id for layer in engine.playable_layers().values()}
    by_id: dict[str, Part] = {}
    variants = [(newest, (name,), name) for name in engine.variants(newest)]
    for edition, chosen, layer in ((newest, (), base[newest]), *variants, *((one, (), base[one]) for one in older)):
        for part in _entries(engine.load_catalog(edition, chosen), layer):
            if not _alike(by_id.setdefault(part.id, part), part):
                other = replace(part, prefix=f"{part.layer}-")
                by_id[other.id] = other
    return {part.id: part for kind in KINDS for part in by_id.values() if part.kind == kind}


def usual(part: Part) -> bool:
    """Whether it belongs to a game that people think of unless somebody says what is played."""
    edition = engine.editions()[-1]
    return engine.playable_layers()[part.layer].edition == edition or part.layer in engine.assumed(edition)


def parts_of(catalog: Catalog) -> Mapping[str, Part]:
    """The components of a catalogue by id: also those that only score, of which the reference does not tell."""
    return _parts_of(catalog.edition, catalog.variants)


@functools.cache
def _parts_of(edition: int, variants: tuple[str, ...]) -> Mapping[str, Part]:
    layer = variants[0] if len(variants) == 1 else ""
    return {part.id: part for part in _entries(engine.load_catalog(edition, variants), layer)}


def page_of(part: Part) -> str | None:
    """The id of the page about a component of any catalogue; None where there is none."""
    names = (part.own_id, *(f"{layer.id}-{part.own_id}" for layer in engine.playable_layers().values()))
    return next((name for name in names if (other := parts().get(name)) and _alike(other, part)), None)


def _alike(one: Part, other: Part) -> bool:
    """Whether two components of different games are the same."""
    return replace(one, layer=other.layer, prefix=other.prefix) == other


def of_kind(kind: str) -> tuple[Part, ...]:
    """The components of a kind in their order."""
    return tuple(part for part in parts().values() if part.kind == kind)


def neighbours(part: Part) -> tuple[Part | None, Part | None]:
    """The components before and after one of its kind, among those that the same games have; None at the ends."""
    row = [other for other in of_kind(part.kind) if usual(other) == usual(part)]
    row = row if usual(part) else [other for other in row if other.layer == part.layer]
    place = row.index(part)
    return row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None
