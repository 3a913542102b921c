"""What a score sheet shows: the pad with its cells, totals and places, and what cannot be right."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion import engine
from companion.engine import score
from companion.engine.components.scoring import Category
from companion.storage.sheets import Cell, PlayerRow, SheetState, Typed
from companion.web import present
from companion.web.present import Finding
from companion.web.reference import section_address
from companion.web.score import fields, things
from companion.web.score.steps import StepView, step_view


class CellView(NamedTuple):
    """One field of the pad. There are dozens, made anew with every entry."""

    seat: int
    category: str
    text: str
    """What stands in the field: what was typed when it could not be read, else the stored points."""
    stored: str
    points: int | None
    """What counts in this cell."""
    by_things: bool
    """Whether the points are counted from the things on the table."""
    has_things: bool
    """Whether things are entered, even if the number counts."""
    differs: bool
    """Whether number and things contradict each other."""
    error: bool
    doubtful: bool
    rivals: tuple[Typed, ...]
    """What several phones typed here at the same time, to choose from; first what counts until then."""

    @property
    def name(self) -> str:
        """The name of the field in the form."""
        return fields.name_of(self.seat, self.category)

    @property
    def is_sum(self) -> bool:
        """Whether the stored text is a sum, so that what it comes to is worth telling."""
        return self.points is not None and self.stored != str(self.points)


@dataclass(frozen=True)
class CategoryView:
    """One line of the pad."""

    id: str
    number: int
    negative: bool
    step: int
    """What one press of plus adds."""
    choices: tuple[int, ...]
    """All points that can be made, when they are few enough to choose from."""
    rule: str


@dataclass(frozen=True)
class Pad:
    """A whole sheet, ready to be shown."""

    sheet: SheetState
    categories: tuple[CategoryView, ...]
    standings: Mapping[int, score.Standing]
    cells: Mapping[Cell, CellView]
    doubted: tuple[tuple[Finding, tuple[Cell, ...]], ...]
    """What cannot be right, and the cells that it is about."""
    undo: StepView | None
    """What undo would take back."""
    redo: StepView | None
    """What redo would do again."""

    @property
    def is_position(self) -> bool:
        """Whether the sheet can be opened as a position: of what only scores, positions know nothing."""
        return set(self.sheet.variants) <= set(engine.variants(self.sheet.edition))

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return all(not standing.missing for standing in self.standings.values())

    @property
    def winners(self) -> tuple[PlayerRow, ...]:
        """Those with the most points. A tie is a shared victory."""
        return tuple(player for player in self.sheet.players if self.standings[player.seat].place == 1)

    @property
    def unreadable(self) -> tuple[tuple[str, str, str], ...]:
        """(player, category, text) of every field whose text is no number."""
        names = {player.seat: player.name for player in self.sheet.players}
        return tuple((names[cell.seat], cell.category, cell.text) for cell in self.cells.values() if cell.error)

    @property
    def doubts(self) -> tuple[tuple[tuple[str, ...], Finding], ...]:
        """What cannot be right, with the names of those whose numbers it is about."""
        names = {player.seat: player.name for player in self.sheet.players}
        return tuple(
            (tuple(dict.fromkeys(names[seat] for seat, _ in cells)), finding) for finding, cells in self.doubted
        )

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What cannot be right."""
        return tuple(finding for finding, _ in self.doubted)

    @property
    def rows(self) -> tuple[PlayerRow, ...]:
        """The players, best first."""
        last = len(self.sheet.players) + 1
        return tuple(sorted(self.sheet.players, key=lambda p: (self.standings[p.seat].place or last, p.seat)))


def pad_of(sheet: SheetState, language: str, typed: Mapping[Cell, str] | None = None) -> Pad:
    """A sheet for the page. `typed`: texts that could not be read, which stay in their fields."""
    ruleset, typed, counted = things.ruleset_of(sheet), typed or {}, things.counts(sheet)
    entries = things.entries(counted)
    doubts = things.findings(sheet, counted)
    doubtful = {cell for doubt in doubts for cell in doubt.cells}
    standings = score.standings(ruleset, entries)
    categories = ruleset.catalog.scoring.categories
    cells = {}
    for player in sheet.players:
        for category in categories:
            cell, stored = (player.seat, category), player.fields.get(category, "")
            cells[cell] = CellView(
                seat=player.seat,
                category=category,
                text=typed.get(cell, stored),
                stored=stored,
                points=counted[cell].points,
                by_things=counted[cell].depth == "things",
                has_things=counted[cell].entered,
                differs=counted[cell].differs,
                error=cell in typed,
                doubtful=cell in doubtful,
                rivals=player.rivals.get(category, ()),
            )
    return Pad(
        sheet=sheet,
        categories=_categories(ruleset.catalog.edition, ruleset.catalog.variants, language),
        standings={player.seat: standings[str(player.seat)] for player in sheet.players},
        cells=cells,
        doubted=tuple((present.finding(doubt.reason, language, ruleset.catalog), doubt.cells) for doubt in doubts),
        undo=step_view(sheet, sheet.undoable),
        redo=step_view(sheet, sheet.redoable),
    )


_FEW = 2


@functools.lru_cache(maxsize=64)
def _categories(edition: int, variants: tuple[str, ...], language: str) -> tuple[CategoryView, ...]:
    possible = score.reachable(edition, variants)
    categories = engine.load_catalog(edition, variants).scoring.categories
    return tuple(_category(entry, possible[entry.id], language) for entry in categories.values())


def _category(category: Category, possible: frozenset[int] | None, language: str) -> CategoryView:
    choices = tuple(sorted(possible)) if possible is not None and len(possible) <= _FEW else ()
    # Points that come in portions (four for every worker) are added in portions.
    portion = category.vp if category.spaces or choices else 1
    return CategoryView(
        id=category.id,
        number=category.number,
        negative=category.negative,
        step=portion or 1,
        choices=choices,
        rule=section_address(language, f"scoring/{category.id}"),
    )
