"""Every icon of the game, by the place where it is printed.

An icon is what components show: something that may be done (its picture and sentence come from its effects), a symbol
of the glossary, or a component that is an icon by itself, such as a disc space. Nothing is listed here but the places.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion import engine
from companion.components.effects import strip
from companion.components.part import Part, parts
from companion.drawing import Picture
from companion.engine import Choice

PLACES: Mapping[str, tuple[str, ...]] = {
    "trail": ("risk", "bounty", "hazard", "outlaw"),
    "neutral": ("neutral",),
    "building": ("building",),
    "player-board": ("disc", "aux", "worker-space"),
    "cards": ("objective", "cattle"),
    "railroad": ("station", "town-tile"),
    "station-master": ("station-master",),
    "cities": ("city", "arrow"),
    "kansas-city": ("worker", "hazard", "outlaw"),
    "board": (),
}
"""Where people look -> the kinds of component that lie or are printed there; last, symbols that are on no component."""

_WHOLE = ("hazard", "outlaw", "disc", "station-master", "city", "arrow")
"""Kinds that are icons by themselves, besides what they let a player do."""

_FACETS: Mapping[str, str] = {
    "hand": "hand-(green|black)|no-hands",
    "money": "dollar",
    "disc": "corner-.*|disc",
    "cow": "cattle-.*|pair",
    "card": "card|draw-discard|remove-card|to-hand|to-limit|objective",
    "train": "engine|station|turnout",
    "arrow": "arrow-.*|forward|backward",
    "certificate": "certificate.*",
    "worker": "worker.*|hire",
    "house": "building.*|adjacent",
    "hazard": "hazard-.*",
    "outlaw": "outlaw-.*|bounty",
    "points": "victory-point",
    "exchange-token": "exchange-token",
    "cross": "cross",
    "green": "(hand|outlaw|arrow)-green",
    "black": "hand-black|corner-dark",
    "white": "corner-white",
    "orange": "outlaw-orange",
    "yellow": "arrow-yellow|dollar",
}
"""What one looks for -> the symbols that show it. Cattle have the colours of their breeds besides."""
COLOURS = ("green", "black", "white", "orange", "yellow", "red", "blue", "brown", "purple", "grey")
FACETS = (*(facet for facet in _FACETS if facet not in COLOURS), *COLOURS)


@dataclass(frozen=True)
class Icon:
    """An icon at its place: what it shows, the components that show it, and the symbols in its picture.

    One of `choice`, `symbol` and `part` says which kind of icon it is.
    """

    place: str
    id: str
    shown_on: tuple[Part, ...]
    symbols: frozenset[str]
    choice: Choice | None = None
    symbol: str = ""
    part: Part | None = None

    @property
    def facets(self) -> frozenset[str]:
        """What people who look at it would say that it shows."""
        breeds = engine.every_component().cattle.breeds.values()
        seen = {facet for facet, wanted in _FACETS.items() for one in self.symbols if re.fullmatch(wanted, one)}
        return frozenset(seen | {breed.colour for breed in breeds if f"cattle-{breed.id}" in self.symbols})

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections that tell more, the nearest first; of a symbol, the glossary knows."""
        if self.choice:
            return tuple(dict.fromkeys(effect.section for effect in (*self.choice.does, *self.choice.requires)))
        return self.part.related()[:1] if self.part else ()

    def picture(self, sprite: str) -> Picture:
        """It alone; a symbol is drawn as pages draw it."""
        if self.choice:
            return strip((self.choice,), sprite)
        if not self.part:
            raise ValueError("a symbol has no picture of its own")
        return self.part.picture(sprite, "")


def _symbols(picture: Picture) -> frozenset[str]:
    return frozenset(re.findall(r'#([a-z0-9-]+)"', picture.markup("")))


@functools.cache
def icons(symbols: frozenset[str]) -> tuple[Icon, ...]:
    """All icons place by place; of single symbols those that the glossary tells, which are `symbols`."""
    every = [icon for place in PLACES for icon in _at(place, symbols)]
    board = sorted(symbols.difference(icon.symbol for icon in every))
    return (*every, *(Icon("board", f"board.{symbol}", (), frozenset({symbol}), symbol=symbol) for symbol in board))


def _at(place: str, symbols: frozenset[str]) -> Iterator[Icon]:
    here = [part for part in parts().values() if part.kind in PLACES[place]]
    choices: dict[Choice, dict[str, Part]] = {}
    alone: dict[str, dict[str, Part]] = {}
    for part in here:
        for deed in part.deeds:
            for choice in deed.action:
                choices.setdefault(choice, {})[part.id] = part
        for symbol in sorted(_symbols(part.picture("", "")) & symbols):
            alone.setdefault(symbol, {})[part.id] = part
    for number, (choice, shown_on) in enumerate(choices.items(), start=1):
        first = next(iter(shown_on))
        yield Icon(place, f"{first}.{number}", tuple(shown_on.values()), _symbols(strip((choice,), "")), choice=choice)
    for part in here:
        if part.kind in _WHOLE and not (part.kind == "arrow" and part.deeds):
            yield Icon(place, f"{place}.{part.id}", (part,), _symbols(part.picture("", "")), part=part)
    for symbol, shown_on in alone.items():
        yield Icon(place, f"{place}-{symbol}", tuple(shown_on.values()), frozenset({symbol}), symbol=symbol)
