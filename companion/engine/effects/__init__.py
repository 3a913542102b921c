"""The closed vocabulary of effects. A data file names an effect; its module says what it takes.

`vocabulary` lists them.
"""

from companion.engine.effects.auxiliary import Auxiliary
from companion.engine.effects.base import Choice, Counted, Effect, LocalAction
from companion.engine.effects.buildings import Build, UseAdjacent
from companion.engine.effects.cards import CardKind, Discard, DrawThenDiscard, RemoveCards
from companion.engine.effects.cattle import BuyCattle
from companion.engine.effects.certificates import CertificatesToLimit, GainCertificates
from companion.engine.effects.delivery import ExtraordinaryDelivery
from companion.engine.effects.money import GainDollars, Pay
from companion.engine.effects.objectives import GainObjective
from companion.engine.effects.railroad import EngineBackward, EngineForward, UpgradeBehind
from companion.engine.effects.steps import (
    Appoint,
    Deliver,
    DiscardCards,
    DiscardHand,
    Immediate,
    LeaveKansasCity,
    PayTransport,
    PlaceDisc,
    SimmentalUpgrade,
    Step,
    TurnBack,
    UpgradeStation,
)
from companion.engine.effects.tokens import GainExchangeToken
from companion.engine.effects.trail import CollectBounty, MoveHerder, MoveHerderFree, RemoveHazard
from companion.engine.effects.workers import Hire

__all__ = [
    "Appoint",
    "Auxiliary",
    "Build",
    "BuyCattle",
    "CardKind",
    "CertificatesToLimit",
    "Choice",
    "CollectBounty",
    "Counted",
    "Deliver",
    "Discard",
    "DiscardCards",
    "DiscardHand",
    "DrawThenDiscard",
    "Effect",
    "EngineBackward",
    "EngineForward",
    "ExtraordinaryDelivery",
    "GainCertificates",
    "GainDollars",
    "GainExchangeToken",
    "GainObjective",
    "Hire",
    "Immediate",
    "LeaveKansasCity",
    "LocalAction",
    "MoveHerder",
    "MoveHerderFree",
    "Pay",
    "PayTransport",
    "PlaceDisc",
    "RemoveCards",
    "RemoveHazard",
    "SimmentalUpgrade",
    "Step",
    "TurnBack",
    "UpgradeBehind",
    "UpgradeStation",
    "UseAdjacent",
    "pending_vocabulary",
    "vocabulary",
]


_KINDS: tuple[type[Effect], ...] = (
    *(Auxiliary, Build, UseAdjacent, Discard, DrawThenDiscard, RemoveCards, BuyCattle, GainCertificates),
    *(CertificatesToLimit, ExtraordinaryDelivery, Pay, GainDollars, GainObjective, EngineForward, EngineBackward),
    *(UpgradeBehind, GainExchangeToken, MoveHerder, MoveHerderFree, RemoveHazard, CollectBounty, Hire),
    *(DiscardCards, DiscardHand, Immediate, UpgradeStation, PlaceDisc, Appoint, TurnBack, SimmentalUpgrade, Deliver),
    *(PayTransport, LeaveKansasCity),
)
"""Share codes have the number of each: a new one comes last."""


def vocabulary() -> dict[str, type[Effect]]:
    """All effects by the name that data files use."""
    return {kind.name: kind for kind in _KINDS if not issubclass(kind, Step)}


def pending_vocabulary() -> dict[str, type[Effect]]:
    """Everything that can wait to be done in a turn: the effects and the steps that follow from them."""
    return {kind.name: kind for kind in _KINDS}
