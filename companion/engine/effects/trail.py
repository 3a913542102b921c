"""The herder, the hazards and the outlaws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.engine.effects.base import Effect


@dataclass(frozen=True)
class MoveHerder(Effect):
    """Move the herder one to `most` steps, then do phase B again at the new location."""

    name: ClassVar[str] = "move-herder"
    section: ClassVar[str] = "movement/move-again"
    most: int


@dataclass(frozen=True)
class MoveHerderFree(Effect):
    """Move the herder up to `most` steps without fees, not to Kansas City, without using the location."""

    name: ClassVar[str] = "move-herder-free"
    section: ClassVar[str] = "movement/free-move"
    most: int


@dataclass(frozen=True)
class RemoveHazard(Effect):
    """Take one hazard tile from the trail for this many dollars."""

    name: ClassVar[str] = "remove-hazard"
    section: ClassVar[str] = "actions/remove-hazard"
    dollars: int


@dataclass(frozen=True)
class CollectBounty(Effect):
    """Take one outlaw tile and what its space pays."""

    name: ClassVar[str] = "collect-bounty"
    section: ClassVar[str] = "actions/collect-bounty"
