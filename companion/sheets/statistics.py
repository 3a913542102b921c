"""What many games tell: who won how often, with how many points, and where the points come from.

Equal totals share a place, so a shared victory is a victory of everybody who shares it. A player without any points
played, but has no score that could be counted.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion import engine
from companion.sheets.games import GamePlayer, SheetGame, fold


@dataclass(frozen=True)
class Result:
    """How one player did in one game."""

    game: SheetGame
    player: GamePlayer
    total: int | None
    place: int | None

    @property
    def won(self) -> bool:
        """Whether nobody had more. Those who play alone win nothing."""
        return self.place == 1 and len(self.game.players) > 1


class Spread(NamedTuple):
    """Scores in a few numbers: the lowest, the quartiles (between two scores if need be), the highest, the average."""

    least: int
    lower: float
    median: float
    upper: float
    best: int
    mean: float


@dataclass(frozen=True)
class Person:
    """A player of many games, recognised by name."""

    id: str
    """The name as it is compared."""
    name: str
    """The name as it was written last, or as the group calls this person."""
    results: tuple[Result, ...]
    """The oldest first."""

    @property
    def games(self) -> int:
        """Games played, with or without points."""
        return len(self.results)

    @property
    def contested(self) -> int:
        """Games against others, which can be won."""
        return sum(len(result.game.players) > 1 for result in self.results)

    @property
    def wins(self) -> int:
        """Games won, alone or together with others."""
        return sum(result.won for result in self.results)

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals, the oldest first."""
        return tuple(result.total for result in self.results if result.total is not None)

    @property
    def spread(self) -> Spread | None:
        """The scores in a few numbers; None when there are none."""
        return spread(self.scores)

    @property
    def categories(self) -> Mapping[str, float]:
        """Category -> average points over the games in which it was filled in."""
        by_category: dict[str, list[int]] = {}
        for result in self.results:
            for category, points in result.player.points.items():
                by_category.setdefault(category, []).append(points)
        return {category: statistics.fmean(points) for category, points in by_category.items()}


@dataclass(frozen=True)
class Selection:
    """Which games are looked at. None: all."""

    players: int | None = None
    edition: int | None = None
    variants: tuple[str, ...] | None = None
    house: bool | None = None
    """Those with house rules, or those without."""

    def takes(self, game: SheetGame) -> bool:
        """Whether a game is among them."""
        return (
            self.players in (None, len(game.players))
            and self.edition in (None, game.edition)
            and self.variants in (None, game.variants)
            and self.house in (None, bool(game.played_otherwise))
        )


def spread(scores: Sequence[int]) -> Spread | None:
    """The lowest, the quartiles, the highest and the average of scores; None when there are none."""
    if not scores:
        return None
    quartiles = statistics.quantiles(scores, n=4, method="inclusive") if len(scores) > 1 else [float(scores[0])] * 3
    lower, median, upper = quartiles
    return Spread(min(scores), lower, median, upper, max(scores), statistics.fmean(scores))


def results_of(game: SheetGame) -> tuple[Result, ...]:
    """How the players of a game did, in the order of their seats."""
    ruleset = engine.load_ruleset(game.edition, None, game.variants)
    standings = engine.standings(ruleset, {str(player.seat): player.points for player in game.players})
    return tuple(
        Result(game, player, standings[str(player.seat)].total, standings[str(player.seat)].place)
        for player in game.players
    )


def people(games: Iterable[SheetGame], aliases: Mapping[str, str]) -> tuple[Person, ...]:
    """Everybody who played, those who played most first. `aliases`: folded name -> name to go by."""
    by_person: dict[str, list[Result]] = {}
    for game in sorted(games, key=lambda game: (game.day, game.id)):
        for result in results_of(game):
            by_person.setdefault(person_id(result.player.name, aliases), []).append(result)
    persons = [_person(who, results, aliases) for who, results in by_person.items()]
    return tuple(sorted(persons, key=lambda person: (-person.games, -person.wins, person.id)))


def person_id(name: str, aliases: Mapping[str, str]) -> str:
    """Who somebody with this name is."""
    folded = fold(name)
    return fold(aliases.get(folded, folded))


def names_of(games: Iterable[SheetGame], who: str, aliases: Mapping[str, str]) -> frozenset[str]:
    """The names, as they are compared, under which a person stands on the sheets."""
    names = {fold(player.name) for game in games for player in game.players}
    return frozenset(name for name in names if person_id(name, aliases) == who)


def met(games: Iterable[SheetGame], one: str, other: str, aliases: Mapping[str, str]) -> SheetGame | None:
    """The first game in which two people played against each other: they cannot be the same."""
    for game in sorted(games, key=lambda game: (game.day, game.id)):
        if {one, other} <= {person_id(player.name, aliases) for player in game.players}:
            return game
    return None


def _person(who: str, results: Sequence[Result], aliases: Mapping[str, str]) -> Person:
    last = results[-1].player.name
    return Person(id=who, name=aliases.get(fold(last), last), results=tuple(results))
