"""Layers: an edition, an expansion, a variant. Each is a folder under `layers/`, and no file outside of it names it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.engine.core.action import Action
from companion.engine.core.category import Category
from companion.engine.core.dealer import Chance
from companion.engine.core.effect import Effect

if TYPE_CHECKING:
    from companion.engine.core.catalog import Catalog
    from companion.engine.core.components.railroad import City
    from companion.engine.core.judgement import Judgement
    from companion.engine.core.position import Player, Position
    from companion.engine.core.reasons import Reason
    from companion.engine.core.ruleset import Ruleset
    from companion.engine.core.state import State


class Counting(NamedTuple):
    """How many a player has of something that effects, cities or station masters count, from one key of the player."""

    key: str
    of: Callable[[Catalog, Player], int]


@dataclass(frozen=True)
class Layer:
    """What a layer brings besides its components: which edition it is, and which layer it builds on.

    `scores_only`: it tells what is scored and nothing else, so that no game can be played with it. `assumed`: whether
    it may be played while nobody said which variants are; that is not thought of what takes components away. `automa`:
    it is an opponent that nobody plays, who comes with a player of a position. `code` is its number in share codes,
    which begin anew with every edition. It cannot be taken together with the layers that it is `without`. `prints`
    names the editions, besides the one that it extends, for which there was a print of it; what is different in that
    print stands in a folder of the edition's name. `sections` of the rules reference tell of its components; `differs`
    are sections of others that are no longer right with it, each with the one of its own that says how it is now, and
    `adds` those that are right and not all there is to say. `reasons` are codes of reasons that it tells in a
    section of its own: where some of a section are named, the others are told there still.

    Where its rules differ, the package of its folder has a subclass of this as `LAYER`.
    """

    id: str
    edition: int | None = None
    extends: str | None = None
    scores_only: bool = False
    assumed: bool = True
    code: int = 0
    automa: bool = False
    without: tuple[str, ...] = ()
    prints: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    differs: Mapping[str, str] = field(default_factory=dict, hash=False)
    reasons: Mapping[str, str] = field(default_factory=dict, hash=False)
    adds: Mapping[str, str] = field(default_factory=dict, hash=False)

    effects: ClassVar[Mapping[int, type[Effect]]] = {}
    """Its effects, by the number that each has in share codes."""
    actions: ClassVar[Mapping[int, type[Action]]] = {}
    """Its actions, by the place among all in which options are told."""
    after_income: ClassVar[tuple[Effect, ...]] = ()
    """What follows the income in Kansas City, before the hand is discarded."""
    counts: ClassVar[Mapping[str, Counting]] = {}
    """What it has counted, by the word that components use for it."""
    categories: ClassVar[tuple[type[Category], ...]] = ()
    """The categories of the final scoring that it brings; their figures stand in its `scoring.toml`."""

    def set_up(self, ruleset: Ruleset, position: Position, chance: Chance) -> Position:
        """The beginning of a game with what it adds to the set-up."""
        return position

    def judge_delivery(self, state: State, judgement: Judgement, city: City) -> None:
        """Note what forbids a delivery to a city besides the rules for every city."""

    def may_have_done(self, ruleset: Ruleset, position: Position, player: Player, kind: type[Effect]) -> bool:
        """Whether something of it may have let a player do an effect of a kind."""
        return False

    def take_seat(self, position: Position, chance: Chance, level: str) -> Position:
        """A position at the start in which the last player is this automa, of a level."""
        return position

    def steps(self, state: State) -> tuple[int | None, list[str]]:
        """How many steps this automa has to go, and what must be known to tell."""
        return None, []

    def waiting(self, state: State) -> None:
        """Put what this automa has to do now in its place, when it is its turn."""

    def check(self, ruleset: Ruleset, position: Position) -> Iterable[Reason]:
        """What cannot be about its components."""
        return ()
