"""The foresight display: two tiles in every column, except while somebody in Kansas City chooses."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.position import Position
from companion.engine.reasons import Reason
from companion.engine.ruleset import Ruleset


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What hardly can be about the foresight display."""
    spaces = ruleset.catalog.tiles.foresight.spaces
    for column, tiles in position.board.foresight.items():
        bag = position.board.bags.get(column)
        # Whoever leaves Kansas City fills the gaps, one in each column at most, as long as the bag has tiles. So a
        # gap is there only from the choice in that column to the end of the turn.
        least = spaces - _may_be_open(position.turn.phase, column)
        if bag and bag.count and len(tiles) < least:
            params = {"number": column, "have": len(tiles), "least": least, "bag": bag.count}
            places = (f"board.foresight.{column}", f"board.bags.{column}")
            yield Reason("foresight-short", {**params, "places": places})


def _may_be_open(phase: str | None, column: int) -> bool:
    if phase is None or phase == "C":
        return True
    return phase.startswith("K") and int(phase.removeprefix("K")) >= column
