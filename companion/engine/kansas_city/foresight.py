"""The foresight tiles: chosen, moved to where they belong, refilled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.core import Action, Judgement, Position, Reason, Ruleset, State, free_to_act, reason
from companion.engine.core.position import FORESIGHT, PHASES, Tile
from companion.engine.core.reasons import Value
from companion.engine.core.state import taken
from companion.engine.core.supply import on_turn
from companion.engine.core.vocabulary import Count
from companion.engine.job_market.hiring import add_worker, asked_of_market, closed, perhaps_add_worker

NO_FORESIGHT_TILE = reason("no-foresight-tile", "kansas-city/foresight", "number", "have")
JOB_MARKET_CLOSED = reason("job-market-closed", "kansas-city/market-closed")

AFTER_DELIVERY = "start"
"""Where a herder goes at the end of a visit; it leaves the space as its next turn begins."""


def may_choose(state: State, tile: Tile) -> bool | None:
    """Whether a foresight tile may be chosen: a worker only while the job market is open. None when nobody knows."""
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


def refill_foresight(state: State) -> None:
    """Fill the columns that lack tiles from the bags of their number."""
    foresight = state.catalog.tiles.foresight
    shown, bags = dict(state.board.foresight), dict(state.board.bags)
    for column in range(1, foresight.columns + 1):
        tiles, bag = shown.pop(column, None), bags.pop(column, None)
        lacking = _gaps(state, column) if tiles is None else foresight.spaces - len(tiles)
        pieces: tuple[Tile, ...] | None = ()
        if lacking is None or (bag is None and lacking > 0):
            # How many came is unknown, or what; so is the column, or the bag.
            pieces = state.draw_from(f"board.bags.{column}", None, foresight.spaces if lacking is None else lacking)
            bag = None
        elif bag is not None:
            count = max(0, min(lacking, bag.count))
            pieces = state.draw_from(f"board.bags.{column}", bag, count) if count else ()
            bag = taken(bag, pieces, count)
        if bag is not None:
            bags[column] = bag
        if tiles is not None and pieces is not None:
            shown[column] = tiles + pieces
    state.set_board(foresight=shown, bags=bags)


def _gaps(state: State, column: int) -> int | None:
    """How many tiles a column that was not entered lacks at the end of a turn: after a visit one, as its bag was never
    empty. None when that cannot be told: once the job market is closed, there may have been nothing but workers.
    """
    if state.me.herder != AFTER_DELIVERY:
        return None if state.me.herder is None else 0
    return 1 if not _shows_workers(state, column) or closed(state) is False else None


def _shows_workers(state: State, column: int) -> bool:
    """Whether there are workers in the bag of a column."""
    return any(column in worker.bags for worker in state.catalog.tiles.workers.values())


@dataclass(frozen=True)
class Foresight(Action, type="foresight", section="kansas-city/foresight", phases=(*FORESIGHT,)):
    """Choose a tile of the foresight column of this subphase, from 1, and move it to where it belongs."""

    tile: Count

    def judge(self, state: State, judgement: Judgement) -> None:
        if not free_to_act(state, judgement, *FORESIGHT) or state.turn.phase is None:
            return
        column = FORESIGHT.index(state.turn.phase) + 1
        path = f"board.foresight.{column}"
        tiles = state.board.foresight.get(column)
        have = state.catalog.tiles.foresight.spaces if tiles is None else len(tiles)
        if not 1 <= self.tile <= have:
            judgement.forbid(NO_FORESIGHT_TILE, number=self.tile, have=have, places=(path,))
            return
        if tiles is None:
            judgement.require_fact(path)
            return
        judgement.look("kansas-city/job-market" if tiles[self.tile - 1].worker else "trail/placing-tiles")
        # No worker any more once the job market is closed.
        may = may_choose(state, tiles[self.tile - 1])
        if may is None:
            judgement.require_fact(*asked_of_market(state))
        elif not may:
            judgement.forbid(JOB_MARKET_CLOSED, places=(path,))

    def apply(self, state: State) -> None:
        phase = state.turn.phase
        if phase is None:
            # Of which column is not known.
            _place_unknown(state, *range(1, state.catalog.tiles.foresight.columns + 1))
            state.set_board(foresight={})
            return
        column = FORESIGHT.index(phase) + 1
        tiles = state.board.foresight.get(column)
        if tiles is None:
            _place_unknown(state, column)
        else:
            left = (*tiles[: self.tile - 1], *tiles[self.tile :])
            state.set_board(foresight={**state.board.foresight, column: left})
            _place(state, tiles[self.tile - 1])
        state.set_turn(phase=PHASES[PHASES.index(phase) + 1])
        skip_empty_columns(state)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        column = FORESIGHT.index(str(state.turn.phase)) + 1
        for number in range(len(state.board.foresight.get(column) or ())):
            yield cls(number + 1)


def _place_unknown(state: State, *columns: int) -> None:
    """A tile of one of these columns, of which nothing is known, may now lie on any space that was empty."""
    board = state.board
    state.set_board(
        hazards={space: tile for space, tile in board.hazards.items() if tile},
        outlaws={space: tile for space, tile in board.outlaws.items() if tile},
    )
    if any(_shows_workers(state, column) for column in columns):
        perhaps_add_worker(state)


def _place(state: State, tile: Tile) -> None:
    """Move a tile to where it belongs: the lowest empty space of its kind, or out of the game when there is none."""
    spaces = state.catalog.trail.spaces.values()
    if tile.worker:
        add_worker(state, tile.worker)
        return
    kind = "outlaw" if tile.outlaw else "hazard"
    hazard = tile.hazard.hazard if tile.hazard else None
    lying = dict(state.board.outlaws if tile.outlaw else state.board.hazards)
    order = sorted((s.number or 0, s.id) for s in spaces if s.kind == kind and s.hazard == hazard)
    for _, space in order:
        if space not in lying:
            # Whether it is free is not known, so neither is where the tile lies now.
            for _, other in order:
                if lying.get(other) is None:
                    lying.pop(other, None)
            break
        if lying[space] is None:
            lying[space] = tile.outlaw or tile.hazard
            break
    state.set_board(**{f"{kind}s": lying})


# The foresight display: two tiles in every column, except while somebody in Kansas City chooses.

FORESIGHT_SHORT = reason(
    "foresight-short", "kansas-city/leaving", "number", "have", "least", "bag", severity="suspicious"
)
FORESIGHT_NOT_CHOSEN = reason("foresight-not-chosen", "kansas-city/foresight", "number", "have", "most", "phase")


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot or hardly can be about the foresight display."""
    yield from _not_chosen(ruleset, position)
    spaces = ruleset.catalog.tiles.foresight.spaces
    for column, tiles in position.board.foresight.items():
        bag = position.board.bags.get(column)
        # Whoever leaves Kansas City fills the gaps, one in each column at most, as long as the bag has tiles. So a
        # gap is there only from the choice in that column to the end of the turn.
        least = spaces - may_show_a_gap(position.turn.phase, column)
        if bag and bag.count and len(tiles) < least:
            params = {"number": column, "have": len(tiles), "least": least, "bag": bag.count}
            places = (f"board.foresight.{column}", f"board.bags.{column}")
            yield Reason(FORESIGHT_SHORT, {**params, "places": places})


def _not_chosen(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # Whoever is in Kansas City has to choose a tile of each column in turn. Only workers stay once the job market is
    # closed, and only at the end of the visit the gaps are filled.
    phase = position.turn.phase
    visitor = position.players.get(on_turn(position) or "")
    if phase in FORESIGHT:
        now = FORESIGHT.index(phase) + 1
    elif phase == "K4" or (phase == "K5" and visitor is not None and visitor.herder == "kansas-city"):
        now = len(FORESIGHT) + 1
    else:
        return
    most = ruleset.catalog.tiles.foresight.spaces - 1
    may_stay = closed(State(ruleset, position)) is not False
    for column, tiles in position.board.foresight.items():
        if column < now and len(tiles) > most and not (may_stay and all(tile.worker for tile in tiles)):
            places = (f"board.foresight.{column}", "turn.phase")
            params: dict[str, Value] = {"number": column, "have": len(tiles), "most": most, "phase": str(phase)}
            yield Reason(FORESIGHT_NOT_CHOSEN, {**params, "places": places})


def may_show_a_gap(phase: str | None, column: int) -> bool:
    """Whether a column may wait to be filled: from the choice of its tile, in the subphase of its number, to the end of
    the turn."""
    if phase is None or phase == "C":
        return True
    return phase.startswith("K") and int(phase.removeprefix("K")) > column
