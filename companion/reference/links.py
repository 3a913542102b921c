"""Which rules a component leads to: by its kind, by what it does, by where the rulebook is silent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.engine import Effect, playable_layers
from companion.reference.components import Part
from companion.reference.facets import FAMILIES

EFFECTS: Mapping[str, str] = {
    "auxiliary": "turn/auxiliary-actions#double",
    "build": "buildings/build",
    "use-adjacent": "turn/use-adjacent",
    "discard": "cards/discarding",
    "draw-then-discard": "cards/discarding#draw",
    "remove-cards": "turn/auxiliary-actions#remove",
    "buy-cattle": "cattle/buying",
    "gain-certificates": "kansas-city/certificates#gaining",
    "certificates-to-limit": "kansas-city/certificates#gaining",
    "extraordinary-delivery": "kansas-city/extraordinary-delivery",
    "pay": "turn/requirements-and-rewards",
    "gain-dollars": "turn/dollars",
    "gain-objective": "objectives/gain",
    "engine-forward": "railroad/move-forward",
    "engine-backward": "railroad/move-back",
    "upgrade-behind": "railroad/upgrade-station#behind",
    "gain-exchange-token": "cards/exchange-tokens",
    "move-herder": "movement/move-again",
    "move-herder-free": "movement/move-again#free-move",
    "remove-hazard": "trail/hazards",
    "collect-bounty": "trail/outlaws",
    "hire": "job-market/hire",
}
"""The section that tells about each effect."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "neutral": ("turn/own-or-neutral", "buildings/tiles"),
    "building": ("turn/own-or-neutral", "buildings/tiles", "scoring/overview#buildings"),
    "risk": ("turn/risk-actions",),
    "hazard": ("trail/hazards#tiles", "movement/hand-fees", "scoring/overview#hazards"),
    "outlaw": ("trail/outlaws#tiles", "movement/hand-fees"),
    "bounty": ("trail/outlaws#tiles", "trail/placing-tiles"),
    "worker": ("job-market/workers", "job-market/hire", "kansas-city/job-market", "scoring/overview#workers"),
    "worker-space": ("job-market/workers#spaces", "job-market/workers", "scoring/overview#workers"),
    "disc": ("kansas-city/discs", "kansas-city/discs#where"),
    "aux": ("turn/auxiliary-actions", "kansas-city/discs"),
    "station": (
        "railroad/upgrade-station",
        "railroad/track#turnouts",
        "railroad/station-master#tiles",
        "kansas-city/discs",
        "scoring/overview#stations",
    ),
    "station-master": ("railroad/station-master", "railroad/station-master#tiles", "scoring/overview#station-masters"),
    "city": ("kansas-city/cities", "kansas-city/delivery", "kansas-city/transport", "scoring/overview#cities"),
    "arrow": ("kansas-city/cities#actions", "kansas-city/cities#arrows", "scoring/overview#cities"),
    "objective": ("objectives/play", "objectives/gain#cards", "scoring/overview#objectives"),
    "cattle": ("cattle/cards", "cattle/buying#prices", "kansas-city/income", "scoring/overview#cattle"),
}
"""The sections about all components of a kind."""

DISCS: Mapping[str, tuple[str, ...]] = {
    "cert": ("kansas-city/certificates#limit", "kansas-city/certificates#jump"),
    "step": ("movement/step-limit", "scoring/overview#step-disc"),
    "hand": ("cards/draw-cards", "kansas-city/no-disc#hand-disc"),
    "aux": ("turn/auxiliary-actions",),
}
"""Disc spaces by the first word of their names."""

RULINGS: Mapping[str, tuple[str, ...]] = {
    "neutral": ("turn/own-or-neutral#pass",),
    "building": ("turn/own-or-neutral#pass",),
    "hazard": ("trail/hazards#order",),
    "bounty": ("trail/outlaws#spaces",),
    "worker": ("trail/bags#workers",),
    "aux": ("turn/auxiliary-actions#how-much",),
    "station": ("kansas-city/no-disc#from-station", "kansas-city/transport#turnout"),
    "city": ("kansas-city/no-disc#from-station", "kansas-city/no-disc"),
    "objective": ("objectives/play#kansas-city",),
    "cattle": ("scoring/overview#cattle-points", "cattle/cards#colours"),
}
"""What else is known about all components of a kind, where the rulebook is silent."""

RULINGS_OF_ONE: Mapping[str, tuple[str, ...]] = {
    "risk-flood-risk-1": ("turn/risk-actions#flood-risk",),
    "arrow-st-louis-bloomington": ("kansas-city/cities#token-arrow",),
    "aux-6": ("rails/open-play#aux-cost", "rails/open-play#branchlets"),
    "station-10": ("railroad/last-space", "railroad/last-space#details"),
}
"""Single components that a ruling is about."""

UNSURE: Mapping[str, tuple[str, ...]] = {"building": ("buildings/tiles#figures",)}
"""Where it is told which figures of components of a kind are not sure."""

_ONLY_WITH: Mapping[str, Callable[[Any], bool]] = {
    "railroad/track#turnouts": lambda station: re.fullmatch(r"t\d+", station.space) is not None,
    "railroad/station-master#tiles": lambda thing: getattr(thing, "station_master", True),
}
"""What the thing must have for a section about its kind to be about it."""

COUNTED: Mapping[str, tuple[str, ...]] = {"woods-building": ("turn/dollars#woods",)}
"""What is worth reading about things that amounts depend on."""

FURTHER: Mapping[str, tuple[str, ...]] = {
    "move-herder": ("movement/move-again#left-behind",),
    "hire": ("kansas-city/job-market#token",),
    "gain-exchange-token": ("cards/exchange-tokens#when",),
    "use-adjacent": ("turn/use-adjacent#adjacent",),
    "buy-cattle": ("cattle/buying#prices", "cattle/buying#twice"),
    "auxiliary": ("turn/auxiliary-actions#how-much",),
    "extraordinary-delivery": (
        "kansas-city/extraordinary-delivery#counting",
        "kansas-city/extraordinary-delivery#pays",
    ),
    "gain-objective": ("objectives/gain#which",),
    "upgrade-behind": ("railroad/upgrade-station#which-behind",),
    "engine-backward": ("railroad/move-back#order", "railroad/move-back#close-to-start"),
    "build": ("buildings/build#higher",),
    "discard": ("cards/discarding#for-nothing",),
}
"""What is worth reading besides about an effect."""


def bare(target: str) -> str:
    """The section of a target that may name a heading in it."""
    return target.partition("#")[0]


def selections_about(section: str) -> list[dict[str, str]]:
    """The other way round: what to ask the component reference for beside a section; kinds, then deeds."""
    kinds = [{"kind": kind} for kind, targets in KINDS.items() if section in map(bare, targets)]
    names = {name for name, target in EFFECTS.items() if bare(target) == section}
    return kinds + [{"does": family} for family, effects in FAMILIES.items() if names & set(effects)]


def rule_of(effect: Effect) -> str:
    """The section that tells about an effect: of what a layer brings, the one that the engine cites."""
    return EFFECTS.get(effect.name, effect.section)


def effects_of(part: Part) -> Iterator[Effect]:
    """Everything that a component does or asks for."""
    for deed in part.deeds:
        yield from deed.effects


def targets() -> frozenset[str]:
    """Everything that components may lead to."""
    lists = (KINDS, DISCS, RULINGS, RULINGS_OF_ONE, UNSURE, COUNTED, FURTHER)
    of_layers = frozenset(section for layer in playable_layers().values() for section in layer.sections)
    return (
        frozenset(EFFECTS.values())
        | of_layers
        | {target for table in lists for found in table.values() for target in found}
    )


def _always(_thing: object) -> bool:
    return True


def related(part: Part) -> tuple[str, ...]:
    """The sections worth reading about a component: the nearest first, none twice."""
    found = [target for target in KINDS[part.kind] if _ONLY_WITH.get(target, _always)(part.thing)]
    if part.kind == "disc":
        found += DISCS[part.key.partition("-")[0]]
    if part.hand and part.hand != "none":
        found.append("movement/hand-fees")
    for effect in effects_of(part):
        found += FURTHER.get(effect.name, ())
        found += COUNTED.get(getattr(effect, "per", None) or "", ())
    found += (*RULINGS_OF_ONE.get(part.id, ()), *RULINGS.get(part.kind, ()))
    found += UNSURE.get(part.kind, ()) if part.confidence == "low" else ()
    if part.kind == "station-master" and part.thing.permanent:
        found += ("kansas-city/certificates", "kansas-city/certificates#permanent")
    found += playable_layers()[part.layer].sections if part.layer in playable_layers() else ()
    return tuple(dict.fromkeys(found))
