"""Steps of a turn that no component names: they follow from other effects and wait in `Turn.pending`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.engine.effects.base import Effect


@dataclass(frozen=True)
class Step(Effect):
    """A step that the flow of a turn makes; component data cannot name it."""


@dataclass(frozen=True)
class DiscardCards(Step):
    """Discard exactly this many cards of any kind; `player` when it is not the player on turn; `token` for a token."""

    name: ClassVar[str] = "discard-cards"
    section: ClassVar[str] = "actions/draw"
    count: int
    player: str | None = None
    token: bool = False


@dataclass(frozen=True)
class DiscardHand(Step):
    """Discard the whole hand, after the income."""

    name: ClassVar[str] = "discard-hand"
    section: ClassVar[str] = "kansas-city/income"


@dataclass(frozen=True)
class Immediate(Step):
    """Do or forfeit the immediate action of a thing: "engineer.3", "sm-1", "obj-3"."""

    name: ClassVar[str] = "immediate"
    section: ClassVar[str] = "actions/overview"
    of: str


@dataclass(frozen=True)
class UpgradeStation(Step):
    """The engine has stopped at this station: upgrade it or not."""

    name: ClassVar[str] = "upgrade-station"
    section: ClassVar[str] = "railroad/upgrade-station"
    station: int


@dataclass(frozen=True)
class PlaceDisc(Step):
    """Place a disc on the city or the station."""

    name: ClassVar[str] = "place-disc"
    section: ClassVar[str] = "kansas-city/discs"
    city: str | None = None
    station: int | None = None


@dataclass(frozen=True)
class Appoint(Step):
    """Appoint a hired worker as master of this station, or not."""

    name: ClassVar[str] = "appoint"
    section: ClassVar[str] = "railroad/station-master"
    station: int


@dataclass(frozen=True)
class TurnBack(Step):
    """The engine stands on the last space: move it back at least one space."""

    name: ClassVar[str] = "turn-back"
    section: ClassVar[str] = "railroad/last-space"


@dataclass(frozen=True)
class SimmentalUpgrade(Step):
    """Change Simmental cards in hand for those of the next stage."""

    name: ClassVar[str] = "simmental-upgrade"
    section: ClassVar[str] = "kansas-city/simmental-upgrade"


@dataclass(frozen=True)
class Deliver(Step):
    """Deliver to a city of at most this value. `transport`: crosses behind the engine cost dollars."""

    name: ClassVar[str] = "deliver"
    section: ClassVar[str] = "kansas-city/delivery"
    limit: int | None = None
    transport: bool = True


@dataclass(frozen=True)
class PayTransport(Step):
    """Pay for the crosses between the engine and the city."""

    name: ClassVar[str] = "pay-transport"
    section: ClassVar[str] = "kansas-city/transport"
    city: str


@dataclass(frozen=True)
class LeaveKansasCity(Step):
    """The herder goes to the start of the trail, and the turn ends."""

    name: ClassVar[str] = "leave-kansas-city"
    section: ClassVar[str] = "kansas-city/leaving"
