"""House rules: the figures of the components that a table may change, each within limits."""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.engine.core.components.common import PerPlayers
from companion.engine.core.effect import Effect

MAX_HOUSE_RULES = 30
"""Figures that a table may change at once."""

_TIMES, _USUAL = 3, 10

_DONE = ("most", "count", "spaces", "cards")
"""What an effect does so many times, and so at least once. Of everything else it may bring nothing."""


@dataclass(frozen=True)
class FigureRule:
    """Which figures may be changed by one name, as `house.toml` of a layer says it: `figure` is their dotted path among
    the components, in which `*` stands for every id (from 1 on in a list; `start-*` for those that begin so) and `@` at
    its end for every amount of the effects there. Those are the `*` of the name, each of them a `what`; but not the ids
    of `fixed`. `group` is where people look for it, `section` where the rules reference tells of it, `part` the page of
    its component, `code` its number in share codes. Without `least` and `most`, limits follow from what is printed.
    """

    code: int
    figure: str
    group: str
    section: str
    name: str = ""
    what: str = ""
    part: str = ""
    fixed: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None

    @property
    def path(self) -> list[str]:
        """The keys to its figures."""
        return self.figure.split(".")

    @functools.cached_property
    def places(self) -> int:
        """How many numbers tell which of its figures is meant; a single one has one too."""
        return max(1, sum("*" in key or key == "@" for key in self.path))


class HouseFigure(NamedTuple):
    """A figure that a table may change: by what name, where it stands, what is printed, what it may become."""

    name: str
    rule: str
    """The key of its kind: `seat.*.money`."""
    stars: tuple[str, ...]
    """What each `*` stands for, nothing where the kind is a single figure."""
    places: tuple[int, ...]
    """The place of each among all that there are."""
    path: tuple[Any, ...]
    printed: int | PerPlayers
    least: int
    most: int
    kind: FigureRule

    @property
    def values(self) -> tuple[int, ...]:
        """What is printed, for every number of players."""
        return (self.printed,) if isinstance(self.printed, int) else tuple(self.printed.values())

    def to(self, value: int) -> int | PerPlayers:
        """The figure with another value, which is then the same for every number of players."""
        return value if isinstance(self.printed, int) else types.MappingProxyType(dict.fromkeys(self.printed, value))


@dataclass(frozen=True)
class FigureRules:
    """The kinds of figures that may be changed, by key; and pairs of which the first is never above the second."""

    figures: Mapping[str, FigureRule] = field(default_factory=dict)
    order: tuple[tuple[str, str], ...] = ()

    @functools.cached_property
    def by_code(self) -> Mapping[int, str]:
        """The key of a kind by its number in share codes."""
        return {rule.code: name for name, rule in self.figures.items()}


class _Found(NamedTuple):
    """A figure under way to it."""

    stars: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    path: tuple[Any, ...] = ()


def changeable(rules: FigureRules, components: object) -> Mapping[str, HouseFigure]:
    """Every figure of some components that may be changed, by name."""
    result: dict[str, HouseFigure] = {}
    for key, rule in rules.figures.items():
        for (stars, places, path), printed in _at(components, rule.path, _Found()):
            if {*stars} & {*rule.fixed}:
                continue
            values = [printed] if isinstance(printed, int) else [*printed.values()]
            usual = 1 if path[-1] in _DONE and rule.figure.endswith("@") else 0
            least = min(usual, _TIMES * min(values)) if rule.least is None else rule.least
            most = max(_USUAL, _TIMES * max(values)) if rule.most is None else rule.most
            own = functools.reduce(lambda name, star: name.replace("*", star.lower(), 1), stars, rule.name or key)
            # A second effect of a kind in one place has a number behind its name.
            number = sum(other.rpartition("#")[0] == own for other in result) if own in result else 0
            name = f"{own}#{number + 2}" if own in result else own
            limits = (min(least, *values), max(most, *values))
            result[name] = HouseFigure(name, key, stars, places or (0,), path, printed, *limits, rule)
    return result


def _at(here: Any, path: list[str], so_far: _Found) -> Iterator[tuple[_Found, int | PerPlayers]]:
    """The figures at a path, each with what leads to it: where components have one."""
    if not path:
        if type(here) is int or (isinstance(here, Mapping) and {type(one) for one in here.values()} == {int}):
            yield so_far, here
        return
    (first, *rest), (stars, places, above) = path, so_far
    if first == "@":
        for place, (name, way, amount) in enumerate(_amounts(here, ())):
            yield _Found((*stars, name), (*places, place), (*above, *way)), amount
        return
    begins, star, _ = first.partition("*")
    for place, (key, value) in enumerate(_entries(here)):
        if star and str(key).startswith(begins):
            named = str(key + 1) if isinstance(here, tuple) else str(key).removeprefix(begins)
            yield from _at(value, rest, _Found((*stars, named), (*places, place), (*above, key)))
        elif str(key) == first:
            yield from _at(value, rest, _Found(stars, places, (*above, key)))


def _amounts(here: Any, above: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...], int]]:
    """The amounts of effects, however deep: what each effect is called, the keys to its one number, the number."""
    if isinstance(here, Effect):
        numbers = [(name, number) for name, number in vars(here).items() if type(number) is int]
        if len(numbers) == 1:
            yield here.name, (*above, numbers[0][0]), numbers[0][1]
    elif here is not None and type(here) is not int:
        for key, value in _entries(here):
            yield from _amounts(value, (*above, key))


def _entries(here: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(here, Mapping):
        return here.items()
    return enumerate(here) if isinstance(here, tuple) else getattr(here, "__dict__", {}).items()


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
    if not path:
        return value
    head, *rest = path
    inner = with_figure(dict(_entries(record))[head], tuple(rest), value)
    if isinstance(record, Mapping):
        return types.MappingProxyType({**record, head: inner})
    if isinstance(record, tuple):
        return (*record[:head], inner, *record[head + 1 :])
    return dataclasses.replace(record, **{head: inner})
