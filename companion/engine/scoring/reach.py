"""Which points can be made at all in each category of the final scoring, worked out from the components.

The sets are what any pieces could give; they are never too small, so a number outside cannot be right.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations, product

from companion.engine.core.catalog import Catalog, load_catalog
from companion.engine.core.components.railroad import City, MasterTask

Points = frozenset[int]


@functools.cache
def reachable(edition: int, variants: tuple[str, ...]) -> Mapping[str, Points | None]:
    """Category -> all points that can be made in it. None: any number from zero, without an upper end.

    >>> sorted(reachable(2, ())["job-market-token"])
    [0, 2]
    """
    catalog = load_catalog(edition, variants)
    return {category: _REACH[category](catalog) for category in catalog.scoring.categories}


def sums(choices: Iterable[Iterable[int]]) -> Points:
    """All sums of one number from each of the choices."""
    result = {0}
    for choice in choices:
        result = {total + value for total in result for value in choice}
    return frozenset(result)


def _money(_: Catalog) -> None:
    return None


def _buildings(catalog: Catalog) -> Points:
    # Of each number one face may lie on the trail, or none.
    by_number: dict[int, list[int]] = {}
    for face in catalog.buildings.faces.values():
        by_number.setdefault(face.number, [0]).append(face.vp)
    return sums(by_number.values())


def _cities(catalog: Catalog) -> Points:
    # Any cities once, the repeatable ones as often as there are discs; arrows count with a disc at both ends.
    cities, discs = catalog.cities.cities.values(), catalog.table.players.discs
    # A city that gives nothing, alone or with another, is as good as none.
    joined = {end for arrow in catalog.cities.arrows.values() if arrow.vp for end in arrow.between}
    repeatable = [city for city in cities if city.repeatable]
    single = [city for city in cities if not city.repeatable and (city.vp or city.id in joined)]
    points: set[int] = set()
    for size in range(len(single) + 1):
        for chosen in combinations(single, size):
            ids = {city.id for city in chosen}
            base = sum(city.vp for city in chosen)
            for ends in _subsets([city.id for city in repeatable]):
                here = ids | set(ends)
                arrows = sum(a.vp for a in catalog.cities.arrows.values() if set(a.between) <= here)
                left = discs - size - len(ends)
                for values in product(*(_each(city) for city in repeatable if city.id in ends)):
                    points |= {base + arrows + sum(values) + more for more in _repeats(values, left)}
    return frozenset(points)


def _each(city: City) -> Iterable[int]:
    """What a disc on a city may be worth."""
    return (city.vp,) if city.per is None else (city.vp * number for number in range(city.most + 1))


def _subsets(ids: list[str]) -> Iterable[tuple[str, ...]]:
    return (chosen for size in range(len(ids) + 1) for chosen in combinations(ids, size))


@functools.cache
def _repeats(values: tuple[int, ...], most: int) -> Points:
    """Sums of at most `most` numbers out of `values`, each as often as wanted; nothing if that is less than none."""
    if most < 0:
        return frozenset()
    result = {0}
    for _ in range(most):
        result |= {total + value for total in result for value in values}
    return frozenset(result)


def _stations(catalog: Catalog) -> Points:
    return sums((0, station.vp) for station in catalog.railroad.stations.values())


def _hazards(catalog: Catalog) -> Points:
    hazards = catalog.tiles.hazards
    return sums(range(0, face.vp * face.copies * len(hazards.types) + 1, face.vp) for face in hazards.faces.values())


def _cattle(catalog: Catalog) -> Points:
    return sums(
        range(0, vp * copies + 1, vp)
        for breed in catalog.cattle.breeds.values()
        for vp, copies in breed.copies.items()
        if vp
    )


def _objectives(catalog: Catalog) -> Points:
    # Each card pays, costs its penalty, or was never there; of the starting cards a player has one.
    cards = catalog.objectives.cards.values()
    starting = {value for card in cards if card.starting for value in (card.vp, card.penalty)}
    others = [(0, card.vp, card.penalty) for card in cards if not card.starting for _ in range(card.copies)]
    return sums([starting, *others])


def _station_masters(catalog: Catalog) -> Points | None:
    tasks = [tile.task for tile in catalog.station_masters.tiles.values() if tile.task]
    if any(_most_counted(catalog, task) is None for task in tasks):
        return None
    # At most the tiles that are in play, each with as much as can be counted for it.
    masters = catalog.station_masters
    by_number: list[set[int]] = [{0}] + [set() for _ in range(masters.in_play + masters.spare)]
    for tile in masters.tiles.values():
        values = {0} if tile.task is None else _task(catalog, tile.task)
        for number in range(len(by_number) - 1, 0, -1):
            by_number[number] |= {total + value for total in by_number[number - 1] for value in values}
    return frozenset(set().union(*by_number))


def _task(catalog: Catalog, task: MasterTask) -> set[int]:
    most = (_most_counted(catalog, task) or 0) // task.each
    return set(range(0, most * task.vp + 1, task.vp))


def _most_counted(catalog: Catalog, task: MasterTask) -> int | None:
    """The most that a task can count, None if there is no end to it."""
    return task.most if task.per not in _MAX_COUNTED else _MAX_COUNTED[task.per](catalog)


def _most_certificates(catalog: Catalog) -> int:
    permanent = sorted((tile.permanent for tile in catalog.station_masters.tiles.values()), reverse=True)
    masters = catalog.station_masters
    return max(catalog.table.certificates.track) + sum(permanent[: masters.in_play + masters.spare])


_MAX_COUNTED: Mapping[str, Callable[[Catalog], int]] = {
    "objective-card": lambda c: 1 + sum(card.copies for card in c.objectives.cards.values() if not card.starting),
    "certificate": _most_certificates,
    "outlaw-pair": lambda c: min(sum(outlaw.bags.values()) for outlaw in c.tiles.outlaws.values()),
    "hazard": lambda c: sum(f.copies for f in c.tiles.hazards.faces.values()) * len(c.tiles.hazards.types),
    "worker": lambda c: c.player_board.worker_rows.spaces * len(c.tiles.workers),
    "station": lambda c: len(c.railroad.stations),
    "building": lambda c: len({face.number for face in c.buildings.faces.values()}),
}


def _workers(catalog: Catalog) -> Points:
    category = catalog.scoring.categories["workers"]
    each = category.vp or 0
    return frozenset(range(0, each * len(category.spaces) * len(catalog.tiles.workers) + 1, each))


def _once(category: str) -> Callable[[Catalog], Points]:
    """All or nothing: the points of the category, or none."""
    return lambda catalog: frozenset({0, catalog.scoring.categories[category].vp or 0})


_REACH: Mapping[str, Callable[[Catalog], Points | None]] = {
    "money": _money,
    "buildings": _buildings,
    "cities": _cities,
    "stations": _stations,
    "hazards": _hazards,
    "cattle": _cattle,
    "objectives": _objectives,
    "station-masters": _station_masters,
    "workers": _workers,
    "step-disc": _once("step-disc"),
    "job-market-token": _once("job-market-token"),
}


def together(catalog: Catalog) -> Mapping[str, int]:
    """Category -> the most points that all players together can make in it, where pieces are shared."""
    hazards = catalog.tiles.hazards
    return {
        "hazards": sum(face.vp * face.copies for face in hazards.faces.values()) * len(hazards.types),
        "cattle": sum(vp * n for breed in catalog.cattle.breeds.values() for vp, n in breed.copies.items()),
    }
