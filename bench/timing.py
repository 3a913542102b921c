"""How long something takes: the median of many runs, in milliseconds."""

import statistics
import time
from collections.abc import Callable


def milliseconds(do: Callable[[], object], runs: int = 300) -> float:
    """The median duration of one call."""
    do()
    durations = []
    for _ in range(runs):
        start = time.perf_counter()
        do()
        durations.append(time.perf_counter() - start)
    return statistics.median(durations) * 1000


def beside(name: str, one: float, other_name: str, other: float) -> str:
    """One line: a duration, what it is compared with, and the ratio."""
    return f"{name}: {one:.3f} ms; {other_name}: {other:.3f} ms; ratio {one / other:.2f}"
