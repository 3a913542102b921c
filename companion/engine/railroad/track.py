"""The railroad: where an engine can go. A space with another engine on it is as if it were not there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.core.catalog import Catalog
from companion.engine.core.fields import Stop


def _links(catalog: Catalog, forward: bool) -> Mapping[Stop, tuple[Stop, ...]]:
    """Where a movement can go on from each space."""
    return catalog.railroad.onwards if forward else catalog.railroad.backwards


def reach(catalog: Catalog, start: Stop, taken: Iterable[Stop], most: int, *, forward: bool) -> dict[Stop, set[int]]:
    """Free spaces -> with how many spaces of movement they can be reached, up to `most`.

    The first space has room for everybody; the last one ends a forward movement.
    """
    railroad = catalog.railroad
    links = _links(catalog, forward)
    blocked = {stop for stop in taken if stop != railroad.first}
    found: dict[Stop, set[int]] = {}
    waiting: list[tuple[Stop, int]] = [(start, 0)]
    seen = set(waiting)
    while waiting:
        here, steps = waiting.pop()
        for there in links.get(here, ()):
            cost = steps if there in blocked else steps + 1
            if cost > most or (there, cost) in seen:
                continue
            seen.add((there, cost))
            waiting.append((there, cost))
            if there not in blocked:
                found.setdefault(there, set()).add(cost)
    return found


def numbered_between(catalog: Catalog, start: Stop, end: Stop, taken: Iterable[Stop]) -> int:
    """Free numbered spaces that an engine enters on its way back from `start` to `end`, by the way that has most."""
    railroad = catalog.railroad
    blocked = set(taken)
    # The numbered spaces lie in one row: all below the start, down to the end.
    first = railroad.turnouts[start][0] if isinstance(start, str) else start - 1
    last = railroad.turnouts[end][1] if isinstance(end, str) else end
    return sum(1 for n in range(last, first + 1) if n == railroad.first or n not in blocked)


def behind(catalog: Catalog, engine: Stop, station: int) -> bool:
    """Whether a station is strictly behind an engine (reading of open question 11)."""
    space = catalog.railroad.stations[station].space
    if space not in catalog.railroad.turnouts:
        return False
    after = catalog.railroad.turnouts[space][1]
    nose = catalog.railroad.turnouts[engine][0] if isinstance(engine, str) else engine
    return after <= nose


def all_behind(catalog: Catalog, engine: Stop) -> list[Stop]:
    """Every space that lies behind an engine, free or not, the nearest first."""
    railroad = catalog.railroad
    nose = railroad.turnouts[engine][0] if isinstance(engine, str) else engine - 1
    found: list[Stop] = []
    for number in range(nose, railroad.first - 1, -1):
        if number + 1 <= nose or not isinstance(engine, str):
            found += [turnout for turnout, (before, _) in railroad.turnouts.items() if before == number]
        found.append(number)
    return found
