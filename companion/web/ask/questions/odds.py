"""Odds of a delivery: what will my hand be worth in Kansas City, and which cities will it reach?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flask_babel import format_percent, lazy_gettext

from companion import engine
from companion.components.effects import cattle
from companion.engine import Card, Odds, Pile, Position, Verdict, actions
from companion.web.ask.fields import AskField, cities, counting, dollars
from companion.web.ask.question import Asked, Candidate, Fact, Form, FormGroup, FormRow, QuickQuestion, Situation
from companion.web.language import gettext, name

_HAND, _STACK = ("players.{me}.hand",), ("players.{me}.draw",)
_MOST_DRAWS, _MOST_SPARE = 12, 6
_NEVER = Odds(Fraction(0), Fraction(0))
OBJECTIVE = "obj"
"""The row of cards that are worth nothing in Kansas City."""


def _number(key: str, label: Any, facts: tuple[str, ...], most: int, **more: Any) -> AskField:
    return AskField(key, label, facts=facts, most=most, **{"likely": "0", "spoken": False, **more})


def _rows(form: Form) -> Iterator[Asked]:
    """The cards of the deck by kind: what joined the first ones, what is kept, what is gone."""
    gone = gettext(
        "They lie in your discard pile, leave your hand on the way, or were removed. None of them is drawn, unless "
        "your draw stack runs out."
    )
    groups = {
        "o": FormGroup(gettext("Cards that joined your deck")),
        "k": FormGroup(gettext("Cards that you keep in hand")),
        "g": FormGroup(gettext("Cards that are gone"), gone),
    }
    for key, group in groups.items():
        yield group
        for kind, owned in _kinds(form):
            title = gettext("Objective cards") if kind == OBJECTIVE else name("breed", kind)
            have = owned or form[f"o-{kind}"] or 0
            label, facts, most = {
                "o": (gettext("%(card)s in your deck", card=title), _STACK, 0 if owned else 9),
                "k": (gettext("%(card)s kept in hand", card=title), _HAND, have),
                "g": (gettext("%(card)s gone", card=title), _STACK, have - (form[f"k-{kind}"] or 0)),
            }[key]
            if most:
                yield FormRow(title, symbol="objective" if kind == OBJECTIVE else cattle(kind).name)
                yield _number(f"{key}-{kind}", label, facts, most, reads=lazy_gettext("%(number)s %(label)s"))


def _kinds(form: Form) -> Iterator[tuple[str, int]]:
    """Every kind of card, and how many everybody has from the start; those of a variant only where it is told."""
    game = replace(form.game, variants=form.game.variants or ())
    catalog = engine.ruleset_of(Position(game=game)).catalog
    for kind, breed in catalog.cattle.breeds.items():
        yield kind, sum(breed.copies.values()) if breed.deck == "player" else 0
    yield OBJECTIVE, 0


def _piles(form: Form) -> tuple[list[Card], list[Card], int]:
    """The cards that are kept in hand, those that may still be drawn, and how many are gone."""
    hand, stack, away = list[Card](), list[Card](), 0
    for kind, owned in _kinds(form):
        # Of cards of which there are none, nobody is asked how many lie where.
        number, held, gone = (owned or form[f"o-{kind}"]), (form[f"k-{kind}"] or 0), (form[f"g-{kind}"] or 0)
        hand += [Card(kind)] * held
        stack += [Card(kind)] * (number - held - gone)
        away += gone
    return hand, stack, away


def _needs(form: Form, _position: Position) -> tuple[tuple[str, ...], ...]:
    rows = tuple(key for key in form.fields if key[:2] in ("o-", "k-", "g-"))
    return (("draws",), rows, ("spare", "cert", "unseen"))


def _plan(form: Form, position: Position) -> Situation:
    hand, stack, away = _piles(form)
    draws, spare, more, unseen = (form[key] for key in ("draws", "spare", "cert", "unseen"))
    runs_out = draws + spare > len(stack) + unseen
    me = replace(
        position.players[form.colour],
        hand=Pile(len(hand), tuple(hand)),
        draw=Pile(len(stack) + unseen, tuple(stack)),
        # Which of those that are gone come back when the stack runs out, nobody said.
        discard=Pile(away if runs_out else 0),
    )
    odds = engine.income_odds(form.catalog, me, draws, spare)
    position = replace(position, players={**position.players, form.colour: me})
    return Situation(position, tuple(_choices(position, form.colour, odds, more)), facts=tuple(_facts(odds)))


def _facts(odds: Any) -> Iterator[Fact]:
    """The income on average, where all is known, and how likely it is to be at least so high."""
    if all(one.at_least == one.at_most for one in odds.values()):
        steps = [0, *odds]
        mean = sum((worth - before) * odds[worth].at_least for before, worth in zip(steps, odds, strict=False))
        yield Fact(gettext("On average"), gettext("$%(amount)s", amount=f"{float(mean):.1f}"), "dollar")
    for worth, one in odds.items():
        yield Fact(gettext("%(amount)s or more", amount=dollars(worth)), _share(one), "dollar")


def _choices(position: Position, colour: str, odds: Any, more: int) -> Iterable[Candidate]:
    """Every city with the chance that the hand reaches it; what it costs and what forbids it says the engine."""
    rules = engine.ruleset_of(position)
    best = max(odds, default=0) + more
    for city in rules.catalog.cities.cities.values():
        turn = replace(position.turn, phase="K5", breeding_value=min(best, city.value))
        visit = replace(position, turn=turn)
        verdict = engine.judge(rules, visit, actions.DeliverTo(city.id))
        chance = next((one for worth, one in odds.items() if worth + more >= city.value), _NEVER)
        if verdict.answer == "yes" and not chance.at_least:
            verdict = Verdict("depends", missing=(f"players.{colour}.draw",), costs=verdict.costs)
        title = name("city", city.id)
        yield Candidate(
            actions=(),
            title=title
            if verdict.answer == "no"
            else gettext("%(city)s (%(share)s)", city=title, share=_share(chance)),
            goal=city.id,
            verdict=verdict,
            facts=(Fact(gettext("Value"), str(city.value), "cattle-any"),),
            symbol="city",
            # First the city that is worth most when its chance is counted in.
            rank=(-chance.at_least * city.value, -city.value),
        )


def _share(odds: Odds) -> str:
    """A chance in per cent. What is not sure is never called so, nor is what can be called impossible."""
    least, most = (_percent(one) for one in odds)
    return least if least == most else gettext("%(least)s to %(most)s", least=least, most=most)


def _percent(chance: Fraction) -> str:
    if 0 < chance < Fraction(1, 100):
        return gettext("under %(share)s", share=format_percent(0.01))
    if Fraction(99, 100) < chance < 1:
        return gettext("over %(share)s", share=format_percent(0.99))
    return str(format_percent(float(chance)))


QUESTION = QuickQuestion(
    phase="K",
    order=15,
    symbol="card",
    title=lazy_gettext("Odds of a delivery"),
    summary=lazy_gettext("What your hand will be worth in Kansas City, and how likely it reaches which city"),
    rules=("cards/draw-cards#reshuffle", "kansas-city/cities", "kansas-city/transport"),
    example="draws=2&spare=0&k-criollo=1&k-galloway=1&g-santa-gertrudis=1&o-longhorn=1&k-longhorn=0&g-longhorn=0"
    "&g-criollo=1&k-santa-gertrudis=0&k-pineywoods=0&g-pineywoods=1&g-galloway=0&o-black-angus=0&o-corriente=0"
    "&o-shorthorn=0&o-hereford=0&o-obj=0&unseen=0&cert=0&disc=none&engine=9",
    variants=True,
    asks=(
        _number("draws", lazy_gettext("Cards that you will still draw on the way"), _STACK, _MOST_DRAWS, tapped=6,
                lead=True, spoken=True, likely="", tries=("1", "2", "3", "4"),
                reads=counting("You will still draw one card on the way",
                               "You will still draw %(num)d cards on the way")),
        _number("spare", lazy_gettext("Cards that you draw besides, and discard as many (exchange token, auxiliary action)"),  # noqa: E501
                _STACK, _MOST_SPARE, tapped=4, tries=("0", "1", "2"),
                reads=counting("You draw one card besides, and discard one",
                               "You draw %(num)d cards besides, and discard as many")),
        _rows,
        FormGroup(lazy_gettext("And besides")),
        _number("unseen", lazy_gettext("Cards in your draw stack that you do not know"), _STACK, 20, tapped=3,
                reads=counting("You do not know one card of your draw stack",
                               "You do not know %(num)d cards of your draw stack")),
        _number("cert", lazy_gettext("Certificates that you will use, permanent ones included"), _HAND, 12, tapped=6,
                reads=counting("You will use one certificate", "You will use %(num)d certificates")),
        "engine",
        "disc",
    ),
    needs=_needs,
    plan=_plan,
    yes=lambda _n: gettext("These cities are within reach, with the chance of each."),
    no=lazy_gettext("There is no city that you can deliver to."),
    goals=cities,
)  # fmt: skip
