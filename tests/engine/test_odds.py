"""The chances of an income, against every order in which the cards can come."""

import itertools
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from companion.engine import Card, Catalog, Pile, Player, income_odds, load_catalog
from hypothesis import given
from hypothesis import strategies as st

from tests.profiles import examples

CARDS = ["criollo", "criollo", "santa-gertrudis", "pineywoods", "galloway", "galloway", "longhorn", "hereford", "obj-1"]
SIMMENTAL = ["simmental-calf", "simmental-heifer", *CARDS[:6]]


def worth(catalog: Catalog, cards: list[str], size: int) -> int:
    """The most that so many of these cards come to: every type once."""
    best: dict[str, int] = {}
    for card in cards:
        if breed := catalog.cattle.breeds.get(card):
            best[breed.type] = max(best.get(breed.type, 0), breed.value)
    return sum(sorted(best.values(), reverse=True)[:size])


def brute(
    catalog: Catalog, hand: list[str], stack: list[str], pile: list[str], draws: int, spare: int
) -> dict[int, Fraction]:
    """At least so much -> its chance, by trying all orders of both piles."""
    found: Counter[int] = Counter()
    for first in itertools.permutations(range(len(stack))):
        for second in itertools.permutations(range(len(pile))):
            came = ([stack[i] for i in first] + [pile[i] for i in second])[: draws + spare]
            found[worth(catalog, hand + came, len(hand) + max(0, len(came) - spare))] += 1
    total = sum(found.values())
    return {least: Fraction(sum(n for one, n in found.items() if one >= least), total) for least in sorted(found)}


def player(hand: list[str], stack: list[str], pile: list[str], unknown: int = 0) -> Player:
    def of(cards: list[str], more: int = 0) -> Pile[Card]:
        return Pile(len(cards) + more, tuple(map(Card, cards)))

    return Player(hand=of(hand), draw=of(stack, unknown), discard=of(pile))


@given(st.randoms(use_true_random=False))
@examples(200)
def test_they_are_those_of_all_orders(dice: Random) -> None:
    catalog = load_catalog(2, ("simmental",))
    cards = dice.sample([*CARDS, *SIMMENTAL], 9)
    hand, stack, pile = cards[: dice.randrange(4)], cards[4 : 4 + dice.randrange(5)], cards[-dice.randrange(1, 3) :]
    draws, spare = dice.randrange(4), dice.randrange(3)
    odds = income_odds(catalog, player(hand, stack, pile), draws, spare)
    assert {least: (one.at_least, one.at_most) for least, one in odds.items()} == {
        least: (chance, chance) for least, chance in brute(catalog, hand, stack, pile, draws, spare).items()
    }


@given(st.randoms(use_true_random=False))
@examples(100)
def test_whatever_the_unknown_cards_are_the_chance_lies_between_the_ends(dice: Random) -> None:
    catalog = load_catalog(2)
    hand, stack = dice.sample(CARDS, 2), dice.sample(CARDS, 3)
    draws, spare = dice.randrange(1, 4), dice.randrange(2)
    odds = income_odds(catalog, player(hand, stack, [], unknown=2), draws, spare)
    for _ in range(10):
        whole = income_odds(catalog, player(hand, [*stack, *dice.sample(CARDS, 2)], []), draws, spare)
        for least, (at_least, at_most) in odds.items():
            chance = next((one.at_least for worth, one in whole.items() if worth >= least), Fraction(0))
            assert at_least <= chance <= at_most


def test_a_whole_deck_of_one_who_has_seen_nothing() -> None:
    """Four cards of the fourteen: how likely they are of four types."""
    breeds = load_catalog(2).cattle.breeds
    deck = [breed for breed, one in breeds.items() if one.deck == "player" for _ in range(sum(one.copies.values()))]
    odds = income_odds(load_catalog(2), player([], deck, []), 4)
    # 5 * 3 * 3 * 3 of the 1,001 hands.
    assert [*odds.items()][-1] == (7, (Fraction(135, 1001), Fraction(135, 1001)))
    assert odds[1].at_least == 1


@pytest.mark.parametrize(("hand", "draws"), [(None, 1), (Pile[Card](0), -1), (Pile[Card](0), 41)])
def test_what_cannot_be_counted_is_refused(hand: Pile[Card] | None, draws: int) -> None:
    with pytest.raises(ValueError, match=r"must be entered|cards are drawn"):
        income_odds(load_catalog(2), Player(hand=hand, draw=Pile(50), discard=Pile(0)), draws)
