"""Deliveries to a city, and leaving Kansas City."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.core import Action, Catalog, Judgement, Player, Position, Reason, State, Step, offered, reason
from companion.engine.core.amounts import Amount, between, ends, missing_of, to_bank
from companion.engine.core.position import FORESIGHT
from companion.engine.core.vocabulary import CityId
from companion.engine.kansas_city.disc_places import (
    CITY_TOO_FAR,
    DELIVERED_ALREADY,
    PayTransport,
    PlaceDisc,
    disc_possible,
    one_is_left,
    put_nothing,
    rest_on_dollars,
    transport,
)
from companion.engine.kansas_city.foresight import skip_empty_columns
from companion.engine.turn.phases import end_turn

MUST_DELIVER = reason("must-deliver", "kansas-city/delivery")
MUST_DELIVER_EXTRAORDINARILY = reason("must-deliver-extraordinarily", "kansas-city/extraordinary-delivery")
CITY_BEYOND_WAY_BACK = reason("city-beyond-way-back", "kansas-city/extraordinary-delivery", "city", "needs", "have")
DELIVERY_UNLIKE_INCOME = reason("delivery-unlike-income", "kansas-city/delivery", "have", "needs")


@dataclass(frozen=True)
class Deliver(Step, name="deliver", section="kansas-city/delivery", leads_to=("city",)):
    """Deliver to a city of at most this value. `transport`: crosses behind the engine cost dollars."""

    limit: int | None = None
    transport: bool = True

    def clashes(self, catalog: Catalog, position: Position, colour: str, player: Player) -> Iterator[Reason]:
        # The limit of the delivery is what the income came to.
        limit, value = self.limit, position.turn.breeding_value
        in_kansas_city = (position.turn.phase or "").startswith("K")
        if in_kansas_city and limit is not None and value is not None and limit != value:
            params = {"have": limit, "needs": value}
            yield Reason(DELIVERY_UNLIKE_INCOME, {**params, "places": ("turn.pending", "turn.breeding_value")})

    def judge_skipping(self, state: State, judgement: Judgement) -> None:
        code = MUST_DELIVER if self.transport else MUST_DELIVER_EXTRAORDINARILY
        judgement.forbid(code, places=("turn.pending",))


@dataclass(frozen=True)
class LeaveKansasCity(Step, name="leave-kansas-city", section="kansas-city/leaving", at_once=True):
    """The herder goes to the start of the trail, and the turn ends."""

    def happen(self, state: State) -> None:
        state.set_me(herder="start")
        end_turn(state)


@dataclass(frozen=True)
class DeliverTo(Action, type="deliver", section="kansas-city/delivery", offered_by=(Deliver,), paid_later=True):
    """Deliver to a city; then a disc goes onto it. Transport is paid when that is done."""

    city: CityId

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, Deliver)
        city, player = state.catalog.cities.cities[self.city], state.me
        # Up to the total breeding value.
        if step is not None:
            judgement.look("kansas-city/transport" if step.transport else "kansas-city/extraordinary-delivery")
            if step.limit is None:
                if city.value:
                    judgement.require_fact("turn.breeding_value" if step.transport else "turn.pending")
            elif city.value > step.limit:
                code = CITY_TOO_FAR if step.transport else CITY_BEYOND_WAY_BACK
                judgement.forbid(code, city=self.city, needs=city.value, have=step.limit)
            else:
                judgement.passed(
                    CITY_TOO_FAR if step.transport else CITY_BEYOND_WAY_BACK,
                    city=self.city,
                    needs=city.value,
                    have=step.limit,
                )
        # Each city once, but for those that take several discs.
        if player.deliveries is None or player.deliveries.get(self.city):
            judgement.rest_on(state.rules.read_otherwise, f"cities.cities.{self.city}.repeatable")
            if player.deliveries is None and not city.repeatable:
                judgement.require_fact(state.path("deliveries"))
            elif not city.repeatable:
                judgement.forbid(DELIVERED_ALREADY, city=self.city, places=(state.path("deliveries"),))
        for layer in state.rules.layers:
            layer.judge_delivery(state, judgement, city)
        if step is not None and step.transport:
            judgement.charge(to_bank(self._transport(state)))
        elif step is not None:
            rest_on_dollars(state, judgement, self.city)

    def _transport(self, state: State) -> Amount:
        # Without any disc that could be placed, nothing is paid (open question 6).
        dollars = transport(state, self.city)
        if one_is_left(state.catalog, state.me) or not dollars:
            return dollars
        possible = Judgement()
        disc_possible(state.ahead(PayTransport(self.city)), possible, PlaceDisc(city=self.city), spent=0)
        if possible.forbidden:
            return 0
        return between(0, ends(dollars)[1], (*missing_of(dollars), *possible.missing)) if possible.missing else dollars

    def apply(self, state: State) -> None:
        if state.finished(Deliver).transport:
            state.pending.append(PayTransport(self.city))
        disc = PlaceDisc(city=self.city)
        state.begin([disc])
        possible = Judgement()
        disc_possible(state, possible, disc, spent=0)
        if possible.forbidden:
            put_nothing(state)


def waiting(state: State) -> None:
    """Put the step that a phase consists of in its place, where a position was entered without it."""
    if state.pending:
        return
    if state.turn.phase in FORESIGHT:
        skip_empty_columns(state)
    elif state.turn.phase == "K5" and state.me.herder == "start":
        # Going there is the last thing of a visit.
        state.set_turn(phase="C")
    elif state.turn.phase == "K5":
        state.pending = [LeaveKansasCity(), Deliver(limit=state.turn.breeding_value)]
