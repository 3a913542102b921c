"""Chance as something given: who draws says what came, and it is written down for the log.

A table types in what happened; a seeded game draws from what is known to be there; when nobody says anything,
what was drawn stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from companion.engine.core.chance import Chance
from companion.engine.core.problems import Problem

P = TypeVar("P")


Drawn = tuple[str, tuple[object, ...]]
"""A zone as a dotted path such as "players.blue.draw", and what was drawn from it, in order."""


class ImpossibleOutcome(ValueError):
    """What was told to be drawn from a zone cannot be drawn. `problem` says why."""

    def __init__(self, zone: str, code: str, **params: int) -> None:
        super().__init__(f"{zone}: {code} {params}")
        self.problem = Problem(code, params, tuple(zone.split(".")))


class Dealer(Protocol):
    """Says which pieces come when some are drawn from a hidden zone. Without a dealer nobody knows."""

    def draw(self, zone: str, count: int, known: Sequence[P]) -> tuple[P, ...] | None:
        """Of a zone whose pieces are all `known` (or in part), `count` are drawn: which? None: nobody knows."""


class Seeded:
    """Draws at random; what came is in `drawn`. A zone that is not completely known is drawn from unseen."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.drawn: list[Drawn] = []

    def draw(self, zone: str, count: int, known: Sequence[P]) -> tuple[P, ...] | None:
        """So many of those that are known to be there."""
        if count > len(known):
            return None
        pieces = tuple(self.chance.draw(list(known), count))
        self.drawn.append((zone, pieces))
        return pieces


class Scripted:
    """Draws what was told, in order; what is not told of stays unknown. `left` is what nobody has asked for."""

    def __init__(self, drawn: Iterable[Drawn]) -> None:
        self.left = list(drawn)

    def draw(self, zone: str, count: int, known: Sequence[P]) -> tuple[P, ...] | None:
        """What was told of this zone next. Raises ImpossibleOutcome when it cannot be drawn from there."""
        for place, (drawn_from, pieces) in enumerate(self.left):
            if drawn_from != zone:
                continue
            del self.left[place]
            there = list(known)
            for number, piece in enumerate(pieces, start=1):
                if known and piece not in there:
                    raise ImpossibleOutcome(zone, "drawn-not-there", number=number)
                if known:
                    there.remove(piece)  # type: ignore[arg-type]
            if len(pieces) != count:
                raise ImpossibleOutcome(zone, "drawn-count", needs=count, found=len(pieces))
            return pieces  # type: ignore[return-value]
        return None


@dataclass
class Listening:
    """Draws nothing, and notes what it is asked for: zone, how many, and the pieces that are known to lie there."""

    asked: list[tuple[str, int, Sequence[Any]]] = field(default_factory=list)

    def draw(self, zone: str, count: int, known: Sequence[P]) -> tuple[P, ...] | None:
        """Nobody knows."""
        self.asked.append((zone, count, known))
        return None
