"""What the editor's places and things are called, and how they look."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from markupsafe import Markup

from companion import engine
from companion.engine import Described
from companion.pictures.board import piece
from companion.sentences.names import Words
from companion.web.assets import sprite

EMPTY, UNKNOWN, NONE, CLOSED = "empty", "unknown", "none", "closed"
"""Nothing lies there; nobody knows; a list without anything in it; a job market that its token has left."""
HERDER, ENGINE, DISC = "herder", "engine", "disc"
"""Figures of a player that people pick and put somewhere: `herder:blue`."""
DISCS = "discs"
"""A disc of every player."""

PICKS = (EMPTY, UNKNOWN, NONE, CLOSED, DISCS, "yes", "no")
"""Things with a name of their own."""
_LOOKS = {"station-master": "master", "outlaw": "outlaw", "card": "card"}
"""What bare words may be, and as which thing those look."""


class Labels:
    """The words of one language for what is entered."""

    def __init__(self, language: str, edition: int | None) -> None:
        self.language = language
        self.words = Words(language, edition=edition)

    def field(self, field: Described) -> str:
        """What a field is called; within a player's things without the player."""
        return self.words.name("thing", field.name) if field.keys[0] == "players" else self.words.place(field.path)

    def thing(self, thing: str, field: Described | None = None) -> str:
        """What a thing is called, wherever it goes or, for bare words, in its field."""
        kind, colon, which = thing.removeprefix("-").partition(":")
        if thing in PICKS:
            return self.words.name("pick", thing)
        if colon and kind in self._pieces:
            return self._pieces[kind](which)
        if kind == "hazard":
            return self.words.name("hazard", "any")
        what = field.what if field else ""
        if what == "reading" and field:
            return self.words.name("reading-choice", f"{field.keys[-1]}.{thing}")
        if what in ("variant", "disc"):
            return self.words.name(what, thing)
        return self.words.in_words(cast(engine.Kind, what), thing) if what else thing

    @functools.cached_property
    def _pieces(self) -> Mapping[str, Callable[[str], str]]:
        words = self.words
        return {
            "neutral": str,
            "building": self._building,
            "hazard": self._hazard,
            "outlaw": lambda which: words.name("outlaw", which),
            "worker": lambda which: words.name("worker", which),
            "card": lambda which: words.cards([which])[0],
            "objective": words.objective,
            "master": words.station_master,
            "town-tile": lambda which: words.name("town-tile", which),
            **{figure: functools.partial(self._of_player, figure) for figure in (HERDER, ENGINE, DISC)},
        }

    def _building(self, which: str) -> str:
        colour, _, face = which.partition(":")
        return self.words.name("pick", "building", player=self.words.name("player", colour), face=face)

    def _hazard(self, which: str) -> str:
        parts = which.split(":")
        if len(parts) == 1:
            return self.words.name("hazard", parts[0])
        hazard, hand, vp = parts if len(parts) == 3 else ("", *parts)
        return self.words.hazard_tiles([f"{hazard}:{hand}:{vp}"])[0]

    def _of_player(self, what: str, colour: str) -> str:
        return self.words.name("pick", what, player=self.words.name("player", colour))


@functools.cache
def labels(language: str, edition: int | None = None) -> Labels:
    """The words of a language, for a game of an edition (else: of the newest that has what is told)."""
    return Labels(language, edition)


@dataclass(frozen=True)
class PieceChoice:
    """A thing that can be put into a field: `thing` is what a tap on it puts there."""

    thing: str
    label: str
    picture: Markup | None = None
    """How it looks on the board; whatever has no looks is told by its label."""
    on: bool = False
    count: int = 0
    many: bool = False
    """Whether somebody may have several: how many is a tap, too."""


def choice(
    thing: str, language: str, field: Described | None = None, *, on: bool = False, edition: int | None = None
) -> PieceChoice:
    """A thing to choose, with its looks."""
    one = _choice(thing, language, field, edition, sprite())
    return replace(one, on=True) if on else one


@functools.lru_cache(4096)
def _choice(thing: str, language: str, field: Described | None, edition: int | None, symbols: str) -> PieceChoice:
    kind = _LOOKS.get(field.what) if field else None
    own_look = ":" in thing and piece(thing, symbols, language)
    looks = own_look or piece(f"{kind}:{thing}" if kind and thing not in PICKS else thing, symbols, language)
    return PieceChoice(thing, labels(language, edition).thing(thing, field), looks)
