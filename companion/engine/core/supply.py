"""Pieces against supply: can the pieces that were entered all come out of one box?

A piece that is only partly known could be one of several kinds. The pieces fit if and only if they can be
given out kind by kind, which is a flow from pieces to kinds. Where it gets stuck, the kinds that could still
be reached are asked for more often than they are there (Hall's theorem): that set says what is wrong.

The same the other way round: everything in the box must be somewhere. Kinds look for room among the places that
were entered, and where they find too little, some of them would be nowhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.engine.core.position import Player, Position
from companion.engine.core.reasons import Value
from companion.engine.core.ruleset import Ruleset

K = TypeVar("K", bound=Hashable)


@dataclass(slots=True)
class Piece(Generic[K]):
    """`count` pieces at `place` (a dotted path), each of which is one of the `kinds`."""

    place: str
    kinds: frozenset[K]
    count: int = 1


@dataclass(frozen=True)
class Shortage(Generic[K]):
    """More pieces than there are of these kinds, and where they lie."""

    kinds: frozenset[K]
    have: int
    supply: int
    places: tuple[str, ...]

    @property
    def figures(self) -> dict[str, Value]:
        """What a reason tells of it besides the kinds."""
        return {"have": self.have, "supply": self.supply, "places": self.places}


def shortages(supply: Mapping[K, int], pieces: Iterable[Piece[K]]) -> Iterator[Shortage[K]]:
    """Sets of kinds that are asked for more often than they are there; none when all pieces fit.

    Pieces that are known best are given out first, so a shortage names as few kinds as explain it.
    """
    entered = [piece for piece in pieces if piece.count]
    wanted: dict[frozenset[K], int] = {}
    for piece in entered:
        wanted[piece.kinds] = wanted.get(piece.kinds, 0) + piece.count
    flow = _Flow(supply)
    reported: list[frozenset[K]] = []
    for kinds in sorted(wanted, key=len):
        count = wanted[kinds]
        stuck = flow.push(kinds, count)
        # What lies within a set that is reported already is explained by it.
        if stuck and not any(smaller <= stuck for smaller in reported):
            reported.append(stuck)
            inside = [piece for piece in entered if piece.kinds <= stuck]
            have, supplied = sum(piece.count for piece in inside), sum(supply[kind] for kind in stuck)
            yield Shortage(stuck, have, supplied, tuple(dict.fromkeys(piece.place for piece in inside)))


def missing(supply: Mapping[K, int], rooms: Iterable[Piece[K]]) -> Iterator[Shortage[K]]:
    """Sets of kinds for which there is too little room: `supply` of them are there, `have` at most were found.

    `rooms` are the pieces that were entered, and those that may lie where nothing was: their place is
    empty. A zone of which nothing is known must be among them, with a count that is large enough.
    """
    # Rooms for the same kinds are one; every kind has one of its own, though it may hold nothing.
    count: dict[frozenset[K], int] = {frozenset({kind}): 0 for kind in supply}
    places: dict[frozenset[K], list[str]] = {}
    for room in rooms:
        count[room.kinds] = count.get(room.kinds, 0) + room.count
        if room.place:
            places.setdefault(room.kinds, []).append(room.place)
    rooms_of: dict[K, list[frozenset[K]]] = {kind: [] for kind in supply}
    for kinds in count:
        for kind in rooms_of.keys() & kinds:
            rooms_of[kind].append(kinds)
    homes = {kind: frozenset(rooms_for) for kind, rooms_for in rooms_of.items()}
    for short in shortages(count, [Piece("", homes[kind], supplied) for kind, supplied in supply.items()]):
        inside = frozenset(kind for kind in supply if homes[kind] <= short.kinds)
        where = [place for kinds in count if kinds in short.kinds for place in places.get(kinds, ())]
        yield Shortage(inside, short.supply, short.have, tuple(dict.fromkeys(where)))


class _Flow(Generic[K]):
    """Which groups of pieces have been given which kinds so far."""

    def __init__(self, supply: Mapping[K, int]) -> None:
        self.free = dict(supply)
        self.given: dict[frozenset[K], dict[K, int]] = {}

    def push(self, kinds: frozenset[K], count: int) -> frozenset[K] | None:
        """Give out `count` pieces of `kinds`. None when it works, else the kinds that are used up."""
        given = self.given.setdefault(kinds, {})
        # What is left is given out first; only when it is not enough, others are asked to take something else.
        for kind in kinds:
            if left := self.free[kind]:
                amount = min(left, count)
                self.free[kind] = left - amount
                given[kind] = given.get(kind, 0) + amount
                count -= amount
                if not count:
                    return None
        while count:
            came_from: dict[K, tuple[frozenset[K], K | None]] = dict.fromkeys(kinds, (kinds, None))
            target = self._search(came_from)
            if target is None:
                return frozenset(came_from)
            amount, step = min(count, self.free[target]), target
            while (source := came_from[step])[1] is not None:
                amount, step = min(amount, self.given[source[0]][source[1]]), source[1]
            self.free[target] -= amount
            step = target
            while (source := came_from[step])[1] is not None:
                group, previous = self.given[source[0]], source[1]
                group[step] = group.get(step, 0) + amount
                group[previous] -= amount
                step = previous
            given[step] = given.get(step, 0) + amount
            count -= amount
        return None

    def _search(self, came_from: dict[K, tuple[frozenset[K], K | None]]) -> K | None:
        """A kind that is left, reached by asking groups to take another kind instead. Fills `came_from`."""
        open_kinds = list(came_from)
        for kind in open_kinds:
            if self.free[kind]:
                return kind
            for kinds, given in self.given.items():
                if given.get(kind):
                    for other in kinds:
                        if other not in came_from:
                            came_from[other] = (kinds, kind)
                            open_kinds.append(other)
        return None


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


def on_turn(position: Position) -> str | None:
    """The colour of the player on turn: only then somebody's herder is in Kansas City."""
    visiting = [colour for colour, player in position.players.items() if player.herder == "kansas-city"]
    return position.turn.player or (visiting[0] if len(visiting) == 1 else None)


def every_building_space(ruleset: Ruleset, position: Position) -> bool:
    """Whether every space for a private building was entered."""
    spaces = ruleset.catalog.trail.spaces.values()
    return all(space.id in position.board.buildings for space in spaces if space.kind == "building")
