"""Figures that follow from what lies on the table: limits, costs, amounts. None where something is unknown."""

from __future__ import annotations

from companion.engine.effects import Counted
from companion.engine.flow.amounts import Amount, between
from companion.engine.flow.state import State
from companion.engine.position import Card, Player


def step_limit(state: State) -> tuple[int, int, tuple[str, ...]]:
    """(least, most, what must be known) of the steps that the player on turn may make at most."""
    limit, cleared, counts = state.catalog.table.step_limit, state.me.cleared, state.player_counts
    paths = ("game.players",) if len(counts) > 1 else ()
    if cleared is None:
        most = max(limit.base[n] + limit.left_disc[n] + limit.right_disc[n] for n in counts)
        return min(limit.base[n] for n in counts), most, (*paths, state.path("cleared"))
    left, right = "step-left" in cleared, "step-right" in cleared
    sums = [limit.base[n] + left * limit.left_disc[n] + right * limit.right_disc[n] for n in counts]
    return min(sums), max(sums), paths


def hand_limit(state: State, player: Player) -> int | None:
    """How many cards a player draws up to."""
    if player.cleared is None:
        return None
    limit = state.catalog.table.hand_limit
    return min(limit.most, limit.base + limit.per_disc * sum(disc.startswith("hand-") for disc in player.cleared))


def certificate_limit(state: State, player: Player) -> int | None:
    """How far the certificate marker may go."""
    if player.cleared is None:
        return None
    limits = state.catalog.table.certificates
    if "cert-4" not in player.cleared:
        return limits.limit
    return limits.limit_with_four_and_six if "cert-6" in player.cleared else limits.limit_with_four


def permanent_certificates(state: State, player: Player) -> int | None:
    """What station masters add to every income."""
    if player.station_masters is None:
        return None
    tiles = state.catalog.station_masters.tiles
    return sum(tiles[tile].permanent for tile in player.station_masters)


def certificates_after(state: State, player: Player, steps: int) -> int | None:
    """The number beside the marker after so many spaces forward, stopped by the limit."""
    limit = certificate_limit(state, player)
    if player.certificates is None or limit is None:
        return None
    track = state.catalog.table.certificates.track
    # A marker that was entered between two spaces is on its way to the second.
    passed = sum(number <= player.certificates for number in track)
    allowed = [number for number in track[: passed + max(0, steps)] if number <= limit]
    return max(player.certificates, *allowed)


def workers(player: Player, kind: str) -> int | None:
    """Workers of a type, the printed one included."""
    return None if player.workers is None else player.workers.get(kind, 0)


def counted(state: State, what: Counted) -> tuple[int | None, str]:
    """(how many the player on turn has of it, where that is written)."""
    player = state.me
    if what in state.catalog.tiles.workers:
        return workers(player, what), state.path("workers")
    if what == "station":
        return (None if player.stations is None else len(player.stations)), state.path("stations")
    if what == "hazard":
        return (None if player.hazards is None else len(player.hazards)), state.path("hazards")
    if what == "outlaw-pair":
        kinds = state.catalog.tiles.outlaws
        have = None if player.outlaws is None else min(player.outlaws.get(kind, 0) for kind in kinds)
        return have, state.path("outlaws")
    # Own buildings on spaces that touch the woods.
    if not state.colour:
        return None, state.path("buildings")
    unknown = [space for space in _woods(state) if space not in state.board.buildings]
    if unknown:
        return None, f"board.buildings.{unknown[0]}"
    return counted_at_least(state, what), "board.buildings"


def counted_at_least(state: State, what: Counted) -> int:
    """How many the player on turn has of it at least, when it is not known: the printed worker, what was entered."""
    if what == "woods-building":
        lying = (state.board.buildings.get(space) for space in _woods(state))
        return sum(tile is not None and tile.player == state.colour for tile in lying)
    return state.catalog.player_board.worker_rows.printed if what in state.catalog.tiles.workers else 0


def _woods(state: State) -> list[str]:
    return [space.id for space in state.catalog.trail.spaces.values() if space.woods]


def counted_at_most(state: State, what: Counted) -> int | None:
    """How many the player on turn can have of it at most; None where nothing is said of that."""
    return state.catalog.player_board.worker_rows.spaces if what in state.catalog.tiles.workers else None


def breeding_value(state: State, cards: tuple[Card, ...]) -> int:
    """What a hand is worth in Kansas City: every type once, the best of it."""
    best: dict[str, int] = {}
    for card in cards:
        breed = state.catalog.cattle.breeds.get(card.id)
        if breed is not None:
            best[breed.type] = max(best.get(breed.type, 0), breed.value)
    return sum(best.values())


def income(state: State, player: Player, marker: int) -> int | None:
    """The total breeding value with the certificate marker put back to `marker`; None when something is unknown."""
    permanent = permanent_certificates(state, player)
    if player.hand is None or not player.hand.complete or player.certificates is None or permanent is None:
        return None
    return breeding_value(state, player.hand.known) + player.certificates - marker + permanent


def transport(state: State, city: str) -> Amount:
    """What a delivery of the player on turn to a city costs: a dollar for each cross."""
    engine = state.me.engine
    if engine is not None:
        return crosses_between(state, engine, city)
    return between(0, crosses_between(state, state.catalog.railroad.first, city), (state.path("engine"),))


def crosses_between(state: State, engine: int | str, city: str) -> int:
    """Crosses between the nose of the engine and the value of the city."""
    railroad = state.catalog.railroad
    # An engine on a turnout has passed the cross beside it (reading of open question 5b).
    nose = railroad.turnouts[engine][1] if isinstance(engine, str) else engine
    value = state.catalog.cities.cities[city].value
    return sum(1 for before, _ in railroad.crosses if nose <= before < value)
