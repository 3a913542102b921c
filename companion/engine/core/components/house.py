"""House rules: the figures of the components that a table may change, each within limits."""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.engine.core.components.common import PerPlayers

MAX_HOUSE_RULES = 30
"""Figures that a table may change at once."""

_TIMES, _USUAL = 3, 10


@dataclass(frozen=True)
class FigureRule:
    """Which figures may be changed by one name, as `house.toml` of a layer says it: `figure` is their dotted path among
    the components, in which `*` stands for every id of a `what`; `group` is where people look for them, `section` where
    the rules reference tells of them, `code` their number in share codes. Without `least` and `most`, limits follow
    from what is printed.
    """

    code: int
    figure: str
    group: str
    section: str
    what: str = ""
    least: int | None = None
    most: int | None = None


class HouseFigure(NamedTuple):
    """A figure that a table may change: by what name, where it stands, what is printed, what it may become."""

    name: str
    rule: str
    """The name of its kind: `seat.*.money`."""
    star: str
    """What `*` stands for, empty where the kind is a single figure."""
    place: int
    """The place of that among all ids."""
    path: tuple[Any, ...]
    printed: int | PerPlayers
    least: int
    most: int
    group: str
    section: str
    what: str

    @property
    def values(self) -> tuple[int, ...]:
        """What is printed, for every number of players."""
        return (self.printed,) if isinstance(self.printed, int) else tuple(self.printed.values())

    def to(self, value: int) -> int | PerPlayers:
        """The figure with another value, which is then the same for every number of players."""
        return value if isinstance(self.printed, int) else types.MappingProxyType(dict.fromkeys(self.printed, value))


@dataclass(frozen=True)
class FigureRules:
    """The kinds of figures that may be changed, by name; and pairs of which the first is never above the second."""

    figures: Mapping[str, FigureRule] = field(default_factory=dict)
    order: tuple[tuple[str, str], ...] = ()

    @functools.cached_property
    def by_code(self) -> Mapping[int, str]:
        """The name of a kind by its number in share codes."""
        return {rule.code: name for name, rule in self.figures.items()}


def changeable(rules: FigureRules, components: object) -> Mapping[str, HouseFigure]:
    """Every figure of some components that may be changed, by name."""
    result = {}
    for name, rule in rules.figures.items():
        for star, place, path, printed in _at(components, rule.figure.split("."), (), ("", 0)):
            values = [printed] if isinstance(printed, int) else [*printed.values()]
            least = min(0, _TIMES * min(values)) if rule.least is None else rule.least
            most = max(_USUAL, _TIMES * max(values)) if rule.most is None else rule.most
            own = name.replace("*", star)
            limits = (min(least, *values), max(most, *values))
            result[own] = HouseFigure(
                own, name, star, place, path, printed, *limits, rule.group, rule.section, rule.what
            )
    return result


def _at(
    here: Any, path: list[str], above: tuple[Any, ...], star: tuple[str, int]
) -> Iterator[tuple[str, int, tuple[Any, ...], int | PerPlayers]]:
    """What `*` stands for and its place, the keys to a figure, the figure: where components have one."""
    if not path:
        if type(here) is int or (isinstance(here, Mapping) and {type(one) for one in here.values()} == {int}):
            yield *star, above, here
        return
    first, *rest = path
    inner: Mapping[Any, Any] = here if isinstance(here, Mapping) else getattr(here, "__dict__", {})
    for place, (key, value) in enumerate(inner.items()):
        if first in ("*", str(key)):
            yield from _at(value, rest, (*above, key), (str(key), place) if first == "*" else star)


class Contradiction(NamedTuple):
    """A figure that would be above one that it may not exceed."""

    low: str
    least: int
    high: str
    most: int


def contradictions(
    rules: FigureRules, figures: Mapping[str, HouseFigure], chosen: Mapping[str, int]
) -> Iterator[Contradiction]:
    """What cannot hold together with these figures in place of the printed ones."""
    for low, high in rules.order:
        if not chosen.keys() & {low, high}:
            continue
        one, other = (
            figures[name].to(chosen[name]) if name in chosen else figures[name].printed for name in (low, high)
        )
        for players in one if isinstance(one, Mapping) else other if isinstance(other, Mapping) else (0,):
            least = one if isinstance(one, int) else one[players]
            most = other if isinstance(other, int) else other[players]
            if least > most:
                yield Contradiction(low, least, high, most)
                break


def with_figure(record: Any, path: tuple[Any, ...], value: object) -> Any:
    """The components with another value at a path."""
    head, rest = path[0], path[1:]
    if isinstance(record, Mapping):
        return types.MappingProxyType({**record, head: with_figure(record[head], rest, value) if rest else value})
    inner = with_figure(getattr(record, head), rest, value) if rest else value
    return dataclasses.replace(record, **{head: inner})
