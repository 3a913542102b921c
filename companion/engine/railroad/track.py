"""The railroad: where an engine can go. A space with another engine on it is as if it were not there."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.core.catalog import Catalog
from companion.engine.core.fields import Stop


def reach(catalog: Catalog, start: Stop, taken: Iterable[Stop], most: int, *, forward: bool) -> dict[Stop, set[int]]:
    """Free spaces -> with how many spaces of movement they can be reached, up to `most`.

    The first space has room for everybody; the last one ends a forward movement.
    """
    railroad = catalog.railroad
    links = railroad.onwards if forward else railroad.backwards
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
    railroad, blocked = catalog.railroad, set(taken)
    entered = {start: 0}
    for here in (start, *railroad.behind[start]):
        for there in railroad.backwards.get(here, ()):
            free = isinstance(there, int) and (there == railroad.first or there not in blocked)
            entered[there] = max(entered.get(there, 0), entered[here] + free)
    return entered.get(end, 0)
