"""Stacks and hands: how high a stack can be, and how many cards a player holds."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.cards.discarding import DiscardCards
from companion.engine.cards.piles import most_in_hand
from companion.engine.core import Catalog, Player, Position, Reason, Ruleset, of_kind, reason
from companion.engine.core.components.common import PerPlayers
from companion.engine.core.position import OFF_BOARD
from companion.engine.core.reasons import Value
from companion.engine.core.supply import on_turn

CATTLE_STACK_TOO_HIGH = reason("cattle-stack-too-high", "kansas-city/cattle-market-refill", "have", "most")
OBJECTIVE_STACK_TOO_HIGH = reason("objective-stack-too-high", "objectives/gain#cards", "have", "most")
OBJECTIVE_DISPLAY_SHORT = reason("objective-display-short", "objectives/gain#cards", "have", "most", "stack")
HAND_BEYOND_LIMIT = reason("hand-beyond-limit", "cards/draw-cards", "player", "have", "limit")
HAND_AFTER_INCOME = reason("hand-after-income", "kansas-city/income", "player", "have")
HAND_BELOW_LIMIT = reason("hand-below-limit", "cards/draw-cards", "player", "have", "limit")
DECK_BEFORE_FIRST_TURN = reason("deck-before-first-turn", "turn/first-turn", "player", "have", "supply")
DECK_EMPTIED = reason("deck-emptied", "cards/draw-cards#reshuffle", "player", "have", "limit", severity="suspicious")


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot or hardly can be about stacks and hands."""
    yield from _stacks(ruleset, position)
    for colour, player in position.players.items():
        yield from _hand(ruleset, position, colour, player)


def _stacks(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    catalog, board = ruleset.catalog, position.board
    # The set-up lays out the market and the display; no card ever comes back onto a stack.
    size = catalog.cattle.market_size
    in_market = sum(sum(breed.copies.values()) for breed in catalog.cattle.breeds.values() if breed.deck == "market")
    objectives = catalog.objectives
    for code, key, stack, most in (
        (CATTLE_STACK_TOO_HIGH, "cattle_stack", board.cattle_stack, max(0, in_market - _at_least(ruleset, size))),
        (OBJECTIVE_STACK_TOO_HIGH, "objective_stack", board.objective_stack, objectives.stack - objectives.display),
    ):
        if stack and stack.count > most:
            yield Reason(code, {"have": stack.count, "most": most, "places": (f"board.{key}",)})
    # A card taken from the display is replaced at once as long as there is a stack.
    display, stack = board.objective_display, board.objective_stack
    # A card that no source describes cannot be entered.
    if display is not None and stack and stack.count and len(display) + objectives.unlisted < objectives.display:
        params: dict[str, Value] = {"have": len(display), "most": objectives.display, "stack": stack.count}
        yield Reason(OBJECTIVE_DISPLAY_SHORT, {**params, "places": ("board.objective_display",)})


def _as_dealt(catalog: Catalog, colour: str, player: Player) -> Iterator[Reason]:
    # Before the first turn, all cards are those of the starting deck: an exchange token discards as many as it draws.
    piles = player.deck
    have = sum(pile.count for pile in piles.values() if pile)
    supply = sum(sum(breed.copies.values()) for breed in catalog.cattle.breeds.values() if breed.deck == "player")
    if player.herder == OFF_BOARD and not player.automa and (have > supply or (have < supply and all(piles.values()))):
        places = tuple(f"players.{colour}.{name}" for name, pile in piles.items() if pile)
        yield Reason(DECK_BEFORE_FIRST_TURN, {"player": colour, "have": have, "supply": supply, "places": places})


def _at_least(ruleset: Ruleset, figure: PerPlayers) -> int:
    return ruleset.per_players(figure) or min(figure.values())


def _hand(ruleset: Ruleset, position: Position, colour: str, player: Player) -> Iterator[Reason]:
    catalog = ruleset.catalog
    most = most_in_hand(catalog, player)
    least = catalog.table.hand_limit.base if player.cleared is None else most
    if player.hand is None:
        return
    have, here = player.hand.count, f"players.{colour}"
    why = (f"{here}.cleared",) if player.cleared is not None else ()
    # Drawing ends at the limit, and whatever else puts cards into the hand has as many discarded, an objective card
    # of a building beforehand; only in between there are more.
    # Before the first turn a player holds the cards that were dealt.
    if player.herder == OFF_BOARD or (player.herder is None and position.turn.first_turn is not False):
        hands = [seat.cards for seat in ruleset.seats_of(player)]
        dealt = max(hands)
        if min(hands) < catalog.table.hand_limit.base:
            # A house rule deals fewer.
            least = min(hands)
        most = dealt if player.herder == OFF_BOARD else max(most, dealt)
        yield from _as_dealt(catalog, colour, player)
    steps = of_kind(position.turn.pending, DiscardCards)
    drawn = sum(step.count for step in steps if (step.player or on_turn(position)) in (None, colour))
    if have > most + drawn:
        yield Reason(
            HAND_BEYOND_LIMIT, {"player": colour, "have": have, "limit": most + drawn, "places": (f"{here}.hand", *why)}
        )
    # The hand is discarded after the income; until the visit to Kansas City is over, no card comes to stay.
    if position.turn.phase == "K5" and on_turn(position) == colour and have > drawn:
        yield Reason(HAND_AFTER_INCOME, {"player": colour, "have": have, "places": (f"{here}.hand", "turn.phase")})
    if player.draw is None and player.discard is None:
        return
    left = {f"{here}.{name}": pile.count for name, pile in (("draw", player.draw), ("discard", player.discard)) if pile}
    # Everybody ends the turn by drawing up to the limit while there are cards to draw, and until the next turn a hand
    # only changes by exchange tokens, which discard as many as they draw.
    others_turn = position.turn.player not in (None, colour)
    if others_turn and have < least and any(left.values()):
        filled = tuple(place for place, count in left.items() if count)
        places = (f"{here}.hand", *filled, *why, "turn.player")
        yield Reason(HAND_BELOW_LIMIT, {"player": colour, "have": have, "limit": least, "places": places})
    # A deck can be made as small as one likes, but hardly anybody makes it smaller than a hand.
    cards = have + sum(left.values())
    if len(left) == 2 and cards < catalog.table.hand_limit.base:
        params: dict[str, Value] = {"player": colour, "have": cards, "limit": catalog.table.hand_limit.base}
        yield Reason(DECK_EMPTIED, {**params, "places": (f"{here}.hand", *left)})
