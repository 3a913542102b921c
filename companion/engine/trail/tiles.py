"""The herder, the hazards and the outlaws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.engine.core import (
    Action,
    Catalog,
    Effect,
    Judgement,
    Position,
    Prospects,
    Reason,
    Ruleset,
    State,
    offered,
    reason,
    zones,
)
from companion.engine.core.position import HazardTile
from companion.engine.core.state import one_more
from companion.engine.core.supply import Piece, shortages
from companion.engine.core.vocabulary import SpaceId
from companion.engine.turn.dollars import pay_in_full

# What lies on a space of the trail.


def is_location(state: State, space_id: str) -> bool | None:
    """Whether a tile lies there; None when that is not known. Kansas City is a location, the start is none."""
    board = state.board
    kind = state.catalog.trail.spaces[space_id].kind
    if kind == "kansas-city" or kind == "neutral":
        # The seven neutral buildings never leave their spaces.
        return True
    if kind == "building":
        return (board.buildings[space_id] is not None) if space_id in board.buildings else None
    if kind == "hazard":
        return (board.hazards[space_id] is not None) if space_id in board.hazards else None
    if kind == "outlaw":
        return (board.outlaws[space_id] is not None) if space_id in board.outlaws else None
    return False


def space_path(state: State, space_id: str) -> str:
    """Where a position says what lies on a space of the trail."""
    return state.catalog.trail.spaces[space_id].path or state.path("herder")


def building_at(state: State, space: str | None) -> str | None:
    """The building tile on a space of the trail, neutral or private, as far as it is known."""
    if space is None:
        return None
    private = state.board.buildings.get(space)
    return private.face if private else state.board.neutral.get(space)


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


# Worker, hazard and outlaw tiles that can be seen: no more of a kind than there are.

TOO_MANY_WORKERS = reason("too-many-workers", "job-market/workers", "worker", "have", "supply")
TOO_MANY_OUTLAWS = reason("too-many-outlaws", "trail/outlaws#tiles", "outlaw", "have", "supply")
NO_SUCH_HAZARD = reason("no-such-hazard", "trail/hazards#tiles", tiles="hazard-tiles")
TOO_MANY_HAZARDS = reason("too-many-hazards", "trail/hazards#tiles", "have", "supply", tiles="hazard-tiles")
WORKER_ROW_OUT_OF_RANGE = reason(
    "worker-row-out-of-range", "job-market/workers", "player", "worker", "have", "least", "most"
)

_HazardKind = tuple[str, str, int]
"""Type, hand and victory points of a hazard tile."""


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about tiles from the bags."""
    catalog = ruleset.catalog
    printed = catalog.player_board.worker_rows.printed

    # 18 workers of each type; those printed on the player boards are no tiles.
    supply = {worker.id: sum(worker.bags.values()) for worker in catalog.tiles.workers.values()}
    pieces = [Piece(place, frozenset({kind}), n) for place, kind, n in zones.workers(position, printed)]
    for shortage in shortages(supply, pieces):
        yield Reason(TOO_MANY_WORKERS, {"worker": min(shortage.kinds), **shortage.figures})

    # 11 outlaws of each colour.
    supply = {outlaw.id: sum(outlaw.bags.values()) for outlaw in catalog.tiles.outlaws.values()}
    pieces = [Piece(place, frozenset({kind}), n) for place, kind, n in zones.outlaws(position)]
    for shortage in shortages(supply, pieces):
        yield Reason(TOO_MANY_OUTLAWS, {"outlaw": min(shortage.kinds), **shortage.figures})

    # Six hazards of each type, with fixed hands and victory points.
    tiles, hazards = [], _hazard_supply(catalog)
    for place, tile in zones.hazards(position):
        kinds = _kinds(hazards, tile)
        if kinds:
            tiles.append(Piece(place, kinds))
        else:
            face = f"{tile.hazard or ''}:{tile.hand or ''}:{tile.vp or ''}"
            yield Reason(NO_SUCH_HAZARD, {"tiles": (face,), "places": (place,)})
    for hazard_shortage in shortages(hazards, tiles):
        named = tuple(f"{hazard}:{hand}:{vp}" for hazard, hand, vp in sorted(hazard_shortage.kinds))
        yield Reason(TOO_MANY_HAZARDS, {"tiles": named, **hazard_shortage.figures})

    yield from _worker_rows(ruleset, position)


def _hazard_supply(catalog: Catalog) -> dict[_HazardKind, int]:
    hazards = catalog.tiles.hazards
    return {(kind, face.hand, face.vp): face.copies for kind in hazards.types for face in hazards.faces.values()}


def _kinds(supply: Mapping[_HazardKind, int], tile: HazardTile) -> frozenset[_HazardKind]:
    """Which tiles this one can be, as far as it is known."""
    return frozenset(
        (hazard, hand, vp)
        for hazard, hand, vp in supply
        if tile.hazard in (None, hazard) and tile.hand in (None, hand) and tile.vp in (None, vp)
    )


def _worker_rows(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    # A row has six spaces, and its printed worker never leaves.
    rows = ruleset.catalog.player_board.worker_rows
    for colour, player in position.players.items():
        for worker, count in (player.workers or {}).items():
            if not rows.printed <= count <= rows.spaces:
                yield Reason(
                    WORKER_ROW_OUT_OF_RANGE,
                    {
                        "player": colour,
                        "worker": worker,
                        "have": count,
                        "least": rows.printed,
                        "most": rows.spaces,
                        "places": (f"players.{colour}.workers.{worker}",),
                    },
                )
