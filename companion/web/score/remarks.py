"""After the game: a few true sentences about a finished sheet, each from a rule that holds or says nothing.

A rule reads the numbers that count and the earlier games that can be compared: same edition, variants and house rules,
as many players, everything filled in. It gives figures and no advice.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext

from companion import engine
from companion.sentences.names import Words
from companion.sheets import counting
from companion.sheets.games import SheetGame
from companion.sheets.pieces import automa_of
from companion.sheets.statistics import Result, person_id, results_of
from companion.web.language import current, name
from companion.web.score.outcome import decimal, shown

MAX_REMARKS = 6
LEAST_EARLIER = 3
"""Earlier games from which on they are compared with: fewer tell nothing but themselves."""
LEAST_UNUSUAL = 5
"""Points that a category must lie off its average to be told."""


@dataclass(frozen=True)
class FinishedGame:
    """A game with everybody's result, the best first, and the games before it that can be compared with it."""

    results: tuple[Result, ...]
    earlier: tuple[tuple[Result, ...], ...]
    aliases: Mapping[str, str]

    @property
    def winners(self) -> tuple[Result, ...]:
        """Those with the most points."""
        return tuple(result for result in self.results if result.place == 1)

    @property
    def seconds(self) -> tuple[Result, ...]:
        """Those right behind a single winner, all with the same total."""
        return tuple(result for result in self.results if result.place == 2)

    @property
    def margin(self) -> int:
        """By how many points it was won."""
        return total(self.winners[0]) - total(self.seconds[0])

    def who(self, result: Result) -> str:
        """The person whose result it is."""
        return person_id(result.player.name, self.aliases)

    def of(self, result: Result) -> list[Result]:
        """The earlier results of the same person."""
        return [other for game in self.earlier for other in game if self.who(other) == self.who(result)]


def remarks(game: SheetGame, earlier: Iterable[SheetGame], aliases: Mapping[str, str]) -> tuple[str, ...]:
    """What can be said about a game. Nothing as long as it is open, or something is not filled in."""
    results = _complete(game)
    if game.finished is None or not results:
        return ()
    played = (game.edition, game.variants, game.played_otherwise, len(game.players))
    before = (
        _complete(other)
        for other in earlier
        if other.id != game.id
        and other.finished
        and other.finished < game.finished
        and (other.edition, other.variants, other.played_otherwise, len(other.players)) == played
    )
    finished = FinishedGame(results, tuple(filter(None, before)), aliases)
    lines = itertools.chain.from_iterable(rule(finished) for rule in RULES)
    return tuple(itertools.islice(lines, MAX_REMARKS))


def total(result: Result) -> int:
    """The total, which every result of a complete game has."""
    return result.total or 0


def _complete(game: SheetGame) -> tuple[Result, ...]:
    """Everybody's result, the best first; nothing where a number is missing."""
    categories = engine.load_catalog(game.edition, game.variants).scoring.categories
    if any(set(categories) - set(player.points) for player in game.players):
        return ()
    return tuple(sorted(results_of(game), key=lambda result: (result.place or 0, result.player.seat)))


def _lead(one: Result, other: Result) -> list[tuple[int, str]]:
    """By how much somebody is ahead of another in each category, the most first."""
    categories = one.player.points
    return sorted(((value - other.player.points[category], category) for category, value in categories.items()),
                  key=lambda lead: -lead[0])  # fmt: skip


def decided(game: FinishedGame) -> Iterator[str]:
    """Where it was won: what the winner has more than the only one who came second, or what made two equal."""
    if len(game.winners) == 2:
        one, other = game.winners
        (lead, category), (back, behind) = _lead(one, other)[0], _lead(other, one)[0]
        if lead:
            yield gettext(
                "The same total, made otherwise: %(one)s has %(lead)s more than %(other)s in %(category:one)s,"
                " %(other)s %(back)s more than %(one)s in %(behind:one)s.",
                one=one.player.name, other=other.player.name, lead=lead, back=back,
                category=name("category", category), behind=name("category", behind),
            )  # fmt: skip
    if len(game.winners) != 1 or len(game.seconds) != 1:
        return
    (winner,), (second,), margin = game.winners, game.seconds, game.margin
    (lead, category), (more, further), *_ = _lead(winner, second)
    said: dict[str, object] = {"one": winner.player.name, "other": second.player.name, "margin": margin, "lead": lead,
            "category": name("category", category)}  # fmt: skip
    if lead > margin:
        yield gettext(
            "%(one)s won by %(margin)s with %(lead)s more than %(other)s in %(category:one)s: with equal points there,"
            " %(other)s would have won.",
            **said,
        )
    elif lead == margin:
        yield gettext(
            "%(one)s won by %(margin)s with %(lead)s more than %(other)s in %(category:one)s: with equal points there,"
            " they would have shared the victory.",
            **said,
        )
    else:
        yield gettext(
            "%(one)s won by %(margin)s with %(lead)s more than %(other)s in %(category:one)s and %(more)s more in"
            " %(further:one)s.",
            **said, more=more, further=name("category", further),
        )  # fmt: skip


def one_more(game: FinishedGame) -> Iterator[str]:
    """What a single worker, objective card or disc more would have changed for those right behind the winner."""
    if len(game.winners) != 1 or not game.seconds or any(automa_of(second.player) for second in game.seconds):
        return
    sheet, margin = game.results[0].game, game.margin
    catalog = engine.load_catalog(sheet.edition, sheet.variants, (), sheet.played_otherwise)
    more = max(engine.reachable(sheet.edition, sheet.variants, sheet.played_otherwise)["workers"] or (0,))
    cities = [city for city in catalog.cities.cities.values() if city.repeatable and not city.per]
    cards = {card.vp for card in catalog.objectives.cards.values() if not card.starting}
    open_rows = all(second.player.points["workers"] < more for second in game.seconds)
    words = Words(current())

    def ways(fits: Callable[[int], bool]) -> str:
        workers = catalog.scoring.categories["workers"]
        worker, spaces = workers.vp or 0, words.either(map(str, sorted(set(workers.spaces))))
        vps = sorted(filter(fits, cards))
        gains = [gettext("a worker on space %(spaces)s (%(points)s)", spaces=spaces, points=worker)] * (
            open_rows and fits(worker)
        )
        gains += [gettext("a fulfilled objective card (%(points)s)", points=words.either(map(str, vps)))] * bool(vps)
        gains += [
            gettext("a disc in %(city)s (%(points)s)", city=name("city", city.id), points=city.vp)
            for city in cities
            if fits(city.vp)
        ]
        return words.either(gains)

    said = {"names": words.each(second.player.name for second in game.seconds), "margin": margin}
    if win := ways(lambda points: points > margin):
        yield gettext(
            "%(names)s ended %(margin)s [point|points] behind, and %(ways)s more would have won.",
            **said, ways=win,
        )  # fmt: skip
    elif share := ways(lambda points: points == margin):
        yield gettext(
            "%(names)s ended %(margin)s [point|points] behind, and %(ways)s more would have shared the victory.",
            **said, ways=share,
        )  # fmt: skip


def failed(game: FinishedGame) -> Iterator[str]:
    """The objective card that cost most because it was not fulfilled, where the sheet knows the cards."""
    sheet = game.results[0].game
    cards = engine.load_catalog(sheet.edition, sheet.variants, (), sheet.played_otherwise).objectives.cards
    counted = counting.counts(sheet)
    missed = [
        (cards[str(line.params["objective"])], result)
        for result in game.results
        if not automa_of(result.player) and counted[result.player.seat, "objectives"].depth == "things"
        for line in counted[result.player.seat, "objectives"].lines
        if line.code == "objective-failed"
    ]
    if not missed:
        return
    card, result = max(missed, key=lambda one: one[0].vp - one[0].penalty)
    swing = card.vp - card.penalty
    said: dict[str, object] = {"name": result.player.name, "card": Words(current()).objective(card.id),
            "cost": -card.penalty, "points": card.vp}  # fmt: skip
    second = len(game.winners) == 1 and result in game.seconds
    if second and swing > game.margin:
        yield gettext(
            "%(name)s did not fulfil the %(card)s: it cost %(cost)s [point|points] in place of giving"
            " %(points)s, and would have won the game.",
            **said,
        )
    else:
        yield gettext(
            "%(name)s did not fulfil the %(card)s: it cost %(cost)s [point|points] in place of giving %(points)s.",
            **said,
        )


def best(game: FinishedGame) -> Iterator[str]:
    """The category that gave each the most points, where there is one."""
    entries = []
    for result in game.results:
        points = result.player.points
        tops = [category for category, value in points.items() if value == max(points.values())]
        if len(tops) == 1:
            entries.append((result, name("category", tops[0]), points[tops[0]]))
    if entries:
        yield gettext("Most points came from %(what)s.", what=_list(entries))


def worst(game: FinishedGame) -> Iterator[str]:
    """The category in which each is furthest behind whoever has the most there."""
    entries = []
    for result in game.results:
        behind = {
            category: max(other.player.points[category] for other in game.results) - value
            for category, value in result.player.points.items()
        }
        least = [category for category, gap in behind.items() if gap == max(behind.values())]
        if len(least) == 1 and behind[least[0]]:
            entries.append((result, name("category", least[0]), -behind[least[0]]))
    if entries:
        yield gettext("The gap to the best is widest in %(what)s.", what=_list(entries))


def _list(entries: Sequence[tuple[Result, str, int]]) -> str:
    return ", ".join(
        gettext(
            "%(category:one)s for %(who)s (%(points)s)", category=category, who=one.player.name, points=shown(points)
        )
        for one, category, points in entries
    )


def _before(game: FinishedGame) -> tuple[list[int], bool]:
    """The best totals of earlier games, and whether they are those of the same people, or all of this device."""
    people = {game.who(result) for result in game.results}
    same = [other for other in game.earlier if {game.who(result) for result in other} == people]
    here = len(same) >= LEAST_EARLIER
    return [total(other[0]) for other in (same if here else game.earlier)], here


def personal(game: FinishedGame) -> Iterator[str]:
    """Who never had more; not where nobody else had, which is told anyway."""
    best_totals, _ = _before(game)
    for result in game.results:
        before = [total(other) for other in game.of(result)]
        if len(before) < LEAST_EARLIER or total(result) <= max(before):
            continue
        if result.place == 1 and len(best_totals) >= LEAST_EARLIER and total(result) > max(best_totals):
            continue
        yield gettext(
            "%(name)s never had more: %(points)s points, after at most %(most)s in %(num)s earlier games.",
            name=result.player.name, points=shown(total(result)), most=shown(max(before)), num=len(before),
        )  # fmt: skip


def compared(game: FinishedGame) -> Iterator[str]:
    """The best total beside those of earlier games: of the same people, else of this device."""
    before, here = _before(game)
    points = total(game.results[0])
    if len(before) < LEAST_EARLIER:
        return
    said = {"points": shown(points), "num": len(before), "most": shown(max(before)),
            "mean": decimal(statistics.fmean(before))}  # fmt: skip
    if points > max(before):
        own = gettext(
            "%(points)s points are more than anybody had in %(num)s earlier games of the same people"
            " (at most %(most)s).",
            **said,
        )
        others = gettext(
            "%(points)s points are more than anybody had in %(num)s earlier games on this device with as many players"
            " (at most %(most)s).",
            **said,
        )
    else:
        own = gettext(
            "The best total is %(points)s; in %(num)s earlier games of the same people it was %(mean)s on average.",
            **said,
        )
        others = gettext(
            "The best total is %(points)s; in %(num)s earlier games on this device with as many players it was"
            " %(mean)s on average.",
            **said,
        )
    yield own if here else others


def unusual(game: FinishedGame) -> Iterator[str]:
    """The category that lies furthest off what the same person had in it before."""
    deviations = []
    for result in game.results:
        before = game.of(result)
        if len(before) >= LEAST_EARLIER:
            for category, points in result.player.points.items():
                mean = statistics.fmean(other.player.points[category] for other in before)
                deviations.append((abs(points - mean), len(before), result.player.name, category, points, mean))
    if deviations and (furthest := max(deviations, key=lambda one: one[0]))[0] >= LEAST_UNUSUAL:
        _, games, who, category, points, mean = furthest
        yield gettext(
            "%(name)s has %(points)s points for %(category:one)s; in %(num)s earlier games the average was %(mean)s.",
            name=who, points=shown(points), category=name("category", category), num=games, mean=decimal(mean),
        )  # fmt: skip


RULES: tuple[Callable[[FinishedGame], Iterator[str]], ...] = (
    decided, one_more, failed, best, worst, personal, compared, unusual,
)  # fmt: skip
"""Each with the condition under which what it says is true; the first ones that have something to say are heard."""
