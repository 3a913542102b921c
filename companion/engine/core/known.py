"""What is known completely: some rules can only be checked when nothing of a kind was left out."""

from __future__ import annotations

from companion.engine.core.position import Player, Position
from companion.engine.core.ruleset import Ruleset


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


def on_turn(position: Position) -> str | None:
    """The colour of the player on turn: only then somebody's herder is in Kansas City."""
    there = [colour for colour, player in position.players.items() if player.herder == "kansas-city"]
    return position.turn.player or (there[0] if len(there) == 1 else None)


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
