"""The closed vocabulary of effects. A data file names an effect; its module says what it takes.

`vocabulary` lists them.
"""

import functools
from collections.abc import Collection, Mapping

from companion.engine.buildings.building import Build
from companion.engine.cards.discarding import Discard, DiscardCards, RemoveCards
from companion.engine.cards.drawing import DrawThenDiscard, GainExchangeToken
from companion.engine.cattle.buying import BuyCattle
from companion.engine.core.catalog import all_layers
from companion.engine.core.effect import Choice, Counted, Effect, LocalAction, Step
from companion.engine.job_market.hiring import Hire
from companion.engine.kansas_city.certificates import CertificatesToLimit, GainCertificates
from companion.engine.kansas_city.delivery import Deliver, LeaveKansasCity
from companion.engine.kansas_city.disc_places import PayTransport, PlaceDisc
from companion.engine.kansas_city.income import DiscardHand
from companion.engine.movement.steps import MoveHerder, MoveHerderFree
from companion.engine.objectives.gaining import GainObjective
from companion.engine.railroad.engine import EngineBackward, EngineForward, ExtraordinaryDelivery, TurnBack
from companion.engine.railroad.station_masters import Appoint
from companion.engine.railroad.stations import UpgradeBehind, UpgradeStation
from companion.engine.trail.tiles import CollectBounty, RemoveHazard
from companion.engine.turn.copying import UseAdjacent
from companion.engine.turn.dollars import GainDollars, Pay
from companion.engine.turn.local_actions import Auxiliary
from companion.engine.turn.locations import Immediate

_KINDS: tuple[type[Effect], ...] = (
    *(Auxiliary, Build, UseAdjacent, Discard, DrawThenDiscard, RemoveCards, BuyCattle, GainCertificates),
    *(CertificatesToLimit, ExtraordinaryDelivery, Pay, GainDollars, GainObjective, EngineForward, EngineBackward),
    *(UpgradeBehind, GainExchangeToken, MoveHerder, MoveHerderFree, RemoveHazard, CollectBounty, Hire),
    *(DiscardCards, DiscardHand, Immediate, UpgradeStation, PlaceDisc, Appoint, TurnBack, Deliver),
    *(PayTransport, LeaveKansasCity),
)
"""Share codes have the number of each among these and those of layers: a new one comes last."""


@functools.cache
def pending_vocabulary(layers: Collection[str] | None = None) -> Mapping[str, type[Effect]]:
    """Everything that can wait to be done in a turn, by name: the effects and the steps that follow from them.

    With `layers`, only of these besides the rooms and the automas.
    """
    kinds = list(_KINDS)
    played = [layer for layer in all_layers() if layers is None or layer.automa or layer.id in layers]
    for number, kind in sorted((number, kind) for layer in played for number, kind in layer.effects.items()):
        kinds.insert(number, kind)
    return {kind.name: kind for kind in kinds}


def vocabulary() -> Mapping[str, type[Effect]]:
    """All effects by the name that data files use."""
    return {name: kind for name, kind in pending_vocabulary().items() if not issubclass(kind, Step)}
