"""The form of a quick question. Asking for a fact adds its field and gives its value: None while it is unknown."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms.form import BaseForm

from companion import engine
from companion.engine import Catalog, Game
from companion.web.ask.entries import NONE_OR_FIRST, Entry, entry_of, field_at, plain_of
from companion.web.ask.fields import AskField, FieldOption, Number, Pick, Ticks
from companion.web.language import gettext, name

VERSION = "v"
"""The field of the address that says that something was asked. Its number goes up when a field changes its meaning."""
CHOSEN = "do"
"""The field of the address that names one of the choices."""
ALL, PICKING = "all", "pick"
"""Fields of the address about the page, not the question: everything may be entered; which field has its picture."""
WORDS = "t"
"""The field of the address with the question in somebody's own words."""
EDITION, VARIANTS = "ed", "with"
"""Fields of the address that say what is played; the edition only where it is not the newest. So do those that are
called like a reading of a rule, where it is not ours."""
MAX_DOLLARS = 99
"""Nobody has more at the table; a longer number is a slip of the finger."""


@dataclass
class FormRow:
    """Fields that are shown together: alone, or as one line of a group."""

    fields: list[AskField]
    title: str = ""
    symbol: str = ""
    part: str = ""
    """The component whose picture stands for the title."""


@dataclass
class FormGroup:
    """Rows under one heading, perhaps folded up."""

    title: str = ""
    hint: str = ""
    folded: bool = False
    rows: list[FormRow] = field(default_factory=list)

    @property
    def id(self) -> str:
        """What tells it from the others: its first field."""
        return self.rows[0].fields[0].name

    @property
    def entered(self) -> int:
        """How many rows were told anything."""
        return sum(any(f.typed for f in row.fields) for row in self.rows)


class Form:
    """What was entered, field by field, in the order in which a question asks for it."""

    def __init__(self, given: MultiDict[str, str]) -> None:
        self.given = given
        self.text = ""
        """Somebody's words, as long as some of them are not understood."""
        self.fields: dict[str, AskField] = {}
        self.groups: list[FormGroup] = [FormGroup()]
        self.catalog: Catalog = engine.load_catalog()
        """The components of the game, once a question asked for its `game`."""
        self._row: FormRow | None = None
        self._form = BaseForm({})
        self._of_game = [EDITION, VARIANTS]

    @property
    def errors(self) -> list[str]:
        """Everything that cannot be read: the field, and what would be right."""
        return [str(error) for field in self.fields.values() for error in field.errors]

    @property
    def entered(self) -> bool:
        """Whether anything was told."""
        return any(field.typed for field in self.fields.values())

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was entered, as one says it."""
        return tuple(field.sentence for field in self.fields.values() if field.typed and not field.hidden)

    def shown(self, asked: Collection[str]) -> list[FormGroup]:
        """What the page has of the form: what was told, what leads, what is asked for; everything where it says so."""

        def seen(field: AskField) -> bool:
            wanted = field.lead or bool(field.typed) or bool(field.errors) or field.name in asked
            return not field.hidden and (wanted or ALL in self.given)

        groups = [replace(group, rows=[replace(row, fields=[*filter(seen, row.fields)]) for row in group.rows])
                  for group in self.groups]  # fmt: skip
        for group in groups:
            group.rows = [row for row in group.rows if row.fields]
        return [group for group in groups if group.rows]

    def picking(self, groups: Sequence[FormGroup], decides: str) -> str:
        """The field that is filled by a tap on its picture: the one that the address names, that leads, or decides; or
        the last one that is asked for.
        """
        fields = [field for group in groups for row in group.rows for field in row.fields]
        named = [field.name for field in fields if field.places and field.name == self.given.get(PICKING)]
        empty = [field for field in fields if field.unknown]
        next_one = [one.name for one in empty if one.places and (one.lead or one.name == decides or len(empty) == 1)]
        return (named + next_one + [""])[0]

    @property
    def address_without_choice(self) -> dict[str, list[str]]:
        """What the address of the question says when it asks about everything."""
        return {VERSION: ["1"], **self.query(), **({WORDS: [self.text]} if self.text else {})}

    @property
    def address_of_game(self) -> dict[str, list[str]]:
        """What the address of the question says when nothing is asked yet."""
        hidden = {key: field.query() for key, field in self.fields.items() if key in self._of_game and field.hidden}
        return {VERSION: ["1"], **{key: told for key, told in hidden.items() if told}}

    def number(self, key: str, label: str, *, least: int = 0, most: int, **about: Any) -> int | None:
        """Ask for a whole number."""
        value: int | None = self._ask(key, Number(label, least=least, most=most, **about))
        return value

    def pick(self, key: str, label: str, options: Sequence[FieldOption], **about: Any) -> str | None:
        """Ask for one of several."""
        value: str | None = self._ask(key, Pick(label, options=options, **about))
        return value

    def ticks(self, key: str, label: str, options: Sequence[FieldOption], **about: Any) -> tuple[str, ...] | None:
        """Ask for any of several; `none` is the word for none of them."""
        value: tuple[str, ...] | None = self._ask(key, Ticks(label, options=options, **about))
        return value

    def tell(self, entry: str | Entry, colour: str = "", **changes: Any) -> Any:
        """Ask for a field of the position; the value as the format has it, None while nobody has said it."""
        asked = (entry_of(entry) if isinstance(entry, str) else entry).asked(**changes)
        mine = "{me}" in asked.path and not colour
        path = asked.path.format(me=self.colour(shown=False) if mine else colour)
        found = field_at(self.catalog, path)
        about = {"facts": (path,), "reads": asked.reads, **asked.about}
        if found.kind == "counts":
            # Workers: the printed one is there from the beginning, and more than the spaces there cannot be.
            rows = self.catalog.player_board.worker_rows
            tries = [str(number) for number in range(rows.printed, rows.spaces + 1)]
            asked = replace(asked, least=rows.printed, most=rows.spaces, tries=tries)
        if found.kind in ("number", "pile", "counts") and asked.options is None:
            value: Any = self.number(asked.key, str(asked.label), least=max(asked.least, found.least),
                                     most=min(asked.most or found.most, found.most), tries=asked.tries,
                                     symbol=asked.symbol, **about)  # fmt: skip
            return value
        values = [str(one) for one in found.values]
        if asked.only is not None:
            values = [one for one in values if one in asked.only(self.catalog)]
        options = (
            asked.options(self.catalog) if asked.options else [FieldOption(one, asked.word(one)) for one in values]
        )
        if asked.tries:
            first = ["none", *(option.value for option in options[:1])]
            about["tries"] = first if asked.tries == NONE_OR_FIRST else asked.tries
        if asked.places is not None:
            about["places"] = asked.places(self.catalog)
        if found.kind == "once":
            value = self.ticks(asked.key, str(asked.label), options, none=gettext("none"), **about)
        else:
            value = self.pick(asked.key, str(asked.label), options, **about)
        return None if value is None else plain_of(found, value)

    def group(self, title: str = "", *, hint: str = "", folded: bool = False) -> None:
        """What is asked for from here on stands in a group of rows."""
        self.groups.append(FormGroup(title, hint, folded))
        self._row = None

    def row(self, title: str, symbol: str = "", *, part: str = "") -> None:
        """What is asked for from here on, until the next row, stands in one line of the group."""
        self._row = FormRow([], title, symbol, part)
        self.groups[-1].rows.append(self._row)

    def game(self, *, variants: bool = False) -> Game:
        """The game that the question is about, as Table or a link says; nobody is asked for its edition.

        `variants`: which are played makes a difference and is asked for. Else only those count that take components
        away, where the address tells of them.
        """
        editions = engine.editions()
        options = [FieldOption(str(edition), name("edition", str(edition))) for edition in editions]
        told = self.pick(EDITION, gettext("Edition"), options, hidden=True, spoken=False)
        edition = int(told) if told else editions[-1]
        asked = variants or bool(unusual(edition, self.given.getlist(VARIANTS)))
        played = self._variants(edition, hidden=not variants) if asked else None
        game = Game(edition=edition, variants=played)
        game = replace(game, readings=self._readings(game) or None)
        told_or_assumed = engine.ruleset_of(engine.Position(game=game)).catalog
        self.catalog = told_or_assumed if variants else engine.load_catalog(edition, played or ())
        return game

    def _readings(self, game: Game) -> dict[str, str]:
        """The rules that a table reads in another way than we do, as Table or a link says."""
        chosen = {}
        for reading in engine.ruleset_of(engine.Position(game=game)).catalog.readings.readings.values():
            choices = tuple(reading.choices)[1:]
            options = [FieldOption(choice, name("reading-choice", f"{reading.id}.{choice}")) for choice in choices]
            told = self.pick(reading.id, name("reading", reading.id), options, hidden=True, spoken=False)
            if told:
                chosen[reading.id] = told
            self._of_game.append(reading.id)
        return chosen

    def _variants(self, edition: int, *, hidden: bool) -> tuple[str, ...] | None:
        options = [FieldOption(variant, name("variant", variant)) for variant in engine.variants(edition)]
        return self.ticks(VARIANTS, gettext("Variants"), options, none=gettext("none"), facts=("game.variants",),
                          likely=Ticks.NONE, hidden=hidden)  # fmt: skip

    @property
    def played(self) -> list[str]:
        """What is played and not seen in the form: the edition, variants, and how the table reads rules."""
        hidden = (self.fields[key] for key in self._of_game if key in self.fields and self.fields[key].hidden)
        return [field.told for field in hidden if field.data]

    def colour(self, *, shown: bool = True, lead: bool = False) -> str:
        """The player's colour; the first one stands in while it is unknown. Asked only where it can matter."""
        colours = self.catalog.table.players.colours
        options = [FieldOption(colour, name("player", colour), f"player-{colour}") for colour in colours]
        return self.pick("me", gettext("Your colour"), options, hidden=not shown, lead=lead) or colours[0]

    def query(self) -> dict[str, list[str]]:
        """What was entered, as the address of the answer has it."""
        return {key: values for key, field in self.fields.items() if (values := field.query())}

    def unknown(self, paths: Sequence[str]) -> Iterator[tuple[str, AskField]]:
        """The fields that nobody has filled and that tell some of these keys of a position."""
        # Comparing each fact with each path would be most of the work of a long form.
        within, wanted = {head for path in paths for head in _heads(path)}, {*paths}
        for key, asked in self.fields.items():
            if asked.unknown and not (
                within.isdisjoint(asked.facts) and wanted.isdisjoint([h for fact in asked.facts for h in _heads(fact)])
            ):
                yield key, asked

    def _ask(self, key: str, unbound: Any) -> Any:
        bound = unbound.bind(form=self._form, name=key)
        bound.process(self.given)
        bound.validate(self._form)
        self.fields[key] = bound
        if self._row is not None:
            self._row.fields.append(bound)
        else:
            self.groups[-1].rows.append(FormRow([bound]))
        return bound.data if not bound.process_errors else None


def unusual(edition: int, variants: Collection[str]) -> list[str]:
    """The variants of an edition among these that are not thought of unless somebody says that they are played."""
    return [name for name in engine.variants(edition) if name in variants and name not in engine.assumed(edition)]


@functools.lru_cache(4096)
def _heads(path: str) -> tuple[str, ...]:
    """A path, and all that it lies in."""
    parts = path.split(".")
    return tuple([".".join(parts[:length]) for length in range(1, len(parts) + 1)])


def concerns(fact: str, path: str) -> bool:
    """Whether a fact and a missing key are the same thing, or one is part of the other."""
    return fact == path or fact.startswith(f"{path}.") or path.startswith(f"{fact}.")
