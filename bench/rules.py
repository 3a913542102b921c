"""The rules engine on a four-player game: options, judge, whole random games; beside the standard library's JSON."""

import json
import time
import tracemalloc
from collections.abc import Iterator
from statistics import median

from companion.engine import judge, options, ruleset_of, to_plain
from companion.engine.play import random_game

from bench.timing import beside, milliseconds

GAMES = 20


def run() -> Iterator[str]:
    """The lines of the report."""
    moments = list(random_game(4, ["simmental"], 5))
    middle = moments[len(moments) // 3 : 2 * len(moments) // 3 : 10]
    text = json.dumps(to_plain(middle[0].position))
    plain = milliseconds(lambda: json.loads(text))
    rules = ruleset_of(middle[0].position)
    times = [milliseconds(lambda m=moment: options(rules, m.position), 50) for moment in middle]  # type: ignore[misc]
    yield beside(f"options, median of {len(times)} mid-game positions", median(times), "json.loads", plain)
    yield beside("options, slowest of them", max(times), "json.loads", plain)
    times = [
        milliseconds(lambda m=moment: judge(rules, m.position, m.entry.action), 50)  # type: ignore[misc]
        for moment in middle
    ]
    yield beside("judge, median", median(times), "json.loads", plain)
    began, actions = time.perf_counter(), 0
    for seed in range(GAMES):
        actions += sum(1 for _ in random_game(4, [], seed))
    seconds = time.perf_counter() - began
    yield (
        f"{GAMES} whole random games of four: {GAMES / seconds:.1f} games/s, {actions / seconds:,.0f} actions/s, "
        f"{seconds / actions * 1000 / plain:.2f} x json.loads of a position for each action"
    )
    yield from _memory()


def _memory() -> Iterator[str]:
    """Memory that whole games leave behind."""
    tracemalloc.start()
    sizes = []
    for seed in range(GAMES):
        for _ in random_game(2, [], seed):
            pass
        sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    yield f"memory held after 5 games {sizes[4] // 1024} KiB, after {GAMES} games {sizes[-1] // 1024} KiB"
