"""The best use of objective cards, beside trying everything."""

from collections.abc import Iterator
from itertools import product

from companion.engine import Chance, load_catalog
from companion.engine.core.components.cards import ObjectiveCard
from companion.engine.scoring.objectives import best_assignment

from bench.timing import beside, milliseconds

TARGET = 10.0
"""Milliseconds for the most that a player ever has."""

CARDS = 12
TRIES = 100
_SMALL = 8
"""Cards for which everything can be tried in the time of a measurement."""


def run() -> Iterator[str]:
    """The lines of the report."""
    chance = Chance(1)
    deck = [card for card in load_catalog().objectives.cards.values() for _ in range(card.copies) if not card.starting]
    tasks = sorted({task for card in deck for task in card.tasks})
    slowest = 0.0
    for _ in range(TRIES):
        cards = chance.draw(list(deck), CARDS)
        played = chance.pick(range(CARDS + 1))
        things = {task: chance.pick(range(9)) for task in tasks}
        slowest = max(slowest, milliseconds(lambda c=cards, p=played, t=things: _best(c, p, t), 3))
    yield f"{CARDS} cards, the slowest of {TRIES} hands: {slowest:.3f} ms; target: {TARGET} ms"
    cards, things = chance.draw(list(deck), _SMALL), dict.fromkeys(tasks, 2)
    best = milliseconds(lambda: _best(cards, _SMALL // 2, things))
    yield beside(f"best_assignment of {_SMALL} cards", best, "all ways", milliseconds(lambda: _all(cards, things), 1))


def _best(cards: list[ObjectiveCard], played: int, things: dict[str, int]) -> int:
    return best_assignment(cards[:played], cards[played:], things, lambda count: count // 2 * 3).points


def _all(cards: list[ObjectiveCard], things: dict[str, int]) -> int:
    """The points of the best way, found by trying every one."""
    points = []
    for fates in product((0, 1, 2), repeat=len(cards)):
        used = [task for card, fate in zip(cards, fates, strict=True) if fate == 1 for task in card.tasks]
        if all(used.count(task) <= things[task] for task in set(used)):
            points.append(sum(card.vp for card, fate in zip(cards, fates, strict=True) if fate == 1))
    return max(points)
