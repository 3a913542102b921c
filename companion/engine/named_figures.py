"""Every figure of the game by name, for texts that must not repeat figures: `fee.green`, `city.peoria.value`.

A figure may depend on the number of players and on the variants that are played. Its name is made of the
component's kind, its id where there are several, and what is told of it. `companion figures` lists them all.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, cast

from companion.engine.core.catalog import (
    Catalog,
    assumed,
    editions,
    figures_of,
    layers_of,
    load_catalog,
    scoring_layers,
    variants,
)
from companion.engine.core.components.board import Face, NeutralBuilding
from companion.engine.core.components.common import Confidence, PerPlayers
from companion.engine.core.components.house import with_figure
from companion.engine.core.effect import Choice
from companion.engine.turn.dollars import GainDollars

_Entry = tuple[str, int | Mapping[int, int], Confidence]
_CONFIDENCE: tuple[Confidence, ...] = ("low", "medium", "high")


@dataclass(frozen=True)
class Figure:
    """A figure: chosen variants -> number of players -> value. Variant sets without the figure are absent.

    Variants that take components away tell figures that the usual game has, too, by names of their own.
    """

    name: str
    values: Mapping[tuple[str, ...], Mapping[int, int]]
    confidence: Confidence


@functools.cache
def figures(edition: int = 2) -> Mapping[str, Figure]:
    """All figures of an edition by name.

    >>> dict(figures()["fee.green"].values[()])
    {2: 2, 3: 2, 4: 1}
    """
    playable, players = assumed(edition), load_catalog(edition).table.players
    counts = range(players.least, players.most + 1)
    collected: dict[str, dict[tuple[str, ...], Mapping[int, int]]] = {}
    confidence: dict[str, Confidence] = {}
    for chosen in itertools.chain.from_iterable(itertools.combinations(playable, n) for n in range(len(playable) + 1)):
        for name, by_count, sure in _by_count(entries(load_catalog(edition, chosen)), counts):
            collected.setdefault(name, {})[chosen] = by_count
            confidence[name] = min(sure, confidence.get(name, "high"), key=_CONFIDENCE.index)
    # Of variants that take components away, those of the components that no other game has.
    for variant in variants(edition):
        for name, by_count, sure in _by_count(entries(load_catalog(edition, (variant,))), counts):
            if name not in collected:
                collected[name], confidence[name] = {(): by_count}, sure
    for layer, catalog in listing(edition):
        for name, by_count, sure in _by_count(listed(catalog, figures_of(layer)), counts):
            collected[name], confidence[name] = {(): by_count}, sure
    return {
        name: Figure(name, MappingProxyType(values), confidence[name]) for name, values in sorted(collected.items())
    }


def figures_in(catalog: Catalog) -> Mapping[str, Figure]:
    """The figures of a game alone, by the names that the newest edition gives them, as far as it has them."""
    players = catalog.table.players
    rows = _by_count(entries(catalog), range(players.least, players.most + 1))
    return {name: Figure(name, {(): by_count}, sure) for name, by_count, sure in rows}


def _by_count(rows: Iterable[_Entry], counts: range) -> Iterator[tuple[str, Mapping[int, int], Confidence]]:
    for name, value, sure in rows:
        yield name, MappingProxyType({n: value if isinstance(value, int) else value[n] for n in counts}), sure


def listing(edition: int) -> Iterator[tuple[str, Catalog]]:
    """The layers that list figures by names of their own, each with the components of a game with it."""
    yield from ((layer, load_catalog(edition, (layer,))) for layer in variants(edition))
    for other in editions():
        if other != edition:
            yield layers_of(load_catalog(other))[0].id, load_catalog(other)
            yield from ((layer, load_catalog(other, (layer,))) for layer in scoring_layers(other))


def games(edition: int = 2) -> Iterator[tuple[Catalog, Callable[[Catalog], Iterable[_Entry]]]]:
    """Games that have all figures between them, each with what tells those of its components."""
    for chosen in ((), *((variant,) for variant in variants(edition))):
        yield load_catalog(edition, chosen), entries
    for layer, catalog in listing(edition):
        yield catalog, functools.partial(listed, figures=figures_of(layer))


@functools.cache
def _printed() -> Sequence[tuple[Catalog, Callable[[Catalog], Iterable[_Entry]], frozenset[tuple[str, str]]]]:
    return [(game, entries_of, _values(entries_of(game))) for game, entries_of in games()]


def _values(rows: Iterable[_Entry]) -> frozenset[tuple[str, str]]:
    return frozenset((name, str(value)) for name, value, _ in rows)


@functools.lru_cache(256)
def figures_changed_by(house_rule: str, value: int) -> frozenset[str]:
    """The figures that are others by a house rule, by all names that texts give them.

    >>> sorted(figures_changed_by("fee.green", 5))
    ['fee.both', 'fee.green']
    """
    changed = set[str]()
    for game, entries_of, printed in _printed():
        if figure := game.changeable.get(house_rule):
            after = with_figure(game, figure.path, figure.to(value))
            changed |= {name for name, _ in printed - _values(entries_of(after))}
    return frozenset(changed)


def _sum(*parts: PerPlayers | int) -> PerPlayers:
    (counts,) = {tuple(part) for part in parts if not isinstance(part, int)}
    return {n: sum(part if isinstance(part, int) else part[n] for part in parts) for n in counts}


def entries(catalog: Catalog) -> Iterator[_Entry]:
    """The figures that its edition lists, and those that are worked out."""
    newest = editions()[-1]
    names = figures_of(layers_of(load_catalog(newest))[0].id)
    yield from listed(catalog, names, partly=catalog.edition != newest)
    yield from _table(catalog)
    yield from _board(catalog)
    yield from _cards(catalog)
    yield from _railroad(catalog)
    yield from _scoring(catalog)


def _table(catalog: Catalog) -> Iterator[_Entry]:
    table = catalog.table
    yield "fee.both", _sum(table.fees.green, table.fees.black), "high"
    yield "steps.most", _sum(table.step_limit.base, table.step_limit.left_disc, table.step_limit.right_disc), "high"
    for corner in ("white", "dark"):
        alike = [disc for disc in catalog.player_board.discs.values() if disc.corner == corner]
        yield f"discs.{corner}", len(alike), "high"
    auxiliary = catalog.player_board.auxiliary
    start = [action for action in auxiliary.actions.values() if len(action.discs) < auxiliary.spaces]
    yield "auxiliary.open-at-start", len(start), "high"
    for action in auxiliary.actions.values():
        for form, choice in (("single", action.single), ("double", action.double)):
            yield from _choice(f"auxiliary.{action.id}.{form}", choice, "high")
    for worker, spaces in catalog.player_board.worker_rows.immediate.items():
        for number, choice in spaces.items():
            yield from _choice(f"worker-row.{worker}.{number}", choice, "medium")


def _board(catalog: Catalog) -> Iterator[_Entry]:
    kinds = [space.kind for space in catalog.trail.spaces.values()]
    tiles = catalog.tiles
    yield "trail.neutral-spaces", kinds.count("neutral"), "high"
    yield "trail.building-spaces", kinds.count("building"), "medium"
    outlaws = [space for space in catalog.trail.spaces.values() if space.kind == "outlaw"]
    yield "trail.outlaw-spaces", len(outlaws), "high"
    yield "trail.outlaw-spaces-beside", len({space.id for space in outlaws} - catalog.trail.on_path), "medium"
    for space in outlaws:
        if isinstance(space.bounty, GainDollars):
            yield f"bounty.{space.number}", space.bounty.dollars, catalog.trail.confidence
    yield "trail.woods-spaces", sum(space.woods for space in catalog.trail.spaces.values()), "medium"
    for space in catalog.trail.spaces.values():
        if space.risk:
            yield from _choice(f"risk.{space.id}", space.risk, catalog.trail.confidence)
    yield "trail.hazard-spaces", kinds.count("hazard") // len(tiles.hazards.types), "high"
    yield "buildings.total", len({face.number for face in catalog.buildings.faces.values()}), "high"
    buildings: list[NeutralBuilding | Face] = [*catalog.buildings.neutral.values(), *catalog.buildings.faces.values()]
    for building in buildings:
        for number, action in enumerate(building.actions, start=1):
            for choice in action:
                yield from _choice(f"local.{building.id.lower()}.{number}", choice, building.confidence)
    per_type = sum(face.copies for face in tiles.hazards.faces.values())
    points = sorted({face.vp for face in tiles.hazards.faces.values()})
    yield "hazards.per-type", per_type, "high"
    yield "hazards.total", per_type * len(tiles.hazards.types), "high"
    yield "hazards.vp-least", points[0], "high"
    yield "hazards.vp-middle", points[len(points) // 2], "high"
    yield "hazards.vp-most", points[-1], "high"
    bags = dict.fromkeys(range(1, tiles.foresight.columns + 1), 0)
    bags[tiles.hazards.bag] += per_type * len(tiles.hazards.types)
    for kind, entries in (("outlaw", tiles.outlaws), ("worker", tiles.workers)):
        for entry in entries.values():
            yield f"{kind}.{entry.id}.copies", sum(entry.bags.values()), "high"
            for bag, count in entry.bags.items():
                bags[bag] += count
                yield f"{kind}.{entry.id}.bag-{bag}", count, entry.confidence
        yield f"{kind}s.total", sum(sum(entry.bags.values()) for entry in entries.values()), "high"
    for bag, count in bags.items():
        yield f"bag.{bag}.tiles", count, "medium"
    yield "bags.total", len(bags), "high"
    yield "tiles.total", sum(bags.values()), "high"
    yield "foresight.total", tiles.foresight.columns * tiles.foresight.spaces, "high"
    yellow = [number for number, row in catalog.job_market.rows.items() if row.arrow == "yellow"]
    for place, number in enumerate(yellow, start=1):
        yield f"job-market.yellow-arrow.{place}.row", number, "medium"


def _cards(catalog: Catalog) -> Iterator[_Entry]:
    breeds = catalog.cattle.breeds.values()
    for deck in ("player", "market", "supply"):
        alike = [breed for breed in breeds if breed.deck == deck]
        if alike:
            yield f"cattle.{deck}-cards", sum(sum(breed.copies.values()) for breed in alike), "high"
    for breed in breeds:
        yield f"breed.{breed.id}.value", breed.value, "medium" if breed.stage else "high"
        yield f"breed.{breed.id}.copies", sum(breed.copies.values()), "high"
        yield f"breed.{breed.id}.vp-least", min(breed.copies), breed.confidence
        yield f"breed.{breed.id}.vp-most", max(breed.copies), breed.confidence
    cards = catalog.objectives.cards.values()
    yield "objectives.total", sum(card.copies for card in cards if not card.starting), "high"
    yield "objectives.starting", sum(card.copies for card in cards if card.starting), "high"
    effects = [effect for card in cards if card.immediate for effect in card.immediate.does]
    for name in dict.fromkeys(effect.name for effect in effects):
        most = [amount for effect in effects if effect.name == name and (amount := effect.number) is not None]
        if most:
            yield f"immediate.{name}.least", min(most), "medium"
            yield f"immediate.{name}.most", max(most), "medium"


def _choice(name: str, choice: Choice, sure: Confidence) -> Iterator[_Entry]:
    """The amounts of a requirement and a reward, each named after its effect."""
    for effect in (*choice.requires, *choice.does):
        amount = effect.number
        if amount is not None:
            yield f"{name}.{effect.name}", amount, sure


def _railroad(catalog: Catalog) -> Iterator[_Entry]:
    railroad = catalog.railroad
    for number, station in railroad.stations.items():
        if station.space in railroad.turnouts:
            yield f"station.{number}.after", railroad.turnouts[station.space][0], railroad.confidence
    for number, before in enumerate(railroad.crosses, start=1):
        yield f"cross.{number}.after", before, railroad.confidence
    yield "stations.with-master", sum(station.station_master for station in railroad.stations.values()), "high"
    for city in catalog.cities.cities.values():
        # A cross counts for a city when it lies before the city's value on the track.
        yield f"city.{city.id}.crosses", sum(before < city.value for before in railroad.crosses), railroad.confidence


def _scoring(catalog: Catalog) -> Iterator[_Entry]:
    for tile in catalog.station_masters.tiles.values():
        for choice in tile.immediate:
            yield from _choice(f"station-master.{tile.id}", choice, "high")
        if tile.task:
            yield f"station-master.{tile.id}.vp", tile.task.vp, "high"
            yield f"station-master.{tile.id}.each", tile.task.each, "high"
    for category in catalog.scoring.categories.values():
        if category.vp is not None and category.each is not None:
            yield f"score.{category.id}.vp", category.vp, "high"
            yield f"score.{category.id}.each", category.each, "high"
        if category.spaces:
            yield f"score.{category.id}.first-space", min(category.spaces), "high"
            yield f"score.{category.id}.last-space", max(category.spaces), "high"


# Figures by where they stand among the components: a path, in which `*` stands for every id.


def listed(
    catalog: Catalog, figures: Mapping[str, object], *, partly: bool = False
) -> Iterator[tuple[str, int | Mapping[int, int], Confidence]]:
    """The figures that a layer lists by names of its own: how sure -> name -> the number, or where it stands.

    Those of "own" are as sure as the components around them. `partly`: what the components do not have is left out.
    """
    for sure, entries in figures.items():
        for name, where in cast(Mapping[str, int | str], entries).items():
            if isinstance(where, int):
                yield name, where, cast(Confidence, sure)
                continue
            with contextlib.suppress(*([LookupError] if partly else [])):
                for key, number, own in _figures_at(catalog, where.split("."), ("", "high")):
                    yield name.replace("*", key), number, own if sure == "own" else cast(Confidence, sure)


def figures_at(here: object, path: str) -> Iterator[tuple[str, int | Mapping[int, int]]]:
    """The figures at a path through components, such as `cities.cities.*.value`, by what `*` stands for.

    A table counts as many as it has entries, unless it tells a figure for each number of players. What pays `vp` for
    each of something pays `most` points at the most, where the components say how many are paid for.

    Raises LookupError.
    """
    for star, number, _ in _figures_at(here, path.split("."), ("", "high")):
        yield star, number


def _figures_at(
    here: object, path: Sequence[str], above: tuple[str, Confidence]
) -> Iterator[tuple[str, int | Mapping[int, int], Confidence]]:
    """The same with how sure they are; `above`: what `*` stands for, and how sure the components above are."""
    star, sure = above[0], getattr(here, "confidence", above[1])
    if not path:
        by_players = isinstance(here, Mapping) and {type(one) for entry in here.items() for one in entry} == {int}
        value: Any = len(here) if isinstance(here, (Mapping, tuple)) and not by_players else here
        if type(value) is not int and not by_players:
            raise LookupError(f"{here!r} is no figure")
        yield star, value, sure
        return
    first, *rest = path
    inner = _inner(here)
    if first == "*":
        for key, value in inner.items():
            yield from _figures_at(value, rest, (key, sure))
    elif first in inner:
        yield from _figures_at(inner[first], rest, (star, sure))
    elif isinstance(vars(type(here)).get(first), functools.cached_property):
        yield from _figures_at(getattr(here, first), rest, (star, sure))
    else:
        raise LookupError(f"there is no {first!r} (known: {', '.join(inner)})")


def _inner(here: object) -> Mapping[str, Any]:
    if isinstance(here, Mapping):
        return {str(key): value for key, value in here.items()}
    if isinstance(here, tuple):
        return {str(place): value for place, value in enumerate(here)}
    if not dataclasses.is_dataclass(here):
        return {}
    fields = {field.name: getattr(here, field.name) for field in dataclasses.fields(here)}
    if fields.get("most") and "vp" in fields:
        fields["most"] *= fields["vp"]
    return fields
