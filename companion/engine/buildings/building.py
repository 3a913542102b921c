"""Private buildings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.engine.core import (
    Action,
    Catalog,
    Effect,
    Judgement,
    Player,
    Position,
    Prospects,
    Reason,
    Ruleset,
    State,
    of_kind,
    offered,
    reason,
)
from companion.engine.core.amounts import Amount, between, ends
from companion.engine.core.components.board import Face
from companion.engine.core.effect import E
from companion.engine.core.position import Building
from companion.engine.core.reasons import Value
from companion.engine.core.supply import every_building_space
from companion.engine.core.vocabulary import FaceId, SpaceId
from companion.engine.turn.dollars import pay_in_full, workers
from companion.engine.turn.local_actions import open_actions

NOTHING_TO_BUILD = reason("nothing-to-build", "buildings/build")
NOT_A_BUILDING_SPACE = reason("not-a-building-space", "buildings/build", "space")
BUILDING_OF_ANOTHER = reason("building-of-another", "buildings/build#replace", "space", "player")
NOT_A_HIGHER_BUILDING = reason("not-a-higher-building", "buildings/build#higher", "worker", "needs", "have")
ONLY_BY_REPLACING = reason("only-by-replacing", "buildings/build#replace", "worker", "needs", "most")
NOT_ENOUGH_BUILDERS = reason("not-enough-builders", "buildings/build", "worker", "needs", "have")
OTHER_SIDE_CHOSEN = reason("other-side-chosen", "buildings/tiles", "building")
BUILDING_PLACED_ALREADY = reason("building-placed-already", "buildings/tiles", "building", "space")
BUILDING_OUT_OF_THE_GAME = reason("building-out-of-the-game", "buildings/build#replace", "building")


def judge_side(state: State, judgement: Judgement, building: str) -> None:
    """Forbid what needs a side of a private building that is not played with; of neutral ones there is one side."""
    face = state.catalog.buildings.faces.get(building)
    side = (state.position.game.sides or {}).get(face.number) if face else None
    if face and side not in (None, face.side):
        judgement.forbid(OTHER_SIDE_CHOSEN, building=building, places=(f"game.sides.{face.number}",))


@dataclass(frozen=True)
class Build(Effect, name="build", section="buildings/build"):
    """Place or replace a private building for this many dollars a builder needed."""

    dollars: int

    def prospects(self, state: State) -> Prospects:
        spaces = [space.id for space in state.catalog.trail.spaces.values() if space.kind == "building"]
        places = tuple(f"board.buildings.{space}" for space in spaces)
        return Prospects(_anything(state, spaces), Reason(NOTHING_TO_BUILD, {"places": places}))


@dataclass(frozen=True)
class PlaceBuilding(Action, type="build", section="buildings/build", offered_by=(Build,)):
    """Place a private building ("3a") on a space of the trail, or replace an own one there."""

    face: FaceId
    space: SpaceId

    def judge(self, state: State, judgement: Judgement) -> None:
        step = offered(state, judgement, Build)
        faces = state.catalog.buildings.faces
        face, space = faces[self.face], state.catalog.trail.spaces[self.space]
        if space.kind != "building":
            judgement.forbid(NOT_A_BUILDING_SPACE, space=self.space)
            return
        self._available(state, judgement)
        path = f"board.buildings.{self.space}"
        old = state.board.buildings.get(self.space)
        if self.space not in state.board.buildings:
            judgement.require_fact(path)
        elif old is not None and state.colour not in ("", old.player):
            judgement.forbid(BUILDING_OF_ANOTHER, space=self.space, player=old.player, places=(path,))
            return
        elif old is not None:
            compared: dict[str, Value] = {"worker": "builder", "needs": faces[old.face].builders, "have": face.builders}
            # The new building must need more builders.
            if not face.higher_than(faces[old.face]):
                judgement.forbid(NOT_A_HIGHER_BUILDING, **compared, places=(path,))
                return
            judgement.look("buildings/build#replace")
            judgement.passed(NOT_A_HIGHER_BUILDING, **compared)
        needs = builders(state, face, self.space)
        least, most = ends(needs)
        have = workers(state.me, "builder")
        if have is not None:
            judgement.require(have, least, state.path("workers.builder"), NOT_ENOUGH_BUILDERS, worker="builder")
        elif most > state.catalog.player_board.worker_rows.printed:
            judgement.require_fact(state.path("workers"))
        if least > (spaces := state.catalog.player_board.worker_rows.spaces):
            judgement.forbid(ONLY_BY_REPLACING, worker="builder", needs=least, most=spaces, places=(path,))
        if step is not None:
            pay_in_full(state, judgement, needs * step.dollars)

    def _available(self, state: State, judgement: Judgement) -> None:
        # The tile must still lie above the player board, with this side up. Whoever wants to build it sees that it
        # does, so nobody is asked for it; what was entered may still say otherwise.
        faces, tiles = state.catalog.buildings.faces, state.board.buildings
        number = faces[self.face].number
        judge_side(state, judgement, self.face)
        for space, tile in tiles.items():
            if tile and tile.player == state.colour and space != self.space and faces[tile.face].number == number:
                place = f"board.buildings.{space}"
                judgement.forbid(BUILDING_PLACED_ALREADY, building=self.face, space=space, places=(place,))
        if any(faces[out].number == number for out in state.me.placed_out or ()):
            judgement.forbid(BUILDING_OUT_OF_THE_GAME, building=self.face, places=(state.path("placed_out"),))

    def apply(self, state: State) -> None:
        state.done()
        old = state.board.buildings.get(self.space)
        tiles = {space: tile for space, tile in state.board.buildings.items() if space != self.space}
        if state.colour:
            # Without a player on turn it is not known whose building lies there now.
            tiles[self.space] = Building(state.colour, self.face)
        state.set_board(buildings=tiles)
        if old and state.me.placed_out is not None:
            # The old one leaves the game.
            state.set_me(placed_out=(*state.me.placed_out, old.face))
        if old and state.me.herder == self.space:
            # The local actions of the new one may not be used at once.
            state.set_turn(used=tuple(dict.fromkeys((*(state.turn.used or ()), *open_actions(state)))))
        state.settle()

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        faces, left = state.catalog.buildings.faces, left_to_build(state)
        have = workers(state.me, "builder")
        for space, tile in state.board.buildings.items():
            if tile is not None and state.colour not in ("", tile.player):
                continue
            most = None if have is None else have + (faces[tile.face].builders if tile else 0)
            for face in left:
                if most is None or face.builders <= most:
                    yield cls(face.id, space)


def _anything(state: State, spaces: Iterable[str]) -> Iterator[PlaceBuilding]:
    """The building that asks for the least builders where that is known; and on every space that was not entered."""
    faces, left, here = state.catalog.buildings.faces, left_to_build(state), state.board.buildings
    if not left:
        return
    cheapest = min(left, key=lambda face: face.builders)
    buildable = [(cheapest.builders, cheapest.id, space) for space, tile in here.items() if tile is None][:1]
    for space, tile in here.items():
        if tile is not None and state.colour in ("", tile.player):
            old = faces[tile.face]
            buildable += [(face.builders - old.builders, face.id, space) for face in left if face.higher_than(old)]
    if buildable:
        _, face_id, space = min(buildable)
        yield PlaceBuilding(face_id, space)
    if unknown := [space for space in spaces if space not in here]:
        # An own building may lie there, and ask for less.
        cheapest = min(left, key=lambda face: ends(builders(state, face, unknown[0])))
        yield from (PlaceBuilding(cheapest.id, space) for space in unknown)


def builders(state: State, face: Face, space: str) -> Amount:
    """The builders that a building needs: on an empty space all of them, to replace an own one only the difference."""
    if space in state.board.buildings:
        old = state.board.buildings[space]
        return face.builders - (state.catalog.buildings.faces[old.face].builders if old else 0)
    lower = [other.builders for other in left_to_build(state) if face.higher_than(other)]
    return between(face.builders - max(lower, default=0), face.builders, (f"board.buildings.{space}",))


def left_to_build(state: State) -> list[Face]:
    """The faces of the buildings that may still lie above the player board, both sides while none was chosen."""
    faces, sides = state.catalog.buildings.faces, state.position.game.sides or {}
    gone = {faces[face].number for face in state.me.placed_out or ()}
    gone |= {faces[t.face].number for t in state.board.buildings.values() if t and t.player == state.colour}
    return [f for f in faces.values() if f.number not in gone and sides.get(f.number, f.side) == f.side]


def effects_used(ruleset: Ruleset, position: Position, kind: type[E]) -> Iterator[E]:
    """The effects of a kind on private buildings that can have been used, by anybody, since the game began."""
    for face in ruleset.catalog.buildings.faces.values():
        effects = [effect for action in face.actions for choice in action for effect in of_kind(choice.does, kind)]
        if effects and may_have_stood(ruleset, position, face):
            yield from effects


def may_have_stood(ruleset: Ruleset, position: Position, face: Face) -> bool:
    """Whether a face can have been on the trail: not where the other side was chosen, or where it is nowhere now and
    no building stands that can have come in its place."""
    if sides_chosen(ruleset.catalog, position).get(face.number, face.side) != face.side:
        return False
    if not every_building_space(ruleset, position):
        return True
    faces, standing = ruleset.catalog.buildings.faces, [tile for tile in position.board.buildings.values() if tile]
    if any(tile.face == face.id for tile in standing):
        return True
    for colour in {*position.players, *(tile.player for tile in standing)}:
        gone = position.players.get(colour, Player()).placed_out
        higher = any(tile.player == colour and faces[tile.face].higher_than(face) for tile in standing)
        if higher if gone is None else face.id in gone:
            return True
    return False


def sides_chosen(catalog: Catalog, position: Position) -> dict[int, str]:
    """Number of a building -> the side that was chosen for everybody, as far as it was entered or can be seen."""
    sides = dict(position.game.sides or {})
    seen = {building.face for building in position.board.buildings.values() if building}
    seen |= {face for player in position.players.values() for face in player.placed_out or ()}
    # Where both sides were seen, which cannot be, one is taken whatever the order that they were entered in.
    for face in sorted(seen):
        sides.setdefault(catalog.buildings.faces[face].number, catalog.buildings.faces[face].side)
    return sides


# Building tiles: each exists once, and all players show the same side of a number.

NEUTRAL_BUILDING_TWICE = reason("neutral-building-twice", "buildings/tiles", building="neutral")
BUILDING_TWICE = reason("building-twice", "buildings/tiles", "player", "number")
BUILDING_SIDES_DIFFER = reason("building-sides-differ", "buildings/tiles", "number")


def check(ruleset: Ruleset, position: Position) -> Iterator[Reason]:
    """What cannot be about neutral and private buildings."""
    # Every neutral building tile is there once.
    by_tile: dict[str, list[str]] = {}
    for space, tile in position.board.neutral.items():
        if tile:
            by_tile.setdefault(tile, []).append(f"board.neutral.{space}")
    for tile, places in by_tile.items():
        if len(places) > 1:
            yield Reason(NEUTRAL_BUILDING_TWICE, {"building": tile, "places": tuple(places)})

    # A player has one tile of each number; whichever side it shows, it is in one place only. An automa has a side of
    # its own.
    of_automas = set[str]()
    by_number: dict[tuple[str, int], list[str]] = {}
    sides: dict[int, dict[str, list[str]]] = {}
    for place, colour, face_id in _faces(position):
        face = ruleset.catalog.buildings.faces[face_id]
        by_number.setdefault((colour, face.number), []).append(place)
        if position.players.get(colour, Player()).automa:
            of_automas.add(face_id)
        else:
            sides.setdefault(face.number, {}).setdefault(face.side, []).append(place)
    for (colour, number), places in by_number.items():
        if len(places) > 1:
            yield Reason(BUILDING_TWICE, {"player": colour, "number": number, "places": tuple(places)})

    # The side of a number is chosen once for everybody and never turned over.
    for number, side in (position.game.sides or {}).items():
        sides.setdefault(number, {}).setdefault(side, []).append(f"game.sides.{number}")
    for place, action in _used(position):
        if action.partition(".")[0] in of_automas:
            continue
        face_used = ruleset.catalog.buildings.faces.get(action.partition(".")[0])
        if face_used is not None:
            sides.setdefault(face_used.number, {}).setdefault(face_used.side, []).append(place)
    for number, by_side in sides.items():
        if len(by_side) > 1:
            yield Reason(
                BUILDING_SIDES_DIFFER,
                {
                    "number": number,
                    "places": tuple(dict.fromkeys(place for places in by_side.values() for place in places)),
                },
            )


def _faces(position: Position) -> Iterator[tuple[str, str, str]]:
    """(place, colour, face) for every private building that is on the trail or out of the game."""
    for space, building in position.board.buildings.items():
        if building:
            yield f"board.buildings.{space}", building.player, building.face
    for colour, player in position.players.items():
        for face in player.placed_out or ():
            yield f"players.{colour}.placed_out", colour, face


def _used(position: Position) -> Iterator[tuple[str, str]]:
    """(place, local action or building) for everything that was used in the turn under way."""
    for action in position.turn.used or ():
        yield "turn.used", action
    for building in position.turn.buildings_used or ():
        yield "turn.buildings_used", building
