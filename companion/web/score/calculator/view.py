"""What the page of a category shows: the things of one player, what they give and why, and the ways on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion import engine
from companion.book.library import section_address
from companion.engine import Catalog, ScoreLine
from companion.sentences.findings import Finding, finding_of
from companion.sentences.names import Words
from companion.sentences.scores import line_sentence
from companion.sheets import things
from companion.sheets.states import PlayerRow, SheetState, Typed
from companion.sheets.things.counting import catalog_of
from companion.sheets.things.fields import depth_field
from companion.web.device import identity
from companion.web.score.calculator.naming import title
from companion.web.score.calculator.offered import GroupView, Press, asked, offered


@dataclass(frozen=True)
class LineView:
    """A line of the explanation."""

    points: int
    text: str
    address: str
    confidence: str | None


@dataclass(frozen=True)
class Way:
    """A way on: another category, or another player."""

    seat: int
    category: str
    player: PlayerRow


@dataclass(frozen=True)
class Calculator:
    """A category of a player, ready to be shown."""

    sheet: SheetState
    player: PlayerRow
    category: str
    number: int
    negative: bool
    count: things.Count
    stored: str
    """The number as it was typed."""
    text: str
    """What stands in its field: also what could not be read."""
    error: bool
    groups: tuple[GroupView, ...]
    asked: tuple[GroupView, ...]
    lines: tuple[LineView, ...]
    findings: tuple[Finding, ...]
    rivals: Mapping[str, tuple[Typed, ...]]
    """Field -> what several phones entered there at the same time."""
    titles: Mapping[str, str]
    choices: tuple[Press, ...]
    """The two depths."""
    before: Way | None
    after: Way | None
    others: tuple[Way, ...]
    rule: str
    typed: bool
    """Whether what it counts is typed as a number, not tapped."""
    shown: things.Depth
    """What is offered to enter: its things, or its number."""
    said: str
    """What somebody has said of how it counts; empty when nobody has."""

    @property
    def none(self) -> Press | None:
        """The button that says that there are none. It stays where it is, so that nothing moves below a thumb."""
        if self.typed or (self.count.typed is not None and not self.count.entered):
            return None
        said = self.count.entered and not self.some
        return Press(depth_field(self.category), self.said, "" if said else "things", said)

    @property
    def some(self) -> bool:
        """Whether there is one of the things that give points."""
        return any(thing.there for part in self.groups if not part.folded for thing in part.things)

    @property
    def one(self) -> bool:
        """Whether there is a single thing to say yes or no to."""
        return [len(part.things) for part in self.groups if not part.folded] == [1]

    @property
    def key(self) -> str:
        """The key of the sheet that the reader has."""
        return self.sheet.edit_key or self.sheet.view_key


def calculator(
    sheet: SheetState, player: PlayerRow, category: str, language: str, typed: str | None = None
) -> Calculator:
    """The page of a category. `typed`: a number that could not be read, which stays in its field."""
    catalog = catalog_of(sheet)
    counted = things.counts(sheet)
    count = counted[player.seat, category]
    order = list(catalog.scoring.categories)
    place = order.index(category)
    doubts = things.findings(sheet)
    stored = player.fields.get(category, "")
    entry = catalog.scoring.categories[category]
    seen = player.fields.get(depth_field(category), "")
    if category in things.TYPED:
        shown: things.Depth = "things" if things.asked_of(player, category) != category else "number"
    else:
        shown = count.depth if seen else identity.prefers()
    if typed is not None:
        # What could not be read stays where it was typed.
        shown = count.depth
    about = [field for field in player.rivals if field == category or field.partition(".")[2].startswith(category)]
    return Calculator(
        sheet=sheet,
        player=player,
        category=category,
        number=entry.number,
        negative=entry.negative,
        count=count,
        stored=stored,
        text=stored if typed is None else typed,
        error=typed is not None,
        groups=offered(catalog, player, category, language),
        asked=asked(catalog, player, category, language),
        lines=tuple(
            LineView(
                line.points,
                line_sentence(line, language, catalog),
                section_address(language, line.section),
                _confidence(catalog, line),
            )
            for line in count.lines
        ),
        findings=tuple(
            finding_of(doubt.reason, language, catalog, {other.colour: other.name for other in sheet.players})
            for doubt in doubts
            if (player.seat, category) in doubt.cells
        ),
        rivals={
            field: tuple(Typed(typed.text, identity.who(sheet, typed.signed)) for typed in player.rivals[field])
            for field in about
        },
        titles={field: field_title(sheet, field, language) for field in about},
        choices=tuple(Press(depth_field(category), seen, text, shown == text) for text in ("number", "things")),
        before=Way(player.seat, order[place - 1], player) if place else None,
        after=Way(player.seat, order[place + 1], player) if place + 1 < len(order) else _next(sheet, player, order[0]),
        others=tuple(Way(other.seat, category, other) for other in sheet.players),
        rule=section_address(language, f"scoring/overview#{category}"),
        typed=category in things.TYPED,
        shown=shown,
        said=seen,
    )


def _next(sheet: SheetState, player: PlayerRow, category: str) -> Way | None:
    """The next player, of whom a category is counted first; None after the last, and on a player's own phone."""
    if identity.mine(sheet).seat == player.seat:
        return None
    return next((Way(other.seat, category, other) for other in sheet.players if other.seat == player.seat + 1), None)


def field_title(sheet: SheetState, name: str, language: str) -> str:
    """What a field is called, in the reader's language: a thing, or the category that it counts for."""
    field = things.field_of(sheet.edition, sheet.variants, name)
    return (
        title(catalog_of(sheet), field, language)
        if field
        else Words(language).name("category", name.rpartition(".")[2])
    )


def _confidence(catalog: Catalog, line: ScoreLine) -> str | None:
    """How sure the points of a line are, where that is worth telling: if hardly, and if a layer brought them."""
    base = engine.load_catalog(catalog.edition)
    thing, base_thing = _component(catalog, line), _component(base, line)
    if thing is None or thing.confidence == "high" or (thing.confidence == "medium" and thing == base_thing):
        return None
    return str(thing.confidence)


def _component(catalog: Catalog, line: ScoreLine) -> Any:
    """The component that a line counts, None if the catalogue has no such component, or it is told without doubt."""
    params = line.params
    if line.code == "town-station":
        return next((s for s in catalog.railroad.stations.values() if s.town == params["town"]), None)
    if line.code == "arrow":
        ends = {params["city"], params["other"]}
        return next((arrow for arrow in catalog.cities.arrows.values() if set(arrow.between) == ends), None)
    if "cards" in params and isinstance(params["cards"], tuple):
        return catalog.cattle.breeds.get(params["cards"][0].partition(":")[0])
    tables: Mapping[str, Mapping[Any, Any]] = {
        "city": catalog.cities.cities,
        "building": catalog.buildings.faces,
        "objective": catalog.objectives.cards,
        "master": catalog.station_masters.tiles,
    }
    return next((table.get(params[key]) for key, table in tables.items() if key in params), None)
