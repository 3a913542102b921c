"""The trail: what is a location, which ways lead where, what the hands along them cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.engine.flow.amounts import FREE, Costs, Payment, between
from companion.engine.flow.judgement import Judgement
from companion.engine.flow.state import State
from companion.engine.position import OFF_BOARD

Way = tuple[str, ...]
"""Every space that the herder enters, in order."""


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
    kind = state.catalog.trail.spaces[space_id].kind
    table = {"neutral": "neutral", "building": "buildings", "hazard": "hazards", "outlaw": "outlaws"}
    return f"board.{table[kind]}.{space_id}" if kind in table else state.path("herder")


def steps_of(state: State, way: Way) -> tuple[int, int, list[str]]:
    """(least, most, unknown spaces): how many steps a way takes. Only locations count."""
    least, unknown = 0, []
    for space in way:
        here = is_location(state, space)
        least += here is True
        if here is None:
            unknown.append(space_path(state, space))
    return least, least + len(unknown), unknown


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
            hands = dict.fromkeys(face.hand for face in faces.values())
            return Due(_only_other(state), ("none", *hands), (space_path(state, space_id),))
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
            hands = dict.fromkeys(outlaw.hand for outlaw in tiles.outlaws.values())
            return Due("bank", ("none", *hands), (space_path(state, space_id),))
        outlaw = board.outlaws[space_id]
        return Due("bank", (tiles.outlaws[outlaw].hand,)) if outlaw else None
    return None


def _only_other(state: State) -> str | None:
    """The one other player, where just two play and the other one was entered."""
    others = [colour for colour in state.players if colour != state.colour]
    return others[0] if state.colour and state.player_counts == (2,) and len(others) == 1 else None


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
    dues = [found for space in way if (found := due_at(state, space))]
    if not dues:
        return FREE
    money, tables = state.me.dollars, state.catalog.table.fees.of
    # A purse for every number of players that there may be.
    purses = [_Purse(money, tables[players]) for players in state.player_counts]
    payments: list[Payment] = []
    before: tuple[str, ...] = ()
    for payee, hands, paths in dues:
        lines = [purse.pay(hands) for purse in purses]
        due, paid, short = lines[0]
        missing = paths if any(least < most for (least, most), _, _ in lines) else ()
        for other_due, other_paid, other_short in lines[1:]:
            if other_due != due:
                missing += ("game.players",)
            paid, short = (min(paid[0], other_paid[0]), max(paid[1], other_paid[1])), short or other_short
        if paid[1]:
            payments.append((payee, between(*paid, (*before, *missing) if short else missing)))
        before += missing
    least, most = min(purse.due[0] for purse in purses), max(purse.due[1] for purse in purses)
    if money is not None:
        least, most = min(least, money), min(most, money)
    return Costs(tuple(payments), between(least, most, before))


def judge_way(
    state: State, judgement: Judgement, way: Way, limit: tuple[int, int, tuple[str, ...]], too_many: str, *, free: bool
) -> None:
    """May the herder go this way with so many steps at most? `too_many` is the reason against more."""
    herder, here = state.me.herder, state.path("herder")
    if not way:
        judgement.forbid("way-is-empty", places=(here,))
        return
    # Only forward, along the trail.
    spaces = state.catalog.trail.spaces
    before = herder
    if herder is None:
        judgement.require_fact(here)
        before = way[0]
    elif herder == OFF_BOARD:
        judgement.forbid("herder-not-placed", places=(here,))
        return
    for space in way if herder else way[1:]:
        if before != herder and spaces[str(before)].kind == "kansas-city":
            # Nobody passes it.
            judgement.forbid("beyond-kansas-city", places=(here,))
            return
        if space not in spaces[str(before)].next:
            judgement.forbid("not-connected", space=str(before), next=space, places=(here,))
            return
        before = space
    # A movement ends at a location: at a tile, or in Kansas City.
    end = is_location(state, way[-1])
    if end is None:
        judgement.require_fact(space_path(state, way[-1]))
    elif not end:
        judgement.forbid("ends-at-no-location", space=way[-1], places=(space_path(state, way[-1]),))
    if free and way[-1] == "kansas-city":
        judgement.forbid("not-to-kansas-city", places=(here,))
    # Every location on the way is a step.
    least, most, unknown = steps_of(state, way)
    if end is None:
        least += 1
        unknown.remove(space_path(state, way[-1]))
    least_limit, most_limit, paths = limit
    if least > most_limit:
        judgement.forbid(too_many, have=least, most=most_limit, places=(here, *paths))
    elif most > least_limit:
        judgement.require_fact(*unknown, *(paths if least_limit < most_limit else ()))


def ways(state: State, most: int) -> Iterator[Way]:
    """All ways of at most so many steps that end at something that may be a location, one for each row of locations."""
    herder = state.me.herder
    if herder is None or herder == OFF_BOARD:
        return
    spaces = state.catalog.trail.spaces
    told: set[Way] = set()
    waiting: list[tuple[Way, Way, int]] = [((), (), 0)]
    while waiting:
        way, stops, steps = waiting.pop()
        for space in reversed(spaces[way[-1] if way else herder].next):
            here = is_location(state, space)
            now = steps + (here is True)
            if now > most:
                continue
            longer = (*way, space)
            row = stops if here is False else (*stops, space)
            if here is not False and row not in told:
                told.add(row)
                yield longer
            waiting.append((longer, row, now))
