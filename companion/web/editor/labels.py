"""What the editor's places and things are called, and which symbol stands for them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from companion.sentences.names import Words
from companion.web.editor.field_kinds import CLOSED, EMPTY, NONE, UNKNOWN, PositionField

HERDER, ENGINE, DISC = "herder", "engine", "disc"
"""Figures of a player that people pick and put somewhere: `herder:blue`."""

PICKS = (EMPTY, UNKNOWN, NONE, CLOSED, "yes", "no")
"""Things with a name of their own."""


class Labels:
    """The words of one language for what is entered."""

    def __init__(self, language: str, edition: int | None) -> None:
        self.words = Words(language, edition=edition)

    def field(self, field: PositionField) -> str:
        """What a field is called; within a player's things without the player."""
        area, *rest = field.keys
        if area == "players":
            return self.words.name("thing", rest[1])
        return self.words.place(field.path)

    def thing(self, thing: str, field: PositionField | None = None) -> str:
        """What a thing is called, wherever it goes or, for bare words, in its field."""
        kind, colon, which = thing.removeprefix("-").partition(":")
        if thing in PICKS:
            return self.words.name("pick", thing)
        if colon and kind in self._by_kind:
            return self._by_kind[kind](which)
        if kind == "hazard":
            return self.words.name("hazard", "any")
        return self._bare(thing, field)

    @functools.cached_property
    def _by_kind(self) -> Mapping[str, Callable[[str], str]]:
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
            HERDER: lambda colour: self._of_player(HERDER, colour),
            ENGINE: lambda colour: self._of_player(ENGINE, colour),
            DISC: lambda colour: self._of_player(DISC, colour),
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

    def _bare(self, thing: str, field: PositionField | None) -> str:
        """A thing that means something in its field only."""
        key = field.keys[2] if field and field.keys[0] == "players" else field.keys[1] if field else ""
        words, last = self.words, field.keys[-1] if field else ""
        tellers: Mapping[str, Callable[[str], str]] = {
            "player": lambda word: words.name("player", word),
            "phase": lambda word: words.name("phase", word),
            "variants": lambda word: words.name("variant", word),
            "used": words.action,
            "herder": words.space,
            "engine": words.engine,
            "branchlets": lambda word: words.name("town", word),
            "cleared": lambda word: words.name("disc", word),
            "station_masters": words.station_master,
            "workers": lambda word: words.name("worker", word),
            "deliveries": lambda word: words.name("city", word),
            "outlaws": lambda word: words.name("outlaw", word),
            "cattle_market": lambda word: words.cards([word])[0],
            "pending": lambda word: words.name("effect-name", word),
            "readings": lambda word: words.name("reading-choice", f"{last}.{word}"),
        }
        return tellers[key](thing) if key in tellers else thing


@functools.cache
def labels(language: str, edition: int | None = None) -> Labels:
    """The words of a language, for a game of an edition (else: of the newest that has what is told)."""
    return Labels(language, edition)
