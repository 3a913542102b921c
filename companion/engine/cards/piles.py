"""Cards between hand, draw stack and discard pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.engine.core import Catalog, Judgement, Player, State, reason
from companion.engine.core.position import MAX_COUNT, Card, Pile, alike
from companion.engine.core.state import added, taken
from companion.engine.kansas_city.disc_places import dark_discs_placed

CARD_NOT_IN_HAND = reason("card-not-in-hand", "turn/requirements-and-rewards", cards="card")

MAX_NAMED = 20_000
"""Cards that all selections of one list of options name together. No hand of a game leaves half as many to choose
from; of a larger one the first selections are told, in order."""


def few(choices: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """The first of the selections, as many as anybody can look through."""
    named = 0
    for chosen in choices:
        named += max(1, len(chosen))
        if named > MAX_NAMED:
            return
        yield chosen


def selections(names: Iterable[str], count: int) -> Iterator[tuple[str, ...]]:
    """All ways to select so many of these names, equal ones alike, in alphabetical order.

    >>> list(selections(["galloway", "criollo", "criollo"], 2))
    [('criollo', 'criollo'), ('criollo', 'galloway')]
    """
    counts = Counter(names)
    kinds = sorted(counts)
    left = [0] * (len(kinds) + 1)
    for place in reversed(range(len(kinds))):
        left[place] = left[place + 1] + counts[kinds[place]]

    def select(place: int, lacking: int) -> Iterator[tuple[str, ...]]:
        if not lacking:
            yield ()
        elif lacking <= left[place]:
            kind = kinds[place]
            for some in range(min(counts[kind], lacking), -1, -1):
                for others in select(place + 1, lacking - some):
                    yield (kind,) * some + others

    yield from select(0, count)


def card_of(name: str) -> Card:
    """A card by its name in positions: `criollo`, `shorthorn:4`, `obj-3`."""
    breed, _, points = name.partition(":")
    return Card(breed, int(points) if points else None)


def find(pile: Pile[Card], wanted: Iterable[Card]) -> tuple[list[Card], list[Card]]:
    """(those of the pile that are the wanted cards, wanted cards that are not among its known ones)."""
    remaining, matching, absent = pile.counts, [], []
    matched: Counter[Card] = Counter()

    def free(card: Card) -> bool:
        return remaining.get(card, 0) > matched[card]

    for card in wanted:
        match = card if free(card) else next((other for other in remaining if free(other) and alike(other, card)), None)
        if match is None:
            absent.append(card)
        else:
            matched[match] += 1
            matching.append(match)
    return matching, absent


def need_in_hand(state: State, judgement: Judgement, colour: str, wanted: Iterable[Card]) -> None:
    """Cards that must be in the hand of a player."""
    player = state.players.get(colour)
    path = f"players.{colour}.hand" if colour else "turn.player"
    hand = player.hand if player else None
    wanted = list(wanted)
    if hand is None and player is not None:
        judgement.suppose(path, wanted)
    if hand is None:
        judgement.require_fact(path)
        return
    matching, absent = find(hand, wanted)
    if any(card.vp is not None for card in {*wanted} - {*matching, *absent}):
        # One of that breed is there, with points that nobody entered.
        judgement.require_fact(path)
    if len(absent) > hand.count - len(hand.known):
        for card in dict.fromkeys(absent):
            judgement.forbid(CARD_NOT_IN_HAND, cards=(str(card),), places=(path,))
    elif absent:
        judgement.suppose(path, absent)


def discard(state: State, colour: str, cards: Iterable[Card]) -> None:
    """Put cards from the hand onto the own discard pile."""
    player = state.players.get(colour)
    if player is None:
        # Of a player who was not entered, nothing is known before or after; an unknown one may be anybody.
        state.set_player(colour, hand=None, discard=None)
        return
    wanted = list(cards)
    if player.hand is None:
        state.set_player(colour, discard=added(player.discard, tuple(wanted), len(wanted)))
        return
    matching, absent = find(player.hand, wanted)
    gone = (*matching, *absent)
    state.set_player(
        colour,
        hand=taken(player.hand, gone, len(gone)),
        discard=added(player.discard, gone, len(gone)),
    )


def draw(state: State, colour: str, count: int) -> None:
    """Draw cards into the hand. Only when the draw stack has run out, the discard pile is shuffled and replaces it."""
    player = state.players.get(colour)
    if count <= 0:
        return
    if player is None:
        draw_unseen(state, colour)
        state.set_player(colour, hand=None, draw=None, discard=None)
        return
    hand, stack, pile = player.hand, player.draw, player.discard
    zone = f"players.{colour}.draw"
    if stack is None or (stack.count < count and pile is None):
        came = state.draw_from(zone, None, count)
        hand = None if came is None else added(hand, came, len(came))
        # The pile may have been shuffled, unless there is none.
        state.set_player(colour, hand=hand, draw=None, discard=None if pile is None or pile.count else pile)
        return
    first = min(count, stack.count)
    if first:
        pieces = state.draw_from(zone, stack, first)
        hand, stack = added(hand, pieces, first), taken(stack, pieces, first)
    rest = count - first
    if rest and pile and stack is not None:
        stack, pile = Pile(pile.count, pile.known), Pile[Card](0)
        second = min(rest, stack.count)
        if second:
            pieces = state.draw_from(zone, stack, second)
            hand, stack = added(hand, pieces, second), taken(stack, pieces, second)
    state.set_player(colour, hand=hand, draw=stack, discard=pile)


def draw_unseen(state: State, colour: str) -> None:
    """Draw nobody knows how many cards: what was told of them says nothing of the hand that is left."""
    for one in (colour,) if colour else state.catalog.table.players.colours:
        state.draw_from(f"players.{one}.draw", None, MAX_COUNT)


def deck_left(state: State, colour: str) -> int | None:
    """How many cards a player can still draw, the discard pile included."""
    player = state.players.get(colour)
    if player is None or player.draw is None or player.discard is None:
        return None
    return player.draw.count + player.discard.count


def hand_limit(state: State, player: Player) -> int | None:
    """How many cards a player draws up to at the end of a turn; None while the cleared disc spaces are not known."""
    return None if player.cleared is None else most_in_hand(state.catalog, player)


_HAND_DISCS = "hand-"
"""How the names of the disc spaces that raise the hand limit begin."""


def most_in_hand(catalog: Catalog, player: Player) -> int:
    """The highest hand limit that fits what is known of a player."""
    limit = catalog.table.hand_limit
    placed = dark_discs_placed(catalog, player)
    if player.cleared is not None:
        placed = sum(disc.startswith(_HAND_DISCS) for disc in set(player.cleared))
    return limit.most if placed is None else min(limit.most, limit.base + limit.per_disc * placed)
