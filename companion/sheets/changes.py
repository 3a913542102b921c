"""What somebody wants to do to a sheet, as the change that goes into its log."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion import engine
from companion.sheets import sums
from companion.sheets.log import NOTHING, START, Change, Done, Log, together
from companion.sheets.states import Cell, ChangedSince, Name, SheetFull, TooMuch, Typed

MAX_CHANGES = 4000
"""Changes in a log: ten times what four people who count every piece make of a game."""
MAX_SIZE = 10_000
"""Cells of all changes in a log together."""
ROOM_TO_END = 20
"""So many changes more fit in that close a sheet or open it again: a full one can still be finished."""
MAX_FIELDS = 400
"""Fields of a seat: many times what a game has, and too few to fill a disk."""
MAX_AT_ONCE = 250
"""Fields in one write."""
MAX_FIELD_LENGTH = 120
MAX_TEXT_LENGTH = 400
MAX_NAME_LENGTH = 40
"""Characters in a player's name, in what a phone is called, and in the id of a change."""

JOINED = "player.joined"
"""The field of a seat whose player joined after the sheet was made: the colour, a space, the name."""

_FIELD = re.compile(r"[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)*")

Cells = Mapping[Cell, tuple[str | None, str | None]]
"""(seat, field) -> (what the writer saw there before, the text; None: nothing)."""


def well_formed(_seat: int, field: str) -> bool:
    """Whether a field has a name as fields have: words of small letters and digits, dots between them."""
    return len(field) <= MAX_FIELD_LENGTH and _FIELD.fullmatch(field) is not None


def check_texts(cells: Cells) -> None:
    """Whether texts can be stored. Raises TooMuch, and NotPoints for a category whose text tells no points."""
    if len(cells) > MAX_AT_ONCE:
        raise TooMuch("too many fields at once")
    for (_, name), (_, text) in cells.items():
        if text is None:
            continue
        if not text or len(text) > MAX_TEXT_LENGTH:
            raise TooMuch("a text is empty or too long")
        if "." not in name:
            sums.points(text)


def check_room(log: Log, added: Sequence[Change]) -> None:
    """Whether changes fit in. Raises SheetFull, and TooMuch for too many fields of a seat."""
    room = ROOM_TO_END if all(change.kind in ("finish", "reopen") for change in added) else 0
    count, size = len(log.changes) + len(added), log.size + sum(change.size for change in added if change.enters)
    if count > MAX_CHANGES + room or size > MAX_SIZE:
        raise SheetFull
    cells = {cell for change in added for cell in change.cells}
    for seat in {seat for seat, _ in cells}:
        if len({name for place, name in (*log.values, *cells) if place == seat}) > MAX_FIELDS:
            raise TooMuch("too many fields of a seat")


def writing(log: Log, cells: Cells, by: str) -> dict[str, Any] | None:
    """What a write tells, without the cells that it leaves as they are; None when those are all."""
    written = []
    for (seat, name), (seen, text) in cells.items():
        before = log.values.get((seat, name), NOTHING)
        if together(name, before, seen, Typed(text, by)) != before:
            written.append([seat, name, seen, text])
    return {"cells": written} if written else None


def colours() -> tuple[str, ...]:
    """The colours that players have: as many as there are seats."""
    return tuple(engine.load_catalog().table.players.colours)


def seated(log: Log) -> dict[int, Name]:
    """Who sits where: those for whom the sheet was made, and those who joined since.

    Where two phones that did not know of each other gave away one colour, who joined takes one that is free.
    """
    seats = dict(enumerate(log.names, start=1))
    for seat in range(len(seats) + 1, len(colours()) + 1):
        colour, _, name = (log.values.get((seat, JOINED), NOTHING).text or "").partition(" ")
        if name:
            taken = {player.colour for player in seats.values()}
            free = [one for one in colours() if one not in taken]
            seats[seat] = Name(name[:MAX_NAME_LENGTH], colour if colour in free else free[0])
    return seats


def renaming(log: Log, players: Mapping[int, Name], joining: Sequence[Name]) -> tuple[list[Name], list[list[Any]]]:
    """Other names and colours for players, and seats for those who join.

    Tells all for whom the sheet was made, and cells to write for the others. Every colour has a seat of its own, so
    phones that do not know of each other give different seats to different players. Raises TooMuch when all are taken.
    """
    seats, first = seated(log), [colour for _, colour in log.changes[START].told["players"]]
    order = [*first, *(colour for colour in colours() if colour not in first)]
    moved = {seat: player for seat, player in players.items() if seat > len(log.names) and player != seats[seat]}
    for player in joining:
        free = [seat for seat in range(len(first) + 1, len(order) + 1) if seat not in {**seats, **moved}]
        if not free:
            raise TooMuch("no seat is free")
        taken = {one.colour for one in {**seats, **players, **moved}.values()}
        colour = next(one for one in (player.colour, *order) if one not in taken)
        own = order.index(colour) + 1
        moved[own if own in free else free[0]] = Name(player.name, colour)
    names = [players.get(seat, name) for seat, name in enumerate(log.names, start=1)]
    return names, [
        [seat, JOINED, log.values.get((seat, JOINED), NOTHING).text, f"{player.colour} {player.name}"]
        for seat, player in moved.items()
    ]


def choosing(log: Log, cell: Cell, text: str | None) -> dict[str, Any] | None:
    """What settles a conflict: this text stands, the others go. None when it is none of those to choose from."""
    texts = [typed.text for typed in log.values.get(cell, NOTHING).all]
    if len(texts) < 2 or text not in texts:
        return None
    return {"seat": cell[0], "field": cell[1], "text": text, "upon": texts}


def undoable(log: Log, own: Collection[str] = (), number: int | None = None) -> Done | None:
    """The last change signed with one of these names, or the one with this number, whoever made it.

    None when there is none, or it is taken back already. Raises ChangedSince when one of its cells has changed since.
    """
    later: dict[Cell, str] = {}
    for done in reversed(log.done.values()):
        if done.change.id in log.undone:
            continue
        if done.change.signed in own or done.change.number == number:
            by = next((later[cell] for cell in done.cells if cell in later), None)
            if by is not None:
                raise ChangedSince(by)
            return done
        for cell in done.cells:
            later.setdefault(cell, done.change.signed)
    return None


def redoable(log: Log, own: Collection[str]) -> Done | None:
    """The change that one of these names took back last.

    None once something was written under such a name, or into one of its cells, since.
    """
    for change in reversed(log.changes.values()):
        if change.signed not in own:
            continue
        if change.kind in ("write", "choose"):
            return None
        done = log.done.get(change.told["of"]) if change.kind == "undo" else None
        if done is not None and done.change.id in log.undone:
            over = any(done.cells.keys() & later.cells.keys() for later in after(log, done.change.number))
            return None if over else done
    return None


def repeated(log: Log, kind: str, own: Collection[str], since: int) -> Done | None:
    """What an undo or a redo (`kind`) has done already for somebody who knows the sheet as of `since` only.

    They have not had the answer, and do not ask for one more. None when it is asked for the first time.
    """
    steps = (change for change in reversed(log.changes.values()) if change.signed in own and change.enters)
    last = next(steps, None)
    if not (last and last.kind == kind and 0 < since < last.number):
        return None
    done = log.done.get(last.told["of"])
    if done is None or kind == "redo":
        return done
    # What somebody chose under “Who changed what” need not have been their last step.
    went_on = any(later.change.signed in own for later in after(log, done.change.number))
    return done if done.change.signed in own and not went_on else None


def after(log: Log, number: int) -> list[Done]:
    """What was done after the change with this number and is not taken back, the latest first."""
    done = list(log.done.values())
    place = next((place for place, one in enumerate(done) if one.change.number == number), None)
    later = [one for one in done if one.change.number > number] if place is None else done[place + 1 :]
    return [one for one in reversed(later) if one.change.id not in log.undone]
