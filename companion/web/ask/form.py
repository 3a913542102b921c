"""The form of a quick question. Asking for a field adds it and gives its value: None while it is unknown."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from werkzeug.datastructures import MultiDict

from companion import engine
from companion.engine import Catalog, Game, Position, Reading, position_from, to_plain
from companion.house_rules import HouseRules
from companion.sentences.names import words_of
from companion.web.ask.fields import NONE, AskField, FieldOption, entry_of
from companion.web.language import current, gettext, name

VERSION = "v"
"""The field of the address that says that something was asked. Its number goes up when a field changes its meaning."""
CHOSEN = "do"
"""The field of the address that names one of the choices."""
ALL, PICKING = "all", "pick"
"""Fields of the address about the page, not the question: everything may be entered; which field has its picture."""
WORDS = "t"
"""The field of the address with the question in somebody's own words."""
EDITION, VARIANTS, HOUSE = "ed", "with", "house"
"""Fields of the address that say what is played; the edition only where it is not the newest, house rules each as the
name of a figure and its value. So do those that are called like a reading of a rule, where it is not ours."""

Sets = Mapping[str, Any]
"""Dotted path -> what stands there in the position; `{me}` is the player's colour."""
_NOTHING: Sets = MappingProxyType({})


@dataclass
class FormRow:
    """Fields that are shown together: alone, or as one line of a group."""

    title: Any = ""
    symbol: str = ""
    part: str = ""
    """The component whose picture stands for the title."""
    fields: list[AskField] = field(default_factory=list)


@dataclass
class FormGroup:
    """Rows under one heading, perhaps folded up."""

    title: Any = ""
    hint: Any = ""
    folded: bool = False
    rows: list[FormRow] = field(default_factory=list)

    @property
    def id(self) -> str:
        """What tells it from the others: its first field."""
        return self.rows[0].fields[0].key

    @property
    def entered(self) -> int:
        """How many rows were told anything."""
        return sum(any(f.typed for f in row.fields) for row in self.rows)


Asked = str | AskField | FormRow | FormGroup
"""What a question asks: a field, or its key (with "!" behind it, it leads); or where the next ones stand."""


class Form:
    """What was entered, field by field, in the order in which a question asks for it. `form["d"]` is a value."""

    def __init__(self, given: MultiDict[str, str], words: str = "", left: Sequence[str] = ()) -> None:
        self.given, self.words, self.left = given, words, left
        """What the address says; somebody's words, and which of them are not understood."""
        # Until it is settled what the rest means, whatever is entered besides goes with it.
        self.text = words if left else ""
        self.fields: dict[str, AskField] = {}
        self.groups: list[FormGroup] = [FormGroup()]
        self.game = Game()
        self.catalog: Catalog = engine.load_catalog()
        """The components of the game, once it was said which one is played."""
        self.colour = ""
        """The player's colour; the first one stands in while it is unknown."""
        self.sets: dict[str, Any] = {}
        self._values: dict[str, Any] = {}
        self._counts: dict[str, dict[str, Any]] = {}
        self._row: FormRow | None = None
        self._of_game: tuple[str, ...] = (EDITION, VARIANTS)

    def __getitem__(self, key: str) -> Any:
        return self._values.get(key)

    @property
    def errors(self) -> list[str]:
        """Everything that cannot be read: the field, and what would be right."""
        return [field.error for field in self.fields.values() if field.error]

    @property
    def entered(self) -> bool:
        """Whether anything was told."""
        return any(field.typed for field in self.fields.values())

    @property
    def sentences(self) -> Mapping[str, str]:
        """What was entered, as one says it, by field."""
        return {key: one.sentence for key, one in self.fields.items() if one.typed and not one.hidden}

    def shown(self, asked: Collection[str]) -> list[FormGroup]:
        """What the page has of the form: what was told, what leads, what is asked for; everything where it says so."""

        def seen(field: AskField) -> bool:
            wanted = field.lead or bool(field.typed) or bool(field.error) or field.key in asked
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
        named = [field.key for field in fields if field.parts and field.key == self.given.get(PICKING)]
        empty = [field for field in fields if field.unknown]
        next_one = [one.key for one in empty if one.parts and (one.lead or one.key == decides or len(empty) == 1)]
        return (named + next_one + [""])[0]

    @property
    def address_without_choice(self) -> dict[str, list[str]]:
        """What the address of the question says when it asks about everything."""
        return {VERSION: ["1"], **self.query(), **({WORDS: [self.text]} if self.text else {})}

    @property
    def address_of_game(self) -> dict[str, list[str]]:
        """What the address of the question says when nothing is asked yet."""
        hidden = {key: [*field.typed] for key, field in self.fields.items() if key in self._of_game and field.hidden}
        return {VERSION: ["1"], **{key: values for key, values in hidden.items() if values}}

    def ask(self, declared: Asked, **changes: Any) -> Any:
        """Ask for a field, or begin a group or a row. The value as the position has it."""
        if isinstance(declared, FormGroup):
            self.groups.append(replace(declared, title=str(declared.title), hint=str(declared.hint), rows=[]))
            self._row = None
            return None
        if isinstance(declared, FormRow):
            self._row = replace(declared, title=str(declared.title), fields=[])
            self.groups[-1].rows.append(self._row)
            return None
        if isinstance(declared, str):
            changes = {"lead": True, **changes} if declared.endswith("!") else changes
            declared = entry_of(declared.rstrip("!"))
        one = declared.but(**changes)
        if not (one.when(self) if callable(one.when) else one.when):
            return None
        one.fit(self.catalog, self.colour, self)
        value = self._values[one.key] = one.read(self.given.getlist(one.key))
        self.fields[one.key] = one
        if self._row is not None:
            self._row.fields.append(one)
        else:
            self.groups[-1].rows.append(FormRow(fields=[one]))
        self.sets |= next((option.sets for option in one.options if option.value == value), {})
        if one.of:
            # How many there are of each kind is known of all that are asked for, or not at all.
            counts = self._counts.setdefault(one.path, {})
            counts[one.of] = value
            self.sets.pop(one.path, None)
            if None not in counts.values():
                self.sets[one.path] = counts
        elif one.path and value is not None:
            self.sets[one.path] = one.puts(value)
        return value

    def position(self, sets: Sets = _NOTHING) -> Position:
        """What was told, and what the question says besides, as a position.

        A value that the game does not have is an error of the question.
        """
        plain: dict[str, Any] = {**to_plain(Position(game=self.game)), "turn": {"player": self.colour}}
        plain["players"] = {self.colour: {}}
        for path, value in {**sets, **self.sets}.items():
            *above, last = path.format(me=self.colour).split(".")
            inner = plain
            for key in above:
                inner = inner.setdefault(key, {})
            inner[last] = value
        reading = Reading()
        position = position_from(plain, reading)
        if position is None or reading.problems:
            raise ValueError(f"the question sets what cannot be: {reading.problems}")
        return position

    def ask_for_game(self, *, variants: bool = False, layer: str = "") -> None:
        """The game that the question is about, as Table or a link says; nobody is asked for its edition.

        `variants`: which are played makes a difference and is asked for. Else only those count that take components
        away, where the address tells of them. `layer` is played in any case.
        """
        editions = engine.editions()
        options = [FieldOption(str(edition), name("edition", str(edition))) for edition in editions]
        told = self._of_table(EDITION, gettext("Edition"), options)
        edition = int(told) if told else editions[-1]
        played = None
        if variants or unusual(edition, self.given.getlist(VARIANTS)):
            offered = [FieldOption(variant, name("variant", variant)) for variant in engine.variants(edition)]
            chosen = self.ask(AskField(VARIANTS, gettext("Variants"), offered, ("game.variants",), kind="ticks",
                                       none=gettext("none"), likely=NONE, hidden=not variants))  # fmt: skip
            played = None if chosen is None else tuple(chosen)
        game = Game(edition=edition, variants=played)
        readings = {}
        for reading in engine.ruleset_of(Position(game=game)).catalog.readings.readings.values():
            options = [FieldOption(one, name("reading-choice", f"{reading.id}.{one}")) for one in reading.others]
            if told := self._of_table(reading.id, name("reading", reading.id), options):
                readings[reading.id] = told
        if layer:
            game = replace(game, variants=tuple(sorted({*(played or ()), layer})))
        self.game = self._with_house(replace(game, readings=readings or None))
        as_told = self.game if variants or layer else replace(self.game, variants=played or (), readings=None)
        self.catalog = engine.ruleset_of(Position(game=as_told)).catalog
        colours = self.catalog.table.players.colours
        self.colour = next((one for one in self.given.getlist("me")[:1] if one in colours), colours[0])
        self._of_game = tuple(self.fields)

    def _with_house(self, game: Game) -> Game:
        """The game with its house rules; what cannot be one was not made by any form."""
        house = HouseRules.of_words(self.given.getlist(HOUSE)).for_game(game)
        if not house:
            return game
        figures, words = engine.changeable_in(game), words_of(current())
        options = [
            FieldOption(f"{name}.{value}", words.house_rule(figures[name], value, game.players))
            for name, value in house.items()
        ]
        field = AskField(HOUSE, gettext("House rules"), options, kind="ticks", hidden=True, spoken=False)
        field.fit(self.catalog, self.colour, self)
        field.read([option.value for option in options])
        self.fields[HOUSE] = field
        return replace(game, house=house)

    def _of_table(self, key: str, label: str, options: Sequence[FieldOption]) -> str | None:
        value: str | None = self.ask(AskField(key, label, options=options, kind="pick", hidden=True, spoken=False))
        return value

    def unseen(self, query: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """What goes with the form though nobody sees it there: field and value."""
        for key, one in self.fields.items():
            if one.hidden and one.data:
                yield from ((key, value) for value in one.typed)
        if CHOSEN in query:
            yield CHOSEN, "".join(query[CHOSEN])
        if self.text:
            yield WORDS, self.text
        if self.given.get(ALL):
            yield ALL, "1"

    @property
    def played(self) -> list[str]:
        """What is played and not seen in the form: the edition, variants, how the table reads rules. House rules are
        told in full.
        """
        of_game = (self.fields[key] for key in self._of_game if key in self.fields and key != HOUSE)
        hidden = (field for field in of_game if field.hidden)
        return [field.in_words for field in hidden if field.data]

    def query(self) -> dict[str, list[str]]:
        """What was entered, as the address of the answer has it."""
        return {key: [*field.typed] for key, field in self.fields.items() if field.typed}

    def unknown(self, paths: Sequence[str]) -> Iterator[tuple[str, AskField]]:
        """The fields that nobody has filled and that tell some of these keys of a position."""
        for key, one in self.fields.items():
            if one.data is None and any(concerns(fact, path) for fact in one.facts for path in paths):
                yield key, one


def unusual(edition: int, variants: Collection[str]) -> list[str]:
    """The variants of an edition among these that are not thought of unless somebody says that they are played."""
    return [name for name in engine.variants(edition) if name in variants and name not in engine.assumed(edition)]


def concerns(fact: str, path: str) -> bool:
    """Whether a fact and a missing key are the same thing, or one is part of the other."""
    return fact == path or fact.startswith(f"{path}.") or path.startswith(f"{fact}.")
