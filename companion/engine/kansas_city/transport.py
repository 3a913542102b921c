"""What a delivery costs on the way."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.core import State, Step, of_kind
from companion.engine.core.amounts import Amount, between, to_bank
from companion.engine.core.vocabulary import CityId


@dataclass(frozen=True)
class PayTransport(Step, name="pay-transport", section="kansas-city/transport", at_once=True):
    """Pay for the crosses between the engine and the city."""

    city: CityId

    def happen(self, state: State) -> None:
        state.pay(to_bank(transport(state, self.city)))


def transport_due(state: State) -> Amount:
    """What transport will cost for the delivery under way."""
    return next((transport(state, step.city) for step in of_kind(state.pending, PayTransport)), 0)


def transport(state: State, city: str) -> Amount:
    """What a delivery of the player on turn to a city costs: a dollar for each cross."""
    engine = state.me.engine
    if engine is not None:
        return crosses_between(state, engine, city)
    return between(0, crosses_between(state, state.catalog.railroad.first, city), (state.path("engine"),))


def crosses_between(state: State, engine: int | str, city: str) -> int:
    """Crosses between the nose of the engine and the value of the city."""
    railroad = state.catalog.railroad
    # An engine on a turnout has passed the cross beside it (reading of open question 5b).
    nose = railroad.turnouts[engine][1] if isinstance(engine, str) else engine
    value = state.catalog.cities.cities[city].value
    return sum(nose <= before < value for before in railroad.crosses)
