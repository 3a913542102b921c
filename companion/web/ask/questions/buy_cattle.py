"""Buy cattle: all sensible ways to split my cowboys and dollars, the best herd first."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from flask_babel import lazy_gettext

from companion import engine
from companion.components.effects import cattle
from companion.engine import Card, Catalog, Position, actions
from companion.sentences.names import Words, words_of
from companion.web.ask.fields import AskField, dollars
from companion.web.ask.question import (
    CHOSEN,
    Asked,
    Candidate,
    Fact,
    Form,
    FormGroup,
    FormRow,
    QuickQuestion,
    Situation,
    paid,
)
from companion.web.language import current, gettext, name, ngettext

NAMED = "named"
"""The choice of all the cards that somebody names."""
_MOST = 6
"""More cards than these nobody buys in one action."""


def _market(form: Form) -> Iterator[Asked]:
    """How many cards of each breed lie there; known is the market with all of them."""
    breeds = form.catalog.cattle.breeds
    # Only what somebody can pay for is asked about.
    sold = list(dict.fromkeys(breed for offer in form.catalog.cattle.prices.values() for breed in offer.breeds))
    for breed in sold:
        yield FormRow(name("breed", breed), cattle(breed).name)
        yield AskField(
            f"m-{breed}",
            name("breed", breed),
            path="board.cattle_market",
            of=breed,
            kind="number",
            most=sum(breeds[breed].copies.values()),
            tapped=4,
            named=1,
            lead=True,
            reads=functools.partial(_for_sale, breed),
            likely="0" if any(key.startswith("m-") for key in form.given) else "",
            tries=[str(n) for n in range(4)],
        )


def _plan(form: Form, position: Position) -> Situation:
    """Every split that no other one beats: at least the same cards for no more money."""
    catalog = form.catalog
    named = {breed: form[f"m-{breed}"] for breed in catalog.cattle.breeds if form[f"m-{breed}"]}
    if form.given.get(CHOSEN) == NAMED and position.board.cattle_market is None and 0 < sum(named.values()) <= _MOST:
        return Situation(position, tuple(_named(catalog, position, named)))
    ways = list(_ways(catalog, _Plan(position)))
    if not (plans := _unbeaten(ways)) and position.board.cattle_market is not None:
        # Where nothing may be bought, which single purchase comes nearest is told.
        plans = [way for way in ways if len(way.buys) == 1]
    return Situation(position, tuple(plan.choice(catalog) for plan in plans))


def _named(catalog: Catalog, position: Position, named: Mapping[str, int]) -> Iterator[Candidate]:
    """All cards that somebody names together, whatever else lies in the market: the cheapest way, or the one that lacks
    least; and where they cannot all be bought, what can.
    """
    where = replace(position, board=replace(position.board, cattle_market={Card(one): n for one, n in named.items()}))
    ways = list(_ways(catalog, _Plan(where), some=True))
    whole = [way for way in ways if way.cards == Counter(named) and not way.verdict.reasons]
    best = min(whole, key=lambda way: way.rank) if whole else _out_of_reach(catalog, where, named)
    best = best or min((way for way in ways if way.verdict.reasons), key=lambda way: way.rank)
    yield replace(best.choice(catalog), title=_titled(named), goal=NAMED, position=where)
    if not whole:
        for plan in _unbeaten(ways):
            yield replace(plan.choice(catalog), position=where)


def _out_of_reach(catalog: Catalog, position: Position, named: Mapping[str, int]) -> _Plan | None:
    """The cheapest way to all cards that somebody names, refused for what it lacks in all: dollars, else cowboys."""
    colour = position.turn.player or ""
    me = position.players[colour]
    for unlimited in ({"dollars": None}, {"workers": None}, {"dollars": None, "workers": None}):
        players = {**position.players, colour: replace(me, **unlimited)}
        ways = _ways(catalog, _Plan(replace(position, players=players)), some=True)
        whole = [way for way in ways if way.cards == Counter(named) and not way.verdict.reasons]
        if not whole:
            continue
        # Who lacks cowboys alone is told the way that takes the fewest of them.
        spares = unlimited.keys() == {"workers"}
        way = min(whole, key=lambda way: (way.cowboys(catalog) if spares else 0, way.rank))
        lacks = {
            "dollars": ("not-enough-dollars", "dollars", way.cost[0], me.dollars),
            "workers": ("not-enough-cowboys", "workers.cowboy", way.cowboys(catalog), (me.workers or {}).get("cowboy")),
        }
        reasons = [
            engine.Reason(code, {"needs": needs, "have": have, "places": (f"players.{colour}.{path}",)})
            for code, path, needs, have in map(lacks.__getitem__, unlimited)
            if have is not None
        ]
        sections = tuple(dict.fromkeys(reason.section for reason in reasons))
        return replace(way, verdict=engine.Verdict("no", tuple(reasons), sections=sections))
    return None


def _ways(catalog: Catalog, plan: _Plan, first: int = 0, *, some: bool = False) -> Iterator[_Plan]:
    """All ways to go on with a plan, refused ones up to where they are refused; `some`: also fewer cards than an offer
    is for. The same purchases in another order are the same plan.
    """
    rules = engine.ruleset_of(plan.position)
    for number, offer in list(enumerate(catalog.cattle.prices.values()))[first:]:
        cards = _best_cards(catalog, plan.position, offer.breeds, offer.cards)
        if len(cards) < (1 if some else offer.cards):
            continue
        buy = actions.Buy(offer.id, cards)
        verdict = engine.judge(rules, plan.position, buy)
        longer = plan.then(buy, verdict)
        yield longer
        # Without cowboys to count, single purchases say everything.
        player = longer.position.players[longer.position.turn.player or ""]
        if verdict.answer != "no" and (some or player.workers is not None):
            yield from _ways(catalog, longer, number, some=some)


_NOTHING = engine.Verdict("yes")


@dataclass(frozen=True)
class _Plan:
    """Purchases one after the other, and the position that they lead to."""

    position: engine.Position
    buys: tuple[actions.Buy, ...] = ()
    verdict: engine.Verdict = _NOTHING

    @cached_property
    def cards(self) -> Counter[str]:
        """What is bought, by breed."""
        return Counter(card.partition(":")[0] for buy in self.buys for card in buy.cards)

    @cached_property
    def cost(self) -> tuple[int, int]:
        """Dollars in all."""
        return paid(self.verdict)

    def cowboys(self, catalog: Catalog) -> int:
        """How many cowboys work in all."""
        return sum(catalog.cattle.prices[buy.offer].cowboys for buy in self.buys)

    @property
    def rank(self) -> tuple[int, ...]:
        """Of several ways to the same cards the cheapest is the best; of refused ones that which gets furthest, then
        lacks least.
        """
        return (-len(self.buys), *_lacking(self.verdict)) if self.verdict.reasons else self.cost

    def then(self, buy: actions.Buy, verdict: engine.Verdict) -> _Plan:
        """With one more purchase, which has this verdict; a refused one is the last."""
        if verdict.answer == "no":
            return _Plan(self.position, (*self.buys, buy), verdict)
        missing = tuple(dict.fromkeys((*self.verdict.missing, *verdict.missing)))
        costs = self.verdict.costs.plus(verdict.costs)
        both = engine.Verdict("depends" if missing else "yes", (), missing, costs, verdict.sections)
        return _Plan(engine.apply(engine.ruleset_of(self.position), self.position, buy), (*self.buys, buy), both)

    def beats(self, other: _Plan) -> bool:
        """Whether this one gets at least the same cards for no more money, and is better in one of the two."""
        return (
            self.cost <= other.cost
            and all(self.cards[breed] >= count for breed, count in other.cards.items())
            and (self.cost < other.cost or self.cards != other.cards)
        )

    def choice(self, catalog: Catalog) -> Candidate:
        """The plan for the page."""
        breeds, cards = catalog.cattle.breeds, self.cards
        points = sum(min(breeds[breed].copies) * count for breed, count in cards.items())
        value = sum(breeds[breed].value * count for breed, count in cards.items())
        words = words_of(current())
        parts = [_part(words, catalog, buy) for buy in self.buys]
        return Candidate(
            actions=self.buys,
            title=_titled(cards),
            verdict=self.verdict,
            facts=(
                Fact(gettext("Cowboys"), str(self.cowboys(catalog)), "worker-cowboy"),
                Fact(gettext("Victory points, at least"), str(points), "victory-point"),
                Fact(gettext("Breeding value of the cards"), str(value), "cattle-any"),
            ),
            note="; ".join(parts),
            rank=_lacking(self.verdict) if self.verdict.reasons else (-points, -value, self.cost),
        )


def _counted(breed: str, count: int | str) -> str:
    return gettext("%(count)s × %(breed)s", count=count, breed=name("breed", breed))


def _for_sale(breed: str, count: str) -> str:
    if count == "0":
        return gettext("No %(breed)s for sale", breed=name("breed", breed))
    return gettext("%(count)s %(breed)s for sale", count=count, breed=name("breed", breed))


def _titled(cards: Mapping[str, int]) -> str:
    return ", ".join(_counted(breed, count) for breed, count in cards.items())


def _lacking(verdict: engine.Verdict) -> tuple[int, int]:
    """How many things a refused purchase lacks, and how much of them in all; nothing of one that may be made."""
    lacks = [reason.params for reason in verdict.reasons]
    return len(lacks), sum(
        needs - have
        for params in lacks
        if isinstance(needs := params.get("needs"), int) and isinstance(have := params.get("have"), int)
    )


def _part(words: Words, catalog: Catalog, buy: actions.Buy) -> str:
    offer = catalog.cattle.prices[buy.offer]
    return ngettext(
        "%(cards)s with one cowboy for %(cost)s",
        "%(cards)s with %(num)d cowboys for %(cost)s",
        offer.cowboys,
        cards=words.name("list", "and").join(words.cards([card])[0] for card in buy.cards),
        cost=dollars(offer.dollars),
    )


def _best_cards(catalog: Catalog, position: engine.Position, breeds: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The cards of these breeds that are worth most among those that are left; any, when nobody told the market."""
    market = position.board.cattle_market
    ranked = sorted(breeds, key=lambda breed: -min(catalog.cattle.breeds[breed].copies))
    if market is None:
        return (ranked[0],) * count
    return tuple(breed for breed in ranked for _ in range(market.get(Card(breed), 0)))[:count]


def _unbeaten(ways: Iterable[_Plan]) -> list[_Plan]:
    """Those that may be done and that no other one beats."""
    best: dict[tuple[tuple[tuple[str, int], ...], tuple[int, int]], _Plan] = {}
    for plan in ways:
        if not plan.verdict.reasons:
            best.setdefault((tuple(sorted(plan.cards.items())), plan.cost), plan)
    return [plan for plan in best.values() if not any(other.beats(plan) for other in best.values())]


QUESTION = QuickQuestion(
    phase="B",
    order=20,
    symbol="cattle-market",
    title=lazy_gettext("Buy cattle"),
    summary=lazy_gettext("What your cowboys and dollars can buy, the best first"),
    rules=("cattle/buying", "cattle/buying#prices", "cattle/buying#split"),
    example="with=none&w-cowboy=4&d=8&m-longhorn=2&m-corriente=1&m-black-angus=0&m-shorthorn=0&m-hereford=0",
    variants=True,
    asks=(
        "w-cowboy!",
        "d!",
        FormGroup(lazy_gettext("What is in the cattle market?"), lazy_gettext("Leave unknown breeds blank.")),
        _market,
    ),
    sets={"turn.phase": "B", "turn.pending": [{"effect": "buy-cattle"}], "turn.cowboys_used": 0},
    plan=_plan,
    wants=NAMED,
    yes=lambda n: ngettext("There is one purchase worth making.", "There are %(num)d purchases worth making.", n),
    no=lazy_gettext("Nothing in the cattle market is within reach of your cowboys and dollars."),
    parts=("market",),
)
