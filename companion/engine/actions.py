"""Everything a player can do."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping

from companion.engine.buildings.building import PlaceBuilding
from companion.engine.cards.discarding import DiscardFromHand, Remove
from companion.engine.cards.drawing import Draw, Exchange
from companion.engine.cattle.buying import AddCards, Buy
from companion.engine.core import Action, Effect
from companion.engine.core.catalog import all_layers
from companion.engine.core.vocabulary import FROM_STATION
from companion.engine.job_market.hiring import HireWorker
from companion.engine.kansas_city.delivery import DeliverTo
from companion.engine.kansas_city.discs import Disc
from companion.engine.kansas_city.foresight import Foresight
from companion.engine.kansas_city.income import Income
from companion.engine.movement.steps import Move, Place
from companion.engine.objectives.gaining import Objective, Play
from companion.engine.railroad.engine import Engine
from companion.engine.railroad.station_masters import AppointWorker
from companion.engine.railroad.stations import Upgrade
from companion.engine.trail.tiles import Bounty, Hazard
from companion.engine.turn.copying import Copy
from companion.engine.turn.local_actions import DoAuxiliary
from companion.engine.turn.locations import Use
from companion.engine.turn.skip_and_end import End, Skip

_KINDS: tuple[type[Action], ...] = (
    *(PlaceBuilding, Draw, DiscardFromHand, Remove, Exchange, Disc, Skip, End, Place, Move),
    *(HireWorker, Buy, AddCards, Foresight, Income, DeliverTo, Use, DoAuxiliary, Copy),
    *(Objective, Play, Engine, Upgrade, AppointWorker, Hazard, Bounty),
)
"""In the order in which options are told; layers have more."""


@functools.cache
def vocabulary(layers: Collection[str] | None = None) -> Mapping[str, type[Action]]:
    """All kinds of action by type. With `layers`, only those of the rooms and of these layers."""
    kinds = list(_KINDS)
    played = [layer for layer in all_layers() if layers is None or layer.id in layers]
    for place, kind in sorted((place, kind) for layer in played for place, kind in layer.actions.items()):
        kinds.insert(place, kind)
    return {kind.type: kind for kind in kinds}


@functools.cache
def in_question(step: type[Effect] | None, phase: str | None) -> tuple[type[Action], ...]:
    """The kinds of action that something under way offers, or the phase when nothing is; None: nobody said which."""
    return tuple(
        kind
        for kind in vocabulary().values()
        if (phase in kind.phases if step is None else issubclass(step, kind.offered_by))
        # An exchange token is used whatever is under way.
        or not (kind.offered_by or kind.phases)
    )
