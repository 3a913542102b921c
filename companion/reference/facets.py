"""Filters of the component reference: by kind, by what a component does, hands, side, points, builders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from werkzeug.datastructures import MultiDict

from companion.integers import whole
from companion.reference.components import KINDS, Part, parts, usual

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "dollars": ("gain-dollars",),
    "certificates": ("gain-certificates", "certificates-to-limit"),
    "hire": ("hire",),
    "build": ("build",),
    "cattle": ("buy-cattle",),
    "engine": ("engine-forward",),
    "station": ("upgrade-behind",),
    "herder": ("move-herder", "move-herder-free"),
    "hazard": ("remove-hazard",),
    "bounty": ("collect-bounty",),
    "objective": ("gain-objective",),
    "exchange-token": ("gain-exchange-token",),
    "auxiliary": ("auxiliary",),
    "cards": ("draw-then-discard", "remove-cards"),
    "delivery": ("extraordinary-delivery",),
    "adjacent": ("use-adjacent",),
    "discard": ("discard",),
    "pay": ("pay",),
    "engine-back": ("engine-backward",),
}
"""What people look for, and the effects that are meant by it. The last few are what actions ask for."""

HANDS = ("green", "black", "none")
SIDES = ("a", "b")
MAX_COUNT = 99
"""No figure of a component is larger."""


def families_of(part: Part) -> frozenset[str]:
    """Everything that a component gives, does or asks for, as people look for it."""
    effects_of_part = {effect.name for deed in part.deeds for effect in deed.effects}
    found = {family for family, effects in FAMILIES.items() if effects_of_part & set(effects)}
    # Some give without an action: permanent certificates, dollars for a disc.
    if part.kind == "station-master" and part.thing.permanent:
        found.add("certificates")
    if (part.kind == "city" and part.thing.dollars) or (part.kind == "disc" and part.thing.gain):
        found.add("dollars")
    return frozenset(found)


@dataclass(frozen=True)
class Facets:
    """What is looked for; None: anything."""

    kind: str | None = None
    does: str | None = None
    hand: Literal["green", "black", "none"] | None = None
    side: str | None = None
    vp: int | None = None
    """At least so many points."""
    builders: int | None = None
    """At most so many builders."""

    @property
    def anything(self) -> bool:
        """Whether nothing in particular is looked for."""
        return self == Facets()

    @property
    def special(self) -> bool:
        """Whether more than kind and deeds is asked for."""
        return any(getattr(self, name) is not None for name in ("hand", "side", "vp", "builders"))

    def fits(self, part: Part) -> bool:
        """Whether a component is one of those. What a component does not have never fits."""
        hands = {"both": ("green", "black")}.get(part.hand or "", (part.hand,))
        return (
            self.kind in (None, part.kind)
            and (self.does is None or self.does in families_of(part))
            and (self.hand is None or self.hand in hands)
            and self.side in (None, part.side)
            and (self.vp is None or (part.vp is not None and part.vp >= self.vp))
            and (self.builders is None or (part.builders is not None and part.builders <= self.builders))
        )


def wanted(args: MultiDict[str, str]) -> Facets:
    """What an address asks for; what makes no sense asks for nothing."""
    known = {"kind": KINDS, "does": tuple(FAMILIES), "hand": HANDS, "side": SIDES}
    words = {name: args[name] for name, values in known.items() if args.get(name) in values}
    numbers = {name: whole(args.get(name, ""), 0, MAX_COUNT) for name in ("vp", "builders")}
    return Facets(**words, **numbers)  # type: ignore[arg-type]


def found(what: Facets) -> dict[str, list[Part]]:
    """The components that fit, kind by kind, then those of each layer that only who plays it sees; none is empty."""
    groups: dict[str, list[Part]] = {}
    for part in sorted(parts().values(), key=usual, reverse=True):
        if what.fits(part):
            groups.setdefault(part.kind if usual(part) else part.layer, []).append(part)
    return groups
