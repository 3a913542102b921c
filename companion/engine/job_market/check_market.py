"""The job market: filled row by row, from left to right; what is missing above the token was hired."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.engine.core import Position, Reason, Ruleset, reason, zones
from companion.engine.core.reasons import Value
from companion.engine.core.supply import everybody
from companion.engine.railroad import check_station_masters as station_masters
from companion.engine.turn.check_table import IN_MARKET

TOKEN_ABOVE_START = reason("token-above-start", "kansas-city/job-market#token", "number", "start")
MARKET_ROW_TOO_LONG = reason("market-row-too-long", "kansas-city/job-market#token", "number", "have", "most")
WORKERS_BELOW_TOKEN = reason("workers-below-token", "kansas-city/job-market#token", "number", "token")
TOKEN_ROW_GAP = reason("token-row-gap", "kansas-city/job-market#token", "number")
TOKEN_ROW_FULL = reason("token-row-full", "kansas-city/job-market#token", "number", "have")
MORE_HIRED_THAN_GAPS = reason("more-hired-than-gaps", "kansas-city/job-market#token", "hired", "gaps")
MORE_GAPS_THAN_HIRED = reason("more-gaps-than-hired", "kansas-city/job-market#token", "hired", "gaps")


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about the job market."""
    yield from _rows(ruleset, position)
    yield from _hired(ruleset, position)


def token(ruleset: Ruleset, position: Position) -> tuple[int, str] | None:
    """The row of the token, and the place that tells it; behind the last row once it has left. None: unknown."""
    if position.board.job_market.token_row is not None:
        return position.board.job_market.token_row, IN_MARKET
    for colour, player in position.players.items():
        if player.job_market_token:
            return max(ruleset.catalog.job_market.rows) + 1, f"players.{colour}.job_market_token"
    return None


def _columns(ruleset: Ruleset) -> int:
    """Spaces in a row; the most there can be while the number of players is unknown."""
    columns = ruleset.catalog.job_market.columns
    return ruleset.per_players(columns) or max(columns.values())


def _row(row: int) -> str:
    return f"board.job_market.rows.{row}"


def spaces_not_entered(ruleset: Ruleset, position: Position) -> Mapping[int, int]:
    """Row -> spaces of which nothing is known, at most. What a row does not name is unknown."""
    token_at = token(ruleset, position)
    result = {}
    for row in ruleset.catalog.job_market.rows:
        entered = position.board.job_market.rows.get(row, ())
        left = max(0, _columns(ruleset) - len(entered))
        if token_at and row == token_at[0]:
            # Its last space is free, and right of an empty one there is nothing.
            left = 0 if None in entered else max(0, left - 1)
        result[row] = 0 if token_at and row > token_at[0] else left
    return result


def _rows(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    market = position.board.job_market
    # The token starts in the second row and only ever moves down.
    start = ruleset.catalog.job_market.token_start_row
    if market.token_row is not None and market.token_row < start:
        yield Reason(TOKEN_ABOVE_START, {"number": market.token_row, "start": start, "places": (IN_MARKET,)})
    # With fewer players the columns on the left are not used.
    columns = _columns(ruleset)
    for row, spaces in market.rows.items():
        if len(spaces) > columns:
            params: dict[str, Value] = {"number": row, "have": len(spaces), "most": columns}
            yield Reason(MARKET_ROW_TOO_LONG, {**params, "places": (_row(row), "game.players")})
    if market.token_row is None:
        return
    for row, spaces in market.rows.items():
        workers = sum(worker is not None for worker in spaces)
        places = (_row(row), IN_MARKET)
        # Workers go into the token's row only, so no row below it has any.
        if row > market.token_row and workers:
            yield Reason(WORKERS_BELOW_TOKEN, {"number": row, "token": market.token_row, "places": places})
        if row == market.token_row:
            # It is filled from left to right, and nobody is hired from it.
            if any(worker is not None for worker in spaces[workers:]):
                yield Reason(TOKEN_ROW_GAP, {"number": row, "places": places})
            # With the last space of its row taken, the token moves on at once.
            if workers >= columns:
                yield Reason(TOKEN_ROW_FULL, {"number": row, "have": workers, "places": places})


def _hired(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # Above the token every space had its worker; the empty ones are those of workers who were hired. These are in
    # the rows of the players or on station master spaces.
    token_at = token(ruleset, position)
    if token_at is None:
        return
    row_of_token, where = token_at
    above = {row: spaces for row, spaces in position.board.job_market.rows.items() if row < row_of_token}
    empty = {_row(row): spaces.count(None) for row, spaces in above.items()}
    unknown = sum(n for row, n in spaces_not_entered(ruleset, position).items() if row < row_of_token)
    printed = ruleset.catalog.player_board.worker_rows.printed
    slots = {
        f"board.station_masters.{slot}": 1
        for slot, content in position.board.station_masters.items()
        if content and content.worker
    }
    rows = {
        f"players.{colour}.workers": sum(zones.hired(player, printed).values())
        for colour, player in position.players.items()
        if player.workers is not None
    }
    gaps, hired = sum(empty.values()), sum(rows.values()) + sum(slots.values())
    holders = tuple(place for place, count in {**rows, **slots}.items() if count)
    if hired > gaps + unknown:
        places = (*(_row(row) for row in above), where, *holders)
        yield Reason(MORE_HIRED_THAN_GAPS, {"hired": hired, "gaps": gaps + unknown, "places": places})
    if everybody(ruleset, position, "workers") is None:
        return
    hired += sum(slot not in position.board.station_masters for slot in station_masters.slots(ruleset))
    if gaps > hired:
        places = (*(place for place, count in empty.items() if count), where, *rows, *slots)
        yield Reason(MORE_GAPS_THAN_HIRED, {"hired": hired, "gaps": gaps, "places": places})
