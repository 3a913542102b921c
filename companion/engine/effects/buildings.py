"""Private buildings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.engine.effects.base import Effect


@dataclass(frozen=True)
class Build(Effect):
    """Place or replace a private building for this many dollars a builder needed."""

    name: ClassVar[str] = "build"
    section: ClassVar[str] = "actions/build"
    dollars: int


@dataclass(frozen=True)
class UseAdjacent(Effect):
    """Use the local actions of one building tile beside this one on the trail."""

    name: ClassVar[str] = "use-adjacent"
    section: ClassVar[str] = "actions/use-adjacent"
