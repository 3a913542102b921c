"""Reasons: what is wrong with a position, as codes with parameters. Sentences are made elsewhere.

Every code is registered here with the names and kinds of its parameters and the section of the rules
reference that states the rule. A text in every language uses exactly these parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "number",
    "player",
    "worker",
    "hazard",
    "hazard-tiles",
    "outlaw",
    "card",
    "building",
    "neutral",
    "objective",
    "station-master",
    "city",
    "category",
    "places",
]
"""What a parameter is, so that it can be told in the reader's language."""

Value = int | str | tuple[str, ...]


@dataclass(frozen=True)
class Spec:
    """What a reason is made of: parameters by name and kind, and the section that states the rule."""

    params: Mapping[str, Kind]
    section: str


_COUNT: Mapping[str, Kind] = {"have": "number", "supply": "number", "places": "places"}

REASONS: Mapping[str, Spec] = {
    # Tiles.
    "too-many-workers": Spec({"worker": "worker", **_COUNT}, "components/workers"),
    "too-many-hazards": Spec({"tiles": "hazard-tiles", **_COUNT}, "components/hazards"),
    "no-such-hazard": Spec({"tiles": "hazard-tiles", "places": "places"}, "components/hazards"),
    "too-many-outlaws": Spec({"outlaw": "outlaw", **_COUNT}, "components/outlaws"),
    "too-many-tiles": Spec({**_COUNT}, "components/tiles-and-bags"),
    "worker-row-out-of-range": Spec(
        {
            "player": "player",
            "worker": "worker",
            "have": "number",
            "least": "number",
            "most": "number",
            "places": "places",
        },
        "components/workers",
    ),
    # Buildings.
    "neutral-building-twice": Spec({"building": "neutral", "places": "places"}, "components/buildings"),
    "building-twice": Spec({"player": "player", "number": "number", "places": "places"}, "components/buildings"),
    "building-sides-differ": Spec({"number": "number", "places": "places"}, "components/buildings"),
    # Discs.
    "too-many-discs": Spec(
        {"player": "player", "have": "number", "supply": "number", "places": "places"}, "components/discs"
    ),
    "disc-space-cleared-twice": Spec({"player": "player", "places": "places"}, "components/discs"),
    "station-twice": Spec({"player": "player", "number": "number", "places": "places"}, "components/discs"),
    "city-twice": Spec(
        {"player": "player", "city": "city", "have": "number", "places": "places"}, "kansas-city/delivery"
    ),
    "discs-unlike-cleared": Spec(
        {"player": "player", "cleared": "number", "placed": "number", "places": "places"}, "components/discs"
    ),
    "more-discs-than-cleared": Spec(
        {"player": "player", "cleared": "number", "placed": "number", "places": "places"}, "components/discs"
    ),
    "more-cleared-than-discs": Spec(
        {"player": "player", "cleared": "number", "most": "number", "places": "places"}, "components/discs"
    ),
    # Cards.
    "too-many-market-cards": Spec({"cards": "card", **_COUNT}, "components/cattle-cards"),
    "too-many-starting-cards": Spec({"player": "player", "cards": "card", **_COUNT}, "components/cattle-cards"),
    "too-many-market-cards-in-all": Spec({**_COUNT}, "components/cattle-cards"),
    "too-many-cards-in-all": Spec({**_COUNT}, "components/cattle-cards"),
    "starting-card-on-the-market": Spec({"cards": "card", "places": "places"}, "components/cattle-cards"),
    "card-of-a-variant": Spec({"cards": "card", "places": "places"}, "components/simmental-cards"),
    "too-many-objectives": Spec({"objective": "objective", **_COUNT}, "components/objectives"),
    "too-many-objectives-in-all": Spec({**_COUNT}, "components/objectives"),
    "starting-objective-astray": Spec({"places": "places"}, "components/objectives"),
    "starting-objectives-of-a-player": Spec(
        {"player": "player", "have": "number", "places": "places"}, "components/objectives"
    ),
    # Station masters and the job market token.
    "station-master-twice": Spec({"master": "station-master", "places": "places"}, "components/station-masters"),
    "too-many-station-masters": Spec({**_COUNT}, "components/station-masters"),
    "job-market-token-twice": Spec({"places": "places"}, "components/job-market-token"),
    # Players.
    "too-many-players": Spec({"have": "number", "supply": "number", "places": "places"}, "turn/overview"),
    "seat-twice": Spec({"number": "number", "places": "places"}, "turn/overview"),
    # Numbers on a scoring pad.
    "points-too-low": Spec(
        {"category": "category", "have": "number", "least": "number", "places": "places"}, "scoring/overview"
    ),
    "points-too-high": Spec(
        {"category": "category", "have": "number", "most": "number", "places": "places"}, "scoring/overview"
    ),
    "points-not-made": Spec(
        {"category": "category", "have": "number", "below": "number", "above": "number", "places": "places"},
        "scoring/overview",
    ),
    "points-together": Spec(
        {"category": "category", "have": "number", "most": "number", "places": "places"}, "scoring/overview"
    ),
    "token-claimed-twice": Spec({"have": "number", "places": "places"}, "scoring/job-market-token"),
}


@dataclass(frozen=True)
class Reason:
    """Something that is wrong: a registered code, its parameters, and the keys of the position it is about."""

    code: str
    params: Mapping[str, Value]

    def __post_init__(self) -> None:
        registered = REASONS.get(self.code)
        if registered is None:
            raise ValueError(f"the reason {self.code!r} is not registered")
        if set(self.params) != set(registered.params):
            raise ValueError(f"{self.code} takes {sorted(registered.params)}, not {sorted(self.params)}")

    @property
    def section(self) -> str:
        """The section of the rules reference that states the rule."""
        return REASONS[self.code].section

    @property
    def places(self) -> tuple[str, ...]:
        """The keys of the position that clash, as dotted paths."""
        places = self.params.get("places", ())
        return places if isinstance(places, tuple) else ()
