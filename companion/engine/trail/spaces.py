"""What lies on a space of the trail."""

from __future__ import annotations

from companion.engine.core.state import State


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
