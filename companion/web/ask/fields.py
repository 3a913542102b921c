"""What quick questions ask for: each field can stay unknown, and says what it would take to name the answer.

A field of the position is known by its path: its kind, its limits and what fits there tells the format. Here stands
what only people need: the short key of the address, the words, what it mostly is, which values to offer first. What
people say instead ("in another player's turn") has no path; each option tells what then stands in the position.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from flask_babel import lazy_gettext

from companion import engine
from companion.components.effects import effects_within
from companion.engine import Catalog, Described, Effect
from companion.i18n.forms import capital, declined, filled
from companion.sentences.names import Words, words_of
from companion.web.entry import KINDS, Mistyped
from companion.web.language import colon, current, gettext, name, ngettext
from companion.web.sanitise import fit

_MAX_SHOWN_LENGTH = 40
"""Characters of something unreadable that are shown again."""
_MAX_TAPPED = 8
"""So many numbers are buttons to tap; more are typed or stepped."""
_MAX_READ_LENGTH, _MAX_READ = 100, 100
"""Characters of a value, and values of a field, that are looked at."""
NONE = "none"
"""Nothing ticked is unknown, so there is a value of its own for none of them."""
NONE_OR_FIRST = "none or the first"
"""Of what may be any of several, a button holds nothing or one of them, and no more is guessed."""

_ASKED = {"number": "number", "pile": "number", "counts": "number", "once": "once"}
"""Kind of a field of the position -> how it is asked for; of any other, one is chosen."""

E = TypeVar("E", bound=Effect)


@dataclass(frozen=True)
class FieldOption:
    """A value to choose, with its word and perhaps a symbol of the sprite, or the component whose picture it shows.

    `sets` is what then stands in the position, by dotted path, where the value itself is none of the position. `says`
    is how it reads where it was entered, if that is a sentence of its own.
    """

    value: str
    text: str
    symbol: str = ""
    part: str = ""
    sets: Mapping[str, Any] = field(default_factory=dict)
    says: str = ""


def dollars(amount: int) -> str:
    """Money as the pages write it."""
    return gettext("$%(amount)d", amount=amount)


def numbers(values: Iterable[int]) -> list[FieldOption]:
    """Numbers to choose from."""
    return [FieldOption(str(value), str(value)) for value in values]


def named(
    context: str,
    things: Iterable[str],
    symbol: str = "",
    catalog: Catalog | None = None,
    value: str = "{}",
    label: Callable[[str], str] = lambda name: name,
) -> list[FieldOption]:
    """Things to choose from as they are called, in a game if one is told; `symbol` and `value` have a place for it, and
    `label` makes a label of the name.
    """
    called = words_of(current(), catalog.edition if catalog else None).name
    return [FieldOption(value.format(one), label(called(context, one)), symbol.format(one)) for one in things]


def singular(name: str) -> str:
    """What one of a kind is called: "Cowboy", where the kind is called "Cowboys"."""
    return capital(str(declined(name, "one", 1, current())))


@dataclass(eq=False)
class AskField:
    """A field as a question declares it; a form takes a copy of it, makes it fit the game, and reads what was entered.

    `key` is what the address calls it, `path` where it stands in the position (`{me}`: the player's colour), `facts`
    are keys of the position that it tells besides. What depends on the game or on what was told before may be a
    function of the components or of the form. With `facts` and `tries`, values that stand for what it may turn out to
    be, the missing fact that decides most is found by asking the engine. A field is shown when it was filled in, when
    something depends on it, or always (`lead`); it is there at all only `when` it can matter.
    """

    key: str
    label: Any
    options: Any = ()
    facts: Any = ()
    path: str = ""
    kind: str = ""
    """`number`, `one` of several, or any of several `once`; that of a path follows from the format."""
    of: str = ""
    """Of what is counted, which kind."""
    puts: Callable[[Any], Any] = lambda value: value
    """What stands there for a value, where that is something else."""
    only: Callable[[Catalog], Collection[str]] | None = None
    """The values of the format that matter here."""
    word: Callable[[str], str] = str
    """What a value of the format is called."""
    least: int = 0
    most: int = 0
    tapped: int = 0
    """Numbers up to this are buttons."""
    named: int = 0
    """What a number comes to where somebody only says what is counted."""
    none: Any = ""
    """The word for none of several."""
    tries: Any = None
    likely: str = ""
    usual: str = ""
    """What it is unless something else is said, which the form shows as chosen."""
    parts: tuple[str, ...] = ()
    """The regions of the board on whose picture a tap fills it."""
    place: Callable[[str], str] = str
    """Where a value is on those pictures; elsewhere it is a button."""
    symbol: str = ""
    question: Any = ""
    """How one asks for it, where the label is no question and it is no one thing of a position."""
    reads: Any = None
    """What was entered, as one says it: a text with places for what was entered, for the label and for its `names`,
    or what makes it of what was entered; without it, label and value, or the value alone where the label asks for it.
    """
    names: Mapping[str, Any] = field(default_factory=dict)
    """What else that text names, such as the space on which something lies."""
    reads_none: Any = ""
    """How none of several reads, where that is a sentence of its own."""
    lead: Any = False
    when: Any = True
    stands: bool = False
    """Whether something of its own stands on this number: in "certificate marker on 2" no engine does."""
    spoken: bool = True
    """Whether it may be filled in from somebody's words."""
    hidden: bool = False
    typed: tuple[str, ...] = field(default=(), init=False)
    data: Any = field(default=None, init=False)
    """The value as the format has it; None while nobody has said it in a readable way."""
    error: str = field(default="", init=False)

    def but(self, **changes: Any) -> AskField:
        """The same, with something asked otherwise."""
        return replace(self, **changes)

    def fit(self, catalog: Catalog, colour: str, form: Any) -> None:
        """Make it a field of this game: what the format tells of its path, and what depends on the game."""
        self.label, self.path = str(self.label), self.path.format(me=colour)
        self.lead = self.lead(form) if callable(self.lead) else self.lead
        facts = self.facts(form) if callable(self.facts) else self.facts
        self.facts = tuple([fact.format(me=colour) for fact in facts]) or ((self.path,) if self.path else ())
        options = self.options(catalog) if callable(self.options) else self.options
        # What is no field of the position is one of what is offered, or a number.
        of = _described(catalog.edition, tuple(catalog.variants))[self.path] if self.path else Described("", "one")
        asked = "number" if self.most and not self.path else _ASKED.get(of.kind) if not options else ""
        self.kind = self.kind or asked or "one"
        if self.kind == "number":
            self.least, self.most = (self.least, self.most) if self.most else of.usual
            if of.kind == "counts" and self.tries is None:
                self.tries = [str(number) for number in range(self.least, self.most + 1)]
        elif self.path and not options:
            only = self.only(catalog) if self.only else [*map(str, of.values)]
            options = [FieldOption(one, self.word(one)) for one in map(str, of.values) if one in only]
            self.none = gettext("none") if self.kind == "once" else ""
        if self.tries == NONE_OR_FIRST:
            self.tries = [NONE, *(option.value for option in options[:1])]
        elif self.tries is None:
            self.tries = [option.value for option in options] if self.kind == "one" else ()
        if self.kind == "number" and not self.tapped:
            self.tapped = self.most if self.most - self.least < _MAX_TAPPED else self.least - 1
        plain = {str(one): one for one in of.values}
        things = {option.value: plain.get(option.value, option.value) for option in options}
        self._field = KINDS[self.kind](replace(of, least=self.least, most=self.most, things=things))
        self.options = (
            *options,
            *([FieldOption(NONE, str(self.none), says=str(self.reads_none))] if self.none else []),
        )

    def read(self, entered: Sequence[str]) -> Any:
        """Take what was sent, and give the value."""
        texts = [unicodedata.normalize("NFKC", fit(text[:_MAX_READ_LENGTH])).strip() for text in entered[:_MAX_READ]]
        texts = [text for text in texts if text]
        self.typed = tuple(text[:_MAX_SHOWN_LENGTH] for text in texts)
        self.data = self._field.of.things.get(self.usual)
        if texts:
            try:
                self.data = self._field.meant([text for text in texts if text != NONE or not self.none])
            except Mistyped:
                # Of a field that nobody sees, nobody could put it right.
                self.error = "" if self.hidden and self.kind == "one" else self._wrong
        if self.kind == "number" and self.tapped >= self.least:
            # All up to some number are there to tap, and the one that was told.
            chosen = [] if self.data is None else [self.data]
            self.options = numbers(sorted({*range(self.least, self.tapped + 1), *chosen}))
        return None if self.error else self.data

    @property
    def _wrong(self) -> str:
        """What would be right."""
        if self.kind == "number":
            return gettext("%(field)s: enter a whole number from %(least)d to %(most)d, or leave it empty.",
                           field=self.label, least=self.least, most=self.most)  # fmt: skip
        if self.kind == "once":
            return gettext("%(field)s: choose only what is offered.", field=self.label)
        return gettext("%(field)s: choose one of what is offered.", field=self.label)

    @property
    def places(self) -> Mapping[str, str]:
        """The value of each place on its pictures."""
        return {self.place(option.value): option.value for option in self.options} if self.parts else {}

    @property
    def unknown(self) -> bool:
        """Whether nobody has said it, or not in a way that can be read."""
        return self.data is None

    def overlaps(self, paths: Iterable[str]) -> bool:
        """Whether it tells one of these keys of the position, a part of one, or what one is part of."""
        pairs = [(f"{fact}.", f"{path}.") for fact in self.facts for path in paths]
        return any(fact.startswith(path) or path.startswith(fact) for fact, path in pairs)

    @property
    def is_typed(self) -> bool:
        """Whether it is a number to type and step, not one of several to tap."""
        return self.kind == "number" and (bool(self.error) or not self.options)

    @property
    def may_be_unsaid(self) -> bool:
        """Whether one of the buttons says that nobody knows."""
        return self.kind != "once" and not self.usual and not self.parts

    def is_chosen(self, value: str) -> bool:
        """Whether the form shows a value as chosen."""
        return value in (self.typed or [self.usual])

    def asked_by(self, words: Words) -> str:
        """How one asks for it."""
        if self.question or self.label.endswith("?"):
            return str(self.question or self.label)
        fact = self.path or next((fact for fact in self.facts if fact.startswith("players.")), "")
        return words.question(fact) if fact else gettext("First fill in “%(fact)s”.", fact=self.label)

    @property
    def in_words(self) -> str:
        """What was entered, in words."""
        return ", ".join(map(self.word_of, self.typed))

    def saying(self, *values: str) -> str:
        """What was entered, as one says it."""
        says = next((str(option.says) for option in self.options if values == (option.value,)), "")
        if says:
            return says
        entry = ", ".join(map(self.word_of, values))
        if callable(self.reads):
            return str(self.reads(entry))
        if self.reads:
            text = str(self.reads)
            places = dict.fromkeys(re.findall(r"%\((\w+)", text), entry)
            return capital(filled(text, {**places, "label": self.label, **self.names}, current()))
        # A label that asks is answered.
        return entry if self.label.endswith("?") else self.label + colon() + entry

    def word_of(self, value: str) -> str:
        """A value as a button shows it."""
        return next((option.text for option in self.options if option.value == value), value)


RUNS_ON = lazy_gettext("%(label)s %(entry)s")
"""How a field reads whose label goes on with what was entered."""


def counting(one: str, many: str, **about: str) -> Callable[[str], str]:
    """How a field reads that says how many there are: a message for one, and for many, which it calls `num`."""
    # What is no number is some of them.
    return lambda entry: ngettext(one, many, int(entry) if entry.isdecimal() else 2, **about)


def token_rows(catalog: Catalog) -> list[FieldOption]:
    """The rows of the job market in which the token may lie."""
    market = catalog.job_market
    return numbers(row for row in market.rows if row >= market.token_start_row)


def cities(catalog: Catalog) -> list[FieldOption]:
    """The cities of a game, to choose from."""
    return named("city", catalog.cities.cities)


def _pile(key: str, label: Any, reads: Callable[[str], str]) -> AskField:
    return AskField(key, label, path=f"players.{{me}}.{key}", tries=("0", "1", "2", "5"), symbol="card", reads=reads)


ENTRIES: Mapping[str, AskField] = {
    one.key: one
    for one in (
        AskField("me", lazy_gettext("Your colour"),
                 lambda catalog: named("player", catalog.table.players.colours, "player-{}"),
                 reads=lazy_gettext("Your colour is %(colour)s")),
        AskField("n", lazy_gettext("Players"), path="game.players",
                 reads=lazy_gettext("There are %(number)s of you")),
        AskField("d", lazy_gettext("Your dollars"), path="players.{me}.dollars",
                 tries=("0", "3", "6", "9", "12"), symbol="dollar",
                 reads=lazy_gettext("You have $%(amount)s")),
        AskField("engine", lazy_gettext("Your engine stands on"), path="players.{me}.engine",
                 parts=("railroad",), place="railroad:{}".format,
                 word=lambda stop: stop if stop.isdecimal() else words_of(current()).engine(stop),
                 reads=lazy_gettext("Your engine stands on %(space)s")),
        AskField("cleared", lazy_gettext("Disc spaces that you have cleared"), path="players.{me}.cleared",
                 word=lambda disc: name("disc", disc), tries=NONE_OR_FIRST, likely=NONE,
                 reads=lazy_gettext("You have cleared %(spaces)s"),
                 reads_none=lazy_gettext("You have cleared no disc space")),
        AskField("stations", lazy_gettext("Stations with a disc of yours"), path="players.{me}.stations",
                 tries=NONE_OR_FIRST, likely=NONE, spoken=False,
                 reads=lambda told: ngettext("Station %(stations)s has a disc of yours",
                                             "Stations %(stations)s have discs of yours", told.count(",") + 1,
                                             stations=told),
                 reads_none=lazy_gettext("No station has a disc of yours")),
        AskField("token", lazy_gettext("Row of the job market token"), path="board.job_market.token_row",
                 options=token_rows, reads=lazy_gettext("Token in row %(row)s")),
        AskField("tokens", lazy_gettext("Your exchange tokens"), path="players.{me}.exchange_tokens",
                 tries=("0", "1"), symbol="exchange-token", likely="1",
                 reads=counting("You have one exchange token", "You have %(num)d exchange tokens")),
        AskField("disc", lazy_gettext("Cities with a disc of yours"), cities, path="players.{me}.deliveries",
                 kind="once", none=lazy_gettext("none"), puts=lambda discs: dict.fromkeys(discs, 1), tries=(NONE,),
                 likely=NONE, spoken=False, reads=lazy_gettext("Discs of yours lie on %(cities)s"),
                 reads_none=lazy_gettext("No city has a disc of yours")),
        _pile("hand", lazy_gettext("Cards in your hand"), counting("You hold one card", "You hold %(num)d cards")),
        _pile("draw", lazy_gettext("Cards in your draw stack"),
              counting("One card is in your draw stack", "%(num)d cards are in your draw stack")),
        _pile("discard", lazy_gettext("Cards in your discard pile"),
              counting("One card is in your discard pile", "%(num)d cards are in your discard pile")),
    )
}  # fmt: skip
"""The fields that several questions ask for, by the key that the address has for them."""


def entry_of(key: str) -> AskField:
    """The field with this key; the workers of a kind are `w-` and the kind."""
    if not key.startswith("w-"):
        return ENTRIES[key]
    kind = key.removeprefix("w-")
    label = gettext("Your %(workers:more)s", workers=name("worker", kind))
    return AskField(
        key, label, path="players.{me}.workers", of=kind, symbol=f"worker-{kind}", reads=functools.partial(_have, kind)
    )


def _have(kind: str, entry: str) -> str:
    workers = declined(name("worker", kind), "n", int(entry) if entry.isdecimal() else 2, current())
    return gettext("You have %(count)s %(workers)s", count=entry, workers=workers)


def effects_in(kind: type[E], catalog: Catalog) -> tuple[E, ...]:
    """Every effect of a kind that something in a game has, so that no figure of a form is typed."""
    return _effects_in(kind, catalog.edition, catalog.variants, catalog.played_otherwise)  # type: ignore[arg-type]


@functools.lru_cache(64)
def _effects_in(kind: type[E], *game: Any) -> tuple[E, ...]:
    edition, variants, house = game
    return tuple(effects_within(engine.load_catalog(edition, variants, (), house), kind))


@functools.cache
def _described(edition: int, variants: tuple[str, ...]) -> Mapping[str, Described]:
    return {one.path: one for one in engine.described(edition, variants)}
