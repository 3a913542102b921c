"""What a reason is made of."""

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
    "tiles",
    "card",
    "chosen-cards",
    "building",
    "neutral",
    "objective",
    "station-master",
    "city",
    "category",
    "space",
    "engine",
    "phase",
    "action",
    "effect",
    "card-kind",
    "items",
    "counted",
    "town",
    "places",
]
"""What a parameter is, so that it can be told in the reader's language.

`tiles` are kinds of tile such as "worker:cowboy", "hazard:flood", "outlaw:green"; `card` is any of several cards,
`chosen-cards` all that somebody named; `space` is a space of the trail, `engine` one of the railroad, `action` a local
action such as "A.1" or "risk", `effect` what is under way such as "hire", `card-kind` what is to be discarded such as
"pair", `items` things that fulfil tasks such as "building:3a", "station:2", "hazard:flood:green:3", "outlaw:green",
"card:shorthorn:4", "city:new-york", or "task:hazard" for any.
"""

Severity = Literal["impossible", "suspicious", "note"]
"""How bad a finding is: it cannot be; it can be but hardly ever is; it only ought to be known."""


@dataclass(frozen=True)
class Spec:
    """What a reason is made of: parameters by name and kind, the section that states the rule, how bad it is."""

    params: Mapping[str, Kind]
    section: str
    severity: Severity = "impossible"


COUNT: Mapping[str, Kind] = {"have": "number", "supply": "number", "places": "places"}
"""So many were entered, so many there are."""
