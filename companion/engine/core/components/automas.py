"""Automas: opponents that nobody plays. Their cards say what they do, and they score in their own way."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from companion.engine.core.components.common import Confidence, PerPlayers

if TYPE_CHECKING:
    from companion.engine.core.components.railroad import City
    from companion.engine.core.dealer import Chance

Deed = Literal[
    "branchlet",
    "hire-cheapest",
    "hire-own",
    "hire-engineer",
    "engine",
    "objective",
    "outlaw",
    "hazard",
    "more-cattle",
    "cattle",
    "build",
]
"""What a card makes an automa do."""

StepsBy = Literal["buildings", "cowboys", "specialists"]
"""What steps may depend on: the private buildings of the player who has most of them on the trail, its own cowboys,
its own workers of the kind that it is specialized in."""


@dataclass(frozen=True)
class Level:
    """How strong an automa is: workers besides the printed ones (`each`: of every kind, `own`: of its specialization,
    `random`: of so many kinds), the cities of its first deliveries by edition or expansion, and the towns where it
    wants branchlets, in that order."""

    id: str
    first: Mapping[str, tuple[str, ...]]
    towns: tuple[str, ...] = ()
    each: int = 0
    own: int = 0
    random: int = 0

    def deliveries(self, layers: Collection[str], cities: Mapping[str, City]) -> tuple[str, ...]:
        """The cities in the order in which it delivers to them in a game with these layers: its first ones, then all of
        a higher value. After the last one it delivers to that again. An expansion goes before its edition."""
        first = next(self.first[layer] for layer in reversed(list(self.first)) if layer in layers)
        last = cities[first[-1]].value
        # Of cities of one value, one that takes several discs comes last.
        later = sorted((city.value, city.repeatable, city.id) for city in cities.values() if city.value > last)
        return (*first, *(city for _, _, city in later))

    def extra_workers(self, own: str, kinds: Collection[str], chance: Chance) -> dict[str, int]:
        """Workers of each kind besides the printed ones, with this specialization."""
        extra = dict.fromkeys(kinds, self.each)
        for kind in (*[own] * self.own, *chance.draw(list(kinds), self.random)):
            extra[kind] += 1
        return extra


@dataclass(frozen=True)
class AutomaCard:
    """A card of an automa: its steps, or what they are counted by; what it does then, perhaps `only` if specialized.

    `branchlet`: with the expansion that has some, it places one first.
    """

    id: str
    does: tuple[Deed, ...]
    steps: PerPlayers = field(default_factory=dict)
    counts: StepsBy | None = None
    only: str | None = None
    branchlet: bool = False


@dataclass(frozen=True)
class AutomaScoring:
    """How an automa scores: the categories in which it makes nothing, whether each of its objective cards counts as
    fulfilled, and what its discs on some cities are worth instead, by the layer that has those cities."""

    nothing: tuple[str, ...]
    every_objective: bool = False
    cities: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Automa:
    """An automa: how to set it up, its levels and cards, how it scores. `section` tells how it scores.

    The game is set up `as_for` so many players; whoever plays against it starts with `dollars`. A tile of `bag` says
    what it is specialized in; its buildings show one `side`; its herder begins on `first_space`. `never`: the keys of a
    player that it has nothing of.
    """

    id: str
    section: str
    as_for: int
    bag: int
    dollars: int
    side: str
    first_space: str
    never: tuple[str, ...]
    most_dollars: int
    least_steps: int
    levels: Mapping[str, Level]
    cards: Mapping[str, AutomaCard]
    scoring: AutomaScoring
    confidence: Confidence = "high"

    def worth(self, layers: Collection[str]) -> Mapping[str, int]:
        """City -> what a disc on it is worth to it, where that is told otherwise for these layers."""
        return {city: vp for layer in layers for city, vp in self.scoring.cities.get(layer, {}).items()}
