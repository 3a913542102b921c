"""Which private buildings can have stood on the trail, and have been used."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core import Catalog, Player, Position, Ruleset, of_kind
from companion.engine.core.components.board import Face
from companion.engine.core.effect import E
from companion.engine.core.known import every_space


def effects_used(ruleset: Ruleset, position: Position, kind: type[E]) -> Iterator[E]:
    """The effects of a kind on private buildings that can have been used, by anybody, since the game began."""
    for face in ruleset.catalog.buildings.faces.values():
        found = [effect for action in face.actions for choice in action for effect in of_kind(choice.does, kind)]
        if found and may_have_stood(ruleset, position, face):
            yield from found


def may_have_stood(ruleset: Ruleset, position: Position, face: Face) -> bool:
    """Whether a face can have been on the trail: not where the other side was chosen, or where it is nowhere now and
    no building stands that can have come in its place."""
    if sides_chosen(ruleset.catalog, position).get(face.number, face.side) != face.side:
        return False
    if not every_space(ruleset, position, "building"):
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
