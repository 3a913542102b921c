"""Which line of a text tells what."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from companion.engine.core.problems import Path


class Lines:
    """The lines, counted from 1, on which the keys and list entries of a text start.

    `find` tells them; it is asked when somebody wants to know one, which mostly nobody does.
    """

    def __init__(self, find: Callable[[], Mapping[Path, int]] = dict) -> None:
        self._find = find

    @functools.cached_property
    def starts(self) -> Mapping[Path, int]:
        """The line of every key and list entry."""
        return self._find()

    def of(self, path: Path) -> int:
        """The line of what `path` leads to, or of the nearest thing around it that the text has."""
        while path and path not in self.starts:
            path = path[:-1]
        return self.starts.get(path, 1)

    def of_place(self, place: str) -> int:
        """The same for a place of a reason: dotted keys, as in `players.blue.workers`."""
        while place and place not in self._by_place:
            place = place.rpartition(".")[0]
        return self._by_place.get(place, 1)

    @functools.cached_property
    def _by_place(self) -> Mapping[str, int]:
        # No key of the format has a dot, so no two paths of a position look alike.
        return {".".join(map(str, path)): line for path, line in self.starts.items()}
