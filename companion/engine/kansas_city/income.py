"""The income of a hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from companion.engine.core import Action, Catalog, Judgement, Player, State, Step, free_to_act, reason
from companion.engine.core.position import Card, Pile
from companion.engine.core.state import added
from companion.engine.core.vocabulary import Marker
from companion.engine.kansas_city.certificates import permanent_certificates
from companion.engine.kansas_city.delivery import Deliver, LeaveKansasCity

MARKER_BETWEEN_SPACES = reason("marker-between-spaces", "kansas-city/certificates#jump", "needs")
MARKER_NOT_FORWARD = reason("marker-not-forward", "kansas-city/certificates", "have", "needs")


@dataclass(frozen=True)
class DiscardHand(Step, name="discard-hand", section="kansas-city/income", at_once=True):
    """Discard the whole hand, after the income."""

    def happen(self, state: State) -> None:
        player = state.me
        if player.hand is None:
            state.set_me(hand=Pile[Card](0), discard=None)
        else:
            state.set_me(hand=Pile[Card](0), discard=added(player.discard, player.hand.known, player.hand.count))
        state.set_turn(phase="K5")


@dataclass(frozen=True)
class Income(Action, type="income", section="kansas-city/income", phases=("K4",)):
    """Take the income of the hand, with the certificate marker put back to `marker`, and discard the hand."""

    marker: Marker

    def judge(self, state: State, judgement: Judgement) -> None:
        if not free_to_act(state, judgement, "K4"):
            return
        judgement.look("kansas-city/certificates")
        player, track = state.me, state.catalog.table.certificates.track
        if self.marker not in track:
            judgement.forbid(MARKER_BETWEEN_SPACES, needs=self.marker)
        elif player.certificates is None:
            # The marker may always go back to the first space.
            if self.marker > track[0]:
                judgement.require_fact(state.path("certificates"))
        elif self.marker > player.certificates:
            judgement.forbid(
                MARKER_NOT_FORWARD, have=player.certificates, needs=self.marker, places=(state.path("certificates"),)
            )

    def apply(self, state: State) -> None:
        value = income(state, state.me, self.marker)
        if value is None:
            state.set_me(dollars=None)
        else:
            state.earn(value)
        state.set_me(certificates=self.marker)
        state.set_turn(breeding_value=value)
        state.begin(
            (
                *(step for layer in state.rules.layers for step in layer.after_income),
                *(DiscardHand(), Deliver(limit=value), LeaveKansasCity()),
            )
        )


def breeding_value(state: State, cards: tuple[Card, ...]) -> int:
    """What a hand is worth in Kansas City: every type once, the best of it."""
    best: dict[str, int] = {}
    for card in cards:
        breed = state.catalog.cattle.breeds.get(card.id)
        if breed is not None:
            best[breed.type] = max(best.get(breed.type, 0), breed.value)
    return sum(best.values())


def income(state: State, player: Player, marker: int) -> int | None:
    """The total breeding value with the certificate marker put back to `marker`; None when something is unknown."""
    permanent = permanent_certificates(state, player)
    if player.hand is None or not player.hand.complete or player.certificates is None or permanent is None:
        return None
    return breeding_value(state, player.hand.known) + player.certificates - marker + permanent


# What a hand may come to in Kansas City, while cards are still to be drawn: exact chances, by counting.

MAX_DRAWN = 40
"""More cards than anybody draws on the way."""


class Odds(NamedTuple):
    """A chance: one number, or (where cards are unknown) what it is at least and at most."""

    at_least: Fraction
    at_most: Fraction


_Seen = tuple[int, tuple[tuple[str, int], ...], int]
"""Cards drawn, the best value of each type among them, and how many unknown ones that count."""


def income_odds(catalog: Catalog, player: Player, draws: int, spare: int = 0) -> Mapping[int, Odds]:
    """The chances that the hand is worth at least so much, for each value that it may come to (without certificates).

    `player.hand` are the cards that are kept until Kansas City. `draws` cards come to it by then; of `spare` more, as
    an exchange token brings them, as many cards of the hand are discarded again: those that count least. Cards come
    from `player.draw`; where it runs out, from `player.discard`, and cards that are discarded on the way never come
    back. Raises ValueError for a pile that was not entered, or more draws than MAX_DRAWN.

    Every type of cattle counts once, as in the income (section kansas-city/income). An unknown card may count nothing
    or as much as the best, so that the true chance lies between the ends.

    >>> from companion.engine import load_catalog
    >>> one, other = Card("galloway"), Card("criollo")
    >>> player = Player(hand=Pile(1, (other,)), draw=Pile(3, (one, one, other)), discard=Pile(0))
    >>> {worth: str(odds.at_least) for worth, odds in income_odds(load_catalog(2), player, draws=1).items()}
    {1: '1', 3: '2/3'}
    """
    hand, stack, pile = player.hand, player.draw, player.discard
    if hand is None or stack is None or (pile is None and stack.count < draws + spare):
        raise ValueError("the hand and the piles that cards come from must be entered")
    if not (draws >= 0 and spare >= 0 and draws + spare <= MAX_DRAWN):
        raise ValueError(f"from 0 to {MAX_DRAWN} cards are drawn")
    piles = (hand, stack, pile or Pile(0))
    least = _worth(catalog, *piles, draws, spare, unknown_count=0)
    most = least if all(one.complete for one in piles) else _worth(catalog, *piles, draws, spare, unknown_count=1)
    every = sorted({*least, *most})

    def reached(chances: Mapping[int, Fraction], needs: int) -> Fraction:
        return sum((chance for worth, chance in chances.items() if worth >= needs), Fraction(0))

    return {needs: Odds(reached(least, needs), reached(most, needs)) for needs in every}


def _worth(
    catalog: Catalog, hand: Pile[Card], stack: Pile[Card], pile: Pile[Card], draws: int, spare: int, unknown_count: int
) -> Mapping[int, Fraction]:
    """What the hand is worth -> how likely. Unknown cards count nothing, or (`unknown_count`) as much as the best."""
    seen: dict[_Seen, int] = {(0, (), 0): 1}
    wanted = draws + spare
    # All cards of a pile that runs out are drawn, whatever their order.
    first = min(wanted, stack.count)
    second = min(wanted - first, pile.count)
    for cards, count in ((hand, hand.count), (stack, first), (pile, second)):
        seen = _drawn(catalog, seen, cards, count, unknown_count)
    size = hand.count + max(0, first + second - spare)
    best = max(breed.value for breed in catalog.cattle.breeds.values())
    ways: defaultdict[int, int] = defaultdict(int)
    for (_, values, unknown), number in seen.items():
        counting = sorted([*(value for _, value in values), *([best] * unknown)], reverse=True)
        ways[sum(counting[:size])] += number
    total = sum(ways.values())
    return {worth: Fraction(number, total) for worth, number in ways.items()}


def _drawn(
    catalog: Catalog, seen: Mapping[_Seen, int], cards: Pile[Card], count: int, unknown_count: int
) -> dict[_Seen, int]:
    """In how many ways so many cards of a pile join those that were seen; equal cards are told apart."""
    kinds: Counter[tuple[str, int]] = Counter()
    for card in cards.known:
        breed = catalog.cattle.breeds.get(card.id)
        kinds[(breed.type, breed.value) if breed else ("", 0)] += 1
    kinds["?", unknown_count] += cards.count - len(cards.known)
    now: Mapping[_Seen, int] = {(0, values, unknown): number for (_, values, unknown), number in seen.items()}
    left = cards.count
    for (kind, value), copies in kinds.items():
        left -= copies
        after: defaultdict[_Seen, int] = defaultdict(int)
        for (drawn, values, unknown), number in now.items():
            # As many as still leave enough cards to draw.
            for taken in range(max(0, count - drawn - left), min(copies, count - drawn) + 1):
                more = values
                if taken and kind not in ("", "?"):
                    best = dict(values)
                    best[kind] = max(best.get(kind, 0), value)
                    more = tuple(sorted(best.items()))
                key = (drawn + taken, more, unknown + taken * (kind == "?") * value)
                after[key] += number * comb(copies, taken)
        now = after
    return dict(now)
