"""Everything a player can do."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from companion.engine.actions.base import Action
from companion.engine.actions.buildings import PlaceBuilding
from companion.engine.actions.cards import DiscardFromHand, Draw, Exchange, Remove
from companion.engine.actions.discs import FROM_STATION, Disc
from companion.engine.actions.herder import Move, Place
from companion.engine.actions.kansas_city import DeliverTo, Foresight, Grow, Income
from companion.engine.actions.locations import Copy, DoAuxiliary, Use
from companion.engine.actions.market import AddCards, Buy, HireWorker
from companion.engine.actions.objectives import Objective, Play
from companion.engine.actions.railroad import AppointWorker, Engine, Upgrade
from companion.engine.actions.skip_and_end import End, Skip
from companion.engine.actions.tiles import Bounty, Hazard
from companion.engine.effects import Effect

__all__ = [
    "FROM_STATION",
    "Action",
    "AddCards",
    "AppointWorker",
    "Bounty",
    "Buy",
    "Copy",
    "DeliverTo",
    "Disc",
    "DiscardFromHand",
    "DoAuxiliary",
    "Draw",
    "End",
    "Engine",
    "Exchange",
    "Foresight",
    "Grow",
    "Hazard",
    "HireWorker",
    "Income",
    "Move",
    "Objective",
    "Place",
    "PlaceBuilding",
    "Play",
    "Remove",
    "Skip",
    "Upgrade",
    "Use",
    "in_question",
    "vocabulary",
]

_KINDS: tuple[type[Action], ...] = (
    *(PlaceBuilding, Draw, DiscardFromHand, Remove, Exchange, Disc, Skip, End, Place, Move),
    *(HireWorker, Buy, AddCards, Foresight, Income, Grow, DeliverTo, Use, DoAuxiliary, Copy),
    *(Objective, Play, Engine, Upgrade, AppointWorker, Hazard, Bounty),
)
"""In the order in which options are told."""


@functools.cache
def vocabulary() -> Mapping[str, type[Action]]:
    """All kinds of action by type."""
    return {kind.type: kind for kind in _KINDS}


@functools.cache
def in_question(step: type[Effect] | None, phase: str | None) -> tuple[type[Action], ...]:
    """The kinds of action that something under way offers, or the phase when nothing is; None: nobody said which."""
    return tuple(
        kind
        for kind in _KINDS
        if (phase in kind.phases if step is None else issubclass(step, kind.offered_by))
        # An exchange token is used whatever is under way.
        or not (kind.offered_by or kind.phases)
    )
