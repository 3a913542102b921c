"""The trail: what is a location, which ways lead where, what the hands along them cost."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.flow.inquiry import Inquiry, Payment
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


def hands_on(state: State, space_id: str) -> tuple[str, str | None] | None:
    """(who is paid, hands) for a location; hands are None when they are not known. None: nobody is paid there."""
    board = state.board
    if hazard := board.hazards.get(space_id):
        return "bank", hazard.hand
    if outlaw := board.outlaws.get(space_id):
        return "bank", state.catalog.tiles.outlaws[outlaw].hand
    if (tile := board.buildings.get(space_id)) and tile.player != state.colour:
        return tile.player, state.catalog.buildings.faces[tile.face].hand
    return None


def fees(state: State, way: Way) -> list[tuple[str | None, int | None]]:
    """(who is paid, dollars) for the hands along a way, in order; None where that is not known."""
    players, table = state.rules.players, state.catalog.table.fees
    amounts: dict[str | None, int | None] = {None: None, "none": 0, "green": None, "black": None, "both": None}
    if players is not None:
        green, black = table.green[players], table.black[players]
        amounts |= {"green": green, "black": black, "both": green + black}
    due: list[tuple[str | None, int | None]] = []
    for space in way:
        if is_location(state, space) is None:
            due.append(("bank" if state.catalog.trail.spaces[space].kind != "building" else None, None))
        elif found := hands_on(state, space):
            due.append((found[0], amounts[found[1]]))
    return [(payee, amount) for payee, amount in due if amount != 0]


def payments(state: State, way: Way) -> list[Payment]:
    """What is paid for the hands along a way, in order, each as far as the money goes; nothing for unknown hands."""
    left, paid = state.me.dollars, []
    for payee, amount in fees(state, way):
        if amount is None or payee is None:
            # From here on, how much is left is unknown too.
            left = None if left else left
            continue
        now = amount if left is None else min(left, amount)
        left = None if left is None else left - now
        if now:
            paid.append((payee, now))
    return paid


def pay_fees(state: State, way: Way) -> None:
    """Pay for the hands along a way, each as far as the money goes."""
    for payee, amount in fees(state, way):
        have = state.me.dollars
        if have == 0:
            return
        if amount is not None and have is not None:
            state.earn(-min(have, amount))
            if payee != "bank":
                state.earn(min(have, amount), payee)
            continue
        # How much was paid is unknown, and so is what everybody has now who may have been paid.
        state.set_me(dollars=None)
        for colour in state.players if payee is None else (payee,):
            if colour in state.players and colour != state.colour:
                state.set_player(colour, dollars=None)


def judge_way(
    state: State, inquiry: Inquiry, way: Way, limit: tuple[int, int, tuple[str, ...]], too_many: str, *, free: bool
) -> None:
    """May the herder go this way with so many steps at most? `too_many` is the reason against more."""
    herder, here = state.me.herder, state.path("herder")
    if not way:
        inquiry.refuse("way-is-empty", places=(here,))
        return
    # Only forward, along the trail.
    spaces = state.catalog.trail.spaces
    before = herder
    if herder is None:
        inquiry.ask(here)
        before = way[0]
    elif herder == OFF_BOARD:
        inquiry.refuse("herder-not-placed", places=(here,))
        return
    for space in way if herder else way[1:]:
        if before != herder and spaces[str(before)].kind == "kansas-city":
            # Nobody passes it.
            inquiry.refuse("beyond-kansas-city", places=(here,))
            return
        if space not in spaces[str(before)].next:
            inquiry.refuse("not-connected", space=str(before), next=space, places=(here,))
            return
        before = space
    # A movement ends at a location: at a tile, or in Kansas City.
    end = is_location(state, way[-1])
    if end is None:
        inquiry.ask(space_path(state, way[-1]))
    elif not end:
        inquiry.refuse("ends-at-no-location", space=way[-1], places=(space_path(state, way[-1]),))
    if free and way[-1] == "kansas-city":
        inquiry.refuse("not-to-kansas-city", places=(here,))
    # Every location on the way is a step.
    least, most, unknown = steps_of(state, way)
    if end is None:
        least += 1
        unknown.remove(space_path(state, way[-1]))
    least_limit, most_limit, paths = limit
    if least > most_limit:
        inquiry.refuse(too_many, have=least, most=most_limit, places=(here, *paths))
    elif most > least_limit:
        inquiry.ask(*unknown, *(paths if least_limit < most_limit else ()))


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
