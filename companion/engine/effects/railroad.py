"""The engine on the railroad."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.engine.effects.base import Counted, Effect


@dataclass(frozen=True)
class EngineForward(Effect):
    """Move the engine up to `most` spaces forward, or up to as many as are counted."""

    name: ClassVar[str] = "engine-forward"
    section: ClassVar[str] = "railroad/move-forward"
    most: int | None = None
    per: Counted | None = None


@dataclass(frozen=True)
class EngineBackward(Effect):
    """Move the engine back exactly this many spaces."""

    name: ClassVar[str] = "engine-backward"
    section: ClassVar[str] = "railroad/move-back"
    spaces: int


@dataclass(frozen=True)
class UpgradeBehind(Effect):
    """Upgrade any one station behind the engine, which stays where it is."""

    name: ClassVar[str] = "upgrade-behind"
    section: ClassVar[str] = "actions/upgrade-behind"
