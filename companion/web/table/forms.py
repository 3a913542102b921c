"""The form of the Table page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from flask_babel import gettext, lazy_gettext
from wtforms import FieldList, Form, FormField, RadioField, StringField
from wtforms.validators import InputRequired, Length, Optional, ValidationError

from companion import engine, i18n
from companion.integers import whole
from companion.reference import layers
from companion.sheets.changes import MAX_NAME_LENGTH
from companion.sheets.games import fold
from companion.sheets.states import Name
from companion.web.forms import PageForm, TicksField
from companion.web.language import name
from companion.web.sanitise import one_line


class PersonForm(Form):
    """One player's name and colour."""

    name = StringField(
        lazy_gettext("Name"),
        filters=[lambda text: one_line(text) if text else text],
        validators=[Optional(), Length(max=MAX_NAME_LENGTH)],
    )
    colour = RadioField(lazy_gettext("Colour"), validators=[InputRequired(lazy_gettext("Choose a colour."))])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.colour.choices = [
            (colour, name("player", colour)) for colour in engine.load_catalog().table.players.colours
        ]


People: TypeAlias = "FieldList[FormField[PersonForm]]"
"""The field of all players' names and colours."""


def colours_differ(field: People) -> None:
    """Refuse two named people with one colour. Raises ValidationError."""
    taken = [entry.form.colour.data for entry in field if entry.form.name.data]
    if len(set(taken)) < len(taken):
        raise ValidationError(gettext("Two players have the same colour. Give each a colour of their own."))


def rearranged(people: People, sent: Mapping[str, str], known: Iterable[Name]) -> bool:
    """Whether a button of the rows was pressed: somebody known takes or leaves a seat, or goes before the one above."""
    rows = [entry.form for entry in people]
    seated = next((person for person in known if person.name == sent.get("person")), None)
    later = whole(sent.get("up", ""), 1, len(rows) - 1)
    if seated:
        _seat(rows, seated)
    elif later is not None:
        for field in ("name", "colour"):
            one, other = rows[later - 1][field], rows[later][field]
            one.data, other.data = other.data, one.data
    return bool(seated) or later is not None


def _seat(rows: list[PersonForm], person: Name) -> None:
    """Give somebody a place, with the own colour if nobody has it; or take away the place that they have."""
    place = next((row for row in rows if fold(row.name.data or "") == fold(person.name)), None)
    if place is not None:
        place.name.data = ""
        return
    place = next((row for row in rows if not row.name.data), None)
    if place is None:
        return
    holder = next((row for row in rows if row.colour.data == person.colour), place)
    if not holder.name.data:
        holder.colour.data, place.colour.data = place.colour.data, person.colour
    place.name.data = person.name


def other_readings() -> dict[str, str]:
    """How rules may be read otherwise than we do: `<reading>.<choice>` -> in words."""
    every = engine.every_component().readings.readings.values()
    named = (f"{reading.id}.{choice}" for reading in every for choice in reading.others)
    return {one: name("reading-choice", one) for one in named}


class TableForm(PageForm):
    """Everything that a device remembers of its table."""

    players = RadioField(
        lazy_gettext("Players"), validators=[InputRequired(lazy_gettext("Choose the number of players."))]
    )
    edition = RadioField(lazy_gettext("Edition"), validators=[InputRequired(lazy_gettext("Choose the edition."))])
    variants = TicksField(lazy_gettext("Variants"))
    layers = TicksField(lazy_gettext("Show the rules of"))
    readings = TicksField(lazy_gettext("Rules that you read otherwise than we do"))
    people = FieldList(FormField(PersonForm), max_entries=4)
    language = RadioField(lazy_gettext("Language"), validators=[InputRequired(lazy_gettext("Choose a language."))])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        catalog = engine.load_catalog()
        limits = catalog.table.players
        self.players.choices = [(str(n), str(n)) for n in range(limits.least, limits.most + 1)]
        self.edition.choices = [(str(number), name("edition", str(number))) for number in layers.editions()]
        self.variants.choices = [(variant, name("variant", variant)) for variant in engine.variants(catalog.edition)]
        offered = layers.of_kind("expansion", "solo")
        self.layers.choices = [(layer, name("layer", layer)) for layer in offered]
        self.readings.choices = list(other_readings().items())
        self.language.choices = list(i18n.languages().items())

    def validate_people(self, field: People) -> None:
        """Nobody shares a colour."""
        colours_differ(field)
