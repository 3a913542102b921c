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


def players_not_entered(ruleset: Ruleset, position: Position) -> int:
    """How many may play of whom nothing was entered."""
    return max(0, (ruleset.players or ruleset.catalog.table.players.most) - len(position.players))


def in_progress(ruleset: Ruleset, position: Position) -> bool:
    """Whether the game is certainly not over: the job market token has not left the market."""
    if position.turn.final_round is False or position.board.job_market.token_row is not None:
        return True
    players = everybody(ruleset, position, "job_market_token")
    return players is not None and not any(player.job_market_token for _, player in players)


def never_without_disc(ruleset: Ruleset, player: Player) -> bool:
    """Whether the player could always take a disc from the player board so far, and so never took one off a station.

    That is sure while the board has carried a disc that costs nothing to take.
    """
    free = {disc.id for disc in ruleset.catalog.player_board.discs.values() if not disc.cost}
    if player.cleared is not None:
        return not free <= set(player.cleared)
    if player.deliveries is None:
        return False
    # Every disc that has left the board lies on a city or a station, at most one on each station.
    stations = player.stations if player.stations is not None else tuple(ruleset.catalog.railroad.stations)
    return sum(player.deliveries.values()) + len(stations) < len(free)


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
