"""Filters of the component reference: by kind, by what a component does, hands, side, points, builders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from werkzeug.datastructures import MultiDict

from companion.components.effects import FAMILIES, VIEWS
from companion.components.part import KINDS, Part, parts, usual
from companion.integers import whole

HANDS = ("green", "black", "none")
SIDES = ("a", "b")
MAX_COUNT = 99
"""No figure of a component is larger."""


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
            and (self.does is None or self.does in part.families)
            and (self.hand is None or self.hand in hands)
            and self.side in (None, part.side)
            and (self.vp is None or (part.vp is not None and part.vp >= self.vp))
            and (self.builders is None or (part.builders is not None and part.builders <= self.builders))
        )


def wanted(args: MultiDict[str, str]) -> Facets:
    """What an address asks for; what makes no sense asks for nothing."""
    vocabularies = {"kind": KINDS, "does": FAMILIES, "hand": HANDS, "side": SIDES}
    words = {name: args[name] for name, values in vocabularies.items() if args.get(name) in values}
    numbers = {name: whole(args.get(name, ""), 0, MAX_COUNT) for name in ("vp", "builders")}
    return Facets(**words, **numbers)  # type: ignore[arg-type]


def grouped(what: Facets) -> dict[str, list[Part]]:
    """The components that fit, kind by kind, then those of each layer that only who plays it sees; none is empty."""
    groups: dict[str, list[Part]] = {}
    for part in sorted(parts().values(), key=usual, reverse=True):
        if what.fits(part):
            groups.setdefault(part.kind if usual(part) else part.layer, []).append(part)
    return groups


def bare(target: str) -> str:
    """The section of a target that may name a heading in it."""
    return target.partition("#")[0]


def selections_about(section: str) -> list[dict[str, str]]:
    """What to ask for beside a section of the rules: kinds that it is about, then what its effects bring."""
    kinds = [{"kind": name} for name, kind in KINDS.items() if section in map(bare, kind.rules)]
    families = [view.family for effect, view in VIEWS.items() if bare(effect.section) == section]
    return kinds + [{"does": family} for family in dict.fromkeys(families)]
