"""Income and delivery: what is my hand worth, how far does it reach, and which city is best?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flask_babel import lazy_gettext

from companion import engine
from companion.components.effects import EffectWords, cattle
from companion.engine import Catalog, Position, State, actions, effects, permanent_certificates, score
from companion.web.ask.actions import Candidate, Fact, dollars, paid
from companion.web.ask.fields import NONE, AskField, FieldOption, cities, numbers
from companion.web.ask.form import Asked, Form, Sets
from companion.web.ask.situation import QuickQuestion, Situation
from companion.web.language import current, gettext, name, ngettext

_VALUE = ("turn.breeding_value",)


def _breeds(catalog: Catalog) -> list[FieldOption]:
    return [FieldOption(breed, name("breed", breed), cattle(breed).name) for breed in catalog.cattle.breeds]


def _towns(form: Form) -> Iterator[Asked]:
    """Some games have cities that only a branchlet in their town opens."""
    cities = form.catalog.cities.cities.values()
    if north := [FieldOption(city.town, name("town", city.town)) for city in cities if city.town]:
        yield AskField("town", gettext("Cities of the north with your branchlet"), north, ("players.{me}.branchlets",),
                       kind="ticks", none=gettext("none"), tries=(NONE,), likely=NONE, spoken=False)  # fmt: skip


def _sets(form: Form) -> Sets:
    sets: dict[str, Any] = {
        "players.{me}.certificates": None if form["cert"] is None else int(form["cert"]),
        "players.{me}.station_masters": None if form["perm"] is None else _masters(form.catalog, form["perm"]),
        "players.{me}.hand": form["hand"],
        "players.{me}.deliveries": None if form["disc"] is None else dict.fromkeys(form["disc"], 1),
        "players.{me}.branchlets": form["town"],
    }
    return {"turn.phase": "K4", **{path: value for path, value in sets.items() if value is not None}}


def _plan(form: Form, position: Position) -> Situation:
    """Every city with the fewest certificates that reach it, those that bring most points first."""
    reach = _Reach(position, form.colour)
    missing = () if reach.known else _VALUE
    return Situation(position, tuple(reach.choices()), missing, facts=tuple(reach.incomes()))


def _masters(catalog: Catalog, permanent: int) -> list[str]:
    """Station masters with so many permanent certificates together."""
    chosen = []
    for tile in sorted(catalog.station_masters.tiles.values(), key=lambda tile: -tile.permanent):
        if 0 < tile.permanent <= permanent:
            chosen.append(tile.id)
            permanent -= tile.permanent
    return chosen


class _Reach:
    """The income for every number of certificates, and the delivery after it."""

    def __init__(self, position: engine.Position, colour: str) -> None:
        self._position, self._colour = position, colour
        self._rules = engine.ruleset_of(position)
        self._catalog = self._rules.catalog
        self._texts = EffectWords(current())
        self._points = self._scored(position)
        self._after = {income: self._apply(position, income) for income in self._markers()}

    def _markers(self) -> list[actions.Income]:
        have = self._position.players[self._colour].certificates
        track = self._catalog.table.certificates.track
        # Keeping certificates comes first: the fewest that reach a city are enough.
        return [actions.Income(number) for number in reversed(track) if number <= (have or 0)]

    def _apply(self, position: engine.Position, *actions: engine.Action) -> engine.Position:
        for action in actions:
            position = engine.apply(self._rules, position, action)
        return position

    @property
    def known(self) -> bool:
        """Whether it can be told what the hand is worth."""
        return all(after.turn.breeding_value is not None for after in self._after.values())

    def incomes(self) -> Iterator[Fact]:
        """What the hand is worth without certificates, and with all of them."""
        values = [after.turn.breeding_value for after in self._after.values()]
        if values and values[0] is not None and values[-1] is not None:
            yield Fact(gettext("Income without spending certificates"), dollars(values[0]), "dollar")
            if len(values) > 1:
                yield Fact(gettext("Income with all of them"), dollars(values[-1]), "certificate")
        permanent = permanent_certificates(State(self._rules, self._position), self._position.players[self._colour])
        if permanent:
            yield Fact(gettext("Permanent certificates"), str(permanent), "certificate-permanent")

    def choices(self) -> Iterator[Candidate]:
        """For every city the first marker that reaches it."""
        for city in self._catalog.cities.cities:
            found: list[Candidate] = []
            for income, after in self._after.items():
                # What a variant lets one do in between is skipped.
                waiting = after.turn.pending[-1] if after.turn.pending else None
                skip = () if waiting is None or isinstance(waiting, effects.Deliver) else (actions.Skip(),)
                before = self._apply(after, *skip)
                verdict = engine.judge(self._rules, before, actions.DeliverTo(city))
                if verdict.answer != "no" or income.marker == self._catalog.table.certificates.track[0]:
                    found.append(self._choice(before, (income, *skip, actions.DeliverTo(city)), verdict, city))
                if verdict.answer == "yes":
                    break
            yield from found[-1:]

    def _choice(
        self, before: engine.Position, actions: tuple[engine.Action, ...], verdict: engine.Verdict, city: str
    ) -> Candidate:
        the_city = self._catalog.cities.cities[city]
        facts = [Fact(gettext("Value"), str(the_city.value), "cattle-any")]
        points = 0
        if verdict.answer != "no":
            after, triggers = self._triggered(before, city)
            points = self._scored(after) - self._points
            have, kept = self._position.players[self._colour].certificates, before.players[self._colour].certificates
            if have and kept is not None and have > kept:
                facts.append(Fact(gettext("Certificates spent"), str(have - kept), "certificate"))
            if before.turn.breeding_value is not None:
                facts.append(Fact(gettext("Income"), dollars(before.turn.breeding_value), "dollar"))
            facts += [Fact(gettext("Triggers"), text) for text in triggers]
            if before.players[self._colour].deliveries is not None:
                facts.append(Fact(gettext("Points"), str(points).replace("-", "−"), "victory-point"))
        facts.append(
            Fact(
                gettext("Space for the disc"), name("symbol", f"corner-{the_city.corner}"), f"corner-{the_city.corner}"
            )
        )
        return Candidate(
            actions=actions,
            title=name("city", city),
            goal=city,
            tap=f"city:{city}",
            verdict=verdict,
            facts=tuple(facts),
            symbol="city",
            marks={f"city:{city}": "bad" if verdict.answer == "no" else "chosen"},
            rank=(-points, -the_city.value, paid(verdict)),
        )

    def _triggered(self, before: engine.Position, city: str) -> tuple[engine.Position, list[str]]:
        """The position with a disc on the city, and what that disc sets off."""
        counted = replace(before.players[self._colour], exchange_tokens=0, dollars=None)
        after = self._apply(replace(before, players={self._colour: counted}), actions.DeliverTo(city))
        if after.turn.pending and isinstance(after.turn.pending[-1], effects.PlaceDisc):
            waiting = len(after.turn.pending) - 1
            white = next(disc.id for disc in self._catalog.player_board.discs.values() if not disc.cost)
            after = self._apply(after, actions.Disc(white))
            texts = [self._texts.effect(effect) for effect in (after.turn.pending or ())[waiting:]]
        else:
            texts = []
        gained = after.players[self._colour].exchange_tokens
        return after, texts + ([gettext("exchange token")] if gained else [])

    def _scored(self, position: engine.Position) -> int:
        return score(self._rules, position)[self._colour].categories["cities"] or 0


QUESTION = QuickQuestion(
    id="delivery",
    phase="K",
    order=20,
    symbol="kansas-city",
    title=lazy_gettext("Income and delivery"),
    about=lazy_gettext("What your hand is worth, which cities it reaches, and what each of them brings"),
    rules=("kansas-city/income", "kansas-city/certificates", "kansas-city/delivery", "kansas-city/transport"),
    example="hand=longhorn&hand=criollo&hand=shorthorn&cert=2&perm=0&engine=9&disc=none&d=3",
    variants=True,
    asks=(
        AskField("hand", lazy_gettext("Breeds in your hand"), _breeds, _VALUE, kind="ticks",
                 none=lazy_gettext("no cattle"), lead=True, question=lazy_gettext("Which breeds do you hold?"),
                 reads=lambda told: gettext("You hold %(cattle)s", cattle=told)),
        AskField("cert", lazy_gettext("Your certificate marker stands on"),
                 lambda catalog: numbers(catalog.table.certificates.track), (*_VALUE, "players.{me}.certificates"),
                 reads=lambda told: gettext("Your certificate marker stands on %(space)s", space=told)),
        lambda form: [
            AskField("perm", gettext("Permanent certificates of your station masters"), facts=_VALUE, likely="0",
                     question=gettext("How many permanent certificates do your station masters bring?"),
                     most=sum(tile.permanent for tile in form.catalog.station_masters.tiles.values()),
                     symbol="certificate-permanent", tries=("0", "1", "2"))
        ],
        "engine",
        "disc",
        _towns,
        "d",
    ),
    sets=_sets,
    plan=_plan,
    yes=lambda n: ngettext("You can deliver to one city.", "You can deliver to any of %(num)d cities.", n),
    no=lazy_gettext("There is no city that you can deliver to."),
    parts=("cities",),
    goals=cities,
)  # fmt: skip
