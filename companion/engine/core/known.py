"""What is known completely: some rules can only be checked when nothing of a kind was left out."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.core.catalog import Catalog
from companion.engine.core.components.board import Face
from companion.engine.core.effect import Effect
from companion.engine.core.position import Player, Position
from companion.engine.core.ruleset import Ruleset
from companion.engine.core.state import State
from companion.engine.job_market import market as turn


def everybody(ruleset: Ruleset, position: Position, *keys: str) -> tuple[tuple[str, Player], ...] | None:
    """(colour, player) for all who play when each of them was entered with these keys, otherwise None."""
    if ruleset.players is None or len(position.players) != ruleset.players:
        return None
    if any(getattr(player, key) is None for player in position.players.values() for key in keys):
        return None
    return tuple(position.players.items())


def players_not_entered(ruleset: Ruleset, position: Position) -> int:
    """How many may play of whom nothing was entered."""
    return max(0, (ruleset.players or ruleset.catalog.table.players.most) - len(position.players))


def closed(ruleset: Ruleset, position: Position) -> bool | None:
    """Whether the job market is closed: its token has left it for a player. None: not known."""
    return turn.closed(State(ruleset, position))


def in_progress(ruleset: Ruleset, position: Position) -> bool:
    """Whether the game is certainly not over: the job market token has not left the market."""
    return position.turn.final_round is False or closed(ruleset, position) is False


def on_turn(position: Position) -> str | None:
    """The colour of the player on turn: only then somebody's herder is in Kansas City."""
    there = [colour for colour, player in position.players.items() if player.herder == "kansas-city"]
    return position.turn.player or (there[0] if len(there) == 1 else None)


def may_have_been_used(ruleset: Ruleset, position: Position, wanted: Callable[[Effect], bool]) -> bool:
    """Whether a private building with an effect can have been used, by anybody, since the beginning of the game."""
    return any(
        any(wanted(effect) for action in face.actions for choice in action for effect in choice.does)
        and may_have_stood(ruleset, position, face)
        for face in ruleset.catalog.buildings.faces.values()
    )


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


def every_space(ruleset: Ruleset, position: Position, kind: str) -> bool:
    """Whether every space of a kind of the trail ("neutral", "building", "hazard", "outlaw") was entered."""
    board = position.board
    entered = {
        "neutral": board.neutral,
        "building": board.buildings,
        "hazard": board.hazards,
        "outlaw": board.outlaws,
    }[kind]
    return all(space.id in entered for space in ruleset.catalog.trail.spaces.values() if space.kind == kind)
