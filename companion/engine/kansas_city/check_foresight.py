"""The foresight display: two tiles in every column, except while somebody in Kansas City chooses."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core import Position, Reason, Ruleset, State, reason
from companion.engine.core.position import FORESIGHT
from companion.engine.core.reasons import Value
from companion.engine.core.supply import on_turn
from companion.engine.job_market.hiring import closed

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
