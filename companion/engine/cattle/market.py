"""The cards of the cattle market."""

from __future__ import annotations

from collections import Counter

from companion.engine.core.position import MAX_COUNT, Card, alike
from companion.engine.core.state import State, taken


def find_on_market(state: State, wanted: list[Card]) -> list[Card] | None:
    """The cards on the market that are the wanted ones; None when they are not all there."""
    left = Counter(state.board.cattle_market or {})
    found = []
    for card in wanted:
        match = card if left[card] > 0 else next((o for o in left if left[o] > 0 and alike(o, card)), None)
        if match is None:
            return None
        left[match] -= 1
        found.append(match)
    return found


def to_market(state: State, count: int) -> None:
    """Add cards from the stack to the cattle market, as long as there are any."""
    stack, market = state.board.cattle_stack, state.board.cattle_market
    if stack is None:
        pieces = state.draw_from("board.cattle_stack", None, count)
        known = pieces is not None and market is not None
        state.set_board(cattle_market=dict(Counter(market) + Counter(pieces)) if known else None)
        return
    count = min(count, stack.count)
    if not count:
        return
    pieces = state.draw_from("board.cattle_stack", stack, count)
    left = taken(stack, pieces, count)
    if pieces is None or market is None:
        state.set_board(cattle_market=None, cattle_stack=left)
        return
    state.set_board(cattle_market=dict(Counter(market) + Counter(pieces)), cattle_stack=left)


def refill_market(state: State) -> None:
    """Fill the cattle market up to its size at the start; when there is more already, nothing is added."""
    market = state.board.cattle_market
    size = state.rules.per_players(state.catalog.cattle.market_size)
    if market is None or size is None:
        state.draw_from("board.cattle_stack", None, MAX_COUNT)
        state.set_board(cattle_market=None, cattle_stack=None)
    else:
        to_market(state, max(0, size - sum(market.values())))
