"""The best use of a player's objective cards: which to fulfil, which to add from the deck, with which things.

Every thing fulfils one task of one card. Cards in the objective area count whether they are fulfilled or not; a card
still in the deck counts only if its player wants it to. So it can pay to fail a card on purpose, to leave one in the
deck although it could be fulfilled (its things serve better elsewhere), and to add one that fails, when a station
master pays for the number of cards.

All ways are compared, card by card; a way is given up only when another one leaves the same things and is worth more,
or when even an upper bound of what it can lead to is less than a way that is known. So there is no better one.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.engine.core.catalog import Catalog
from companion.engine.core.components.cards import ObjectiveCard
from companion.engine.core.position import Card, Player


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


def best_assignment(
    played: Sequence[ObjectiveCard],
    in_deck: Sequence[ObjectiveCard],
    things: Mapping[str, int],
    bonus: Callable[[int], int] = lambda _: 0,
) -> Assignment:
    """The assignment with the most points. `things`: task -> how many things there are that fulfil it.

    `bonus` is what the number of cards in the area is worth besides (a station master). Of equal ways, the one that
    fulfils more cards, in the order given, is taken.
    """
    cards = [*played, *in_deck]
    by_fate: dict[int, list[ObjectiveCard]] = {_FULFILLED: [], _FAILED: [], _LEFT_OUT: []}
    for card, fate in zip(cards, _Search(cards, len(played), things, bonus).fates(), strict=True):
        by_fate[fate].append(card)
    points = sum(card.vp for card in by_fate[_FULFILLED]) + sum(card.penalty for card in by_fate[_FAILED])
    names = {fate: tuple(card.id for card in of_fate) for fate, of_fate in by_fate.items()}
    return Assignment(points, names[_FULFILLED], names[_FAILED], names[_LEFT_OUT])


_ENOUGH = 100
"""More of one thing than all objective cards together ask for."""


def in_order(catalog: Catalog, cards: Iterable[Card], others: Sequence[ObjectiveCard]) -> list[ObjectiveCard]:
    """The objective cards among some cards, with `others` as often as they are in the game and not more often.

    Where they lay makes no difference to which of equal uses is told.
    """
    owned, before = Counter(card.id for card in cards), Counter(card.id for card in others)
    every = catalog.objectives.cards.values()
    return [card for card in every for _ in range(min(owned[card.id], card.copies - before[card.id]))]


def items_of(catalog: Catalog, player: Player, on_trail: Iterable[str], deck: Iterable[Card]) -> dict[str, list[str]]:
    """Task -> the things of a player that fulfil it, as "building:3a" or "outlaw:green".

    `on_trail` are the faces of the player's buildings there, `deck` the cards that are known.
    """
    items: dict[str, list[str]] = {
        "building": [f"building:{face}" for face in on_trail],
        "station": [f"station:{number}" for number in sorted(set(player.stations or ()))],
        "hazard": [f"hazard:{t.hazard or ''}:{t.hand or ''}:{t.vp or ''}" for t in player.hazards or ()],
        **{f"outlaw-{name}": [f"outlaw:{name}"] * min(n, _ENOUGH) for name, n in (player.outlaws or {}).items()},
        **{city: [f"city:{city}"] * min(n, _ENOUGH) for city, n in (player.deliveries or {}).items()},
    }
    for card in deck:
        breed = catalog.cattle.breeds.get(card.id)
        # An orange card serves no task.
        if breed is not None and breed.stage is None:
            # Points tell cards of a breed apart if there are several kinds of them.
            named = f"card:{card.id}:{card.vp}" if card.vp and len(breed.copies) > 1 else f"card:{card.id}"
            items.setdefault(breed.id, []).append(named)
            items.setdefault(f"value-{catalog.printed.cattle.breeds[card.id].value}", []).append(named)
    return items


def shared_out(fulfilled: Iterable[ObjectiveCard], items: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The things that each card uses, task by task: of each kind the next one that no other card uses."""
    waiting = {task: iter(named) for task, named in items.items()}
    return tuple(tuple(next(waiting[task]) for task in card.tasks) for card in fulfilled)


_LEFT_OUT, _FAILED, _FULFILLED = range(3)
"""The fates of a card, as digits."""

_ROUNDS, _STEP, _SLOWER = 60, 2.0, 0.93
"""Rounds in which prices are looked for; how far they move in the first one, in points; how much less in the next."""

_FEW = 4
"""Cards of which all ways are followed in less time than prices are found."""

_FOLLOWED = 60
"""Ways followed at a time while a good one is looked for, which then only has to be beaten."""


def _digit(place: int) -> int:
    """What a digit in this place counts."""
    return int(3**place)


_State = tuple[int, int]
"""Things left of each kind (packed into one number), cards in the area so far."""

_Way = tuple[int, int]
"""What a way can be worth at the most, and its worth so far."""


@dataclass(frozen=True)
class _Choice:
    """Something that may become of a card: its worth, and the things that it takes by kind, also packed."""

    worth: int
    in_area: bool
    takes: Mapping[int, int]
    packed: int


class _Search:
    """What becomes of all cards in the best way.

    Worth is a whole number that holds the points, below them how many cards are fulfilled, and below that the fate of
    every card as a digit. So no two ways are worth the same, and the worth of the best one tells what it is.
    """

    def __init__(
        self, cards: Sequence[ObjectiveCard], played: int, things: Mapping[str, int], bonus: Callable[[int], int]
    ) -> None:
        self.count = len(cards)
        self.point = (self.count + 1) * _digit(self.count)
        self.rewards = {number: bonus(number) * self.point for number in range(played, self.count + 1)}
        # The rewards lie below a straight line: a share for each card in the area, and something at once.
        self.share = (self.rewards[self.count] - self.rewards[played]) // max(1, self.count - played)
        self.at_once = max(reward - self.share * number for number, reward in self.rewards.items())
        kinds = sorted({task for card in cards for task in card.tasks})
        needs = [Counter(kinds.index(task) for task in card.tasks) for card in cards]
        # What no card can use any more makes no difference.
        most = [sum(need[kind] for need in needs) for kind in range(len(kinds))]
        self.have = [min(things.get(kind, 0), enough) for kind, enough in zip(kinds, most, strict=True)]
        # Each kind has some bits, the highest of which is a guard: it falls when more is taken than there is.
        self.bits = max(most, default=0).bit_length() + 1
        self.guards = self._packed(dict.fromkeys(range(len(kinds)), 1 << self.bits - 1))
        self.choices = [
            self._choices(card, need, _digit(self.count - 1 - place), waiting=place >= played)
            for place, (card, need) in enumerate(zip(cards, needs, strict=True))
        ]

    def _packed(self, counts: Mapping[int, int]) -> int:
        return sum(number << self.bits * kind for kind, number in counts.items())

    def _choices(
        self, card: ObjectiveCard, need: Mapping[int, int], digit: int, *, waiting: bool
    ) -> tuple[_Choice, ...]:
        fulfilled = card.vp * self.point + _digit(self.count) + _FULFILLED * digit
        failed = card.penalty * self.point + _FAILED * digit
        choices = (_Choice(fulfilled, True, need, self._packed(need)), _Choice(failed, True, {}, 0))
        return (*choices, _Choice(_LEFT_OUT, False, {}, 0)) if waiting else choices

    def fates(self) -> list[int]:
        """The fate of every card in the best way."""
        prices = self._prices()
        steps = []
        for choices in self.choices:
            worths = [self._net(choice, prices) for choice in choices]
            # What a choice costs against the best one for this card, were things for sale at these prices.
            steps.append([(max(worths) - worth, choice) for worth, choice in zip(worths, choices, strict=True)])
        # The cards about which there is least doubt come first.
        steps.sort(key=lambda step: -sorted(loss for loss, _ in step)[1])
        # With things for sale, nobody can make more than this: so it is with any prices.
        bound = self.at_once + sum(price * have for price, have in zip(prices, self.have, strict=True))
        bound += sum(max(self._net(choice, prices) for choice in choices) for choices in self.choices)
        good = self._follow(steps, bound, None, _FOLLOWED)
        best = self._follow(steps, bound, good, None)
        return [best // _digit(place) % 3 for place in reversed(range(self.count))]

    def _net(self, choice: _Choice, prices: Sequence[int]) -> int:
        taken = sum(prices[kind] * number for kind, number in choice.takes.items())
        return choice.worth + self.share * choice.in_area - taken

    def _follow(
        self, steps: Iterable[Sequence[tuple[int, _Choice]]], bound: int, least: int | None, most: int | None
    ) -> int:
        """The worth of the best way, of those that can be worth `least`, following only the `most` hopeful ones."""
        start = self._packed(dict(enumerate(self.have))) | self.guards
        ways: dict[_State, _Way] = {(start, 0): (bound, 0)}
        for step in steps:
            following: dict[_State, _Way] = {}
            for (left, in_area), (hope, worth) in ways.items():
                for loss, choice in step:
                    rest = left - choice.packed
                    if rest & self.guards != self.guards or (least is not None and hope - loss < least):
                        continue
                    state, way = (rest, in_area + choice.in_area), (hope - loss, worth + choice.worth)
                    if state not in following or way > following[state]:
                        following[state] = way
            if most is not None and len(following) > most:
                hopeful = sorted(following.items(), key=lambda entry: entry[1], reverse=True)
                following = dict(itertools.islice(hopeful, most))
            ways = following
        return max(worth + self.rewards[in_area] for (_, in_area), (_, worth) in ways.items())

    def _prices(self) -> list[int]:
        """Prices for the kinds of things at which few cards want what there is too little of.

        They only make the search shorter: with any prices that are not negative it finds the same.
        """
        prices = kept_prices = [0.0] * len(self.have)
        if self.count <= _FEW:
            return [0] * len(self.have)
        least, step = float("inf"), _STEP
        offers = [
            [((c.worth + self.share * c.in_area) / self.point, tuple(c.takes.items())) for c in choices]
            for choices in self.choices
        ]
        for _ in range(_ROUNDS):
            wanted = [0] * len(prices)
            bound = sum(price * have for price, have in zip(prices, self.have, strict=True))
            for choices in offers:
                nets = [worth - sum(prices[kind] * number for kind, number in takes) for worth, takes in choices]
                best = nets.index(max(nets))
                bound += nets[best]
                for kind, number in choices[best][1]:
                    wanted[kind] += number
            if bound < least:
                least, kept_prices = bound, prices
            # Where nobody wants more than there is, and less only of what costs nothing, no prices are better.
            if all(w == have or (w < have and not p) for p, w, have in zip(prices, wanted, self.have, strict=True)):
                break
            prices = [max(0.0, p + step * (w - have)) for p, w, have in zip(prices, wanted, self.have, strict=True)]
            step *= _SLOWER
        return [int(price * self.point) for price in kept_prices]
