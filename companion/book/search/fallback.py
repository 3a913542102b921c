"""What comes nearest when nothing fits: names that look alike, letter by letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.book.search.words import letters, runs, words

_ALIKE_ENOUGH = 0.3
"""Names that share less with what was typed look like anything."""


class Nearest:
    """Names of things, each thing with as many as it has. Never changes, so any thread may ask."""

    def __init__(self, named: Iterable[tuple[str, str]]) -> None:
        self._things: list[str] = []
        self._sizes: list[int] = []
        self._having: dict[str, list[int]] = {}
        for thing, name in named:
            of = _runs_of(name)
            for run in of:
                self._having.setdefault(run, []).append(len(self._things))
            self._things.append(thing)
            self._sizes.append(len(of))

    def find(self, query: str, limit: int = 3) -> list[str]:
        """The things whose names look most like a query, the best first; none when nothing does."""
        asked = _runs_of(query)
        shared = Counter(place for run in asked for place in self._having.get(run, ()))
        best: dict[str, float] = {}
        for place, number in shared.items():
            alike = 2 * number / (len(asked) + self._sizes[place])
            if alike >= max(_ALIKE_ENOUGH, best.get(self._things[place], 0.0)):
                best[self._things[place]] = alike
        return sorted(best, key=lambda thing: -best[thing])[:limit]


def _runs_of(text: str) -> set[str]:
    return {run for word in words(text) for run in runs(letters(word))}
