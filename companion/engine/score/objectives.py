"""The best use of a player's objective cards: which to fulfil, which to add from the deck, with which things.

Every thing fulfils one task of one card. Cards in the objective area count whether they are fulfilled or not; a card
still in the deck counts only if its player wants it to. So it can pay to fail a card on purpose, to leave one in the
deck although it could be fulfilled (its things serve better elsewhere), and to add one that fails, when a station
master pays for the number of cards. All ways are compared; there is no better one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.engine.components.cards import Objective


@dataclass(frozen=True)
class Assignment:
    """What becomes of each card: fulfilled, failed, or left out (cards of the deck only). `points` of all together."""

    points: int
    fulfilled: tuple[str, ...]
    failed: tuple[str, ...]
    left_out: tuple[str, ...]

    @property
    def in_area(self) -> int:
        """How many cards lie in the objective area in the end."""
        return len(self.fulfilled) + len(self.failed)


_State = tuple[tuple[int, ...], int]
"""Things left of each kind, cards in the area so far."""
_Way = tuple[int, tuple[int, ...]]
"""Points so far, what became of each card so far (`_FULFILLED` ...)."""

_FULFILLED, _FAILED, _LEFT_OUT = range(3)


def best_assignment(
    played: Sequence[Objective],
    in_deck: Sequence[Objective],
    things: Mapping[str, int],
    bonus: Callable[[int], int] = lambda _: 0,
) -> Assignment:
    """The assignment with the most points. `things`: task -> how many things there are that fulfil it.

    `bonus` is what the number of cards in the area is worth besides (a station master). Of equal ways, the one that
    fulfils more cards, in the order given, is taken.
    """
    cards = [*((card, True) for card in played), *((card, False) for card in in_deck)]
    kinds = sorted({task for card, _ in cards for task in card.tasks})
    needs = [_vector(card, kinds) for card, _ in cards]
    # What no card can use any more makes no difference.
    most = [sum(need[place] for need in needs) for place in range(len(kinds))]
    start = tuple(min(things.get(kind, 0), most[place]) for place, kind in enumerate(kinds))
    ways: dict[_State, _Way] = {(start, 0): (0, ())}
    for (card, must), need in zip(cards, needs, strict=True):
        following: dict[_State, _Way] = {}
        for (left, count), (points, fates) in ways.items():
            rest = tuple(have - use for have, use in zip(left, need, strict=True))
            if min(rest, default=0) >= 0:
                _keep(following, (rest, count + 1), (points + card.vp, (*fates, _FULFILLED)))
            _keep(following, (left, count + 1), (points + card.penalty, (*fates, _FAILED)))
            if not must:
                _keep(following, (left, count), (points, (*fates, _LEFT_OUT)))
        ways = following
    _, (points, fates) = max(ways.items(), key=lambda entry: (entry[1][0] + bonus(entry[0][1]), *_preference(entry[1])))
    by_fate: dict[int, list[str]] = {_FULFILLED: [], _FAILED: [], _LEFT_OUT: []}
    for (card, _), fate in zip(cards, fates, strict=True):
        by_fate[fate].append(card.id)
    return Assignment(points, tuple(by_fate[_FULFILLED]), tuple(by_fate[_FAILED]), tuple(by_fate[_LEFT_OUT]))


def _vector(card: Objective, kinds: Sequence[str]) -> tuple[int, ...]:
    counts = Counter(card.tasks)
    return tuple(counts[kind] for kind in kinds)


def _keep(ways: dict[_State, _Way], state: _State, way: _Way) -> None:
    """Of two ways to the same things left, the better one."""
    known = ways.get(state)
    if known is None or (way[0], *_preference(way)) > (known[0], *_preference(known)):
        ways[state] = way


def _preference(way: _Way) -> tuple[int, list[int]]:
    """Among equal points: more cards fulfilled, earlier ones first."""
    return way[1].count(_FULFILLED), [-fate for fate in way[1]]
