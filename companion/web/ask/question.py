"""A quick question: what it declares, its form as it was filled in, and what may be done, judged by the engine.

Asking for a field adds it to the form and gives its value: None while it is unknown. An action is shown as a choice in
one way for each kind: title, figures, what it sets off, what sorts it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from werkzeug.datastructures import MultiDict

from companion import engine
from companion.components.effects import EffectWords
from companion.engine import Catalog, Game, Position, Reading, Verdict, actions, effects, position_from, to_plain
from companion.house_rules import HouseRules
from companion.i18n import capital
from companion.sentences.actions import action_sentence
from companion.sentences.names import words_of
from companion.web.ask.fields import ENTRIES, NONE, AskField, FieldOption, dollars, entry_of, named
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


@dataclass(frozen=True)
class Fact:
    """A figure beside an answer: what it is, and how much."""

    label: str
    value: str
    symbol: str = ""


@dataclass(frozen=True)
class Candidate:
    """Something that may perhaps be done, in the reader's words, with the engine's verdict on it.

    `actions` are done one after the other; the verdict is on all of them. `rank` sorts the best first among those
    that are equally possible. `note` is said below the title.
    """

    actions: tuple[engine.Action, ...]
    title: str
    verdict: engine.Verdict
    facts: tuple[Fact, ...] = ()
    note: str = ""
    symbol: str = ""
    rank: tuple[Any, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    """Places of the picture that this choice is about, with the kind of mark."""
    position: engine.Position | None = None
    """Where it was judged, if more is known there than in the position of the question."""

    goal: str = ""
    """What it leads to, where another line may turn out to be the best one once more is known."""
    tap: str = ""
    """The place of the picture where a tap asks about it."""

    @property
    def line(self) -> str:
        """The actions as text."""
        return ";".join(engine.action_text(action) for action in self.actions)

    @property
    def name(self) -> str:
        """What an address calls it."""
        return self.goal or self.line


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
        self._of_game: tuple[str, ...] = ()

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
        """What was entered and understood, as one says it, by field. Own words may name the edition too."""
        seen = {key: one for key, one in self.fields.items() if not one.hidden or (key == EDITION and self.words)}
        understood = {key: one for key, one in seen.items() if one.typed and not one.error}
        return {key: one.saying(*one.typed) for key, one in understood.items()}

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
        entered = {key: [*field.typed] for key, field in self.fields.items() if field.typed}
        return {VERSION: ["1"], **entered, **({WORDS: [self.text]} if self.text else {})}

    @property
    def address_of_game(self) -> dict[str, list[str]]:
        """What the address of the question says when nothing is asked yet."""
        hidden = {key: [*field.typed] for key, field in self.fields.items() if key in self._of_game and field.hidden}
        return {VERSION: ["1"], **{key: values for key, values in hidden.items() if values}}

    def ask(self, declared: Asked) -> Any:
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
            entry = entry_of(declared.rstrip("!"))
            declared = entry.but(lead=True) if declared.endswith("!") else entry
        one = declared.but()
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
        told = self._of_table(EDITION, gettext("Edition"), named("edition", map(str, editions)), reads=str)
        edition = int(told) if told else editions[-1]
        played = None
        if variants or unusual(edition, self.given.getlist(VARIANTS)):
            offered = named("variant", engine.variants(edition))
            chosen = self.ask(AskField(VARIANTS, gettext("Variants"), offered, ("game.variants",), kind="once",
                                       none=gettext("none"), likely=NONE, hidden=not variants,
                                       reads=gettext("You play with %(variants)s"),
                                       reads_none=gettext("You play without variants")))  # fmt: skip
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
        # Who has not said which colour is theirs has none of those that they name of others.
        others = {one for key in self.given if key != "me" for one in self.given.getlist(key)}
        mine = (*self.given.getlist("me")[:1], *(one for one in colours if one not in others))
        self.colour = next((one for one in mine if one in colours), colours[0])
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
        field = AskField(HOUSE, gettext("House rules"), options, kind="once", hidden=True, spoken=False)
        field.fit(self.catalog, self.colour, self)
        field.read([option.value for option in options])
        self.fields[HOUSE] = field
        return replace(game, house=house)

    def _of_table(self, key: str, label: str, options: Sequence[FieldOption], **more: Any) -> str | None:
        field = AskField(key, label, options=options, kind="one", hidden=True, spoken=False, **more)
        value: str | None = self.ask(field)
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
        """What is played and neither seen in the form nor read back: the edition, variants, how the table reads rules.
        House rules are told in full.
        """
        told = {HOUSE, *self.sentences}
        of_game = [self.fields[key] for key in self._of_game if key in self.fields and key not in told]
        return [field.in_words for field in of_game if field.hidden and field.data]

    def unknown(self, paths: Sequence[str]) -> Iterator[tuple[str, AskField]]:
        """The fields that nobody has filled and that tell some of these keys of a position."""
        for key, one in self.fields.items():
            if one.data is None and one.overlaps(paths):
                yield key, one


def unusual(edition: int, variants: Collection[str]) -> list[str]:
    """The variants of an edition among these that are not thought of unless somebody says that they are played."""
    return [name for name in engine.variants(edition) if name in variants and name not in engine.assumed(edition)]


Look = Callable[[Form, Any, Verdict, Position], Mapping[str, Any] | None]
"""An action of a question, its verdict and where it was judged -> the fields of its `Candidate`, which is called as its
sentence says if no title is told. None: it comes to nothing."""


def paid(verdict: engine.Verdict) -> tuple[int, int]:
    """Dollars that a verdict asks for, at most and at least: what is sure to be cheaper comes first."""
    least, most = engine.ends(verdict.cost)
    return most, least


def discs_onto(corner: str) -> str:
    """Which discs a place with corners of this colour takes."""
    if corner == "white":
        return gettext("white: discs from white spaces first")
    return gettext("dark: a disc from any space")


def _auxiliary(form: Form, action: actions.DoAuxiliary, _verdict: Verdict, _position: Position) -> Mapping[str, Any]:
    all_actions = form.catalog.player_board.auxiliary.actions
    auxiliary = all_actions[action.action]
    return {
        "note": EffectWords(current()).sentence(auxiliary.double if action.double else auxiliary.single),
        "symbol": "auxiliary",
        "rank": ([*all_actions].index(action.action), action.double),
    }


def _play(form: Form, action: actions.Play, _verdict: Verdict, _position: Position) -> Mapping[str, Any]:
    objective, facts = form.catalog.objectives.cards[action.card], []
    if objective.immediate:
        facts.append(
            Fact(gettext("At once, if you like"), EffectWords(current()).sentence(objective.immediate), "forward")
        )
    facts.append(Fact(gettext("At the end, when fulfilled"), str(objective.vp), "victory-point"))
    facts.append(Fact(gettext("If not fulfilled"), str(objective.penalty).replace("-", "−"), "victory-point"))
    return {"facts": tuple(facts), "symbol": "objective"}


def _exchange(_form: Form, action: actions.Exchange, verdict: Verdict, position: Position) -> Mapping[str, Any]:
    """How many cards come and go; fewer when the deck has no more."""
    facts: tuple[Fact, ...] = ()
    if verdict.answer == "yes":
        before = position.players[action.player or str(position.turn.player)]
        pending = _after(position, action).turn.pending or ()
        came = next((step.count for step in reversed(pending) if isinstance(step, effects.DiscardCards)), 0)
        facts = (
            Fact(gettext("You draw"), str(came), "card"),
            Fact(gettext("Then you discard"), str(came), "draw-discard"),
        )
        if before.draw is not None and came > before.draw.count:
            facts += (Fact(gettext("On the way"), gettext("shuffle the discard pile"), "ui-redo"),)
    return {
        "facts": facts,
        "symbol": "exchange-token",
        "rank": (-action.count,),
    }


def _build(form: Form, action: actions.PlaceBuilding, verdict: Verdict, _position: Position) -> Mapping[str, Any]:
    face = form.catalog.buildings.faces[action.face]
    facts = [
        Fact(gettext("Builders needed"), str(face.builders), "worker-builder"),
        Fact(gettext("Points"), str(face.vp), "victory-point"),
    ]
    if face.hand != "none":
        facts.append(Fact(gettext("Others pay"), name("hand", face.hand)))
    words = EffectWords(current())
    return {
        "title": gettext("Building %(face)s", face=face.id),
        "goal": face.id,
        "facts": tuple(facts),
        "note": "; ".join(words.choice(choice) for action_there in face.actions for choice in action_there),
        "symbol": "building-own",
        "rank": (-face.vp, paid(verdict), face.number, face.side),
    }


def _disc(form: Form, action: actions.Disc, _verdict: Verdict, _position: Position) -> Mapping[str, Any]:
    catalog = form.catalog
    discs = catalog.player_board.discs
    if action.of in discs:
        disc = discs[action.of]
        gain = (Fact(gettext("You gain"), dollars(disc.gain), "dollar"),) if disc.gain else ()
        return {"title": capital(name("disc", disc.id)), "facts": gain, "symbol": f"corner-{disc.corner}",
                "rank": (disc.cost - disc.gain, [*discs].index(disc.id))}  # fmt: skip
    number = int(action.of.removeprefix(actions.FROM_STATION))
    title = gettext("From station %(number)d", number=number)
    return {"title": title, "symbol": "station", "rank": (len(discs), catalog.railroad.stations[number].vp)}


def _upgrade(form: Form, action: actions.Upgrade, verdict: Verdict, position: Position) -> Mapping[str, Any]:
    station = form.catalog.railroad.stations[action.station]
    facts = [
        Fact(gettext("Cost"), dollars(station.cost), "dollar"),
        Fact(gettext("Points"), str(station.vp), "victory-point"),
        Fact(gettext("Disc"), discs_onto(station.corner), f"corner-{station.corner}"),
    ]
    if verdict.answer == "yes" and any(isinstance(step, effects.Appoint) for step in _with_a_disc(position, action)):
        facts.append(Fact(gettext("Then"), gettext("you may appoint a worker"), "station-master"))
    return {
        "facts": tuple(facts),
        "symbol": "station",
        "rank": (-station.vp, station.cost),
    }


def _with_a_disc(position: Position, action: actions.Upgrade) -> tuple[object, ...]:
    """What waits after the station was upgraded and the first disc that may be was placed."""
    after = _after(position, action)
    for option in engine.options(engine.ruleset_of(position), after):
        if option.action.type == "disc":
            return _after(after, option.action).turn.pending or ()
    return after.turn.pending or ()


def _after(position: Position, action: engine.Action) -> Position:
    return engine.apply(engine.ruleset_of(position), position, action)


LOOKS: Mapping[str, Look] = {
    "auxiliary": _auxiliary,
    "play": _play,
    "exchange": _exchange,
    "build": _build,
    "disc": _disc,
    "upgrade": _upgrade,
}


@dataclass(frozen=True)
class Situation:
    """A question as it was filled in.

    `choices` are all that come into question, refused ones too. `missing` are keys of the position without which
    the choices say too little: then it depends. `yes` says what the choices come to; `depends` what to enter first,
    without it, the fact that decides most is named.
    """

    position: Position
    choices: tuple[Candidate, ...] = ()
    missing: tuple[str, ...] = ()
    yes: str = ""
    depends: str = ""
    facts: tuple[Fact, ...] = ()
    parts: tuple[str, ...] = ()
    """The regions of the position that its picture shows."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """Places of the picture that the question is about, with the kind of mark."""


Needs = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class QuickQuestion:
    """A quick question: its place among the others, its words, what it asks for and what it lists.

    `id`, in its address, is what its module is called. `phase` is the group of the index, `order` the place in it.
    `rules` are the sections that tell the whole rule. `example` is a case to begin with, as an address has it: the page
    shows its answer before anything was entered.

    `asks` are fields by their key (with "!" behind it they lead), or as they are, groups and rows; or functions of what
    was told so far that give those one after the other. `sets` is what stands in the position besides. `needs` are the
    keys without which there is nothing to choose from: of the first of these groups in which one lacks, all that lack.

    Listed is every action of a kind, `of`; without it, of the kind that is called like the question. `among` keeps its
    fields to some values. `cases` are several positions with those values each, where more is known of each choice. A
    question that plans several actions has a `plan`. Neither is asked as long as something of `needs` lacks.
    """

    phase: str
    order: int
    symbol: str
    title: Any
    summary: Any
    rules: tuple[str, ...]
    example: str
    asks: tuple[Asked | Callable[[Form], Iterable[Asked]], ...]
    no: Any
    """What it says when nothing is allowed."""
    yes: Callable[[int], str] | None = None
    """What it says when so many are allowed; without it, what the first one is called."""
    of: str = ""
    sets: Callable[[Form], Sets] | Sets = field(default_factory=dict)
    needs: Callable[[Form, Position], Needs] | Needs = ()
    among: Callable[[Form], Mapping[str, Collection[Any]]] = lambda _form: {}
    cases: Callable[[Form, Position], Iterable[tuple[Position, Mapping[str, Collection[Any]]]]] | None = None
    look: Look | None = None
    """Shows an action otherwise than it is shown everywhere."""
    plan: Callable[[Form, Position], Situation] | None = None
    depends: Any = ""
    """What to enter first, as long as something of `needs` lacks; or a function that says it at any time."""
    parts: tuple[str, ...] = ()
    facts: Callable[[Form, Position], Iterable[Fact]] = lambda _form, _position: ()
    marks: Callable[[Form, Sequence[Candidate]], Mapping[str, str]] = lambda _form, _choices: {}
    goals: Callable[[Catalog], Sequence[FieldOption]] = lambda _catalog: ()
    """What somebody may name as the choice, before it is known whether there is such a choice."""
    instead_of: str = ""
    """The field of what the choice takes the place of, which somebody may name along with it."""
    wants: str = ""
    """The choice that is asked about where own words name things, and not where they lie (`<id>.offered`)."""
    choose_first: bool = False
    """Whether what else matters is asked for only after somebody said which choice it is about."""
    variants: bool = False
    """Whether it makes a difference which variants are played."""
    unranked: bool = False
    """Whether none of its choices is better than another: they stand in the order of the game."""
    figure: bool = False
    """Whether it asks when or how many: "yes" would answer something else."""
    id: str = ""
    layer: str = ""
    """The layer of the rules that brings it: the folder in which it stands."""

    def enter(self, form: Form) -> Form:
        """The form with its fields, as they were filled in."""
        form.ask_for_game(variants=self.variants, layer=self.layer)
        if not any(isinstance(one, AskField) and one.key == "me" for one in self.asks):
            form.ask(ENTRIES["me"].but(hidden=True))
        for each in self.asks:
            for one in each(form) if callable(each) else (each,):
                form.ask(one)
        return form

    def ask(self, form: Form) -> Situation:
        """The question as it was filled in."""
        self.enter(form)
        position = form.position(self.sets(form) if callable(self.sets) else self.sets)
        needs = self.needs(form, position) if callable(self.needs) else self.needs
        lacking = next((keys for group in needs if (keys := [key for key in group if form[key] is None])), [])
        missing = (form.fields[key].facts[0] if key in form.fields else key.format(me=form.colour) for key in lacking)
        plan = Situation(position) if lacking else (self.plan or self._listing)(form, position)
        choices = plan.choices
        allowed = sum(one.verdict.answer == "yes" for one in choices)
        depends = self.depends(form) if callable(self.depends) else str(self.depends) if lacking else ""
        return Situation(
            position=plan.position,
            choices=choices,
            missing=plan.missing or tuple(dict.fromkeys(missing)),
            yes=self.yes(allowed) if self.yes else f"{choices[0].title}." if choices else "",
            depends=depends,
            facts=plan.facts or tuple(self.facts(form, position)),
            parts=plan.parts or tuple(part.format(me=form.colour) for part in self.parts),
            marks=plan.marks or self.marks(form, choices),
        )

    def _listing(self, form: Form, position: Position) -> Situation:
        """Every action of its kind."""
        return Situation(position, tuple(self._choices(form, position)))

    def _choices(self, form: Form, position: Position) -> Iterator[Candidate]:
        kind = self.of or self.id
        look = self.look or LOOKS.get(kind)
        for where, among in self.cases(form, position) if self.cases else ((position, self.among(form)),):
            considered = engine.considered(engine.ruleset_of(where), where, kind, **among)
            for number, (action, verdict) in enumerate(considered.items()):
                shown = look(form, action, verdict, where) if look else {}
                if shown is not None:
                    title = shown.get("title") or action_sentence(action, current(), where.game.edition).rstrip(".")
                    judged = {"actions": (action,), "verdict": verdict, "position": where if self.cases else None}
                    yield Candidate(**{**judged, "rank": (number,), **shown, "title": title})


def best_first(choices: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """What is allowed before what depends before what is refused, then by rank and cost."""
    order = {"yes": 0, "depends": 1, "no": 2}
    return tuple(sorted(choices, key=lambda choice: (order[choice.verdict.answer], *choice.rank, paid(choice.verdict))))
