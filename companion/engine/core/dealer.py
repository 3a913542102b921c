"""Chance as something given: who draws says what came, and it is written down for the log.

A table types in what happened; a seeded game draws from what is known to be there; when nobody says anything,
what was drawn stays unknown.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from companion.engine.core.position import Pile, alike
from companion.engine.core.reasons import Problem

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

    def draw(self, zone: str, count: int, pile: Pile[P] | None) -> tuple[P, ...] | None:
        """Of a zone (None: not entered), `count` pieces are drawn: which? None: nobody knows, or all of them."""


class Seeded:
    """Draws at random; what came is in `drawn`. A zone that is not completely known is drawn from unseen."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.drawn: list[Drawn] = []

    def draw(self, zone: str, count: int, pile: Pile[P] | None) -> tuple[P, ...] | None:
        """So many of those that are known to be there."""
        if pile is None or not pile.complete or count >= pile.count:
            return None
        pieces = tuple(self.chance.draw(list(pile.known), count))
        self.drawn.append((zone, pieces))
        return pieces


class Scripted:
    """Draws what was told, in order; what is not told of stays unknown. `left` is what nobody has asked for.

    It is for one action: applying that raises ImpossibleOutcome when anything is left.
    """

    def __init__(self, drawn: Iterable[Drawn]) -> None:
        self.left = list(drawn)
        self._whole: list[tuple[str, Pile[Any]]] = []

    def draw(self, zone: str, count: int, pile: Pile[P] | None) -> tuple[P, ...] | None:
        """What was told of this zone next. Raises ImpossibleOutcome when it cannot be drawn from there."""
        here = [entry for entry in self.left if entry[0] == zone]
        if not here:
            return None
        if pile is None:
            # How many are left there is not known: the rest may have come after shuffling.
            self.left = [entry for entry in self.left if entry[0] != zone]
            pieces = tuple(piece for _, drawn in here for piece in drawn)
            if len(pieces) > count:
                raise ImpossibleOutcome(zone, "drawn-count", needs=count, found=len(pieces))
            return pieces  # type: ignore[return-value]
        if pile.complete and count == pile.count:
            # What comes is known, and what is told may be of the next draw, after shuffling.
            self._whole.append((zone, pile))
            return None
        self.left.remove(here[0])
        return _of_pile(zone, count, pile, here[0][1])  # type: ignore[arg-type]

    def finish(self) -> None:
        """Raise ImpossibleOutcome for what is told and was not asked for; a zone drawn whole may be told, too."""
        for zone, pieces in self.left:
            for drawn_from, pile in self._whole:
                if drawn_from == zone:
                    _of_pile(zone, pile.count, pile, pieces)
                    break
            else:
                raise ImpossibleOutcome(zone, "drawn-by-nobody")


def _of_pile(zone: str, count: int, pile: Pile[P], outcome: tuple[P, ...]) -> tuple[P, ...]:
    """The pieces that were told, as the pile knows them. Those that it does not know are among the others."""
    lying, others, pieces = list(pile.known), pile.count - len(pile.known), []
    for number, piece in enumerate(outcome, start=1):
        match = piece if piece in lying else next((one for one in lying if alike(one, piece)), None)
        if match is not None:
            lying.remove(match)
        elif others:
            others -= 1
        else:
            raise ImpossibleOutcome(zone, "drawn-not-there", number=number)
        pieces.append(piece if match is None else match)
    if len(pieces) != count:
        raise ImpossibleOutcome(zone, "drawn-count", needs=count, found=len(pieces))
    return tuple(pieces)


@dataclass
class Listening:
    """Draws nothing, and notes what it is asked for: zone, how many, and the pieces that are known to lie there."""

    draws: list[tuple[str, int, Sequence[Any]]] = field(default_factory=list)

    def draw(self, zone: str, count: int, pile: Pile[P] | None) -> tuple[P, ...] | None:
        """Nobody knows."""
        if pile is not None and not (pile.complete and count == pile.count):
            self.draws.append((zone, count, pile.known if pile.complete else ()))
        return None


T = TypeVar("T")


class Chance:
    """Random draws that follow from a seed: the same seed gives the same draws on every machine.

    >>> Chance(7).pick("abc") == Chance(7).pick("abc")
    True
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 (a game, no secret)

    def _below(self, limit: int) -> int:
        # Of this generator, only `random` promises to give the same numbers in every version of Python.
        return int(self._random.random() * limit)

    def pick(self, choices: Sequence[T]) -> T:
        """One of the choices, each as likely as the others. Raises ValueError when there is none."""
        if not choices:
            raise ValueError("nothing to choose from")
        return choices[self._below(len(choices))]

    def draw(self, pieces: list[T], count: int = 1) -> list[T]:
        """Take so many pieces out of a list, in the order drawn; what stays keeps its order.

        Raises ValueError when there are fewer.
        """
        if count > len(pieces):
            raise ValueError(f"{count} pieces are to be drawn from {len(pieces)}")
        return [pieces.pop(self._below(len(pieces))) for _ in range(count)]
