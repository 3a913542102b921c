"""The things that the page of a category offers: what can be pressed, and what is so already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.engine import IN_DECK, PLAYED, Catalog
from companion.sentences.names import Words
from companion.sheets.states import PlayerRow
from companion.sheets.things.counting import needed
from companion.sheets.things.fields import COUNTS, ThingField, groups, source_of
from companion.sheets.things.position import entered
from companion.web.score.calculator.naming import Look, look

_DOLLAR_STEPS = (-5, -1, 1, 5)


@dataclass(frozen=True)
class Press:
    """A button: the field it writes, what the page shows there, what it writes, and whether that is so already."""

    field: str
    seen: str
    text: str
    on: bool = False
    label: str = ""
    word: str = ""
    """What says that the thing is there, where there are several such words."""

    @property
    def value(self) -> str:
        """What the form sends."""
        return f"write|{self.field}|{self.seen}|{self.text}"


@dataclass(frozen=True)
class ThingView:
    """A thing that can be entered. `ticks` say that it is there; a count has steppers around it instead."""

    field: str
    look: Look
    count: int | None
    stored: str
    most: int
    base: int
    """From which steps count: what there is, also while nobody has entered it."""
    ticks: tuple[Press, ...] = ()
    steps: tuple[Press, ...] = ()
    typed: bool = False
    """Whether the number may also be typed."""
    where: str = ""

    @property
    def there(self) -> bool:
        """Whether there is one."""
        return bool(self.count)


@dataclass(frozen=True)
class GroupView:
    """Things that stand together. `shape`: how much room each needs."""

    title: str
    shape: str
    things: tuple[ThingView, ...]
    folded: bool = False
    """Whether they stand behind their title, since they give no points."""


def offered(catalog: Catalog, player: PlayerRow, category: str, language: str) -> tuple[GroupView, ...]:
    """The things of a category."""
    fields = groups(catalog.edition, catalog.variants)[category]
    scoring = catalog.scoring.categories[category].disc
    if scoring is None:
        return (GroupView("", _shape(fields), _views(catalog, player, fields, language)),)
    # One disc gives points; the others only tell the position.
    one = [field for field in fields if field.piece.id == scoring]
    others = [field for field in fields if field.piece.id != scoring]
    more = Words(language).name("asked", "other-discs")
    return (
        GroupView("", "one", _views(catalog, player, one, language)),
        GroupView(more, _shape(others), _views(catalog, player, others, language), folded=True),
    )


def asked(catalog: Catalog, player: PlayerRow, category: str, language: str) -> tuple[GroupView, ...]:
    """What objective cards and station masters count that is entered nowhere else."""
    found: dict[str, list[ThingField]] = {}
    every = groups(catalog.edition, catalog.variants)
    for kind in needed(catalog, player, category):
        source = source_of(catalog, kind)
        if source == COUNTS or (source in catalog.scoring.categories and not entered(catalog, player, source)):
            found.setdefault(COUNTS, []).extend(field for field in every[COUNTS] if field.piece.id == kind)
        elif source not in catalog.scoring.categories:
            found[source] = list(every[source])
    words = Words(language)
    return tuple(
        GroupView(words.name("asked", group), "count", _views(catalog, player, fields, language))
        for group, fields in found.items()
    )


def _shape(fields: Sequence[ThingField]) -> str:
    """How much room each of some pieces needs: what is drawn wide, what is looked at, what is counted."""
    if len(fields) == 1:
        return "one"
    part = fields[0].piece.part
    return "pair" if part.startswith(("building-", "station-master-")) else "tick" if part else "count"


def _views(catalog: Catalog, player: PlayerRow, fields: Sequence[ThingField], language: str) -> tuple[ThingView, ...]:
    return tuple(_view(catalog, player, field, language) for field in fields)


def _view(catalog: Catalog, player: PlayerRow, field: ThingField, language: str) -> ThingView:
    count, stored = field.count(player), player.fields.get(field.name, "")
    # Workers printed on the player board are there before the first one is entered.
    base = catalog.player_board.worker_rows.printed if field.group == "workers" else 0
    if count is None and field.group in catalog.scoring.categories and entered(catalog, player, field.group):
        count = base
    words = Words(language)
    where = field.piece.id.rpartition(".")[2]
    view = ThingView(
        field=field.name,
        look=look(catalog, field, language),
        count=count,
        stored=stored,
        most=field.piece.most,
        base=base if count is None else count,
        where=words.name("objective-place", where) if where in (PLAYED, IN_DECK) else "",
    )
    if field.group == "objectives" and field.piece.words:
        ticks = tuple(
            Press(
                field.name,
                stored,
                "" if stored == word else word,
                stored == word,
                words.name("objective-place", word),
                word,
            )
            for word in (PLAYED, IN_DECK)
            if word in field.piece.words
        )
        return replace(view, ticks=ticks)
    if field.piece.most == 1:
        return replace(view, ticks=(Press(field.name, stored, "" if count else "1", bool(count)),))
    by = _DOLLAR_STEPS if field.group == "money" else (-1, 1)
    steps = tuple(
        Press(field.name, stored, str(max(0, min(field.piece.most, view.base + step))), label=str(step)) for step in by
    )
    return replace(view, steps=steps, typed=field.group == "money")
