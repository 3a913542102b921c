"""What is known completely: some rules can only be checked when nothing of a kind was left out."""

from __future__ import annotations

from companion.engine.position import Player, Position
from companion.engine.ruleset import Ruleset


def everybody(ruleset: Ruleset, position: Position, *keys: str) -> tuple[tuple[str, Player], ...] | None:
    """(colour, player) for all who play when each of them was entered with these keys, otherwise None."""
    if ruleset.players is None or len(position.players) != ruleset.players:
        return None
    if any(getattr(player, key) is None for player in position.players.values() for key in keys):
        return None
    return tuple(position.players.items())


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
