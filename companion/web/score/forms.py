"""Forms of the Score pages, and the reading of the pad, which is a form of many alike fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import request
from flask_babel import gettext, lazy_gettext
from wtforms import BooleanField, FieldList, FormField, HiddenField, IntegerField, StringField, TextAreaField
from wtforms.validators import Length, Optional, StopValidation, ValidationError

from companion import engine
from companion.sheets import about, sums
from companion.sheets.about import About
from companion.sheets.games import fold
from companion.sheets.states import TABLE, Cell, Name, SheetState
from companion.sheets.sums import NotPoints
from companion.web.forms import PageForm, TicksField
from companion.web.language import name
from companion.web.sanitise import one_line
from companion.web.score import fields
from companion.web.table.forms import People, PersonForm, colours_differ

_MAX_SHOWN_LENGTH = 40
"""Characters of something unreadable that are shown again."""


class PlayersForm(PageForm):
    """Names and colours of the players of a sheet. A player without a name takes no part."""

    people = FieldList(FormField(PersonForm), max_entries=4)
    same_names = BooleanField()
    """Whether somebody has said that players of one name are meant."""

    def validate_people(self, field: People) -> None:
        """Somebody plays, nobody shares a colour, and nobody a name unless that is meant."""
        if not any(entry.form.name.data for entry in field):
            raise ValidationError(gettext("Enter at least one name."))
        colours_differ(field)
        if self.shared_name and not self.same_names.data:
            message = gettext(
                "Two players are called %(name)s. Statistics count them as one person.", name=self.shared_name
            )
            raise ValidationError(message)

    @property
    def shared_name(self) -> str:
        """A name that two players have, as statistics compare names; empty when there is none."""
        names = [entry.form.name.data for entry in self.people if entry.form.name.data]
        folded = [fold(name) for name in names]
        return next((name for name, one in zip(names, folded, strict=True) if folded.count(one) > 1), "")

    def players(self) -> list[Name]:
        """Those who were named."""
        return [Name(e.form.name.data, e.form.colour.data) for e in self.people if e.form.name.data]


class NewSheetForm(PlayersForm):
    """A new sheet: players, and the variants, expansions and editions that change what can be scored."""

    variants = TicksField(lazy_gettext("Variants"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        edition = engine.editions()[-1]
        offered = [(variant, name("variant", variant)) for variant in engine.variants(edition)]
        self.variants.choices = [*offered, *((layer, name("layer", layer)) for layer in engine.scoring_layers(edition))]

    def validate_variants(self, field: TicksField) -> None:
        """Everything that was chosen can be played together."""
        for one, other in engine.excluded(field.data or ()):
            names = {"one": name("layer", one), "other": name("layer", other)}
            raise ValidationError(gettext("%(one)s and %(other)s cannot be scored together yet.", **names))


class SeatsForm(PlayersForm):
    """Names and colours of the players of a position, who all play: without a name they are called by their number."""

    def validate_people(self, field: People) -> None:
        """Nobody is left without a name."""
        for number, entry in enumerate(field, start=1):
            entry.form.name.data = entry.form.name.data or gettext("Player %(number)d", number=number)
        super().validate_people(field)


class RenameForm(PlayersForm):
    """Other names and colours for the players of a sheet, and more players at its free seats."""

    seats = HiddenField()
    """The seats of the players that the page had shown, who come first."""

    def validate_people(self, field: People) -> None:
        """Everybody keeps a name."""
        super().validate_people(field)
        if sum(bool(entry.form.name.data) for entry in field.entries[: len(self.shown)]) < len(self.shown):
            raise ValidationError(gettext("Every player needs a name."))

    @property
    def shown(self) -> tuple[int, ...]:
        """The seats as numbers."""
        return tuple(int(seat) for seat in "123456789" if seat in (self.seats.data or ""))

    def renamed(self, state: SheetState) -> list[Name]:
        """The players as they are to be: what this page has not changed stays what others have made of it meanwhile."""
        now, people = {player.seat: player for player in state.players}, self.players()
        merged = list(people)
        for place, seat in enumerate(self.shown):
            if seat in now:
                colour, _, called = request.form.get(f"was-{seat}", "").partition(" ")
                typed, kept = people[place], now[seat]
                merged[place] = Name(
                    kept.name if typed.name == called else typed.name,
                    kept.colour if typed.colour == colour else typed.colour,
                )
        # Where both have changed colours, those of this page go together.
        return merged if len({one.colour for one in merged}) == len(merged) else people


_ONE_LINE = [lambda text: one_line(text or "")]


def _whole_minutes(_: PageForm, field: IntegerField) -> None:
    """In one sentence of ours; the library says that it is no integer, and then the limits of one."""
    if field.errors or not 1 <= (field.data or 0) <= about.MAX_MINUTES:
        field.errors = []
        raise StopValidation(gettext("Write minutes as a number from 1 to %(most)d, like 90.", most=about.MAX_MINUTES))


class AboutForm(PageForm):
    """What is told about a game besides its points."""

    location = StringField(lazy_gettext("Place"), filters=_ONE_LINE, validators=[Length(max=about.MAX_LOCATION)])
    minutes = IntegerField(lazy_gettext("Minutes"), validators=[Optional(), _whole_minutes])
    note = TextAreaField(lazy_gettext("Note"), filters=_ONE_LINE, validators=[Length(max=about.MAX_NOTE)])

    def __init__(self, state: SheetState, **more: Any) -> None:
        super().__init__(obj=About.of(state.fields), **more)
        self.before = state.fields

    def shown(self, name: str) -> str:
        """What the page had shown in a field."""
        return request.form.get(f"was-{name}", self.before.get(f"about.{name}") or "")

    def cells(self) -> dict[Cell, tuple[str | None, str | None]]:
        """What is to be written: what came in and differs from what the page had shown, and from what stands there."""
        texts = About(self.location.data or "", self.minutes.data, self.note.data or "").fields
        came = zip((self.location, self.minutes, self.note), texts.items(), strict=True)
        return {
            (TABLE, name): (self.before.get(name), text)
            for field, (name, text) in came
            if field.raw_data and (text or "") not in (self.shown(field.name), self.before.get(name) or "")
        }


@dataclass(frozen=True)
class PadInput:
    """What came in with the pad: cells to write, and texts that could not be read."""

    cells: Mapping[Cell, tuple[str | None, str | None]]
    """Cell -> (what the page had shown, what was typed), where they differ."""
    unreadable: Mapping[Cell, str]


def read_pad(sheet: SheetState, form: Mapping[str, str]) -> PadInput:
    """Read the fields of a pad. Only what differs from what the page had shown is to be written.

    A press of a button may stand in the field `do`: `add:<seat>:<category>:<points>`,
    `set:<seat>:<category>:<points>` or `flip:<seat>:<category>`.
    """
    catalog = fields.catalog_of(sheet)
    stored = {TABLE: sheet.fields, **{player.seat: player.fields for player in sheet.players}}
    cells: dict[Cell, tuple[str | None, str | None]] = {}
    unreadable: dict[Cell, str] = {}
    for name_in_form, typed in form.items():
        cell = fields.cell_of(name_in_form)
        if cell is None or not fields.has_field(catalog, *cell) or cell[0] not in stored:
            continue
        try:
            text = fields.read(catalog, *cell, typed)
        except NotPoints:
            unreadable[cell] = one_line(typed)[:_MAX_SHOWN_LENGTH]
            continue
        try:
            seen = fields.read(catalog, *cell, form.get(f"was-{name_in_form}", ""))
        except NotPoints:
            # It never stood here: this device had sent it before, and was told that it is no number.
            seen = stored[cell[0]].get(cell[1])
        if (pressed := _pressed(form.get("do", ""), cell, text)) is not None:
            text = fields.read(catalog, *cell, pressed)
        if text != seen:
            cells[cell] = (seen, text)
    return PadInput(cells, unreadable)


def _pressed(button: str, cell: Cell, text: str | None) -> str | None:
    """What a button makes of the number in a cell; None where it is none of this cell."""
    verb, seat, category, worth = (*button.split(":", 3), "", "", "")[:4]
    if not cell[0] or (seat, category) != (str(cell[0]), cell[1]) or not fields.is_number(category):
        return None
    try:
        step = sums.points(sums.tidy(worth) or "0")
    except NotPoints:
        return None
    points = sums.points(text or "0")
    match verb:
        case "add":
            # Nobody has less than none of a thing.
            return str(max(0 if "." in category else -sums.MAX_COUNT, min(sums.MAX_COUNT, points + step)))
        case "set":
            return "" if text is not None and points == step else str(step)
        case "flip":
            return "" if text is None else str(-points)
    return None
