"""From phase to phase: what happens by itself when a turn goes on or ends."""

from __future__ import annotations

from companion.engine.cards import piles as cards
from companion.engine.cards.piles import hand_limit, most_in_hand
from companion.engine.core.position import FORESIGHT, OFF_BOARD, Turn
from companion.engine.core.state import State
from companion.engine.job_market.hiring import closed
from companion.engine.kansas_city.foresight import refill_foresight, skip_empty_columns
from companion.engine.trail.tiles import building_at


def arrive(state: State, space: str) -> None:
    """The herder ends its movement at a location: phase B begins there, or Kansas City."""
    state.set_me(herder=space)
    if space == "kansas-city":
        state.set_turn(phase=FORESIGHT[0], used=(), auxiliary_used=None)
        skip_empty_columns(state)
        return
    # At the beginning of a turn, nothing has been used.
    used = () if state.turn.phase == "A" else state.turn.buildings_used
    building = building_at(state, space)
    state.set_turn(
        phase="B",
        used=(),
        auxiliary_used=False,
        buildings_used=(*used, building) if used is not None and building else used,
    )


def end_turn(state: State) -> None:
    """Phase C: refill the foresight, draw up to the hand limit; then it is the next player's turn."""
    state.pending = []
    refill_foresight(state)
    player = state.me
    limit = hand_limit(state, player)
    if limit is None or player.hand is None:
        cards.draw_unseen(state, state.colour)
        # The discard pile stays where the stack is sure to be enough, or where there is nothing to shuffle.
        most = most_in_hand(state.catalog, player) - (player.hand.count if player.hand else 0)
        stays = player.draw is not None and player.draw.count >= most
        stays = stays or (player.discard is not None and not player.discard.count)
        state.set_me(hand=None, draw=None, discard=player.discard if stays else None)
    else:
        cards.draw(state, state.colour, limit - player.hand.count)
    next_player(state)


def next_player(state: State) -> None:
    """Turns go round by seats; when it would come to the holder of the job market token, the game is over."""
    seats = {player.seat: colour for colour, player in state.players.items() if player.seat is not None}
    count = state.rules.players
    mine = state.me.seat
    colour = seats.get(mine % count + 1) if mine is not None and count else None
    if colour is None and len(state.players) == count == state.catalog.table.players.least:
        # Of two, it is the other one's turn, wherever they sit.
        (colour,) = set(state.players) - {state.colour} if state.colour in state.players else (None,)
    holder = next((colour for colour, player in state.players.items() if player.job_market_token), None)
    if colour is not None and colour == holder:
        state.new_turn(Turn(player=None, phase="end", final_round=True))
        return
    if colour is None and holder not in (None, state.colour):
        # It may be the holder's turn: then the game is over.
        state.new_turn(Turn(final_round=True))
        return
    if closed(state) and holder is None and (colour is None or state.players[colour].job_market_token is None):
        # Whoever is next may have the token.
        state.new_turn(Turn(final_round=True))
        return
    herder = state.players[colour].herder if colour else None
    first = None if herder is None else herder == OFF_BOARD
    # Where cowboys serve in each buying action, they are counted from its beginning.
    cowboys = None if state.catalog.table.cowboys_serve_each_action else 0
    state.new_turn(Turn.begun(colour, first=first, final=closed(state), cowboys=cowboys))
