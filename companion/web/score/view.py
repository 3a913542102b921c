"""What a score sheet shows: the pad with its cells, totals and places, and what cannot be right."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Concatenate, NamedTuple, ParamSpec

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from companion import engine, storage
from companion.book.library import section_address
from companion.engine import CategoryFigures, Reason, Standing, reachable
from companion.sentences.findings import Finding, finding_of
from companion.sentences.names import Words
from companion.sentences.verdicts import TableReading, house_rules
from companion.sheets import counting, pieces
from companion.sheets.states import Cell, NoSuchSheet, PlayerRow, SheetFinished, SheetState, Typed
from companion.web import database
from companion.web.device import identity
from companion.web.language import current, gettext, name
from companion.web.score import fields


class TypedView(NamedTuple):
    """Something that a phone typed."""

    text: str | None
    shown: str | None
    """In the reader's language; None for a field that was emptied."""
    by: str
    """A player, or the signature of a phone that nobody claimed."""


class CellView(NamedTuple):
    """One field of the pad. There are dozens, made anew with every entry."""

    seat: int
    category: str
    field: str
    """The field that is typed here: the points of the category, or what it counts (dollars)."""
    text: str
    """What stands in the field: what was typed when it could not be read, else the stored points."""
    stored: str
    points: int | None
    """What counts in this cell."""
    by_things: bool
    """Whether the points are counted from things that are entered elsewhere."""
    has_things: bool
    """Whether things are entered, even if the number counts."""
    error: bool
    doubt: str
    """Why the points cannot be right, in a word or two; empty when they can."""
    rivals: tuple[TypedView, ...]
    """What several phones typed here at the same time, to choose from; first what counts until then."""

    @property
    def name(self) -> str:
        """The name of the field in the form."""
        return fields.name_of(self.seat, self.field)

    @property
    def id(self) -> str:
        """What the cell is called on the page, whatever is typed in it."""
        return f"cell-{fields.name_of(self.seat, self.category)}"

    @property
    def counts(self) -> bool:
        """Whether something is counted here that makes points, such as dollars."""
        return self.field != self.category

    @property
    def is_sum(self) -> bool:
        """Whether the stored text is a sum, so that what it comes to is worth telling."""
        return not self.counts and self.points is not None and self.stored != str(self.points)


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
    typed: bool
    """Whether what it counts can be typed in place of its points."""


@dataclass(frozen=True)
class Pad:
    """A whole sheet, ready to be shown."""

    sheet: SheetState
    categories: tuple[CategoryView, ...]
    standings: Mapping[int, Standing]
    cells: Mapping[Cell, CellView]
    doubted: tuple[tuple[Finding, tuple[Cell, ...]], ...]
    """What cannot be right, and the cells that it is about."""
    conflicts: tuple[tuple[PlayerRow, str, str, tuple[TypedView, ...]], ...]
    """What several phones typed in the same field, until somebody chooses: the player, the field, its title, and what
    was typed, first what counts until then."""
    worth: Mapping[str, tuple[int, int]]
    """Field that is typed in place of points -> the points, and for how many of it, so that phones can add up."""

    @property
    def is_position(self) -> bool:
        """Whether the sheet can be opened as a position: of what only scores, positions know nothing."""
        return set(self.sheet.variants) <= set(engine.variants(self.sheet.edition))

    @property
    def house_rules(self) -> tuple[TableReading, ...]:
        """What this game is played otherwise than it is printed."""
        sheet = self.sheet
        game = engine.Game(sheet.edition, None, tuple(sheet.variants), house=dict(sheet.played_otherwise))
        return house_rules(game, current())

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return all(not standing.missing for standing in self.standings.values())

    @property
    def winners(self) -> tuple[PlayerRow, ...]:
        """Those with the most points. A tie is a shared victory."""
        return tuple(player for player in self.sheet.players if self.standings[player.seat].place == 1)

    @property
    def headline(self) -> str:
        """The outcome in one sentence."""
        if not self.winners:
            return gettext("Nobody has points yet")
        names = Words(current()).each(winner.name for winner in self.winners)
        total = str(self.standings[self.winners[0].seat].total).replace("-", "−")
        if len(self.sheet.players) == 1:
            return gettext("%(name)s scores %(total)s.", name=names, total=total)
        if len(self.winners) == 1:
            return gettext("%(name)s wins with %(total)s points.", name=names, total=total)
        return gettext("%(names)s share the victory with %(total)s points.", names=names, total=total)

    @property
    def people(self) -> Mapping[int, str]:
        """Everybody's name, by seat."""
        return {player.seat: player.name for player in self.sheet.players}

    @property
    def titles(self) -> Mapping[str, str]:
        """What the categories are called."""
        return {category.id: name("category", category.id) for category in self.categories}

    @property
    def stored(self) -> Mapping[str, str]:
        """Everything that stands in the fields of players, by the names that they have in the form."""
        return {
            fields.name_of(player.seat, field): text
            for player in self.sheet.players
            for field, text in player.fields.items()
        }

    @property
    def unreadable(self) -> tuple[tuple[str, CellView], ...]:
        """Every field whose text cannot be stored, with the name of its player."""
        return tuple((self.people[cell.seat], cell) for cell in self.cells.values() if cell.error)

    @property
    def marked(self) -> frozenset[int]:
        """The seats of those whose total rests on something that cannot be right, or is in conflict."""
        seats = {cell.seat for cell in self.cells.values() if cell.error or cell.doubt}
        return frozenset(seats | {player.seat for player, *_ in self.conflicts})

    @property
    def in_units(self) -> Mapping[str, bool]:
        """Category -> whether what it counts is typed, and not its points, for those that can be typed so."""
        return {
            category: any(cell.counts for cell in self.cells.values() if cell.category == category)
            for category in pieces.TYPED
        }

    @property
    def doubts(self) -> tuple[tuple[tuple[str, ...], Finding, tuple[Cell, ...]], ...]:
        """What cannot be right, with the names of those whose numbers it is about, and the cells."""
        return tuple(
            (tuple(dict.fromkeys(self.people[seat] for seat, _ in cells)), finding, cells)
            for finding, cells in self.doubted
        )

    @property
    def rows(self) -> tuple[PlayerRow, ...]:
        """The players, best first."""
        last = len(self.sheet.players) + 1
        return tuple(sorted(self.sheet.players, key=lambda p: (self.standings[p.seat].place or last, p.seat)))


def pad_of(sheet: SheetState, typed: Mapping[Cell, str] | None = None) -> Pad:
    """A sheet for the page. `typed`: texts that could not be read, which stay in their fields."""
    language = current()
    ruleset, typed, counted = counting.ruleset_of(sheet), typed or {}, counting.counts(sheet)
    entries = counting.entries(counted)
    doubts = counting.findings(sheet)
    doubted = {cell: _in_short(doubt.reason) for doubt in reversed(doubts) for cell in doubt.cells}
    standings = engine.standings(ruleset, entries)
    people = {player.colour: player.name for player in sheet.players}
    categories = ruleset.catalog.scoring.categories
    cells = {}
    for player in sheet.players:
        for category in categories:
            cell = player.seat, category
            # What could not be read stays where it was typed.
            field = category if cell in typed else pieces.asked_of(player.fields, category)
            if counted[cell].depth == "things" and not player.fields.get(field) and counted[cell].entered:
                # An automa makes the same points whatever it has.
                field = category
            stored = player.fields.get(field, "")
            cells[cell] = CellView(
                seat=player.seat,
                category=category,
                field=field,
                text=typed.get((player.seat, field), stored),
                stored=stored,
                points=counted[cell].points,
                by_things=counted[cell].depth == "things" and field == category,
                has_things=counted[cell].entered,
                error=(player.seat, field) in typed,
                doubt=doubted.get(cell, ""),
                rivals=_signed(sheet, field, player.rivals.get(field, ())),
            )
    return Pad(
        sheet=sheet,
        categories=_categories(
            sheet.edition, pieces.pieces_of(sheet).catalog.variants, sheet.played_otherwise, language
        ),
        standings={player.seat: standings[str(player.seat)] for player in sheet.players},
        cells=cells,
        doubted=tuple((finding_of(doubt.reason, language, ruleset.catalog, people), doubt.cells) for doubt in doubts),
        conflicts=tuple(
            (player, field, fields.title(sheet, field), _signed(sheet, field, typed))
            for player in sheet.players
            for field, typed in sorted(player.rivals.items())
        ),
        worth={field: (categories[name].vp or 0, categories[name].each or 1) for name, field in pieces.TYPED.items()},
    )


def _signed(sheet: SheetState, field: str, typed: Sequence[Typed]) -> tuple[TypedView, ...]:
    """What several phones typed in a field, in the reader's language and with the names that they have now."""
    return tuple(TypedView(one.text, fields.worded(field, one.text), identity.who(sheet, one.signed)) for one in typed)


def _in_short(reason: Reason) -> str:
    """What would be right, as far as it fits beside a field."""
    match reason.code:
        case "points-too-high":
            return str(gettext("at most %(most)s", most=reason.params["most"]))
        case "points-too-low":
            return str(gettext("at least %(least)s", least=reason.params["least"])).replace("-", "−")
        case "points-not-made":
            return str(gettext("%(below)s or %(above)s", **reason.params)).replace("-", "−")
        case _:
            return str(gettext("please check"))


_MAX_CHOICES = 2


@functools.lru_cache(maxsize=64)
def _categories(
    edition: int, variants: tuple[str, ...], house: engine.House, language: str
) -> tuple[CategoryView, ...]:
    possible = reachable(edition, variants, house)
    categories = engine.load_catalog(edition, variants, (), house).scoring.categories
    return tuple(_category(entry, possible[entry.id], language) for entry in categories.values())


def _category(category: CategoryFigures, possible: frozenset[int] | None, language: str) -> CategoryView:
    choices = tuple(sorted(possible)) if possible is not None and len(possible) <= _MAX_CHOICES else ()
    # Points that come in portions (four for every worker) are added in portions.
    portion = category.vp if category.spaces or choices else 1
    return CategoryView(
        id=category.id,
        number=category.number,
        negative=category.negative,
        step=portion or 1,
        choices=choices,
        rule=section_address(language, f"scoring/overview#{category.id}"),
        typed=category.id in pieces.TYPED,
    )


blueprint = Blueprint("score", __name__, url_prefix="/<language:language>/score")
blueprint.app_template_global("signature")(identity.signature)
blueprint.app_template_global("database_id")(lambda: database.current().identity)


def sheets() -> storage.Sheets:
    """The score sheets of the current app."""
    return storage.Sheets(database.current())


_P = ParamSpec("_P")


def of_open_sheet(view: Callable[Concatenate[str, _P], ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
    """A finished sheet has no fields to type in: the view raises SheetFinished, which leads to what came out."""

    @functools.wraps(view)
    def checked(key: str, *args: _P.args, **more: _P.kwargs) -> ResponseReturnValue:
        if sheets().finished_at(key) is not None:
            raise SheetFinished
        return view(key, *args, **more)

    return checked


def still_there(keys: Iterable[str]) -> Iterator[SheetState]:
    """The sheets with these keys, without those that were deleted."""
    for key in keys:
        with suppress(NoSuchSheet):
            yield sheets().read(key)


def writable(key: str) -> SheetState:
    """The sheet with this edit key. Raises NoSuchSheet, also for a key that only allows looking."""
    state = sheets().read(key)
    if not state.writable:
        raise NoSuchSheet
    return state


@blueprint.after_request
def hide(response: Response) -> Response:
    """Keep sheets out of search engines, should a link ever get about."""
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
