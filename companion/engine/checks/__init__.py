"""Is this position possible? One module per subject; every impossibility is told, never only the first.

A check says only what follows from what was entered: what is unknown can be anything. "Nothing found" does
not mean that a game can lead there.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.checks import (
    all_cards,
    bags,
    builders,
    buildings,
    cards,
    certificates,
    decks,
    discs,
    first_turns,
    foresight,
    job_market,
    local_actions,
    players,
    railroad,
    sections,
    simmental,
    station_masters,
    table,
    tiles,
    trail,
    turn,
    under_way,
    visits,
)
from companion.engine.position import Position
from companion.engine.reasons import Reason
from companion.engine.ruleset import Ruleset

_SUBJECTS = (
    table,
    players,
    turn,
    under_way,
    local_actions,
    first_turns,
    trail,
    tiles,
    bags,
    foresight,
    sections,
    job_market,
    visits,
    buildings,
    builders,
    railroad,
    discs,
    certificates,
    station_masters,
    cards,
    all_cards,
    decks,
    simmental,
)


def check(ruleset: Ruleset, position: Position) -> tuple[Reason, ...]:
    """Everything that cannot or hardly can be, as follows from what was entered, in the order of the subjects."""
    return tuple(reason for subject in _SUBJECTS for reason in subject.check(ruleset, position))


def possible(reasons: Iterable[Reason]) -> bool:
    """Whether a position with these findings is possible; one that is merely unusual is."""
    return all(reason.severity != "impossible" for reason in reasons)
