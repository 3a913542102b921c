"""What the hands along a way cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.core.amounts import FREE, Costs, Payment, between
from companion.engine.core.state import State
from companion.engine.core.vocabulary import Way
from companion.engine.trail.tiles import space_path


class Due(NamedTuple):
    """What may be due at a space: who is paid (None: not known), the hands that it may show, and what decides that."""

    payee: str | None
    hands: tuple[str, ...]
    missing: tuple[str, ...] = ()


def due_at(state: State, space_id: str) -> Due | None:
    """What may be due at a space of the trail; None where nobody is paid."""
    board, tiles = state.board, state.catalog.tiles
    kind = state.catalog.trail.spaces[space_id].kind
    if kind == "building":
        faces = state.catalog.buildings.faces
        if space_id not in board.buildings:
            return Due(_only_other(state), state.facts(_hands)[kind], (space_path(state, space_id),))
        tile = board.buildings[space_id]
        if tile is None or tile.player == state.colour:
            return None
        # For the own one nobody pays; whose turn it is, may not be known.
        hand = faces[tile.face].hand
        return Due(tile.player, (hand,)) if state.colour else Due(tile.player, ("none", hand), ("turn.player",))
    if kind == "hazard":
        if space_id not in board.hazards:
            return Due("bank", ("none", *tiles.hazards.hands), (space_path(state, space_id),))
        hazard = board.hazards[space_id]
        if hazard and hazard.hand is None:
            return Due("bank", tiles.hazards.hands, (space_path(state, space_id),))
        return Due("bank", (str(hazard.hand),)) if hazard else None
    if kind == "outlaw":
        if space_id not in board.outlaws:
            return Due("bank", state.facts(_hands)[kind], (space_path(state, space_id),))
        outlaw = board.outlaws[space_id]
        return Due("bank", (tiles.outlaws[outlaw].hand,)) if outlaw else None
    return None


def _hands(state: State, kind: str) -> tuple[str, ...]:
    """The hands that a space of a kind may show, none among them."""
    of = state.catalog.buildings.faces if kind == "building" else state.catalog.tiles.outlaws
    return ("none", *dict.fromkeys([one.hand for one in of.values()]))


def _only_other(state: State) -> str | None:
    """The one other player, where just two play and the other one was entered."""
    others = [colour for colour in state.players if colour != state.colour]
    return others[0] if state.colour and state.player_counts == (2,) and len(others) == 1 else None


def fee_at(state: State, space_id: str) -> tuple[int, ...]:
    """The least and the most that may be due at a space, for every number of players that there may be."""
    due = state.facts(due_at)[space_id]
    tables = [state.catalog.table.fees.of[players] for players in state.player_counts]
    amounts = [[table[hand] for hand in due.hands] if due else [0] for table in tables]
    return tuple(end for each in amounts for end in (min(each), max(each)))


class _Purse:
    """The money of the player on turn while fees are paid.

    `due` is what was due so far and `left` what is left, each at least and at most; `left` is None where nobody said
    how much there was.
    """

    __slots__ = ("due", "left", "table")

    def __init__(self, money: int | None, table: Mapping[str, int]) -> None:
        self.table, self.due = table, (0, 0)
        self.left = None if money is None else (money, money)

    def pay(self, hands: tuple[str, ...]) -> tuple[tuple[int, int], tuple[int, int], bool]:
        """(what is due, what of it is paid, whether that depends on what was paid before)."""
        least = most = self.table[hands[0]]
        for hand in hands[1:]:
            least, most = min(least, self.table[hand]), max(most, self.table[hand])
        due = least, most
        self.due = self.due[0] + least, self.due[1] + most
        if self.left is None:
            return due, due, False
        low, high = self.left
        self.left = max(0, low - most), max(0, high - least)
        return due, (min(least, low), min(most, high)), low < most


def fees(state: State, way: Way) -> Costs:
    """What the hands along a way cost, in the order of the way, each as far as the money goes.

    Where it is not known how much money the player on turn has, it is taken to be enough: this is what is due.
    """
    due_of = state.facts(due_at)
    dues = [owed for space in way if (owed := due_of[space])]
    if not dues:
        return FREE
    money, tables = state.me.dollars, state.catalog.table.fees.of
    # A purse for every number of players that there may be.
    purse, *others = (_Purse(money, tables[players]) for players in state.player_counts)
    payments: list[Payment] = []
    before: tuple[str, ...] = ()
    for payee, hands, paths in dues:
        due, paid, short = purse.pay(hands)
        unsure, by_players = due[0] < due[1], False
        for other in others:
            other_due, other_paid, other_short = other.pay(hands)
            unsure, by_players = unsure or other_due[0] < other_due[1], by_players or other_due != due
            paid, short = (min(paid[0], other_paid[0]), max(paid[1], other_paid[1])), short or other_short
        missing = (*(paths if unsure else ()), *(("game.players",) if by_players else ()))
        if paid[1]:
            # Mostly it is known, and then nothing decides it.
            amount = paid[0] if paid[0] == paid[1] else between(*paid, (*before, *missing) if short else missing)
            payments.append((payee, amount))
        before += missing
    least, most = purse.due
    for other in others:
        least, most = min(least, other.due[0]), max(most, other.due[1])
    if money is not None:
        least, most = min(least, money), min(most, money)
    return Costs(tuple(payments), between(least, most, before))
