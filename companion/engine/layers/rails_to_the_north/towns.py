"""What a position tells of towns: who may reach which, which space is next, what was counted."""

from __future__ import annotations

from companion.engine.core import Catalog, Player, State
from companion.engine.core.amounts import Amount, between


def bells(catalog: Catalog, player: Player) -> int:
    """The bells that a player has uncovered."""
    return catalog.towns.bells(len(player.branchlets or ()))


def regions(catalog: Catalog, player: Player) -> int:
    """The regions in which a player has a branchlet."""
    return len({catalog.towns.towns[town].region for town in player.branchlets or ()})


def before(state: State, town: str) -> tuple[int, int, tuple[str, ...]]:
    """How many branchlets lie in a town, at least and at most, and what decides that."""
    there, unknown = 0, []
    for colour, player in state.players.items():
        if player.branchlets is None:
            unknown += [f"players.{colour}.branchlets"] if colour != state.colour else []
        else:
            there += town in player.branchlets
    entered = len({*state.players, *([state.colour] if state.colour else [])})
    counts = state.player_counts
    strangers = max(0, counts[-1] - entered)
    unknown += ["game.players" if len(counts) > 1 else "players"] if strangers else []
    spaces = state.catalog.towns.spaces - 1
    most = there + sum(path.startswith("players.") for path in unknown) + strangers
    return min(there, spaces), min(most, spaces), tuple(unknown)


def cost(state: State, town: str) -> Amount:
    """The dollars that the next free space of a town costs."""
    costs = state.catalog.towns.towns[town].costs
    if not costs:
        return 0
    least, most, unknown = before(state, town)
    return between(costs[least], costs[most], unknown)
