"""Forms of the Score pages, and the reading of the pad, which is a form of up to 44 alike fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext, lazy_gettext
from flask_wtf import FlaskForm
from wtforms import FieldList, FormField, SelectMultipleField
from wtforms.validators import ValidationError
from wtforms.widgets import CheckboxInput, ListWidget

from companion import engine
from companion.storage.sheets import Name, SheetState
from companion.web.language import name
from companion.web.score.numbers import NotPoints, read_points
from companion.web.score.view import Cell
from companion.web.table.forms import People, PersonForm, colours_differ
from companion.web.text import one_line

_LONGEST_SHOWN = 40
"""Characters of something unreadable that are shown again."""


class PlayersForm(FlaskForm):  # type: ignore[misc] # Flask-WTF tells no types
    """Names and colours of the players of a sheet. A player without a name takes no part."""

    people = FieldList(FormField(PersonForm), max_entries=4)

    def validate_people(self, field: People) -> None:
        """Somebody plays, and nobody shares a colour."""
        if not any(entry.form.name.data for entry in field):
            raise ValidationError(gettext("Enter at least one name."))
        colours_differ(field)

    def players(self) -> list[Name]:
        """Those who were named."""
        return [Name(e.form.name.data, e.form.colour.data) for e in self.people if e.form.name.data]


class NewSheetForm(PlayersForm):
    """A new sheet: players, and the variants that change what can be scored."""

    variants = SelectMultipleField(
        lazy_gettext("Variants"), option_widget=CheckboxInput(), widget=ListWidget(prefix_label=False)
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = engine.variants(engine.editions()[-1])
        self.variants.choices = [(variant, name("variant", variant)) for variant in known]


class RenameForm(PlayersForm):
    """Other names and colours for the players of a sheet, who stay as many as they are."""

    def validate_people(self, field: People) -> None:
        """Everybody keeps a name."""
        super().validate_people(field)
        if not all(entry.form.name.data for entry in field):
            raise ValidationError(gettext("Every player needs a name."))


@dataclass(frozen=True)
class PadInput:
    """What came in with the pad: cells to write, and texts that are no points."""

    cells: Mapping[Cell, tuple[int | None, int | None]]
    """Cell -> (points that the page had shown, points that were typed), where they differ."""
    unreadable: Mapping[Cell, str]


def read_pad(sheet: SheetState, fields: Mapping[str, str]) -> PadInput:
    """Read the fields of a pad. Only what differs from what the page had shown is to be written.

    A press of a button may stand in the field `do`: `add:<seat>:<category>:<points>`,
    `set:<seat>:<category>:<points>` or `flip:<seat>:<category>`.
    """
    pressed = _pressed(fields.get("do", ""))
    cells: dict[Cell, tuple[int | None, int | None]] = {}
    unreadable: dict[Cell, str] = {}
    categories = engine.load_catalog(sheet.edition, sheet.variants).scoring.categories
    for player in sheet.players:
        for category in categories:
            cell, field = (player.seat, category), f"p{player.seat}-{category}"
            if field not in fields:
                continue
            try:
                points = read_points(fields[field])
                seen = read_points(fields.get(f"was-{field}", ""))
            except NotPoints:
                unreadable[cell] = one_line(fields[field])[:_LONGEST_SHOWN]
                continue
            if cell == pressed.cell:
                points = pressed.on(points)
            if points != seen:
                cells[cell] = (seen, points)
    return PadInput(cells, unreadable)


@dataclass(frozen=True)
class _Pressed:
    """A button of a cell."""

    verb: str = ""
    cell: Cell | None = None
    points: int = 0

    def on(self, points: int | None) -> int | None:
        """What the button makes of the points in its cell."""
        if self.verb == "add":
            return max(-999, min(999, (points or 0) + self.points))
        if self.verb == "set":
            return None if points == self.points else self.points
        return None if points is None else -points


def _pressed(text: str) -> _Pressed:
    verb, _, rest = text.partition(":")
    seat, _, rest = rest.partition(":")
    category, _, points = rest.partition(":")
    if verb not in ("add", "set", "flip") or not seat.isdecimal() or len(seat) > 1:
        return _Pressed()
    try:
        return _Pressed(verb, (int(seat), category), read_points(points) or 0)
    except NotPoints:
        return _Pressed()
