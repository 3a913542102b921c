"""The job market: filled row by row, closed when its token leaves it."""

from __future__ import annotations

from dataclasses import replace

from companion.engine.cattle.market import refill_market
from companion.engine.core import Position, Ruleset, State


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


def add_worker(state: State, worker: str) -> None:
    """Put a worker onto the next space of the row of the token; the last space of a row moves the token on."""
    market, data = state.board.job_market, state.catalog.job_market
    columns, token = state.rules.per_players(data.columns), market.token_row
    if token is None or columns is None:
        state.set_board(job_market=type(market)(None, {}))
        return
    row = [entry for entry in market.rows.get(token, ()) if entry] if token in market.rows else None
    if row is None or len(row) >= columns:
        # The token has moved on from a row that is full, so where it lies is not known.
        state.set_board(job_market=replace(market, token_row=None))
        return
    row.append(worker)
    rows = {**market.rows, token: tuple(row) + (None,) * (columns - len(row))}
    if len(row) < columns:
        state.set_board(job_market=replace(market, rows=rows))
        return
    arrow = data.rows[token].arrow
    following = token + 1 if token + 1 in data.rows else None
    if following is not None:
        rows.setdefault(following, (None,) * columns)
    state.set_board(job_market=type(market)(following, rows))
    if arrow == "yellow":
        refill_market(state)
    if arrow in ("green", "red"):
        # The end of the game: the token lies before the player from now on.
        state.set_me(job_market_token=True)
        state.set_turn(final_round=True)


def in_progress(ruleset: Ruleset, position: Position) -> bool:
    """Whether the game is certainly not over: the job market token has not left the market."""
    return position.turn.final_round is False or closed(State(ruleset, position)) is False
