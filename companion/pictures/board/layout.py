"""Where the spaces of the trail stand in our picture, and how the way runs between them."""

from __future__ import annotations

import functools
import tomllib
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import pairwise
from math import hypot

from companion import engine
from companion.engine import Trail

WIDE = 360
"""Units that every region is wide: the CSS pixels of a small phone."""

Point = tuple[float, float]

_SEEN = 9
"""Units of a way that must be seen for an arrowhead on it."""
_ARM = 3.5


@dataclass(frozen=True)
class Layout:
    """The middle of every space, the height of the picture, and the bends between two spaces."""

    height: float
    spaces: Mapping[str, Point]
    via: Mapping[tuple[str, str], tuple[Point, ...]]

    def line(self, start: str, end: str) -> list[Point]:
        """The way from a space to a next one."""
        return [self.spaces[start], *self.via.get((start, end), ()), self.spaces[end]]


@functools.cache
def layout(edition: int | None = None) -> Layout:
    """Our arrangement of an edition: spaces stand where the newest one has those that are printed in the same place."""
    table = tomllib.loads((resources.files(__package__) / "layout.toml").read_text(encoding="utf-8"))
    newest = engine.editions()[-1]
    printed = {(space.x, space.y): space.id for space in engine.load_catalog(edition or newest).trail.spaces.values()}
    here = {space.id: printed[space.x, space.y] for space in engine.load_catalog(newest).trail.spaces.values()}
    spaces = {here[space]: (float(x), float(y)) for space, (x, y) in table["spaces"].items()}
    via = {}
    for pair, points in table["via"].items():
        start, end = pair.split()
        via[here[start], here[end]] = tuple((float(x), float(y)) for x, y in points)
    return Layout(table["height"], spaces, via)


def way(trail: Trail, stops: Sequence[str]) -> list[str]:
    """All spaces of the trail that a herder passes who goes from stop to stop; stops that no way joins are left out."""
    passed = list(stops[:1])
    for stop in stops[1:]:
        passed += _shortest(trail, passed[-1], stop)
    return passed


def _shortest(trail: Trail, start: str, end: str) -> list[str]:
    """The spaces after `start` up to `end`, by the way with the fewest; nothing when there is none."""
    before: dict[str, str] = {}
    waiting = deque([start])
    while waiting and end not in before:
        here = waiting.popleft()
        for space in trail.spaces[here].next:
            if space not in before:
                before[space] = here
                waiting.append(space)
    way: list[str] = []
    while end != start and end in before:
        way.append(end)
        end = before[end]
    return way[::-1]


@functools.cache
def arrowhead(
    edition: int, start: str, end: str, boxes: tuple[tuple[float, float, float, float], ...]
) -> list[Point] | None:
    """An arrowhead in the middle of the longest stretch from a space to the next that no box hides."""
    seen: list[tuple[Point, Point]] = []
    longest: list[tuple[Point, Point]] = []
    for (x, y), (to_x, to_y) in pairwise(layout(edition).line(start, end)):
        length = hypot(to_x - x, to_y - y)
        dx, dy = (to_x - x) / length, (to_y - y) / length
        for step in range(int(length)):
            at = (x + dx * step, y + dy * step)
            hidden = any(left <= at[0] <= left + w and top <= at[1] <= top + h for left, top, w, h in boxes)
            seen = [] if hidden else [*seen, (at, (dx, dy))]
            longest = max(longest, seen, key=len)
    if len(longest) < _SEEN:
        return None
    (x, y), (dx, dy) = longest[len(longest) // 2]
    back, tip = (x - 2 * dx, y - 2 * dy), (x + 2 * dx, y + 2 * dy)
    arms = [(back[0] - side * dy, back[1] + side * dx) for side in (_ARM, -_ARM)]
    return [(round(a, 1), round(b, 1)) for a, b in (arms[0], tip, arms[1])]
