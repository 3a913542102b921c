"""Income and delivery: what is my hand worth, how far does it reach, and which city is best?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from flask_babel import lazy_gettext

from companion import engine
from companion.components.effects import EffectWords, cattle
from companion.engine import Catalog, Position, State, actions, effects, permanent_certificates, score
from companion.web.ask.fields import ENTRIES, AskField, FieldOption, cities, counting, dollars, named, numbers
from companion.web.ask.question import Asked, Candidate, Fact, Form, QuickQuestion, Situation, paid
from companion.web.language import current, gettext, name, ngettext

_VALUE = ("turn.breeding_value",)


def _towns(form: Form) -> Iterator[Asked]:
    """Some games have cities that only a branchlet in their town opens."""
    if north := named("town", [city.town for city in form.catalog.cities.cities.values() if city.town]):
        label = gettext("Cities of the north with your branchlet")
        reads, none = gettext("Branchlets of yours open %(cities)s"), gettext("No city of the north has your branchlet")
        yield ENTRIES["disc"].but(key="town", label=label, options=north, path="players.{me}.branchlets", puts=list,
                                  reads=reads, reads_none=none)  # fmt: skip


def _plan(form: Form, position: Position) -> Situation:
    """Every city with the fewest certificates that reach it, those that bring most points first."""
    rules, me = engine.ruleset_of(position), position.players[form.colour]
    # Keeping certificates comes first: the fewest that reach a city are enough.
    markers = [number for number in reversed(form.catalog.table.certificates.track) if number <= (me.certificates or 0)]
    after = {marker: engine.apply(rules, position, actions.Income(marker)) for marker in markers}
    values = [one.turn.breeding_value for one in after.values()]
    # What was not told of certificates only adds to what the hand is worth.
    poorest = replace(me, certificates=me.certificates or 0, station_masters=me.station_masters or ())
    without = replace(position, players={**position.players, form.colour: poorest})
    least = engine.apply(rules, without, actions.Income(markers[-1])).turn.breeding_value
    return Situation(
        position,
        tuple(_delivery(position, city, after, least) for city in form.catalog.cities.cities),
        _VALUE if None in values else (),
        facts=tuple(_incomes(position, form.colour, values)),
    )


def _masters(catalog: Catalog, permanent: int) -> list[str]:
    """Station masters with so many permanent certificates together."""
    chosen = []
    for tile in sorted(catalog.station_masters.tiles.values(), key=lambda tile: -tile.permanent):
        if 0 < tile.permanent <= permanent:
            chosen.append(tile.id)
            permanent -= tile.permanent
    return chosen


def _incomes(position: Position, colour: str, values: Sequence[int | None]) -> Iterator[Fact]:
    """What the hand is worth without certificates, and with all of them."""
    if values and values[0] is not None and values[-1] is not None:
        yield Fact(gettext("Income without spending certificates"), dollars(values[0]), "dollar")
        if len(values) > 1:
            yield Fact(gettext("Income with all of them"), dollars(values[-1]), "certificate")
    state = State(engine.ruleset_of(position), position)
    if permanent := permanent_certificates(state, position.players[colour]):
        yield Fact(gettext("Permanent certificates"), str(permanent), "certificate-permanent")


def _delivery(position: Position, city: str, after: Mapping[int, Position], least: int | None) -> Candidate:
    """Delivering to a city with the first marker that reaches it, or with all certificates."""
    rules, verdict = engine.ruleset_of(position), engine.Verdict("no")
    for marker, earned in after.items():
        # What a variant lets one do in between is skipped.
        waiting = earned.turn.pending[-1] if earned.turn.pending else None
        skip = () if waiting is None or isinstance(waiting, effects.Deliver) else (actions.Skip(),)
        before = engine.apply(rules, earned, *skip) if skip else earned
        value = rules.catalog.cities.cities[city].value
        *later, deliver = before.turn.pending or (None,)
        if isinstance(deliver, effects.Deliver) and deliver.limit is None and least is not None and value <= least:
            before = replace(before, turn=replace(before.turn, pending=(*later, replace(deliver, limit=least))))
        judged = engine.judge(rules, before, actions.DeliverTo(city))
        if judged.answer != "no" or marker == rules.catalog.table.certificates.track[0]:
            best, verdict = (before, (actions.Income(marker), *skip, actions.DeliverTo(city))), judged
        if verdict.answer == "yes":
            break
    return _choice(position, *best, verdict, city)


def _choice(position: Position, before: Position, steps: tuple[engine.Action, ...], verdict: engine.Verdict,
            city: str) -> Candidate:  # fmt: skip
    the_city, colour = engine.ruleset_of(position).catalog.cities.cities[city], position.turn.player or ""
    facts, points = [Fact(gettext("Value"), str(the_city.value), "cattle-any")], 0
    if verdict.answer != "no":
        after, triggers = _triggered(before, city)
        points = _scored(after) - _scored(position)
        have, left = position.players[colour].certificates, before.players[colour].certificates
        if have and left is not None and have > left:
            facts.append(Fact(gettext("Certificates spent"), str(have - left), "certificate"))
        if before.turn.breeding_value is not None:
            facts.append(Fact(gettext("Income"), dollars(before.turn.breeding_value), "dollar"))
        facts += [Fact(gettext("Triggers"), text) for text in triggers]
        # What a city counts by bells is not known: the branchlets in small towns are not asked for.
        if before.players[colour].deliveries is not None and not the_city.per:
            facts.append(Fact(gettext("Points"), str(points).replace("-", "−"), "victory-point"))
    corner = f"corner-{the_city.corner}"
    return Candidate(
        actions=steps,
        title=name("city", city),
        goal=city,
        tap=f"city:{city}",
        verdict=verdict,
        facts=(*facts, Fact(gettext("Space for the disc"), name("symbol", corner), corner)),
        symbol="city",
        marks={f"city:{city}": "bad" if verdict.answer == "no" else "chosen"},
        rank=(-points, -the_city.value, paid(verdict)),
    )


def _triggered(before: Position, city: str) -> tuple[Position, list[str]]:
    """The position with a disc on the city, and what that disc sets off."""
    rules, colour = engine.ruleset_of(before), before.turn.player or ""
    counted = replace(before.players[colour], exchange_tokens=0, dollars=None)
    after = engine.apply(rules, replace(before, players={colour: counted}), actions.DeliverTo(city))
    texts = []
    if after.turn.pending and isinstance(after.turn.pending[-1], effects.PlaceDisc):
        waiting = len(after.turn.pending) - 1
        white = next(disc.id for disc in rules.catalog.player_board.discs.values() if not disc.cost)
        after = engine.apply(rules, after, actions.Disc(white))
        texts = [EffectWords(current()).effect(effect) for effect in (after.turn.pending or ())[waiting:]]
    if dollars_here := rules.catalog.cities.cities[city].dollars:
        texts.append(EffectWords(current()).effect(effects.GainDollars(dollars_here)))
    return after, texts + ([gettext("exchange token")] if after.players[colour].exchange_tokens else [])


def _scored(position: Position) -> int:
    (mine,) = score(engine.ruleset_of(position), position).values()
    return mine.categories["cities"] or 0


QUESTION = QuickQuestion(
    phase="K",
    order=20,
    symbol="kansas-city",
    title=lazy_gettext("Income and delivery"),
    summary=lazy_gettext("What your hand is worth, which cities it reaches, and what each of them brings"),
    rules=("kansas-city/income", "kansas-city/certificates", "kansas-city/delivery", "kansas-city/transport"),
    example="hand=longhorn&hand=criollo&hand=shorthorn&cert=2&perm=0&engine=9&disc=none&d=3",
    variants=True,
    asks=(
        AskField("hand", lazy_gettext("Breeds in your hand"),
                 lambda game: [FieldOption(one, name("breed", one), cattle(one).name) for one in game.cattle.breeds],
                 _VALUE, "players.{me}.hand", kind="once",
                 none=lazy_gettext("no cattle"), lead=True, question=lazy_gettext("Which breeds do you hold?"),
                 reads=lazy_gettext("You hold %(cattle)s")),
        AskField("cert", lazy_gettext("Your certificate marker stands on"),
                 lambda catalog: numbers(catalog.table.certificates.track), (*_VALUE, "players.{me}.certificates"),
                 "players.{me}.certificates", puts=int, stands=True,
                 reads=lazy_gettext("Your certificate marker stands on %(space)s")),
        lambda form: [
            AskField("perm", gettext("Permanent certificates of your station masters"), facts=_VALUE, likely="0",
                     question=gettext("How many permanent certificates do your station masters bring?"),
                     path="players.{me}.station_masters", kind="number", puts=partial(_masters, form.catalog),
                     most=sum(tile.permanent for tile in form.catalog.station_masters.tiles.values()),
                     symbol="certificate-permanent", tries=("0", "1", "2"),
                     reads=counting("Your station masters bring one permanent certificate",
                                    "Your station masters bring %(num)d permanent certificates"))
        ],
        "engine",
        "disc",
        _towns,
        "d",
    ),
    sets={"turn.phase": "K4"},
    plan=_plan,
    yes=lambda n: ngettext("You can deliver to one city.", "You can deliver to any of %(num)d cities.", n),
    no=lazy_gettext("There is no city that you can deliver to."),
    parts=("cities",),
    goals=cities,
)  # fmt: skip
