"""Buy cattle: all sensible ways to split my cowboys and dollars, the best herd first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from flask_babel import lazy_gettext

from companion import engine
from companion.components.effects import cattle
from companion.engine import Card, Catalog, Position, actions
from companion.sentences.names import Words, words_of
from companion.web.ask.actions import Candidate, Fact, dollars, paid
from companion.web.ask.fields import AskField
from companion.web.ask.form import Asked, Form, FormGroup, FormRow
from companion.web.ask.situation import QuickQuestion, Situation
from companion.web.language import current, gettext, name, ngettext


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
            facts=("board.cattle_market",),
            most=sum(breeds[breed].copies.values()),
            tapped=4,
            named=1,
            lead=True,
            likely="0" if any(key.startswith("m-") for key in form.given) else "",
            tries=[str(n) for n in range(4)],
        )
    market = {breed: form[f"m-{breed}"] for breed in sold}
    if None not in market.values():
        form.sets["board.cattle_market"] = market


def _plan(form: Form, position: Position) -> Situation:
    """Every split that no other one beats: at least the same cards for no more money."""
    catalog = form.catalog
    plans = _unbeaten(list(_plans(catalog, _Plan(position)))) or list(_refused(catalog, position))
    return Situation(position, tuple(plan.choice(catalog) for plan in plans))


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
        used = sum(catalog.cattle.prices[buy.offer].cowboys for buy in self.buys)
        words = words_of(current())
        title = ", ".join(
            gettext("%(count)d × %(breed)s", count=count, breed=name("breed", breed)) for breed, count in cards.items()
        )
        parts = [_part(words, catalog, buy) for buy in self.buys]
        return Candidate(
            actions=self.buys,
            title=title,
            verdict=self.verdict,
            facts=(
                Fact(gettext("Cowboys"), str(used), "worker-cowboy"),
                Fact(gettext("Victory points, at least"), str(points), "victory-point"),
                Fact(gettext("Breeding value of the cards"), str(value), "cattle-any"),
            ),
            note="; ".join(parts),
            rank=_lacking(self.verdict) if self.verdict.reasons else (-points, -value, self.cost),
        )


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


def _plans(catalog: Catalog, plan: _Plan, first: int = 0) -> Iterator[_Plan]:
    """All ways to go on with a plan. The same purchases in another order are the same plan."""
    rules = engine.ruleset_of(plan.position)
    for number, offer in list(enumerate(catalog.cattle.prices.values()))[first:]:
        cards = _best_cards(catalog, plan.position, offer.breeds, offer.cards)
        if len(cards) < offer.cards:
            continue
        buy = actions.Buy(offer.id, cards)
        verdict = engine.judge(rules, plan.position, buy)
        if verdict.answer == "no":
            continue
        missing = tuple(dict.fromkeys((*plan.verdict.missing, *verdict.missing)))
        costs = plan.verdict.costs.plus(verdict.costs)
        both = engine.Verdict("depends" if missing else "yes", (), missing, costs, verdict.sections)
        longer = _Plan(engine.apply(rules, plan.position, buy), (*plan.buys, buy), both)
        yield longer
        # Without cowboys to count, single purchases say everything.
        if longer.position.players[longer.position.turn.player or ""].workers is not None:
            yield from _plans(catalog, longer, number)


def _refused(catalog: Catalog, position: engine.Position) -> Iterator[_Plan]:
    """The single purchases of what lies in the market, where none may be made: which comes nearest, is told."""
    rules = engine.ruleset_of(position)
    for offer in catalog.cattle.prices.values():
        cards = _best_cards(catalog, position, offer.breeds, offer.cards)
        if len(cards) == offer.cards and position.board.cattle_market is not None:
            buy = actions.Buy(offer.id, cards)
            yield _Plan(position, (buy,), engine.judge(rules, position, buy))


def _best_cards(catalog: Catalog, position: engine.Position, breeds: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The cards of these breeds that are worth most among those that are left; any, when nobody told the market."""
    market = position.board.cattle_market
    ranked = sorted(breeds, key=lambda breed: -min(catalog.cattle.breeds[breed].copies))
    if market is None:
        return (ranked[0],) * count
    return tuple(breed for breed in ranked for _ in range(market.get(Card(breed), 0)))[:count]


def _unbeaten(plans: list[_Plan]) -> list[_Plan]:
    best: dict[tuple[tuple[tuple[str, int], ...], tuple[int, int]], _Plan] = {}
    for plan in plans:
        best.setdefault((tuple(sorted(plan.cards.items())), plan.cost), plan)
    return [plan for plan in best.values() if not any(other.beats(plan) for other in best.values())]


QUESTION = QuickQuestion(
    id="buy-cattle",
    phase="B",
    order=20,
    symbol="cattle-market",
    title=lazy_gettext("Buy cattle"),
    about=lazy_gettext("What your cowboys and dollars can buy, the best first"),
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
    yes=lambda n: ngettext("There is one purchase worth making.", "There are %(num)d purchases worth making.", n),
    no=lazy_gettext("Nothing in the cattle market is within reach of your cowboys and dollars."),
    parts=("market",),
)
