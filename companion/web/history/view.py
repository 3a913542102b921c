"""What a history shows: the games that were asked for, the people in them, and what the games tell about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from flask_babel import format_date, format_decimal, gettext, ngettext
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion import engine
from companion.pictures import charts
from companion.sheets.about import About
from companion.sheets.games import KeptGame, SheetGame
from companion.sheets.statistics import FilterOption, Person, Result, Selection, choices, people, results_of
from companion.web.language import name
from companion.web.score.outcome import decimal, shown

MAX_SHOWN = 8
"""People in the charts: those who played most. More lines nobody can tell apart, the table lists everybody."""

MAX_DRAWN = 100
"""Games in the chart of courses: the latest. More dots nobody can tell apart."""
LEAST_TELLING = 3
"""Games from which on there are statistics: fewer tell nothing but themselves."""
MAX_LISTED = 40
"""Games on one page of the list."""

ARGUMENTS = ("players", "edition", "variants", "house")
"""What an address may ask for."""
_BASE = "base"
_HOUSE = {"without": False, "with": True}


@dataclass(frozen=True)
class Filter:
    """One way to narrow the games down: its name in the address, and the choices with their words."""

    argument: str
    title: str
    chosen: str
    choices: tuple[tuple[FilterOption, str], ...]


@dataclass(frozen=True)
class CategoryMean:
    """A line of the table of averages: a category, and the average of every person shown."""

    id: str
    number: int
    swatch: Markup
    means: tuple[float | None, ...]


@dataclass(frozen=True)
class PlayedGame:
    """A line of the list of games."""

    kept: KeptGame
    results: tuple[Result, ...]
    """The best first."""

    @property
    def location(self) -> str:
        """Where it was played; empty when nobody said."""
        return About.of(self.kept.game.fields).location


@dataclass(frozen=True)
class History:
    """Everything that a page of games shows."""

    listed: tuple[PlayedGame, ...]
    """A page of those that were asked for, the newest first."""
    number: int
    """Which page, from 1."""
    pages: int
    count: int
    """How many games were asked for."""
    all_games: int
    days: tuple[tuple[datetime, str], ...]
    """Day and id of the latest games that were asked for, the oldest first."""
    filters: tuple[Filter, ...]
    people: tuple[Person, ...]
    shown_people: tuple[Person, ...]
    categories: tuple[CategoryMean, ...]

    @property
    def tells(self) -> bool:
        """Whether there are enough games for statistics."""
        return self.count >= LEAST_TELLING

    @property
    def spreads(self) -> Markup:
        """Where everybody's scores lie."""
        rows = []
        for person in self.shown_people:
            if spread := person.spread:
                best = {"median": decimal(spread.median), "best": shown(spread.best)}
                rows.append(charts.Range(person.name, gettext("median %(median)s, best %(best)s", **best), spread[:5]))
        words = gettext("A line from the lowest to the best score of each player, with a box around the middle half.")
        return charts.spreads(rows).markup(words, "chart")

    @property
    def courses(self) -> Markup:
        """How everybody's scores went."""
        days = self.days
        at = {id_: place for place, (_, id_) in enumerate(days)}
        rows = []
        for person in self.shown_people:
            dots = [
                charts.Dot(at[result.game.id], result.total, result.won)
                for result in person.results
                if result.total is not None and result.game.id in at
            ]
            note = ngettext("%(num)d win", "%(num)d wins", person.wins)
            rows.append(charts.Course(person.name, note, dots))
        words = gettext("The scores of each player from game to game; filled dots are victories.")
        first, last = (format_date(day, "short") for day in (days[0][0], days[-1][0]))
        return charts.courses(rows, len(days), first, last).markup(words, "chart")

    @property
    def averages(self) -> Markup:
        """What everybody's average score is made of."""
        numbers = {row.id: row.number for row in self.categories}
        rows = []
        for person in self.shown_people:
            spread = person.spread
            means = {numbers[category]: mean for category, mean in person.categories.items() if category in numbers}
            total = average(spread.mean) if spread else "–"
            rows.append(charts.Bar(person.name, "", total, dict(sorted(means.items()))))
        words = gettext("Bars made of the average points in each category. The table tells the same numbers.")
        return charts.stacked(rows, "").markup(words, "chart")


def average(value: float) -> str:
    """An average with one decimal, so that columns of them stand in line."""
    return str(format_decimal(round(value, 1), format="#,##0.0")).replace("-", "−")


def selection(arguments: MultiDict[str, str]) -> Selection:
    """What was asked for; what cannot be meant is passed over."""
    players, edition, variants, house = (arguments.get(argument, "") for argument in ARGUMENTS)
    playable = engine.variants(engine.editions()[-1])
    chosen = tuple(sorted(variants.split("+"))) if variants and variants != _BASE else ()
    return Selection(
        players=int(players) if players in tuple("123456789") else None,
        edition=int(edition) if edition in map(str, engine.editions()) else None,
        variants=chosen if variants and set(chosen) <= set(playable) else None,
        house=_HOUSE.get(house),
    )


def history_of(games: Sequence[KeptGame], aliases: Mapping[str, str], selection: Selection, number: int = 1) -> History:
    """What these games tell, and a page of their list."""
    taken = [played for played in games if selection.takes(played.game)]
    pages = max(1, -(-len(taken) // MAX_LISTED))
    number = min(max(number, 1), pages)
    first = (number - 1) * MAX_LISTED
    everybody = people([played.game for played in taken], aliases)
    some = tuple(person for person in everybody if person.scores)[:MAX_SHOWN]
    means = [person.categories for person in some]
    scoring = engine.load_catalog().scoring.categories
    return History(
        listed=tuple(PlayedGame(played, _ranked(played.game)) for played in taken[first : first + MAX_LISTED]),
        number=number,
        pages=pages,
        count=len(taken),
        days=tuple(sorted((played.game.day, played.game.id) for played in taken)[-MAX_DRAWN:]),
        all_games=len(games),
        filters=_filters([played.game for played in games], selection),
        people=everybody,
        shown_people=some,
        categories=tuple(
            CategoryMean(id_, entry.number, charts.swatch(entry.number), tuple(mean.get(id_) for mean in means))
            for id_, entry in scoring.items()
        ),
    )


def _ranked(game: SheetGame) -> tuple[Result, ...]:
    last = len(game.players) + 1
    return tuple(sorted(results_of(game), key=lambda result: (result.place or last, result.player.seat)))


def _filters(games: Sequence[SheetGame], selection: Selection) -> tuple[Filter, ...]:
    def variants_of(game: SheetGame) -> str:
        return "+".join(game.variants) or _BASE

    def variants_named(told: str) -> str:
        return " + ".join(name("variant", variant) for variant in told.split("+"))

    def narrowed(
        argument: str, title: str, chosen: str, value_of: Callable[[SheetGame], str], named: Callable[[str], str]
    ) -> Filter:
        return Filter(argument, title, chosen, tuple((one, named(one.value)) for one in choices(games, value_of)))

    def house_of(game: SheetGame) -> str:
        return "with" if game.played_otherwise else "without"

    with_or_without = gettext("without"), gettext("with")
    house = next((told for told, chosen in _HOUSE.items() if chosen is selection.house), "")
    variants = "" if selection.variants is None else "+".join(selection.variants) or _BASE
    edition, players = str(selection.edition or ""), str(selection.players or "")
    found = (
        narrowed("players", gettext("Players"), players, lambda game: str(len(game.players)), str),
        narrowed("variants", gettext("Variants"), variants, variants_of, variants_named),
        narrowed("edition", gettext("Edition"), edition, lambda game: str(game.edition), partial(name, "edition")),
        narrowed("house", gettext("House rules"), house, house_of, lambda one: with_or_without[one == "with"]),
    )
    return tuple(filter_ for filter_ in found if filter_.choices)
