"""From phase to phase: what happens by itself when a turn goes on or ends."""

from __future__ import annotations

from companion.engine.effects.steps import Deliver, LeaveKansasCity
from companion.engine.flow import cards
from companion.engine.flow.facts import hand_limit
from companion.engine.flow.state import State, taken
from companion.engine.format.table import PHASES
from companion.engine.position import OFF_BOARD, Tile, Turn

KANSAS_CITY = PHASES[2:7]
"""The subphases of Kansas City."""

FORESIGHT = KANSAS_CITY[:3]
"""The subphases of Kansas City in which a foresight tile is chosen, one for each column."""


def building_at(state: State, space: str | None) -> str | None:
    """The building tile on a space of the trail, neutral or private, as far as it is known."""
    if space is None:
        return None
    private = state.board.buildings.get(space)
    return private.face if private else state.board.neutral.get(space)


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


def closed(state: State) -> bool | None:
    """Whether the job market is closed: its token lies before a player, and no worker may be chosen any more."""
    players = state.players.values()
    if any(player.job_market_token for player in players):
        return True
    row = state.board.job_market.token_row
    if row is not None:
        return row not in state.catalog.job_market.rows
    everybody = len(players) == state.rules.players
    return False if everybody and all(player.job_market_token is False for player in players) else None


def asked_of_market(state: State) -> tuple[str, ...]:
    """What tells whether the job market is closed, while that is not known: where its token lies."""
    holders = (
        f"players.{c}.job_market_token" for c, player in state.players.items() if player.job_market_token is None
    )
    return ("board.job_market.token_row", *holders)


def may_choose(state: State, tile: Tile) -> bool | None:
    """Whether a foresight tile may be chosen; a worker only while the job market is open."""
    shut = closed(state) if tile.worker else False
    return None if shut is None else not shut


def skip_empty_columns(state: State) -> None:
    """Go on over the foresight columns in which there is nothing to choose."""
    phase = state.turn.phase
    while phase in FORESIGHT:
        column = FORESIGHT.index(phase) + 1
        tiles = state.board.foresight.get(column)
        if tiles is None or any(may_choose(state, tile) is not False for tile in tiles):
            break
        phase = PHASES[PHASES.index(phase) + 1]
    state.set_turn(phase=phase)


def waiting(state: State) -> None:
    """Put the step that a phase consists of in its place, where a position was entered without it."""
    if state.pending:
        return
    if state.turn.phase in FORESIGHT:
        skip_empty_columns(state)
    elif state.turn.phase == "K5":
        state.pending = [LeaveKansasCity(), Deliver(limit=state.turn.breeding_value)]


def end_turn(state: State) -> None:
    """Phase C: refill the foresight, draw up to the hand limit; then it is the next player's turn."""
    state.pending = []
    refill_foresight(state)
    player = state.me
    limit = hand_limit(state, player)
    if limit is None or player.hand is None:
        state.set_me(hand=None, draw=None, discard=None if player.draw is None else player.discard)
    else:
        cards.draw(state, state.colour, limit - player.hand.count)
    _next_player(state)


def refill_foresight(state: State) -> None:
    """Fill the columns that lack tiles from the bags of their number."""
    spaces = state.catalog.tiles.foresight.spaces
    shown, bags = dict(state.board.foresight), dict(state.board.bags)
    for column, tiles in state.board.foresight.items():
        lacking = spaces - len(tiles)
        bag = bags.get(column)
        if lacking <= 0:
            continue
        if bag is None:
            # What came is unknown, and so is the column.
            del shown[column]
            continue
        count = min(lacking, bag.count)
        pieces = state.draw_from(f"board.bags.{column}", bag, count)
        left = taken(bag, pieces, count)
        if left is not None:
            bags[column] = left
        if pieces is None and count:
            del shown[column]
        else:
            shown[column] = tiles + (pieces or ())
    state.set_board(foresight=shown, bags=bags)


def _next_player(state: State) -> None:
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
        state.turn = Turn(player=None, phase="end", final_round=True)
        return
    if closed(state) and holder is None and (colour is None or state.players[colour].job_market_token is None):
        # Whoever is next may have the token.
        state.turn = Turn(final_round=True)
        return
    herder = state.players[colour].herder if colour else None
    state.turn = Turn(
        player=colour,
        phase="A",
        first_turn=None if herder is None else herder == OFF_BOARD,
        final_round=closed(state),
        used=(),
        buildings_used=(),
        auxiliary_used=False,
        stations_upgraded=(),
    )
