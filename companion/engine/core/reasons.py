"""Reasons: what is wrong with a position or an action, as codes with parameters. Sentences are made elsewhere.

Every code is declared beside the check that gives it, with the names and kinds of its parameters, the section of the
rules reference that states the rule, and how bad it is. A text in every language uses exactly these parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

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
    "town-tile",
    "automa-deed",
    "places",
]
"""What a parameter is, so that it can be told in the reader's language.

`tiles` are kinds of tile such as "worker:cowboy", "hazard:flood", "outlaw:green"; `card` is any of several cards,
`chosen-cards` all that somebody named; `space` is a space of the trail, `engine` one of the railroad, `action` a local
action such as "A.1" or "risk", `effect` what is under way such as "hire", `card-kind` what is to be discarded such as
"pair", `items` things that fulfil tasks such as "building:3a", "station:2", "hazard:flood:green:3", "outlaw:green",
"card:shorthorn:4", "city:new-york", or "task:hazard" for any; `automa-deed` what an automa does next.
"""

Severity = Literal["impossible", "suspicious", "note"]
"""How bad a finding is: it cannot be; it can be but hardly ever is; it only ought to be known."""


@dataclass(frozen=True)
class Spec:
    """What a reason is made of: parameters by name and kind, the section that states the rule, how bad it is."""

    params: Mapping[str, Kind]
    section: str
    severity: Severity = "impossible"


Value = int | str | tuple[str, ...]

_KINDS: Mapping[str, Kind] = {kind: kind for kind in get_args(Kind)}
_declared: dict[str, Spec] = {}
REASONS: Mapping[str, Spec] = MappingProxyType(_declared)
"""All reasons by code, as soon as the rooms are imported."""


def reason(code: str, section: str, *names: str, severity: Severity = "impossible", **params: Kind) -> str:
    """Declare a reason beside the check that gives it; returns its code.

    `names` are parameters that are what they are called ("player", "city"), numbers where no kind is called so ("have",
    "most"); `params` are those with another name than their kind. Every reason has `places` too: the keys of the
    position that clash. Raises ValueError when the code is taken.
    """
    if code in _declared:
        raise ValueError(f"the reason {code!r} is declared twice")
    named = {name: _KINDS.get(name, "number") for name in names}
    _declared[code] = Spec({**named, **params, "places": "places"}, section, severity)
    return code


@dataclass(frozen=True)
class Reason:
    """Something that is wrong: a declared code, its parameters, and the keys of the position it is about.

    `told_in` is the section of the rules reference that states the rule, where it is not that of the code.

    >>> Reason("game-over", {"places": ("turn.phase",)}).section
    'scoring/game-end'

    Raises ValueError for a code that is not declared, or other parameters than those.
    """

    code: str
    params: Mapping[str, Value]
    told_in: str = ""

    def __post_init__(self) -> None:
        declared = REASONS.get(self.code)
        if declared is None:
            raise ValueError(f"the reason {self.code!r} is not declared")
        if set(self.params) != set(declared.params):
            raise ValueError(f"{self.code} takes {sorted(declared.params)}, not {sorted(self.params)}")

    @property
    def section(self) -> str:
        """The section of the rules reference that states the rule."""
        return self.told_in or REASONS[self.code].section

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return REASONS[self.code].severity

    @property
    def places(self) -> tuple[str, ...]:
        """The keys of the position that clash, as dotted paths."""
        places = self.params.get("places", ())
        return places if isinstance(places, tuple) else ()


Path = tuple[str | int, ...]
"""The keys and list places that lead to something in a JSON value."""

PROBLEMS: Mapping[str, frozenset[str]] = {
    # The text is no JSON.
    "empty": frozenset(),
    "too-long": frozenset({"have", "most"}),
    "too-deep": frozenset({"most"}),
    "too-many-values": frozenset({"most"}),
    "not-json": frozenset({"found"}),
    "more-after-end": frozenset({"found"}),
    "text-not-closed": frozenset({"found"}),
    "half-character": frozenset(),
    "number-too-long": frozenset({"most"}),
    "key-expected": frozenset({"found"}),
    "key-twice": frozenset({"key"}),
    "colon-expected": frozenset({"found"}),
    "comma-expected": frozenset({"found", "end"}),
    "comma-too-many": frozenset({"end"}),
    # The JSON is no position.
    "unknown-schema": frozenset({"found", "known"}),
    "unknown-key": frozenset({"found", "known"}),
    "key-missing": frozenset({"missing"}),
    "unknown-word": frozenset({"found", "known"}),
    "variant-of-other-edition": frozenset({"found", "edition"}),
    "not-a-number": frozenset({"found", "least", "most"}),
    "number-out-of-range": frozenset({"found", "least", "most"}),
    "not-a-flag": frozenset({"found"}),
    "not-a-list": frozenset({"found"}),
    "list-too-long": frozenset({"found", "most"}),
    "not-a-table": frozenset({"found"}),
    "not-a-pile": frozenset({"found"}),
    "more-known-than-there": frozenset({"known", "count"}),
    "not-a-tile": frozenset({"found", "known"}),
    "house-contradiction": frozenset({"low", "least", "high", "most"}),
    # The share code is none.
    "code-too-long": frozenset({"have", "most"}),
    "code-version": frozenset({"found", "known"}),
    "code-damaged": frozenset(),
    "draw-of-another-version": frozenset(),
    # What was told to be drawn cannot be drawn.
    "drawn-not-there": frozenset({"number"}),
    "drawn-by-nobody": frozenset(),
    "drawn-count": frozenset({"needs", "found"}),
}


@dataclass(frozen=True)
class Problem:
    """A registered code with its parameters, the place in the value, and the line in the text from 1."""

    code: str
    params: Mapping[str, str | int]
    path: Path = ()
    line: int = 1

    def __post_init__(self) -> None:
        if set(self.params) != PROBLEMS[self.code]:
            raise ValueError(f"{self.code} takes {sorted(PROBLEMS[self.code])}, not {sorted(self.params)}")
