"""What is to be drawn: a position, the words for it, and what the asker wants to see or to touch."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from companion import engine
from companion.components import ComponentWords, Part, component_words, parts_of
from companion.engine import Building, Card, Catalog, HazardTile, Pile, Player, StationSlot, Tile
from companion.sentences.names import Words

T = TypeVar("T")


class Note(NamedTuple):
    """What a place says besides its mark: a few letters, the symbol of whom they are about, and both in words."""

    short: str
    symbol: str
    words: str


Link = Callable[[str], str | None]
"""The address that a place leads to, None when it leads nowhere."""


@dataclass(frozen=True)
class Scene:
    """A position with the words of a language. `marks`: place -> kind of mark, in the order of a way."""

    position: engine.Position
    ruleset: engine.Ruleset
    language: str
    link: Link | None = None
    marks: Mapping[str, str] = field(default_factory=dict)
    held: Mapping[str, str] = field(default_factory=dict)
    """What lies on a place, by the word that a page has for it."""
    notes: Mapping[str, Note] = field(default_factory=dict)

    @functools.cached_property
    def catalog(self) -> Catalog:
        """The components in play."""
        return self.ruleset.catalog

    @functools.cached_property
    def words(self) -> Words:
        """Names of places."""
        return Words(self.language, edition=self.position.game.edition)

    @functools.cached_property
    def components(self) -> ComponentWords:
        """Names of components."""
        return component_words(self.language, self.position.game.edition)

    def part(self, kind: str, key: object) -> Part:
        """A component."""
        return parts_of(self.catalog)[f"{kind}-{key}"]

    def player(self, colour: str) -> Player:
        """What is known of a player."""
        return self.position.players.get(colour, Player())

    def untold(self, thing: str) -> bool:
        """Whether nobody has told a thing of some player, or of how many there are."""
        players = self.position.players
        missing = len(players) < (self.ruleset.players or self.catalog.table.players.least)
        return missing or any(getattr(player, thing) is None for player in players.values())

    def name(self, context: str, key: str, /, **params: object) -> str:
        """The word for a key in a context."""
        return self.words.name(context, key, **params)

    def label(self, where: str, *what: str) -> str:
        """A place with what lies there, in words."""
        where = where[:1].upper() + where[1:]
        return f"{where}{self.name('list', 'colon')}{', '.join(what)}" if what else where

    @property
    def unknown(self) -> str:
        """The word for what nobody has told."""
        return self.name("picture", "unknown")

    @property
    def empty(self) -> str:
        """The word for a place without anything."""
        return self.name("picture", "empty")

    def colour(self, colour: str) -> str:
        """A player."""
        return self.name("player", colour)

    def space(self, space: str) -> str:
        """A space of the trail, or off it."""
        entry = self.catalog.trail.spaces.get(space)
        if entry and entry.risk:
            return self.title("risk", space)
        return self.words.space(space)

    def building(self, building: Building) -> str:
        """A private building with its owner and what it does."""
        part = self.part("building", building.face)
        return f"{self.colour(building.player)}, {self.components.alternative(part)}"

    def neutral(self, tile: str) -> str:
        """A neutral building with what it does."""
        return self.components.alternative(self.part("neutral", tile))

    def hazard(self, tile: HazardTile, kind: str | None = None) -> str:
        """A hazard tile as far as it is known."""
        hazard = self.name("hazard", tile.hazard or kind or "any")
        face = {"hand": self.name("hand", tile.hand or "any"), "vp": "?" if tile.vp is None else tile.vp}
        return self.name("hazard-tile", "face", hazard=hazard, **face)

    def title(self, kind: str, key: object) -> str:
        """What a component is called; the word for nothing where there is none."""
        return self.components.title(self.part(kind, key)) if key else self.empty

    def tile(self, tile: Tile) -> str:
        """A tile of the foresight display or of a bag."""
        if tile.hazard is not None:
            return self.hazard(tile.hazard)
        return self.title("outlaw", tile.outlaw) if tile.outlaw else self.title("worker", tile.worker)

    def master(self, slot: StationSlot) -> str:
        """What lies on a station master space."""
        return self.title("station-master", slot.master) if slot.master else self.title("worker", slot.worker)

    def card(self, card: Card) -> str:
        """A cattle or objective card."""
        return self.words.cards([str(card)])[0]

    def counted(self, number: int, what: str) -> str:
        """Several of one kind, in words."""
        return what if number == 1 else f"{number} × {what}"

    def many(self, cards: Mapping[Card, int] | None) -> str:
        """Cards with how many of each."""
        items = None if cards is None else cards.items()
        return ", ".join(self.each(items, lambda item: self.counted(item[1], self.card(item[0]))))

    def each(self, things: Iterable[T] | None, name: Callable[[T], str]) -> list[str]:
        """Things in words; the word for nothing where there are none, for the unknown where nobody told."""
        return [self.unknown] if things is None else [name(thing) for thing in things] or [self.empty]

    def in_words(self, value: T | None, name: Callable[[T], str] = str) -> str:
        """A thing in words, the word for the unknown where nobody told."""
        return self.unknown if value is None else name(value)

    def pile(self, pile: Pile[Any] | None) -> str:
        """How many pieces a hidden zone has."""
        return self.in_words(pile, lambda entered: str(entered.count or self.empty))
