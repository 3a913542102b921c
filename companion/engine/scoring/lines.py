"""What a line of the final scoring says: codes with parameters, and the section that states the rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.core.reasons import Spec, Value

LINES: Mapping[str, Spec] = {
    "money": Spec({"have": "number", "each": "number"}, "scoring/money"),
    "building": Spec({"building": "building", "space": "space"}, "scoring/buildings"),
    "building-somewhere": Spec({"building": "building"}, "scoring/buildings"),
    "city": Spec({"city": "city", "have": "number"}, "scoring/cities"),
    "city-per": Spec({"city": "city", "have": "number", "per": "counted"}, "scoring/cities"),
    "arrow": Spec({"city": "city", "other": "city"}, "scoring/cities"),
    "station": Spec({"number": "number"}, "scoring/stations"),
    "town-station": Spec({"town": "town"}, "scoring/stations"),
    "hazard": Spec({"tiles": "hazard-tiles"}, "scoring/hazards"),
    "cattle": Spec({"cards": "card", "have": "number"}, "scoring/cattle"),
    "objective-met": Spec({"objective": "objective", "uses": "items"}, "scoring/objectives"),
    "objective-failed": Spec({"objective": "objective"}, "scoring/objectives"),
    "objective-left-out": Spec({"objective": "objective"}, "scoring/objectives"),
    "automa-objective": Spec({"objective": "objective"}, "solo/garth-scoring"),
    "automa-nothing": Spec({}, "solo/garth-scoring"),
    "station-master": Spec({"master": "station-master", "have": "number"}, "scoring/station-masters"),
    "workers": Spec({"worker": "worker", "have": "number"}, "scoring/workers"),
    "step-disc": Spec({}, "scoring/step-disc"),
    "job-market-token": Spec({}, "scoring/job-market-token"),
}


@dataclass(frozen=True)
class ScoreLine:
    """Points of one thing in one category; a total is the sum of its lines."""

    category: str
    code: str
    points: int
    params: Mapping[str, Value]

    @property
    def section(self) -> str:
        """The section of the rules reference that states the rule."""
        return LINES[self.code].section


@dataclass(frozen=True)
class Score:
    """A player's final scoring: points by category (None: nothing was entered for it), line by line.

    `total` counts the categories that are known; `missing` are the keys of the position that could change it.

    >>> from companion.engine import read_position, ruleset_of, score
    >>> position = read_position('{"players": {"blue": {"dollars": 47}}}')
    >>> score(ruleset_of(position), position)["blue"].categories["money"]
    9
    """

    categories: Mapping[str, int | None]
    lines: tuple[ScoreLine, ...]
    missing: tuple[str, ...]

    @property
    def total(self) -> int:
        """The sum of all lines."""
        return sum(line.points for line in self.lines)

    @property
    def complete(self) -> bool:
        """Whether everything that counts was entered."""
        return not self.missing
