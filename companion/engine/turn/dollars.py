"""Dollars paid to and gained from the bank."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.core import Effect, Judgement, Player, State, reason
from companion.engine.core.amounts import Amount, ends, missing_of, to_bank
from companion.engine.core.effect import Counted
from companion.engine.kansas_city.disc_places import transport_due

NOT_ENOUGH_BESIDES_TRANSPORT = reason("not-enough-besides-transport", "kansas-city/transport", "needs", "have", "cost")


@dataclass(frozen=True)
class Pay(Effect, name="pay", section="turn/requirements-and-rewards", at_once=True, charged=True):
    """Pay this many dollars to the bank."""

    dollars: int

    def happen(self, state: State) -> None:
        state.earn(-self.dollars)

    def judge_requirement(self, state: State, judgement: Judgement) -> None:
        pay_in_full(state, judgement, self.dollars)


@dataclass(frozen=True)
class GainDollars(Effect, name="gain-dollars", section="turn/dollars", at_once=True):
    """Gain this many dollars, or this many for each of what is counted. Never in part."""

    dollars: int
    per: Counted | None = None

    def happen(self, state: State) -> None:
        dollars = times(state, self.dollars, self.per)
        if dollars is None:
            state.set_me(dollars=None)
        else:
            state.earn(dollars)


def pay_in_full(state: State, judgement: Judgement, dollars: Amount) -> None:
    """Note dollars that the player on turn must pay to the bank in full.

    In the middle of a delivery its transport is still to come, and must be left over (open question 22).
    """
    have, path, due = state.me.dollars, state.path("dollars"), transport_due(state)
    (cost, most), total = ends(dollars), dollars + due
    least, all_told = ends(total)
    if not most or not due:
        judgement.pay(have, dollars, path)
        return
    if have is None:
        judgement.require_fact(path, *missing_of(total))
    elif have < least:
        judgement.forbid(NOT_ENOUGH_BESIDES_TRANSPORT, needs=least, have=have, cost=cost, places=(path,))
    elif have < all_told:
        judgement.require_fact(*missing_of(total))
    else:
        judgement.passed(NOT_ENOUGH_BESIDES_TRANSPORT, needs=all_told, have=have, cost=cost)
    judgement.charge(to_bank(dollars))


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
    if what in state.rules.counts:
        key, of = state.rules.counts[what]
        return (None if getattr(player, key) is None else of(state.catalog, player)), state.path(key)
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


def times(state: State, each: int, per: Counted | None) -> int | None:
    """An amount, or so much for each of what is counted."""
    count = 1 if per is None else counted(state, per)[0]
    return None if count is None else count * each
