"""Numbers to places."""

from __future__ import annotations

import math
from dataclasses import dataclass

_NICE = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True)
class Scale:
    """Places a number of `least` to `most` between `start` and `end`."""

    least: float
    most: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The place of a number."""
        span = self.most - self.least
        return self.start + (self.end - self.start) * ((value - self.least) / span if span else 0.5)


def ticks(least: float, most: float, about: int = 4) -> tuple[int, ...]:
    """Round whole numbers within a range, about so many; those next to it when there are not two."""
    span = max(most - least, 1)
    power = 10.0 ** math.floor(math.log10(span / about))
    step = max(1, next(math.ceil(nice * power) for nice in _NICE if nice * power * about >= span))
    first, last = math.floor(least / step), math.ceil(most / step)
    around = tuple(number * step for number in range(first, max(last, first + 1) + 1))
    within = tuple(number for number in around if least <= number <= most)
    return within if len(within) > 1 else around
