"""Where Garth goes."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import ClassVar

from companion.engine.core import State
from companion.engine.core.amounts import missing_of
from companion.engine.core.components.automas import AutomaCard
from companion.engine.core.position import OFF_BOARD
from companion.engine.core.vocabulary import Way
from companion.engine.layers.garth.turn import Choices, Deed, GarthsTurn, garth
from companion.engine.movement.fees import fees
from companion.engine.movement.steps import steps_of, ways
from companion.engine.trail.tiles import is_location, space_path

END = "kansas-city"


@dataclass(frozen=True)
class GarthMove(Deed, type="garth-move", section="solo/garth-turn", offered_by=(GarthsTurn,)):
    """Garth moves his herder along `way`, as far as his card says. What his fees come to, the bank pays."""

    way: Way
    deeds: ClassVar[tuple[str, ...]] = ("move",)
    told_in: ClassVar[str] = "solo/garth-turn"

    def same(self, state: State, choice: Deed) -> bool:
        # Past the same locations: which empty spaces lie between makes no difference.
        if not isinstance(choice, GarthMove) or not self._leads_on(state):
            return self == choice
        locations = state.facts(is_location)
        return [one for one in self.way if locations[one]] == [one for one in choice.way if locations[one]]

    def _leads_on(self, state: State) -> bool:
        """Whether the trail leads from each space of the way to the next."""
        spaces, steps = state.catalog.trail.spaces, itertools.pairwise((str(state.me.herder), *self.way))
        return all(before in spaces and space in spaces[before].next for before, space in steps)

    @classmethod
    def choices(cls, state: State, step: GarthsTurn) -> Choices:
        herder, card = state.me.herder, garth(state.catalog).cards[str(step.card)]
        if herder is None:
            return None, [state.path("herder")]
        if herder == OFF_BOARD:
            return [cls((garth().first_space,))], []
        count, missing = steps(state, card)
        ahead = state.catalog.trail.ahead_of(herder)
        missing += [space_path(state, space) for space in ahead if is_location(state, space) is None]
        if missing or count is None:
            return None, missing
        exact = [way for way in ways(state, count) if way[-1] == END or steps_of(state, way)[0] == count]
        nearest = state.facts(_to_go)
        # Nearer to Kansas City first, then what costs less (reading of open question S05).
        costs = {way: fees(state, way) for way in exact if nearest[way[-1]] == min(nearest[w[-1]] for w in exact)}
        unsure = [path for cost in costs.values() for path in missing_of(cost.total)]
        if unsure:
            return [cls(way) for way in costs], unsure
        totals = {way: cost.total for way, cost in costs.items() if isinstance(cost.total, int)}
        return [cls(way) for way, total in totals.items() if total == min(totals.values())], []

    def do(self, state: State) -> None:
        for payee, dollars in fees(state, self.way).payments:
            if payee in state.players and isinstance(dollars, int):
                state.earn(dollars, payee)
            elif payee != "bank":
                for colour in (payee,) if payee else tuple(state.players):
                    state.set_player(colour, dollars=None)
        state.set_me(herder=self.way[-1] if self.way else None)
        state.set_turn(phase="B", used=(), auxiliary_used=False, cowboys_used=0)

    def then(self, state: State, step: GarthsTurn) -> GarthsTurn:
        return step


def steps(state: State, card: AutomaCard) -> tuple[int | None, list[str]]:
    """How many steps a card says, and what must be known to tell."""
    if card.steps:
        count = state.rules.per_players(card.steps)
        return count, [] if count else ["game.players"]
    if card.counts == "buildings":
        spaces = [space.id for space in state.catalog.trail.spaces.values() if space.kind == "building"]
        missing = [f"board.buildings.{space}" for space in spaces if space not in state.board.buildings]
        owners = [tile.player for tile in state.board.buildings.values() if tile]
        return max(garth(state.catalog).least_steps, *(owners.count(one) for one in ("", *owners))), missing
    own = state.me.automa.specialization if state.me.automa else None
    kind = "cowboy" if card.counts == "cowboys" else own
    if kind is None:
        return None, [state.path("automa")]
    if state.me.workers is None:
        return None, [state.path("workers")]
    return max(garth(state.catalog).least_steps, state.me.workers.get(kind, 0)), []


def _to_go(state: State, space: str) -> int:
    """The fewest steps from a space to Kansas City."""
    if space == END:
        return 0
    far, locations = state.facts(_to_go), state.facts(is_location)
    return min(far[one] + bool(locations[one]) for one in state.catalog.trail.spaces[space].next)
