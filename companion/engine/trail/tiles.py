"""The herder, the hazards and the outlaws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.engine.core import Action, Catalog, Effect, Judgement, Prospects, Reason, State, offered, reason
from companion.engine.core.state import one_more
from companion.engine.core.vocabulary import SpaceId
from companion.engine.turn.dollars import pay_in_full

NO_HAZARD_LEFT = reason("no-hazard-left", "trail/hazards")
NO_HAZARD_THERE = reason("no-hazard-there", "trail/hazards", "space")
NO_OUTLAW_LEFT = reason("no-outlaw-left", "trail/outlaws")
NO_OUTLAW_THERE = reason("no-outlaw-there", "trail/outlaws", "space")


@dataclass(frozen=True)
class RemoveHazard(Effect, name="remove-hazard", section="trail/hazards"):
    """Take one hazard tile from the trail for this many dollars."""

    dollars: int

    def prospects(self, state: State) -> Prospects:
        return _tiles(state, "hazard", Hazard, NO_HAZARD_LEFT)


@dataclass(frozen=True)
class CollectBounty(Effect, name="collect-bounty", section="trail/outlaws"):
    """Take one outlaw tile and what its space pays."""

    def prospects(self, state: State) -> Prospects:
        return _tiles(state, "outlaw", Bounty, NO_OUTLAW_LEFT)

    @classmethod
    def follows(cls, catalog: Catalog) -> Mapping[str, tuple[str, ...]]:
        return {cls.name: tuple(b.kind for s in catalog.trail.spaces.values() if (b := s.bounty) and not b.charged)}


@dataclass(frozen=True)
class Hazard(Action, type="hazard", section="trail/hazards", offered_by=(RemoveHazard,)):
    """Remove the hazard tile of a space. Herders on it stay there."""

    space: SpaceId

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, RemoveHazard)
        _needs_tile(state, judgement, self.space, "hazard", NO_HAZARD_THERE)
        if step is not None:
            pay_in_full(state, judgement, step.dollars)

    def apply(self, state: State) -> None:
        state.done()
        tile = state.board.hazards.get(self.space)
        space = state.catalog.trail.spaces[self.space]
        state.set_board(hazards={**state.board.hazards, self.space: None})
        have = state.me.hazards
        if have is not None:
            state.set_me(hazards=(*have, replace(tile, hazard=space.hazard)) if tile else None)
        state.begin([])

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        for space, tile in state.board.hazards.items():
            if tile:
                yield cls(space)


@dataclass(frozen=True)
class Bounty(Action, type="bounty", section="trail/outlaws", offered_by=(CollectBounty,)):
    """Collect the bounty for the outlaw of a space, and what the space pays."""

    space: SpaceId

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, CollectBounty)
        _needs_tile(state, judgement, self.space, "outlaw", NO_OUTLAW_THERE)
        bounty = state.catalog.trail.spaces[self.space].bounty
        if bounty:
            bounty.judge_requirement(state, judgement)

    def apply(self, state: State) -> None:
        state.done()
        outlaw = state.board.outlaws.get(self.space)
        state.set_board(outlaws={**state.board.outlaws, self.space: None})
        state.set_me(outlaws=one_more(state.me.outlaws, outlaw) if outlaw else None)
        bounty = state.catalog.trail.spaces[self.space].bounty
        # What a space asks for is paid already.
        state.begin([bounty] if bounty and not bounty.charged else [])

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        for space, outlaw in state.board.outlaws.items():
            if outlaw:
                yield cls(space)


def _tiles(state: State, kind: str, take: Callable[[str], Action], nothing: str) -> Prospects:
    spaces = [space.id for space in state.catalog.trail.spaces.values() if space.kind == kind]
    lying = state.board.hazards if kind == "hazard" else state.board.outlaws
    occupied = (space for space in spaces if space not in lying or lying[space])
    places = tuple(f"board.{kind}s.{space}" for space in spaces)
    return Prospects(map(take, occupied), Reason(nothing, {"places": places}))


def _needs_tile(state: State, judgement: Judgement, space_id: str, kind: str, absent: str) -> None:
    """A tile of that kind must lie on the space."""
    if state.catalog.trail.spaces[space_id].kind != kind:
        judgement.forbid(absent, space=space_id)
        return
    path = f"board.{kind}s.{space_id}"
    lying = state.board.hazards if kind == "hazard" else state.board.outlaws
    if space_id not in lying:
        judgement.require_fact(path)
    elif lying[space_id] is None:
        judgement.forbid(absent, space=space_id, places=(path,))
