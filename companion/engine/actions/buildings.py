"""Building: a private building onto an empty space, or in place of one of the own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.engine import effects as e
from companion.engine.actions.base import Action, done, offered
from companion.engine.flow.effects import settle
from companion.engine.flow.facts import workers
from companion.engine.flow.inquiry import Inquiry
from companion.engine.flow.local import open_actions
from companion.engine.flow.state import State
from companion.engine.position import Building


@dataclass(frozen=True)
class Build(Action):
    """Place a private building ("3a") on a space of the trail, or replace an own one there."""

    type: ClassVar[str] = "build"
    section: ClassVar[str] = "actions/build"
    face: str
    space: str

    def judge(self, state: State, inquiry: Inquiry) -> None:
        step = offered(state, inquiry, e.buildings.Build)
        faces = state.catalog.buildings.faces
        face, space = faces[self.face], state.catalog.trail.spaces[self.space]
        if space.kind != "building":
            inquiry.refuse("not-a-building-space", space=self.space)
            return
        self._available(state, inquiry)
        path = f"board.buildings.{self.space}"
        old = state.board.buildings.get(self.space)
        needs = face.builders
        if self.space not in state.board.buildings:
            # An own building may lie there, and then only the difference is needed.
            inquiry.ask(path)
            needs = min(needs, 1)
        elif old is not None and old.player != state.colour:
            inquiry.refuse("building-of-another", space=self.space, player=old.player, places=(path,))
            return
        elif old is not None:
            inquiry.look("actions/replace")
            # The new building must need more builders; then only the difference is needed and paid.
            needs -= faces[old.face].builders
            if not face.higher_than(faces[old.face]):
                inquiry.refuse(
                    "not-a-higher-building", needs=faces[old.face].builders, have=face.builders, places=(path,)
                )
                return
        have = workers(state.me, "builder")
        if have is not None:
            inquiry.need(have, needs, state.path("workers.builder"), "not-enough-builders")
        elif (face.builders if old is None else needs) > state.catalog.player_board.worker_rows.printed:
            inquiry.ask(state.path("workers"))
        if step is not None:
            inquiry.pay(state.me.dollars, needs * step.dollars, state.path("dollars"))
            if self.space not in state.board.buildings:
                # What it costs depends on what lies there.
                inquiry.payments.clear()

    def _available(self, state: State, inquiry: Inquiry) -> None:
        # The tile must still lie above the player board, with this side up. Whoever wants to build it sees that it
        # does, so nobody is asked for it; what was entered may still say otherwise.
        faces, tiles = state.catalog.buildings.faces, state.board.buildings
        number = faces[self.face].number
        side = (state.position.game.sides or {}).get(number)
        if side is not None and side != faces[self.face].side:
            inquiry.refuse("other-side-chosen", building=self.face, places=(f"game.sides.{number}",))
        for space, tile in tiles.items():
            if tile and tile.player == state.colour and space != self.space and faces[tile.face].number == number:
                place = f"board.buildings.{space}"
                inquiry.refuse("building-placed-already", building=self.face, space=space, places=(place,))
        if any(faces[out].number == number for out in state.me.placed_out or ()):
            inquiry.refuse("building-out-of-the-game", building=self.face, places=(state.path("placed_out"),))

    def apply(self, state: State) -> None:
        step = state.next_step
        done(state)
        faces = state.catalog.buildings.faces
        old = state.board.buildings.get(self.space)
        needs = faces[self.face].builders - (faces[old.face].builders if old else 0)
        if isinstance(step, e.buildings.Build):
            state.earn(-needs * step.dollars)
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
        settle(state)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        if not isinstance(state.next_step, e.buildings.Build):
            return
        faces, sides = state.catalog.buildings.faces, state.position.game.sides or {}
        gone = {faces[face].number for face in state.me.placed_out or ()}
        gone |= {faces[t.face].number for t in state.board.buildings.values() if t and t.player == state.colour}
        have = workers(state.me, "builder")
        for space, tile in state.board.buildings.items():
            if tile is not None and tile.player != state.colour:
                continue
            most = None if have is None else have + (faces[tile.face].builders if tile else 0)
            for face in faces.values():
                fits = face.number not in gone and sides.get(face.number, face.side) == face.side
                if fits and (most is None or face.builders <= most):
                    yield cls(face.id, space)
