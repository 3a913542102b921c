"""What the hands along a way cost."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from companion.engine.core import zones
from companion.engine.core.amounts import FREE, Costs, Payment, between
from companion.engine.core.state import State, changed
from companion.engine.core.vocabulary import Way
from companion.engine.trail.tiles import space_path


class Due(NamedTuple):
    """What may be due at a space: who is paid (None: not known), the hands that it may show, and what decides that.

    `pool` names the tiles of which one may lie there, where that was not entered.
    """

    payee: str | None
    hands: tuple[str, ...]
    missing: tuple[str, ...] = ()
    pool: str = ""


def due_at(state: State, space_id: str) -> Due | None:
    """What may be due at a space of the trail; None where nobody is paid."""
    board, tiles = state.board, state.catalog.tiles
    space = state.catalog.trail.spaces[space_id]
    kind = space.kind
    if kind == "building":
        faces = state.catalog.buildings.faces
        if space_id not in board.buildings:
            return Due(_only_other(state), state.facts(_hands)[kind], (space_path(state, space_id),), kind)
        tile = board.buildings[space_id]
        if tile is None or tile.player == state.colour:
            return None
        # For the own one nobody pays; whose turn it is, may not be known.
        hand = faces[tile.face].hand
        return Due(tile.player, (hand,)) if state.colour else Due(tile.player, ("none", hand), ("turn.player",))
    if kind == "hazard":
        if space_id not in board.hazards:
            return Due("bank", ("none", *tiles.hazards.hands), (space_path(state, space_id),), str(space.hazard))
        hazard = board.hazards[space_id]
        if hazard and hazard.hand is None:
            return Due("bank", tiles.hazards.hands, (space_path(state, space_id),), str(space.hazard))
        return Due("bank", (str(hazard.hand),)) if hazard else None
    if kind == "outlaw":
        if space_id not in board.outlaws:
            return Due("bank", state.facts(_hands)[kind], (space_path(state, space_id),), kind)
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
    """What a space adds to the fees of a way, each number the less the better: the least and the most that may be due,
    for every number of players that there may be, and whether it is one more space of each pool."""
    due = state.facts(due_at)[space_id]
    tables = [state.catalog.table.fees.of[players] for players in state.player_counts]
    amounts = [[table[hand] for hand in due.hands] if due else [0] for table in tables]
    pool = due.pool if due else ""
    pools = (pool == one for one in ("building", "outlaw", *state.catalog.tiles.hazards.types))
    return (*(end for each in amounts for end in (min(each), 0 if pool else max(each))), *pools)


def _highest(state: State, pool: str) -> tuple[int, ...]:
    """The fees of the tiles that may lie on spaces of a pool that were not entered, the highest first.

    A pool is named with the number of players: "building.2", "flood.3". What can be seen elsewhere is not there.
    """
    name, _, players = pool.rpartition(".")
    table = state.catalog.table.fees.of[int(players)]
    tiles = _buildings(state, int(players)) if name == "building" else _from_bags(state, name)
    return tuple(sorted((max(map(table.__getitem__, hands)) for hands in tiles), reverse=True))


def _buildings(state: State, players: int) -> list[tuple[str, ...]]:
    """The hands of each building that somebody else may have on the trail, of both sides where none was chosen."""
    sides, faces = state.position.game.sides or {}, state.catalog.buildings.faces
    hands: dict[int, tuple[str, ...]] = {}
    for face in faces.values():
        if sides.get(face.number, face.side) == face.side:
            hands[face.number] = (*hands.get(face.number, ()), face.hand)
    others = [colour for colour in state.players if colour != state.colour]
    gone = {(tile.player, faces[tile.face].number) for tile in state.board.buildings.values() if tile}
    gone |= {(colour, faces[face].number) for colour in others for face in state.players[colour].placed_out or ()}
    tiles = [shown for colour in others for number, shown in hands.items() if (colour, number) not in gone]
    return tiles + [*hands.values()] * (players - len({*others, state.colour}))


def _from_bags(state: State, name: str) -> list[tuple[str, ...]]:
    """The hand of each outlaw, or hazard of a type, that can be seen nowhere."""
    tiles, position = state.catalog.tiles, changed(state.position, board=state.board, players=state.players)
    left = Counter[str]()
    if name == "outlaw":
        left.update({outlaw.id: sum(outlaw.bags.values()) for outlaw in tiles.outlaws.values()})
        for _, outlaw, count in zones.outlaws(position):
            left[outlaw] -= count
        return [(tiles.outlaws[outlaw].hand,) for outlaw in left.elements()]
    for face in tiles.hazards.faces.values():
        left[face.hand] += face.copies
    left.subtract(str(tile.hand) for _, tile in zones.hazards(position) if tile.hazard == name)
    return [(hand,) for hand in left.elements() if hand in tiles.hazards.hands]


class _Purse:
    """The money of the player on turn while fees are paid, with a number of players.

    `due` is what was due so far and `left` what is left, each at least and at most; `left` is None where nobody said
    how much there was. `drawn` counts the spaces of each pool.
    """

    __slots__ = ("drawn", "due", "left", "players", "state", "table")

    def __init__(self, state: State, players: int) -> None:
        self.state, self.players, self.table = state, players, state.catalog.table.fees.of[players]
        self.due, self.drawn = (0, 0), Counter[str]()
        self.left = None if state.me.dollars is None else (state.me.dollars, state.me.dollars)

    def pay(self, hands: tuple[str, ...], pool: str) -> tuple[tuple[int, int], tuple[int, int], int, bool]:
        """(what is due, what of it is paid, what that adds at most, whether it depends on what was paid before)."""
        least = most = self.table[hands[0]]
        for hand in hands[1:]:
            least, most = min(least, self.table[hand]), max(most, self.table[hand])
        more = most
        if pool:
            # The tile with the highest fee lies on one space at most.
            fees, number = self.state.facts(_highest)[f"{pool}.{self.players}"], self.drawn[pool]
            most, more = (max(least, fees[at] if at < len(fees) else 0) for at in (0, number))
            self.drawn[pool] += 1
        due = least, most
        self.due = self.due[0] + least, self.due[1] + more
        if self.left is None:
            return due, due, more, False
        low, high = self.left
        self.left = max(0, low - more), max(0, high - least)
        return due, (min(least, low), min(most, high)), min(more, high), low < most


def fees(state: State, way: Way) -> Costs:
    """What the hands along a way cost, in the order of the way, each as far as the money goes.

    Where it is not known how much money the player on turn has, it is taken to be enough: this is what is due.
    """
    due_of = state.facts(due_at)
    dues = [owed for space in way if (owed := due_of[space])]
    if not dues:
        return FREE
    money = state.me.dollars
    # A purse for every number of players that there may be.
    purse, *others = (_Purse(state, players) for players in state.player_counts)
    payments: list[Payment] = []
    together: list[Payment] = []
    before: tuple[str, ...] = ()
    for payee, hands, paths, pool in dues:
        due, paid, more, short = purse.pay(hands, pool)
        unsure, by_players = due[0] < due[1], False
        for other in others:
            other_due, other_paid, other_more, other_short = other.pay(hands, pool)
            unsure, by_players = unsure or other_due[0] < other_due[1], by_players or other_due != due
            paid, short = (min(paid[0], other_paid[0]), max(paid[1], other_paid[1])), short or other_short
            more = max(more, other_more)
        missing = (*(paths if unsure else ()), *(("game.players",) if by_players else ()))
        if paid[1]:
            # Mostly it is known, and then nothing decides it.
            decide = (*before, *missing) if short else missing
            payments.append((payee, between(*paid, decide)))
            together.append((payee, between(paid[0], more, decide)))
        before += missing
    least, most = purse.due
    for other in others:
        least, most = min(least, other.due[0]), max(most, other.due[1])
    if money is not None:
        least, most = min(least, money), min(most, money)
    return Costs(tuple(payments), between(least, most, before), tuple(together) if together != payments else ())
