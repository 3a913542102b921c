"""The shelf: every component with a page of its own, in the order in which people look for them.

Components come from the engine's catalogue; nothing of the game is written here. A component that a variant adds
belongs to that variant's layer.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion import engine
from companion.engine import Catalog, Choice, Confidence, Corner, Effect, Hand, HazardFace, LocalAction

When = Literal["local", "risk", "bounty", "placed", "single", "double", "upgrade", "delivery", "played"]
"""Forms and occasions: what may be done at a building, on placing a worker, on upgrading a station ..."""


@dataclass(frozen=True)
class Ability:
    """Something that a component lets a player do."""

    when: When
    action: LocalAction

    @property
    def effects(self) -> tuple[Effect, ...]:
        """All effects of all its choices, requirements too."""
        return tuple(effect for choice in self.action for effect in (*choice.requires, *choice.does))


@dataclass(frozen=True)
class Part:
    """A component: its stable id, its kind, its key within the engine's catalogue, and what all kinds share.

    `thing` is the component as the catalogue holds it; the modules that know a kind look into it.
    """

    id: str
    kind: str
    key: str
    thing: Any
    layer: str
    deeds: tuple[Ability, ...] = ()
    confidence: Confidence = "high"
    hand: Hand | None = None
    side: str | None = None
    corner: Corner | None = None
    builders: int | None = None
    vp: int | None = None


@dataclass(frozen=True)
class HazardKind:
    """A hazard tile: its type and its face."""

    hazard: str
    face: HazardFace


@dataclass(frozen=True)
class WorkerSpace:
    """A space of a worker row: whether it is printed with a worker, and the points that it counts at the end."""

    worker: str
    number: int
    printed: bool
    vp: int


def _does(when: When, *choices: Choice | None) -> tuple[Ability, ...]:
    return tuple(Ability(when, (choice,)) for choice in choices if choice)


def _neutral(catalog: Catalog) -> Iterator[Part]:
    for key, tile in catalog.buildings.neutral.items():
        deeds = tuple(Ability("local", action) for action in tile.actions)
        yield Part(f"neutral-{key}", "neutral", key, tile, "", deeds, tile.confidence, hand="none")


def _building(catalog: Catalog) -> Iterator[Part]:
    for key, face in catalog.buildings.faces.items():
        deeds = tuple(Ability("local", action) for action in face.actions)
        part = Part(f"building-{key}", "building", key, face, "", deeds, face.confidence, face.hand)
        yield replace(part, side=face.side, builders=face.builders, vp=face.vp)


def _risk(catalog: Catalog) -> Iterator[Part]:
    for key, space in catalog.trail.spaces.items():
        if space.risk:
            yield Part(f"risk-{key}", "risk", key, space, "", _does("risk", space.risk), catalog.trail.confidence)


def _hazard(catalog: Catalog) -> Iterator[Part]:
    hazards = catalog.tiles.hazards
    for hazard in hazards.types:
        for face in hazards.faces.values():
            key = f"{hazard}-{face.id}"
            tile = HazardKind(hazard, face)
            yield Part(f"hazard-{key}", "hazard", key, tile, "", (), hazards.confidence, hand=face.hand, vp=face.vp)


def _outlaw(catalog: Catalog) -> Iterator[Part]:
    for key, outlaw in catalog.tiles.outlaws.items():
        yield Part(f"outlaw-{key}", "outlaw", key, outlaw, "", (), outlaw.confidence, hand=outlaw.hand)


def _bounty(catalog: Catalog) -> Iterator[Part]:
    for key, space in catalog.trail.spaces.items():
        if space.bounty:
            deeds = _does("bounty", Choice((space.bounty,)))
            yield Part(f"bounty-{space.number}", "bounty", key, space, "", deeds, catalog.trail.confidence)


def _worker(catalog: Catalog) -> Iterator[Part]:
    for key, worker in catalog.tiles.workers.items():
        yield Part(f"worker-{key}", "worker", key, worker, "", (), worker.confidence)


def _worker_space(catalog: Catalog) -> Iterator[Part]:
    rows, points = catalog.player_board.worker_rows, catalog.scoring.categories["workers"]
    for worker in catalog.tiles.workers:
        for number in range(1, rows.spaces + 1):
            vp = (points.vp or 0) if number in points.spaces else 0
            space = WorkerSpace(worker, number, number <= rows.printed, vp)
            deeds = _does("placed", rows.immediate.get(worker, {}).get(number))
            key = f"{worker}-{number}"
            yield Part(f"worker-space-{key}", "worker-space", key, space, "", deeds, vp=vp)


def _disc(catalog: Catalog) -> Iterator[Part]:
    step = catalog.scoring.categories["step-disc"]
    for key, disc in catalog.player_board.discs.items():
        vp = step.vp if key == step.disc else 0
        yield Part(f"disc-{key}", "disc", key, disc, "", corner=disc.corner, vp=vp)


def _auxiliary(catalog: Catalog) -> Iterator[Part]:
    for key, action in catalog.player_board.auxiliary.actions.items():
        yield Part(key, "aux", key, action, "", (*_does("single", action.single), *_does("double", action.double)))


def _station(catalog: Catalog) -> Iterator[Part]:
    railroad = catalog.railroad
    for number, station in railroad.stations.items():
        part = Part(f"station-{number}", "station", str(number), station, "", (), railroad.confidence)
        yield replace(part, corner=station.corner, vp=station.vp)


def _station_master(catalog: Catalog) -> Iterator[Part]:
    for key, tile in catalog.station_masters.tiles.items():
        deeds = (Ability("upgrade", tile.immediate),) if tile.immediate else ()
        yield Part(f"station-master-{key}", "station-master", key, tile, "", deeds)


def _city(catalog: Catalog) -> Iterator[Part]:
    for key, city in catalog.cities.cities.items():
        yield Part(f"city-{key}", "city", key, city, "", (), city.confidence, corner=city.corner, vp=city.vp)


def _arrow(catalog: Catalog) -> Iterator[Part]:
    for key, arrow in catalog.cities.arrows.items():
        deeds = _does("delivery", Choice(arrow.does)) if arrow.does else ()
        yield Part(f"arrow-{key}", "arrow", key, arrow, "", deeds, arrow.confidence, vp=arrow.vp)


def _objective(catalog: Catalog) -> Iterator[Part]:
    for key, card in catalog.objectives.cards.items():
        deeds = _does("played", card.immediate)
        yield Part(f"objective-{key}", "objective", key, card, "", deeds, card.confidence, vp=card.vp)


def _cattle(catalog: Catalog) -> Iterator[Part]:
    for key, breed in catalog.cattle.breeds.items():
        yield Part(f"cattle-{key}", "cattle", key, breed, "", (), breed.confidence, vp=max(breed.copies))


_SHELVES: Mapping[str, Callable[[Catalog], Iterator[Part]]] = {
    "neutral": _neutral,
    "building": _building,
    "risk": _risk,
    "hazard": _hazard,
    "outlaw": _outlaw,
    "bounty": _bounty,
    "worker": _worker,
    "worker-space": _worker_space,
    "disc": _disc,
    "aux": _auxiliary,
    "station": _station,
    "station-master": _station_master,
    "city": _city,
    "arrow": _arrow,
    "objective": _objective,
    "cattle": _cattle,
}

KINDS = tuple(_SHELVES)
"""All kinds of component, in reading order."""


@functools.cache
def parts() -> Mapping[str, Part]:
    """All components of the newest edition and its variants by id, kind by kind."""
    edition = engine.editions()[-1]
    (base,) = (layer.id for layer in engine.playable_layers().values() if layer.edition == edition)
    found: dict[str, Part] = {}
    for layer, chosen in ((base, ()), *((name, (name,)) for name in engine.variants(edition))):
        catalog = engine.load_catalog(edition, chosen)
        for fill in _SHELVES.values():
            for part in fill(catalog):
                found.setdefault(part.id, replace(part, layer=layer))
    return {part.id: part for kind in KINDS for part in found.values() if part.kind == kind}


def usual(part: Part) -> bool:
    """Whether it belongs to a game that people think of unless somebody says what is played."""
    edition = engine.editions()[-1]
    return part.layer not in engine.variants(edition) or part.layer in engine.assumed(edition)


def parts_of(catalog: Catalog) -> Mapping[str, Part]:
    """The components of a catalogue by id: also those that only score, of which the reference does not tell."""
    return _parts_of(catalog.edition, catalog.variants)


@functools.cache
def _parts_of(edition: int, variants: tuple[str, ...]) -> Mapping[str, Part]:
    catalog = engine.load_catalog(edition, variants)
    layer = variants[0] if len(variants) == 1 else ""
    made = (replace(part, layer=layer) for fill in _SHELVES.values() for part in fill(catalog))
    return {part.id: part for part in made}


def of_kind(kind: str) -> tuple[Part, ...]:
    """The components of a kind in their order."""
    return tuple(part for part in parts().values() if part.kind == kind)


def neighbours(part: Part) -> tuple[Part | None, Part | None]:
    """The components before and after one of its kind, among those that the same games have; None at the ends."""
    row = [other for other in of_kind(part.kind) if usual(other) == usual(part)]
    place = row.index(part)
    return row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None


@functools.cache
def catalog_of(layer: str) -> Catalog:
    """The catalogue that a component of a layer is part of."""
    edition = engine.editions()[-1]
    return engine.load_catalog(edition, (layer,) if layer in engine.variants(edition) else ())
