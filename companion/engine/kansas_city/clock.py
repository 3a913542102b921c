"""How long a game still lasts: visits to Kansas City until the job market is full, and turns, at least and at most."""

from __future__ import annotations

import functools
from typing import NamedTuple

from companion.engine.core import Catalog
from companion.engine.trail.check_bags import bags_at_start


class Remaining(NamedTuple):
    """A number that lies between two ends, both possible as far as is known."""

    least: int
    most: int


class Clock(NamedTuple):
    """What is left before the turn of somebody, as long as the job market is open."""

    workers: int
    """Spaces of the job market that are still to be filled."""
    visits: Remaining
    """Visits until it is full, the last one included. Whoever makes that visit takes the token."""
    turns: tuple[Remaining, ...]
    """Of each player, in turn order from the one on turn, with the one after the market is full."""


def clock(catalog: Catalog, players: int, row: int, workers: int) -> Clock:
    """The clock at the beginning of a turn: the token is in a row in which so many workers lie.

    Every visit brings a worker from column 2 and at most one from column 3, which shows other tiles, too: only so many
    visits as there are of those bring a single one. Raises ValueError for a row that is not there, or is full.

    >>> from companion.engine import load_catalog
    >>> told = clock(load_catalog(2), players=2, row=12, workers=0)
    >>> told.workers, told.visits, told.turns[0]
    (2, Remaining(least=1, most=2), Remaining(least=1, most=36))
    """
    market = catalog.job_market
    columns = market.columns[players]
    if row not in market.rows or not 0 <= workers < columns:
        raise ValueError(f"no row {row} with {workers} workers in which the token can be")
    left = (max(market.rows) - row + 1) * columns - workers
    visits = visits_left(catalog, left)
    # One visit in every turn, one turn after the other; then everybody else has one more, in the same order.
    turns = visits.least + players - 1
    return Clock(
        left,
        visits,
        tuple(
            Remaining(len(range(seat, turns, players)), _longest(catalog, players, visits.most))
            for seat in range(players)
        ),
    )


def visits_left(catalog: Catalog, workers: int, spent: int = 0) -> Remaining:
    """Visits until so many workers have come. Of those that can bring a single one, so many are `spent`."""
    single = max(0, visits_with_one(catalog) - spent)
    return Remaining(-(-workers // 2), next(n for n in range(workers + 1) if 2 * n - min(single, n) >= workers))


def visits_with_one(catalog: Catalog) -> int:
    """Visits that can bring a single worker: one for each tile of the last bag that is none, and what is disputed."""
    bags = bags_at_start(catalog)
    return sum(n for kind, n in bags[max(bags)].items() if not kind.startswith("worker")) + catalog.tiles.split_doubt


def _longest(catalog: Catalog, players: int, visits: int) -> int:
    """Turns of each player at most: everybody moves on by a space in each turn, on the longest way."""
    lap, rounds = longest_way(catalog), 0
    while players * (rounds // lap) < visits:
        rounds += 1
    return rounds + 1


def longest_way(catalog: Catalog) -> int:
    """Spaces from the start to Kansas City on the longest way, with a tile on each."""
    spaces = catalog.trail.spaces

    @functools.cache
    def way(space: str) -> int:
        return max((1 + way(following) for following in spaces[space].next), default=0)

    return way("start")
