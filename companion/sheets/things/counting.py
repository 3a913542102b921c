"""The points on a sheet: by number or by things, line by line, with what still has to be told."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from companion import engine
from companion.engine import Catalog, Score, ScoreLine
from companion.engine import score as score_position
from companion.sheets import sums
from companion.sheets.things.fields import (
    COUNTS,
    TYPED,
    Depth,
    ThingsPlayer,
    automa_of,
    depth_field,
    depth_of,
    groups,
    held,
    source_of,
)
from companion.sheets.things.position import entered, position_of

Cell = tuple[int, str]
"""Seat and category."""


class ThingsSheet(Protocol):
    """A score sheet, as far as things are concerned."""

    @property
    def edition(self) -> int:
        """The edition that is played."""

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that are played."""

    @property
    def players(self) -> Sequence[ThingsPlayer]:
        """Everybody on the sheet."""


class Count(NamedTuple):
    """A category of a player: what was typed, what the things give, and which of them counts."""

    depth: Depth
    typed: int | None
    entered: bool
    """Whether the things are known."""
    by_things: int | None
    """What they give. None: they are not known, or something is still to be told."""
    lines: tuple[ScoreLine, ...]
    asks: tuple[str, ...]
    """What is still to be told: kinds of the group `COUNTS`, or another group that is no category."""

    @property
    def points(self) -> int | None:
        """The points that count."""
        return self.by_things if self.depth == "things" else self.typed

    @property
    def differs(self) -> bool:
        """Whether number and things contradict each other."""
        return self.typed is not None and self.by_things is not None and self.typed != self.by_things


def catalog_of(sheet: ThingsSheet) -> Catalog:
    """The components that a sheet is scored with."""
    return engine.load_catalog(sheet.edition, tuple(sorted(sheet.variants)))


def ruleset_of(sheet: ThingsSheet) -> engine.Ruleset:
    """The rules that a sheet is scored by. A single player may score too, so the number is left open."""
    return engine.load_ruleset(sheet.edition, None, tuple(sheet.variants))


@dataclass(frozen=True)
class _ToldRow:
    """A player with everything that was entered, to be compared with what others have."""

    seat: int
    colour: str
    told: frozenset[tuple[str, str]]

    @functools.cached_property
    def fields(self) -> Mapping[str, str]:
        """What was entered, by name of field."""
        return dict(self.told)


@dataclass(frozen=True)
class _ToldSheet:
    """What a sheet says, to be compared with what another one does."""

    edition: int
    variants: tuple[str, ...]
    players: tuple[_ToldRow, ...]


_MAX_KEPT = 256
_T = TypeVar("_T")


def once(work: Callable[[ThingsSheet], _T]) -> Callable[[ThingsSheet], _T]:
    """Keep what was worked out of the sheets that came last: all phones at a table ask for the same within a second."""
    kept = functools.lru_cache(_MAX_KEPT)(work)

    @functools.wraps(work)
    def of(sheet: ThingsSheet) -> _T:
        rows = (_ToldRow(row.seat, row.colour, frozenset(row.fields.items())) for row in sheet.players)
        return kept(_ToldSheet(sheet.edition, tuple(sheet.variants), tuple(rows)))

    return of


@once
def counts(sheet: ThingsSheet) -> Mapping[Cell, Count]:
    """Every category of every player."""
    catalog = catalog_of(sheet)
    order = catalog.scoring.categories
    if not any(_has_things(row) for row in sheet.players):
        # Most sheets hold numbers only: points, and the dollars that make some.
        return {(row.seat, category): _of_number(catalog, row, category) for row in sheet.players for category in order}
    entered_counts = {row.colour: told_counts(catalog, row) for row in sheet.players}
    automas = {row.colour: automa.id for row in sheet.players if (automa := automa_of(row))}
    scores = score_position(ruleset_of(sheet), position_of(catalog, sheet.players), entered_counts, automas)
    return {
        (row.seat, category): _count(catalog, row, category, scores[row.colour], entered_counts[row.colour])
        for row in sheet.players
        for category in order
    }


def switched(sheet: ThingsSheet, category: str, depth: Depth) -> dict[Cell, tuple[str | None, str | None]]:
    """What to write so that a category is typed as its thing, or as points: field -> what stands there, what is to.

    Nobody's points change by it: who has dollars gets the points that they make; who has points keeps them, unless
    the dollars that make them are known.
    """
    counted, name, thing = counts(sheet), depth_field(category), TYPED[category]
    changes: dict[Cell, tuple[str | None, str | None]] = {}
    for row in sheet.players:
        count, typed = counted[row.seat, category], row.fields.get(category)
        if depth == "number" and count.depth == "things" and thing in row.fields:
            changes[row.seat, category] = (typed, None if count.points is None else str(count.points))
        elif depth == "things" and count.typed is not None and count.typed != count.by_things:
            continue
        changes[row.seat, name] = (row.fields.get(name), depth)
    return {cell: (seen, text) for cell, (seen, text) in changes.items() if seen != text}


def _has_things(row: ThingsPlayer) -> bool:
    """Whether anything but numbers was entered."""
    return any("." in field and field not in _OF_NUMBERS for field in row.fields)


_OF_NUMBERS = frozenset((*TYPED.values(), *map(depth_field, TYPED)))


def _of_number(catalog: Catalog, row: ThingsPlayer, category: str) -> Count:
    typed, thing = typed_points(row, category), row.fields.get(TYPED.get(category, ""))
    if thing is None or not entered(catalog, row, category):
        return Count(depth_of(row, category), typed, False, None, (), ())
    lines = _lines(catalog.edition, catalog.variants, category, thing)
    return Count(depth_of(row, category), typed, True, sum(line.points for line in lines), lines, ())


@functools.lru_cache(maxsize=1024)
def _lines(edition: int, variants: tuple[str, ...], category: str, text: str) -> tuple[ScoreLine, ...]:
    """What so much of the thing of a category gives."""
    catalog = engine.load_catalog(edition, variants)
    row = _ToldRow(1, catalog.table.players.colours[0], frozenset({(TYPED[category], text)}))
    found = score_position(engine.load_ruleset(edition, None, variants), position_of(catalog, [row]))
    return tuple(line for line in found[row.colour].lines if line.category == category)


def entries(counted: Mapping[Cell, Count]) -> dict[str, dict[str, int]]:
    """The points that count, by seat and category, as the engine takes them."""
    found: dict[str, dict[str, int]] = {}
    for (seat, category), count in counted.items():
        of_player = found.setdefault(str(seat), {})
        if count.points is not None:
            of_player[category] = count.points
    return found


def told_counts(catalog: Catalog, row: ThingsPlayer) -> dict[str, int]:
    """How many there are of the things of which nobody entered which they are."""
    found = {
        field.piece.id: field.count(row)
        for field in groups(catalog.edition, catalog.variants)[COUNTS]
        if not _is_entered(catalog, row, source_of(catalog, field.piece.id))
    }
    return {kind: count for kind, count in found.items() if count is not None}


def _count(
    catalog: Catalog, row: ThingsPlayer, category: str, result: Score, entered_counts: Mapping[str, int]
) -> Count:
    automa = automa_of(row)
    if automa and category in automa.scoring.nothing:
        lines = tuple(line for line in result.lines if line.category == category)
        return Count("things", None, True, 0, lines, ())
    there = entered(catalog, row, category)
    lines = tuple(line for line in result.lines if line.category == category) if there else ()
    asks = _asks(catalog, row, category, entered_counts) if there else ()
    by_things = sum(line.points for line in lines) if there and not asks else None
    return Count(depth_of(row, category), typed_points(row, category), there, by_things, lines, asks)


def typed_points(row: ThingsPlayer, category: str) -> int | None:
    """The number that was typed for a category, None when there is none."""
    text = row.fields.get(category, "")
    try:
        return sums.points(text) if text else None
    except sums.NotPoints:
        return None


def _asks(catalog: Catalog, row: ThingsPlayer, category: str, entered_counts: Mapping[str, int]) -> tuple[str, ...]:
    """What a category counts of other things that is not known."""
    missing = (_missing(catalog, row, kind, entered_counts) for kind in needed(catalog, row, category))
    return tuple(dict.fromkeys(kind for kind in missing if kind is not None))


def needed(catalog: Catalog, row: ThingsPlayer, category: str) -> tuple[str, ...]:
    """What the objective cards, station masters or cities of a player count."""
    kinds = dict.fromkeys(_needs(catalog, row, category))
    # How many objective cards there are in the end may depend on what they ask for.
    return tuple(kinds | dict.fromkeys(_needs(catalog, row, "objectives") if "objective-card" in kinds else ()))


def _needs(catalog: Catalog, row: ThingsPlayer, category: str) -> Iterable[str]:
    return engine.categories_of(catalog)[category].needs(catalog, held(catalog, row, category), automa_of(row))


def _is_entered(catalog: Catalog, row: ThingsPlayer, group: str) -> bool:
    return group != COUNTS and entered(catalog, row, group)


def _missing(catalog: Catalog, row: ThingsPlayer, kind: str, entered_counts: Mapping[str, int]) -> str | None:
    """What is to be asked before this kind can be counted, None when it is known."""
    source = source_of(catalog, kind)
    if kind in entered_counts or _is_entered(catalog, row, source):
        return None
    return kind if source == COUNTS or source in catalog.scoring.categories else source
