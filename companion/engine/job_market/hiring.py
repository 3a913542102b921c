"""Hiring: an effect offers it, an action does it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.engine.cattle.buying import refill_market
from companion.engine.core import (
    Action,
    Catalog,
    Effect,
    Judgement,
    Position,
    Prospects,
    Reason,
    Ruleset,
    State,
    offered,
    reason,
    zones,
)
from companion.engine.core.reasons import Value
from companion.engine.core.state import one_more
from companion.engine.core.supply import everybody
from companion.engine.core.vocabulary import ColumnNumber, RowNumber
from companion.engine.railroad import station_masters
from companion.engine.turn.check_table import IN_MARKET
from companion.engine.turn.dollars import pay_in_full, workers
from companion.engine.turn.locations import Immediate

NOBODY_TO_HIRE = reason("nobody-to-hire", "job-market/hire")
ROW_OF_THE_TOKEN = reason("row-of-the-token", "job-market/hire", "number")
NO_WORKER_THERE = reason("no-worker-there", "job-market/hire", "number", "column")
WORKER_ROW_FULL = reason("worker-row-full", "job-market/hire", "worker", "most")

_ENDS_THE_GAME = frozenset({"green", "red"})
"""The arrows that the token passes as it leaves the market for a player."""


@dataclass(frozen=True)
class Hire(Effect, name="hire", section="job-market/hire"):
    """Hire one worker from the job market for the cost of its row plus `extra` dollars (negative: cheaper)."""

    extra: int = 0

    def prospects(self, state: State) -> Prospects:
        return Prospects(_anybody(state), Reason(NOBODY_TO_HIRE, {"places": ("board.job_market.rows",)}))

    @classmethod
    def follows(cls, catalog: Catalog) -> Mapping[str, tuple[str, ...]]:
        # The space that a worker is put on may allow an action at once.
        rows = catalog.player_board.worker_rows.immediate
        return {cls.name: tuple(f"{worker}.{space}" for worker, spaces in rows.items() for space in spaces)}


@dataclass(frozen=True)
class HireWorker(Action, type="hire", section="job-market/hire", offered_by=(Hire,)):
    """Hire the worker on a space of the job market; columns count from the left, those in use."""

    row: RowNumber
    column: ColumnNumber

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, Hire)
        market, rows = state.board.job_market, state.catalog.job_market.rows
        columns = state.catalog.job_market.columns
        here = f"board.job_market.rows.{self.row}"
        judgement.look("job-market/hire#cost")
        # Nobody is hired from the row of the token.
        if market.token_row is None:
            if _may_hold_token(state, self.row):
                judgement.require_fact(*asked_of_market(state))
        elif self.row == market.token_row:
            judgement.forbid(ROW_OF_THE_TOKEN, number=self.row, places=("board.job_market.token_row",))
        elif self.row < market.token_row:
            judgement.passed(ROW_OF_THE_TOKEN, number=market.token_row)
        if step is not None:
            pay_in_full(state, judgement, max(0, rows[self.row].cost + step.extra))
        workers_there = market.rows.get(self.row, ())
        worker = workers_there[self.column - 1] if self.column <= len(workers_there) else None
        # Spaces that were not entered are unknown, but for columns that are not in use and rows below the token.
        in_use = max(columns[players] for players in state.player_counts)
        below = market.token_row is not None and self.row > market.token_row
        if len(workers_there) < self.column <= in_use and not below:
            # Whoever may lie there, a row has to have room.
            full = Judgement()
            for kind in state.catalog.tiles.workers:
                _room_for(state, full, kind)
            if len(full.reasons) == len(state.catalog.tiles.workers):
                judgement.reasons += full.reasons
            else:
                judgement.require_fact(here, *([state.path("workers")] if state.me.workers is None else []))
        elif worker is None:
            judgement.forbid(NO_WORKER_THERE, number=self.row, column=self.column, places=(here,))
        elif below and market.token_row:
            # Below the token no worker lies yet, whoever was put there.
            judgement.forbid(ROW_OF_THE_TOKEN, number=market.token_row, places=("board.job_market.token_row", here))
        else:
            _room_for(state, judgement, worker)

    def apply(self, state: State) -> None:
        state.done()
        market = state.board.job_market
        row = market.rows.get(self.row)
        worker = row[self.column - 1] if row and self.column <= len(row) else None
        if row is None or worker is None:
            # Who was hired is not known.
            state.set_me(workers=None)
            state.begin([])
            return
        left = (*row[: self.column - 1], None, *row[self.column :])
        state.set_board(job_market=type(market)(market.token_row, {**market.rows, self.row: left}))
        have = workers(state.me, worker)
        follow: list[Effect] = []
        if state.me.workers is not None and have is not None:
            state.set_me(workers=one_more(state.me.workers, worker))
            # The space that the worker is put on may allow an action at once.
            if have + 1 in state.catalog.player_board.worker_rows.immediate.get(worker, {}):
                follow.append(Immediate(f"{worker}.{have + 1}"))
        state.begin(follow)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        market = state.board.job_market
        for row, spaces in market.rows.items():
            if market.token_row is None or row < market.token_row:
                for number, worker in enumerate(spaces, start=1):
                    if worker:
                        yield cls(row, number)


def _room_for(state: State, judgement: Judgement, worker: str) -> None:
    # A row of workers takes six, the printed one included.
    have, most = workers(state.me, worker), state.catalog.player_board.worker_rows.spaces
    if have is None:
        judgement.require_fact(state.path("workers"))
    elif have >= most:
        judgement.forbid(WORKER_ROW_FULL, worker=worker, most=most, places=(state.path("workers"),))
    else:
        judgement.passed(WORKER_ROW_FULL, worker=worker, most=most)


def _anybody(state: State) -> Iterator[HireWorker]:
    """The cheapest worker of each type in an open row, and a space of each row on which anybody may lie."""
    market, data = state.board.job_market, state.catalog.job_market
    in_use, offered_workers = max(data.columns[players] for players in state.player_counts), set[str]()
    for row in data.cheapest_first:
        if market.token_row is not None and row >= market.token_row:
            continue
        spaces = market.rows.get(row, ())
        for column, worker in enumerate(spaces, start=1):
            # Which rows are open is not known while nobody said where the token lies.
            if worker is not None and (worker not in offered_workers or market.token_row is None):
                offered_workers.add(worker)
                yield HireWorker(row, column)
        if len(spaces) < in_use:
            yield HireWorker(row, len(spaces) + 1)


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


def _may_hold_token(state: State, row: int) -> bool:
    """Whether the token, whose row is not known, may lie in this one."""
    rows, data = state.board.job_market.rows, state.catalog.job_market
    if row < data.token_start_row or closed(state):
        return False
    # It has moved on when its space is taken, or when anybody lies in a later row.
    columns = state.rules.per_players(data.columns)
    here = rows.get(row) or ()
    if columns is not None and len(here) >= columns and here[columns - 1]:
        return False
    return not any(any(spaces) for later, spaces in rows.items() if later > row)


def add_worker(state: State, worker: str) -> None:
    """Put a worker onto the next space of the row of the token; the last space of a row moves the token on."""
    market, data = state.board.job_market, state.catalog.job_market
    columns, token = state.rules.per_players(data.columns), market.token_row
    if token is None or columns is None:
        perhaps_add_worker(state)
        return
    spaces = market.rows.get(token, ())
    row = [entry for entry in spaces if entry]
    # To the right of those that were entered others may lie, but on the last space: a row that is full has no token.
    if (None not in spaces and len(row) < columns - 1) or len(row) >= columns:
        _perhaps_move_on(state, [token])
        state.set_board(job_market=replace(market, token_row=None))
        return
    row.append(worker)
    rows = {**market.rows, token: tuple(row) + (None,) * (columns - len(row))}
    if len(row) < columns:
        state.set_board(job_market=replace(market, rows=rows))
        return
    following = token + 1 if token + 1 in data.rows else None
    if following is not None:
        rows.setdefault(following, (None,) * columns)
    state.set_board(job_market=type(market)(following, rows))
    if data.rows[token].arrow == "yellow":
        refill_market(state)
    if data.rows[token].arrow in _ENDS_THE_GAME:
        # The end of the game: the token lies before the player from now on.
        state.set_me(job_market_token=True)
        state.set_turn(final_round=True)


def perhaps_add_worker(state: State) -> None:
    """A worker may have come, nobody knows where: it may lie on any space, and may have moved the token on."""
    if closed(state):
        return
    market, data = state.board.job_market, state.catalog.job_market
    least = min(data.columns[players] for players in state.player_counts)
    # With two spaces free in the row of the token, it stays there.
    rows = [row for row in data.rows if _may_hold_token(state, row)] if market.token_row is None else [market.token_row]
    here = {row: market.rows.get(row, ()) for row in rows}
    _perhaps_move_on(state, [row for row in rows if None not in here[row] or here[row].index(None) >= least - 1])
    state.set_board(job_market=type(market)())


def _perhaps_move_on(state: State, rows: Iterable[int]) -> None:
    """The token may have left one of these rows: what the arrow behind it sets off may have happened."""
    arrows = {state.catalog.job_market.rows[row].arrow for row in rows}
    if "yellow" in arrows:
        refill_market(state, surely=False)
    if arrows & _ENDS_THE_GAME:
        state.set_me(job_market_token=state.me.job_market_token or None)
        state.set_turn(final_round=state.turn.final_round or None)


def in_progress(ruleset: Ruleset, position: Position) -> bool:
    """Whether the game is certainly not over: the job market token has not left the market."""
    return position.turn.final_round is False or closed(State(ruleset, position)) is False


# The job market: filled row by row, from left to right; what is missing above the token was hired.

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
    everyone = everybody(ruleset, position, "workers")
    if everyone is None or not all(zones.tells_hired(player) for _, player in everyone):
        return
    hired += sum(slot not in position.board.station_masters for slot in station_masters.slots(ruleset))
    if gaps > hired:
        places = (*(place for place, count in empty.items() if count), where, *rows, *slots)
        yield Reason(MORE_GAPS_THAN_HIRED, {"hired": hired, "gaps": gaps, "places": places})
