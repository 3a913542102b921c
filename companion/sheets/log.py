"""A sheet is its log: changes that are only ever added, and `fold`, which makes of them what stands on the sheet.

Every change carries an id that its maker gave it, a logical time later than all that its maker knew, and who made it.
So it makes no difference in which order changes arrive, how late, or how often: they are folded in the order of their
times, and of their ids where two phones did not know of each other. What was taken back counts as never done.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple

from companion.sheets import sums
from companion.sheets.states import Cell, FieldChange, LogStep, Name, Typed, Value

START = "start"
"""The id of the first change of every log."""
MAX_RIVALS = 7
"""Texts of other phones that are kept beside what stands in a field; the history keeps older ones."""
NOTHING = Value()
_SEQUENCE = attrgetter("time", "id")


class Change(NamedTuple):
    """A change of a sheet. What `told` holds depends on its kind.

    | kind | told |
    |---|---|
    | `start`, `people` | `players`: name and colour of everybody, by seat; `house`: house rules that it begins with |
    | `write` | `cells`: seat, field, what the writer saw there, the text (None: nothing) |
    | `choose` | `seat`, `field`, `text`, `upon`: the texts among which it was chosen, first what counted |
    | `undo`, `redo` | `of`: the id of a write or choice |
    | `claim` | `seat`, `phone`: the signature of a device, None to give the player back |
    | `finish` | `upon`: how many changes of what was entered its maker knew |
    | `reopen` | |
    | `values` | `cells`: seat, field, and the pairs of text and author that stood there before there was a log |
    """

    number: int
    """Its place in the order of arrival here: the revision of the sheet that it made."""
    id: str
    time: int
    by: str
    at: datetime
    kind: str
    told: Mapping[str, Any]
    via: str = ""
    """Who brought it, when that was another phone than the one that it names. Like the number, of one database only."""

    @property
    def author(self) -> str:
        """The phone that it names as its maker; empty for none."""
        return (self.told.get("phone") or "") if self.kind == "claim" else self.by

    @property
    def signed(self) -> str:
        """Who made it, as far as that is certain; empty for nobody knows."""
        return "" if self.via else self.by

    @property
    def cells(self) -> Iterator[Cell]:
        """The cells that it is about by itself."""
        if self.kind == "choose":
            yield self.told["seat"], self.told["field"]
        for seat, name, *_ in self.told.get("cells", ()):
            yield seat, name

    @property
    def size(self) -> int:
        """How many cells it counts for, where logs are limited."""
        return len(self.told.get("cells", (None,)))

    @property
    def bytes(self) -> int:
        """How long it is as JSON."""
        return len(json.dumps(self.told, ensure_ascii=False).encode())

    @property
    def enters(self) -> bool:
        """Whether it may change what is entered."""
        return self.kind in ("write", "choose", "undo", "redo", "values")


class Done(NamedTuple):
    """A change that the history tells, with what it did to each cell: the value before and after."""

    change: Change
    cells: Mapping[Cell, tuple[Value, Value]]


@dataclass
class Log:
    """What the changes of a sheet come to. To be made by `fold`."""

    changes: dict[str, Change] = field(default_factory=dict)
    """By id, in their order."""
    values: dict[Cell, Value] = field(default_factory=dict)
    names: list[Name] = field(default_factory=list)
    house: Mapping[str, int] = field(default_factory=dict)
    """The figures that are played otherwise than they are printed."""
    phones: dict[int, str] = field(default_factory=dict)
    """Seat -> the signature of the device that is this player's."""
    owners: dict[str, int] = field(default_factory=dict)
    """Signature of a device -> the seat that it claimed last."""
    undone: set[str] = field(default_factory=set)
    """The ids of changes that were taken back."""
    done: dict[str, Done] = field(default_factory=dict)
    """Writes and choices by id, in their order, also those that were taken back."""
    finish: Change | None = None
    """The change that finished the sheet; None as long as it is open."""
    entered: int = 0
    """Changes of what was entered."""
    size: int = 0
    """Cells of all changes together."""

    @property
    def time(self) -> int:
        """The latest logical time."""
        return next(reversed(self.changes.values())).time

    def copy(self) -> Log:
        """Another one that holds the same, to add to."""
        return replace(
            self,
            changes=dict(self.changes),
            values=dict(self.values),
            names=list(self.names),
            phones=dict(self.phones),
            owners=dict(self.owners),
            undone=set(self.undone),
            done=dict(self.done),
        )

    def touched(self, change: Change) -> Iterable[Cell]:
        """The cells that a change is about, also by way of the one that it takes back or does again."""
        target = self.changes.get(change.told["of"]) if change.kind in ("undo", "redo") else change
        return target.cells if target else ()

    def changed_since(self, number: int) -> frozenset[Cell]:
        """The cells that a change is about that arrived after the one with this number."""
        later = (change for change in self.changes.values() if change.number > number)
        return frozenset(cell for change in later for cell in self.touched(change))

    def history(self) -> Iterator[LogStep]:
        """Who changed what when, the latest first. Undo and redo tell the fields of the step that they are about."""
        for change in reversed(self.changes.values()):
            done = self.done.get(change.told.get("of", change.id))
            if done is not None:
                yield self.step(change, done)

    def step(self, change: Change, done: Done | None = None) -> LogStep:
        """A change as the history tells it."""
        cells = (done or self.done[change.id]).cells
        fields = (FieldChange(seat, name, *values) for (seat, name), values in sorted(cells.items()))
        undone = change.id in self.undone
        return LogStep(change.number, change.kind, change.signed, change.at, tuple(fields), undone, change.via)

    def take(self, change: Change) -> None:
        """Add a change that is later than all others; what it takes back or does again must be known already."""
        self.changes[change.id] = change
        content = change.told
        if change.enters:
            self.entered += 1
            self.size += change.size
            self.finish = None
        match change.kind:
            case "write":
                typed = {(seat, name): (seen, _typed(text, change)) for seat, name, seen, text in content["cells"]}
                self._do(change, typed)
            case "choose":
                self._choose(change)
            case "start" | "people":
                self.names = [Name(*player) for player in content["players"]]
                self.house = content.get("house", self.house)
            case "claim" if not change.via:
                # Whose phone it is, only that phone can say.
                self._claim(content["seat"], content["phone"])
            case "finish":
                self.finish = change if content["upon"] == self.entered else None
            case "reopen":
                self.finish = None
            case "values":
                for seat, name, stood in content["cells"]:
                    first, *rivals = (Typed(text, by, change.via) for text, by in stood)
                    self.values[seat, name] = Value(first, tuple(rivals))

    def _do(self, change: Change, cells: Mapping[Cell, tuple[str | None, Typed]]) -> None:
        did = {}
        for cell, (seen, typed) in cells.items():
            if change.id in self.undone:
                # Where it stood is not told by what stands there now.
                did[cell] = Value(Typed(seen or None)), Value(typed)
                continue
            before = self.values.get(cell, NOTHING)
            self.values[cell] = after = together(cell[1], before, seen, typed)
            did[cell] = before, after
        self.done[change.id] = Done(change, did)

    def _choose(self, change: Change) -> None:
        cell, text, upon = (change.told["seat"], change.told["field"]), change.told["text"], change.told["upon"]
        before = self.values.get(cell, NOTHING)
        chosen = next((typed for typed in before.all if typed.text == text), _typed(text, change))
        # What came later than the choice was not among what there was to choose from.
        others = tuple(typed for typed in before.all if typed.text != text and typed.text not in upon)
        after = Value(chosen, others)
        if change.id in self.undone:
            before = Value(Typed(upon[0]), tuple(Typed(other) for other in upon[1:]))
        else:
            self.values[cell] = after
        self.done[change.id] = Done(change, {cell: (before, after)})

    def _claim(self, seat: int, phone: str | None) -> None:
        if phone is None:
            self.phones.pop(seat, None)
            return
        self.phones = {one: other for one, other in self.phones.items() if other != phone}
        self.phones[seat] = phone
        self.owners[phone] = seat


def _typed(text: str | None, change: Change) -> Typed:
    return Typed(text, change.by, change.via)


def fold(changes: Collection[Change]) -> Log:
    """What changes come to, in whatever order they are given and however often."""
    log = Log()
    ordered = sorted({change.id: change for change in changes}.values(), key=_SEQUENCE)
    for change in ordered:
        if change.kind == "undo":
            log.undone.add(change.told["of"])
        elif change.kind == "redo":
            log.undone.discard(change.told["of"])
    for change in ordered:
        log.take(change)
    return log


def together(name: str, before: Value, seen: str | None, typed: Typed) -> Value:
    """The value of a field after somebody who had seen the text `seen` there typed another."""
    if typed.text == before.text:
        return before
    if seen == before.text:
        return Value(typed, tuple(rival for rival in before.rivals if not alike(name, rival.text, typed.text)))
    if any(alike(name, other.text, typed.text) for other in before.all):
        return before
    # Somebody who types again means the latest.
    others = tuple(rival for rival in before.rivals if not typed.by or rival.by != typed.by)
    return Value(before.typed, (*others, typed)[-MAX_RIVALS:])


def alike(name: str, one: str | None, other: str | None) -> bool:
    """Whether two texts say the same: for points, whether they come to the same."""
    if one == other or one is None or other is None or "." in name:
        return one == other
    try:
        return sums.points(one) == sums.points(other)
    except sums.NotPoints:
        # A game from a file may hold fields that there are no more.
        return False
