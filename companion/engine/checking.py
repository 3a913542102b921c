"""Is this position possible? One module per subject; every impossibility is told, never only the first.

A check says only what follows from what was entered: what is unknown can be anything. "Nothing found" does
not mean that a game can lead there.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.buildings import check_builders, check_buildings
from companion.engine.cards import check_all_cards, check_cards, check_decks
from companion.engine.core import Position, Reason, Ruleset
from companion.engine.core.catalog import automa_layers
from companion.engine.job_market import check_market
from companion.engine.kansas_city import check_certificates, check_discs, check_foresight, check_visits
from companion.engine.movement import check_herders
from companion.engine.railroad import check_engines, check_station_masters
from companion.engine.trail import check_bags, check_sections, check_tiles
from companion.engine.turn import (
    check_first_turns,
    check_local_actions,
    check_players,
    check_table,
    check_turn,
    check_under_way,
)

_SUBJECTS = (
    check_table,
    check_players,
    check_turn,
    check_under_way,
    check_local_actions,
    check_first_turns,
    check_herders,
    check_tiles,
    check_bags,
    check_foresight,
    check_sections,
    check_market,
    check_visits,
    check_buildings,
    check_builders,
    check_engines,
    check_discs,
    check_certificates,
    check_station_masters,
    check_cards,
    check_all_cards,
    check_decks,
)


def check(ruleset: Ruleset, position: Position) -> tuple[Reason, ...]:
    """Everything that cannot or hardly can be, as follows from what was entered, in the order of the subjects.

    >>> from companion.engine import read_position, ruleset_of
    >>> position = read_position('{"players": {"blue": {"workers": {"cowboy": 7}}}}')
    >>> [(reason.code, reason.params["have"]) for reason in check(ruleset_of(position), position)]
    [('worker-row-out-of-range', 7)]
    """
    layers = (*ruleset.layers, *dict.fromkeys(automa_layers(position).values()))
    checks = (*(subject.check for subject in _SUBJECTS), *(layer.check for layer in layers))
    return tuple(ruleset.cite(reason) for check_one in checks for reason in check_one(ruleset, position))


def possible(reasons: Iterable[Reason]) -> bool:
    """Whether a position with these findings is possible; one that is merely unusual is."""
    return all(reason.severity != "impossible" for reason in reasons)
