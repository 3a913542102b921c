"""The income of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.core import Action, Judgement, Player, State, Step, free_to_act, reason
from companion.engine.core.position import Card, Pile
from companion.engine.core.state import added
from companion.engine.core.vocabulary import Marker
from companion.engine.kansas_city.certificates import permanent_certificates
from companion.engine.kansas_city.delivery import Deliver, LeaveKansasCity

MARKER_BETWEEN_SPACES = reason("marker-between-spaces", "kansas-city/certificates#jump", "needs")
MARKER_NOT_FORWARD = reason("marker-not-forward", "kansas-city/certificates", "have", "needs")


@dataclass(frozen=True)
class DiscardHand(Step, name="discard-hand", section="kansas-city/income", at_once=True):
    """Discard the whole hand, after the income."""

    def happen(self, state: State) -> None:
        player = state.me
        if player.hand is None:
            state.set_me(hand=Pile[Card](0), discard=None)
        else:
            state.set_me(hand=Pile[Card](0), discard=added(player.discard, player.hand.known, player.hand.count))
        state.set_turn(phase="K5")


@dataclass(frozen=True)
class Income(Action, type="income", section="kansas-city/income", phases=("K4",)):
    """Take the income of the hand, with the certificate marker put back to `marker`, and discard the hand."""

    marker: Marker

    def judge(self, state: State, judgement: Judgement) -> None:
        if not free_to_act(state, judgement, "K4"):
            return
        judgement.look("kansas-city/certificates")
        player, track = state.me, state.catalog.table.certificates.track
        if self.marker not in track:
            judgement.forbid(MARKER_BETWEEN_SPACES, needs=self.marker)
        elif player.certificates is None:
            # The marker may always go back to the first space.
            if self.marker > track[0]:
                judgement.require_fact(state.path("certificates"))
        elif self.marker > player.certificates:
            judgement.forbid(
                MARKER_NOT_FORWARD, have=player.certificates, needs=self.marker, places=(state.path("certificates"),)
            )

    def apply(self, state: State) -> None:
        value = income(state, state.me, self.marker)
        if value is None:
            state.set_me(dollars=None)
        else:
            state.earn(value)
        state.set_me(certificates=self.marker)
        state.set_turn(breeding_value=value)
        state.begin(
            (
                *(step for layer in state.rules.layers for step in layer.after_income),
                *(DiscardHand(), Deliver(limit=value), LeaveKansasCity()),
            )
        )

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        have = state.me.certificates
        for number in state.catalog.table.certificates.track:
            if have is None or number <= have:
                yield cls(number)


def breeding_value(state: State, cards: tuple[Card, ...]) -> int:
    """What a hand is worth in Kansas City: every type once, the best of it."""
    best: dict[str, int] = {}
    for card in cards:
        breed = state.catalog.cattle.breeds.get(card.id)
        if breed is not None:
            best[breed.type] = max(best.get(breed.type, 0), breed.value)
    return sum(best.values())


def income(state: State, player: Player, marker: int) -> int | None:
    """The total breeding value with the certificate marker put back to `marker`; None when something is unknown."""
    permanent = permanent_certificates(state, player)
    if player.hand is None or not player.hand.complete or player.certificates is None or permanent is None:
        return None
    return breeding_value(state, player.hand.known) + player.certificates - marker + permanent
