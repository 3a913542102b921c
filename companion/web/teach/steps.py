"""The steps of teaching: facts in `content/teach.toml`, words in `content/<lang>/teach/steps.toml`."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from companion import engine
from companion.engine import Position
from companion.paths import folder
from companion.pictures.board import board_picture, places
from companion.web.assets import sprite
from companion.web.parts import rule_text
from companion.web.reference import cited
from companion.web.setup import for_players, players_of

_SYLLABLE = re.compile(r"[가-힣]")
_SYLLABLES_PER_SECOND, _WORDS_PER_SECOND = 5.5, 2.6


@dataclass(frozen=True)
class TaughtStep:
    """A step for one game in a language."""

    id: str
    title: str
    say: Markup
    do: Markup
    section: tuple[str, str]
    """What the section is called that tells more, and its address."""

    @property
    def seconds(self) -> int:
        """How long it takes to say it."""
        return spoken(self.say.striptags())


@functools.cache
def facts() -> Mapping[str, Mapping[str, Any]]:
    """What the steps are in every language, in their order."""
    every = tomllib.loads((folder("content") / "teach.toml").read_text(encoding="utf-8"))["step"]
    return {one["id"]: one for one in every}


def order() -> tuple[str, ...]:
    """The names of the steps as they are told."""
    return tuple(facts())


@functools.cache
def words(language: str) -> Mapping[str, Mapping[str, Any]]:
    """What the steps say in a language."""
    return tomllib.loads((folder("content") / language / "teach" / "steps.toml").read_text(encoding="utf-8"))


def spoken(text: str) -> int:
    """Seconds in which a text is read aloud, calmly: by syllables where each is written as one, else by words."""
    others = [word for word in text.split() if not _SYLLABLE.search(word)]
    return round(len(_SYLLABLE.findall(text)) / _SYLLABLES_PER_SECOND + len(others) / _WORDS_PER_SECOND)


def taught(name: str, position: Position, language: str) -> TaughtStep:
    """A step for the game of a position."""
    game = engine.ruleset_of(position)
    layers = tuple(layer.id for layer in game.layers)
    catalog, house = game.catalog, tuple((position.game.house or {}).items())
    return _taught(name, layers, catalog.edition, catalog.variants, house, players_of(position), language)


@functools.lru_cache(1024)
def _taught(
    name: str,
    layers: tuple[str, ...],
    edition: int,
    variants: tuple[str, ...],
    house: tuple[tuple[str, int], ...],
    players: int,
    language: str,
) -> TaughtStep:
    said, catalog = words(language)[name], engine.load_catalog(edition, variants, (), house)
    added = (more for played, more in said.get("with", {}).items() if set(played.split("+")) <= set(layers))
    text = " ".join((said["say"], *added))
    say, do = (for_players(rule_text(one, language, catalog), players) for one in (text, said["do"]))
    (section,) = cited((facts()[name]["section"],))
    return TaughtStep(name, said["title"], say, do, section)


def picture(name: str, position: Position, language: str) -> Markup:
    """The part of the board where the thing lies, which is lit."""
    me = min(position.players, key=lambda colour: position.players[colour].seat or 0, default="blue")
    fact = facts()[name]
    region, wanted = fact["region"].format(me=me), tuple(mark.format(me=me) for mark in fact["marks"])
    lit = {place: "may" for place in places(engine.ruleset_of(position), region) if place.startswith(wanted)}
    return board_picture(position, language, parts=[region], marks=lit, sprite=sprite())
