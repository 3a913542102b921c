"""The points on a sheet: by number or by pieces, line by line, with what still has to be told, and what cannot be."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from companion import engine
from companion.engine import Reason, Score, ScoreLine
from companion.sheets.pieces import (
    COUNTS,
    TYPED,
    Depth,
    PieceOwner,
    Played,
    SheetPieces,
    automa_of,
    depth_field,
    depth_of,
    is_piece,
    pieces_of,
    typed_points,
)

Cell = tuple[int, str]
"""Seat and category."""
_OF_POINTS_ALONE = frozenset({"money-beyond-coins"})
_OF_NUMBERS = frozenset((*TYPED.values(), *map(depth_field, TYPED)))


class CountedSheet(Played, Protocol):
    """A score sheet, as far as pieces are concerned."""

    @property
    def players(self) -> Sequence[PieceOwner]:
        """Everybody on the sheet."""


class Count(NamedTuple):
    """A category of a player: what was typed, what the pieces give, and which of them counts."""

    depth: Depth
    typed: int | None
    entered: bool
    """Whether the pieces are known."""
    by_pieces: int | None
    """What they give. None: they are not known, or something is still to be told."""
    lines: tuple[ScoreLine, ...] = ()
    asks: tuple[str, ...] = ()
    """What is still to be told: kinds of the group `COUNTS`, or another group that is no category."""

    @property
    def points(self) -> int | None:
        """The points that count."""
        return self.by_pieces if self.depth == "things" else self.typed

    @property
    def differs(self) -> bool:
        """Whether number and pieces contradict each other."""
        return self.typed is not None and self.by_pieces is not None and self.typed != self.by_pieces


class Doubt(NamedTuple):
    """Why something cannot be right, and the cells that it is about."""

    reason: Reason
    cells: tuple[Cell, ...]


def ruleset_of(sheet: Played) -> engine.Ruleset:
    """The rules that a sheet is scored by. A single player may score too, so the number is left open."""
    return engine.load_ruleset(sheet.edition, None, tuple(sheet.variants), (), sheet.played_otherwise)


@dataclass(frozen=True)
class _FrozenRow:
    """A player with everything that was entered, to be compared with what others have."""

    seat: int
    colour: str
    entered: frozenset[tuple[str, str]]

    @functools.cached_property
    def fields(self) -> Mapping[str, str]:
        """What was entered, by name of field."""
        return dict(self.entered)


@dataclass(frozen=True)
class _FrozenSheet:
    """What stands on a sheet, to be compared with what stands on another one."""

    edition: int
    variants: tuple[str, ...]
    played_otherwise: engine.House
    players: tuple[_FrozenRow, ...]


_MAX_KEPT = 256
_T = TypeVar("_T")


def _once(work: Callable[[CountedSheet], _T]) -> Callable[[CountedSheet], _T]:
    """Keep what was worked out of the sheets that came last: all phones at a table ask for the same within a second."""
    cached = functools.lru_cache(_MAX_KEPT)(work)

    @functools.wraps(work)
    def of(sheet: CountedSheet) -> _T:
        rows = (_FrozenRow(row.seat, row.colour, frozenset(row.fields.items())) for row in sheet.players)
        return cached(_FrozenSheet(sheet.edition, tuple(sheet.variants), sheet.played_otherwise, tuple(rows)))

    return of


@_once
def counts(sheet: CountedSheet) -> Mapping[Cell, Count]:
    """Every category of every player."""
    pieces = pieces_of(sheet)
    order = pieces.catalog.scoring.categories
    if all("." not in field or field in _OF_NUMBERS for row in sheet.players for field in row.fields):
        # Most sheets hold numbers only: points, and the dollars that make some.
        return {(row.seat, category): _of_number(pieces, row, category) for row in sheet.players for category in order}
    numbers = {row.colour: numbers_of(pieces, row) for row in sheet.players}
    automas = {row.colour: automa.id for row in sheet.players if (automa := automa_of(row))}
    scores = engine.score(ruleset_of(sheet), pieces.position(sheet.players), numbers, automas)
    return {
        (row.seat, category): _count(pieces, row, category, scores[row.colour], numbers[row.colour])
        for row in sheet.players
        for category in order
    }


def _of_number(pieces: SheetPieces, row: PieceOwner, category: str) -> Count:
    depth, typed, text = (
        depth_of(row.fields, category),
        typed_points(row.fields, category),
        row.fields.get(TYPED.get(category, "")),
    )
    if text is None or not pieces.entered(row, category):
        return Count(depth, typed, False, None)
    catalog = pieces.catalog
    lines = _lines(catalog.edition, catalog.variants, catalog.played_otherwise, category, text)
    return Count(depth, typed, True, sum(line.points for line in lines), lines)


@functools.lru_cache(maxsize=1024)
def _lines(
    edition: int, variants: tuple[str, ...], house: engine.House, category: str, text: str
) -> tuple[ScoreLine, ...]:
    """What so much of the piece of a category gives."""
    row = _FrozenRow(1, "", frozenset({(TYPED[category], text)}))
    sheet = _FrozenSheet(edition, variants, house, (row,))
    return _lines_of(engine.score(ruleset_of(sheet), pieces_of(sheet).position(sheet.players))[""], category)


def _lines_of(score: Score, category: str) -> tuple[ScoreLine, ...]:
    return tuple(line for line in score.lines if line.category == category)


def _count(pieces: SheetPieces, row: PieceOwner, category: str, score: Score, numbers: Mapping[str, int]) -> Count:
    automa, typed, lines = automa_of(row), typed_points(row.fields, category), _lines_of(score, category)
    if automa and category in automa.scoring.nothing:
        return Count("things", None, True, 0, lines)
    depth = depth_of(row.fields, category)
    if not pieces.entered(row, category):
        return Count(depth, typed, False, None)
    missing = (_missing(pieces, row, kind, numbers) for kind in needed(pieces, row, category))
    asks = tuple(dict.fromkeys(kind for kind in missing if kind is not None))
    return Count(depth, typed, True, None if asks else sum(line.points for line in lines), lines, asks)


def numbers_of(pieces: SheetPieces, row: PieceOwner) -> dict[str, int]:
    """How many there are of the pieces of which nobody entered which they are."""
    numbers = {field.piece.id: field.count(row) for field in pieces.fields[COUNTS] if field.name in row.fields}
    return {
        kind: count
        for kind, count in numbers.items()
        if count is not None and not pieces.entered(row, pieces.source(kind))
    }


def needed(pieces: SheetPieces, row: PieceOwner, category: str) -> tuple[str, ...]:
    """What the objective cards, station masters or cities of a player count."""

    def needs(name: str) -> Mapping[str, None]:
        held = [field.piece for field in pieces.held(row, name)]
        return dict.fromkeys(engine.categories_of(pieces.catalog)[name].needs(pieces.catalog, held, automa_of(row)))

    kinds = needs(category)
    # How many objective cards there are in the end may depend on what they ask for.
    return tuple({**kinds, **needs("objectives")} if "objective-card" in kinds else kinds)


def _missing(pieces: SheetPieces, row: PieceOwner, kind: str, numbers: Mapping[str, int]) -> str | None:
    """What is to be asked before this kind can be counted, None when it is known."""
    source = pieces.source(kind)
    if kind in numbers or pieces.entered(row, source):
        return None
    return kind if source == COUNTS or source in pieces.catalog.scoring.categories else source


def entries(counted: Mapping[Cell, Count]) -> dict[str, dict[str, int]]:
    """The points that count, by seat and category, as the engine takes them."""
    points: dict[str, dict[str, int]] = {}
    for (seat, category), count in counted.items():
        of_player = points.setdefault(str(seat), {})
        if count.points is not None:
            of_player[category] = count.points
    return points


def switched(sheet: CountedSheet, category: str, depth: Depth) -> dict[Cell, tuple[str | None, str | None]]:
    """What to write so that a category is typed as its piece, or as points: field -> what stands there, what is to.

    Nobody's points change by it: who has dollars gets the points that they make; who has points keeps them, unless
    the dollars that make them are known.
    """
    counted, name = counts(sheet), depth_field(category)
    changes: dict[Cell, tuple[str | None, str | None]] = {}
    for row in sheet.players:
        count, typed = counted[row.seat, category], row.fields.get(category)
        if depth == "number" and count.depth == "things" and TYPED[category] in row.fields:
            changes[row.seat, category] = (typed, None if count.points is None else str(count.points))
        elif depth == "things" and count.typed is not None and count.typed != count.by_pieces:
            continue
        changes[row.seat, name] = (row.fields.get(name), depth)
    return {cell: (seen, text) for cell, (seen, text) in changes.items() if seen != text}


@_once
def findings(sheet: CountedSheet) -> tuple[Doubt, ...]:
    """Everything that cannot be right: about the pieces as a position, and about the points as numbers."""
    return (*_about_pieces(sheet), *_about_points(sheet))


def _about_pieces(sheet: CountedSheet) -> Iterator[Doubt]:
    pieces = pieces_of(sheet)
    if not any(is_piece(field) and field not in _OF_NUMBERS for row in sheet.players for field in row.fields):
        # Most sheets hold numbers only.
        return
    position = pieces.position(sheet.players, on_spaces=True)
    seats = {row.colour: row.seat for row in sheet.players}
    for reason in engine.check(engine.ruleset_of(position), position):
        cells = (_cell(pieces, position, place, seats, reason.code) for place in reason.places)
        yield Doubt(reason, tuple(dict.fromkeys(cell for cell in cells if cell is not None)))


def _cell(
    pieces: SheetPieces, position: engine.Position, place: str, seats: Mapping[str, int], code: str
) -> Cell | None:
    area, key, *rest = place.split(".")
    if area == "players" and rest:
        objectives = rest[0] == "discard" and "objective" in code
        # The category at which people enter a key of a player.
        group = next((group for group in pieces.groups.values() if rest[0] in group.keys), None)
        category = "objectives" if objectives else (group.entered_at or group.id if group else None)
        return (seats[key], category) if category and key in seats else None
    tile = position.board.buildings.get(rest[0]) if (area, key) == ("board", "buildings") and rest else None
    return (seats[tile.player], "buildings") if tile and tile.player in seats else None


def _about_points(sheet: CountedSheet) -> Iterator[Doubt]:
    counted = counts(sheet)
    for reason in engine.entry_reasons(ruleset_of(sheet), entries(counted)):
        places = (place.split(".") for place in reason.places)
        cells = tuple((int(seat), category) for _, seat, category in places)
        # Where only pieces are involved, they were looked at themselves; but positions may have any money.
        if reason.code in _OF_POINTS_ALONE or any(counted[cell].depth == "number" for cell in cells):
            yield Doubt(reason, cells)
