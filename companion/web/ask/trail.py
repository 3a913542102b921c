"""The trail as forms show it: short names of spaces, and the spaces ahead, region by region."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Iterable, Iterator

from companion import engine
from companion.engine import Catalog
from companion.i18n.forms import capital
from companion.pictures.board.trail import path_of
from companion.sentences.names import Words, words_of
from companion.web.language import current, gettext


def short(space: str, edition: int | None) -> str:
    """A space in as few letters as tell it apart, in the words of an edition."""
    return _short(space, words_of(current(), edition))


@functools.cache
def _short(space: str, words: Words) -> str:
    details = engine.every_component().trail.spaces[space]
    if details.kind == "hazard":
        return gettext(
            "%(region)s %(number)d", region=words.name("hazard", str(details.hazard)), number=details.number or 0
        )
    if details.kind == "outlaw":
        return capital(words.space(space))
    if details.kind in ("start", "kansas-city"):
        return words.space(space)
    region, _, number = space.rpartition("-")
    if region.endswith("-risk"):
        return gettext(
            "%(region)s, risk action %(number)s", region=_area(region.removesuffix("-risk"), words), number=number
        )
    return space


@functools.cache
def place_of(space: str) -> str:
    """How a picture of the board calls a space."""
    return path_of(engine.every_component().trail.spaces[space])


def _area(region: str, words: Words) -> str:
    return words.name("pick-group", "outlaws") if region == "outlaw" else words.name("hazard", region)


def ahead(catalog: Catalog, start: str, most: int) -> tuple[str, ...]:
    """The spaces that at most so many steps can lead to, in order. Neutral buildings always are steps."""
    spaces = catalog.trail.spaces
    left = {start: most}
    waiting = deque([start])
    while waiting:
        space = waiting.popleft()
        for following in spaces[space].next:
            then = left[space] - (spaces[following].kind == "neutral")
            if then >= 0 and then > left.get(following, -1):
                left[following] = then
                waiting.append(following)
    return tuple(space for space in spaces if space in left and space != start)


def regions(catalog: Catalog, among: Iterable[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Spaces that may be empty or not, by region, in their order: title, kind, spaces."""
    found: dict[tuple[str, str], list[str]] = {}
    for space in among:
        kind = catalog.trail.spaces[space].kind
        if kind in ("building", "hazard", "outlaw"):
            found.setdefault((space.rpartition("-")[0], kind), []).append(space)
    words = words_of(current(), catalog.edition)
    return ((_title(region, kind, words), kind, spaces) for (region, kind), spaces in found.items())


def _title(region: str, kind: str, words: Words) -> str:
    if kind == "building":
        if region.endswith("-risk"):
            return gettext("Buildings with risk actions: %(region)s", region=_area(region.removesuffix("-risk"), words))
        return gettext("Building spaces after %(building)s", building=region)
    return _area(region, words)
