"""Income and delivery: what is my hand worth, how far does it reach, and which city is best?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flask_babel import lazy_gettext

from companion import engine
from companion.components.effects import EffectWords, cattle
from companion.engine import (
    Card,
    Catalog,
    Pile,
    Player,
    Position,
    State,
    Turn,
    actions,
    effects,
    permanent_certificates,
    score,
)
from companion.web.ask.fields import FieldOption, numbers
from companion.web.ask.form import Form
from companion.web.ask.situation import Candidate, Fact, QuickQuestion, Situation, allowed, dollars, paid
from companion.web.language import current, gettext, name, ngettext


def ask(form: Form) -> Situation:
    """Every city with the fewest certificates that reach it, those that bring most points first."""
    game, catalog, colour = form.game(variants=True), form.catalog, form.colour(shown=False)
    value = ("turn.breeding_value",)
    breeds = [FieldOption(breed, name("breed", breed), cattle(breed).name) for breed in catalog.cattle.breeds]
    hand = form.ticks(
        "hand", gettext("Breeds in your hand"), breeds, none=gettext("no cattle"), tries=(), facts=value, lead=True
    )
    marker = form.pick(
        "cert",
        gettext("Your certificate marker stands on"),
        numbers(catalog.table.certificates.track),
        facts=(*value, f"players.{colour}.certificates"),
    )
    permanent = form.number(
        "perm",
        gettext("Permanent certificates of your station masters"),
        most=sum(tile.permanent for tile in catalog.station_masters.tiles.values()),
        symbol="certificate-permanent",
        tries=("0", "1", "2"),
        likely="0",
        facts=value,
    )
    engine_on = form.tell("engine", colour)
    cities = [FieldOption(city, name("city", city)) for city in catalog.cities.cities]
    placed = form.ticks("disc", gettext("Cities with a disc of yours"), cities, none=gettext("none"), tries=("none",),
                        spoken=False, likely="none", facts=(f"players.{colour}.deliveries",))  # fmt: skip
    # Some games have cities that only a branchlet in their town opens.
    north = [FieldOption(city.town, name("town", city.town)) for city in catalog.cities.cities.values() if city.town]
    towns = form.ticks("town", gettext("Cities of the north with your branchlet"), north, none=gettext("none"),
                       tries=("none",), spoken=False, likely="none",
                       facts=(f"players.{colour}.branchlets",)) if north else None  # fmt: skip
    player = Player(
        branchlets=towns,
        dollars=form.tell("d", colour),
        certificates=None if marker is None else int(marker),
        station_masters=None if permanent is None else _masters(catalog, permanent),
        engine=engine_on,
        hand=None if hand is None else Pile(len(hand), tuple(map(Card, hand))),
        deliveries=None if placed is None else dict.fromkeys(placed, 1),
    )
    position = Position(game=game, turn=Turn(player=colour, phase="K4"), players={colour: player})
    reach = _Reach(position, colour)
    choices = tuple(reach.choices())
    return Situation(
        position=position,
        choices=choices,
        missing=() if reach.known else ("turn.breeding_value",),
        yes=ngettext("You can deliver to one city.", "You can deliver to any of %(num)d cities.", allowed(choices)),
        no=gettext("There is no city that you can deliver to."),
        facts=tuple(reach.incomes()),
        parts=("cities",),
        goals=tuple(cities),
        picked={f"city:{choice.goal}": choice.name for choice in choices},
    )


def _masters(catalog: Catalog, permanent: int) -> tuple[str, ...]:
    """Station masters with so many permanent certificates together."""
    chosen = []
    for tile in sorted(catalog.station_masters.tiles.values(), key=lambda tile: -tile.permanent):
        if 0 < tile.permanent <= permanent:
            chosen.append(tile.id)
            permanent -= tile.permanent
    return tuple(chosen)


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
    ask=ask,
)
