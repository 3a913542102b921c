"""Which rules a component leads to: by its kind, by what it does, by where the rulebook is silent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine import Effect, playable_layers
from companion.reference.components import Part
from companion.reference.facets import FAMILIES

EFFECTS: Mapping[str, str] = {
    "auxiliary": "turn/auxiliary-actions#double",
    "build": "actions/build",
    "use-adjacent": "actions/use-adjacent",
    "discard": "actions/discarding",
    "draw-then-discard": "actions/draw",
    "remove-cards": "actions/auxiliary-remove",
    "buy-cattle": "actions/buy-cattle",
    "gain-certificates": "actions/certificates",
    "certificates-to-limit": "actions/certificates",
    "extraordinary-delivery": "actions/extraordinary-delivery",
    "pay": "turn/requirements-and-rewards",
    "gain-dollars": "actions/dollars",
    "gain-objective": "actions/gain-objective",
    "engine-forward": "railroad/move-forward",
    "engine-backward": "railroad/move-back",
    "upgrade-behind": "actions/upgrade-behind",
    "gain-exchange-token": "turn/exchange-tokens",
    "move-herder": "movement/move-again",
    "move-herder-free": "movement/free-move",
    "remove-hazard": "actions/remove-hazard",
    "collect-bounty": "actions/collect-bounty",
    "hire": "actions/hire",
}
"""The section that tells about each effect."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "neutral": ("turn/own-or-neutral", "components/buildings"),
    "building": ("turn/own-or-neutral", "components/buildings", "scoring/buildings"),
    "risk": ("turn/risk-actions",),
    "hazard": ("components/hazards", "movement/hand-fees", "scoring/hazards"),
    "outlaw": ("components/outlaws", "movement/hand-fees"),
    "bounty": ("components/outlaws", "kansas-city/placing-tiles"),
    "worker": ("components/workers", "actions/hire", "kansas-city/job-market", "scoring/workers"),
    "worker-space": ("actions/worker-spaces", "components/workers", "scoring/workers"),
    "disc": ("kansas-city/discs", "components/discs"),
    "aux": ("turn/auxiliary-actions", "kansas-city/discs"),
    "station": (
        "railroad/upgrade-station",
        "railroad/turnouts",
        "components/station-masters",
        "kansas-city/discs",
        "scoring/stations",
    ),
    "station-master": ("railroad/station-master", "components/station-masters", "scoring/station-masters"),
    "city": ("kansas-city/cities", "kansas-city/delivery", "kansas-city/transport", "scoring/cities"),
    "arrow": ("kansas-city/delivery-actions", "kansas-city/cities#arrows", "scoring/cities"),
    "objective": ("turn/objective-cards", "components/objectives", "scoring/objectives"),
    "cattle": ("components/cattle-cards", "actions/cattle-prices", "kansas-city/income", "scoring/cattle"),
}
"""The sections about all components of a kind."""

DISCS: Mapping[str, tuple[str, ...]] = {
    "cert": ("kansas-city/certificates#limit", "rulings/marker-beyond-four"),
    "step": ("movement/step-limit", "scoring/step-disc"),
    "hand": ("turn/draw-cards", "rulings/hand-disc-money"),
    "aux": ("turn/auxiliary-actions",),
}
"""Disc spaces by the first word of their names."""

RULINGS: Mapping[str, tuple[str, ...]] = {
    "neutral": ("rulings/pass-phase-b",),
    "building": ("rulings/pass-phase-b", "rulings/building-figures"),
    "hazard": ("rulings/hazard-order",),
    "bounty": ("rulings/outlaw-spaces",),
    "worker": ("rulings/worker-bags",),
    "station": ("rulings/nothing-to-place", "rulings/cross-beside-turnout"),
    "city": ("rulings/nothing-to-place", "kansas-city/no-disc"),
    "objective": ("rulings/objectives-at-kansas-city",),
    "cattle": ("rulings/cattle-points", "rulings/breed-colours"),
}
"""What else is known about all components of a kind, where the rulebook is silent."""

RULINGS_OF_ONE: Mapping[str, tuple[str, ...]] = {
    "risk-flood-risk-1": ("rulings/flood-risk",),
    "arrow-st-louis-bloomington": ("rulings/token-arrow",),
    "station-10": ("railroad/last-space", "rulings/last-space"),
}
"""Single components that a ruling is about."""

COUNTED: Mapping[str, tuple[str, ...]] = {"woods-building": ("rulings/woods",)}
"""What is worth reading about things that amounts depend on."""

FURTHER: Mapping[str, tuple[str, ...]] = {
    "move-herder": ("rulings/moving-on",),
    "hire": ("components/job-market-token",),
    "gain-exchange-token": ("rulings/exchange-token-window",),
    "use-adjacent": ("rulings/copying-a-building",),
    "buy-cattle": ("actions/cattle-prices", "rulings/cowboys-per-action"),
    "auxiliary": ("rulings/double-auxiliary",),
    "extraordinary-delivery": ("rulings/extraordinary-counting", "rulings/extraordinary-kansas-city"),
    "gain-objective": ("rulings/gaining-objectives",),
    "upgrade-behind": ("rulings/station-behind",),
    "engine-backward": ("rulings/backward-order", "rulings/moving-back-at-start"),
    "build": ("rulings/replacing",),
    "discard": ("rulings/discard-for-little",),
}
"""What is worth reading besides about an effect."""


def bare(target: str) -> str:
    """The section of a target that may name a heading in it."""
    return target.partition("#")[0]


def selections_about(section: str) -> list[dict[str, str]]:
    """The other way round: what to ask the component reference for beside a section; kinds, then deeds."""
    kinds = [{"kind": kind} for kind, targets in KINDS.items() if section in map(bare, targets)]
    told = {name for name, target in EFFECTS.items() if bare(target) == section}
    return kinds + [{"does": family} for family, effects in FAMILIES.items() if told & set(effects)]


def effects_of(part: Part) -> Iterator[Effect]:
    """Everything that a component does or asks for."""
    for deed in part.deeds:
        yield from deed.effects


def targets() -> frozenset[str]:
    """Everything that components may lead to."""
    lists = (KINDS, DISCS, RULINGS, RULINGS_OF_ONE, COUNTED, FURTHER)
    told = frozenset(section for layer in playable_layers().values() for section in layer.sections)
    return (
        frozenset(EFFECTS.values()) | told | {target for table in lists for found in table.values() for target in found}
    )


def related(part: Part) -> tuple[str, ...]:
    """The sections worth reading about a component: the nearest first, none twice."""
    found = [*KINDS[part.kind]]
    if part.kind == "disc":
        found += DISCS[part.key.partition("-")[0]]
    if part.hand and part.hand != "none":
        found.append("movement/hand-fees")
    for effect in effects_of(part):
        found += FURTHER.get(effect.name, ())
        found += COUNTED.get(getattr(effect, "per", None) or "", ())
    found += (*RULINGS_OF_ONE.get(part.id, ()), *RULINGS.get(part.kind, ()))
    if part.kind == "station-master" and part.thing.permanent:
        found += ("kansas-city/certificates", "rulings/permanent-certificates")
    found += playable_layers()[part.layer].sections if part.layer in playable_layers() else ()
    return tuple(dict.fromkeys(found))
