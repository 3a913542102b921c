"""Hazards removed, bounty collected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.engine import effects as e
from companion.engine.actions.base import Action, Effects, done, offered
from companion.engine.actions.prospects import Prospects, prospects_of
from companion.engine.flow.effects import begin
from companion.engine.flow.judgement import Judgement
from companion.engine.flow.state import State, one_more
from companion.engine.reasons import Reason


@dataclass(frozen=True)
class Hazard(Action):
    """Remove the hazard tile of a space. Herders on it stay there."""

    type: ClassVar[str] = "hazard"
    section: ClassVar[str] = "actions/remove-hazard"
    offered_by: ClassVar[Effects] = (e.trail.RemoveHazard,)
    space: str

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, e.trail.RemoveHazard)
        _needs_tile(state, judgement, self.space, "hazard")
        if step is not None:
            judgement.pay(state.me.dollars, step.dollars, state.path("dollars"))

    def apply(self, state: State) -> None:
        done(state)
        tile = state.board.hazards.get(self.space)
        space = state.catalog.trail.spaces[self.space]
        state.set_board(hazards={**state.board.hazards, self.space: None})
        have = state.me.hazards
        if have is not None:
            state.set_me(hazards=(*have, replace(tile, hazard=space.hazard)) if tile else None)
        begin(state, [])

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        for space, tile in state.board.hazards.items():
            if tile:
                yield cls(space)


@dataclass(frozen=True)
class Bounty(Action):
    """Collect the bounty for the outlaw of a space, and what the space pays."""

    type: ClassVar[str] = "bounty"
    section: ClassVar[str] = "actions/collect-bounty"
    offered_by: ClassVar[Effects] = (e.trail.CollectBounty,)
    space: str

    def judge(self, state: State, judgement: Judgement) -> None:
        offered(state, judgement, e.trail.CollectBounty)
        _needs_tile(state, judgement, self.space, "outlaw")

    def apply(self, state: State) -> None:
        done(state)
        outlaw = state.board.outlaws.get(self.space)
        state.set_board(outlaws={**state.board.outlaws, self.space: None})
        state.set_me(outlaws=one_more(state.me.outlaws, outlaw) if outlaw else None)
        bounty = state.catalog.trail.spaces[self.space].bounty
        begin(state, [bounty] if bounty else [])

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        for space, outlaw in state.board.outlaws.items():
            if outlaw:
                yield cls(space)


@prospects_of(e.trail.RemoveHazard)
def _(state: State) -> Prospects:
    return _tiles(state, "hazard", Hazard)


@prospects_of(e.trail.CollectBounty)
def _(state: State) -> Prospects:
    return _tiles(state, "outlaw", Bounty)


def _tiles(state: State, kind: str, take: Callable[[str], Action]) -> Prospects:
    spaces = [space.id for space in state.catalog.trail.spaces.values() if space.kind == kind]
    lying = state.board.hazards if kind == "hazard" else state.board.outlaws
    there = (space for space in spaces if space not in lying or lying[space])
    places = tuple(f"board.{kind}s.{space}" for space in spaces)
    return Prospects(map(take, there), Reason(f"no-{kind}-left", {"places": places}))


def _needs_tile(state: State, judgement: Judgement, space_id: str, kind: str) -> None:
    """A tile of that kind must lie on the space."""
    if state.catalog.trail.spaces[space_id].kind != kind:
        judgement.forbid(f"no-{kind}-there", space=space_id)
        return
    path = f"board.{kind}s.{space_id}"
    lying = state.board.hazards if kind == "hazard" else state.board.outlaws
    if space_id not in lying:
        judgement.require_fact(path)
    elif lying[space_id] is None:
        judgement.forbid(f"no-{kind}-there", space=space_id, places=(path,))
