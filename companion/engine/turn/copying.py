"""A building lends the local actions of its neighbour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.core import Action, Effect, Judgement, Prospects, Reason, State, of_kind, offered, reason
from companion.engine.core.effect import LocalAction
from companion.engine.core.vocabulary import SpaceId
from companion.engine.trail.tiles import building_at, space_path

NO_BUILDING_THERE = reason("no-building-there", "turn/use-adjacent", "space")
NOT_ADJACENT = reason("not-adjacent", "turn/use-adjacent#adjacent", "space")
BUILDING_USED_ALREADY = reason("building-used-already", "turn/use-adjacent#adjacent", "building")


@dataclass(frozen=True)
class UseAdjacent(Effect, name="use-adjacent", section="turn/use-adjacent"):
    """Use the local actions of one building tile beside this one on the trail."""

    def prospects(self, state: State) -> Prospects | None:
        herder = state.me.herder
        if herder is None or not copies(state):
            # The herder stands somewhere else, or it is not known where.
            return None
        return Prospects(Copy.candidates(state), Reason(NO_BUILDING_THERE, {"space": herder, "places": ()}))


@dataclass(frozen=True)
class Copy(Action, type="copy", section="turn/use-adjacent", offered_by=(UseAdjacent,)):
    """Choose the adjacent building whose local actions are used."""

    space: SpaceId

    def judge(self, state: State, judgement: Judgement) -> None:
        if offered(state, judgement, UseAdjacent) is None:
            return
        herder = state.me.herder
        if herder is None:
            judgement.require_fact(state.path("herder"))
        elif self.space not in adjacent(state, herder):
            judgement.forbid(NOT_ADJACENT, space=self.space, places=(state.path("herder"),))
            return
        judgement.look("turn/use-adjacent#adjacent")
        building = building_at(state, self.space)
        if building is None:
            if self.space in state.board.buildings:
                judgement.forbid(NO_BUILDING_THERE, space=self.space, places=(f"board.buildings.{self.space}",))
            else:
                judgement.require_fact(space_path(state, self.space))
            return
        # A building is used once in a turn, so that copies cannot go round in circles (open question 14).
        if state.turn.buildings_used is None:
            judgement.require_fact("turn.buildings_used")
        elif building in state.turn.buildings_used:
            judgement.forbid(BUILDING_USED_ALREADY, building=building, places=("turn.buildings_used",))

    def apply(self, state: State) -> None:
        state.done()
        building, here = building_at(state, self.space), building_at(state, state.me.herder)
        used = state.turn.buildings_used
        if building and here:
            state.set_turn(buildings_used=(*(used or (here,)), building))

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        herder = state.me.herder
        if herder:
            for space in adjacent(state, herder):
                yield cls(space)


def actions_of(state: State, building: str) -> dict[str, LocalAction]:
    """The local actions of a building by name."""
    return dict(state.catalog.buildings.of(building))


def copied(state: State) -> tuple[str, ...]:
    """The buildings whose actions were copied at this location: those used since the herder came here."""
    used = state.turn.buildings_used or ()
    here = building_at(state, state.me.herder)
    if here not in used:
        return ()
    return used[len(used) - used[::-1].index(here) :]


def copies(state: State) -> bool:
    """Whether the building of this location lends the actions of its neighbours."""
    building = building_at(state, state.me.herder)
    actions = actions_of(state, building) if building else {}
    return any(of_kind(choice.does, UseAdjacent) for action in actions.values() for choice in action)


def adjacent(state: State, space_id: str) -> list[str]:
    """The building spaces next to this one along the trail.

    Adjacent means that there is neither a location nor an empty space between them (reading of open question 14).
    """
    spaces = state.catalog.trail.spaces
    if space_id not in spaces:
        # A herder that was not placed yet is beside nothing.
        return []
    after = spaces[space_id].next
    before = [space.id for space in spaces.values() if space_id in space.next]
    return [other for other in (*before, *after) if spaces[other].kind in ("neutral", "building")]
