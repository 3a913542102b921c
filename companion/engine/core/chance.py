"""Chance: the only place where the engine is not determined. Whoever lets it decide says so by giving it in."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

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
